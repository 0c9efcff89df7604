import MotionPhysics
import Quantities

/// The law by which a surface moves to its target: its spring, or a curve.
///
/// All laws except the spring are timing curves. A timing curve ignores the release velocity, or uses it only to
/// determine the duration, as in the software that it reproduces.
public enum SettlingLaw: String, Hashable, Sendable, CaseIterable {
  /// The spring of the motion.
  case spring
  /// A curve with a slow start and a slow end: the Bézier curve (0.4, 0), (0.2, 1) over 0.3 s.
  ///
  /// Source: Compose Animation, `tween` with its defaults, 300 ms and `FastOutSlowInEasing`, which
  /// AnchoredDraggable uses to settle.
  case swiftOut
  /// A curve with a fast start and a slow end: the Bézier curve (0.32, 0.72), (0, 1) over 0.5 s.
  ///
  /// Source: vaul at 3e97aac, `TRANSITIONS`.
  case drawer
  /// The curve `1 − 2^(−10 p)` over 0.25 s; at its end, the surface jumps over the last 0.1 % of the distance.
  ///
  /// Source: gorhom/bottom-sheet at bc94d54 on Android, 250 ms of `Easing.out(Easing.exp)`.
  case exponential
  /// The curve `1 − (1 − p)⁵`, over a duration that follows from the distance and the velocity.
  ///
  /// Source: AndroidX, `ViewDragHelper`, `computeSettleDuration` and `sInterpolator`.
  case quintic
  /// A motion at constant speed: the release speed, but at least 1600 pt/s.
  ///
  /// Source: Flutter, DraggableScrollableSheet, `_SnappingSimulation`, `minimumSpeed`.
  case constant
  /// A motion that accelerates up to the middle and then decelerates; on average, it covers five times the whole travel
  /// of the surface per second.
  ///
  /// Source: qtdeclarative at c4d3c0cc, `QQuickSmoothedAnimation` with a velocity of 5 and no velocity at the start, as
  /// in Drawer.qml.
  case smoothed
}

/// A timing curve: the fraction of the distance as a function of the fraction `p` of the time.
enum TimedCurve: Hashable, Sendable {
  case bezier(CubicBezier)
  case linear
  /// The curve `1 − 2^(−10 p)`; when the duration is over, the surface jumps to its target.
  case exponentialOut
  /// The curve `1 − (1 − p)⁵`.
  case quinticOut
  /// The curve `1 − (1 − p)²`: a constant deceleration to rest.
  case quadraticOut
  /// The curve `2 p²`, mirrored in the second half: a constant acceleration, then the same deceleration.
  case quadraticInOut

  /// Returns the fraction of the distance at the fraction `p` of the time; both are 0 to 1.
  func fraction(at p: Double) -> Double {
    let left = 1 - p
    return switch self {
    case .bezier(let curve): curve.progress(at: p)
    case .linear: p
    case .exponentialOut: 1 - exponential(-10 * naturalLogarithm(2) * p)
    case .quinticOut: 1 - left * left * (left * left) * left
    case .quadraticOut: 1 - left * left
    case .quadraticInOut: p < 0.5 ? 2 * p * p : 1 - 2 * left * left
    }
  }

  /// Returns the slope of the curve at `p`; unitless, and infinite if the curve is vertical there.
  func speed(at p: Double) -> Double {
    let left = 1 - p
    return switch self {
    case .bezier(let curve): curve.speed(at: p)
    case .linear: 1
    case .exponentialOut:
      10 * naturalLogarithm(2) * exponential(-10 * naturalLogarithm(2) * p)
    case .quinticOut: 5 * (left * left) * (left * left)
    case .quadraticOut: 2 * left
    case .quadraticInOut: p < 0.5 ? 4 * p : 4 * left
    }
  }
}

/// A settling law, with the values that determine its duration.
struct SettlingTrajectory: Hashable, Sendable {
  var law: SettlingLaw
  /// The duration; zero for the standard duration of the law.
  var duration = Seconds.zero
  /// The width of the screen.
  var width: Points
  /// The travel: the distance from the first candidate to the farthest candidate, or to the dismissed position if it is
  /// farther.
  var range: Points

  /// Returns the trajectory from `start` to `end`; nil for the spring, which is not a timing curve.
  func trajectory(
    from start: Position, velocity: Velocity, to end: Position, at begin: Seconds
  ) -> TimedTrajectory? {
    let curve: TimedCurve
    let own: Seconds
    let displacement = end - start
    switch law {
    case .spring: return nil
    case .swiftOut: (curve, own) = (.bezier(.swiftOut), Seconds(0.3))
    case .drawer: (curve, own) = (.bezier(.drawer), Seconds(0.5))
    case .exponential: (curve, own) = (.exponentialOut, Seconds(0.25))
    case .quintic: (curve, own) = (.quinticOut, quinticDuration(over: displacement, at: velocity))
    case .constant:
      let speed = max(velocity.length, PointsPerSecond(1_600))
      (curve, own) = (.linear, displacement.length / speed)
    case .smoothed:
      let fraction = range > .zero ? displacement.length / range : 1
      (curve, own) = (.quadraticInOut, Seconds(fraction / 5))
    }
    return TimedTrajectory(
      begin: begin, duration: displacement == .zero ? .zero : duration > .zero ? duration : own,
      curve: curve, start: start, end: end)
  }

  /// Returns the duration that Android's `ViewDragHelper` uses for `displacement`; at most 0.6 s.
  ///
  /// With the speed v and the width w of the screen, the duration is:
  ///
  ///     from 50 pt/s:   4 · |d / v|,  d = w/2 + w/2 · sin((min(1, distance / w) − 1/2) · 0.3 π / 2)
  ///     below 50 pt/s:  (distance / range + 1) · 256 ms
  ///
  /// The rounding is the same as in Android.
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
