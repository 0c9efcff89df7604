import Foundation
import Testing

/// Playback in a terminal of 80 × 40 that a Python program controls.
@Suite("Watching")
struct WatchTests {
  static let hasPython = (try? Flickbook().shell("python3 -c 'import pty'").status) == 0

  /// Python that defines `more()`, which appends the next part of what the file `terminal` shows to `output`.
  ///
  /// `more()` is false at the end of the output.
  static let reader = """
    output = b""
    def more():
        global output
        try:
            part = os.read(terminal, 65536)
        except OSError:
            part = b""
        output += part
        return len(part) > 0
    """

  /// Waits for words, presses keys, and prints the output and whether the terminal was restored.
  ///
  /// The script has no timeouts: it waits for each word until the output ends.
  static let program = """
    import fcntl, json, os, pty, signal, struct, sys, termios
    steps = json.loads(sys.argv[1])
    command = sys.argv[2:]
    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
        before = termios.tcgetattr(0)
        # Ctrl-C reaches this process too. A handler keeps it waiting, and the command starts without the handler.
        signal.signal(signal.SIGINT, lambda *_: None)
        status = os.spawnvp(os.P_WAIT, command[0], command)
        same = termios.tcgetattr(0) == before
        print("ENDED", status, "SAME" if same else "CHANGED", flush=True)
        os._exit(0)
    \(reader)
    for words, keys in steps:
        start = len(output)
        while words.encode() not in output[start:]:
            if not more():
                sys.exit("never came: " + words + " in " + repr(output[start:]))
        os.write(terminal, keys.encode())
    while more():
        pass
    os.waitpid(child, 0)
    sys.stdout.buffer.write(output)
    """

  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    try flickbook("synth", "flick", "-o", "flick.yml")
    try flickbook.write(Self.program, to: "watch.py")
  }

  private func watch(_ arguments: String, _ steps: [[String]] = []) throws -> String {
    let script = String(decoding: try JSONEncoder().encode(steps), as: UTF8.self)
    try flickbook.write(script, to: "steps.json")
    let result = try flickbook.shell(
      """
      exec python3 watch.py "$(cat steps.json)" "$(command -v flickbook)" \\
        replay flick.yml --scenario sheet --watch \(arguments)
      """, environment: ["TERM": "xterm"])
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  @Test("a run is played to its end and then reported", .enabled(if: hasPython, "needs python3"))
  func plays() throws {
    let said = try watch("--speed 100")
    #expect(said.contains("pressed, 0 pt/s"))
    #expect(said.contains("settled at half"))
    #expect(said.contains("ENDED 0 SAME"))
    // The cursor is visible again before the report begins.
    let shown = try #require(said.range(of: "\u{1b}[?25h"))
    #expect(said.range(of: "\u{1b}[?25l") != nil)
    #expect(said[shown.upperBound...].contains("settled at half"))
  }

  @Test("keys pause, step and end the playback", .enabled(if: hasPython, "needs python3"))
  func keys() throws {
    let said = try watch(
      "--speed 0.01",
      [
        ["pt/s", " "], ["paused at frame 0", "\u{1b}[C"], ["paused at frame 1", "."],
        ["paused at frame 2", "\u{1b}[D"], ["paused at frame 1", "0"], ["paused at frame 0", "q"],
      ])
    #expect(said.contains("settled at half"), "the report comes all the same")
    #expect(said.contains("ENDED 0 SAME"))
  }

  @Test(
    "Ctrl-C ends playback and restores the terminal", .enabled(if: hasPython, "needs python3"),
    arguments: ["--speed 0.01", "--speed 0.01 -o run"])
  func interrupted(arguments: String) throws {
    let said = try watch(arguments, [["pt/s", "\u{3}"]])
    #expect(said.contains("ENDED 130 SAME"), "\(said.suffix(200))")
    #expect(said.contains("\u{1b}[?25h"))
    #expect(!said.contains("settled at half"))
    // The requested output is written before playback.
    #expect(flickbook.exists("run/frames.jsonl") == arguments.contains("-o"))
  }

  @Test("playback is refused without a terminal, and with incompatible options")
  func refusals() throws {
    for (arguments, found) in [
      ("--watch", "not a terminal"), ("--speed 2", "--watch"), ("--watch --speed 0", "0.01 to 100"),
      ("--watch --speed nan", "nan"), ("--watch --json", "--json"),
      ("--watch --live auto", "--live"),
    ] {
      let file = arguments.contains("--live") ? "" : "flick.yml"
      expectRefusal(
        try flickbook.shell("flickbook replay \(file) --scenario sheet \(arguments)"), 64, found)
    }
  }
}
