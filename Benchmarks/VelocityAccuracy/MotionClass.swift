internal import Quantities

/// Kinds of motion beyond those of ``GestureClass``, each defined by its velocity over time.
///
/// The classes with ``isSeen`` may be used to choose the parameters of an estimator. The other
/// classes form a test set, which is only reported, together with the ranges, devices, rates and
/// random numbers of ``Part/kept``.
public enum MotionClass: String, CaseIterable, Sendable {
  /// A constant velocity of 300 to 3000 pt/s.
  case steady
  /// A finger that rests for 0.1 to 0.4 s, during which the device reports nothing, then moves for one to
  /// four samples.
  case pressThenFlick
  /// A finger that rests for 20 to 80 ms, then moves for two to five samples.
  case waitThenFlick
  /// A stroke that ends with a rest of 30 to 120 ms, in which the samples contain only noise.
  case strokeToRest
  /// A steady motion that brakes within 25 to 60 ms, then a rest of 30 to 120 ms.
  case brakeToRest
  /// A steady motion that accelerates smoothly to 1.6 to 4 times its speed in its last 12 to 36 ms.
  case speedUp
  /// A steady motion that jumps to 1.6 to 4 times its speed in its last 12 to 36 ms.
  case suddenSpeedUp
  /// A motion that becomes 1.5 to 3 times as fast 20 to 80 ms before its end.
  case fasterAtEnd
  /// A motion that becomes 1.5 to 3 times slower 20 to 80 ms before its end.
  case slowerAtEnd
  /// A steady motion with a tremor of 8 to 12 Hz.
  case tremor
  /// Two strokes; the second begins before the first ends.
  case overlappingStrokes
  /// A stroke with a lognormal speed profile, released near its maximum.
  case lognormal
  /// A minimum-jerk stroke, released near its highest speed.
  case stroke
  /// A minimum-jerk stroke, released at 0.75 to 0.92 of its duration.
  case lateStroke
  /// A motion that the lifting finger rolls back or aside within 15 to 25 ms.
  case liftRoll
  /// A motion that reversed 40 to 100 ms before its end.
  case turnBack

  // Test set: not used to choose parameters of the estimators.
  /// A stroke that ends short of its target, and a second stroke that corrects it.
  case correction
  /// A steady acceleration from rest.
  case accelerating
  /// A steady deceleration.
  case decelerating
  /// A motion whose speed decays exponentially.
  case decay
  /// A steady motion around a circle.
  case arc
  /// A motion that changes its direction by 60 to 120 degrees 30 to 90 ms before its end.
  case corner
  /// A finger that moves back and forth at 1.5 to 3 Hz.
  case swing
  /// A motion that accelerates for 60 to 150 ms and then keeps its speed.
  case ramp
  /// A stroke with the speed profile of a gamma distribution: a fast rise and a slow fall.
  case gamma

  /// Whether the class may be used to choose parameters of an estimator.
  public var isSeen: Bool {
    switch self {
    case .steady, .pressThenFlick, .waitThenFlick, .strokeToRest, .brakeToRest, .speedUp,
      .suddenSpeedUp, .fasterAtEnd, .slowerAtEnd, .tremor, .overlappingStrokes, .lognormal,
      .stroke, .lateStroke, .liftRoll, .turnBack:
      true
    case .correction, .accelerating, .decelerating, .decay, .arc, .corner, .swing, .ramp, .gamma:
      false
    }
  }

  /// Whether the true velocity is zero, so that false flings are counted.
  public var isStop: Bool { self == .strokeToRest || self == .brakeToRest }

  /// Whether the finger is faster at the end than before, so that the end must not be rejected as a hook.
  public var speedsUp: Bool { self == .speedUp || self == .suddenSpeedUp || self == .fasterAtEnd }
}

/// A set of random numbers and ranges for gestures.
public enum Part: Sendable {
  /// The training set, which may be used to choose parameters of an estimator.
  case seen
  /// The test set, which is only reported.
  ///
  /// It has other random numbers, and ranges that extend a seventh farther.
  case kept
}

/// The motion of a finger.
struct HandMotion {
  /// A vector along and across the initial direction of the motion.
  typealias Vector = (along: Double, across: Double)

  /// The velocity at a time, in pt/s.
  var velocity: (Double) -> Vector
  /// The time from the touch-down to the lift, in seconds.
  var duration: Double
  /// The duration of the rest after the touch-down, during which the device reports nothing, in seconds.
  var stillFor = 0.0
  /// The unintended displacement at a time, in points.
  var trembling: (Double) -> Vector = { _ in (0, 0) }
  /// The intended velocity at a time, in pt/s; nil if it equals `velocity`.
  var meant: ((Double) -> Vector)?
}

/// A generator of the motions of one part.
struct MotionMaker {
  var random: SeededGenerator
  var part: Part

  private mutating func between(_ low: Double, _ high: Double) -> Double {
    random.uniform(low, part == .kept ? high + (high - low) / 7 : high)
  }

  private mutating func sign() -> Double { random.happens(0.5) ? 1 : -1 }

  mutating func motion(_ kind: MotionClass, rate: Double) -> HandMotion {
    let speed = between(300, 3_000)
    let time = between(0.12, 0.4)
    switch kind {
    case .steady:
      return HandMotion(velocity: { _ in (speed, 0) }, duration: between(0.06, 0.4))
    case .pressThenFlick, .waitThenFlick:
      let isLong = kind == .pressThenFlick
      let still = isLong ? between(0.1, 0.4) : between(0.02, 0.08)
      let moves = Double(Int(random.uniform(isLong ? 1 : 2, isLong ? 5 : 6)))
      let fast = between(500, 4_000)
      return HandMotion(
        velocity: { ($0 < still ? 0 : fast, 0) }, duration: still + moves / rate, stillFor: still)
    case .strokeToRest:
      let stroke = between(0.15, 0.35)
      let length = between(50, 500)
      return HandMotion(
        velocity: { (length / stroke * strokeSpeed($0 / stroke), 0) },
        duration: stroke + between(0.03, 0.12), meant: { _ in (0, 0) })
    case .brakeToRest:
      let brake = between(0.025, 0.06)
      return HandMotion(
        velocity: { (speed * min(max((time + brake - $0) / brake, 0), 1), 0) },
        duration: time + brake + between(0.03, 0.12), meant: { _ in (0, 0) })
    case .speedUp, .suddenSpeedUp:
      let factor = between(1.6, 4)
      let last = between(0.012, 0.036)
      let slow = between(300, 1_200)
      let isSmooth = kind == .speedUp
      return HandMotion(
        velocity: { t in
          let s = min(max((t - time) / last, 0), 1)
          let fraction = isSmooth ? s * s * (3 - 2 * s) : s > 0 ? 1 : 0
          return (slow * (1 + (factor - 1) * fraction), 0)
        }, duration: time + last)
    case .fasterAtEnd, .slowerAtEnd:
      let factor = between(1.5, 3)
      let turn = max(time - between(0.02, 0.08), 0.04)
      let (first, second) =
        kind == .fasterAtEnd ? (speed / factor, speed) : (speed, speed / factor)
      return HandMotion(velocity: { ($0 < turn ? first : second, 0) }, duration: time)
    case .tremor:
      let frequency = 2 * Double.pi * between(8, 12)
      let (along, across) = (between(0.3, 2), between(0.3, 2))
      let (p, q) = (random.uniform(0, 6.28), random.uniform(0, 6.28))
      return HandMotion(
        velocity: { _ in (speed, 0) }, duration: between(0.15, 0.5),
        trembling: { (along * sine(frequency * $0 + p), across * sine(frequency * $0 + q)) })
    case .overlappingStrokes:
      let (one, other) = (between(0.2, 0.35), between(0.2, 0.35))
      let (length, further) = (between(60, 300), between(60, 300))
      let begin = one * between(0.4, 0.8)
      let (c, s) = turned(sign() * between(0, 0.7))
      return HandMotion(
        velocity: {
          let v = length / one * strokeSpeed($0 / one)
          let w = further / other * strokeSpeed(($0 - begin) / other)
          return (v + c * w, s * w)
        }, duration: begin + other * between(0.35, 0.7))
    case .lognormal:
      let sigma = between(0.2, 0.4)
      let mode = between(0.08, 0.2)
      let length = between(100, 600)
      let middle = naturalLogarithm(mode) + sigma * sigma
      return HandMotion(
        velocity: { t in
          guard t > 0 else { return (0, 0) }
          let z = (naturalLogarithm(t) - middle) / sigma
          return (length / (sigma * t * 2.506_628_27) * exponential(-z * z / 2), 0)
        }, duration: mode * between(0.8, 1.3))
    case .stroke, .lateStroke:
      let stroke = between(0.2, 0.4)
      let length = between(100, 800)
      return HandMotion(
        velocity: { (length / stroke * strokeSpeed($0 / stroke), 0) },
        duration: stroke * (kind == .stroke ? between(0.45, 0.75) : between(0.75, 0.92)))
    case .liftRoll:
      let roll = between(0.015, 0.025)
      let (back, aside) = (between(-0.4, 0.3), sign() * between(0, 0.4))
      return HandMotion(
        velocity: {
          let s = min(max(($0 - time) / (roll / 3), 0), 1)
          return (speed * (1 + (back - 1) * s), speed * aside * s)
        }, duration: time + roll, meant: { _ in (speed, 0) })
    case .turnBack:
      let turn = max(time - between(0.04, 0.1), 0.04)
      let back = between(300, 3_000)
      return HandMotion(velocity: { ($0 < turn ? -speed : back, 0) }, duration: time)
    case .correction, .accelerating, .decelerating, .decay, .arc, .corner, .swing, .ramp, .gamma:
      return keptMotion(kind, speed, time)
    }
  }

  private mutating func keptMotion(
    _ kind: MotionClass, _ speed: Double, _ time: Double
  ) -> HandMotion {
    switch kind {
    case .correction:
      let (first, second) = (between(0.2, 0.35), between(0.12, 0.2))
      let length = between(150, 600)
      let missing = length * between(0.1, 0.25)
      let begin = first * between(0.8, 1)
      return HandMotion(
        velocity: {
          let v = (length - missing) / first * strokeSpeed($0 / first)
          return (v + missing / second * strokeSpeed(($0 - begin) / second), 0)
        }, duration: begin + second * between(0.35, 0.75))
    case .accelerating:
      let acceleration = between(4_000, 20_000)
      return HandMotion(velocity: { (acceleration * $0, 0) }, duration: between(0.1, 0.28))
    case .decelerating:
      let acceleration = between(2_000, 12_000)
      return HandMotion(
        velocity: { (speed + acceleration * (time - $0), 0) }, duration: time)
    case .decay:
      let rate = 1 / between(0.08, 0.25)
      return HandMotion(
        velocity: { (speed * exponential(rate * (time - $0) / 2), 0) }, duration: time)
    case .arc:
      let turn = sign() * speed / between(80, 300)
      return HandMotion(
        velocity: {
          let (c, s) = turned(turn * $0)
          return (speed * c, speed * s)
        }, duration: time)
    case .corner:
      let turn = max(time - between(0.03, 0.09), 0.04)
      let (c, s) = turned(sign() * between(1.05, 2.1))
      return HandMotion(
        velocity: { $0 < turn ? (speed, 0) : (speed * c, speed * s) }, duration: time)
    case .swing:
      let frequency = 2 * Double.pi * between(1.5, 3)
      // The release is at half of the highest speed or more, because cos 1.04 ≈ 0.5.
      let turns = Double(Int(random.uniform(1, 4))) * Double.pi
      let duration = (turns + between(-1.04, 1.04)) / frequency
      return HandMotion(velocity: { (speed * cosine(frequency * $0), 0) }, duration: duration)
    case .ramp:
      let up = between(0.06, 0.15)
      return HandMotion(
        velocity: { (speed * min($0 / up, 1), 0) }, duration: up + between(0.04, 0.15))
    default:
      // A gamma distribution of shape 4: t³ e^(−3 t / mode), with the maximum at the mode.
      let mode = between(0.08, 0.18)
      return HandMotion(
        velocity: {
          let s = $0 / mode
          return (speed * s * s * s * exponential(3 * (1 - s)), 0)
        }, duration: mode * between(0.8, 1.8))
    }
  }
}

/// The unit vector of an angle: its cosine and sine.
private func turned(_ angle: Double) -> (Double, Double) { (cosine(angle), sine(angle)) }

/// The speed of a minimum-jerk stroke of length 1 and duration 1.
private func strokeSpeed(_ s: Double) -> Double {
  let s = min(max(s, 0), 1)
  return 30 * s * s * (1 - s) * (1 - s)
}
