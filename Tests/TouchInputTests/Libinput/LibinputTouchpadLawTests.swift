import Quantities
import Testing
import TouchInput

/// The laws of libinput's recognition, for any fingers.
@Suite("Laws of libinput's gestures")
struct LibinputTouchpadLawTests {
  /// A stroke whose fingers neither begin nor end at an edge of the pad.
  struct Stroke: Sendable, CustomTestStringConvertible {
    let fingers: Int
    let x: Double
    let y: Double
    let seconds: Double

    var testDescription: String { "\(fingers) fingers, \(x), \(y) mm in \(seconds) s" }

    func script(_ pad: TestPad = TestPad(), at time: Int64 = 1_000_000) -> PadScript {
      var script = PadScript(pad)
      script.time = time
      // The fingers are at different heights, so that a highest and a lowest one exist.
      script.touch(PadScript.row(fingers, y: 22).enumerated().map { ($1.x, $1.y + Double($0)) })
      script.move(x: x, y: y, for: seconds)
      script.lift()
      return script
    }
  }

  static let strokes = (1...4).flatMap { fingers in
    [(20.0, 0.0, 0.3), (-12, 7, 0.2), (3, -11, 0.6), (9, 9, 0.1), (0.5, 0.4, 0.5), (0, 8, 1.2)]
      .map { Stroke(fingers: fingers, x: $0.0, y: $0.1, seconds: $0.2) }
  }

  @Test("mirrored fingers make mirrored gestures", arguments: strokes, LibinputVersion.allCases)
  func mirror(stroke: Stroke, version: LibinputVersion) {
    for (mirrorX, mirrorY) in [(true, false), (false, true), (true, true)] {
      let expected = stroke.script().events(version).map { event in
        var event = event
        if mirrorX {
          event.accelerated.x = -event.accelerated.x
          event.unaccelerated.x = -event.unaccelerated.x
        }
        if mirrorY {
          event.accelerated.y = -event.accelerated.y
          event.unaccelerated.y = -event.unaccelerated.y
        }
        return event
      }
      let mirrored = stroke.script().placed { isVertical, value in
        guard isVertical ? mirrorY : mirrorX else { return value }
        return (isVertical ? TestPad().height : TestPad().width) * TestPad().resolution - value
      }
      #expect(mirrored.events(version) == expected)
    }
  }

  @Test("gestures do not depend on the resolution", arguments: strokes, LibinputVersion.allCases)
  func resolution(stroke: Stroke, version: LibinputVersion) {
    let coarse = stroke.script().events(version)
    for factor in [2, 4, 8] as [Int32] {
      var fine = stroke.script().placed { $1 * factor }
      fine.pad.resolution *= factor
      let events = fine.events(version).map { event in
        var event = event
        // The unaccelerated movement of the pointer is in units of the device.
        if event.kind == .pointerMotion {
          event.unaccelerated = event.unaccelerated / Double(factor)
        }
        return event
      }
      #expect(events == coarse)
    }
  }

  @Test(
    "gestures depend neither on the place nor on the time", arguments: strokes,
    LibinputVersion.allCases)
  func shift(stroke: Stroke, version: LibinputVersion) {
    let events = stroke.script().events(version)
    #expect(stroke.script().placed { $1 + 30 }.events(version) == events)
    #expect(stroke.script(TestPad(minimum: -417)).events(version) == events)
    for shift in [-1_000_000, 7, 3_600_000_000] as [Int64] {
      let later = stroke.script(at: 1_000_000 + shift).events(version).map { event in
        var event = event
        event.microseconds -= shift
        return event
      }
      #expect(later == events)
    }
  }

  /// 1/1000 inch, slowed down: libinput, src/filter-touchpad.c.
  static let unitsPerMillimeter = 1000 / 25.4 * 0.2968 * 0.9

  @Test(
    "a gesture swallows its threshold, and since 1.28 the report that begins it, at any rate",
    arguments: [2, 3, 4], [60, 80, 100, 125, 144, 200])
  func swallowed(fingers: Int, rate: Int) {
    let (distance, seconds) = (30.0, 0.5)
    let step = distance / (seconds * Double(rate))
    let threshold = 1.5 + 0.5 * Double(fingers - 2)
    let pad = TestPad(resolution: 40)
    let script = PadScript.stroke(
      pad, fingers: fingers, x: -distance, for: seconds, rate: Double(rate))
    for version in LibinputVersion.allCases {
      let sum = -script.events(version).unaccelerated.x.value / Self.unitsPerMillimeter
      // The gesture begins with the first report at or after the threshold. 1.22 sends the movement of this report.
      let least = version == .v1_22 ? threshold - step : threshold
      // Positions are rounded to 1/40 mm.
      #expect(distance - sum >= least - 0.05, "\(version)")
      #expect(distance - sum <= least + step + 0.05, "\(version)")
    }
  }

  @Test("events follow each other as the gestures allow", arguments: 1...60 as ClosedRange<UInt64>)
  func grammar(seed: UInt64) {
    let random = Self.random(seed: seed)
    for version in LibinputVersion.allCases {
      let events = random.pad.events(random.script, version: version)
      expectGestureGrammar(events, "seed \(seed), \(version)")
    }
  }

  @Test("any events are accepted", arguments: 1...30 as ClosedRange<UInt64>)
  func hostile(seed: UInt64) {
    let script = HostileEventTests.noise(seed: seed)
    for pad in [
      TestPad(), TestPad(isClickpad: true), TestPad(slots: 0), TestPad(slots: 2, pressure: 255),
      TestPad(isSemiMultitouch: true), TestPad(fuzz: 8, isMeasured: false),
    ] {
      for version in LibinputVersion.allCases {
        let events = pad.events(script, version: version)
        #expect(events.allSatisfy { $0.accelerated.isFinite && $0.unaccelerated.isFinite })
      }
    }
    for device in HostileEventTests.devices {
      var touchpad = LibinputTouchpad(device: device)
      for event in script.events { _ = touchpad.receive(event) }
      _ = touchpad.finish()
    }
  }

  /// Fingers that join, wander, click and lift at random.
  static func random(seed: UInt64) -> (pad: TestPad, script: TouchScript) {
    var random = SeededGenerator(seed: seed)
    let pad = TestPad(
      fuzz: random.happens(0.3) ? 3 : 0, slots: random.one(of: [0, 2, 5, 5]),
      isClickpad: random.happens(0.5), isSemiMultitouch: random.happens(0.2))
    var script = PadScript(pad)
    for _ in 0..<60 {
      let free = 4 - script.down
      if free > 0, script.down == 0 || random.happens(0.2) {
        script.touch(
          (0..<random.whole(in: 1...free)).map { _ in
            (random.uniform(in: 5...95), random.uniform(in: 2...52))
          })
      }
      let (x, y) = (random.uniform(in: -4...4), random.uniform(in: -4...4))
      let spread = random.happens(0.3) ? random.uniform(in: -4...4) : 0
      script.move(for: random.uniform(in: 0.02...0.2)) { slot, part in
        ((x + spread * Double(slot % 2)) * part, (y - spread * Double(slot % 2)) * part)
      }
      if random.happens(0.1) { script.click(random.happens(0.5) ? 1 : 0) }
      if random.happens(0.3) { script.rest(random.uniform(in: 0.01...0.4)) }
      if random.happens(0.3) { script.lift(random.happens(0.5) ? nil : [0, 1]) }
    }
    script.lift()
    return (pad, script.script)
  }
}

/// Fails unless each gesture begins, moves and ends before the next one, with the same number of fingers.
func expectGestureGrammar(_ events: [LibinputEvent], _ comment: String) {
  var open: LibinputEvent.Kind?
  var fingers = 0
  var last = Int64.min
  for event in events {
    #expect(event.microseconds >= last, "\(comment)")
    last = event.microseconds
    switch (open, event.kind) {
    case (nil, .holdBegin), (nil, .swipeBegin), (nil, .pinchBegin):
      open = event.kind
      fingers = event.fingers
    case (nil, .pointerMotion), (.holdBegin, .pointerMotion):
      #expect(event.fingers == 1, "\(comment)")
    case (nil, .scroll):
      #expect(!event.unaccelerated.isZero, "\(comment)")
      if event.fingers == 2 { (open, fingers) = (.scroll, 2) }
    case (.scroll, .scroll): #expect(event.fingers == 2, "\(comment)")
    case (.scroll, .scrollEnd): open = nil
    // A scroll whose movements were all across its axis, or a scroll at an edge, only ends.
    case (nil, .scrollEnd): break
    case (.swipeBegin, .swipeUpdate), (.pinchBegin, .pinchUpdate): break
    case (.swipeBegin, .swipeEnd), (.pinchBegin, .pinchEnd), (.holdBegin, .holdEnd): open = nil
    default: Issue.record("\(event.kind) after \(String(describing: open)), \(comment)")
    }
    if open != nil { #expect(event.fingers == fingers, "\(comment)") }
    if event.kind == .pinchUpdate {
      #expect(event.scale > 0, "\(comment)")
      #expect((-180...180).contains(event.degrees), "\(comment)")
    } else {
      #expect(event.scale == 1 && event.degrees == 0, "\(comment)")
    }
  }
  #expect(open == nil, "\(comment)")
}

extension Planar {
  fileprivate var isZero: Bool { x.value == 0 && y.value == 0 }
}
