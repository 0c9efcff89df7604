public import TouchInput
import YAMLNodes

/// Information that a person adds to a recording: the target that the user intended, and who made the gesture and when.
public struct RecordingLabel: Hashable, Sendable {
  /// The target that the user wanted to reach, or several targets separated by `|`; nil if unknown.
  public var intent: String?
  /// The person who made the gesture; nil if unknown.
  public var person: String?
  /// The session of this person in which the recording was made; nil if unknown.
  public var session: String?
  /// The position of the surface when the recording began; nil if unknown.
  public var start: String?

  /// Creates a label; it is empty by default.
  public init(
    intent: String? = nil, person: String? = nil, session: String? = nil, start: String? = nil
  ) {
    self.intent = intent
    self.person = person
    self.session = session
    self.start = start
  }

  /// Creates the label that is stored in a recording.
  public init(of recording: Recording) {
    self.init(
      intent: recording.intent, person: recording.person, session: recording.session,
      start: recording.start)
  }

  /// The keys and values of the label, in the order in which files store them.
  package var entries: [(key: String, value: String?)] {
    [("intent", intent), ("person", person), ("session", session), ("start", start)]
  }
}

extension RecordingFile {
  /// Sets the label of all recordings of the file.
  public mutating func take(_ label: RecordingLabel) {
    for index in recordings.indices {
      recordings[index].intent = label.intent
      recordings[index].person = label.person
      recordings[index].session = label.session
      recordings[index].start = label.start
    }
  }
}

/// Reads a label file, which stores the label of a recording whose format cannot store a label.
///
///     # flickbook label
///     schema: 1
///     intent: "half"
///     person: "anna"
///     session: "2"
///     start: "tip"
///
/// Only `schema` is required; unknown keys are ignored.
///
/// - Parameters:
///   - bytes: The whole file.
///   - file: The name to put in errors.
/// - Returns: The label.
/// - Throws: ``RecordingError`` for the first part that cannot be read.
package func recordingLabel(
  in bytes: [UInt8], named file: String
) throws(RecordingError) -> RecordingLabel {
  let text = try YAMLSection(bytes, file: file)
  let values = FlickbookValues(text: text)
  guard let entries = text.root?.mapping ?? (text.root == nil ? Node.Mapping() : nil) else {
    throw text.malformed(at: 1, expected: "a mapping")
  }
  guard let schema = entries["schema"] else {
    throw text.malformed(at: 1, expected: "'schema: 1' and the keys of the label")
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
      throw values.malformed(node, "one or a few words in quotes")
    }
    return text
  }
  return RecordingLabel(
    intent: try word("intent"), person: try word("person"), session: try word("session"),
    start: try word("start"))
}

/// Returns the text of a label file with a new label.
///
/// - Parameters:
///   - label: The new label.
///   - bytes: The current content of the file; nil if there is no file.
///   - file: The name to put in errors.
/// - Returns: The new content; all lines that do not belong to the label are unchanged.
/// - Throws: ``RecordingError`` if the current file cannot be read.
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
  throw cannotStoreLabel(file, line: 1)
}

/// Returns the text of a recording in the native format with a new label.
///
/// The label is stored in the section `flickbook:`, which is added if it is missing. All other bytes stay unchanged.
/// The result is read to check that it differs from the original only in the label.
///
/// - Parameters:
///   - bytes: The whole file.
///   - label: The new label.
///   - file: The name to put in errors.
/// - Returns: The new content; `bytes` if the label is unchanged.
/// - Throws: ``RecordingError`` if the recording cannot be read, is in another format, or has a
///   `flickbook:` section to which no line can be added.
package func labelled(
  _ bytes: [UInt8], with label: RecordingLabel, named file: String
) throws(RecordingError) -> [UInt8] {
  let before = try RecordingFile(in: bytes, named: file)
  guard before.format == .libinput else {
    throw .notWritable(format: before.format, reason: "it has no room for a label")
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
  throw cannotStoreLabel(file, line: section.line)
}

private func cannotStoreLabel(_ file: String, line: Int) -> RecordingError {
  .malformed(
    file: file, line: line, found: "keys to which no label can be added",
    expected: "'schema: 1', 'intent: …' and so on, each on its own line")
}
