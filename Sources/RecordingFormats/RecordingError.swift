import Quantities

/// The reason why a recording could not be read or written.
///
/// Every message contains the place of the error, what was found there, and what to do next.
public enum RecordingError: Error, Hashable, Sendable {
  /// The file is empty or contains only blanks.
  case empty(file: String)
  /// The content is in none of the known formats.
  case unrecognized(file: String, found: String)
  /// The content is binary, but not `struct input_event`.
  case binary(file: String, offset: Int)
  /// The file has a format that Flickbook recognizes but does not read.
  case foreign(file: String, kind: ForeignFormat)
  /// The file has a format version that this build does not read.
  case unsupportedVersion(file: String, line: Int, found: String, expected: String)
  /// An evemu file has events but no device description.
  case needsDescription(file: String)
  /// A device description describes no device.
  case describesNothing(file: String, found: String)
  /// A device description lacks the device of the recording, or has several devices that could be this device.
  case otherDevices(file: String, node: String, devices: [String])
  /// A device description was given for a recording that already contains a description.
  case describesItself(file: String)
  /// The recording has no device.
  case noDevices(file: String)
  /// The output of `libinput debug-events` has no event of a touchpad.
  case noGestures(file: String)
  /// The file ends before the first complete event.
  case cutShort(file: String, line: Int, missing: String)
  /// A line does not have the expected form.
  case malformed(file: String, line: Int, found: String, expected: String)
  /// A number is outside the range of its field.
  case outOfRange(file: String, line: Int, found: String, expected: String)
  /// The file has YAML features that no recorder writes: anchors, aliases, tags, very deep nesting.
  case refusedYAML(file: String, line: Int, found: String)
  /// A part of the file contains more items of the kind `what` than `limit`; no valid file contains so many.
  case tooMuch(file: String, line: Int, what: String, limit: Int)
  /// The recordings cannot be written in a format.
  case notWritable(format: RecordingFormat, reason: String)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension RecordingError: CustomStringConvertible {
  public var description: String { singleLine(message) }

  /// The message with file names as they are, which may contain line ends.
  private var message: String {
    switch self {
    case .empty(let file):
      "\(file): the file is empty; record again, or check how the file was copied."
    case .unrecognized(let file, let found):
      """
      \(file):1: found '\(found)', which is not a recording; expected \(Self.readableFormats); \
      record with 'flickbook record' or 'libinput record'.
      """
    case .binary(let file, let offset):
      """
      \(file): found binary content at byte \(offset) that is not struct input_event; \
      expected \(Self.readableFormats).
      """
    case .foreign(let file, let kind):
      "\(file): found \(kind.title), which Flickbook cannot read; \(kind.advice)."
    case .unsupportedVersion(let file, let line, let found, let expected):
      "\(file):\(line): found version \(found), but this build reads \(expected); update flickbook."
    case .needsDescription(let file):
      """
      \(file): found evemu events without a device; put the device's description beside the file \
      as NAME.desc, or name it with '--desc FILE'.
      """
    case .describesNothing(let file, let found):
      """
      \(file): found \(found), which describes no device; give an evemu .desc file, or the output of \
      'getevent -lp'.
      """
    case .otherDevices(let file, let node, let devices):
      """
      \(file): found \(devices.joined(separator: ", ")), and the recording \
      \(node.isEmpty ? "does not name its device" : "is of \(node)"); give the output of \
      'getevent -lp \(node.isEmpty ? "DEVICE" : node)'.
      """
    case .describesItself(let file):
      "--desc: \(file) already describes its device; leave the option out."
    case .noDevices(let file):
      "\(file): found no device under 'devices:'; record again and choose a device."
    case .noGestures(let file):
      """
      \(file): found output of libinput debug-events without a gesture, a scroll or a pointer motion of a touchpad; \
      record touches with 'flickbook record' or 'libinput record'.
      """
    case .cutShort(let file, let line, let missing):
      "\(file):\(line): the file ends before \(missing); record again, or get the whole file."
    case .malformed(let file, let line, let found, let expected):
      "\(file):\(line): found '\(found)' where \(expected) should be; correct or remove the line."
    case .outOfRange(let file, let line, let found, let expected):
      "\(file):\(line): found '\(found)', which does not fit in \(expected); correct or remove the line."
    case .refusedYAML(let file, let line, let found):
      """
      \(file):\(line): found \(found), which no recorder writes, so it is refused; write the \
      values out.
      """
    case .tooMuch(let file, let line, let what, let limit):
      """
      \(file):\(line): found more than \(limit) \(what); remove the entries that do not belong there.
      """
    case .notWritable(let format, let reason):
      "\(format.title): cannot be written because \(reason); write a libinput recording instead."
    }
  }

  private static var readableFormats: String {
    RecordingFormat.allCases.map(\.title).joined(separator: ", ")
  }
}
