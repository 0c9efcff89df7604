import Testing

@Suite("The gestures of libinput in an inspection")
struct LibinputInspectionTests {
  let flickbook: Flickbook

  init() throws { flickbook = try Flickbook() }

  @Test(
    "inspect lists the gestures of a touchpad, with the same numbers in the text and in the JSON")
  func touchpad() throws {
    try flickbook("synth", "flick", "--touchpad", "-o", "pad.yml")
    for version in ["1.22", "1.28"] {
      let line = try #require(
        try flickbook("inspect", "pad.yml", "--json", "--libinput-version", version).json().first)
      let libinput = try #require(line["libinput"] as? [String: Any])
      #expect(libinput["version"] as? String == version)
      #expect(libinput["refused"] as? Bool == false)
      let gestures = try #require(libinput["gestures"] as? [[String: Any]])
      let scroll = try #require(gestures.first { $0["kind"] as? String == "scroll" })
      #expect(scroll["fingers"] as? Int == 2)
      let y = try #require(scroll["unacceleratedY"] as? Double)
      let text = try flickbook("inspect", "pad.yml", "--libinput-version", version).output
      #expect(text.contains("libinput \(version) sends these gestures:"))
      #expect(text.contains("scroll by 2 fingers, "))
      #expect(text.contains("\(Int(y.magnitude.rounded())) units \(y < 0 ? "up" : "down")"))
    }
  }

  @Test("inspect lists no gestures of libinput for a touchscreen")
  func touchscreen() throws {
    try flickbook("synth", "flick", "-o", "flick.yml")
    let line = try #require(try flickbook("inspect", "flick.yml", "--json").json().first)
    #expect(line["libinput"] is [String: Any] == false)
    #expect(try !flickbook("inspect", "flick.yml").output.contains("libinput 1."))
  }
}
