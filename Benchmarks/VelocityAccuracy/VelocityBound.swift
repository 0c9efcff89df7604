internal import Quantities

/// The bounds on the error of any estimate of the release velocity from the samples.
public struct VelocityBound: Sendable {
  /// The smallest root mean square error of an unbiased estimator that knows the class of the gesture, that
  /// is the formula of the motion without its parameters.
  public var told: Double
  /// The smallest root mean square error of an estimator that knows only that motions are smooth.
  ///
  /// It fits a polynomial to the newest samples, with the best window and degree; infinite if too few
  /// samples are left.
  public var untold: Double
}

extension VelocityBound {
  /// Computes the bounds over gestures of one class, in the unit of `measure`.
  ///
  /// For stops, a bound is the percentage of flings of an estimate with the smallest variance.
  init(over trials: [GestureTrial], _ measure: ErrorMeasure) {
    func mean(_ squares: (SampledMotion) -> Double) -> Double {
      let sum = trials.reduce(0.0) { sum, trial in
        let variance = squares(trial.motion)
        switch measure {
        case .relative: return sum + variance / (trial.motion.truth * trial.motion.truth) * 10_000
        case .slow: return sum + variance
        case .stop: return sum + 100 * (1 - normalShare(within: 50 / variance.squareRoot()))
        }
      }
      let mean = sum / Double(max(trials.count, 1))
      return measure == .stop ? mean : mean.squareRoot()
    }
    self.init(told: mean(\.toldVariance), untold: mean(\.untoldSquaredError))
  }
}

/// The probability that a standard normal number has a magnitude below `limit`.
///
/// It is `erf(x / √2)` as a power series, with an accuracy of 1e-7; 1 beyond six.
private func normalShare(within limit: Double) -> Double {
  guard limit < 6 else { return 1 }
  var term = limit
  var sum = limit
  for k in 1..<80 {
    term *= limit * limit / Double(2 * k + 1)
    sum += term
  }
  return sum * 2 * exponential(-limit * limit / 2) / (2 * Double.pi).squareRoot()
}

extension SampledMotion {
  /// The highest degree of the fitted polynomials.
  ///
  /// Source: ours; a quartic needs so many samples that it is not better in any window of a flick.
  private static let highestDegree = 3

  /// The highest misfit, in variances of a sample, at which a polynomial counts as fitting.
  ///
  /// Source: ours; a misfit of one variance is the largest that costs less than an additional degree.
  private static let unnoticed = 1.0

  /// The smallest variance of the velocity for an estimator that knows the formula of the motion.
  var toldVariance: Double {
    let count = trajectory.parameters.count
    var bound = CramerRaoBound(parameters: count + 1)
    for (index, time) in times.enumerated() {
      let slopes = derivatives { trajectory.position($0, time) }
      bound.add(
        gradient: slopes + [displaced.contains(index) ? 1 : 0], variance: variances[index])
    }
    let last = times.last ?? 0
    return bound.leastVariance(of: derivatives { trajectory.speed($0, last) } + [0])
  }

  /// The smallest mean square error of a polynomial through the newest samples, over all windows and
  /// degrees that fit.
  ///
  /// The error is the variance of the slope plus the square of its bias without noise.
  var untoldSquaredError: Double {
    var least = Double.infinity
    let meant = times.indices.filter { times[$0] <= meantUntil && !displaced.contains($0) }
    guard let newest = meant.last, let oldest = meant.first, newest > oldest else { return least }
    let unit = times[newest] - times[oldest]
    let end = trajectory.position(trajectory.parameters, times[newest])
    let truth = truth
    for degree in 1...Self.highestDegree {
      var fit = WindowFit(degree: degree)
      for index in meant.reversed() {
        fit.add(
          time: (times[index] - times[newest]) / unit,
          position: trajectory.position(trajectory.parameters, times[index]) - end,
          variance: variances[index])
        guard fit.count > degree else { continue }
        guard fit.misfit <= Self.unnoticed else { break }
        let bias = fit.slope / unit - truth
        least = min(least, fit.slopeVariance / (unit * unit) + bias * bias)
      }
    }
    return least
  }

  /// Returns the derivatives of `value` with respect to each parameter, with a relative accuracy of about
  /// 1e-8.
  private func derivatives(_ value: ([Double]) -> Double) -> [Double] {
    trajectory.parameters.indices.map { index in
      var parameters = trajectory.parameters
      let middle = parameters[index]
      // The step must not be zero for a parameter of zero, which is a position or a time.
      let step = 1e-5 * max(middle.magnitude, 0.01)
      parameters[index] = middle + step
      let above = value(parameters)
      parameters[index] = middle - step
      return (above - value(parameters)) / (2 * step)
    }
  }
}

/// A least-squares polynomial through samples without noise, from its normal equations.
private struct WindowFit {
  private let degree: Int
  private(set) var count = 0
  private var bound: CramerRaoBound
  private var moments: [Double]
  private var squares = 0.0

  init(degree: Int) {
    self.degree = degree
    bound = CramerRaoBound(parameters: degree + 1)
    moments = Array(repeating: 0, count: degree + 1)
  }

  mutating func add(time: Double, position: Double, variance: Double) {
    count += 1
    var powers = [1.0]
    for _ in 0..<degree { powers.append((powers.last ?? 0) * time) }
    bound.add(gradient: powers, variance: variance)
    for k in powers.indices { moments[k] += powers[k] * position / variance }
    squares += position * position / variance
  }

  /// The sum of the squared residuals divided by the samples' variances.
  var misfit: Double { max(squares - bound.product(moments, moments), 0) }

  /// The slope at time zero.
  var slope: Double { bound.product(slopeGradient, moments) }

  /// The variance of the slope.
  var slopeVariance: Double { bound.leastVariance(of: slopeGradient) }

  private var slopeGradient: [Double] { (0...degree).map { $0 == 1 ? 1 : 0 } }
}
