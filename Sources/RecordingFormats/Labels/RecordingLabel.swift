public import TouchInput
import YAMLNodes

/// What somebody who knows the hand says of a recording.
public struct RecordingLabel: Hashable, Sendable {
  /// The target that the hand meant, or several with `|` between; nil when nobody said.
  public var intent: String?
  /// Whose hand it was; nil when nobody said.
  public var person: String?
  /// In which sitting of this person it was recorded; nil when nobody said.
  public var session: String?
  /// Where the surface stood when the recording began; nil when nobody said.
  public var start: String?

  /// Creates a label; without arguments it says nothing.
  public init(
    intent: String? = nil, person: String? = nil, session: String? = nil, start: String? = nil
  ) {
    self.intent = intent
    self.person = person
    self.session = session
    self.start = start
  }

  /// The label that a recording carries.
  public init(of recording: Recording) {
    self.init(
      intent: recording.intent, person: recording.person, session: recording.session,
      start: recording.start)
  }

  /// What it says, by the keys of a file, in the order in which they are written.
  var entries: [(key: String, value: String?)] {
    [("intent", intent), ("person", person), ("session", session), ("start", start)]
  }
}

extension RecordingFile {
  /// Gives all the recordings of the file a label.
  public mutating func take(_ label: RecordingLabel) {
    for index in recordings.indices {
      recordings[index].intent = label.intent
      recordings[index].person = label.person
      recordings[index].session = label.session
      recordings[index].start = label.start
    }
  }
}

/// Reads the file that lies beside a recording in a format that has no room for a label.
///
///     # flickbook label
///     schema: 1
///     intent: "half"
///     person: "anna"
///     session: "2"
///     start: "tip"
///
/// Only `schema` is required; keys that are not known are passed over.
///
/// - Parameters:
///   - bytes: The whole file.
///   - file: The name to put in errors.
/// - Returns: The label.
/// - Throws: ``RecordingError`` at the first thing that cannot be read.
package func recordingLabel(
  in bytes: [UInt8], named file: String
) throws(RecordingError) -> RecordingLabel {
  let text = try YAMLSection(bytes, file: file)
  let values = FlickbookValues(text: text)
  guard let entries = text.root?.mapping ?? (text.root == nil ? Node.Mapping() : nil) else {
    throw text.malformed(at: 1, expected: "a mapping")
  }
  guard let schema = entries["schema"] else {
    throw text.malformed(at: 1, expected: "'schema: 1' and what the hand meant")
  }
  let number: Int = try values.integer(schema, "a schema number")
  guard number == FlickbookSection.schema else {
    throw .unsupportedVersion(
      file: file, line: values.line(of: schema), found: "\(number) of a label",
      expected: "schema \(FlickbookSection.schema)")
  }
  func word(_ key: String) throws(RecordingError) -> String? {
    guard let node = entries[key] else { return nil }
    guard let text = node.scalar?.string else {
      throw values.malformed(node, "a word or a few, between quotes")
    }
    return text
  }
  return RecordingLabel(
    intent: try word("intent"), person: try word("person"), session: try word("session"),
    start: try word("start"))
}

/// The text of the file that lies beside a recording, with a label in place of the one it had.
///
/// - Parameters:
///   - label: What it is to say.
///   - bytes: What the file says now; nil where there is none.
///   - file: The name to put in errors.
/// - Returns: The text; every line that says something else is as it was.
/// - Throws: ``RecordingError`` when there is one that cannot be read.
package func labelText(
  _ label: RecordingLabel, replacing bytes: [UInt8]? = nil, named file: String
) throws(RecordingError) -> [UInt8] {
  let bytes = bytes ?? Array("# flickbook label\nschema: \(FlickbookSection.schema)\n".utf8)
  _ = try recordingLabel(in: bytes, named: file)
  let entries = LabelEntries(bytes, in: contentStart(of: bytes.span)..<bytes.count)
  for attempt in entries.attempts(label) {
    do throws(RecordingError) {
      if try recordingLabel(in: attempt, named: file) == label { return attempt }
    } catch { continue }
  }
  throw unlabellable(file, line: 1)
}

/// A recording in the native format with a label in place of the one it had.
///
/// The label stands in `flickbook:`, which is added where there is none. All other bytes stay as they
/// are; that is checked by reading the result, which must say the same but for the label.
///
/// - Parameters:
///   - bytes: The whole file.
///   - label: What it is to say.
///   - file: The name to put in errors.
/// - Returns: The text; `bytes` where they say that already.
/// - Throws: ``RecordingError`` when the recording cannot be read, is in another format, or has its
///   section written in a way that no line can be added to.
package func labelled(
  _ bytes: [UInt8], with label: RecordingLabel, named file: String
) throws(RecordingError) -> [UInt8] {
  let before = try RecordingFile(in: bytes, named: file)
  guard before.format == .libinput else {
    throw .inexpressible(format: before.format, reason: "it has no room for a label")
  }
  var wanted = before
  wanted.take(label)
  guard wanted.recordings != before.recordings else { return bytes }
  let section = FlickbookLines(of: bytes)
  for attempt in section.attempts(label) {
    do throws(RecordingError) {
      let after = try RecordingFile(in: attempt, named: file)
      if after.recordings == wanted.recordings, after.preserved == wanted.preserved,
        after.isCut == wanted.isCut,
        after.warnings.map({ $0.kind }) == wanted.warnings.map({ $0.kind })
      {
        return attempt
      }
    } catch { continue }
  }
  throw unlabellable(file, line: section.line)
}

private func unlabellable(_ file: String, line: Int) -> RecordingError {
  .malformed(
    file: file, line: line, found: "keys that no label can be added to",
    expected: "'schema: 1', 'intent: …' and so on, each on a line of its own")
}
