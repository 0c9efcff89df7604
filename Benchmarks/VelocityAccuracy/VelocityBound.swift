internal import Quantities

/// How well the velocity at a release can be known from the samples, whoever reads them.
public struct VelocityBound: Sendable {
  /// The least root mean square error of an unbiased estimate by one who is told the class of the
  /// gesture, down to the formula of its motion, and has only the numbers in it to find.
  public var told: Double
  /// The same for one who knows nothing but that motions are smooth, and is told by an oracle which
  /// samples a polynomial describes, and of which degree; infinite where no samples are left.
  public var untold: Double
}

extension VelocityBound {
  /// The bounds on an error over gestures of one class, in its measure.
  ///
  /// For stops it is how many in a hundred an estimate with the least variance would make fling.
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

/// The share of normal numbers of variance one that are smaller than `limit`, either way.
///
/// `erf(x / √2)` by its continued series; to 1e-7, and one beyond six.
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
  /// The highest degree of a polynomial that a motion is read by.
  ///
  /// Source: ours; a quartic needs so many samples that no window of a flick is read better by it.
  private static let highestDegree = 3

  /// The misfit, in variances of a sample, up to which a polynomial describes samples.
  ///
  /// Source: ours; a misfit of one variance is the most that costs less than a degree more would.
  private static let unnoticed = 1.0

  /// The least variance of the velocity for one who is told the motion's formula.
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

  /// The least mean square error of a polynomial through the newest samples, over all windows and
  /// degrees whose misfit is not to be noticed.
  ///
  /// The error is the slope's variance and the square of what it is off by without noise.
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

  /// The derivatives of `value` with respect to each parameter, to 1e-8 of their size or so.
  private func derivatives(_ value: ([Double]) -> Double) -> [Double] {
    trajectory.parameters.indices.map { index in
      var parameters = trajectory.parameters
      let middle = parameters[index]
      // A parameter that is zero is a place or a time, and both are below one where it matters.
      let step = 1e-5 * max(middle.magnitude, 0.01)
      parameters[index] = middle + step
      let above = value(parameters)
      parameters[index] = middle - step
      return (above - value(parameters)) / (2 * step)
    }
  }
}

/// A polynomial through samples without noise, by its normal equations.
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

  /// The sum of squared residuals over the samples' variances.
  var misfit: Double { max(squares - bound.product(moments, moments), 0) }

  /// The slope at time zero.
  var slope: Double { bound.product(slopeGradient, moments) }

  /// The slope's variance.
  var slopeVariance: Double { bound.leastVariance(of: slopeGradient) }

  private var slopeGradient: [Double] { (0...degree).map { $0 == 1 ? 1 : 0 } }
}
