import RecordingFormats
import Testing
import TouchInput

@Suite("libinput reader")
struct LibinputReaderTests {
  @Test("a recording is read completely")
  func whole() throws {
    let file = try read(SampleTexts.libinput())
    let recording = try #require(file.recordings.first)
    #expect(file.recordings.count == 1)
    #expect(recording.device.name == "Panel")
    #expect(recording.device.node == "/dev/input/event3")
    #expect(
      recording.device.identity == .init(bus: 24, vendor: 1, product: 2, version: 3))
    #expect(recording.device.codes.map(\.type) == [0, 1, 3])
    #expect(recording.device.axes.map(\.code) == [0, 1, 47, 53, 54, 57])
    #expect(
      recording.device.axis(AbsoluteAxis.y)
        == .init(code: 1, minimum: -5, maximum: 1919, resolution: 10))
    #expect(recording.device.properties == [DeviceProperty.direct])
    #expect(
      recording.events == [
        RawEvent(microseconds: 0, type: 3, code: 57, value: 13),
        RawEvent(microseconds: 0, type: 3, code: 53, value: 930),
        RawEvent(microseconds: 0, type: 0, code: 0, value: 0),
        RawEvent(microseconds: 1_007_513, type: 3, code: 57, value: -1),
        RawEvent(microseconds: 1_007_513, type: 0, code: 0, value: 0),
      ])
    #expect(recording.initial == nil)
    #expect(file.warnings.isEmpty)
    #expect(
      file.preserved.devices == [
        [
          .init(key: "udev", text: Array("udev:\n  properties:\n  - ID_INPUT=1\n".utf8)),
          .init(key: "quirks", text: Array("quirks:\n".utf8)),
        ]
      ])
  }

  @Test("the fuzz in udev's properties is the fuzz of the axis, in whole numbers only")
  func fuzz() throws {
    func fuzz(_ property: String) throws -> [Int32] {
      let text = SampleTexts.libinput()
        .replacing("- ID_INPUT=1", with: "- ID_INPUT=1\n    - \(property)")
      return try read(text).recordings[0].device.axes.map(\.fuzz)
    }
    let device = try read(SampleTexts.libinput()).recordings[0].device
    let plain = device.axes.map(\.fuzz)
    for (index, axis) in device.axes.enumerated() {
      let code = String(axis.code, radix: 16)
      let key = "LIBINPUT_FUZZ_\(code.count < 2 ? "0" : "")\(code)"
      var expected = plain
      expected[index] = 8
      #expect(try fuzz("\(key)=8") == expected)
      #expect(try fuzz("\(key)=-8") == plain && fuzz("\(key)=99999999999") == plain)
    }
    #expect(try fuzz("LIBINPUT_FUZZ_3f=8") == plain && fuzz("LIBINPUT_FUZZ_=8") == plain)
  }

  @Test(
    "the calibration matrix of udev is the mounting of a touchscreen, until the file says otherwise"
  )
  func calibration() throws {
    func file(_ matrix: String, properties: String = "[1]") throws -> RecordingFile {
      let text = SampleTexts.libinput()
        .replacing(
          "- ID_INPUT=1", with: "- LIBINPUT_CALIBRATION_MATRIX=\(matrix)\n    - ID_INPUT=1"
        )
        .replacing("properties: [1]", with: "properties: \(properties)")
      return try read(text)
    }
    let turned = try file("0 1 0 -1 0 1")
    #expect(turned.recordings[0].device.orientation == .init(rotation: .threeQuarters))
    #expect(turned.warnings.isEmpty)
    #expect(try file("1 0 0 0 1 0").recordings[0].device.orientation == .init())
    // Libinput has no calibration of touchpads.
    #expect(try file("0 1 0 -1 0 1", properties: "[0]").recordings[0].device.orientation == .init())
    let scaled = try file("1.1 0 0 0 1 0")
    #expect(scaled.recordings[0].device.orientation == .init())
    #expect(scaled.warnings.map(\.kind) == [.calibrationIgnored("1.1 0 0 0 1 0")])
    // Written and read again, a corrected mounting is kept although the properties of udev are kept, too.
    for rotation in PanelOrientation.Rotation.allCases {
      var corrected = turned
      corrected.recordings[0].device.orientation = .init(rotation: rotation)
      let again = try RecordingFile(in: try corrected.text(as: .libinput), named: "test")
      #expect(again.recordings[0].device.orientation == .init(rotation: rotation))
    }
  }

  @Test(
    "a device name is read correctly with and without escapes",
    arguments: [
      ("\"Acme \"Pro\" Pad\"", "Acme \"Pro\" Pad"),  // libinput before 1.32 does not escape
      ("\"Acme \\\"Pro\\\" Pad\"", "Acme \"Pro\" Pad"),  // later ones do
      ("\"C:\\Mad\"", "C:\\Mad"),  // a backslash that starts no escape
      ("\"Pad # 1: left\"", "Pad # 1: left"),
      ("Plain Pad", "Plain Pad"),  // notation of the man page
      ("\"Pad\"   # a comment", "Pad"),
      ("\"Überpad ✋\"", "Überpad ✋"),
      ("\"\"", ""),
    ])
  func names(written: String, meant: String) throws {
    let file = try read(SampleTexts.libinput(name: written))
    #expect(file.recordings[0].device.name == meant)
  }

  @Test("line ends, a byte order mark, and a missing last line end do not affect the result")
  func lineEnds() throws {
    let text = SampleTexts.libinput()
    let expected = try read(text).recordings
    #expect(try read(text.replacing("\n", with: "\r\n")).recordings == expected)
    #expect(try read(text.replacing("\n", with: "\r")).recordings == expected)
    #expect(try read("\u{feff}" + text).recordings == expected)
    #expect(try read("---\n" + text).recordings == expected)
    let lines = text.split(separator: "\n").filter { !$0.contains("neutral") }
    #expect(try read(lines.joined(separator: "\n")).recordings == expected)
  }

  @Test("a time before the start, which libinput writes as a large number, is negative")
  func wrappedTime() throws {
    let file = try read(
      SampleTexts.libinput(
        events: """
            - evdev:
              - [18446744070962, 694478, 3, 57, 1]
              - [18446744070962, 694478, 0, 0, 0]
          """))
    // 18446744070962694478 − 2⁶⁴
    #expect(file.recordings[0].events.map(\.microseconds) == [-2_746_857_138, -2_746_857_138])
  }

  @Test("items of a recording that contain no events are skipped")
  func otherItems() throws {
    let file = try read(
      SampleTexts.libinput(
        events: """
            - libinput:
              - {time: 0.000000, type: TOUCH_DOWN, slot: 0, point: [ 45.12, 78.96]}
            - hid:
                time: [ 0, 0]
                hidraw0: [ 0x04, 0x00,
                  0x12, 0x13 ]
            - evdev:
              - [0, 5, 3, 57, 1]
              - [0, 5, 0, 0, 0]
              libinput:
              - {time: 0.000000, type: TOUCH_UP, slot: 0}
            - evdev:
              - [0, 900, 3, 57, -1]
              - [0, 900, 0, 0, 0]
          """))
    #expect(file.recordings[0].events.map(\.microseconds) == [5, 5, 900, 900])
    #expect(file.warnings.isEmpty)
  }

  @Test(
    "a recording without events is read as empty",
    arguments: ["", " null", " []", " ~", "   # none"])
  func noEvents(value: String) throws {
    let text = SampleTexts.libinput(events: "").replacing(
      "  events:\n", with: "  events:\(value)\n")
    let file = try read(text)
    #expect(file.recordings[0].events.isEmpty)
    #expect(!file.isCut)
  }

  @Test(
    "a frame may span several items; a frame that continues at a later time contains a gap")
  func openFrames() throws {
    let events = { (pause: Int) in
      """
        - evdev:
          - [0, 0, 3, 57, 1]
        - evdev:
          - [0, \(pause), 3, 53, 7]
          - [0, \(pause), 0, 0, 0]
      """
    }
    let near = try read(SampleTexts.libinput(events: events(1_000)))
    #expect(near.warnings.isEmpty)
    let far = try read(SampleTexts.libinput(events: events(1_001)))
    #expect(far.warnings == [RecordingWarning(line: 27, kind: .suspectedDrop)])
    #expect(
      far.recordings[0].events
        == near.recordings[0].events.map {
          $0.microseconds == 1_000
            ? RawEvent(microseconds: 1_001, type: $0.type, code: $0.code, value: $0.value) : $0
        })
    let empty = try read(
      SampleTexts.libinput(events: "  - evdev:\n  - evdev:\n    - [0, 0, 0, 0, 0]\n"))
    #expect(empty.warnings == [RecordingWarning(line: 27, kind: .suspectedDrop)])
  }

  @Test("two devices give two recordings, even if a line end is missing between them")
  func twoDevices() throws {
    let one = SampleTexts.libinput()
    let entry = try #require(one.firstRange(of: "- node:"))
    let second = String(one[entry.lowerBound...]).replacing("event3", with: "event4")
    let two = one.replacing("ndevices: 1", with: "ndevices: 2") + second
    let file = try read(two)
    #expect(file.recordings.map(\.device.node) == ["/dev/input/event3", "/dev/input/event4"])
    #expect(file.recordings[0].events == file.recordings[1].events)
    #expect(file.warnings.isEmpty)

    let joined = try read(
      one.replacing("ndevices: 1", with: "ndevices: 2") + "# Closing after 2s inactivity" + second)
    #expect(joined.recordings == file.recordings)
    #expect(joined.warnings == [RecordingWarning(line: 36, kind: .joinedDevices)])

    // A general YAML reader would find one device in which every key occurs twice.
    let anonymous = try read(
      one.replacing("ndevices: 1", with: "ndevices: 2")
        + second.replacing("- node: /dev/input/event4\n", with: ""))
    #expect(anonymous.recordings.count == 2)
    #expect(anonymous.recordings.map(\.events) == file.recordings.map(\.events))
    #expect(anonymous.warnings.map(\.kind) == [.joinedDevices])
  }

  @Test("a misspelled events key gives a warning with its name, and a missing key counts as cut")
  func misspelledEvents() throws {
    let text = SampleTexts.libinput()
    let file = try read(text.replacing("  events:", with: "  evnts:"))
    #expect(file.warnings.map(\.kind) == [.noEvents(key: "evnts")])
    let end = try #require(text.firstRange(of: "  events:"))
    #expect(try read(String(text[..<end.lowerBound])).warnings.map(\.kind) == [.cut])
  }

  @Test("an announced but missing device is reported, and the file counts as cut")
  func missingDevice() throws {
    let file = try read(SampleTexts.libinput().replacing("ndevices: 1", with: "ndevices: 2"))
    #expect(
      file.warnings == [RecordingWarning(line: 3, kind: .deviceCount(announced: 2, found: 1))])
    #expect(file.isCut)
  }

  @Test(
    "a file that is cut within its events gives the events before the cut, and is marked as cut")
  func cutEvents() throws {
    let text = SampleTexts.libinput()
    let whole = try read(text).recordings[0].events
    let bytes = Array(text.utf8)
    let start = try #require(text.utf8.firstRange(of: Array("  events:\n".utf8))).upperBound
    for count in text.utf8.distance(from: text.utf8.startIndex, to: start)..<bytes.count {
      let file = try RecordingFile(in: Array(bytes[..<count]), named: "test")
      let events = file.recordings[0].events
      #expect(events == Array(whole.prefix(events.count)))
      #expect(file.isCut == !(events.last?.isReport ?? true) || file.warnings.map(\.kind) == [.cut])
    }
  }

  @Test("a file that is cut in its header is refused")
  func cutHeader() throws {
    let bytes = Array(SampleTexts.libinput(events: "").utf8)
    for count in 0..<bytes.count {
      let text = String(decoding: bytes[..<count], as: UTF8.self)
      if text.contains("events:") { break }
      if let file = try? read(text) { #expect(file.isCut, "cut after \(text.suffix(20))") }
    }
  }
}
