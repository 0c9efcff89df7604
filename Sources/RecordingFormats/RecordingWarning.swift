/// Something suspicious in a file that can be read all the same.
public struct RecordingWarning: Hashable, Sendable {
  /// What is suspicious.
  public enum Kind: Hashable, Sendable {
    /// The file ends in the middle of a line, a frame or a recording.
    case cut
    /// Events stop without SYN_REPORT and go on later, as they do where `libinput record` meets
    /// SYN_DROPPED.
    case suspectedDrop
    /// The file announces more or fewer devices than it has.
    case deviceCount(announced: Int, found: Int)
    /// Two devices run into each other, as `libinput record --autorestart` writes them.
    case joinedDevices
    /// Events with a name that is not known were left out; touches do not have such.
    case unknownName(String, count: Int)
    /// Events of keys with names that are not those of touch buttons were left out.
    case keysLeftOut(count: Int)
    /// Nothing says whether the device is a touchscreen or a touchpad.
    case assumedTouchscreen
  }

  /// The line, counted from 1.
  public var line: Int
  /// What is suspicious there.
  public var kind: Kind

  /// Creates a warning about a line.
  public init(line: Int, kind: Kind) {
    self.line = line
    self.kind = kind
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension RecordingWarning: CustomStringConvertible {
  public var description: String {
    switch kind {
    case .cut:
      "line \(line): the recording is cut here; what comes before is used."
    case .suspectedDrop:
      """
      line \(line): a frame without SYN_REPORT, and a later one follows; events were probably \
      dropped here; record again with 'flickbook record', which marks drops.
      """
    case .deviceCount(let announced, let found):
      "line \(line): the file announces \(announced) devices and has \(found); the rest is lost."
    case .joinedDevices:
      "line \(line): two devices run into each other here; they were taken apart."
    case .unknownName(let found, let count):
      "line \(line): \(events(count)) of an unknown kind, such as '\(found)', left out."
    case .keysLeftOut(let count):
      """
      line \(line): \(events(count)) of keys that are no touch buttons, left out from here on; keys are not \
      kept, and touches do not depend on them.
      """
    case .assumedTouchscreen:
      """
      line \(line): nothing says whether the device is a touchscreen or a touchpad, and it is read as a \
      touchscreen; if it is a touchpad, add --device-kind touchpad.
      """
    }
  }

  private func events(_ count: Int) -> String { count == 1 ? "an event" : "\(count) events" }
}
