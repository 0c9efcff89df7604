import Quantities
import TouchInput

/// A touchpad for tests, with recordings of fingers that move in straight lines.
struct TestPad {
  /// Units per millimetre.
  ///
  /// 10 units are 254 per inch, a whole number, so that lengths scale exactly with the resolution.
  var resolution: Int32 = 10
  var width: Int32 = 100
  /// Without an edge for palms at the top, which only higher touchpads have.
  var height: Int32 = 54
  var minimum: Int32 = 0
  var fuzz: Int32 = 0
  var slots: Int32 = 5
  var isClickpad = false
  var isSemiMultitouch = false
  /// The highest pressure; nil for a device without pressure.
  var pressure: Int32?
  /// Whether the device reports its resolution.
  var isMeasured = true

  var device: DeviceDescription {
    func axis(_ code: UInt16, _ millimeters: Int32) -> DeviceDescription.Axis {
      DeviceDescription.Axis(
        code: code, minimum: minimum, maximum: minimum + millimeters * resolution, fuzz: fuzz,
        resolution: isMeasured ? resolution : 0)
    }
    var axes = [axis(AbsoluteAxis.x, width), axis(AbsoluteAxis.y, height)]
    if slots > 0 {
      axes += [
        DeviceDescription.Axis(code: AbsoluteAxis.slot, minimum: 0, maximum: slots - 1),
        axis(AbsoluteAxis.positionX, width), axis(AbsoluteAxis.positionY, height),
      ]
      if let pressure {
        axes.append(
          DeviceDescription.Axis(code: AbsoluteAxis.contactPressure, minimum: 0, maximum: pressure))
      }
    }
    var keys = [
      TouchButton.left, TouchButton.toolFinger, TouchButton.touch, TouchButton.toolDoubleTap,
      TouchButton.toolTripleTap, TouchButton.toolQuadrupleTap,
    ]
    if !isClickpad { keys.append(TouchButton.right) }
    return DeviceDescription(
      name: "Touchpad", codes: [.init(type: EventType.key, codes: keys.sorted())], axes: axes,
      properties: [DeviceProperty.pointer] + (isClickpad ? [DeviceProperty.buttonPad] : [])
        + (isSemiMultitouch ? [DeviceProperty.semiMultitouch] : []))
  }

  /// The events of libinput for a script.
  func events(
    _ script: TouchScript, version: LibinputVersion = .current
  ) -> [LibinputEvent] {
    var touchpad = LibinputTouchpad(device: device, version: version)
    var events = script.events.flatMap { touchpad.receive($0) }
    events += touchpad.finish()
    return events
  }

  func units(_ millimeters: Double) -> Int32 {
    minimum + Int32((millimeters * Double(resolution)).rounded())
  }
}

/// Fingers on a ``TestPad``, in millimetres and microseconds.
struct PadScript {
  var pad: TestPad
  var script = TouchScript()
  var time: Int64 = 1_000_000
  /// The positions of the fingers, by slot; nil for no finger.
  private(set) var fingers: [(x: Double, y: Double)?] = []

  init(_ pad: TestPad) { self.pad = pad }

  var down: Int { fingers.count { $0 != nil } }

  /// Three or more fingers in a row in the middle of the pad, or fewer.
  static func row(_ count: Int, y: Double = 25) -> [(x: Double, y: Double)] {
    let middle = Double(count - 1) / 2
    return (0..<count).map { (x: 50 + 15 * (Double($0) - middle), y: y) }
  }

  /// Fingers touch in one report.
  mutating func touch(_ positions: [(x: Double, y: Double)]) {
    let before = down
    var signals: [Signal] = []
    for position in positions {
      let slot = fingers.firstIndex { $0 == nil } ?? fingers.count
      if slot == fingers.count { fingers.append(position) } else { fingers[slot] = position }
      if pad.slots > 0 {
        signals += [.slot(Int32(slot)), .id(Int32(script.events.count + slot))]
        if pad.pressure != nil { signals.append(.axis(AbsoluteAxis.contactPressure, 60)) }
      }
    }
    signals += positionSignals()
    script.frame(time, signals + countSignals(from: before))
  }

  /// All fingers move along a line; `path` returns the displacement of each finger after a part of the time.
  mutating func move(
    for seconds: Double, rate: Double = 100, path: (Int, Double) -> (x: Double, y: Double)
  ) {
    let reports = Int((seconds * rate).rounded())
    let (began, start) = (time, fingers)
    for report in 1...max(reports, 1) {
      time = began + Int64(Double(report) / rate * 1e6)
      for slot in start.indices {
        guard let from = start[slot] else { continue }
        let moved = path(slot, Double(report) / Double(max(reports, 1)))
        fingers[slot] = (from.x + moved.x, from.y + moved.y)
      }
      script.frame(time, positionSignals())
    }
  }

  /// The fingers rest, and the device reports it.
  mutating func move(for seconds: Double) { move(x: 0, y: 0, for: seconds) }

  mutating func move(x: Double = 0, y: Double = 0, for seconds: Double, rate: Double = 100) {
    move(for: seconds, rate: rate) { _, part in (x * part, y * part) }
  }

  /// Nothing is reported for a while.
  mutating func rest(_ seconds: Double) { time += Int64(seconds * 1e6) }

  /// The fingers in these slots lift in one report, 10 ms after the last; all fingers if `slots` is nil.
  mutating func lift(_ slots: [Int]? = nil) {
    rest(0.01)
    let before = down
    var signals: [Signal] = []
    for slot in fingers.indices where fingers[slot] != nil && slots?.contains(slot) != false {
      fingers[slot] = nil
      if pad.slots > 0 { signals += [.slot(Int32(slot)), .id(-1)] }
    }
    script.frame(time, signals + countSignals(from: before))
  }

  /// The button is pressed or released, 10 ms after the last report.
  mutating func click(_ value: Int32) {
    rest(0.01)
    script.frame(time, .key(TouchButton.left, value))
  }

  private func positionSignals() -> [Signal] {
    var signals: [Signal] = []
    for (slot, finger) in fingers.enumerated() where pad.slots > 0 {
      guard let finger else { continue }
      signals += [.slot(Int32(slot)), .x(pad.units(finger.x)), .y(pad.units(finger.y))]
    }
    if let first = fingers.compactMap({ $0 }).first {
      signals += [.singleX(pad.units(first.x)), .singleY(pad.units(first.y))]
    }
    return signals
  }

  private func countSignals(from before: Int) -> [Signal] {
    func button(_ count: Int) -> UInt16 {
      count == 1 ? TouchButton.toolFinger : TouchButton.toolDoubleTap + UInt16(count - 2)
    }
    guard before != down else { return [] }
    return [.touch(down > 0 ? 1 : 0)] + (before > 0 ? [.key(button(before), 0)] : [])
      + (down > 0 ? [.key(button(down), 1)] : [])
  }

  /// The script with other positions in units.
  func placed(_ change: (_ isVertical: Bool, Int32) -> Int32) -> PadScript {
    var script = self
    for (index, event) in script.script.events.enumerated() where event.type == EventType.absolute {
      switch event.code {
      case AbsoluteAxis.x, AbsoluteAxis.positionX:
        script.script.events[index].value = change(false, event.value)
      case AbsoluteAxis.y, AbsoluteAxis.positionY:
        script.script.events[index].value = change(true, event.value)
      default: break
      }
    }
    return script
  }

  /// One stroke of a row of fingers.
  static func stroke(
    _ pad: TestPad = TestPad(), fingers: Int, x: Double = 0, y: Double = 0, for seconds: Double,
    rate: Double = 100, from start: [(x: Double, y: Double)]? = nil
  ) -> PadScript {
    var script = PadScript(pad)
    script.touch(start ?? row(fingers))
    script.move(x: x, y: y, for: seconds, rate: rate)
    script.lift()
    return script
  }

  func events(_ version: LibinputVersion = .current) -> [LibinputEvent] {
    pad.events(script, version: version)
  }
}

extension [LibinputEvent] {
  /// The sum of the unaccelerated movements.
  var unaccelerated: Planar<Points> { reduce(.zero) { $0 + $1.unaccelerated } }

  /// The kinds of the events, without those that repeat.
  var kinds: [LibinputEvent.Kind] {
    var kinds: [LibinputEvent.Kind] = []
    for event in self where event.kind != kinds.last { kinds.append(event.kind) }
    return kinds
  }

  /// The events without holds, which depend on how soon the fingers move.
  var withoutHolds: [LibinputEvent] {
    filter { $0.kind != .holdBegin && $0.kind != .holdEnd }
  }

  func first(_ kind: LibinputEvent.Kind) -> LibinputEvent? { first { $0.kind == kind } }
}
