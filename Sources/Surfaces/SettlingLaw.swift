import MotionPhysics
import Quantities

/// The law by which a surface moves to its target: its spring, or a curve.
///
/// All except the spring are curves over a time. They ignore the release velocity, or use it only for
/// their duration, and so do presets that use them, because the original systems do the same.
public enum SettlingLaw: String, Hashable, Sendable, CaseIterable {
  /// The spring of the motion.
  case spring
  /// Slow, fast, slow: the Bézier curve (0.4, 0), (0.2, 1) over 0.3 s.
  ///
  /// Source: Compose Animation, `tween` with its defaults, 300 ms and `FastOutSlowInEasing`, which
  /// AnchoredDraggable uses to settle.
  case swiftOut
  /// Fast, then decelerating: the Bézier curve (0.32, 0.72), (0, 1) over 0.5 s.
  ///
  /// Source: vaul at 3e97aac, `TRANSITIONS`.
  case drawer
  /// `1 − 2^(−10 p)` over 0.25 s; at 0.1 % of the distance before its target it jumps there.
  ///
  /// Source: gorhom/bottom-sheet at bc94d54 on Android, 250 ms of `Easing.out(Easing.exp)`.
  case exponential
  /// `1 − (1 − p)⁵`, over a time that follows from distance and velocity.
  ///
  /// Source: AndroidX, `ViewDragHelper`, `computeSettleDuration` and `sInterpolator`.
  case quintic
  /// At the constant release speed, at least 1600 pt/s, up to the target.
  ///
  /// Source: Flutter, DraggableScrollableSheet, `_SnappingSimulation`, `minimumSpeed`.
  case constant
}

/// A curve from 0 to 1 over a fraction of time.
enum TimedCurve: Hashable, Sendable {
  case bezier(CubicBezier)
  case linear
  /// `1 − 2^(−10 p)`, and 1 at its end.
  case exponentialOut
  /// `1 − (1 − p)⁵`.
  case quinticOut

  /// The fraction of the distance at the fraction `p` of the time, 0 to 1; both unitless.
  func fraction(at p: Double) -> Double {
    let left = 1 - p
    return switch self {
    case .bezier(let curve): curve.progress(at: p)
    case .linear: p
    case .exponentialOut: 1 - exponential(-10 * naturalLogarithm(2) * p)
    case .quinticOut: 1 - left * left * (left * left) * left
    }
  }

  /// The slope of the fraction at `p`; unitless, and infinite if the curve is vertical.
  func speed(at p: Double) -> Double {
    let left = 1 - p
    return switch self {
    case .bezier(let curve): curve.speed(at: p)
    case .linear: 1
    case .exponentialOut:
      10 * naturalLogarithm(2) * exponential(-10 * naturalLogarithm(2) * p)
    case .quinticOut: 5 * (left * left) * (left * left)
    }
  }
}

/// A settling law with the values that its duration depends on.
struct SettlingTrajectory: Hashable, Sendable {
  var law: SettlingLaw
  /// The duration; zero for the standard duration of the law.
  var duration = Seconds.zero
  /// The width of the screen.
  var width: Points
  /// The distance from the first candidate to the last, or to the position of a dismissed surface.
  var range: Points

  /// The trajectory from `start` to `end`; nil for the spring.
  func trajectory(
    from start: Position, velocity: Velocity, to end: Position, at begin: Seconds
  ) -> TimedTrajectory? {
    let curve: TimedCurve
    let own: Seconds
    let displacement = end - start
    switch law {
    case .spring: return nil
    case .swiftOut: (curve, own) = (.bezier(.swiftOut), Seconds(0.3))
    case .drawer:
      let bezier = CubicBezier(x1: 0.32, y1: 0.72, x2: 0, y2: 1) ?? .linear
      (curve, own) = (.bezier(bezier), Seconds(0.5))
    case .exponential: (curve, own) = (.exponentialOut, Seconds(0.25))
    case .quintic: (curve, own) = (.quinticOut, quinticDuration(over: displacement, at: velocity))
    case .constant:
      let speed = max(velocity.length, PointsPerSecond(1_600))
      (curve, own) = (.linear, displacement.length / speed)
    }
    return TimedTrajectory(
      begin: begin, duration: displacement == .zero ? .zero : duration > .zero ? duration : own,
      curve: curve, start: start, end: end)
  }

  /// The duration that Android uses for `displacement`.
  ///
  ///     with a velocity:  4 · |d / v|,  d = w/2 + w/2 · sin((min(1, distance / w) − 1/2) · 0.3 π / 2)
  ///     without:          (distance / range + 1) · 256 ms
  ///
  /// rounded as in the original, and at most 0.6 s. A velocity below 50 pt/s counts as none there.
  private func quinticDuration(over displacement: Planar<Points>, at velocity: Velocity) -> Seconds
  {
    // Unwrapped to plain numbers for the formula. Units: pt, pt/s, ms.
    let (length, width, speed) = (displacement.length.value, width.value, velocity.length.value)
    let milliseconds: Double
    if speed >= 50 {
      let fraction = min(1, length / width)
      let influenced = width / 2 * (1 + sine((fraction - 0.5) * 0.3 * Double.pi / 2))
      milliseconds = 4 * (1_000 * influenced / min(speed, 8_000)).rounded()
    } else {
      let fraction = range > .zero ? length / range.value : 1
      milliseconds = ((fraction + 1) * 256).rounded(.towardZero)
    }
    return Seconds(min(milliseconds, 600) / 1_000)
  }
}
