import Quantities

/// A warning about a suspicious part of a file that can still be read.
public struct RecordingWarning: Hashable, Sendable {
  /// The kind of suspicious finding.
  public enum Kind: Hashable, Sendable {
    /// A device has no events, but has a key that `libinput record` does not write and that may be misspelled.
    case noEvents(key: String)
    /// The file ends in the middle of a line, a report or a recording.
    case cut
    /// A report has no SYN_REPORT although events follow, as if the kernel had dropped events (SYN_DROPPED).
    case suspectedDrop
    /// The number of devices that the file announces differs from the number of devices in the file.
    case deviceCount(announced: Int, found: Int)
    /// Two devices are not separated, as in files of `libinput record --autorestart`.
    case joinedDevices
    /// Events with unknown names were ignored; touches do not depend on them.
    case unknownName(String, count: Int)
    /// Events of keys other than touch buttons were ignored.
    case keysLeftOut(count: Int)
    /// The file does not state whether the device is a touchscreen or a touchpad.
    case assumedTouchscreen
    /// The calibration matrix of a touchscreen was ignored, because it does more than rotate or mirror positions.
    case calibrationIgnored(String)
    /// libinput replaced this many lines by the line after them, so their events are missing.
    case hiddenEvents(count: Int)
    /// The times have steps of 10 ms or more.
    case coarseTimes
    /// The text has only movements that libinput accelerated.
    case onlyAccelerated
  }

  /// The line, counted from 1.
  public var line: Int
  /// The kind of finding.
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
    case .noEvents(let key):
      """
      line \(line): the device has no key 'events', but an unknown key '\(excerpt(of: key))'; if it is \
      misspelled, write 'events'.
      """
    case .cut:
      "line \(line): the recording is cut off here; everything before is used."
    case .suspectedDrop:
      """
      line \(line): a report without SYN_REPORT is followed by another report; events were probably \
      dropped here; record again with 'flickbook record', which marks drops.
      """
    case .deviceCount(let announced, let found):
      "line \(line): the file announces \(announced) devices and has \(found); devices may be missing."
    case .joinedDevices:
      "line \(line): two devices are not separated here; they were read as two devices."
    case .unknownName(let found, let count):
      "line \(line): left out \(events(count)) of an unknown kind, such as '\(found)'."
    case .keysLeftOut(let count):
      """
      line \(line): left out \(events(count)) of keys that are not touch buttons, from this line on; keys are \
      not kept, and touches do not depend on them.
      """
    case .assumedTouchscreen:
      """
      line \(line): the file does not state whether the device is a touchscreen or a touchpad; it is read \
      as a touchscreen; if it is a touchpad, add --device-kind touchpad.
      """
    case .calibrationIgnored(let matrix):
      """
      line \(line): LIBINPUT_CALIBRATION_MATRIX is '\(excerpt(of: matrix))', which is ignored, because it does more \
      than rotate or mirror positions; positions are those that the device sends.
      """
    case .hiddenEvents(let count):
      """
      line \(line): the text lacks \(events(count)), because --compress-motion-events shows only the last event of a \
      row; run libinput debug-events without this option.
      """
    case .coarseTimes:
      """
      line \(line): the times have steps of 10 ms or more, so velocities are uncertain; libinput 1.12 or later prints \
      milliseconds.
      """
    case .onlyAccelerated:
      """
      line \(line): the pointer moves without unaccelerated values, so the accelerated ones are used; libinput 1.12 or \
      later prints both.
      """
    }
  }

  private func events(_ count: Int) -> String { count == 1 ? "an event" : "\(count) events" }
}
