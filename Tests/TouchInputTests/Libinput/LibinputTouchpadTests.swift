import Quantities
import Testing
import TouchInput

/// libinput's rules, one by one.
///
/// The expected values are those of libinput's own tests, test/test-gestures.c and
/// test/test-touchpad.c, or follow from the numbers in its sources.
@Suite("libinput's gestures")
struct LibinputTouchpadTests {
  /// The eight directions in which libinput's tests swipe.
  static let directions = [
    (0, 30), (30, 30), (30, 0), (30, -30), (0, -30), (-30, -30), (-30, 0), (-30, 30),
  ].map { (x: Double($0.0) / 2, y: Double($0.1) / 2) }

  @Test("swipes in eight directions keep their signs and zeros", arguments: [3, 4], 0..<8)
  func swipe(fingers: Int, direction: Int) {
    let (x, y) = Self.directions[direction]
    for version in LibinputVersion.allCases {
      let events = PadScript.stroke(fingers: fingers, x: x, y: y, for: 0.3).events(version)
      #expect(events.kinds == [.swipeBegin, .swipeUpdate, .swipeEnd])
      #expect(events.allSatisfy { $0.fingers == fingers && !$0.isCancelled })
      #expect(events.first?.unaccelerated == .zero)
      for event in events where event.kind == .swipeUpdate {
        for moved in [event.accelerated, event.unaccelerated] {
          #expect(moved.x.value.sign == x.sign || x == 0)
          #expect((moved.x.value == 0) == (x == 0))
          #expect(moved.y.value.sign == y.sign || y == 0)
          #expect((moved.y.value == 0) == (y == 0))
        }
      }
    }
  }

  @Test("two fingers scroll along one axis, and end with an event", arguments: 0..<8)
  func scroll(direction: Int) {
    let (x, y) = Self.directions[direction]
    let events = PadScript.stroke(fingers: 2, x: x, y: y, for: 0.3).events()
    #expect(events.kinds == [.scroll, .scrollEnd])
    #expect(events.last?.unaccelerated == .zero)
    let sum = events.unaccelerated
    #expect((sum.x.value == 0) == (x == 0))
    #expect((sum.y.value == 0) == (y == 0))
  }

  @Test("a scroll that deviates by less than 15° stays on its axis")
  func axisLock() {
    // 30 mm to 3 mm are 6°.
    let events = PadScript.stroke(fingers: 2, x: 30, y: 3, for: 0.5).events()
    #expect(events.unaccelerated.y == .zero)
    #expect(events.unaccelerated.x > .zero)
  }

  @Test(
    "fingers that move apart pinch, and the scale is that of their distance", arguments: [2, 3])
  func pinch(fingers: Int) {
    for (far, version) in [(8.0, LibinputVersion.v1_22), (8, .v1_28), (-5, .v1_28)] {
      var script = PadScript(TestPad())
      script.touch(fingers == 2 ? [(40, 20), (60, 34)] : [(40, 20), (60, 34), (45, 27)])
      // The first finger is the highest one, and the second one the lowest.
      script.move(for: 0.4) { slot, part in
        [(-far * part, -far * part * 0.7), (far * part, far * part * 0.7), (0, 0)][slot]
      }
      script.lift()
      let events = script.events(version).withoutHolds
      #expect(events.kinds == [.pinchBegin, .pinchUpdate, .pinchEnd])
      let scales = events.filter { $0.kind == .pinchUpdate }.map(\.scale)
      #expect(far > 0 ? scales == scales.sorted() : scales == scales.sorted(by: >))
      #expect(scales.allSatisfy { ($0 > 1) == (far > 0) })
      // Fingers move along the line between them, so they hardly turn; positions are rounded to 1/10 mm.
      #expect(events.map(\.degrees).reduce(0, +).magnitude < 1)
      // The scale counts from the report in which the pinch is recognized, before which the fingers moved less than 4 mm.
      let last = scales.last ?? 1
      let length = (20.0 * 20 + 14 * 14).squareRoot()
      let moved = 2 * far * (1 + 0.49).squareRoot()
      #expect((length + moved) / length >= min(last, 1) || far < 0)
      #expect(far > 0 ? last > 1.2 && last < (length + moved) / length : last < 0.8)
    }
  }

  @Test("fingers that turn pinch by the angle of their turn")
  func rotation() {
    var script = PadScript(TestPad())
    script.touch([(35, 27), (65, 27)])
    let angle = Double.pi / 3
    script.move(for: 0.5) { slot, part in
      let (from, to) = (slot == 0 ? Double.pi : 0, (slot == 0 ? Double.pi : 0) + angle * part)
      return (15 * (cosine(to) - cosine(from)), 15 * (sine(to) - sine(from)))
    }
    script.lift()
    for version in LibinputVersion.allCases {
      let events = script.events(version).withoutHolds
      #expect(events.kinds == [.pinchBegin, .pinchUpdate, .pinchEnd])
      // Both fingers moved at least 1.5 mm of 15 mm before, and less than two reports of 1.2° more.
      let turned = events.map(\.degrees).reduce(0, +)
      #expect(turned < 60 - 1.5 / 15 * 180 / .pi + 0.5)
      #expect(turned > 60 - 1.6 / 15 * 180 / .pi - 2 * 1.3)
    }
  }

  @Test("fingers that rest hold: one or two after 40 ms, more after 180 ms", arguments: 1...4)
  func hold(fingers: Int) throws {
    var script = PadScript(TestPad())
    script.touch(PadScript.row(fingers))
    let down = script.time
    script.rest(0.5)
    script.lift()
    let events = script.events()
    #expect(events.kinds == [.holdBegin, .holdEnd])
    #expect(events[0].microseconds == down + (fingers <= 2 ? 40_000 : 180_000))
    #expect(events[0].fingers == fingers)
    #expect(events[1].microseconds == script.time)
    #expect(!events[1].isCancelled)
  }

  @Test("a movement cancels a hold", arguments: 1...4)
  func cancelledHold(fingers: Int) {
    var script = PadScript(TestPad())
    script.touch(PadScript.row(fingers))
    script.rest(0.5)
    script.move(x: 10, for: 0.1)
    script.lift()
    let kinds = script.events().kinds
    let moving: [LibinputEvent.Kind] = [
      [.pointerMotion], [.scroll, .scrollEnd], [.swipeBegin, .swipeUpdate, .swipeEnd],
      [.swipeBegin, .swipeUpdate, .swipeEnd],
    ][fingers - 1]
    // One finger that rests may move by half a millimetre.
    #expect(
      kinds.filter { $0 != .pointerMotion || fingers > 1 }.prefix(2) == [.holdBegin, .holdEnd])
    #expect(script.events().first(.holdEnd)?.isCancelled == true)
    #expect(kinds.suffix(moving.count) == moving[...])
  }

  @Test(
    "a finger that lifts early cancels a swipe 100 ms later, and a finger that lifts late does not")
  func fingerChange() throws {
    for (pause, isCancelled) in [(0.2, true), (0.05, false)] {
      var script = PadScript(TestPad())
      script.touch(PadScript.row(3))
      script.move(x: 20, for: 0.2)
      script.lift([2])
      let lifted = script.time
      script.rest(pause)
      script.lift()
      let end = try #require(script.events().first(.swipeEnd))
      #expect(end.isCancelled == isCancelled)
      #expect(end.microseconds == (isCancelled ? lifted + 100_000 : script.time))
    }
  }

  @Test("two fingers scroll on while a third one touches for less than 100 ms")
  func briefFinger() {
    var script = PadScript(TestPad())
    script.touch(PadScript.row(2))
    script.move(y: 10, for: 0.2)
    script.touch([(80, 25)])
    script.rest(0.05)
    script.lift([2])
    script.move(y: 10, for: 0.2)
    script.lift()
    #expect(script.events().kinds == [.scroll, .scrollEnd])
  }

  @Test("a lower finger that rests is a thumb on a clickpad, and an upper one rests in a scroll")
  func thumb() {
    for (isClickpad, moving, expected) in [
      (true, 0, [.pointerMotion]), (false, 0, []), (true, 1, [.scroll, .scrollEnd]),
      (false, 1, [.scroll, .scrollEnd]),
    ] as [(Bool, Int, [LibinputEvent.Kind])] {
      var script = PadScript(TestPad(height: 60, isClickpad: isClickpad))
      script.touch([(50, 20), (50, 42)])
      script.move(for: 0.4) { slot, part in (slot == moving ? 14 * part : 0, 0) }
      script.lift()
      #expect(script.events().withoutHolds.kinds == expected)
    }
  }

  @Test("a finger that begins at the side is a palm, unless another finger touches")
  func palm() {
    var script = PadScript(TestPad())
    script.touch([(2, 20)])
    script.move(y: 20, for: 0.5)
    script.lift()
    #expect(script.events().isEmpty)
    #expect(
      PadScript.stroke(fingers: 2, y: 15, for: 0.5, from: [(2, 20), (20, 20)]).events()
        .withoutHolds.kinds
        == [.scroll, .scrollEnd])
    // Touchpads below 70 mm have no such edges.
    var small = PadScript(TestPad(width: 69))
    small.touch([(2, 20)])
    small.move(y: 20, for: 0.5)
    #expect(small.events().kinds == [.pointerMotion])
  }

  @Test("the area for buttons is no palm edge in 1.22, and is one since 1.28")
  func palmAmongButtons() {
    var script = PadScript(TestPad(height: 60, isClickpad: true))
    script.touch([(2, 55)])
    // Out of the buttons, and so straight that the finger stays a palm.
    script.move(y: -30, for: 0.5)
    script.lift()
    #expect(script.events(.v1_22).contains { $0.kind == .pointerMotion })
    #expect(!script.events(.v1_28).contains { $0.kind == .pointerMotion })
  }

  @Test("a semi-multitouch pad scrolls at once, and neither swipes nor holds")
  func semiMultitouch() {
    let pad = TestPad(slots: 2, isSemiMultitouch: true)
    for fingers in 2...3 {
      let events = PadScript.stroke(pad, fingers: fingers, x: 10, for: 0.3).events(.v1_22)
      #expect(events.kinds == (fingers == 2 ? [.scroll, .scrollEnd] : []))
    }
  }

  @Test("more fingers than slots swipe at once, because their positions are unknown")
  func countedFingers() throws {
    let pad = TestPad(slots: 2)
    var script = PadScript(pad)
    script.touch(PadScript.row(2))
    let before = script.time
    script.rest(0.01)
    script.script.frame(
      script.time, .key(TouchButton.toolDoubleTap, 0), .key(TouchButton.toolTripleTap, 1))
    script.move(x: 10, for: 0.2)
    let events = script.events(.v1_22)
    let begin = try #require(events.first(.swipeBegin))
    #expect(begin.fingers == 3)
    #expect(begin.microseconds - before <= 50_000)
  }

  @Test("a device that counts one finger scrolls at its edges, after 3 mm")
  func edgeScroll() {
    var pad = TestPad(slots: 0)
    pad.height = 54
    var device = pad.device
    device.codes[0].codes.removeAll {
      (TouchButton.toolDoubleTap...TouchButton.toolQuadrupleTap).contains($0)
    }
    var script = PadScript(pad)
    script.touch([(97, 10)])
    script.move(y: 30, for: 0.5)
    script.lift()
    var touchpad = LibinputTouchpad(device: device)
    let events = script.script.events.flatMap { touchpad.receive($0) }
    #expect(events.kinds == [.scroll, .scrollEnd])
    #expect(events.unaccelerated.x == .zero)
    let swallowed = 30 - events.unaccelerated.y.value / LibinputTouchpadLawTests.unitsPerMillimeter
    // The report that passes 3 mm is sent; a report is 0.6 mm.
    #expect((3 - 0.6 - 0.1...3 + 0.1).contains(swallowed))
  }

  @Test("a finger on a device with fuzz must leave an ellipse of this radius to move")
  func fuzz() {
    for (fuzz, moves) in [(0, true), (9, false), (3, true)] as [(Int32, Bool)] {
      var script = PadScript(TestPad(fuzz: fuzz))
      script.touch([(50, 25)])
      script.rest(0.01)
      // 0.8 mm are 8 units.
      script.move(x: 0.8, for: 0.1)
      script.lift()
      #expect(script.events().contains { $0.kind == .pointerMotion } == moves)
    }
  }

  @Test("a jump of 25 mm within a report is dropped, and a fast movement is not")
  func jump() {
    for (distance, isJump) in [(25.0, true), (5, false)] {
      var script = PadScript(TestPad())
      script.touch([(30, 25)])
      script.move(x: 4, for: 0.1)
      script.move(x: distance, for: 0.01)
      script.move(x: 4, for: 0.1)
      script.lift()
      // Pointer motion is in units of the device; the first two reports are lost.
      let sum = script.events(.v1_22).unaccelerated.x.value / 10
      #expect((sum > 8.5) == !isJump)
    }
  }

  @Test("a click pins the fingers of a clickpad until they move by 1.5 mm, and drags the pointer")
  func click() {
    var script = PadScript(TestPad(height: 60, isClickpad: true))
    script.touch([(50, 25)])
    script.rest(0.02)
    script.click(1)
    let clicked = script.time
    script.move(x: 1.2, for: 0.1)
    let still = script.time
    script.move(x: 10, for: 0.2)
    script.click(0)
    script.lift()
    let moving = script.events().filter { $0.kind == .pointerMotion }
    #expect(!moving.contains { (clicked...still).contains($0.microseconds) })
    #expect(!moving.isEmpty)
  }

  @Test("acceleration is constant at usual speeds, less at low and more at high ones")
  func acceleration() {
    // libinput, src/filter-touchpad.c: up to 7 mm/s, 0.1 per mm/s and 0.3, at most 0.9; 0.9 up to 130 mm/s; above, a curve
    // up to 520 mm/s. Unaccelerated movements have the factor 0.9.
    func expected(_ speed: Double) -> Double {
      if speed < 7 { return min(0.9, 0.1 * speed + 0.3) / 0.9 }
      if speed < 130 { return 1 }
      let limited = min(speed, 520)
      return (0.0025 * limited / 130 * (limited - 130) + 0.9) / 0.9
    }
    for speed in [2.5, 50, 120, 200, 400] {
      let pad = TestPad(resolution: 40)
      let script = PadScript.stroke(
        pad, fingers: 3, x: -min(speed / 2, 40), for: min(speed / 2, 40) / speed)
      let updates = script.events(.v1_28).filter { $0.kind == .swipeUpdate }.dropFirst(2)
      let sum = Array(updates).unaccelerated.x.value
      let accelerated = updates.reduce(0) { $0 + $1.accelerated.x.value }
      // A report counts 1 µs longer than it is, and positions are rounded.
      #expect((accelerated / sum - expected(speed)).magnitude < 0.03 * expected(speed), "\(speed)")
    }
  }

  @Test("1.22 scales accelerated movements by a fitted curve, at the default speed by .09 %")
  func speedFactor() throws {
    // libinput 1.22, src/filter-touchpad.c: 435837.2 + (0.04762636 − 435837.2) / (1 + (s / 240.4549)^2.377168), s = 1.
    let power = exponential(-2.377168 * naturalLogarithm(240.4549))
    let factor = 435837.2 + (0.04762636 - 435837.2) / (1 + power)
    let event = try #require(
      PadScript.stroke(fingers: 3, x: 20, for: 0.4).events(.v1_22).last { $0.kind == .swipeUpdate })
    #expect((event.accelerated.x.value / event.unaccelerated.x.value - factor).magnitude < 1e-9)
  }

  @Test("a device without a resolution is 69 × 50 mm large, in whole units per millimetre")
  func assumedSize() {
    // 1000 and 540 units are 14 and 10 units/mm.
    let pad = TestPad(isMeasured: false)
    let script = PadScript.stroke(pad, fingers: 1, x: 10, y: 10, for: 0.3)
    let sum = script.events(.v1_22).unaccelerated
    // The unit of the unaccelerated pointer motion is that of the horizontal axis.
    #expect((sum.y.value / sum.x.value - 14.0 / 10).magnitude < 0.01)
  }

  @Test("libinput refuses a device with a resolution on one axis only")
  func refused() {
    let script = PadScript.stroke(fingers: 2, x: 20, for: 0.3)
    for axis in [AbsoluteAxis.y, AbsoluteAxis.positionX] {
      var device = TestPad().device
      for index in device.axes.indices where device.axes[index].code == axis {
        device.axes[index].resolution = 0
      }
      var touchpad = LibinputTouchpad(device: device)
      #expect(touchpad.isRefused)
      #expect(script.script.events.flatMap { touchpad.receive($0) }.isEmpty)
    }
    #expect(!LibinputTouchpad(device: TestPad(isMeasured: false).device).isRefused)
  }

  @Test("fingers that were down before the recording are ignored until they lift")
  func downBefore() {
    let pad = TestPad()
    let slot = Recording.Slot(
      number: 0, trackingID: 7,
      values: [
        .init(code: AbsoluteAxis.positionX, value: 500),
        .init(code: AbsoluteAxis.positionY, value: 250),
      ])
    var touchpad = LibinputTouchpad(
      device: pad.device,
      initial: Recording.InitialState(
        slots: [slot], heldButtons: [TouchButton.toolFinger, TouchButton.touch]))
    var script = TouchScript()
    for report in 1...20 { script.frame(Int64(report) * 10_000, .x(500 + Int32(report) * 10)) }
    #expect(script.events.flatMap { touchpad.receive($0) }.isEmpty)
  }
}

@Suite("Gestures of libinput as entries")
struct LibinputGestureTests {
  private func gestures(_ script: PadScript) -> [LibinputGesture] {
    Recording(device: script.pad.device, events: script.script.events).libinputGestures()
  }

  @Test("a gesture has the sums of its events")
  func sums() throws {
    var script = PadScript(TestPad())
    script.touch(PadScript.row(3))
    script.rest(0.3)
    script.move(x: 20, for: 0.3)
    script.lift()
    let (events, gestures) = (script.events(), gestures(script))
    #expect(gestures.map(\.kind) == [.hold, .swipe])
    #expect(gestures.map(\.isCancelled) == [true, false])
    let swipe = try #require(gestures.last)
    #expect(swipe.unaccelerated == events.unaccelerated)
    #expect(swipe.updates == events.count { $0.kind == .swipeUpdate })
    #expect(swipe.beganMicroseconds == events.first(.swipeBegin)?.microseconds)
    #expect(swipe.endedMicroseconds == events.first(.swipeEnd)?.microseconds)
    #expect(swipe.fingers == 3)
  }

  @Test("the motions of one touch are one entry, those of two touches are two")
  func motions() {
    var script = PadScript(TestPad())
    for _ in 1...2 {
      script.touch([(40, 25)])
      script.move(x: 10, for: 0.2)
      script.lift()
      script.rest(0.02)
    }
    #expect(gestures(script).map(\.kind) == [.motion, .motion])
  }

  @Test("a touchscreen has no gestures of libinput")
  func touchscreen() {
    var recording = Recording(
      device: TestPad().device,
      events: PadScript.stroke(fingers: 2, x: 20, for: 0.3).script.events)
    #expect(!recording.libinputGestures().isEmpty)
    recording.device.declare(.touchscreen)
    #expect(recording.libinputGestures().isEmpty)
  }
}
