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

  /// Three fingers that rest, or not, and pinch.
  private static func pinch(afterHold hasHold: Bool) -> String {
    let hold = [
      " event4   GESTURE_HOLD_BEGIN         +0.900s\t3",
      " event4   GESTURE_HOLD_END           +0.995s\t3 cancelled",
    ]
    let lines =
      ["-event4   DEVICE_ADDED   Example Touchpad   seat0 default group2  cap:pg  size 97x53mm"]
      + (hasHold ? hold : [])
      + [
        " event4   GESTURE_PINCH_BEGIN        +0.995s\t3",
        " event4   GESTURE_PINCH_UPDATE       +1.003s\t3  0.00/ 0.00 ( 0.00/ 0.00 unaccelerated) 1.10 @ 0.00",
        " event4   GESTURE_PINCH_END          +1.011s\t3", "",
      ]
    return lines.joined(separator: "\n")
  }

  @Test("a replay and an inspection without pans list the gestures of libinput as the reason")
  func onlyPinch() throws {
    try flickbook.write(Self.pinch(afterHold: true), to: "held.txt")
    try flickbook.write(Self.pinch(afterHold: false), to: "pinch.txt")
    let reason = "libinput recognizes no pan by 3 fingers, but 1 pinch and 1 hold"
    let options = ["--scenario", "swipe", "--preset", "gnome-shell"]
    let held = try flickbook(["replay", "held.txt", "--no-picture"] + options)
    #expect(held.status == 0 && held.output.contains(reason), "\(held)")
    let inspected = try flickbook("inspect", "held.txt", "--touchpad-fingers", "3")
    #expect(inspected.status == 0 && inspected.output.contains(reason), "\(inspected)")
    expectRefusal(try flickbook("velocity", "held.txt", "--touchpad-fingers", "3"), 65, reason)
    let bare = try flickbook(["replay", "pinch.txt"] + options)
    expectRefusal(bare, 65, "no pan by 3 fingers, but 1 pinch;")
    // Without contacts, no other recognizer can be used.
    for text in [held.output, bare.errors] { #expect(!text.contains("recognizer"), "\(text)") }
    let swipe = try flickbook(["replay", "pasted.txt", "--no-picture"] + options)
    #expect(!swipe.output.contains("recognizes no pan"), "\(swipe)")
  }

  @Test("the reason for a recording with contacts names the recognizer that reads them")
  func contacts() throws {
    // Two rows that change their distance are a pinch.
    var table = """
      # flickbook touches
      # name: Pad
      # properties: 0
      # x: 0 1000 10
      # y: 0 600 10
      microseconds,contact,phase,x,y

      """
    for step in 0...30 {
      let phase = step == 0 ? "began" : step == 30 ? "ended" : "moved"
      for contact in [1, 2] {
        let x = contact == 1 ? 400 - step * 8 : 600 + step * 8
        table += "\(step * 10_000),\(contact),\(phase),\(x),300\n"
      }
    }
    try flickbook.write(table, to: "pinch.csv")
    let result = try flickbook("replay", "pinch.csv", "--scenario", "swipe", "--no-picture")
    #expect((result.output + result.errors).contains("1 pinch"), "\(result)")
    #expect((result.output + result.errors).contains("'recognizer' to 'immediate'"), "\(result)")
  }
}
