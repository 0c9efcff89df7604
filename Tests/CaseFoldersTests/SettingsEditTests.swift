import Foundation
import Testing
import YAMLNodes

@testable import CaseFolders

@Suite("Settings edit")
struct SettingsEditTests {
  /// A form of settings text, and why it is tested.
  struct Form: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: String
    /// The parts of the text that must not change.
    var kept: [String]

    init(_ why: String, _ text: String, keeps kept: String...) {
      testDescription = why
      self.text = text
      self.kept = kept
    }
  }

  static let forms = [
    Form("on one line", "{scenario: sheet, hz: 60, set: {start: half}, accepted: [a]}"),
    Form("JSON on one line", #"{"scenario": "sheet", "hz": 60}"#),
    Form("JSON over several lines", "{\n  \"scenario\": \"sheet\",\n  \"hz\": 60\n}\n"),
    Form(
      "JSON with a list", "{\n  \"accepted\": [\n    \"a\"\n  ],\n  \"scenario\": \"sheet\"\n}\n"),
    Form("a comment after braces", "{scenario: sheet} # not } here\n"),
    Form("a comma at the end", "{scenario: sheet,}"),
    Form("only carriage returns", "scenario: sheet\rhz: 60\r", keeps: "scenario: sheet\rhz: 60\r"),
    Form(
      "both kinds of line break", "accepted:\r\n- a\r\nscenario: sheet\r\n",
      keeps: "- \"a\"\r\n  - \"why\"\r\n"),
    Form(
      "a line separator in a reason", "accepted:\n  - \"a\u{2028}b\"\nscenario: sheet\nhz: 60\n",
      keeps: "  - \"why\"\nscenario"),
    Form("a next line in a reason", "accepted: [\"a\u{85}b\"]\nscenario: sheet\n"),
    Form("a line separator in a comment", "scenario: sheet # a\u{2028}hz: 60\n", keeps: "\u{2028}"),
    Form("a byte order mark", "\u{feff}scenario: sheet\nhz: 60\n", keeps: "\u{feff}scenario"),
    Form("a byte order mark before braces", "\u{feff}{scenario: sheet}"),
    Form("a document with markers", "---\nscenario: sheet\n...\n", keeps: "---\n"),
    Form("an indented mapping", "  scenario: sheet\n  hz: 60\n", keeps: "  scenario: sheet\n"),
    Form("a long text without an end", "accepted:\n  - |\n    long\n    text\nscenario: sheet"),
    Form("a text with trailing blank lines", "scenario: sheet\naccepted:\n  - |+\n    a\n\n\n"),
    Form("a text at the end", "scenario: sheet\nset:\n  start: |-\n    half"),
    Form("a reason that is a number", "accepted: [1, 2.50]\nscenario: sheet\n"),
    Form("a reason that is a mapping", "accepted: {by: me}\nscenario: sheet\n"),
    Form("a reason with a colon", "accepted:\n  - second: no, really\nscenario: sheet\n"),
    Form("a reason over two lines", "accepted:\n  - one\n    two\nscenario: sheet\n"),
    Form("an empty reason", "accepted: ~\nscenario: sheet\n"),
    Form("an empty list with a comment", "accepted: [] # none\nscenario: sheet\n"),
    Form("a quoted key", "\"accepted\": []\nscenario: sheet\n"),
    Form("a reason with an odd first character", "accepted:\n  \u{fffd} - a\tb\nscenario: sheet\n"),
    Form("a reason that begins like a document", "accepted: ---x\nscenario: sheet\n"),
    Form(
      "reasons that are dates and numbers",
      "accepted: [2001-12-14 21:59:43.10 -5, -.inf, +1e3, .5]\nscenario: sheet\n"),
    Form("a reason with an empty key", "accepted:\n  ?\n  : x\nscenario: sheet\n"),
    Form("explicit keys", "? accepted\n: - a\n? scenario\n: sheet\n"),
    Form(
      "a list beside its key", "scenario: sheet\nat: [{time: 1, settle: half}]\n", keeps: "at: ["),
    Form("a list in a list", "accepted:\n  - - a\n    - b\nscenario: sheet\n"),
    Form(
      "a comment below the list", "accepted:\n- a\n# about it\nscenario: sheet\n",
      keeps: "# about it"),
    Form("a reason that begins like a negative number", "accepted:\n  -1\"a, b\"\nhz: 60\n"),
    Form("settings that begin like list items", "hz: 60\nset:\n -set:\n -start: \"half\"\n"),
    Form("letters of other languages", "# größe 🎉\nscenario: sheet\n", keeps: "# größe 🎉\n"),
  ]

  @Test(
    "a reason is added after the last two reasons, and the rest of the text does not change",
    arguments: forms)
  func added(form: Form) throws {
    let after = try edited(form.text, "why")
    for part in form.kept { #expect(after.contains(part), "\(part) is not in:\n\(after)") }
    try expectSame(form.text, after, "why")
    // A second reason is added below the first.
    try expectSame(after, try edited(after, "\u{2028}\"odd\"\n"), "\u{2028}\"odd\"\n")
  }

  @Test("bytes in comments that are not UTF-8 are kept")
  func bytes() throws {
    let text = Array("scenario: sheet # gr".utf8) + [0xfc] + Array("n\n".utf8)
    let after = try addingReason("why", to: text, path: "case.yml")
    #expect(after.starts(with: text))
  }

  @Test("an edit after which the settings would be too large to read is refused")
  func large() {
    let error = #expect(throws: FileError.self) {
      _ = try edited("scenario: sheet\n", String(repeating: "x", count: 65_536))
    }
    #expect(error?.description.contains("65536") == true)
  }

  @Test("a thousand random texts keep the values of all settings")
  func thousand() throws {
    var random = TextMaker(seed: 1)
    var inPlace = 0
    for index in 0..<1_000 {
      let text = random.settings()
      // A text that is refused here is also refused by `flickbook test`, so it is not edited.
      guard (try? requestMapping(in: text, path: "")) != nil else { continue }
      let after = try edited(text, "why")
      try expectSame(text, after, "why", "text \(index)")
      inPlace += 1
    }
    #expect(inPlace > 900, "only \(inPlace) of the texts can be read")
  }

  private func edited(_ text: String, _ reason: String) throws -> String {
    String(
      decoding: try addingReason(reason, to: Array(text.utf8), path: "case.yml"), as: UTF8.self)
  }

  /// Expects that `after` has the values of `before`, and the new reason last.
  private func expectSame(
    _ before: String, _ after: String, _ reason: String, _ which: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let old = try #require(try requestMapping(in: before, path: ""))
    let new = try #require(try requestMapping(in: after, path: ""))
    let message: Comment = "\(which)\n\(before)\n->\n\(after)"
    let pairs = (old.filter(isSetting), new.filter(isSetting))
    #expect(pairs.0.map(\.key) == pairs.1.map(\.key), message, sourceLocation: sourceLocation)
    #expect(pairs.0.map(\.value) == pairs.1.map(\.value), message, sourceLocation: sourceLocation)
    let reasons = Array(try #require(new["accepted"]?.sequence))
    #expect(reasons.last?.string == reason, message, sourceLocation: sourceLocation)
    if let earlier = old["accepted"]?.sequence {
      #expect(
        Array(earlier.suffix(2)) == reasons.dropLast(), message, sourceLocation: sourceLocation)
    }
  }

  private func isSetting(_ pair: (key: Node, value: Node)) -> Bool { pair.key.string != "accepted" }
}

/// Generates settings texts in many forms of YAML.
private struct TextMaker {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func below(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }

  private mutating func one(of choices: [String]) -> String { choices[below(choices.count)] }

  mutating func settings() -> String {
    var pairs = [("scenario", one(of: ["sheet", "pip"]))]
    if below(2) == 0 { pairs.append(("hz", one(of: ["60", "120.0", "1e2", "'90'"]))) }
    if below(2) == 0 { pairs.append(("tolerance", one(of: ["0", ".5", "\"1\""]))) }
    if below(3) == 0 { pairs.append(("screen", "390x844")) }
    let hasSet = below(2) == 0
    let reasons = (0..<below(4)).map { _ in
      one(of: [
        "first", "'it''s'", "\"a\\nb\"", "\"x\u{2028}y\"", "no", "12", "\"# no comment\"", "a # b",
        "\"}]\"", "größer", "'a: b'", "\"\\u2028\"",
      ])
    }
    return below(2) == 0 ? flow(pairs, hasSet, reasons) : block(pairs, hasSet, reasons)
  }

  private mutating func flow(
    _ pairs: [(String, String)], _ hasSet: Bool, _ reasons: [String]
  ) -> String {
    let isJSON = below(2) == 0
    let quote = isJSON ? "\"" : one(of: ["", "'"])
    func key(_ name: String) -> String { quote + name + quote }
    func plain(_ text: String) -> String {
      isJSON && !text.hasPrefix("\"") ? "\"\(text.filter { $0 != "'" })\"" : text
    }
    var items = pairs.map { "\(key($0.0)): \(plain($0.1))" }
    if hasSet { items.append("\(key("set")): {\(key("start")): \(plain("half"))}") }
    if below(2) == 0 {
      let list = reasons.map { plain($0.replacing(" # ", with: " ")) }.joined(separator: ", ")
      items.insert("\(key("accepted")): [\(list)]", at: below(items.count + 1))
    }
    let lineEnd = one(of: ["\n", "\r\n", "\r"])
    let space = one(of: [" ", lineEnd + "  ", lineEnd + "\t"])
    let last = one(of: ["", lineEnd, " # }" + lineEnd])
    let start = one(of: ["", "\u{feff}", "---" + lineEnd, "# {" + lineEnd])
    return start + "{" + items.joined(separator: "," + space) + one(of: ["", space]) + "}" + last
  }

  private mutating func block(
    _ pairs: [(String, String)], _ hasSet: Bool, _ reasons: [String]
  ) -> String {
    let lineEnd = one(of: ["\n", "\n", "\r\n", "\r", "\u{2028}"])
    let indentation = one(of: ["", "", "  "])
    var parts = pairs.map { "\(indentation)\($0.0): \($0.1)\(one(of: ["", " # why", "  "]))" }
    if hasSet {
      parts.append(
        "\(indentation)set:" + one(of: [" {start: half}", "\(lineEnd)\(indentation)  start: half"]))
    }
    if below(3) > 0 {
      let item = "\(lineEnd)\(indentation)\(one(of: ["- ", "  - ", "    -   "]))"
      let list =
        reasons.isEmpty
        ? one(of: ["", " []", " ~", " {}", " once"])
        : below(3) == 0
          ? " [\(reasons.map { $0.replacing(" # ", with: " ") }.joined(separator: ", "))]"
          : reasons.map { item + $0 }.joined(separator: one(of: ["", lineEnd + "# between"]))
      parts.insert("\(indentation)accepted:\(list)", at: below(parts.count + 1))
    }
    if below(6) == 0 {
      parts.append("\(indentation)estimator: |\(lineEnd)\(indentation)  lsq2")
    }
    let between = one(of: [lineEnd, lineEnd, lineEnd + lineEnd, "\(lineEnd)# about{\(lineEnd)"])
    let start = one(of: ["", "", "\u{feff}", "---\(lineEnd)", "# [\(lineEnd)"])
    let end = one(of: ["", lineEnd, lineEnd + "# end" + lineEnd, "\(lineEnd)...\(lineEnd)"])
    return start + parts.joined(separator: between) + end
  }
}
