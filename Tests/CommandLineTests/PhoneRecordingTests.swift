import Foundation
import Testing

@Suite("Recording a phone")
struct PhoneRecordingTests {
  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    // This script stands in for adb: it prints the output for a phone, then writes its process id
    // and waits.
    try flickbook.write(
      """
      #!/bin/sh
      echo "$*" >> asked
      case "$*" in
        devices) cat devices.txt ;;
        *"getevent -lp") cat phone.txt ;;
        *"getevent -lt "*)
          echo $$ > process
          cat drags.txt
          test -f after && . ./after
          exec sleep 600 ;;
      esac

      """, to: "bin/adb")
    try flickbook.shell("chmod +x bin/adb")
    try flickbook.write("List of devices attached\nR58M1\tdevice\n\n", to: "devices.txt")
    try flickbook.write(PhoneTexts.devices, to: "phone.txt")
    try flickbook.write(PhoneTexts.drags(2), to: "drags.txt")
  }

  private func record(_ arguments: String...) throws -> Flickbook.Result {
    try record(arguments)
  }

  private func record(_ arguments: [String]) throws -> Flickbook.Result {
    let quoted = arguments.map { "'\($0)'" }.joined(separator: " ")
    return try flickbook.shell("PATH=$PWD/bin:$PATH; flickbook record --adb \(quoted)")
  }

  private func digest(_ recording: String, _ arguments: String...) throws -> String {
    let result = try flickbook(
      ["replay", recording, "--scenario", "sheet", "--json"] + arguments)
    #expect(result.status == 0, "\(result)")
    return try #require(try result.json().first?["framesSHA256"] as? String)
  }

  /// Whether the script that stands in for adb still runs.
  private var isRunning: Bool {
    (try? flickbook.shell("kill -0 $(cat process)").status) == 0
  }

  @Test("the recording of a phone has the same frames as the converted text, and adb is stopped")
  func recorded() throws {
    let result = try record("-o", "drags.yml", "--gestures", "2")
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("drags.yml\n2 gestures, "), "\(result)")
    #expect(!isRunning)
    #expect(
      try flickbook.text("asked") == """
        devices
        -s R58M1 shell getevent -lp
        -s R58M1 shell getevent -lt /dev/input/event2

        """)
    let desc = ["--desc", "phone.txt"]
    #expect(try flickbook(["convert", "drags.txt", "converted.yml"] + desc).status == 0)
    #expect(try digest("drags.yml") == digest("converted.yml"))
    #expect(try digest("drags.yml") == digest("drags.txt", "--desc", "phone.txt"))
    #expect(try digest("drags.yml", "--pan", "2") == digest("converted.yml", "--pan", "2"))
    let text = try flickbook.text("drags.yml")
    #expect(text.contains("adb: synaptics_dsx"))
    #expect(try flickbook.names().contains { $0.hasSuffix(".partial") } == false)
  }

  @Test(
    "the file of each gesture has the finger's position, even if the phone reports it only once")
  func split() throws {
    // The second drag has the same x as the first, so the phone does not repeat ABS_MT_POSITION_X.
    let drags = PhoneTexts.drags(2).split(separator: "\n", omittingEmptySubsequences: false)
    let repeated = drags.lastIndex { $0.contains("POSITION_X") }
    let said = drags.indices.filter { $0 != repeated }.map { drags[$0] }
    try flickbook.write(said.joined(separator: "\n"), to: "drags.txt")
    let result = try record("-o", "drag.yml", "--gestures", "2", "--split")
    #expect(result.status == 0 && result.output.contains("drag-1.yml\ndrag-2.yml\n"), "\(result)")
    #expect(try digest("drag-1.yml") == digest("drag-2.yml"))
  }

  @Test("record can create a case, and never replaces an existing case")
  func cases() throws {
    let result = try record("--case", "sheet/drag", "--gestures", "2", "--split")
    #expect(result.status == 0, "\(result)")
    for number in 1...2 {
      let folder = "Recordings/sheet/drag-\(number)"
      #expect(result.output.contains("flickbook accept \(folder) --because"), "\(result)")
      #expect(try flickbook.text("\(folder)/case.yml") == "scenario: sheet\n")
      let accepted = try flickbook("accept", folder, "--because", "a test")
      #expect(accepted.status == 0, "\(accepted)")
    }
    let tested = try flickbook("test")
    #expect(tested.status == 0 && tested.output.contains("2 identical"), "\(tested)")
    let again = try record("--case", "sheet/drag", "--gestures", "2", "--split")
    expectRefusal(again, 74, "Recordings/sheet/drag-1: the case exists already")
    #expect(try flickbook("test").status == 0)
  }

  @Test("Ctrl-C ends a recording normally and keeps all events until then")
  func interrupted() throws {
    try flickbook.write("kill -INT $PPID\n", to: "after")
    let result = try record("-o", "drags.yml")
    #expect(result.status == 0 && result.output.contains("2 gestures, "), "\(result)")
    #expect(!isRunning)
    #expect(try record("-o", "other.yml", "--gestures", "5").status == 130)
    #expect(try digest("drags.yml") == digest("other.yml"))
  }

  @Test("a recording ends after the requested time")
  func duration() throws {
    let result = try record("-o", "drags.yml", "--duration", "0.5")
    #expect(result.status == 0 && result.output.contains("drags.yml\n"), "\(result)")
    #expect(!isRunning)
  }

  @Test("if the stream ends early or is malformed, the events before that are kept")
  func endedEarly() throws {
    try flickbook.write("echo 'adb: device offline' >&2; exit 1\n", to: "after")
    let result = try record("-o", "drags.yml", "--gestures", "5")
    #expect(result.status == 74, "\(result)")
    #expect(result.errors.contains("adb ended unexpectedly with the message 'adb: device offline'"))
    #expect(result.errors.contains("everything until then is recorded"))
    let desc = ["--desc", "phone.txt"]
    #expect(try flickbook(["convert", "drags.txt", "converted.yml"] + desc).status == 0)
    #expect(try digest("drags.yml") == digest("converted.yml"))
    try flickbook.write("echo '[ 1.5] what is this'\n", to: "after")
    let odd = try record("-o", "odd.yml", "--gestures", "5")
    #expect(odd.status == 74 && odd.errors.contains("'[ 1.5] what is this'"), "\(odd)")
    #expect(try digest("odd.yml") == digest("converted.yml"))
    // A line without an end must not exhaust memory.
    try flickbook.write("head -c 10000000 /dev/zero | tr '\\0' x\n", to: "after")
    let long = try record("-o", "long.yml", "--gestures", "5")
    #expect(long.status == 74 && long.errors.contains("more than 4096 bytes in a line"), "\(long)")
    #expect(!isRunning)
  }

  @Test("of several touchscreens the named one is recorded; without a name, all are listed")
  func touchscreens() throws {
    try flickbook.write(
      PhoneTexts.devices + PhoneTexts.screen(at: "/dev/input/event7", named: "cover"),
      to: "phone.txt")
    let ambiguous = try record("-o", "drags.yml")
    expectRefusal(ambiguous, 64, "'synaptics_dsx'", "/dev/input/event7 'cover'", "R58M1")
    for name in ["/dev/input/event7", "event7", "Cover"] {
      try flickbook.shell("rm -f asked drags.yml")
      #expect(try record(name, "-o", "drags.yml", "--gestures", "2").status == 0)
      #expect(try flickbook.text("asked").contains("getevent -lt /dev/input/event7\n"))
      #expect(try flickbook.text("drags.yml").contains("name: \"cover\""))
    }
    expectRefusal(try record("event4", "-o", "a.yml"), 65, "gpio-keys", "not a touchpad")
    expectRefusal(try record("/dev/input/event9", "-o", "a.yml"), 66, "no such device", "cover")
    #expect(!flickbook.exists("a.yml"))
  }

  /// Keys of devices with a keyboard, and the names of these keys in messages.
  static let typing: [(keys: String, property: String, said: String)] = [
    ("BTN_TOUCH KEY_1 KEY_2 KEY_0", "INPUT_PROP_DIRECT", "keys for digits"),
    ("BTN_TOUCH KEY_KP1 KEY_KP0", "INPUT_PROP_DIRECT", "keys for digits"),
    ("BTN_TOUCH KEY_NUMERIC_1", "INPUT_PROP_DIRECT", "keys for digits"),
    ("BTN_TOUCH KEY_BRL_DOT1", "INPUT_PROP_DIRECT", "keys for braille dots"),
    ("BTN_TOUCH BTN_TOOL_FINGER KEY_A", "INPUT_PROP_POINTER", "keys for letters"),
  ]

  @Test("a device with typing keys is refused, unless the user allows it explicitly")
  func typingKeys() throws {
    for (keys, property, said) in Self.typing {
      try flickbook.write(
        PhoneTexts.screen(at: "/dev/input/event2", named: "pad", keys: keys, property: property),
        to: "phone.txt")
      for device in [[], ["event2"], ["pad"]] {
        // The limit ends the recording if the device is not refused.
        let result = try record(device + ["-o", "a.yml", "--gestures", "2"])
        expectRefusal(result, 65, "/dev/input/event2 (pad)", said, "--despite-keys")
      }
      #expect(!flickbook.exists("a.yml") && !flickbook.exists("process"), "\(keys)")
    }
    let despite = try record("--despite-keys", "-o", "a.yml", "--gestures", "2")
    #expect(despite.status == 0, "\(despite)")
    // A device without such keys is accepted without a message.
    try flickbook.write(
      PhoneTexts.devices
        + PhoneTexts.screen(at: "/dev/input/event7", named: "pad", keys: "BTN_TOUCH KEY_1"),
      to: "phone.txt")
    #expect(try record("-o", "b.yml", "--gestures", "2").status == 0)
    #expect(try flickbook.text("b.yml").contains("synaptics_dsx"))
    expectRefusal(try record("event7", "-o", "c.yml"), 65, "keys for digits")
    // Many screens list letter keys for the gestures that wake the phone.
    try flickbook.write(
      PhoneTexts.screen(at: "/dev/input/event2", named: "screen", keys: "BTN_TOUCH KEY_C KEY_M"),
      to: "phone.txt")
    #expect(try record("-o", "d.yml", "--gestures", "2").status == 0)
  }

  @Test("of several phones the named one is recorded; without a name, all are listed")
  func phones() throws {
    try flickbook.write(
      "List of devices attached\nR58M1\tdevice\nemulator-5554\tdevice\nX9\tunauthorized\n",
      to: "devices.txt")
    expectRefusal(try record("-o", "a.yml"), 64, "R58M1 and emulator-5554", "--serial R58M1")
    expectRefusal(
      try record("-o", "a.yml", "--serial", "X9"), 64, "'X9'", "X9 (unauthorized)", "adb devices")
    let named = ["-o", "a.yml", "--gestures", "1", "--serial", "emulator-5554"]
    #expect(try record(named[0], named[1], named[2], named[3], named[4], named[5]).status == 0)
    #expect(try flickbook.text("asked").contains("-s emulator-5554 shell getevent -lt"))
  }

  @Test("each obstacle to recording is reported with a remedy")
  func refused() throws {
    let message = "adb: the program is not installed"
    let without = try flickbook("record", "--adb", "-o", "a.yml", environment: ["PATH": "/nowhere"])
    expectRefusal(without, 74, message, "sudo apt-get install adb")
    try flickbook.write("List of devices attached\n\n", to: "devices.txt")
    expectRefusal(try record("-o", "a.yml"), 66, "no device is attached", "USB debugging")
    try flickbook.write("List of devices attached\nX9\tunauthorized\n", to: "devices.txt")
    expectRefusal(try record("-o", "a.yml"), 66, "X9 (unauthorized)", "allow USB debugging")
    try flickbook.write("List of devices attached\nR58M1\tdevice\n", to: "devices.txt")
    try flickbook.write("", to: "phone.txt")
    #expect(try record("-o", "a.yml").errors.contains("the phone has no touchscreen"))
    try flickbook.write(
      "#!/bin/sh\ncase $1 in devices) cat devices.txt;; *) echo 'error: closed' >&2; exit 1; esac\n",
      to: "bin/adb")
    expectRefusal(try record("-o", "a.yml"), 74, "getevent -lp: it failed", "'error: closed'")
    #expect(try flickbook.names() == ["asked", "bin", "devices.txt", "drags.txt", "phone.txt"])
    for (wrong, said) in [
      (["--serial", "R58M1", "-o", "a.yml"], "--adb"),
      (["--adb", "--grab", "-o", "a.yml"], "--grab"),
    ] {
      let result = try flickbook(["record"] + wrong)
      #expect(result.status == 64 && result.errors.contains(said), "\(result)")
    }
  }
}
