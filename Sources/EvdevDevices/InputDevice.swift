#if Evdev
  import CLibevdev
  import Glibc
  public import TouchInput

  /// A touchpad or touchscreen that is open for reading.
  ///
  /// The device's state is read once, when it is opened; every later event is kept by the kernel
  /// until ``signals(stop:limits:)`` fetches it.
  public struct InputDevice: ~Copyable {
    /// The path that was opened.
    public let path: String
    /// What the device says of itself.
    public let description: DeviceDescription
    /// The device's state when it was opened.
    public let initial: Recording.InitialState
    /// The clock of the events' times: `monotonic`, or `unknown` where it cannot be chosen.
    public let clock: String
    /// Whether the kernel's listing said what kind of device this is before it was opened.
    public let wasCheckedBeforeOpening: Bool

    let descriptor: Int32
    let handle: OpaquePointer
    /// Monotonic time before the state was read; events stamped earlier are already in it.
    let stateMicroseconds: Int64?

    /// Opens a touch device.
    ///
    /// Where the kernel's listing says that it is anything else, it is not even opened; where there
    /// is no listing, the device is asked for its capabilities, and closed without having been read.
    ///
    /// - Parameter path: A node, or a link to one.
    /// - Throws: ``DeviceError``, with what to do about it.
    public init(opening path: String) throws(DeviceError) {
      let node = inputNode(at: path)
      if let node, !node.kind.isTouch {
        throw .notTouch(node: path, name: node.name, kind: node.kind.phrase)
      }
      let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
      guard descriptor >= 0 else { throw Self.openError(errno, path: path, name: node?.name) }
      let isMonotonic = flickbook_use_monotonic_clock(descriptor) == 0
      _ = flickbook_mask_keyboard_keys(descriptor)
      let stateMicroseconds = isMonotonic ? monotonicMicroseconds() : nil
      let handle: OpaquePointer
      do {
        handle = try Self.handle(descriptor, path: path)
      } catch {
        close(descriptor)
        throw error
      }
      self.path = path
      self.descriptor = descriptor
      self.handle = handle
      self.stateMicroseconds = stateMicroseconds
      clock = isMonotonic ? "monotonic" : "unknown"
      wasCheckedBeforeOpening = node != nil
      description = DeviceDescription(handle, node: path)
      initial = Recording.InitialState(handle)
    }

    deinit {
      libevdev_free(handle)
      close(descriptor)
    }

    /// Takes the device away from everybody else, the desktop too, until it is closed.
    ///
    /// - Throws: ``DeviceError/grabbed(node:)`` when another program was faster.
    public func grab() throws(DeviceError) {
      guard flickbook_grab(descriptor, 1) != 0 else { return }
      guard errno != EBUSY else { throw .grabbed(node: path) }
      throw .system(node: path, action: "grab", message: lastSystemMessage())
    }

    /// Whether another program has grabbed the device, so that nothing can be read.
    ///
    /// The only way to find out is to grab it for a moment.
    public func isGrabbedByAnother() -> Bool {
      guard flickbook_grab(descriptor, 1) == 0 else { return errno == EBUSY }
      _ = flickbook_grab(descriptor, 0)
      return false
    }

    private static func handle(
      _ descriptor: Int32, path: String
    ) throws(DeviceError) -> OpaquePointer {
      guard let handle = libevdev_new() else {
        throw .system(node: path, action: "open", message: lastSystemMessage(ENOMEM))
      }
      flickbook_silence(handle)
      let status = libevdev_set_fd(handle, descriptor)
      guard status == 0 else {
        libevdev_free(handle)
        throw -status == ENODEV ? .missing(node: path) : .notEvdev(node: path)
      }
      let device = DeviceDescription(handle, node: path)
      let kind = InputNode.Kind(device)
      guard kind.isTouch else {
        libevdev_free(handle)
        throw .notTouch(node: path, name: device.name, kind: kind.phrase)
      }
      return handle
    }

    private static func openError(_ code: Int32, path: String, name: String?) -> DeviceError {
      switch code {
      case ENOENT, ENOTDIR, ENODEV, ENXIO: .missing(node: path)
      case EACCES, EPERM: .notPermitted(node: path, name: name)
      default: .system(node: path, action: "open", message: lastSystemMessage(code))
      }
    }
  }

  /// The time of the clock that stamps events, in microseconds.
  func monotonicMicroseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
#endif
