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

  @Test("numbers may have the units of other systems, and are stored without them")
  func units() throws {
    try flickbook("synth", "flick", "-o", "flick.yml")
    func run(_ settings: String...) throws -> String {
      let options = settings.flatMap { ["--set", $0] }
      let result = try flickbook(
        ["replay", "flick.yml", "--scenario", "sheet", "-o", "run", "--force"] + options)
      #expect(result.status == 0, "\(result.errors)")
      return try flickbook.text("run/run.json")
    }
    let plain = try run("spring.response=0.3", "release.flick=400")
    #expect(try run("spring.response=300ms", "release.flick=0.4px/ms") == plain)
    #expect(try run("spring.response=300 ms", "release.flick=400dp/s") == plain)
    let made = try flickbook(
      "case", "new", "flick.yml", "--scenario", "sheet", "--name", "a", "--set",
      "spring=duration:300ms,bounce:0", "--set", "release.flick=0.4px/ms", "--at",
      "0.1:release.flick=500dp/s")
    #expect(made.status == 0, "\(made.errors)")
    let stored = try flickbook.text("Recordings/sheet/a/case.yml")
    for text in [
      "spring.dampingRatio: 1\n", "spring.response: 0.3\n", "release.flick: 400\n",
      "{time: 0.1, release.flick: 500}",
    ] { #expect(stored.contains(text), "\(stored)") }
    expectRefusal(
      try flickbook("replay", "flick.yml", "--scenario", "sheet", "--set", "spring.response=3px"),
      64, "--set: spring.response is '3px', a length; give a number from 0 to 20 s, such as 300ms.")
  }

  @Test("explain prints the heading of a setting once, with each of its meanings")
  func headings() throws {
    let lines = try flickbook("explain", "release.flick").output.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("release.flick, a setting") } == 1)
    #expect(lines.count { $0 == "or, with another release rule:" } > 1)
  }
}
