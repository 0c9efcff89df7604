import RecordingFormats
import Testing
import TouchInput

@testable import EvdevDevices

@Suite("Capture")
struct CaptureTests {
  private static let screen = DeviceDescription(
    name: "Screen", node: "/dev/input/event3",
    codes: [
      .init(type: EventType.absolute, codes: [0x2f, 0x35, 0x36, 0x39])
    ],
    axes: [
      .init(code: 0x2f, minimum: 0, maximum: 1), .init(code: 0x35, minimum: 0, maximum: 999),
      .init(code: 0x36, minimum: 0, maximum: 999), .init(code: 0x39, minimum: 0, maximum: 65535),
    ],
    properties: [DeviceProperty.direct])

  private static let untouched = Recording.InitialState(
    slots: [
      .init(number: 0, trackingID: -1, values: [.init(code: 0x35, value: 3)]),
      .init(number: 1, trackingID: -1, values: []),
    ])

  /// A frame of axis values at a time, with its report.
  private static func frame(_ milliseconds: Int64, _ axes: [(UInt16, Int32)]) -> [RawEvent] {
    let time = 7_000_000 + milliseconds * 1000
    return axes.map {
      RawEvent(microseconds: time, type: EventType.absolute, code: $0.0, value: $0.1)
    } + [
      RawEvent(
        microseconds: time, type: EventType.synchronization, code: Synchronization.report, value: 0)
    ]
  }

  /// The frames of a finger that touches at `start`, moves and lifts.
  private static func gesture(_ start: Int64, id: Int32) -> [[RawEvent]] {
    [
      frame(start, [(0x39, id), (0x35, 100), (0x36, 500)]), frame(start + 8, [(0x36, 400)]),
      frame(start + 16, [(0x39, -1)]),
    ]
  }

  /// The files that a capture writes; the flag tells whether a file is complete.
  private func files(
    _ signals: [DeviceSignal], initial: Recording.InitialState = untouched,
    settings: Capture.Settings = Capture.Settings()
  ) throws -> [RecordingFile] {
    var capture = Capture(
      device: Self.screen, initial: initial, clock: "monotonic", settings: settings)
    var texts: [[UInt8]] = []
    for piece in capture.begin() + signals.flatMap({ capture.receive($0) }) {
      switch piece {
      case .begin(let text): texts.append(text)
      case .more(let text), .end(let text): texts[texts.count - 1] += text
      }
    }
    return try texts.map { try RecordingFile(in: $0, named: "capture") }
  }

  @Test("device, state, labels and events of a written file are read back, and times start at zero")
  func readsBack() throws {
    let frames = Self.gesture(0, id: 4)
    let files = try files(
      frames.map(DeviceSignal.frame) + [.ended(.stopped)],
      settings: Capture.Settings(intent: "full", note: "a \"note\": # here", source: "a test"))
    let file = try #require(files.first)
    var expected = Recording(
      device: Self.screen, initial: Self.untouched, intent: "full", note: "a \"note\": # here",
      source: "a test", clock: "monotonic")
    expected.events = frames.flatMap { $0 }.map { event in
      var event = event
      event.microseconds -= 7_000_000
      return event
    }
    #expect(files.count == 1)
    #expect(file.recordings.first?.events == expected.events)
    #expect(file.recordings.first?.initial == expected.initial)
    #expect(file.recordings.first?.intent == expected.intent)
    #expect(file.recordings.first?.note == expected.note)
    #expect(file.recordings.first?.source == expected.source)
    #expect(file.recordings.first?.clock == expected.clock)
    #expect(file.recordings.first?.device.axes == expected.device.axes)
    #expect(!file.isCut)
    #expect(file.warnings.isEmpty)
  }

  @Test("a file contains no typed keys, even if the device declares all of them")
  func everyCode() throws {
    let types: [UInt16] = [0, 1, 2, 3, 4, 5, 0x11, 0x12, 0x14, 0x15]
    let everything = DeviceDescription(
      name: "Everything", codes: types.map { .init(type: $0, codes: Array(0...0x2ff)) },
      axes: (0...0x3f).map { .init(code: $0, minimum: 0, maximum: 9) },
      properties: Array(0...0x1f))
    let held = Recording.InitialState(
      slots: [.init(number: 0, trackingID: -1, values: [.init(code: 0x35, value: 3)])],
      values: (0...0x3f).map { .init(code: $0, value: 1) }, heldButtons: Array(0...0x2ff))
    var capture = Capture(
      device: everything, initial: held, clock: "monotonic", settings: Capture.Settings())
    var text: [UInt8] = []
    for piece in capture.begin() + capture.receive(.ended(.stopped)) {
      if case .begin(let part) = piece { text += part }
      if case .end(let part) = piece { text += part }
    }
    let recording = try #require(try RecordingFile(in: text, named: "all").recordings.first)
    let buttons = Set<UInt16>(0x110...0x117).union(0x140...0x14f).subtracting([0x149, 0x14b, 0x14c])
    for list in recording.device.codes where list.type == EventType.key {
      #expect(Set(list.codes) == buttons)
    }
    #expect(recording.device.codes.map(\.type) == [0, 1, 3, 4])
    #expect(Set(recording.initial?.heldButtons ?? []) == buttons)
    for code in recording.device.axes.map(\.code) + (recording.initial?.values.map(\.code) ?? []) {
      #expect(
        [0, 1].contains(code) || (0x18...0x1f).contains(code) || (0x2f...0x3f).contains(code))
    }
    #expect(recording.device.properties == [0, 1, 2, 3, 4, 7])
    for name in ["KEY_", "BTN_DPAD", "EV_LED", "EV_SW"] {
      #expect(!String(decoding: text, as: UTF8.self).contains(name), "the comments name \(name)")
    }
  }

  @Test("an unfinished recording is read back up to its last event, and is marked as cut")
  func unfinishedRecording() throws {
    let frames = Self.gesture(0, id: 4)
    for count in 0...frames.count {
      let file = try #require(try files(frames.prefix(count).map(DeviceSignal.frame)).first)
      #expect(file.isCut)
      #expect(file.recordings.first?.events.count == frames.prefix(count).joined().count)
    }
  }

  @Test("dropped events are recorded as a notice, the resynchronized state, and a gap")
  func drop() throws {
    let notice = RawEvent(
      microseconds: 7_008_000, type: EventType.synchronization, code: Synchronization.dropped,
      value: 0)
    let found = Self.frame(20, [(0x39, -1)]) + Self.frame(20, [(0x39, 9), (0x36, 10)])
    let dropped = DroppedEvents(notice: notice, resynchronized: found, discarded: 31)
    let file = try #require(
      try files([
        .frame(Self.gesture(0, id: 4)[0]), .gap(dropped), .frame(Self.frame(30, [(0x39, -1)])),
        .ended(.unplugged),
      ]).first)
    let recording = try #require(file.recordings.first)
    #expect(recording.gaps == [Recording.Gap(microseconds: 8_000, resynchronizedEvents: 3)])
    #expect(recording.events.count(where: \.isDropped) == 1)
    var reader = ContactReader(device: recording.device, initial: recording.initial)
    let contacts = recording.events.compactMap { reader.receive($0) }.flatMap(\.contacts)
    #expect(
      contacts.map(\.phase) == [.began, .cancelled, .began, .ended],
      "the fingers before and after the drop must differ")
    #expect(contacts.map(\.y) == [500, 500, 10, 10])
  }

  @Test("each file of a split recording contains one complete gesture, and its times start at zero")
  func split() throws {
    let signals = (Self.gesture(0, id: 4) + Self.gesture(100, id: 5)).map(DeviceSignal.frame)
    let files = try files(
      signals + [.ended(.stopped)], settings: Capture.Settings(isSplit: true))
    #expect(files.count == 2)
    for file in files {
      #expect(!file.isCut)
      #expect(file.recordings.first?.events.first?.microseconds == 0)
      #expect(file.recordings.first?.events.count == 8)
    }
    let second = files.last?.recordings.first?.initial?.slots.first
    #expect(second?.values == [.init(code: 0x35, value: 100), .init(code: 0x36, value: 400)])
    #expect(second?.trackingID == -1)
  }

  @Test("a finger that was down before the start is recorded, but is not counted as a gesture")
  func startedMidTouch() throws {
    var touched = Self.untouched
    touched.slots[0].trackingID = 2
    let lift = DeviceSignal.frame(Self.frame(0, [(0x39, -1)]))
    var capture = Capture(
      device: Self.screen, initial: touched, clock: "", settings: Capture.Settings(gestureLimit: 1))
    _ = capture.begin()
    _ = capture.receive(lift)
    #expect(capture.progress.gestures == 0)
    for frame in Self.gesture(10, id: 3) { _ = capture.receive(.frame(frame)) }
    #expect(capture.isComplete)
    let move = DeviceSignal.frame(Self.frame(0, [(0x36, 7)]))
    let split = try files(
      [move, lift] + Self.gesture(10, id: 3).map(DeviceSignal.frame), initial: touched,
      settings: Capture.Settings(isSplit: true))
    #expect(split.map { $0.recordings.first?.events.count } == [8])
  }

  @Test("two fingers form one gesture, which ends when the last finger lifts")
  func twoFingers() {
    var capture = Capture(
      device: Self.screen, initial: Self.untouched, clock: "", settings: Capture.Settings())
    let frames = [
      Self.frame(0, [(0x39, 1), (0x2f, 1), (0x39, 2)]), Self.frame(8, [(0x39, -1)]),
      Self.frame(16, [(0x2f, 0), (0x39, -1)]),
    ]
    let counts = frames.map { frame in
      _ = capture.receive(.frame(frame))
      return capture.progress.gestures
    }
    #expect(counts == [0, 0, 1])
  }

  @Test("times at the ends of the integer range neither crash the capture nor corrupt the file")
  func hostileTimes() throws {
    let events = [Int64.min, .max, 0, .min].map {
      RawEvent(
        microseconds: $0, type: EventType.synchronization, code: Synchronization.report, value: 0)
    }
    let files = try files([.frame(events), .ended(.stopped)])
    #expect(files.first?.recordings.first?.events.count == 4)
  }
}
