internal import Quantities

/// The state of a finger that moves as a Gauss–Markov process.
///
/// A Kalman filter estimates position, velocity and acceleration. Both axes share one covariance matrix. In a time Δt,
/// white jerk of spectral density q adds the process noise
///
///     Q = q [Δt⁵/20 Δt⁴/8 Δt³/6; Δt⁴/8 Δt³/3 Δt²/2; Δt³/6 Δt²/2 Δt]
///
/// If the noise of consecutive scans has the correlation ρ, the filter observes scan i minus ρ times scan i − 1,
/// because the noise of this difference is white (Bar-Shalom, Li, Kirubarajan 2001, section 8.2).
struct Motion {
  var place: SIMD2<Double>
  var velocity = SIMD2<Double>.zero
  var acceleration = SIMD2<Double>.zero
  var covariance: Covariance
  var evidence = Evidence()
  /// Whether the last scan was an outlier.
  var skipped = false
  /// The number of reports so far that stood for two scans.
  var merged = 0

  /// The covariance of position, velocity and acceleration.
  struct Covariance {
    var pp: Double
    var pv = 0.0
    var pa = 0.0
    var vv = 0.0
    var va = 0.0
    var aa = 0.0
  }

  /// Advances the state by `time` seconds, with white jerk of spectral density `jerk`.
  @inline(__always)
  mutating func advance(by time: Double, jerk: Double) {
    let t2 = time * time
    let half = t2 / 2
    place += time * velocity + half * acceleration
    velocity += time * acceleration
    let c = covariance
    let pv = c.pv + time * c.vv + half * c.va
    let pa = c.pa + time * c.va + half * c.aa
    let va = c.va + time * c.aa
    let q = jerk * time
    covariance.pp =
      c.pp + time * (c.pv + pv) + half * (c.pa + pa) + q * t2 * t2 / 20
    covariance.pv = pv + time * (c.pa + time * c.va + half * c.aa) + q * t2 * time / 8
    covariance.pa = pa + q * t2 / 6
    covariance.vv = c.vv + time * (c.va + va) + q * t2 / 3
    covariance.va = va + q * time / 2
    covariance.aa = c.aa + q
  }

  /// Begins another kind of motion, whose acceleration differs from the current acceleration with this `variance`.
  ///
  /// A variance of 0 stands for a motion without acceleration.
  @inline(__always)
  mutating func begin(acceleration variance: Double) {
    guard variance == 0 else { return covariance.aa += variance }
    acceleration = .zero
    (covariance.pa, covariance.va, covariance.aa) = (0, 0, 0)
  }

  /// Adds a change of the velocity with `variance`, at an unknown time in the last `time` seconds.
  ///
  /// The acceleration becomes unknown, with a variance of `ratio` times `variance`.
  mutating func change(by variance: Double, within time: Double, acceleration ratio: Double) {
    acceleration = .zero
    covariance.pp += variance * time * time / 3
    covariance.pv += variance * time / 2
    covariance.vv += variance
    (covariance.pa, covariance.va, covariance.aa) = (0, 0, variance * ratio)
    // The first scan after a change never counts as an outlier.
    skipped = true
  }

  /// The velocity after `count` reports, with its covariance.
  ///
  /// The filter has advanced by one extra period for each of the ``merged`` reports, so its velocity is scaled to the
  /// time of the reports.
  func belief(after count: Double) -> VelocityBelief {
    let scale = 1 + Double(merged) / count
    return VelocityBelief(
      velocity: scale * velocity, xx: covariance.vv * scale * scale, xy: 0,
      yy: covariance.vv * scale * scale)
  }

  /// Updates the state with `scan`; the state must already be advanced to the time of the scan.
  @inline(__always)
  mutating func observe(_ scan: Observation, _ sensor: Sensor) {
    let time = scan.interval
    // After an outlier, the previous scan is not used.
    let rho = skipped ? 0 : sensor.correlation
    let noise = skipped ? sensor.noise : sensor.whiteNoise
    let before = place - time * velocity + time * time / 2 * acceleration
    let error = scan.place - place - rho * (scan.previous - before)
    let (h0, h1, h2) = (1 - rho, rho * time, -rho * time * time / 2)
    let c = covariance
    let cp = h0 * c.pp + h1 * c.pv + h2 * c.pa
    let cv = h0 * c.pv + h1 * c.vv + h2 * c.va
    let ca = h0 * c.pa + h1 * c.va + h2 * c.aa
    let spread = h0 * cp + h1 * cv + h2 * ca + noise
    let squared = (error * error).sum()
    let gain = 1 / spread
    let misfit = squared * gain
    let ratio = spread * sensor.inverseNoise
    let volume = sensor.axes == 2 ? ratio * ratio : ratio
    let canSkip = !skipped && sensor.hasOutliers
    skipped = canSkip && evidence.skip(misfit, volume, squared, spread - noise, sensor)
    guard !skipped else { return }
    place += cp * gain * error
    velocity += cv * gain * error
    acceleration += ca * gain * error
    covariance = Covariance(
      pp: c.pp - cp * cp * gain, pv: c.pv - cp * cv * gain, pa: c.pa - cp * ca * gain,
      vv: c.vv - cv * cv * gain, va: c.va - cv * ca * gain, aa: c.aa - ca * ca * gain)
    evidence.add(misfit, volume)
  }
}

extension Motion {
  /// Advances the state by another `period` if the scan is one period ahead of the motion.
  ///
  /// Such a report stands for two scans: the sensor scanned twice between two polls, and the first scan was lost.
  mutating func catchUp(with scan: Observation, period: Double, _ sensor: Sensor) {
    let error = scan.place - place
    let ahead = velocity * period
    let (off, far) = (error - ahead, (error * error).sum())
    // The scan must be more than five standard errors away from the predicted position, and five times closer to the
    // position that is predicted for one period later.
    guard !skipped, far > 25 * (covariance.pp + sensor.noise), 25 * (off * off).sum() < far else {
      return
    }
    evidence.prior -= sensor.mergedLoss
    merged += 1
    advance(by: period, jerk: 0)
  }
}

/// A scan, with the position of the scan before it.
struct Observation {
  /// The time since the previous scan, in seconds.
  var interval: Double
  var place: SIMD2<Double>
  var previous: SIMD2<Double>
}

struct Sensor {
  /// The variance of a position along each axis, in pt².
  var noise: Double
  /// The variance of the part of a scan's noise that does not correlate with the previous scan, in pt².
  var whiteNoise: Double
  /// The correlation of the noise of consecutive scans.
  var correlation: Double
  /// The number of axes along which the finger moves.
  var axes: Double
  /// The reciprocal of ``noise``.
  let inverseNoise: Double
  /// Whether a single scan may be an outlier.
  var hasOutliers = true
  private let outlierVariance: Double
  private let outlierPrior: Double

  /// The negative logarithm of the probability that a report stands for two scans.
  let mergedLoss: Double

  init(
    noise: Double, correlation: Double, axes: Int, speed: Double
  ) {
    mergedLoss = -briefLogarithm(BayesianTuning.mergedScans)
    self.noise = noise
    self.correlation = correlation
    self.axes = Double(axes)
    inverseNoise = 1 / noise
    whiteNoise = noise * (1 - correlation * correlation)
    outlierVariance = max(
      BayesianTuning.outlier.size * BayesianTuning.outlier.size * noise, speed * 1e-4)
    outlierPrior = -2 * briefLogarithm(BayesianTuning.outlier.probability)
  }

  /// Returns minus twice the log likelihood of a scan that is an outlier, relative to the noise as in ``Evidence``.
  ///
  /// `spread` is the variance of the predicted position without the noise.
  func outlierLoss(_ squared: Double, _ spread: Double) -> Double {
    let total = spread + outlierVariance
    return outlierPrior + axes * briefLogarithm(total / noise) + squared / total
  }
}

/// The likelihood of a motion, given the scans.
///
/// The unknown scale of the noise is integrated out. In the formula, e is the error of a scan along one axis, F is the
/// variance of e if the noise is as estimated, ν are the degrees of freedom of the noise around that estimate, and n is
/// the number of errors:
///
///     log likelihood = log prior − ½ Σ log F − ½ (ν + n) log(ν + Σe²/F)
struct Evidence {
  /// The logarithm of the prior probability of the motion and its events.
  var prior = 0.0
  /// The sum Σe²/F.
  var misfit = 0.0
  /// The sum Σ log F so far, with F in units of the noise.
  ///
  /// The variances in `product`, which is the product of F for the most recent errors, are not included yet.
  private var volume = 0.0
  private var product = 1.0

  /// Skips a scan if an outlier explains its error better than the motion does; returns whether the scan was skipped.
  ///
  /// `misfit` is the squared error divided by its variance. `volume` is the product of the variances of the error along
  /// the axes, in units of the noise. `squared` is the squared error, and `variance` is the variance of the predicted
  /// position without the noise.
  @inline(__always)
  mutating func skip(
    _ misfit: Double, _ volume: Double, _ squared: Double, _ variance: Double, _ sensor: Sensor
  ) -> Bool {
    // An error within three standard errors is never an outlier.
    guard misfit > 9 else { return false }
    let loss = sensor.outlierLoss(squared, variance)
    guard loss < briefLogarithm(volume) + misfit else { return false }
    prior -= loss / 2
    // A skipped scan counts as if its misfit were the expected misfit, which is 1 along each axis.
    self.misfit += sensor.axes
    return true
  }

  /// Adds an error; `spread` is the product of its variances along the axes, in units of the noise.
  @inline(__always)
  mutating func add(_ misfit: Double, _ spread: Double) {
    self.misfit += misfit
    product *= spread
    // One logarithm of many factors is faster than many logarithms.
    if product > 1e200 || product < 1e-200 {
      volume += briefLogarithm(product)
      product = 1
    }
  }

  /// The log likelihood after `count` scans along `axes`.
  @inline(__always)
  func score(_ count: Double, _ axes: Double, _ freedom: Double) -> Double {
    prior - 0.5 * (product == 1 ? volume : volume + briefLogarithm(product))
      - 0.5 * (freedom + axes * count) * briefLogarithm(freedom + misfit)
  }

  /// The variance of the noise after `count` scans, divided by the estimated variance.
  func noiseScale(_ count: Double, _ axes: Double, _ freedom: Double) -> Double {
    (freedom + misfit) / (freedom + axes * count)
  }

  /// Multiplies the weight of all previous scans by `part`.
  @inline(__always)
  mutating func fade(to part: Double) {
    prior *= part
    misfit *= part
    volume *= part
  }

  /// Moves the logarithm of `product` to `volume`, which is required before ``fade(to:)``.
  @inline(__always)
  mutating func fold() {
    volume += briefLogarithm(product)
    product = 1
  }
}

/// Returns the natural logarithm of a finite number above zero, with an error below 1e-7.
///
/// The function takes a fifth of the time of an exact logarithm. It uses
///
///     log (m 2ᵏ) = k log 2 + 2 artanh s, s = (m − 1) / (m + 1), √½ ≤ m < √2
///
/// with the series of artanh up to s⁷.
@inline(__always)
func briefLogarithm(_ x: Double) -> Double {
  let bits = x.bitPattern
  // The constant is the bit pattern of √½; the exponent of the difference is k.
  let shifted = bits &- 0x3FE6_A09E_667F_3BCD
  let exponent = Int64(bitPattern: shifted) >> 52
  let m = Double(bitPattern: bits &- UInt64(bitPattern: exponent << 52))
  let s = (m - 1) / (m + 1)
  let s2 = s * s
  let series = s * (2 + s2 * (2.0 / 3 + s2 * (2.0 / 5 + s2 * (2.0 / 7))))
  return Double(exponent) * 0.693_147_180_559_945_3 + series
}
