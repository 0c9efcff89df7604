import Testing
import TouchInput

@Suite("Contacts of devices with slots")
struct ContactReaderTests {
  private func shown(_ frames: [ContactReport]) -> [String] {
    frames.map { frame in
      frame.contacts.map { "\($0.id) \($0.phase) \(Int($0.x)),\(Int($0.y))" }
        .joined(separator: " | ")
    }
  }

  @Test("a finger touches down, moves, rests and lifts")
  func oneFinger() {
    var script = TouchScript()
    script.frame(10, .id(7), .x(100), .y(200), .touch(1))
    script.frame(20, .x(110))
    script.frame(30, .axis(AbsoluteAxis.contactPressure, 40))
    script.frame(40, .id(-1), .touch(0))
    let frames = script.contactFrames(on: TestDevice.screenWithSlots)
    #expect(
      shown(frames) == [
        "1 began 100,200", "1 moved 110,200", "1 stationary 110,200", "1 ended 110,200",
      ])
    #expect(frames.map(\.microseconds) == [10, 20, 30, 40])
    #expect(frames.map(\.fingerCount) == [1, 1, 1, 0])
    #expect(frames[0].contacts[0].trackingID == 7)
    #expect(frames[2].contacts[0].pressure == 40)
    #expect(frames.allSatisfy { $0.anomalies.isEmpty })
  }

  @Test("the current slot stays selected in later frames")
  func slotPersists() {
    var script = TouchScript()
    script.frame(10, .slot(0), .id(1), .x(1), .y(1), .slot(1), .id(2), .x(2), .y(2))
    script.frame(20, .x(5))
    #expect(
      shown(script.contactFrames(on: TestDevice.screenWithSlots)).prefix(2) == [
        "1 began 1,1 | 2 began 2,2", "1 stationary 1,1 | 2 moved 5,2",
      ])
  }

  @Test("a slot keeps its coordinates from one finger to the next")
  func coordinatesPersist() {
    var script = TouchScript()
    script.frame(10, .id(1), .x(100), .y(200))
    script.frame(20, .id(-1))
    script.frame(30, .id(2), .y(300))
    let frames = script.contactFrames(on: TestDevice.screenWithSlots)
    #expect(shown(frames)[2] == "2 began 100,300")
    #expect(frames[2].contacts[0].isPositionGuessed == false)
  }

  @Test("a missing coordinate is taken from the single-touch axis in the same frame")
  func emulatedCoordinate() {
    var script = TouchScript()
    script.frame(10, .id(1), .y(200), .singleX(321), .singleY(200))
    let frames = script.contactFrames(on: TestDevice.screenWithSlots)
    #expect(shown(frames)[0] == "1 began 321,200")
    #expect(frames[0].anomalies.isEmpty)
  }

  @Test("an unknown coordinate is guessed and marked until the device reports it")
  func guessedCoordinate() {
    var script = TouchScript()
    script.frame(10, .id(1), .y(200))
    script.frame(20, .y(210))
    script.frame(30, .x(7))
    let frames = script.contactFrames(on: TestDevice.screenWithSlots)
    #expect(frames.prefix(3).map { $0.contacts[0].isGuessedX } == [true, true, false])
    #expect(frames.prefix(3).allSatisfy { !$0.contacts[0].isGuessedY })
    #expect(frames[0].anomalies == [.coordinateMissing(contact: 1)])
    #expect(frames[0].contacts[0].x == 500)
    #expect(frames[2].contacts[0].x == 7)
  }

  @Test("in a complete recording, the first later value replaces a missing coordinate")
  func laterCoordinate() {
    var script = TouchScript()
    script.frame(10, .id(1), .y(200))
    script.frame(20, .y(210))
    script.frame(30, .x(7))
    script.frame(40, .x(9))
    var reader = ContactReader(
      of: Recording(device: TestDevice.screenWithSlots, events: script.events))
    let contacts = script.events.compactMap { reader.receive($0)?.contacts.first }
    #expect(contacts.map(\.x) == [7, 7, 7, 9])
    #expect(contacts.map(\.isGuessedX) == [true, true, false, false])
  }

  @Test("the initial state has the fingers and coordinates that no event contains")
  func initialState() {
    let initial = Recording.InitialState(
      currentSlot: 1,
      slots: [
        .init(
          number: 0, trackingID: 4,
          values: [.init(code: 0x35, value: 11), .init(code: 0x36, value: 12)]),
        .init(number: 1, trackingID: -1, values: [.init(code: 0x35, value: 21)]),
      ], heldButtons: [TouchButton.touch])
    var script = TouchScript()
    script.frame(10, .id(5), .y(22))
    #expect(
      shown(script.contactFrames(on: TestDevice.screenWithSlots, initial: initial))[0]
        == "1 began 11,12 | 2 began 21,22")
  }

  @Test("a tracking id that replaces another ends one contact and begins another in the same frame")
  func replacedTrackingID() {
    var script = TouchScript()
    script.frame(10, .id(1), .x(100), .y(200))
    script.frame(20, .id(2), .x(900), .y(800))
    let frames = script.contactFrames(on: TestDevice.screenWithSlots)
    #expect(shown(frames)[1] == "1 ended 100,200 | 2 began 900,800")
    #expect(frames[1].anomalies == [.trackingIDReplaced(slot: 0, from: 1, to: 2)])
  }

  @Test("a lift and a new finger in one frame are not an anomaly")
  func liftAndReplace() {
    var script = TouchScript()
    script.frame(10, .id(1), .x(100), .y(200))
    script.frame(20, .id(-1), .id(2), .x(900))
    let frames = script.contactFrames(on: TestDevice.screenWithSlots)
    #expect(shown(frames)[1] == "1 ended 100,200 | 2 began 900,200")
    #expect(frames[1].anomalies.isEmpty)
  }

  @Test("the number of fingers comes from the tool buttons")
  func countedFingers() {
    var script = TouchScript()
    script.frame(10, .id(1), .x(1), .y(1), .touch(1), .key(TouchButton.toolTripleTap, 1))
    script.frame(20, .key(TouchButton.toolTripleTap, 0), .key(TouchButton.toolFinger, 1))
    #expect(script.contactFrames(on: TestDevice.touchpad).prefix(2).map(\.fingerCount) == [3, 1])
  }

  @Test("a hovering finger is not a contact")
  func hovering() {
    var script = TouchScript()
    script.frame(10, .id(1), .x(1), .y(1), .axis(AbsoluteAxis.distance, 1))
    script.frame(20, .axis(AbsoluteAxis.distance, 0))
    script.frame(30, .axis(AbsoluteAxis.distance, 1))
    #expect(
      shown(script.contactFrames(on: TestDevice.screenWithSlots)) == ["1 began 1,1", "1 ended 1,1"])
  }

  @Test("a palm is cancelled and ignored until it lifts, unless palms are accepted")
  func palm() {
    var script = TouchScript()
    script.frame(10, .id(1), .x(1), .y(1))
    script.frame(20, .tool(2), .x(2))
    script.frame(30, .tool(0), .x(3))
    script.frame(40, .id(-1))
    script.frame(50, .id(2), .x(4))
    let strict = script.contactFrames(on: TestDevice.screenWithSlots)
    #expect(shown(strict).prefix(3) == ["1 began 1,1", "1 cancelled 1,1", "2 began 4,1"])
    let lenient = script.contactFrames(on: TestDevice.screenWithSlots, cancelsPalms: false)
    #expect(shown(lenient)[1] == "1 moved 2,1")
  }

  @Test("repeated keys are ignored")
  func keyRepeats() {
    var script = TouchScript()
    script.frame(10, .id(1), .x(1), .y(1))
    script.frame(20, .key(TouchButton.toolFinger, 2))
    #expect(script.contactFrames(on: TestDevice.screenWithSlots).map(\.microseconds) == [10, 10])
  }

  @Test("contacts that are down at the end are cancelled exactly once")
  func unterminated() {
    var reader = ContactReader(device: TestDevice.screenWithSlots, initial: nil)
    var script = TouchScript()
    script.frame(10, .id(1), .x(1), .y(1))
    let frames = script.events.compactMap { reader.receive($0) }
    #expect(frames.count == 1)
    #expect(reader.finish()?.contacts.map(\.phase) == [.cancelled])
    #expect(reader.finish() == nil)
  }

  @Test(
    "events for a slot that does not exist are ignored and recorded as an anomaly",
    arguments: [-1, 10, Int32.max, Int32.min])
  func slotOutOfRange(slot: Int32) {
    var script = TouchScript()
    script.frame(10, .slot(slot), .id(1), .x(1), .y(1))
    let frames = script.contactFrames(on: TestDevice.screenWithSlots)
    #expect(frames.allSatisfy { $0.contacts.isEmpty })
    #expect(
      frames[0].anomalies == [ContactReport.Anomaly](repeating: .slotOutOfRange(slot), count: 3))
  }

  @Test("times never decrease, and their differences never overflow")
  func clampedTime() {
    var script = TouchScript()
    for (offset, time) in [100, 40, 120, Int64.max, Int64.min].enumerated() {
      script.frame(time, .id(1), .x(Int32(offset)), .y(1))
    }
    let frames = script.contactFrames(on: TestDevice.screenWithSlots)
    let furthest: Int64 = 1 << 61
    #expect(frames.map(\.microseconds) == [100, 100, 120, furthest, furthest, furthest])
  }

  @Test(
    "on a touchscreen without BTN_TOUCH the left button is the contact; elsewhere it is a button")
  func leftButton() {
    func contacts(_ keys: [UInt16], _ property: UInt16, pressed: UInt16) -> [Contact.Phase] {
      let device = DeviceDescription(
        codes: [DeviceDescription.Codes(type: EventType.key, codes: keys)],
        axes: [TestDevice.axis(0x00), TestDevice.axis(0x01)], properties: [property])
      let events = [
        RawEvent(microseconds: 0, type: EventType.absolute, code: AbsoluteAxis.x, value: 10),
        RawEvent(microseconds: 0, type: EventType.absolute, code: AbsoluteAxis.y, value: 10),
        RawEvent(microseconds: 0, type: EventType.key, code: pressed, value: 1),
        RawEvent(microseconds: 0, type: EventType.synchronization, code: 0, value: 0),
        RawEvent(microseconds: 10_000, type: EventType.key, code: pressed, value: 0),
        RawEvent(microseconds: 10_000, type: EventType.synchronization, code: 0, value: 0),
      ]
      return Recording(device: device, events: events).contactReports()
        .flatMap { $0.contacts.map(\.phase) }
    }
    let (left, touch) = (TouchButton.left, TouchButton.touch)
    #expect(contacts([left, 0x111], DeviceProperty.direct, pressed: left) == [.began, .ended])
    #expect(contacts([left, touch], DeviceProperty.direct, pressed: left).isEmpty)
    #expect(contacts([left, touch], DeviceProperty.direct, pressed: touch) == [.began, .ended])
    #expect(contacts([left], DeviceProperty.pointer, pressed: left).isEmpty)
  }
}
