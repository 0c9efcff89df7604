import Testing
import TouchInput

@testable import EvdevDevices

@Suite("Playback schedule")
struct PlaybackScheduleTests {
  private static let touchpad = DeviceDescription(
    name: "Pad",
    codes: [
      .init(type: EventType.key, codes: [30, TouchButton.touch]),
      .init(type: EventType.absolute, codes: [0x2f, 0x35, 0x36, 0x39]),
    ],
    axes: [
      .init(code: AbsoluteAxis.slot, minimum: 0, maximum: 4),
      .init(code: AbsoluteAxis.positionX, minimum: 0, maximum: 1000, fuzz: 8),
      .init(code: AbsoluteAxis.positionY, minimum: 0, maximum: 1000, fuzz: 8),
      .init(code: AbsoluteAxis.trackingID, minimum: 0, maximum: 65535),
    ])

  private static func absolute(_ time: Int64, _ code: UInt16, _ value: Int32) -> RawEvent {
    RawEvent(microseconds: time, type: EventType.absolute, code: code, value: value)
  }

  private static func key(_ time: Int64, _ code: UInt16, _ value: Int32) -> RawEvent {
    RawEvent(microseconds: time, type: EventType.key, code: code, value: value)
  }

  private static func report(_ time: Int64, _ code: UInt16 = 0) -> RawEvent {
    RawEvent(microseconds: time, type: EventType.synchronization, code: code, value: 0)
  }

  /// Two fingers that come and go one after the other; the first frame is at 5 s.
  private static let twoFingers: [RawEvent] = [
    absolute(5_000_000, AbsoluteAxis.trackingID, 1), absolute(5_000_000, 0x35, 10),
    absolute(5_000_000, 0x36, 20), key(5_000_000, TouchButton.touch, 1), report(5_000_000),
    absolute(5_008_000, AbsoluteAxis.slot, 1), absolute(5_008_000, AbsoluteAxis.trackingID, 2),
    absolute(5_008_000, 0x35, 30), report(5_008_000),
    absolute(5_016_000, AbsoluteAxis.slot, 0), absolute(5_016_000, AbsoluteAxis.trackingID, -1),
    report(5_016_000),
    absolute(5_024_000, AbsoluteAxis.slot, 1), absolute(5_024_000, AbsoluteAxis.trackingID, -1),
    key(5_024_000, TouchButton.touch, 0), report(5_024_000),
  ]

  private func schedule(
    _ events: [RawEvent], on device: DeviceDescription = touchpad,
    from initial: Recording.InitialState? = nil
  ) throws -> PlaybackSchedule {
    try PlaybackSchedule(Recording(device: device, initial: initial, events: events))
  }

  private func slots(_ states: [Int32: Int32]) -> Recording.InitialState {
    Recording.InitialState(
      slots: states.sorted { $0.key < $1.key }.map {
        Recording.Slot(number: $0.key, trackingID: $0.value, values: [])
      })
  }

  @Test("all events are played in order, and times count from the first frame")
  func order() throws {
    let schedule = try schedule(Self.twoFingers)
    #expect(schedule.frames.flatMap(\.events) == Self.twoFingers)
    #expect(schedule.frames.map(\.microseconds) == [0, 8000, 16000, 24000])
    #expect(schedule.preparation.isEmpty && schedule.omittedEventCount == 0)
  }

  @Test("the virtual device has the recorded axes without their fuzz")
  func fuzz() throws {
    let device = try schedule(Self.twoFingers).device
    #expect(device.axes.map(\.code) == [0x2f, 0x35, 0x36, 0x39])
    #expect(device.axes.allSatisfy { $0.fuzz == 0 } && device.name == "Pad")
  }

  @Test("letters, undeclared codes and notices of lost events are not played")
  func omitted() throws {
    let added = [
      Self.key(5_024_000, 30, 1), Self.absolute(5_024_000, 0x3a, 9), Self.report(5_024_000, 3),
    ]
    let schedule = try schedule(Self.twoFingers + added + [Self.report(5_024_000)])
    #expect(schedule.frames.flatMap(\.events) == Self.twoFingers + [Self.report(5_024_000)])
    #expect(schedule.omittedEventCount == 2 && schedule.gapCount == 1)
    #expect(!schedule.device.sends(type: EventType.key, code: 30))
  }

  @Test("times never go back, and a clock that was set does not delay a frame", arguments: [-1, 1])
  func clock(direction: Int64) throws {
    let events = Self.twoFingers.enumerated().map { index, event in
      var event = event
      if index >= 9 { event.microseconds += direction * 3_600_000_000 }
      return event
    }
    let times = try schedule(events).frames.map(\.microseconds)
    #expect(times == times.sorted() && times[3] < 100_000)
  }

  @Test(
    "after an interruption, exactly the fingers and buttons that are down are lifted",
    arguments: [(0, []), (1, [0]), (2, [0, 1]), (3, [1]), (4, [])] as [(Int, [Int32])])
  func lift(count: Int, down: [Int32]) throws {
    let events = try schedule(Self.twoFingers).lift(afterFrames: count)
    let lifted = zip(events, events.dropFirst()).filter {
      $0.code == AbsoluteAxis.slot && $1.code == AbsoluteAxis.trackingID && $1.value == -1
    }
    #expect(lifted.map { $0.0.value } == down)
    #expect(events.contains { $0.type == EventType.key && $0.value == 0 } == !down.isEmpty)
    #expect(events.last.map { $0.isReport } ?? down.isEmpty)
  }

  @Test("fingers that were down before the first frame are prepared, and lifted at the end")
  func resting() throws {
    var initial = slots([0: -1, 1: 7])
    initial.slots[1].values = [.init(code: 0x35, value: 500)]
    initial.heldButtons = [TouchButton.touch, 30]
    let schedule = try schedule(
      [Self.absolute(0, 0x35, 5), Self.report(0)], from: initial)
    var state = SurfaceState(slots([0: -1]), of: DeviceDescription())
    for event in schedule.preparation { state.receive(event) }
    #expect(state.snapshot.slots.map(\.trackingID) == [-1, 7])
    #expect(state.snapshot.slots[1].values == initial.slots[1].values)
    #expect(state.snapshot.heldButtons == [TouchButton.touch])
    #expect(state.snapshot.currentSlot == 0)
    for event in schedule.lift(afterFrames: 1) { state.receive(event) }
    #expect(state.isUntouched && state.snapshot.heldButtons.isEmpty)
  }

  @Test("a held left button is a touch only on a touchscreen without BTN_TOUCH")
  func leftButton() {
    func isUntouched(_ keys: [UInt16], _ property: UInt16) -> Bool {
      let device = DeviceDescription(
        codes: [.init(type: EventType.key, codes: keys)], properties: [property])
      return SurfaceState(.init(heldButtons: [TouchButton.left]), of: device).isUntouched
    }
    #expect(!isUntouched([TouchButton.left], DeviceProperty.direct))
    #expect(isUntouched([TouchButton.left, TouchButton.touch], DeviceProperty.direct))
    #expect(isUntouched([TouchButton.left], DeviceProperty.pointer))
  }

  @Test("the kernel must report the selected slot, so a value changes in it last")
  func selectedSlot() throws {
    var initial = slots([0: -1, 3: -1, 4: 9])
    initial.currentSlot = 3
    initial.slots[1].values = [.init(code: 0x35, value: 0)]
    let events = try schedule(Self.twoFingers, from: initial).preparation
    let last = try #require(events.lastIndex { $0.code == AbsoluteAxis.slot })
    #expect(events[last].value == 3)
    #expect(events[last...].filter { $0.code == 0x35 }.map(\.value) == [1, 0])
  }

  @Test("contacts of a device without slots are lifted by a frame without contacts")
  func withoutSlots() throws {
    var device = Self.touchpad
    device.axes.removeAll { $0.code == AbsoluteAxis.slot || $0.code == AbsoluteAxis.trackingID }
    let contact = [Self.absolute(0, 0x35, 5), Self.absolute(0, 0x36, 5), Self.report(0, 2)]
    let schedule = try schedule(
      contact + [Self.report(0), Self.report(9, 2), Self.report(9)], on: device)
    #expect(schedule.lift(afterFrames: 1).map(\.code) == [2, 0])
    #expect(schedule.lift(afterFrames: 2).isEmpty)
  }

  @Test("an incomplete last frame is left out")
  func incomplete() throws {
    let schedule = try schedule(Self.twoFingers + [Self.absolute(5_030_000, 0x35, 7)])
    #expect(schedule.frames.count == 4)
  }

  /// A change of the touchpad or of its events, after which no device can play the recording.
  struct Hostile: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var part: String
    var change: @Sendable (inout Recording) -> Void
  }

  private static func at(_ time: Int64, _ events: [RawEvent]) -> [RawEvent] {
    events.map { RawEvent(microseconds: time, type: $0.type, code: $0.code, value: $0.value) }
  }

  static let hostile = [
    Hostile(testDescription: "no axes", part: "--axis") { $0.device.axes = [] },
    Hostile(testDescription: "only one axis", part: "--axis") { $0.device.axes.remove(at: 2) },
    Hostile(testDescription: "no range", part: "axis 53") { $0.device.axes[1].maximum = 0 },
    Hostile(testDescription: "a range that overflows", part: "axis 53") {
      ($0.device.axes[1].minimum, $0.device.axes[1].maximum) = (.min, .max)
    },
    Hostile(testDescription: "a negative range", part: "axis 57") {
      $0.device.axes[3].minimum = 65536
    },
    Hostile(testDescription: "a flat larger than the range", part: "axis 54") {
      $0.device.axes[2].flat = 1001
    },
    Hostile(testDescription: "two billion slots", part: "255") {
      $0.device.axes[0].maximum = .max
    },
    Hostile(testDescription: "a slot that is missing", part: "slot 5") {
      $0.events[5].value = 5
    },
    Hostile(testDescription: "no events", part: "inspect") { $0.events = [] },
    Hostile(testDescription: "only reports", part: "inspect") {
      $0.events.removeAll { !$0.isReport }
    },
    Hostile(testDescription: "an incomplete frame", part: "inspect") {
      $0.events.removeAll { $0.isReport }
    },
    Hostile(testDescription: "a year between two gestures", part: "trim") {
      $0.events += at(31_557_600_000_000, $0.events)
    },
    Hostile(testDescription: "times whose difference overflows", part: "trim") {
      $0.events = at(.min, $0.events) + at(.max, $0.events)
    },
  ]

  @Test("a recording that no device can play is an error", arguments: hostile)
  func refused(hostile: Hostile) throws {
    var recording = Recording(device: Self.touchpad, events: Self.twoFingers)
    hostile.change(&recording)
    let error = #expect(throws: PlaybackError.self) { try PlaybackSchedule(recording) }
    #expect(error?.description.contains(hostile.part) == true, "\(String(describing: error))")
  }
}
