import Testing

/// The messages after mistakes that newcomers make.
@Suite("First mistakes") struct NewcomerTests {
  let flickbook: Flickbook

  init() throws { flickbook = try Flickbook() }

  @Test("in a folder without Recordings, `test` explains how to create a case")
  func emptyFolder() throws {
    expectRefusal(try flickbook("test"), 66, "no such folder here", "flickbook case new RECORDING")
  }

  @Test("a case that is created from standard input needs a name")
  func unnamedCase() throws {
    try flickbook("synth", "flick", "-o", "flick.yml")
    expectRefusal(
      try flickbook.shell("flickbook case new - --scenario sheet < flick.yml"), 64, "--name")
    #expect(!flickbook.exists("Recordings"))
    let named = try flickbook.shell(
      "flickbook case new - --name one --scenario sheet < flick.yml")
    #expect(named.status == 0 && flickbook.exists("Recordings/sheet/one/recording.yml"))
  }

  @Test("a time in milliseconds is refused, and the message has the expected unit")
  func milliseconds() throws {
    try flickbook("synth", "flick", "-o", "flick.yml")
    for value in ["300ms", "300 ms"] {
      expectRefusal(
        try flickbook(
          "replay", "flick.yml", "--scenario", "sheet", "--set", "spring.response=\(value)"), 64,
        "its unit is seconds")
    }
    let other = try flickbook(
      "replay", "flick.yml", "--scenario", "sheet", "--set", "spring.response=ms")
    #expect(other.status == 64)
  }

  @Test("explain prints the heading of a setting once, with each of its meanings")
  func headings() throws {
    let lines = try flickbook("explain", "release.flick").output.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("release.flick, a setting") } == 1)
    #expect(lines.count { $0 == "or, with another release rule:" } > 1)
  }
}
