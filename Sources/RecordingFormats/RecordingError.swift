import Quantities

/// Why a recording could not be read or written.
///
/// Every message says where, what was found, and what to do next.
public enum RecordingError: Error, Hashable, Sendable {
  /// The file holds nothing but blanks.
  case empty(file: String)
  /// The content is none of the known formats.
  case unrecognized(file: String, found: String)
  /// The content is binary, but not `struct input_event`.
  case binary(file: String, offset: Int)
  /// The content is of a kind that is known, but not read.
  case foreign(file: String, kind: ForeignFormat)
  /// The file announces a version that this build does not read.
  case unsupportedVersion(file: String, line: Int, found: String, expected: String)
  /// An evemu file has events, but does not say of which device.
  case needsDescription(file: String)
  /// What should describe a device does not.
  case describesNothing(file: String, found: String)
  /// What describes devices does not describe the one of the recording, or not it alone.
  case otherDevices(file: String, node: String, devices: [String])
  /// A recording that says itself which device it is of was given a description.
  case describesItself(file: String)
  /// A recording without a device.
  case noDevices(file: String)
  /// The file ends before the first event can be understood.
  case cutShort(file: String, line: Int, missing: String)
  /// A line is not what it should be.
  case malformed(file: String, line: Int, found: String, expected: String)
  /// A number does not fit where it stands.
  case outOfRange(file: String, line: Int, found: String, expected: String)
  /// YAML that no recorder writes: anchors, aliases, tags, very deep nesting.
  case refusedYAML(file: String, line: Int, found: String)
  /// A part of the file that is always small is not; `what` is what there is more of than `limit`.
  case tooMuch(file: String, line: Int, what: String, limit: Int)
  /// A format cannot hold what is to be written.
  case inexpressible(format: RecordingFormat, reason: String)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension RecordingError: CustomStringConvertible {
  public var description: String { singleLine(message) }

  /// The message with the names of files as they are, which may have several lines.
  private var message: String {
    switch self {
    case .empty(let file):
      "\(file): the file is empty; record again, or check how it was copied."
    case .unrecognized(let file, let found):
      """
      \(file):1: found '\(found)', which is no recording; expected \(Self.readableFormats); \
      record with 'flickbook record' or 'libinput record'.
      """
    case .binary(let file, let offset):
      """
      \(file): found binary content at byte \(offset) that is no struct input_event; \
      expected \(Self.readableFormats).
      """
    case .foreign(let file, let kind):
      "\(file): found \(kind.title), which is not read; \(kind.advice)."
    case .unsupportedVersion(let file, let line, let found, let expected):
      "\(file):\(line): found version \(found), but this build reads \(expected); update flickbook."
    case .needsDescription(let file):
      """
      \(file): found evemu events without a device; put the device's description beside the file \
      as NAME.desc, or name it with '--desc FILE'.
      """
    case .describesNothing(let file, let found):
      """
      \(file): found \(found), which describes no device; give an evemu .desc file, or what \
      'getevent -lp' prints.
      """
    case .otherDevices(let file, let node, let devices):
      """
      \(file): found \(devices.joined(separator: ", ")), and the recording \
      \(node.isEmpty ? "does not say which of them it is of" : "is of \(node)"); give what \
      'getevent -lp \(node.isEmpty ? "DEVICE" : node)' prints.
      """
    case .describesItself(let file):
      "--desc: \(file) says itself which device it is of; leave the option out."
    case .noDevices(let file):
      "\(file): found no device under 'devices:'; record again and choose a device."
    case .cutShort(let file, let line, let missing):
      "\(file):\(line): the file ends before \(missing); record again, or get the whole file."
    case .malformed(let file, let line, let found, let expected):
      "\(file):\(line): found '\(found)' where \(expected) should be; correct or remove the line."
    case .outOfRange(let file, let line, let found, let expected):
      "\(file):\(line): found '\(found)', which is not in \(expected); correct or remove the line."
    case .refusedYAML(let file, let line, let found):
      """
      \(file):\(line): found \(found), which no recorder writes and is refused; write the \
      values out.
      """
    case .tooMuch(let file, let line, let what, let limit):
      """
      \(file):\(line): found more than \(limit) \(what); remove what does not belong there.
      """
    case .inexpressible(let format, let reason):
      "\(format.title): cannot be written because \(reason); write a libinput recording instead."
    }
  }

  private static var readableFormats: String {
    RecordingFormat.allCases.map(\.title).joined(separator: ", ")
  }
}
