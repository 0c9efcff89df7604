#if !Evdev
  public import TouchInput

  /// A touchpad or touchscreen; this build cannot open devices, because it does not include libevdev.
  public struct InputDevice: ~Copyable {
    /// The path that was opened.
    public let path: String
    /// The device's description.
    public let description: DeviceDescription
    /// The device's state when it was opened.
    public let initial: Recording.InitialState
    /// The clock of the event times.
    public let clock: String
    /// Whether the kernel's listing confirmed the kind of the device before it was opened.
    public let wasCheckedBeforeOpening: Bool

    /// Throws an error, because this build cannot open devices.
    ///
    /// - Throws: Always ``DeviceError/builtWithoutEvdev``.
    public init(opening path: String, despiteKeys: Bool = false) throws(DeviceError) {
      throw .builtWithoutEvdev
    }

    /// Grabs the device, so that no other program receives its events.
    public func grab() throws(DeviceError) { throw .builtWithoutEvdev }

    /// Whether another program has grabbed the device.
    public func isGrabbedByAnother() -> Bool { false }
  }

  /// A reader that reads nothing, because no device can be open in this build.
  public final class DeviceReader {
    /// The device.
    public let device: InputDevice

    enum Fetched {
      case empty
      case enough
      case ended(DeviceEnd)
    }

    /// Creates a reader that reads nothing.
    public init(_ device: consuming InputDevice) { self.device = device }

    /// The path that was opened.
    public var path: String { device.path }

    var descriptor: Int32 { -1 }

    func fetch<Failure: Error>(
      untilEmpty: Bool, deliver: (DeviceSignal) throws(Failure) -> Bool
    ) throws(Failure) -> Fetched { .ended(.failed(.builtWithoutEvdev)) }

    func finish<Failure: Error>(
      _ end: DeviceEnd, deliver: (DeviceSignal) throws(Failure) -> Bool
    ) throws(Failure) -> Bool { try deliver(.ended(end)) }
  }
#endif
