public import MotionPhysics
import Quantities

/// How a transition runs through its time: what share of its way it has done at a fraction p of it.
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

  /// The fraction of the way at the fraction `p` of the time; unitless, both 0 to 1.
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

/// How a transition that continues runs through what is left of it.
public enum TransitionTiming: Hashable, Sendable {
  /// On along its own curve, at an even pace.
  case pace
  /// Along a curve of its own.
  case curve(TransitionCurve)
  /// On a spring, beginning with a velocity in whole ways per second; positive is away from the start.
  ///
  /// Not in fractions of what is left, as timing curves want it: that would lose the velocity where
  /// nothing is left. `RelativeVelocity` converts.
  case spring(Spring, velocity: Double)
}

/// A run of a transition from one progress to another.
struct TransitionRun: Hashable, Sendable {
  /// When it sets off.
  let begin: Seconds
  /// The progress at which it sets off.
  let from: Double
  /// How it runs through what is left.
  let timing: TransitionTiming
  /// How long it takes.
  let duration: Seconds
  private let trajectory: NumberTrajectory

  /// When a spring counts as at its end, in whole displacements and these per second.
  ///
  /// Source: ours; ``SettleTolerance/standard`` on a displacement of 200 pt.
  static let tolerance = SettleTolerance(distance: Points(0.0005), speed: PointsPerSecond(0.025))

  /// Sets off; `duration` is for what is no spring, and for a spring that never settles.
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

  /// Where it ends.
  var to: Double { trajectory.target }

  /// The progress `elapsed` after it set off, at most ``duration``, and how fast it grows per second.
  func state(after elapsed: Seconds) -> (progress: Double, rate: Double) {
    let state = trajectory.state(at: elapsed)
    return (state.number, state.perSecond)
  }
}
