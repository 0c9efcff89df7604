public import MotionPhysics

/// A family of motions without a finger, whose parameters a fit finds.
///
/// In the formulas, x is the position in points, t the time in seconds, B the position of rest, and s the direction of the
/// motion, 1 or -1. Parameters that describe the software are shared by all gestures of a fit. The others, such as B and
/// the time at which a motion ends, belong to one gesture.
public enum MotionLaw: String, CaseIterable, Sendable {
  /// A damped spring with its target at B, from any position and velocity.
  case spring
  /// `x = B - A e^(-kt)`: friction that is proportional to the velocity, as in UIScrollView and GTK.
  case exponential
  /// `x = B - s a (T - t)² / 2` until T: friction that does not depend on the velocity, as in Qt Quick.
  case constant = "constant-deceleration"
  /// `x = B - A (T - t)ⁿ` until T.
  case power
  /// Flutter's clamping scroll physics: a power law with the exponent 2.358 and one coefficient for all throws.
  case flutter
  /// Android's `OverScroller`, whose curve is a spline.
  case android
  /// A throw in Chromium: a Bézier curve whose duration and distance follow from the velocity.
  case chromium
  /// Exponential friction until an edge, and from there a critically damped spring that returns to the edge.
  case flingThenSpring = "fling-then-spring"
  /// One of the timing curves that systems name, such as ease-out, with a fixed duration.
  case tween
  /// Any cubic Bézier curve as the timing curve, with a fixed duration.
  case bezier
}

/// A parameter of a law.
public struct LawParameter: Hashable, Sendable {
  /// The name, such as `response`.
  public var name: String
  /// The unit; empty for a number without unit.
  public var unit: String
  /// The smallest and the largest value that a fit considers.
  public var range: ClosedRange<Double>
  /// Whether the fit works with the logarithm, as for all parameters that are above zero.
  var isLogarithmic: Bool

  /// Returns the number with which the search works for a value of the parameter.
  func inner(_ value: Double) -> Double { isLogarithmic ? naturalLogarithm(value) : value }

  /// Returns the value of the parameter for a number with which the search works.
  func outer(_ value: Double) -> Double { isLogarithmic ? Quantities.exponential(value) : value }

  /// The range of the numbers with which the search works.
  var innerRange: ClosedRange<Double> { inner(range.lowerBound)...inner(range.upperBound) }
}

/// Creates a parameter that is above zero.
private func positive(_ name: String, _ unit: String, _ range: ClosedRange<Double>) -> LawParameter
{
  LawParameter(name: name, unit: unit, range: range, isLogarithmic: true)
}

/// Creates a parameter that may be zero or below.
private func signed(_ name: String, _ unit: String, _ range: ClosedRange<Double>) -> LawParameter {
  LawParameter(name: name, unit: unit, range: range, isLogarithmic: false)
}

extension MotionLaw {
  /// The parameters that all gestures share, which describe the software.
  public var parameters: [LawParameter] {
    switch self {
    case .spring: [positive("response", "s", 0.01...20), positive("dampingRatio", "", 0.01...20)]
    case .exponential: [positive("k", "1/s", 0.05...200)]
    case .constant: [positive("deceleration", "pt/s²", 1...1e6)]
    case .power: [positive("exponent", "", 1.05...20)]
    case .flutter, .android: [positive("coefficient", "", 1e-4...1)]
    case .chromium: [positive("deceleration", "pt/s²", 10...1e5)]
    case .flingThenSpring: [positive("k", "1/s", 0.05...50), positive("response", "s", 0.02...5)]
    case .tween: [positive("duration", "s", 0.02...20)]
    case .bezier:
      [
        positive("duration", "s", 0.02...20), signed("x1", "", 0...1), signed("y1", "", -1...2),
        signed("x2", "", 0...1), signed("y2", "", -1...2),
      ]
    }
  }

  /// The parameters of a single gesture on which the motion does not depend linearly; times count from the first row.
  var ownParameters: [LawParameter] {
    switch self {
    case .spring, .exponential: []
    case .constant, .power, .flutter: [positive("end", "s", 0.005...60)]
    case .android, .chromium:
      [positive("velocity", "pt/s", 1...1e5), signed("start", "s", -0.2...0.05)]
    case .flingThenSpring: [positive("edge", "s", 0.005...20)]
    case .tween, .bezier: [signed("start", "s", -0.2...0.05)]
    }
  }

  /// The number of parameters of a single gesture on which the motion depends linearly, such as B.
  var linearCount: Int {
    switch self {
    case .spring: 3
    case .exponential, .power, .flingThenSpring, .tween, .bezier: 2
    case .constant, .flutter, .android, .chromium: 1
    }
  }

  /// Whether `other` is a special case of this law, or a limit of it.
  public func contains(_ other: MotionLaw) -> Bool {
    switch self {
    case .spring, .flingThenSpring: other == .exponential
    case .power: [.exponential, .constant, .flutter].contains(other)
    case .bezier: other == .tween || other == .constant
    default: false
    }
  }
}

/// The timing curves that systems name, as candidates for a tween.
public enum NamedCurve: String, CaseIterable, Sendable {
  /// A straight line.
  case linear
  /// The default of CSS, cubic-bezier(.25, .1, .25, 1).
  case ease
  /// cubic-bezier(.42, 0, 1, 1).
  case easeIn = "ease-in"
  /// cubic-bezier(0, 0, .58, 1).
  case easeOut = "ease-out"
  /// cubic-bezier(.42, 0, .58, 1).
  case easeInOut = "ease-in-out"
  /// Material's standard curve, cubic-bezier(.4, 0, .2, 1).
  case standard
  /// The curve of vaul and of Ionic's sheets, cubic-bezier(.32, .72, 0, 1).
  case drawer

  /// The curve.
  public var curve: CubicBezier {
    switch self {
    case .linear: .linear
    case .ease: .ease
    case .easeIn: .easeIn
    case .easeOut: .easeOut
    case .easeInOut: .easeInOut
    case .standard: .swiftOut
    case .drawer: .drawer
    }
  }
}

/// The motion of a law, as a known part plus columns of numbers, each of which is multiplied by an unknown factor.
struct LawColumns {
  /// The known part, in points.
  var known: [Double]
  /// The columns; the first column contains only ones, and its factor is a position.
  var columns: [[Double]]
}

extension MotionLaw {
  /// Returns the motion at some times.
  ///
  /// - Parameters:
  ///   - times: Seconds after the first row of the gesture.
  ///   - direction: The direction of the motion, 1 or -1.
  ///   - shared: The shared parameters.
  ///   - own: The parameters of the gesture.
  ///   - curve: The curve of a tween.
  /// - Returns: The motion in points.
  func motion(
    at times: [Double], direction: Double, shared: [Double], own: [Double], curve: NamedCurve
  ) -> LawColumns {
    let ones = [Double](repeating: 1, count: times.count)
    let zeros = [Double](repeating: 0, count: times.count)
    switch self {
    case .spring:
      let spring = Spring(dampingRatio: shared[1], response: Seconds(shared[0]))
      let steps = times.map { spring.step(of: Seconds($0)) }
      return LawColumns(
        known: zeros,
        columns: [
          ones, steps.map { $0.offsetFromOffset }, steps.map { $0.offsetFromVelocity },
        ])
    case .exponential:
      return LawColumns(
        known: zeros, columns: [ones, times.map { Quantities.exponential(-shared[0] * $0) }])
    case .constant:
      let half = direction * shared[0] / 2
      let left = times.map { max(0, own[0] - $0) }
      return LawColumns(known: left.map { -half * $0 * $0 }, columns: [ones])
    case .power:
      let left = times.map { raised(max(0, 1 - $0 / own[0]), to: shared[0]) }
      return LawColumns(known: zeros, columns: [ones, left])
    case .flutter, .android, .chromium:
      return LawColumns(
        known: throwing(at: times, direction: direction, shared[0], own), columns: [ones])
    case .flingThenSpring:
      let spring = Spring(dampingRatio: 1, response: Seconds(shared[1]))
      let away = times.map { time in
        time < own[0]
          ? -exponentialMinusOne(min(600, shared[0] * (own[0] - time))) / shared[0]
          : spring.step(of: Seconds(time - own[0])).offsetFromVelocity
      }
      return LawColumns(known: zeros, columns: [ones, away])
    case .tween:
      return timed(times, curve.curve, duration: shared[0], start: own[0])
    case .bezier:
      let bezier = CubicBezier(x1: shared[1], y1: shared[2], x2: shared[3], y2: shared[4])
      return timed(times, bezier ?? .linear, duration: shared[0], start: own[0])
    }
  }

  private func timed(
    _ times: [Double], _ curve: CubicBezier, duration: Double, start: Double
  ) -> LawColumns {
    let progress = times.map { curve.progress(at: ($0 - start) / duration) }
    return LawColumns(
      known: [Double](repeating: 0, count: times.count),
      columns: [[Double](repeating: 1, count: times.count), progress.map { 1 - $0 }])
  }

  /// Returns the distance from the end of a throw of other software.
  private func throwing(
    at times: [Double], direction: Double, _ constant: Double, _ own: [Double]
  ) -> [Double] {
    let friction: Friction
    var (velocity, start) = (own[0], own.count > 1 ? own[1] : 0)
    switch self {
    case .android: friction = .android(coefficient: constant)
    case .chromium: friction = .chromium(deceleration: constant, longest: 1e9)
    default:
      friction = .flutter(coefficient: constant)
      // The duration is proportional to a power of the velocity; the throw begins with the first row.
      let unit = friction.duration(PointsPerSecond(1000))?.value ?? 1
      velocity = 1000 * raised(own[0] / unit, to: Friction.tensionRatio - 1)
      start = 0
    }
    let launch = Decay.Motion(position: .zero, velocity: PointsPerSecond(velocity))
    let end = friction.projectedDistance(launch.velocity).value
    return times.map { time in
      let moved = friction.motion(after: Seconds(max(0, time - start)), from: launch)
      return direction * (moved.position.value - end)
    }
  }
}

/// Returns `base` to the power of `exponent`; 0 for a base of 0.
func raised(_ base: Double, to exponent: Double) -> Double {
  base > 0 ? exponential(exponent * naturalLogarithm(base)) : 0
}
