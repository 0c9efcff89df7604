import RecordingFormats
import Testing
import TouchInput
import YAMLNodes

@Suite("Refusals")
struct RefusalTests {
  /// A broken file and its error message.
  struct Broken: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: String
    var message: String

    init(_ why: String, _ text: String, _ message: String) {
      self.testDescription = why
      self.text = text
      self.message = message
    }
  }

  @Test(
    "a file that is not a recording is refused with its kind and a remedy",
    arguments: [
      Broken("nothing", "", "test: the file is empty"),
      Broken("blanks", " \n\t\r\n", "test: the file is empty"),
      Broken(
        "prose", "Dear maintainers,\nmy pad", "found 'Dear maintainers,', which is not a recording"),
      Broken("hid-recorder", "D: 0\nR: 3 05 0d 09\nE: 0.000001 3 05 0d 09\n", "hid-recorder"),
      Broken("hid-recorder events", "E: 000000.000021 13 03 00\n", "hid-recorder"),
      Broken("umockdev script", "r 0 ^@^@\nr 10 ^@\n", "umockdev script"),
      Broken(
        "umockdev device", "P: /devices/virtual/input/input7\nE: DEVNAME=x\n", "umockdev device"),
      Broken(
        "libinput debug-events of a touchscreen",
        "-event16  DEVICE_ADDED   Screen  seat0 default group1  cap:t\n event16  TOUCH_FRAME  +1.000s\n",
        "debug-events without a gesture, a scroll or a pointer motion of a touchpad; record touches"
      ),
      Broken(
        "input-events", "waiting for events\n12:07:59.474693: EV_ABS ABS_Y 341\n",
        "input-events, which Flickbook cannot read; the output has neither the ranges of the axes nor"
      ),
      Broken(
        "evbug", "[ 12.345678] evbug: Event. Dev: input5, Type: 3, Code: 53, Value: 500\n",
        "evbug, which Flickbook cannot read; the log has neither the times of the events"),
      Broken(
        "getevent without times", "/dev/input/event2: EV_ABS  ABS_MT_POSITION_X  000002a5\n",
        "record with 'getevent -lt'"),
      Broken(
        "getevent numbers without times", "/dev/input/event2: 0003 0035 000002a5\n",
        "record with 'getevent -lt'"),
      Broken(
        "events of libinput record alone", "  - evdev:\n    - [0, 0, 3, 57, 1]\n",
        "from its line 'version: 1' on"),
      Broken("some JSON", "{\"name\": 1}", "JSON that is not a ChromeOS activity log"),
      Broken("control characters", "\u{1}\u{2}abc", "binary content at byte 0"),
      Broken("not UTF-8 at all", "\u{7f}ELF\u{2}\u{1}", "binary content at byte 4"),
    ])
  func kinds(broken: Broken) throws {
    let message = try #require(error(reading: broken.text)).description
    #expect(message.contains(broken.message))
  }

  @Test("UTF-16 text and archives are distinguished from other binary files")
  func archives() {
    for (bytes, word) in [
      ([0xff, 0xfe, 0x5b, 0x00], "iconv"), ([0x1f, 0x8b, 0x08, 0x00], "unpack"),
      ([0xfd, 0x37, 0x7a, 0x58, 0x5a], "unpack"),
    ] as [([UInt8], String)] {
      #expect {
        try RecordingFile(in: bytes, named: "test")
      } throws: {
        "\($0)".contains(word)
      }
    }
  }

  @Test(
    "a broken libinput recording is refused with the line, what was found, and what was expected",
    arguments: [
      Broken(
        "a later version", SampleTexts.libinput().replacing("version: 1", with: "version: 2"),
        "test:2: found version 2, but this build reads version 1; update flickbook."),
      Broken(
        "no device", "version: 1\nndevices: 0\ndevices:\n", "ends before the first device"),
      Broken("no devices key", "version: 1\n", "found no device"),
      Broken(
        "half a number", SampleTexts.libinput(events: "  - evdev:\n    - [0, 0, 3, 57, 1.5]\n"),
        "test:28: found '- [0, 0, 3, 57, 1.5]' where '- [seconds, microseconds, type, code, value]'"
      ),
      Broken(
        "a value beyond 32 bits",
        SampleTexts.libinput(events: "  - evdev:\n    - [0, 0, 3, 57, 2147483648]\n"), "test:28:"),
      Broken(
        "a code beyond 16 bits",
        SampleTexts.libinput(events: "  - evdev:\n    - [0, 0, 3, 65536, 1]\n"), "test:28:"),
      Broken(
        "seconds beyond 64 bits",
        SampleTexts.libinput(events: "  - evdev:\n    - [18446744073709551616, 0, 3, 53, 1]\n"),
        "test:28:"),
      Broken(
        "microseconds beyond 64 bits",
        SampleTexts.libinput(events: "  - evdev:\n    - [18446744073710, 0, 3, 53, 1]\n"),
        "test:28:"),
      Broken(
        "a million microseconds",
        SampleTexts.libinput(events: "  - evdev:\n    - [0, 1000000, 3, 53, 1]\n"), "test:28:"),
      Broken(
        "four numbers", SampleTexts.libinput(events: "  - evdev:\n    - [0, 0, 3, 53]\n"),
        "test:28:"),
      Broken(
        "six numbers", SampleTexts.libinput(events: "  - evdev:\n    - [0, 0, 3, 53, 1, 1]\n"),
        "test:28:"),
      Broken(
        "not a number", SampleTexts.libinput(events: "  - evdev:\n    - [0, 0, 3, 53, .nan]\n"),
        "test:28:"),
      Broken(
        "an axis beyond 32 bits",
        SampleTexts.libinput().replacing("0: [0, 1079", with: "0: [0, 99999999999"), "test:15:"),
      Broken(
        "an axis of four numbers",
        SampleTexts.libinput().replacing("57: [0, 65535, 0, 0, 0]", with: "57: [0, 65535, 0, 0]"),
        "test:20: found '57: [0, 65535, 0, 0]' where [min, max, fuzz, flat, resolution]"),
      Broken(
        "a key twice",
        SampleTexts.libinput().replacing("        id:", with: "        name: x\n        id:")
          .replacing("    id:", with: "    name: x\n    id:"), "test:"),
      Broken(
        "an unknown schema", SampleTexts.libinput(top: "flickbook:\n  schema: 2\n"),
        "test:5: found version 2 of 'flickbook:', but this build reads schema 1"),
      Broken(
        "an invalid slot",
        SampleTexts.libinput(
          top: "flickbook:\n  schema: 1\n  initial:\n  - slot: 0\n    slots:\n    - [a, 1, {}]\n"),
        "test:9: found '- [a, 1, {}]' where [slot, tracking id, {axis: value}] should be"),
      Broken(
        "a gap of an invalid device",
        SampleTexts.libinput(
          top: "flickbook:\n  schema: 1\n  gaps:\n  - {device: 1, time: [0, 1]}\n"),
        "a device below 1"),
    ])
  func libinput(broken: Broken) throws {
    let message = try #require(error(reading: broken.text)).description
    #expect(message.contains(broken.message))
  }

  @Test(
    "YAML that could expand exponentially is refused",
    arguments: [
      Broken("an anchor", "  a: &a [1]\n", "test:6: found a YAML anchor"),
      Broken("an alias", "  a: *a\n", "found a YAML alias"),
      Broken("a tag", "  a: !!python/object x\n", "found a YAML tag"),
      Broken("an anchor in a list", "  a: [1,&a 2]\n", "found a YAML anchor"),
      Broken("an anchor after a dash", "  a:\n  - - &a x\n", "found a YAML anchor"),
      Broken("an anchor behind a quoted key", "  a: {\"b\":&a 2}\n", "found a YAML anchor"),
      Broken("an anchor as a key", "  &a b: 1\n", "found a YAML anchor"),
      Broken("an anchor behind a block scalar", "  a:\n  - b: |\n      x\n    c: &a 1\n", "anchor"),
      Broken("an anchor behind a foreign line end", "  a: [1,\u{2028}&a 2]\n", "anchor"),
      Broken(
        "brackets", "  a: " + String(repeating: "[", count: 9_000) + "\n", "deeper than 32"),
      Broken("dashes", "  a:\n  " + String(repeating: "- ", count: 9_000) + "\n", "deeper than 32"),
      Broken(
        "indentation",
        (1...400).map { String(repeating: " ", count: $0 + 1) + "a:\n" }.joined(),
        "deeper than 32"),
    ])
  func hostileYAML(broken: Broken) throws {
    let text = SampleTexts.libinput(top: "flickbook:\n  schema: 1\n" + broken.text)
    let message = try #require(error(reading: text)).description
    #expect(message.contains(broken.message))
  }

  @Test(
    "harmless text that resembles such dangerous YAML is accepted",
    arguments: [
      "  note: R & D, 3 * 4, really!\n", "  note: \"&a *b !c\"\n", "  note: 'it''s *b'\n",
      "  note: |\n    *bold*\n    &c\n", "  note: a#b [[[[\n", "  note: x # &a [[[[\n",
      "  note: x # \u{2028}&a\n",
    ])
  func harmlessYAML(note: String) throws {
    #expect(
      try read(SampleTexts.libinput(top: "flickbook:\n  schema: 1\n" + note)).recordings[0].note
        != nil)
  }

  @Test("a section of a file that is normally small is refused if it is large")
  func largeSections() {
    let text = SampleTexts.libinput(name: String(repeating: "x", count: 70_000))
    #expect(
      error(reading: text)
        == .tooMuch(file: "test", line: 6, what: "bytes in 'evdev:'", limit: 65_536))
    let device = "- evdev:\n    name: x\n  events:\n"
    let devices = String(repeating: device, count: 257)
    #expect(
      error(reading: "version: 1\ndevices:\n" + devices)
        == .tooMuch(file: "test", line: 771, what: "devices", limit: 256))
    let keys = (0...256).map { "key\($0): 1\n" }.joined()
    #expect(
      error(reading: "version: 1\n" + keys)
        == .tooMuch(file: "test", line: 257, what: "top-level keys", limit: 256))
  }

  @Test("quotes in error messages are short and printable")
  func quotes() throws {
    let line = "    - [0, \u{1b}[31m" + String(repeating: "é", count: 1_000_000)
    let message = try #require(
      error(reading: SampleTexts.libinput(events: "  - evdev:\n\(line)\n"))
    )
    .description
    #expect(message.utf8.count < 300)
    #expect(!message.unicodeScalars.contains("\u{1b}"))
  }

  @Test("an anchor or a tag is found after every kind of line end that YAML allows")
  func foreignLineEnds() {
    for lineEnd in ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"] {
      for hostile in ["\"b\": &a [1]", "\"b\": !!int \"1\"", "b: *a"] {
        let text = ["\"a\": \"x\"", hostile, "\"c\": \"y\""].joined(separator: lineEnd)
        let error = #expect(throws: YAMLError.self, "\(text)") { try compose(yaml: text) }
        guard case .refused = error else {
          Issue.record("\(String(describing: error)) of \(text)")
          continue
        }
      }
    }
  }
}
