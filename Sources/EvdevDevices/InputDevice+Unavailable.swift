#if !Evdev
  public import TouchInput

  /// A touchpad or touchscreen; this build was made without libevdev and cannot open any.
  public struct InputDevice: ~Copyable {
    /// The path that was opened.
    public let path: String
    /// What the device says of itself.
    public let description: DeviceDescription
    /// The device's state when it was opened.
    public let initial: Recording.InitialState
    /// The clock of the events' times.
    public let clock: String
    /// Whether the kernel's listing said what kind of device this is before it was opened.
    public let wasCheckedBeforeOpening: Bool

    /// Says that this build cannot open devices.
    ///
    /// - Throws: Always ``DeviceError/builtWithoutEvdev``.
    public init(opening path: String, despiteKeys: Bool = false) throws(DeviceError) {
      throw .builtWithoutEvdev
    }

    /// Takes the device away from everybody else.
    public func grab() throws(DeviceError) { throw .builtWithoutEvdev }

    /// Whether another program has grabbed the device.
    public func isGrabbedByAnother() -> Bool { false }
  }

  /// Reads nothing, because there can be no open device.
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
