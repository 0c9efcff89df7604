import Testing

/// The output of `libinput debug-events`, which has gestures and no contacts.
@Suite("Pasted gestures")
struct PastedGesturesTests {
  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    try flickbook.write(Self.text, to: "pasted.txt")
  }

  /// A swipe of three fingers to the left by 300 units in 0.24 s, between the lines of other devices.
  static let text: String = {
    var lines = [
      "-event2   DEVICE_ADDED            Power Button              seat0 default group1  cap:k",
      "-event4   DEVICE_ADDED            Example Touchpad          seat0 default group2  cap:pg  size 97x53mm tap(dl off)",
      "-event4   GESTURE_SWIPE_BEGIN        +1.000s\t3",
    ]
    for index in 1...30 {
      let milliseconds = index * 8
      let number = index > 1 ? String("  \(index)".suffix(3)) : "   "
      lines.append(
        " event4   GESTURE_SWIPE_UPDATE   \(number) +1.\(String("\(1000 + milliseconds)".dropFirst()))s"
          + "\t3 -9.00/ 0.00 (-10.00/ 0.00 unaccelerated)")
    }
    return (lines + [" event4   GESTURE_SWIPE_END          +1.248s\t3", ""]).joined(separator: "\n")
  }()

  private func digest(_ file: String) throws -> String {
    let result = try flickbook(
      "replay", file, "--scenario", "swipe", "--preset", "gnome-shell", "--json")
    #expect(result.status == 0, "\(result)")
    return try #require(try result.json().first?["framesSHA256"] as? String)
  }

  @Test("a pasted swipe, its copies and a case of it have the same frames")
  func replay() throws {
    #expect(try flickbook("convert", "pasted.txt", "native.yml").status == 0)
    #expect(try flickbook("convert", "pasted.txt", "anonymous.yml", "--anonymous").status == 0)
    #expect(try flickbook("trim", "pasted.txt", "part.yml", "--from", "0", "--to", "1").status == 0)
    let pasted = try digest("pasted.txt")
    for copy in ["native.yml", "anonymous.yml", "part.yml"] { #expect(try digest(copy) == pasted) }
  }

  @Test("an inspection says that contacts are unknown")
  func inspect() throws {
    let result = try flickbook("inspect", "pasted.txt", "--json")
    let report = try #require(try result.json().first)
    #expect(
      report["format"] as? String == "debug-events" && report["kind"] as? String == "touchpad")
    #expect(report["events"] as? Int == 32)
    let findings = try #require(report["findings"] as? [[String: Any]])
    #expect(findings.compactMap { $0["finding"] as? String }.first == "no-contacts")
  }

  @Test("commands that need no contacts accept the recording, and others refuse it with the reason")
  func commands() throws {
    let accepted = [
      ["velocity", "pasted.txt", "--touchpad-fingers", "3"],
      ["why", "pasted.txt", "--intent", "1", "--scenario", "swipe", "--preset", "gnome-shell"],
      ["view", "pasted.txt", "--scenario", "swipe", "--preset", "gnome-shell", "-o", "page.html"],
      ["convert", "pasted.txt", "pans.jsonl", "--to", "touches"],
    ]
    for words in accepted {
      let result = try flickbook(words)
      #expect(result.status == 0, "\(words) \(result)")
    }
    let refused = [
      ["convert", "pasted.txt", "a.events"], ["convert", "pasted.txt", "a.csv"],
      ["convert", "pasted.txt", "a.sh", "--to", "uinput"], ["split", "pasted.txt", "-o", "parts"],
      [
        "replay", "pasted.txt", "--scenario", "swipe", "--preset", "gnome-shell", "--recognizer",
        "immediate",
      ],
    ]
    for words in refused {
      let result = try flickbook(words)
      #expect(result.status == 65, "\(words) \(result)")
      #expect(result.errors.contains("no contacts"), "\(words) \(result)")
    }
  }
}
