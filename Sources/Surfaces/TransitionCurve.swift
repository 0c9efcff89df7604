public import MotionPhysics
import Quantities

/// The timing curve of a transition: the fraction of the distance as a function of the fraction p of time.
public enum TransitionCurve: String, Hashable, Sendable, CaseIterable {
  /// p.
  case linear
  /// Starts slowly: `CubicBezier/easeIn`, the Bézier curve of UIKit and CSS.
  case easeIn
  /// Ends slowly: `CubicBezier/easeOut`, the Bézier curve of UIKit and CSS.
  case easeOut
  /// Starts and ends slowly: `CubicBezier/easeInOut`, the Bézier curve of UIKit and CSS.
  case easeInOut
  /// 1 − (1 − p)⁴, which begins about as steeply as a spring.
  case easeOutSteeply
  /// p².
  case quadraticIn
  /// 1 − (1 − p)².
  case quadraticOut
  /// p² (3 − 2 p).
  case smoothstep

  /// The fraction of the distance at the fraction `p` of the time; unitless, both 0 to 1.
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

  /// The slope of the fraction at `p`; unitless.
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

/// The timing of the remaining run when a transition continues.
public enum TransitionTiming: Hashable, Sendable {
  /// Along the curve of the transition, at a constant rate of its time.
  case pace
  /// Along another curve.
  case curve(TransitionCurve)
  /// On a spring whose initial velocity is a multiple of the whole distance per second.
  ///
  /// The velocity is positive away from the start.
  ///
  /// Timing curves express a velocity as a multiple of the remaining distance. A spring uses the whole distance,
  /// because the velocity would be lost if the remaining distance were zero. `RelativeVelocity` converts between the
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

  /// The distance and speed below which a spring counts as ended.
  ///
  /// The distance is a fraction of the displacement, and the speed is such a fraction per second.
  ///
  /// Source: our choice: the values are ``SettleTolerance/standard`` divided by a displacement of 200 pt.
  static let tolerance = SettleTolerance(distance: Points(0.0005), speed: PointsPerSecond(0.025))

  /// Starts a run; `duration` applies to timings other than springs, and to a spring that never settles.
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

  /// The progress at which it ends.
  var to: Double { trajectory.target }

  /// The progress `elapsed` after the start, at most ``duration``, and its rate per second.
  func state(after elapsed: Seconds) -> (progress: Double, rate: Double) {
    let state = trajectory.state(at: elapsed)
    return (state.number, state.perSecond)
  }
}
