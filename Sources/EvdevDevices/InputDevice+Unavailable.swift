#if !Evdev
  package import TouchInput

  /// A touchpad or touchscreen; this build cannot open devices, because it does not include libevdev.
  package struct InputDevice: ~Copyable {
    /// The path that was opened.
    package let path: String
    package let description: DeviceDescription
    /// The device's state when it was opened.
    package let initial: Recording.InitialState
    /// The clock of the event times.
    package let clock: String
    /// Whether the kernel's listing confirmed the kind of the device before it was opened.
    package let wasCheckedBeforeOpening: Bool

    /// Throws an error, because this build cannot open devices.
    ///
    /// - Throws: Always ``DeviceError/builtWithoutEvdev``.
    package init(opening path: String, despiteKeys: Bool = false) throws(DeviceError) {
      throw .builtWithoutEvdev
    }

    /// Grabs the device, so that no other program receives its events.
    package func grab() throws(DeviceError) { throw .builtWithoutEvdev }

    /// Whether another program has grabbed the device.
    package func isGrabbedByAnother() -> Bool { false }
  }

  /// A reader that reads nothing, because no device can be open in this build.
  package final class DeviceReader {
    package let device: InputDevice

    enum Fetched {
      case empty
      case enough
      case ended(DeviceEnd)
    }

    /// Creates a reader that reads nothing.
    package init(_ device: consuming InputDevice) { self.device = device }

    /// The path that was opened.
    package var path: String { device.path }

    var descriptor: Int32 { -1 }

    func fetch<Failure: Error>(
      untilEmpty: Bool, deliver: (DeviceSignal) throws(Failure) -> Bool
    ) throws(Failure) -> Fetched { .ended(.failed(.builtWithoutEvdev)) }

    func finish<Failure: Error>(
      _ end: DeviceEnd, deliver: (DeviceSignal) throws(Failure) -> Bool
    ) throws(Failure) -> Bool { try deliver(.ended(end)) }
  }
#endif
