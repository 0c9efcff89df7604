import Foundation
import RecordingFormats
import Testing
import TouchInput

@Suite("Labels")
struct LabelTests {
  static let labels = [
    RecordingLabel(intent: "half"),
    RecordingLabel(intent: "half|full", person: "anna", session: "2"),
    RecordingLabel(intent: "a \"b\" \\ # c: d", person: "Ærø 🙂", session: "{x}"),
    RecordingLabel(person: "anna"), RecordingLabel(),
  ]

  /// The bytes of the first bundled recordings.
  private static func bundled() throws -> [[UInt8]] {
    try RoundTripTests.bundled.prefix(12).map { [UInt8](try Data(contentsOf: $0)) }
  }

  /// The lines of a text that do not belong to the label.
  private func others(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init).filter {
      !["  intent:", "  person:", "  session:"].contains(where: $0.hasPrefix)
    }
  }

  @Test("a label is read as it was written, and every other line is unchanged", arguments: labels)
  func roundTrip(label: RecordingLabel) throws {
    for before in try Self.bundled() {
      let after = try labelled(before, with: label, named: "a.yml")
      var wanted = try RecordingFile(in: before, named: "a.yml")
      wanted.take(label)
      let read = try RecordingFile(in: after, named: "a.yml")
      #expect(read.recordings == wanted.recordings)
      #expect(read.preserved == wanted.preserved)
      #expect(others(after) == others(before))
    }
  }

  @Test(
    "writing a label twice, or removing it, restores the previous bytes", arguments: labels)
  func twice(label: RecordingLabel) throws {
    for bytes in try Self.bundled() {
      let before = try labelled(bytes, with: RecordingLabel(), named: "a.yml")
      let once = try labelled(before, with: label, named: "a.yml")
      #expect(try labelled(once, with: label, named: "a.yml") == once)
      #expect(try labelled(once, with: RecordingLabel(), named: "a.yml") == before)
    }
  }

  /// A section as a user may write it, and the section after the intent was set to `full`.
  struct Form: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var before: String
    var after: String

    init(_ why: String, _ before: String, _ after: String) {
      testDescription = why
      self.before = before
      self.after = after
    }
  }

  @Test(
    "setting a value keeps the text around the value, in every notation",
    arguments: [
      Form(
        "a comment stays", "flickbook:\n  schema: 1\n  intent: half # or so\n",
        "flickbook:\n  schema: 1\n  intent: \"full\" # or so\n"),
      Form(
        "single quotes with one inside", "flickbook:\n  schema: 1\n  intent: 'a ''b'  # c\n",
        "flickbook:\n  schema: 1\n  intent: \"full\"  # c\n"),
      Form(
        "a value on several lines",
        "flickbook:\n  schema: 1\n  intent: >\n    half\n    more\n  note: x\n",
        "flickbook:\n  schema: 1\n  intent: \"full\"\n  note: x\n"),
      Form(
        "no value", "flickbook:\n  schema: 1\n  intent:\n",
        "flickbook:\n  schema: 1\n  intent: \"full\"\n"
      ),
      Form(
        "deeper keys, and a comment above", "flickbook: # ours\n    # why\n    schema: 1\n",
        "flickbook: # ours\n    # why\n    schema: 1\n    intent: \"full\"\n"),
      Form(
        "an intent in another section is unchanged",
        "flickbook:\n  schema: 1\n  later:\n    intent: x\n",
        "flickbook:\n  schema: 1\n  intent: \"full\"\n  later:\n    intent: x\n"),
      Form("no section", "", "flickbook:\n  schema: 1\n  intent: \"full\"\n"),
    ])
  func forms(form: Form) throws {
    let text = String(decoding: try Self.bundled()[0], as: UTF8.self)
    let start = try #require(text.range(of: "flickbook:\n")).lowerBound
    let end = try #require(text.range(of: "\ndevices:\n")).lowerBound
    func file(_ section: String) -> [UInt8] {
      Array("\(text[..<start])\(section)\(text[text.index(after: end)...])".utf8)
    }
    for lineEnd in ["\n", "\r\n"] {
      func lines(_ section: String) -> [UInt8] {
        Array(
          String(decoding: file(section), as: UTF8.self).replacing("\n", with: lineEnd).utf8)
      }
      let after = try labelled(
        lines(form.before), with: RecordingLabel(intent: "full"), named: "a.yml")
      #expect(
        String(decoding: after, as: UTF8.self)
          == String(decoding: lines(form.after), as: UTF8.self))
    }
  }

  @Test("a section to which no line can be added is refused and not changed")
  func refused() throws {
    let text = String(decoding: try Self.bundled()[0], as: UTF8.self)
    let start = try #require(text.range(of: "flickbook:\n")).lowerBound
    let end = try #require(text.range(of: "devices:\n")).lowerBound
    let flow = "\(text[..<start])flickbook: {schema: 1}\n\(text[end...])"
    #expect(throws: RecordingError.self) {
      try labelled(Array(flow.utf8), with: RecordingLabel(intent: "x"), named: "a.yml")
    }
  }

  @Test("a label file is written with the label, and keeps its other contents")
  func beside() throws {
    for label in Self.labels {
      let text = try labelText(label, named: "a.label.yml")
      #expect(try recordingLabel(in: text, named: "a.label.yml") == label)
      let more = text + Array("colour: red # mine\n".utf8)
      let other = try labelText(
        RecordingLabel(intent: "tip"), replacing: more, named: "a.label.yml")
      #expect(try recordingLabel(in: other, named: "a.label.yml").intent == "tip")
      #expect(String(decoding: other, as: UTF8.self).hasSuffix("colour: red # mine\n"))
    }
  }

  @Test(
    "an invalid label is refused with its line",
    arguments: [
      "", "intent: half\n", "schema: 2\n", "schema: 1\nintent: [a]\n", "- x\n", "a: &b\n",
    ])
  func noLabel(text: String) {
    #expect(throws: RecordingError.self) {
      try recordingLabel(in: Array(text.utf8), named: "a.label.yml")
    }
  }

  @Test("an anonymous recording keeps its intent, but neither person nor session")
  func anonymous() throws {
    let bytes = try labelled(
      try Self.bundled()[0], with: RecordingLabel(intent: "half", person: "anna", session: "2"),
      named: "a.yml")
    let file = try RecordingFile(in: bytes, named: "a.yml")
    #expect(privateDetails(of: file, in: bytes).contains { $0.found.contains("anna") })
    let label = RecordingLabel(of: file.anonymized.recordings[0])
    #expect(label == RecordingLabel(intent: "half"))
  }
}
