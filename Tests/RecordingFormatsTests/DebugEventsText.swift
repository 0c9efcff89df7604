import Quantities
import RecordingFormats
import TouchInput

/// Random events of libinput, and their text as a version of `libinput debug-events` prints it.
///
/// The events have no more digits than the text, so that reading the text returns them exactly.
enum DebugEventsText {
  /// The versions of libinput at which the text changed.
  enum Version: CaseIterable, Sendable {
    /// 1.2: scrolls without their source, pointer motions without unaccelerated values, times in hundredths.
    case v1_2
    /// 1.6: scrolls with their source, and sizes in whole millimetres.
    case v1_6
    /// 1.12: times in thousandths, and pointer motions with unaccelerated values.
    case v1_12
    /// 1.15: scrolls with the clicks of a wheel.
    case v1_15
    /// 1.19: `POINTER_SCROLL_FINGER`, holds, and a wider column for the type.
    case v1_19
    /// 1.27: the number of events in a row.
    case v1_27

    var hasHolds: Bool { self == .v1_19 || self == .v1_27 }
    var hasUnaccelerated: Bool { self != .v1_2 && self != .v1_6 }
    /// The smallest step between two times, in microseconds.
    var step: Int64 { hasUnaccelerated ? 1_000 : 10_000 }
  }

  /// Returns whole gestures at random, in order of time.
  static func gestures(
    _ count: Int, _ version: Version, _ numbers: inout SeededGenerator
  ) -> [LibinputEvent] {
    var events: [LibinputEvent] = []
    var time: Int64 = 0
    func movement() -> Planar<Points> {
      func hundredths() -> Points {
        Points(Double(Int.random(in: -3_000...3_000, using: &numbers)) / 100)
      }
      return Planar(x: hundredths(), y: hundredths())
    }
    func add(
      _ kind: LibinputEvent.Kind, _ fingers: Int, change: (inout LibinputEvent) -> Void = { _ in }
    ) {
      time += version.step * Int64.random(in: 0...20, using: &numbers)
      var event = LibinputEvent(microseconds: time, kind: kind, fingers: fingers)
      change(&event)
      events.append(event)
    }
    for _ in 0..<count {
      let updates = Int.random(in: 0...6, using: &numbers)
      let isCancelled = Bool.random(using: &numbers)
      func end(_ event: inout LibinputEvent) { event.isCancelled = isCancelled }
      func move(_ event: inout LibinputEvent) {
        (event.accelerated, event.unaccelerated) = (movement(), movement())
      }
      switch Int.random(in: 0..<5, using: &numbers) {
      case 0:
        let fingers = Int.random(in: 3...4, using: &numbers)
        add(.swipeBegin, fingers)
        for _ in 0..<updates { add(.swipeUpdate, fingers, change: move) }
        add(.swipeEnd, fingers, change: end)
      case 1:
        add(.pinchBegin, 2)
        for _ in 0..<updates {
          add(.pinchUpdate, 2) { event in
            move(&event)
            event.scale = Double(Int.random(in: 1...400, using: &numbers)) / 100
            event.degrees = Double(Int.random(in: -900...900, using: &numbers)) / 100
          }
        }
        add(.pinchEnd, 2, change: end)
      case 2 where version.hasHolds:
        add(.holdBegin, 2)
        add(.holdEnd, 2, change: end)
      case 3:
        for _ in 0...updates {
          add(.pointerMotion, 1) { event in
            move(&event)
            if !version.hasUnaccelerated { event.unaccelerated = event.accelerated }
          }
        }
      default:
        for _ in 0...updates {
          add(.scroll, 2) { event in
            event.accelerated = movement()
            if event.accelerated == .zero { event.accelerated.x = Points(0.5) }
            event.unaccelerated = event.accelerated
          }
        }
        add(.scrollEnd, 2)
      }
    }
    return events
  }

  /// Returns the lines of events of a device, without the line that describes the device.
  static func lines(
    of events: [LibinputEvent], node: String = "event4", _ version: Version
  ) -> [String] {
    var row: (type: String, count: Int) = ("", 0)
    return events.map { event in
      let type = name(of: event.kind, version)
      row = (type, row.type == type && event.kind.repeats ? row.count + 1 : 1)
      let isNew = version == .v1_19 || version == .v1_27
      let number = row.count > 1 ? padded("\(row.count)", 3) + " " : "    "
      return " \(node)   \(type)"
        + String(repeating: " ", count: max(1, (isNew ? 24 : 17) - type.count))
        + (version == .v1_27 ? number : "") + "+" + seconds(event.microseconds, version) + "s\t"
        + values(of: event, version)
    }
  }

  /// The line that describes a touchpad of 97 × 53 mm.
  static func description(node: String = "event4", name: String = "Pad 06CB:CD8B Touchpad")
    -> String
  {
    """
    -\(node)   DEVICE_ADDED     \(name)    seat0 default group7  cap:pg  size 97x53mm tap(dl off) left scroll-nat \
    scroll-2fg-edge dwt-on
    """
  }

  private static func name(of kind: LibinputEvent.Kind, _ version: Version) -> String {
    kind == .scroll || kind == .scrollEnd
      ? (version.hasHolds ? "POINTER_SCROLL_FINGER" : "POINTER_AXIS") : kind.eventType
  }

  private static func values(of event: LibinputEvent, _ version: Version) -> String {
    let (moved, unmoved) = (event.accelerated, event.unaccelerated)
    switch event.kind {
    case .pointerMotion:
      return pair(moved, 6)
        + (version.hasUnaccelerated ? " (\(pair(unmoved, 6, plus: true)))" : "")
    case .scroll, .scrollEnd:
      let clicks = version.hasHolds ? "/0.0" : version == .v1_15 ? "/0" : ""
      return
        "vert \(hundredths(moved.y.value))\(clicks)* horiz \(hundredths(moved.x.value))\(clicks)*"
        + (version == .v1_2 ? "" : " (finger)")
    case .swipeUpdate, .pinchUpdate:
      let pinch = " \(padded(hundredths(event.scale), 5)) @ \(padded(hundredths(event.degrees), 5))"
      return "\(event.fingers) \(pair(moved, 5)) (\(pair(unmoved, 5)) unaccelerated)"
        + (event.kind == .pinchUpdate ? pinch : "")
    default: return "\(event.fingers)\(event.isCancelled ? " cancelled" : "")"
    }
  }

  private static func pair(_ movement: Planar<Points>, _ width: Int, plus: Bool = false) -> String {
    func text(_ value: Double) -> String {
      padded((plus && value >= 0 ? "+" : "") + hundredths(value), width)
    }
    return text(movement.x.value) + "/" + text(movement.y.value)
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private static func hundredths(_ value: Double) -> String {
    let number = Int((value * 100).rounded())
    let digits = String("\(number.magnitude % 100 + 100)".dropFirst())
    return "\(number < 0 ? "-" : "")\(number.magnitude / 100).\(digits)"
  }

  private static func seconds(_ microseconds: Int64, _ version: Version) -> String {
    let step = version.step
    let perSecond = 1_000_000 / step
    let rest = String("\(microseconds / step % perSecond + perSecond)".dropFirst())
    return "\(microseconds / 1_000_000).\(rest)"
  }
}

extension LibinputEvent.Kind {
  /// Whether libinput counts such events in a row.
  fileprivate var repeats: Bool {
    switch self {
    case .pointerMotion, .scroll, .scrollEnd, .swipeUpdate, .pinchUpdate: true
    default: false
    }
  }
}
