import Quantities
import RecordingFormats
import Testing
import TouchInput

@Suite("Output of libinput debug-events")
struct DebugEventsTests {
  typealias Text = DebugEventsText

  private func read(_ lines: [String], end: String = "\n") throws -> RecordingFile {
    try RecordingFile(in: Array((lines.joined(separator: end) + end).utf8), named: "test")
  }

  /// Random gestures and their text, with the line that describes the device.
  private func sample(
    _ seed: UInt64, _ version: Text.Version = .v1_27
  ) -> (events: [LibinputEvent], lines: [String]) {
    var numbers = SeededGenerator(seed: seed)
    // The first gesture makes the device a touchpad even if its description is left out.
    let swipe = [LibinputEvent.Kind.swipeBegin, .swipeEnd].map {
      LibinputEvent(microseconds: 0, kind: $0, fingers: 3)
    }
    let events = swipe + Text.gestures(12, version, &numbers)
    return (events, [Text.description()] + Text.lines(of: events, version))
  }

  @Test(
    "the events are those that were printed, in every version of the text",
    arguments: Text.Version.allCases, 1...20 as ClosedRange<UInt64>)
  func versions(version: Text.Version, seed: UInt64) throws {
    let (events, lines) = sample(seed, version)
    let file = try read(lines)
    #expect(file.format == .debugEvents)
    #expect(file.recordings.map(\.gestures) == [events])
    let recording = file.recordings[0]
    #expect(recording.events.isEmpty && recording.hasOnlyGestures)
    #expect(recording.device.name == "Pad 06CB:CD8B Touchpad" && recording.device.kind == .touchpad)
    let isOld = !version.hasUnaccelerated
    #expect(file.warnings.contains { $0.kind == .coarseTimes } == isOld)
    #expect(file.warnings.allSatisfy { $0.kind == .coarseTimes || $0.kind == .onlyAccelerated })
    #expect(isOld || file.warnings.isEmpty)
  }

  @Test(
    "line ends, text around the lines, and a missing description do not affect the events",
    arguments: 1...10 as ClosedRange<UInt64>)
  func wraps(seed: UInt64) throws {
    let (events, lines) = sample(seed)
    let variants: [[String]] = [
      lines, lines.map { "> " + $0 }, lines.map { "   \t" + $0 }, Array(lines.dropFirst()),
      ["$ sudo libinput debug-events"] + lines + ["^C", "$ "], lines.flatMap { ["", $0] },
      lines.map { "Nov 12 10:00:00 host gestures[12]: " + $0 },
      lines.map { String($0.drop { $0 == " " || $0 == "-" }) },
      lines.map { $0.replacing("\t", with: "    ") },
      lines.map { "\u{1b}[1A" + $0 },
    ]
    for changed in variants {
      #expect(try read(changed).recordings.map(\.gestures) == [events])
      #expect(try read(changed, end: "\r\n").recordings.map(\.gestures) == [events])
    }
  }

  @Test(
    "a line that a mail program broke between two values is read as one line",
    arguments: 1...10 as ClosedRange<UInt64>)
  func brokenLines(seed: UInt64) throws {
    let (events, lines) = sample(seed)
    var numbers = SeededGenerator(seed: seed)
    let broken = lines.enumerated().flatMap { number, line -> [String] in
      // The node and the type stay on one line.
      let type = line.firstRange(of: /[A-Z_]{8,}/)?.upperBound ?? line.startIndex
      let blanks = line.indices.filter { $0 > type && line[$0].isWhitespace }
      guard number > 0, let blank = blanks.randomElement(using: &numbers) else { return [line] }
      return [String(line[..<blank]), String(line[line.index(after: blank)...])]
    }
    #expect(try read(broken).recordings.map(\.gestures) == [events])
  }

  @Test("events of several devices in any order give those of each touchpad in its order")
  func devices() throws {
    let (first, firstLines) = sample(1)
    let (second, secondLines) = sample(2)
    let other = secondLines.map { $0.replacing("event4", with: "event19") }
    let mouse = [
      "-event7   DEVICE_ADDED   Logitech M325   seat0 default group8  cap:p left scroll-nat scroll-button",
      " event7   POINTER_MOTION  +0.001s\t  1.00/  1.00 ( +1.00/ +1.00)",
      " event7   POINTER_AXIS    +0.010s\tvert 15.00/1* horiz 0.00/0 (wheel)",
      " event8   KEYBOARD_KEY    +0.020s\t*** (-1) pressed",
    ]
    var numbers = SeededGenerator(seed: 3)
    var queues = [firstLines, other, mouse].map { Array($0.reversed()) }
    var mixed: [String] = []
    while let index = queues.indices.filter({ !queues[$0].isEmpty }).randomElement(using: &numbers)
    {
      mixed += [queues[index].removeLast()]
    }
    // The devices have the order of their first lines.
    mixed.insert(contentsOf: [firstLines[0], other[0]], at: 0)
    let recordings = try read(mixed).recordings
    #expect(recordings.map(\.gestures) == [first, second])
    #expect(recordings.map(\.device.node) == ["/dev/input/event4", "/dev/input/event19"])
    #expect(try read(mouse + firstLines).recordings.map(\.gestures) == [first])
  }

  @Test(
    "a pointer that only moves is a touchpad if the text says so, or does not describe the device")
  func onlyMotion() throws {
    let motion = " event4  POINTER_MOTION  +0.001s\t  1.00/  1.00 ( +1.00/ +1.00)"
    #expect(try read([motion]).recordings.count == 1)
    #expect(try read([Text.description(), motion]).recordings.count == 1)
    let mouse =
      "-event4   DEVICE_ADDED   M325   seat0 default group8  cap:p left scroll-nat scroll-button"
    #expect(throws: RecordingError.noGestures(file: "test")) { try read([mouse, motion]) }
    // A touchpad that follows one finger has tapping and no gestures.
    let pad = mouse.replacing("left scroll-nat scroll-button", with: "tap(dl off) left")
    #expect(try read([pad, motion]).recordings.count == 1)
    // If another device has gestures, it is the touchpad.
    let (_, lines) = sample(1)
    let other = motion.replacing("event4", with: "event19")
    #expect(try read(lines + [other]).recordings.count == 1)
  }

  @Test("a second run begins a new recording, and times that go back without one are an error")
  func secondRun() throws {
    let (events, lines) = sample(4)
    #expect(try read(lines + lines).recordings.map(\.gestures) == [events, events])
    #expect(throws: RecordingError.self) { try read(lines + lines.dropFirst()) }
  }

  @Test("times before the start of libinput's clock, which wrap to 32 bits, are negative")
  func wrappedTimes() throws {
    let file = try read([
      " event4  GESTURE_SWIPE_BEGIN  +4294967.291s\t3", " event4  GESTURE_SWIPE_END  +0.004s\t3",
    ])
    // 2³² ms − 4,294,967,291 ms = 5 ms
    #expect(file.recordings[0].gestures.map(\.microseconds) == [-5_000, 4_000])
  }

  @Test("events that --compress-motion-events replaced are counted")
  func hiddenEvents() throws {
    let (events, _) = sample(5)
    let updates = (0..<9).map {
      LibinputEvent(
        microseconds: events.last!.microseconds + Int64($0) * 1_000, kind: .swipeUpdate, fingers: 3)
    }
    let lines = Text.lines(of: events + updates, .v1_27)
    #expect(try read(lines).warnings.isEmpty)
    for count in 1...7 {
      let hidden = lines.dropLast(8) + lines.suffix(8 - count)
      #expect(
        try read(Array(hidden)).warnings.map(\.kind) == [.hiddenEvents(count: count)])
    }
  }

  @Test(
    "a line of a gesture that lacks a value or has another one is an error with its number",
    arguments: [
      "GESTURE_SWIPE_UPDATE  +1.000s\t3 -9.20/ 0.00 (-10.52/ 0.00",
      "GESTURE_SWIPE_UPDATE  +1.000s\t3 -9.20 0.00 (-10.52/ 0.00 unaccelerated)",
      "GESTURE_SWIPE_UPDATE  +1.000s\t3 nan/ 0.00 (-10.52/ 0.00 unaccelerated)",
      "GESTURE_SWIPE_UPDATE  +1.000s\t3 1e9/ 0.00 (-10.52/ 0.00 unaccelerated)",
      "GESTURE_SWIPE_UPDATE  +1.000s\t3 99999999/ 0.00 (-10.52/ 0.00 unaccelerated)",
      "GESTURE_SWIPE_UPDATE  1.000\t3 -9.20/ 0.00 (-10.52/ 0.00 unaccelerated)",
      "GESTURE_SWIPE_UPDATE  +99999999999999999999.000s\t3 1.00/ 0.00 (1.00/ 0.00 unaccelerated)",
      "GESTURE_SWIPE_BEGIN  +1.000s\t0", "GESTURE_SWIPE_BEGIN  +1.000s\t6",
      "GESTURE_SWIPE_BEGIN  +1.000s\t", "GESTURE_SWIPE_END  +1.000s\t3 canceled",
      "GESTURE_PINCH_UPDATE  +1.000s\t2 1.00/ 0.00 (1.00/ 0.00 unaccelerated) 1.05",
      "POINTER_MOTION  +1.000s\t 1.00/", "POINTER_SCROLL_FINGER  +1.000s\tvert 1.00/0.0*",
      "POINTER_SCROLL_FINGER  +1.000s\tvert 1.00/0.0* horiz 0.00/0.0 (toe)",
    ])
  func malformed(line: String) throws {
    let (_, lines) = sample(6)
    let text = [lines[0], " event4   " + line] + lines.dropFirst()
    do throws(RecordingError) {
      _ = try RecordingFile(in: Array(text.joined(separator: "\n").utf8), named: "test")
      Issue.record("read \(line)")
    } catch {
      #expect(error.description.hasPrefix("test:2: found '"))
    }
  }

  @Test("events of other types are skipped, however broken they are")
  func otherTypes() throws {
    let (events, lines) = sample(7)
    let others = [
      "POINTER_BUTTON  +8.294s\tBTN_LEFT (272) pressed, seat count: 1", "TOUCH_FRAME",
      "GESTURE_NEW  x",
      "POINTER_SCROLL_WHEEL  +0.1s\tvert ?", "POINTER_MOTION_ABSOLUTE  x", "SWITCH_TOGGLE \u{7f}",
      "POINTER_AXIS  +0.000s\tvert 1.00/0 horiz 0.00/0* (continuous)", "DEVICE_REMOVED  Pad",
    ].map { " event4   \($0)" }
    #expect(
      try read([lines[0]] + others + lines.dropFirst()).recordings.map(\.gestures) == [events])
  }

  @Test("a text that ends within a line is cut, and everything before is used")
  func cut() throws {
    let (events, lines) = sample(8)
    let text = lines.joined(separator: "\n") + "\n event4  GESTURE_SWIPE_UPDATE  +9"
    let file = try RecordingFile(in: Array(text.utf8), named: "test")
    #expect(file.isCut && file.warnings.map(\.kind) == [.cut])
    #expect(file.recordings.map(\.gestures) == [events])
  }

  @Test("a recording in the same text is read instead, because it has the contacts")
  func besideRecording() throws {
    let (_, lines) = sample(9)
    let file = try read(lines + ["$ sudo evtest", SampleTexts.evtest])
    #expect(file.format == .evtest && file.recordings[0].gestures.isEmpty)
  }
}

@Suite("Gestures of libinput in recordings")
struct LibinputGestureTests {
  /// Random gestures with numbers of all sizes.
  private func recording(seed: UInt64) -> Recording {
    var numbers = SeededGenerator(seed: seed)
    var events = DebugEventsText.gestures(10, .v1_27, &numbers)
    for index in events.indices where events[index].kind != .scrollEnd {
      events[index].microseconds -= 50_000
      events[index].unaccelerated.x.value += Double.random(in: -1e-6...1e-6, using: &numbers)
      events[index].accelerated.y.value = Double.random(in: -1e6...1e6, using: &numbers)
    }
    events.sort { $0.microseconds < $1.microseconds }
    var recording = Recording(
      device: DeviceDescription(name: "Pad", properties: [DeviceProperty.pointer]))
    recording.gestures = events
    return recording
  }

  @Test(
    "a recording in the native format restores the gestures exactly, with and without events of the device",
    arguments: 1...20 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) throws {
    let alone = recording(seed: seed)
    var beside = ExportTests.plain
    beside.gestures = alone.gestures
    for recording in [alone, beside] {
      let file = RecordingFile(format: .libinput, recordings: [recording, recording])
      let back = try RecordingFile(in: try file.text(as: .libinput), named: "test")
      #expect(back.recordings.map(\.gestures) == [alone.gestures, alone.gestures])
      #expect(back.recordings.map(\.events) == [recording.events, recording.events])
      #expect(back.warnings.isEmpty && !back.isCut)
    }
  }

  @Test("the events of libinput record --with-libinput are kept beside those of the device")
  func withLibinput() throws {
    let text = SampleTexts.libinput(
      events: """
          - libinput:
            - {type: DEVICE_ADDED, seat: seat0, logical_seat: default}
          - evdev:
            - [0, 5, 3, 57, 1]
            - [0, 5, 0, 0, 0]
            libinput:
            - {time: 0.000005, type: POINTER_MOTION, delta: [ -0.32,   0.50], unaccel: [ -1.00,   2.00]}
            - {time: 0.000005, type: POINTER_BUTTON, button: 272, state: pressed, seat_count: 1}
            - {time: 0.000006, type: POINTER_AXIS, axes: [1.00, 12.34], discrete: [0, 0], source: finger}
            - {time: 0.000006, type: POINTER_AXIS, axes: [0.00, 15.00], discrete: [0, 1], source: wheel}
            - {time: 0.000007, type: POINTER_AXIS, axes: [0.00, 0.00], discrete: [0, 0], source: finger}
            - {time: 0.000008, type: GESTURE_PINCH_UPDATE, nfingers: 2, delta: [  1.00,   0.00], unaccel: [  2.00, \
        0.00], angle_delta:   3.00, scale:   1.50}
        """)
    let recording = try RecordingFile(in: Array(text.utf8), named: "test").recordings[0]
    #expect(recording.events.count == 2 && !recording.hasOnlyGestures)
    func movement(_ x: Double, _ y: Double) -> Planar<Points> { Planar(x: Points(x), y: Points(y)) }
    #expect(
      recording.gestures == [
        LibinputEvent(
          microseconds: 5, kind: .pointerMotion, fingers: 1, accelerated: movement(-0.32, 0.5),
          unaccelerated: movement(-1, 2)),
        LibinputEvent(
          microseconds: 6, kind: .scroll, fingers: 2, accelerated: movement(1, 12.34),
          unaccelerated: movement(1, 12.34)),
        LibinputEvent(microseconds: 7, kind: .scrollEnd, fingers: 2),
        LibinputEvent(
          microseconds: 8, kind: .pinchUpdate, fingers: 2, accelerated: movement(1, 0),
          unaccelerated: movement(2, 0), scale: 1.5, degrees: 3),
      ])
  }

  @Test(
    "a gesture in the native format that lacks a value or has another one is an error with its line",
    arguments: [
      "{type: GESTURE_SWIPE_BEGIN, nfingers: 3}", "{time: 0.1, type: GESTURE_SWIPE_BEGIN}",
      "{time: 0.1, type: GESTURE_SWIPE_UPDATE, nfingers: 3, delta: [1]}",
      "{time: 0.1, type: GESTURE_SWIPE_UPDATE, nfingers: 3, delta: [.nan, 0]}",
      "{time: x, type: POINTER_MOTION, delta: [1, 1]}", "[1, 2]", "word",
      "{time: 99999999999999.0, type: POINTER_MOTION, delta: [1, 1]}",
    ])
  func malformed(event: String) {
    let text = SampleTexts.libinput(events: "  - libinput:\n    - \(event)") + "\n"
    do throws(RecordingError) {
      _ = try RecordingFile(in: Array(text.utf8), named: "test")
      Issue.record("read \(event)")
    } catch {
      let line = text.split(separator: "\n").count
      // An excerpt of a long line is shortened.
      #expect(error.description.hasPrefix("test:\(line): found '- \(event.prefix(30))"))
    }
  }

  @Test(
    "formats of contacts refuse gestures with a reason, and a format that plays reports the loss")
  func otherFormats() throws {
    let file = RecordingFile(format: .debugEvents, recordings: [recording(seed: 1)])
    for format in [RecordingFormat.evemu, .csv] {
      #expect(file.losses(as: format).contains("the gestures of libinput"))
      #expect {
        try file.text(as: format)
      } throws: {
        "\($0)".contains("the recording has the gestures of libinput and no contacts")
      }
    }
    for format in ExportFormat.allCases where format != .touches {
      #expect(throws: ExportError.noContacts) { try file.recordings[0].exported(as: format) }
    }
  }

  @Test("a copy without personal data has the same gestures, from the time 0")
  func anonymous() {
    let original = recording(seed: 2)
    let file = RecordingFile(format: .debugEvents, recordings: [original]).anonymized
    let (first, copy) = (original.gestures[0].microseconds, file.recordings[0].gestures)
    #expect(copy.first?.microseconds == 0 && copy.count == original.gestures.count)
    #expect(
      zip(copy, original.gestures).allSatisfy { copy, event in
        var shifted = copy
        shifted.microseconds += first
        return shifted == event
      })
  }

  @Test("the devices and keys in the text are private details")
  func privacy() throws {
    let text = [
      "-event2   DEVICE_ADDED   Anna's tablet   seat0 default group1  cap:k",
      DebugEventsText.description(),
      " event2   KEYBOARD_KEY   +0.1s\tKEY_A (30) pressed",
      " event4  GESTURE_HOLD_BEGIN  +0.200s\t1",
    ].joined(separator: "\n")
    let bytes = Array(text.utf8)
    let details = privateDetails(of: try RecordingFile(in: bytes, named: "test"), in: bytes)
    #expect(details.contains { $0.kind == .device && $0.line == 1 && $0.found.contains("Anna") })
    #expect(details.contains { $0.kind == .keys && $0.line == 3 })
  }
}
