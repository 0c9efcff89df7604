import Foundation
import Testing

@Suite("Hostile text in files")
struct HostileTextTests {
  /// Text that would inject lines, commands and terminal control sequences into outputs.
  static let hostile =
    "x\nok 2 - injected\r\nnot ok 3 - injected\n::error::injected\n::stop-commands::x\n"
    + "\u{1b}[2J\u{7}\u{7f}\u{85}\u{9b}31m\u{202e}\u{2066}\u{200f}\u{2028}\u{2029}"
    + "#\u{301} TODO ,\u{301}:\u{301}|\u{301}`![i](http:i)<b> %0A::error::injected"

  let flickbook: Flickbook
  /// The case with a hostile folder name and hostile fields.
  private let folder = "Recordings/sheet/a\(hostile.replacing("/", with: "-"))"

  init() throws {
    flickbook = try Flickbook()
    for name in ["plain", "fails", "named"] {
      try flickbook("synth", "flick", "--case", "sheet/\(name)", "--intent", "half")
    }
    try flickbook("accept", "Recordings", "--all", "--because", "new")
    let quoted = Self.hostile.unicodeScalars.map { scalar in
      // This escape is the same in YAML and JSON.
      "\\u" + String(scalar.value + 0x1_0000, radix: 16).dropFirst()
    }.joined()
    let text = try flickbook.text("Recordings/sheet/plain/recording.yml")
    try flickbook.write(
      text.replacing(/name: "[^"]*"/, with: "name: \"\(quoted)\"")
        .replacing(/source: "[^"]*"/, with: "source: \"\(quoted)\"")
        .replacing(/intent: "[^"]*"/, with: "intent: \"\(quoted)\"\n  person: \"\(quoted)\"")
        .replacing(/note: "[^"]*"/, with: "note: \"\(quoted)\""),
      to: "Recordings/sheet/plain/recording.yml")
    try flickbook.write(
      "scenario: sheet\nfails: \"\(quoted)\"\nset:\n  spring.response: 0.7\n",
      to: "Recordings/sheet/fails/case.yml")
    for file in ["events.jsonl", "run.json"] {
      let path = "Recordings/sheet/named/expected/\(file)"
      let words = try flickbook.text(path).replacing("\"half\"", with: "\"\(quoted)\"")
        .replacing("projected", with: quoted).replacing("sheet", with: quoted)
      try flickbook.write(words, to: path)
    }
    try FileManager.default.moveItem(
      at: flickbook.folder.appending(path: "Recordings/sheet/plain"),
      to: flickbook.folder.appending(path: folder))
    try flickbook.write(
      "scenario: sheet\nset:\n  spring.response: 0.7\n", to: "\(folder)/case.yml")
    // There are a folder that is not a case, a case with an unknown setting, and a case without a
    // recording.
    try flickbook.write(
      text, to: "Recordings/sheet/lost\(Self.hostile.replacing("/", with: "-"))/recording.yml")
    try flickbook.write(
      "scenario: sheet\nset:\n  \"\(quoted)\": 1\n", to: "Recordings/sheet/setting/case.yml")
    try flickbook.write(text, to: "Recordings/sheet/setting/recording.yml")
    try flickbook.write("scenario: \"\(quoted)\"\n", to: "Recordings/sheet/scenario/case.yml")
    try flickbook.write(text, to: "Recordings/sheet/scenario/recording.yml")
  }

  /// Whether no output may contain the character unescaped.
  private func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: scalar != "\n"
    default: false
    }
  }

  private func expectHarmless(_ text: String, _ what: String) {
    let forbidden = Set(text.unicodeScalars.filter(isForbidden).map(\.value))
    #expect(forbidden.isEmpty, "\(what): \(forbidden)")
    for line in text.split(separator: "\n") {
      let start = line.drop { $0 == " " }
      for injected in ["ok 2 - injected", "not ok 3 - injected", "::error::", "::stop-commands::x"]
      {
        #expect(!start.hasPrefix(injected), "\(what): \(line)")
      }
    }
  }

  @Test(
    "text from a file adds no lines or control characters to any output",
    arguments: [
      "test", "test --all --margins", "test --tap", "test --json", "test --hz 30 --github",
      "test --fail-fast", "test --config set.yml", "case list", "case list --json",
      "corpus list Recordings", "corpus check Recordings --scenario sheet",
      "corpus check Recordings --scenario sheet --json", "corpus split Recordings --by person",
      "inspect Recordings/sheet/a*", "inspect --privacy Recordings/sheet/a*",
      "inspect --json Recordings/sheet/a*", "replay Recordings/sheet/a*",
      "replay --json Recordings/sheet/a*", "replay Recordings/sheet/a* -o $'run\\n::error::x'",
      "accept --all --because x", "case coverage",
      "diff Recordings/sheet/named/expected run",
      "why Recordings/sheet/a* --intent full", "velocity Recordings/sheet/a*",
      "split Recordings/sheet/a* -o $'parts\\n::error::x'", "case minimize Recordings/sheet/a*",
      "plot Recordings/sheet/a* -o $'run\\n::error::x.svg'",
    ])
  func harmless(_ arguments: String) throws {
    try flickbook.write("set:\n  spring.response: 0.6\n", to: "set.yml")
    if arguments.hasPrefix("diff") {
      try flickbook.shell("flickbook replay Recordings/sheet/fails -o run")
    }
    let result = try flickbook.shell("flickbook \(arguments)")
    #expect(result.status != 64, "\(result)")
    expectHarmless(result.output, "output")
    expectHarmless(result.errors, "errors")
  }

  @Test("JUnit's XML, the report and the summary contain no control characters from a file")
  func files() throws {
    let result = try flickbook.shell(
      "GITHUB_STEP_SUMMARY=s.md flickbook test --github --junit r.xml --report r.html")
    #expect(result.status == 1)
    for name in ["s.md", "r.xml"] {
      let text = try flickbook.text(name)
      expectHarmless(text, name)
      #expect(!text.contains("<b>"), "\(name)")
    }
    #expect(try !flickbook.text("s.md").contains("]("))
    let page = try flickbook.text("r.html")
    #expect(!page.unicodeScalars.contains { isForbidden($0) && $0 != "\u{200f}" && $0 != "\t" })
  }

  @Test("TAP has one line for each case, whatever its name and reason")
  func tap() throws {
    let lines = try flickbook("test", "--tap").output.split(separator: "\n")
    let plan = try #require(lines.dropFirst().first { $0.hasPrefix("1..") })
    let tests = lines.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
    #expect("1..\(tests.count)" == plan)
    #expect(lines.dropFirst(2).allSatisfy { $0.hasPrefix("# ") || tests.contains($0) })
    for line in tests {
      let hashes = line.unicodeScalars.indices.filter { line.unicodeScalars[$0] == "#" }
      let open = hashes.filter {
        line.unicodeScalars[line.unicodeScalars.index(before: $0)] != "\\"
      }
      #expect(open.count == (line.contains(" # TODO ") ? 1 : 0), "\(line)")
    }
  }

  @Test("with --github, a stop command with a random token encloses all output but the annotations")
  func stopped() throws {
    var tokens: Set<String> = []
    for arguments in [["test", "--github"], ["test", "--github", "nowhere"]] {
      let lines = try flickbook(arguments).output.split(separator: "\n").map(String.init)
      let token = try #require(lines.first?.wholeMatch(of: /::stop-commands::([0-9a-f]{16,})/)?.1)
      let end = try #require(lines.lastIndex(of: "::\(token)::"))
      #expect(
        lines[(end + 1)...].allSatisfy {
          $0.hasPrefix("::error file=") || $0.hasPrefix("::warning file=")
        })
      #expect(!lines[1..<end].contains { $0.hasPrefix("::error file=") })
      tokens.insert(String(token))
    }
    #expect(tokens.count == 2)
  }
}
