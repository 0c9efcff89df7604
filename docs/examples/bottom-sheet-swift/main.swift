// A bottom sheet: it follows the finger, and after a release a spring moves it to one of three
// heights. Times are in microseconds; y is the distance of the upper edge from the top.
//
// Build it with: swiftc -O -o sheet main.swift ../../adapters/FlickbookSubject.swift
import Foundation

struct Sheet: SubjectSurface {
  let run: SubjectRun
  let height: Double
  let detents: [(name: String, y: Double)]
  var target = 0
  var (y, velocity, time) = (0.0, 0.0, 0.0)
  var phase = "resting"
  var isCaught = false
  /// The positions of the fingers that are down, by contact.
  var fingers: [Int: Double] = [:]
  /// The position without the rubber band, and that of the last change of the fingers.
  var (pulled, grabbed, start) = (0.0, 0.0, 0.0)
  var samples: [(time: Double, y: Double)] = []

  init(_ run: SubjectRun) {
    self.run = run
    height = run.screen.last ?? 844
    detents = [
      ("tip", height - 96), ("half", height * 0.5), ("full", height - height * 0.92),
    ]
    y = detents[0].y
  }

  mutating func receive(_ line: SubjectLine) {
    guard line.type == "touch" else { return }
    if line.phase == "began" {
      if fingers.isEmpty { grab(line.time) }
      fingers[line.contact] = line.number("y")
      anchor()
    } else if line.phase == "moved", fingers[line.contact] != nil {
      fingers[line.contact] = line.number("y")
      drag(line.time, grabbed + middle - start)
    } else if fingers.removeValue(forKey: line.contact) != nil {
      if fingers.isEmpty { release(line.time, line.phase == "cancelled") } else { anchor() }
    }
  }

  mutating func frame(at time: Double) -> [String: Any] {
    advance(to: time)
    let (name, targetY) = detents[target]
    return ["y": y, "vy": velocity, "phase": phase, "target": name, "targetY": targetY]
  }

  /// Several fingers move the sheet by their middle, without a jump when one comes or goes.
  private mutating func anchor() { (grabbed, start) = (pulled, middle) }
  private var middle: Double { fingers.values.sorted().reduce(0, +) / Double(fingers.count) }

  /// Stops a moving sheet where it is.
  private mutating func grab(_ time: Double) {
    advance(to: time)
    isCaught = phase == "settling"
    (phase, velocity, samples) = ("pressed", 0, [])
    pulled = unstretched(y)
  }

  private mutating func drag(_ time: Double, _ position: Double) {
    (phase, pulled, y) = ("dragging", position, stretched(position))
    // Samples with the same time belong to one report of the touchscreen.
    if samples.last?.time == time { samples.removeLast() }
    samples.append((time, pulled))
  }

  private mutating func release(_ time: Double, _ isCancelled: Bool) {
    let isTap = phase == "pressed" && !isCaught
    phase = isTap ? "resting" : "settling"
    guard !isTap else { return }
    let finger = isCancelled ? 0 : meanVelocity(time)
    target = decide(finger)
    run.report("decision", time, ["target": detents[target].name, "velocityY": finger])
    velocity = finger * slope(pulled)
    self.time = time
  }

  private func meanVelocity(_ time: Double) -> Double {
    let oldest = time - run.settings.number("window") * 1e6
    let recent = samples.filter { $0.time >= oldest }
    guard recent.count > 1, let first = recent.first, let last = recent.last else { return 0 }
    return (last.y - first.y) / (last.time - first.time) * 1e6
  }

  /// Picks the detent nearest to the projected position; a flick never moves the sheet back.
  private func decide(_ velocity: Double) -> Int {
    let projected = y + velocity * run.settings.number("projection")
    let isFlick = abs(velocity) >= run.settings.number("flick")
    let here = inside(y)
    let allowed = detents.indices.filter { !isFlick || (detents[$0].y - here) * velocity >= 0 }
    return allowed.min { abs(detents[$0].y - projected) < abs(detents[$1].y - projected) } ?? target
  }

  // A rubber band: beyond the first and the last detent, the sheet moves less than the finger.
  private func inside(_ y: Double) -> Double { min(max(y, detents[2].y), detents[0].y) }
  private func stretched(_ y: Double) -> Double {
    let pull = y - inside(y)
    return inside(y) + 0.55 * pull / (1 + 0.55 * abs(pull) / height)
  }
  private func unstretched(_ y: Double) -> Double {
    let shown = y - inside(y)
    return inside(y) + shown / 0.55 / (1 - abs(shown) / height)
  }
  private func slope(_ y: Double) -> Double {
    let pull = abs(y - inside(y))
    return pull == 0 ? 1 : 0.55 / pow(1 + 0.55 * pull / height, 2)
  }

  /// The exact motion of a damped spring; with a ratio of 1 or more, without oscillation.
  private mutating func advance(to end: Double) {
    guard phase == "settling" else { return }
    let seconds = (end - time) / 1e6
    let rate = 2 * Double.pi / run.settings.number("response")
    let loss = run.settings.number("dampingRatio") * rate
    let root = abs(rate * rate - loss * loss).squareRoot()
    let (offset, old, left) = (y - detents[target].y, velocity, exp(-loss * seconds))
    var (c, s) = (1.0, seconds)
    if loss < rate { (c, s) = (cos(root * seconds), sin(root * seconds) / root) }
    if loss > rate { (c, s) = (cosh(root * seconds), sinh(root * seconds) / root) }
    y = detents[target].y + left * (offset * c + (old + loss * offset) * s)
    velocity = left * (old * c - (rate * rate * offset + loss * old) * s)
    time = end
    guard abs(y - detents[target].y) <= 0.005, abs(velocity) <= 0.05 else { return }
    (phase, y, velocity) = ("resting", detents[target].y, 0)
  }
}

func setting(
  _ key: String, _ value: Double, _ unit: String, _ range: ClosedRange<Double>
) -> [String: Any] {
  ["key": key, "default": value, "unit": unit, "min": range.lowerBound, "max": range.upperBound]
}

FlickbookSubject.serve([
  "name": "bottom-sheet", "version": "1", "axes": ["y"], "targets": ["tip", "half", "full"],
  "settings": [
    setting("flick", 300, "pt/s", 1...10_000), setting("projection", 0.2, "s", 0...2),
    setting("window", 0.1, "s", 0.01...1), setting("response", 0.4, "s", 0.05...2),
    setting("dampingRatio", 0.8, "", 0.2...3),
  ],
]) { Sheet($0) }
