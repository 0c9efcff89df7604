import Fitting
import Foundation
import Quantities

/// A motion with a known law, as a table of other software would show it.
struct SyntheticObservation {
  /// The number generator, and what was drawn from it.
  var law: MotionLaw
  /// The true shared parameters.
  var values: [Double]
  var times: [Double] = []
  /// The positions with all errors.
  var positions: [Double] = []
  /// The true positions.
  var exact: [Double] = []
  /// The standard deviation of the errors, in points.
  var noise: Double
  /// The time from which on the law applies for certain, in seconds.
  var from: Double

  /// Draws an observation; a short motion has only a few points, so that most laws look alike.
  init(law: MotionLaw, seed: UInt64, isShort: Bool = false) {
    self.law = law
    var random = SeededGenerator(seed: seed)
    func between(_ low: Double, _ high: Double) -> Double {
      Double.random(in: low...high, using: &random)
    }
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int.random(in: 0..<values.count, using: &random)]
    }
    func scaled(_ low: Double, _ high: Double) -> Double { low * pow(high / low, between(0, 1)) }

    let rate = pick([60.0, 90, 120])
    let grid = pick([1.0, 1, 1.0 / 3, 0])
    let blur = pick([0, 0.1, 0.3])
    noise = max(0.01, (grid * grid / 12 + blur * blur).squareRoot())
    let lost = pick([0, 0.05, 0.15])
    let repeats = pick([true, false])
    let lag = between(0, 2) / rate
    let way = (isShort ? scaled(5, 12) : scaled(60, 900)) * pick([1.0, -1])
    let speeds = isShort ? (60.0, 160.0) : (600, 6000)
    let rest = between(-500, 500).rounded()
    values = []
    let motion: (Double) -> Double
    switch law {
    case .spring:
      let (response, ratio) = (scaled(0.15, 1.2), scaled(0.25, 2.5))
      let speed = between(-3, 6) * way
      values = [response, ratio]
      motion = { rest - springOffset(way, -speed, response, ratio, $0) }
    case .exponential:
      let k = scaled(1.2, 14)
      values = [k]
      motion = { rest - way * exp(-k * $0) }
    case .constant:
      let deceleration = scaled(400, 9000)
      values = [deceleration]
      let end = (2 * abs(way) / deceleration).squareRoot()
      motion = { rest - (way > 0 ? 0.5 : -0.5) * deceleration * pow(max(0, end - $0), 2) }
    case .power:
      let exponent = between(1.3, 4.5)
      values = [exponent]
      let end = scaled(0.4, 2.5)
      motion = { rest - way * pow(max(0, 1 - $0 / end), exponent) }
    case .tween, .bezier:
      let duration = scaled(0.2, 1.2)
      let points: [Double]
      if law == .tween {
        let curve = pick(NamedCurve.allCases.filter { $0 != .linear }).curve
        points = [curve.x1, curve.y1, curve.x2, curve.y2]
        values = [duration]
      } else {
        points = [between(0, 1), between(0, 1.3), between(0, 0.8), between(0.6, 1.2)]
        values = [duration] + points
      }
      motion = { rest - way * (1 - bezierProgress(points, $0 / duration)) }
    case .flingThenSpring:
      let (k, response) = (scaled(1.5, 6), scaled(0.25, 0.7))
      values = [k, response]
      let (hit, omega, speed) = (
        scaled(0.1, 0.4), 2 * Double.pi / response, scaled(speeds.0, speeds.1)
      )
      motion = { time in
        let t = time - hit
        return rest + speed * (t < 0 ? (1 - exp(-k * t)) / k : t * exp(-omega * t))
      }
    case .flutter:
      let coefficient = scaled(0.006, 0.03)
      values = [coefficient]
      let r = log(0.78) / log(0.9)
      // An initial speed of 600 to 6000 pt/s.
      let speed = scaled(speeds.0, speeds.1)
      let reference = 9.80665 * 39.37 * 160 * 0.84 * coefficient / 0.35
      let duration = 0.35 * r * pow(speed / reference, 1 / (r - 1))
      let sign: Double = way < 0 ? -1 : 1
      motion = { rest - sign * speed * duration / r * pow(max(0, 1 - $0 / duration), r) }
    case .android, .chromium:
      let speed = scaled(speeds.0, speeds.1) * (way < 0 ? -1 : 1)
      let friction: Friction
      if law == .android {
        values = [scaled(0.006, 0.03)]
        friction = .android(coefficient: values[0])
      } else {
        values = [scaled(1500, 5000)]
        friction = .chromium(deceleration: values[0], longest: 1e9)
      }
      let start = Decay.Motion(position: Points(rest), velocity: PointsPerSecond(speed))
      motion = { friction.motion(after: Seconds($0), from: start).position.value }
    }
    let isTimed = law == .tween || law == .bezier
    from = isTimed ? 0 : max(0.04, 2.5 / rate)
    let slope = (motion(1e-4) - motion(0)) / 1e-4
    let phase = between(0, 1) / rate
    var last = 0.0
    var stillFrames = 0
    for frame in 0..<Int(rate * 8) {
      let time = phase + Double(frame) / rate - (isTimed ? 0.1 : 0)
      let age = time - lag
      let exact = age >= 0 ? motion(age) : isTimed ? motion(0) : motion(0) + slope * age
      // Box and Muller's method.
      let normal = (-2 * log(between(1e-12, 1))).squareRoot() * cos(2 * Double.pi * between(0, 1))
      let moves = age < 0 || abs(motion(age) - motion(age + 5)) > 0.02
      let noisy = exact + (moves ? blur * normal : 0)
      let shown = grid > 0 ? (noisy / grid).rounded() * grid : (noisy * 1e6).rounded() / 1e6
      let isLost = between(0, 1) < lost && time > from && moves
      if isLost && !repeats { continue }
      times.append((time * 1e6).rounded() / 1e6)
      positions.append(isLost ? last : shown)
      self.exact.append(exact)
      last = positions[positions.count - 1]
      stillFrames = moves ? 0 : stillFrames + 1
      if stillFrames > 12 { break }
    }
  }
}

/// The offset of a spring: the textbook's solutions, and not those of the program.
func springOffset(
  _ offset: Double, _ velocity: Double, _ response: Double, _ ratio: Double, _ time: Double
) -> Double {
  let omega = 2 * Double.pi / response
  if abs(ratio - 1) < 1e-9 {
    return (offset + (velocity + omega * offset) * time) * exp(-omega * time)
  }
  if ratio < 1 {
    let swing = omega * (1 - ratio * ratio).squareRoot()
    return exp(-ratio * omega * time)
      * (offset * cos(swing * time) + (velocity + ratio * omega * offset) / swing
        * sin(swing * time))
  }
  let root = omega * (ratio * ratio - 1).squareRoot()
  let (slow, fast) = (-ratio * omega + root, -ratio * omega - root)
  let part = (velocity - fast * offset) / (slow - fast)
  return part * exp(slow * time) + (offset - part) * exp(fast * time)
}

/// The progress of a cubic Bézier curve, by bisection.
func bezierProgress(_ points: [Double], _ time: Double) -> Double {
  guard time > 0 else { return 0 }
  guard time < 1 else { return 1 }
  func value(_ p: Double, _ q: Double, _ s: Double) -> Double {
    3 * (1 - s) * (1 - s) * s * p + 3 * (1 - s) * s * s * q + s * s * s
  }
  var (low, high) = (0.0, 1.0)
  for _ in 0..<60 {
    let middle = (low + high) / 2
    if value(points[0], points[2], middle) < time { low = middle } else { high = middle }
  }
  return value(points[1], points[3], low)
}
