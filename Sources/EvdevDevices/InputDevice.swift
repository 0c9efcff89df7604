#if Evdev
  import CLibevdev
  import Glibc
  package import TouchInput

  /// A touchpad or touchscreen that is open for reading.
  ///
  /// The device's state is read once, when it is opened. The kernel queues all later events until a
  /// ``DeviceReader`` fetches them.
  package struct InputDevice: ~Copyable {
    /// The path that was opened.
    package let path: String
    package let description: DeviceDescription
    /// The device's state when it was opened.
    package let initial: Recording.InitialState
    /// The clock of the event times: `monotonic`, or `unknown` if the clock cannot be chosen.
    package let clock: String
    /// Whether the kernel's listing confirmed the kind of the device before it was opened.
    package let wasCheckedBeforeOpening: Bool

    let descriptor: Int32
    let handle: OpaquePointer
    /// The monotonic time just before the state was read; nil if the clock is unknown.
    ///
    /// Events with earlier times are already part of the state.
    let stateMicroseconds: Int64?

    /// Opens a touch device.
    ///
    /// The device is not opened if the kernel lists it as another kind of device, or with keys for text or digits.
    /// After opening, the device itself is checked, too, because another device may have replaced it since it was
    /// listed. If this check fails, the device is closed without having been read.
    ///
    /// - Parameters:
    ///   - path: A node, or a link to a node.
    ///   - despiteKeys: Whether the device may have keys for text or digits; these are never read.
    /// - Throws: ``DeviceError``, whose message describes what to do.
    package init(opening path: String, despiteKeys: Bool = false) throws(DeviceError) {
      let node = inputNode(at: path)
      if let node {
        try Self.check(
          path, node.name, node.kind, despiteKeys ? [] : node.textKeys)
      }
      let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
      guard descriptor >= 0 else { throw Self.openError(errno, path: path, name: node?.name) }
      let isMonotonic = flickbook_use_monotonic_clock(descriptor) == 0
      Self.deliverOnlyRecordedCodes(descriptor)
      // The time is taken before the state is read, so an event that arrives in between is not ignored.
      let stateMicroseconds = isMonotonic ? monotonicMicroseconds() : nil
      let handle: OpaquePointer
      do {
        handle = try Self.handle(descriptor, path: path, listed: node, despiteKeys: despiteKeys)
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
      var description = DeviceDescription(handle, node: path)
      description.takeFuzz(fromProperties: Self.udevProperties(descriptor) ?? "")
      self.description = description
      initial = Recording.InitialState(handle)
    }

    deinit {
      libevdev_free(handle)
      close(descriptor)
    }

    /// Grabs the device, so that no other program, including the desktop, receives its events.
    ///
    /// The grab ends when the device is closed.
    ///
    /// - Throws: ``DeviceError/grabbed(node:)`` if another program has grabbed the device already.
    package func grab() throws(DeviceError) {
      guard flickbook_grab(descriptor, 1) != 0 else { return }
      guard errno != EBUSY else { throw .grabbed(node: path) }
      throw .system(node: path, action: "grab", message: lastSystemMessage())
    }

    /// Whether another program has grabbed the device, so that nothing can be read.
    ///
    /// The function grabs the device briefly, because the kernel offers no other way to find out.
    package func isGrabbedByAnother() -> Bool {
      guard flickbook_grab(descriptor, 1) == 0 else { return errno == EBUSY }
      _ = flickbook_grab(descriptor, 0)
      return false
    }

    private static func handle(
      _ descriptor: Int32, path: String, listed: InputNode?, despiteKeys: Bool
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
      do throws(DeviceError) {
        let device = DeviceDescription(handle, node: path)
        let keys = device.codes.first { $0.type == EventType.key }?.codes ?? []
        try check(path, device.name, InputNode.Kind(device), despiteKeys ? [] : TextKeys(keys))
        if let listed { try checkIdentity(of: device, descriptor, listed: listed, path: path) }
      } catch {
        libevdev_free(handle)
        throw error
      }
      return handle
    }

    /// Throws if a device is not a touch device, or if it has any of `keys`.
    private static func check(
      _ path: String, _ name: String, _ kind: InputNode.Kind, _ keys: TextKeys
    ) throws(DeviceError) {
      guard kind.isTouch else { throw .notTouch(node: path, name: name, kind: kind.phrase) }
      guard keys.isEmpty else { throw .hasTextKeys(node: path, name: name, keys: keys) }
    }

    /// Throws if a device differs from the kernel's listing of its node.
    private static func checkIdentity(
      of device: DeviceDescription, _ descriptor: Int32, listed: InputNode, path: String
    ) throws(DeviceError) {
      var status = stat()
      if fstat(descriptor, &status) == 0, !listed.deviceNumber.isEmpty {
        let number = (gnu_dev_major(status.st_rdev), gnu_dev_minor(status.st_rdev))
        // A node with another major number is not an input device but a substitute, as in tests, so its number may
        // differ.
        guard number.0 != inputMajor || listed.deviceNumber == "\(number.0):\(number.1)" else {
          throw .replaced(node: path, name: listed.name, found: "device \(number.0):\(number.1)")
        }
      }
      guard device.name == listed.name, device.identity == listed.identity else {
        throw .replaced(node: path, name: listed.name, found: "'\(device.name)'")
      }
    }

    /// Returns the lines `E:NAME=VALUE` of the file in which udev stores the properties of a device; nil if it has none.
    ///
    /// Source: `sd-device` of systemd, which reads the same file.
    private static func udevProperties(_ descriptor: Int32) -> String? {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { return nil }
      let number = (gnu_dev_major(status.st_rdev), gnu_dev_minor(status.st_rdev))
      return text(ofFile: "/run/udev/data/c\(number.0):\(number.1)")
    }

    /// The major number of input devices.
    ///
    /// Source: Linux UAPI, major.h, `INPUT_MAJOR`.
    private static var inputMajor: UInt32 { 13 }

    /// Makes the kernel withhold codes that are not recorded.
    ///
    /// If the kernel does not support this, ``ReportAssembly`` removes these codes.
    private static func deliverOnlyRecordedCodes(_ descriptor: Int32) {
      let types = [
        EventType.synchronization, EventType.key, EventType.absolute, EventType.miscellaneous,
      ]
      for type in types {
        // For `EV_SYN`, the kernel expects a mask of event types. The size of a mask is a multiple of 64 bits.
        let count = type == EventType.key ? Int(KEY_CNT) : 64
        var bits = [UInt8](repeating: 0, count: count / 8)
        for code in 0..<UInt16(count) {
          let isDelivered =
            type == EventType.synchronization
            ? types.contains(code) : RecordedCodes.contains(type: type, code: code)
          if isDelivered { bits[Int(code) / 8] |= 1 << (code % 8) }
        }
        _ = flickbook_deliver_only(descriptor, UInt32(type), bits, UInt32(bits.count))
      }
    }

    private static func openError(_ code: Int32, path: String, name: String?) -> DeviceError {
      switch code {
      case ENOENT, ENOTDIR, ENODEV, ENXIO: .missing(node: path)
      case EACCES, EPERM: .notPermitted(node: path, name: name)
      default: .system(node: path, action: "open", message: lastSystemMessage(code))
      }
    }
  }
#endif
