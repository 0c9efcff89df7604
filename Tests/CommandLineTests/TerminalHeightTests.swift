import Foundation
import Testing

/// Output in a terminal of 80 × 24, which a Python program reads.
@Suite("Height of a terminal", .enabled(if: PseudoTerminal.hasPython, "needs python3"))
struct TerminalHeightTests {
  /// Prints what a command shows in a terminal, and types `answers` when the command has written the word before each.
  static let program = """
    import fcntl, json, os, pty, struct, sys, termios
    steps = json.loads(sys.argv[1])
    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.execvp(sys.argv[2], sys.argv[2:])
    \(PseudoTerminal.reader)
    for words, keys in steps:
        while words.encode() not in output:
            if not more():
                sys.exit("never came: " + words + " in " + repr(output))
        os.write(terminal, keys.encode())
    while more():
        pass
    os.waitpid(child, 0)
    sys.stdout.buffer.write(output)
    """

  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    try flickbook.write(Self.program, to: "terminal.py")
    try flickbook("synth", "flick", "--case", "sheet/flick", "--intent", "half")
  }

  /// The rows that a terminal of 80 columns shows, oldest first, without a row for the prompt.
  private func rows(
    _ arguments: String, _ steps: [[String]] = [], environment: [String: String] = [:]
  ) throws -> [String] {
    let script = String(decoding: try JSONEncoder().encode(steps), as: UTF8.self)
    try flickbook.write(script, to: "steps.json")
    let result = try flickbook.shell(
      """
      exec python3 terminal.py "$(cat steps.json)" "$(command -v flickbook)" \(arguments)
      """, environment: ["TERM": "xterm"].merging(environment) { $1 })
    #expect(result.status == 0, "\(result.errors)")
    var lines = result.output.replacingOccurrences(of: "\r", with: "")
      .replacing(/\u{1b}\[[0-9;?]*[A-Za-z]/, with: "").components(separatedBy: "\n")
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.flatMap { line in
      line.isEmpty
        ? [""]
        : stride(from: 0, to: line.count, by: 80).map { String(line.dropFirst($0).prefix(80)) }
    }
  }

  @Test(
    "the verdict is on the screen when a command with a picture has ended",
    arguments: [
      ("replay Recordings/sheet/flick", "settled at half"),
      ("replay Recordings/sheet/flick -o run", "settled at half"),
      ("replay Recordings/sheet/flick --scenario pip", "settled at"),
      ("motion spring duration=0.5 bounce=0", "settleTime"),
      ("motion ease-in-out", "half of the distance"),
      ("motion exponential", "is at rest"),
      ("rule compare wave vaul", "have different targets"),
    ])
  func verdict(arguments: String, verdict: String) throws {
    let rows = try rows(arguments)
    // The last row of the terminal is for the prompt.
    #expect(rows.suffix(23).contains { $0.contains(verdict) }, "\(rows.joined(separator: "\n"))")
    #expect(rows.count > 12, "there is a picture")
  }

  @Test("the description of a changed case is on the screen when a test has ended")
  func changedCase() throws {
    try flickbook("accept", "Recordings/sheet/flick", "--because", "first")
    try flickbook.write("set:\n  spring.response: 0.5\n", to: "slow.yml")
    let shown = try rows("test --config slow.yml").suffix(23)
    for words in ["✘ sheet/flick: ", "why:        spring.", "now   · expected", "1 case: "] {
      #expect(shown.contains { $0.contains(words) }, "no '\(words)' in\n\(shown)")
    }
    // Without a terminal, the frames are printed, too, in at most 80 columns.
    let text = try flickbook("test", "--config", "slow.yml").output
    let table = text.split(separator: "\n").filter { $0.contains("settling") }
    #expect(!table.isEmpty && table.allSatisfy { $0.count <= 80 }, "\(table)")
  }

  @Test("a picture keeps its full height if the terminal or the output has room for it")
  func fullHeight() throws {
    func height(_ lines: [String]) -> Int { lines.filter { $0.contains("│") }.count }
    let text = try flickbook("replay", "Recordings/sheet/flick").output
    #expect(height(text.components(separatedBy: "\n")) == 16)
    #expect(height(try rows("replay Recordings/sheet/flick")) < 16)
  }

  @Test("a review breaks lines only at spaces")
  func review() throws {
    try flickbook("accept", "Recordings/sheet/flick", "--because", "first")
    try flickbook.write(
      "scenario: sheet\nset: {spring.response: 0.5, spring.dampingRatio: 0.9, release.flick: 700}\n",
      to: "Recordings/sheet/flick/case.yml")
    let shown = try rows("review", [["q quits:", "q\n"]])
    let question = try #require(shown.firstIndex { $0.contains("a accepts") })
    #expect(shown[question].count < 80)
    #expect(shown[question + 1].contains("cases, q quits:"))
    for row in shown { #expect(row.count < 80 || row.contains("│") || row.contains("┴"), "\(row)") }
  }

  @Test("NO_COLOR turns off colours in a terminal")
  func colors() throws {
    func hasColors(_ environment: [String: String]) throws -> Bool {
      try flickbook.shell(
        """
        exec python3 terminal.py [] "$(command -v flickbook)" replay Recordings/sheet/flick
        """, environment: ["TERM": "xterm"].merging(environment) { $1 }
      ).output.contains("\u{1b}[0;1;94m")
    }
    #expect(try hasColors([:]))
    #expect(try !hasColors(["NO_COLOR": "1"]))
  }
}
