import Quantities
import Testing
import TouchInput

@Suite("Touch reader")
struct HandReaderTests {
  private func position(_ x: Double, _ y: Double) -> Position {
    Position(x: Points(x), y: Points(y))
  }

  @Test("a drag is a touch, a pan from the first movement, and a lift")
  func drag() throws {
    var script = TouchScript()
    script.frame(0, .id(1), .x(100), .y(200))
    script.frame(10_000, .axis(AbsoluteAxis.contactPressure, 9))
    script.frame(20_000, .x(103), .y(204))
    script.frame(30_000, .x(113))
    script.frame(40_000, .id(-1))
    let events = try script.handEvents(on: TestDevice.screenWithSlots)
    #expect(events.map(\.name) == ["touchDown", "panBegan", "panChanged", "panEnded", "touchUp"])
    #expect(events.map(\.microseconds) == [0, 20_000, 30_000, 40_000, 40_000])
    #expect(events[0].event == .touchDown(at: position(100, 200)))
    let pan = try #require(events[2].pan)
    #expect(
      pan
        == Pan(
          number: 1, origin: position(100, 200), location: position(113, 204),
          translation: position(13, 4), fingers: 1))
    #expect(events[3].pan == pan)
    let released = try #require(events[3].released)
    #expect(released.samplesUsed == 4)
    #expect(released.span == .microseconds(40_000))
    #expect((released.velocity.x - PointsPerSecond(1000)).magnitude < PointsPerSecond(1e-9))
  }

  @Test("a tap is a touch without a pan")
  func tap() throws {
    var script = TouchScript()
    script.frame(0, .id(1), .x(100), .y(200))
    script.frame(10, .id(-1))
    #expect(
      try script.handEvents(on: TestDevice.screenWithSlots).map(\.name) == ["touchDown", "touchUp"])
  }

  @Test(
    "with slop, the translation starts where the slop was exceeded, the samples at the touch")
  func slop() throws {
    var script = TouchScript()
    script.frame(0, .id(1), .x(100), .y(200))
    script.frame(10_000, .x(106), .y(208))
    script.frame(20_000, .y(209))
    script.frame(30_000, .y(214))
    script.frame(40_000, .id(-1))
    let events = try script.handEvents(
      on: TestDevice.screenWithSlots, options: PanOptions(recognizer: .slop))
    #expect(events.map(\.name) == ["touchDown", "panBegan", "panChanged", "panEnded", "touchUp"])
    #expect(events[1].microseconds == 20_000)
    #expect(events.compactMap(\.pan).map(\.translation) == [.zero, position(0, 5), position(0, 5)])
    #expect(events[1].pan?.origin == position(100, 200))
    #expect(events[3].released?.samplesUsed == 4)
  }

  @Test("a touchpad pans with two fingers, without a position; the pan ends when one finger lifts")
  func touchpad() throws {
    var script = TouchScript()
    script.frame(0, .slot(0), .id(1), .x(100), .y(100))
    script.frame(10, .x(400))
    script.frame(20, .slot(1), .id(2), .x(500), .y(100))
    script.frame(30, .y(140), .slot(0), .y(120))
    script.frame(40, .slot(0), .id(-1))
    script.frame(50, .slot(1), .y(500))
    let events = try script.handEvents(on: TestDevice.touchpad)
    #expect(events.map(\.name) == ["touchDown", "panBegan", "panEnded", "touchUp"])
    #expect(events.map(\.microseconds) == [20, 30, 40, 40])
    let pan = try #require(events[1].pan)
    #expect(pan.origin == nil && pan.location == nil && pan.fingers == 2)
    // The mean of two and four millimetres is three millimetres, at 6.4 points each.
    #expect((pan.translation.y - Points(3 * 6.4)).magnitude < Points(1e-9))
    let one = try script.handEvents(
      on: TestDevice.touchpad, options: PanOptions(recognizer: .immediate, touchpadFingers: 1))
    #expect(one.first?.microseconds == 0)
    #expect(one.map(\.name).suffix(2) == ["panCancelled", "touchCancelled"])
  }

  @Test("a touchpad that tracks one finger but counts two fingers pans")
  func countedFingers() throws {
    var script = TouchScript()
    script.frame(0, .id(1), .x(100), .y(100), .touch(1), .key(TouchButton.toolDoubleTap, 1))
    script.frame(10, .y(110))
    script.frame(20, .key(TouchButton.toolDoubleTap, 0), .key(TouchButton.toolFinger, 1))
    let names = try script.handEvents(on: TestDevice.touchpad).map(\.name)
    #expect(names == ["touchDown", "panBegan", "panEnded", "touchUp"])
  }

  @Test("an additional finger causes no jump if the device tracks fewer positions than fingers")
  func semiMultitouch() throws {
    var device = TestDevice.screenWithSlots
    device.properties.append(DeviceProperty.semiMultitouch)
    var script = TouchScript()
    script.frame(0, .slot(0), .id(1), .x(500), .y(500), .touch(1))
    script.frame(10, .x(510))
    script.frame(20, .x(200), .slot(1), .id(2), .x(900), .y(500))
    script.frame(30, .slot(0), .x(210), .slot(1), .x(910))
    let events = try script.handEvents(on: device)
    #expect(events.compactMap(\.pan).map(\.translation.x.value) == [10, 10, 20, 20])
  }

  @Test("a touchpad that reports only the bounding box of the fingers pans with its pointer")
  func semiMultitouchPointer() throws {
    var device = TestDevice.touchpad
    device.properties.append(DeviceProperty.semiMultitouch)
    let two = Signal.key(TouchButton.toolDoubleTap, 1)
    var script = TouchScript()
    script.frame(0, .slot(0), .id(1), .x(500), .y(500), .singleX(500), .singleY(500), .touch(1))
    // The pointer jumps when the second finger touches, and then moves 10 units, or one millimetre.
    script.frame(10, .slot(1), .id(2), .x(900), .y(900), .singleX(620), two)
    script.frame(20, .x(700), .singleX(630))
    let withoutAxes = try script.handEvents(on: device).compactMap(\.pan?.translation)
    #expect(withoutAxes.first == position(-64, 0))
    device.axes += [
      TestDevice.axis(AbsoluteAxis.x, resolution: 10),
      TestDevice.axis(AbsoluteAxis.y, resolution: 10),
    ]
    let pans = try script.handEvents(on: device).compactMap(\.pan)
    #expect(pans.first?.fingers == 2)
    #expect(((pans.first?.translation.x ?? .zero) - Points(6.4)).magnitude < Points(1e-9))
  }

  @Test("if all fingers lift in the frame in which others touch, a new touch begins")
  func replacedHand() throws {
    var script = TouchScript()
    script.frame(0, .id(1), .x(100), .y(100))
    script.frame(10, .x(110))
    script.frame(20, .id(2), .x(900))
    script.frame(30, .x(905))
    script.frame(40, .id(-1))
    let events = try script.handEvents(on: TestDevice.screenWithSlots)
    #expect(
      events.map(\.name) == [
        "touchDown", "panBegan", "panEnded", "touchUp", "touchDown", "panBegan", "panEnded",
        "touchUp",
      ])
    #expect(events.compactMap(\.pan).map(\.number) == [1, 1, 2, 2])
    #expect(events[5].pan?.translation == position(5, 0))
    #expect(events[5].pan?.origin == position(900, 100))
  }

  @Test("a palm cancels the pan")
  func palm() throws {
    var script = TouchScript()
    script.frame(0, .id(1), .x(100), .y(100))
    script.frame(10, .x(110))
    script.frame(20, .tool(2))
    script.frame(30, .id(-1))
    let names = try script.handEvents(on: TestDevice.screenWithSlots).map(\.name)
    #expect(names == ["touchDown", "panBegan", "panCancelled", "touchCancelled"])
  }

  @Test("a gap cancels the pan, and fingers that are down after it begin a new touch")
  func gap() throws {
    var script = TouchScript()
    script.frame(0, .id(1), .x(100), .y(100))
    script.frame(10, .x(110))
    script.frame(20, .dropped)
    script.frame(20, .x(300))
    script.frame(30, .x(310))
    script.frame(40, .id(-1))
    let events = try script.handEvents(on: TestDevice.screenWithSlots)
    #expect(
      events.map(\.name) == [
        "touchDown", "panBegan", "panCancelled", "touchCancelled", "gap", "touchDown", "panBegan",
        "panEnded", "touchUp",
      ])
    #expect(events[4].event == .gap(resynchronizedEvents: 1))
    #expect(events[5].event == .touchDown(at: position(300, 100)))
    #expect(events[6].pan?.translation == position(10, 0))
  }

  @Test("if the device's value replaces a guessed coordinate, the pan does not move")
  func guessedCoordinate() throws {
    var script = TouchScript()
    script.frame(0, .id(1), .y(100))
    script.frame(10, .y(110))
    script.frame(20, .x(3), .y(120))
    script.frame(30, .x(5))
    let events = try script.handEvents(on: TestDevice.screenWithSlots)
    #expect(
      events.compactMap(\.pan).map(\.translation) == [
        position(0, 10), position(0, 20), position(2, 20), position(2, 20),
      ])
  }

  @Test("a sample with the same time as the previous sample replaces it")
  func repeatedTime() throws {
    var script = TouchScript()
    script.frame(0, .id(1), .x(100), .y(100))
    script.frame(10, .x(110))
    script.frame(10, .x(120))
    script.frame(5, .x(130))
    script.frame(40, .id(-1))
    let events = try script.handEvents(on: TestDevice.screenWithSlots)
    #expect(events.compactMap(\.released).map(\.samplesUsed) == [2])
  }

  @Test("a velocity that no finger can have is an outlier, and the fastest real flicks are kept")
  func largestPlausibleSpeed() throws {
    // No recorded flick is nearly as fast as 25,000 pt/s; only a broken device reports ten times
    // that.
    for (speed, reason) in [(25_000.0, VelocityEstimate.Reason.ok), (250_000, .outlier)] {
      var recording = Recording(device: TestDevice.touchpad)
      recording.device.properties = [DeviceProperty.direct]
      let mapping = try SurfaceMapping(device: recording.device)
      let unit = (mapping.position(x: 1, y: 0) - mapping.position(x: 0, y: 0)).x.value
      var script = TouchScript()
      script.frame(0, .id(1), .x(0), .y(500))
      for step in 1...12 {
        script.frame(Int64(step) * 8_000, .x(Int32(speed * 0.008 * Double(step) / unit)))
      }
      script.frame(98_000, .id(-1))
      recording.events = script.events
      var reader = TouchReader(
        of: recording, mapping: mapping, estimator: try Estimator.named("android.lsq2"))
      var found: VelocityEstimate?
      for event in recording.events {
        for timed in reader.receive(event) {
          if case .panEnded(_, let estimate) = timed.event { found = estimate }
        }
      }
      let estimate = try #require(found)
      #expect(estimate.reason == reason)
      let expected = reason == .ok ? speed : 0
      #expect((estimate.velocity.x.value - expected).magnitude <= expected * 0.01)
    }
  }
}
