public import MotionPhysics
import Quantities

/// The timing curve of a transition: the fraction of the distance as a function of the fraction `p` of the duration.
public enum TransitionCurve: String, Hashable, Sendable, CaseIterable {
  /// The curve `p`.
  case linear
  /// The Bézier curve `ease-in` of UIKit and CSS, which starts slowly.
  case easeIn
  /// The Bézier curve `ease-out` of UIKit and CSS, which ends slowly.
  case easeOut
  /// The Bézier curve `ease-in-out` of UIKit and CSS, which starts and ends slowly.
  case easeInOut
  /// The curve `1 − (1 − p)⁴`, which starts about as fast as a spring.
  case easeOutSteeply
  /// The curve `p²`.
  case quadraticIn
  /// The curve `1 − (1 − p)²`.
  case quadraticOut
  /// The curve `p² (3 − 2 p)`.
  case smoothstep

  /// Returns the fraction of the distance at the fraction `p` of the duration; both are 0 to 1.
  public func fraction(at p: Double) -> Double {
    switch self {
    case .linear: p
    case .easeIn: CubicBezier.easeIn.progress(at: p)
    case .easeOut: CubicBezier.easeOut.progress(at: p)
    case .easeInOut: CubicBezier.easeInOut.progress(at: p)
    case .easeOutSteeply: 1 - (1 - p) * (1 - p) * ((1 - p) * (1 - p))
    case .quadraticIn: p * p
    case .quadraticOut: 1 - (1 - p) * (1 - p)
    case .smoothstep: p * p * (3 - 2 * p)
    }
  }

  /// Returns the slope of the curve at `p`; unitless.
  public func slope(at p: Double) -> Double {
    switch self {
    case .linear: 1
    case .easeIn: CubicBezier.easeIn.speed(at: p)
    case .easeOut: CubicBezier.easeOut.speed(at: p)
    case .easeInOut: CubicBezier.easeInOut.speed(at: p)
    case .easeOutSteeply: 4 * (1 - p) * ((1 - p) * (1 - p))
    case .quadraticIn: 2 * p
    case .quadraticOut: 2 * (1 - p)
    case .smoothstep: 6 * p * (1 - p)
    }
  }
}

/// The timing of a transition that continues after a pause.
public enum TransitionTiming: Hashable, Sendable {
  /// The transition continues along its own curve.
  case pace
  /// The transition continues along another curve.
  case curve(TransitionCurve)
  /// The transition continues on a spring with an initial velocity.
  ///
  /// The unit of the velocity is the whole distance of the transition per second; from start to end is positive. The
  /// remaining distance would not be a usable unit, because it can be zero. `RelativeVelocity` converts between the two
  /// units.
  case spring(Spring, velocity: Double)
}

/// A run of a transition from one progress to another.
struct TransitionRun: Hashable, Sendable {
  /// The time at which the run starts.
  let begin: Seconds
  /// The progress at which the run starts.
  let from: Double
  /// The timing of the run.
  let timing: TransitionTiming
  /// The duration of the run.
  let duration: Seconds
  private let trajectory: NumberTrajectory

  /// The distance and the speed below which a spring counts as ended.
  ///
  /// The distance is a fraction of the whole distance of the transition, and the speed is such a fraction per second.
  /// For a transition over 200 pt, the values equal ``SettleTolerance/standard``.
  static let tolerance = SettleTolerance(distance: Points(0.0005), speed: PointsPerSecond(0.025))

  /// Creates a run; a spring ignores `duration`, unless it never settles.
  init(
    at begin: Seconds, from: Double, to: Double, duration: Seconds, _ timing: TransitionTiming
  ) {
    (self.begin, self.from, self.timing) = (begin, from, timing)
    switch timing {
    case .pace:
      trajectory = NumberTrajectory(
        from: from, to: to, along: .linear, over: duration, at: .zero)
    case .curve(let curve):
      trajectory = NumberTrajectory(from: from, to: to, along: curve, over: duration, at: .zero)
    case .spring(let spring, let velocity):
      trajectory = NumberTrajectory(
        from: from, velocity: velocity, to: to, on: spring, at: .zero)
    }
    self.duration = trajectory.settleTime(within: Self.tolerance) ?? duration
  }

  /// The progress at which the run ends.
  var to: Double { trajectory.target }

  /// Returns the progress and its rate per second `elapsed` after the start; `elapsed` is at most ``duration``.
  func state(after elapsed: Seconds) -> (progress: Double, rate: Double) {
    let state = trajectory.state(at: elapsed)
    return (state.number, state.perSecond)
  }
}
