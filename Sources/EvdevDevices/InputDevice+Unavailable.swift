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
  struct DeviceReader: ~Copyable {
    init(device: consuming InputDevice, stop: StopSwitch, limits: ReadingLimits) {}

    mutating func read(deliver: (DeviceSignal) -> Void) {
      deliver(.ended(.failed(.builtWithoutEvdev)))
    }
  }
#endif
