internal import Quantities

/// What is known of a finger that moves as a Gauss–Markov process: a Kalman filter whose state is place, velocity and
/// acceleration along both axes, which share the covariance.
///
/// White jerk of density q adds, in a time Δt,
///
///     Q = q [Δt⁵/20 Δt⁴/8 Δt³/6; Δt⁴/8 Δt³/3 Δt²/2; Δt³/6 Δt²/2 Δt]
///
/// Where the noise of consecutive scans is correlated by ρ, scan i less ρ times scan i − 1 is observed, whose noise
/// is white (Bar-Shalom, Li, Kirubarajan 2001, section 8.2).
struct Motion {
  var place: SIMD2<Double>
  var velocity = SIMD2<Double>.zero
  var acceleration = SIMD2<Double>.zero
  var covariance: Covariance
  var evidence = Evidence()
  /// Whether the last scan was off by itself.
  var skipped = false
  /// How many reports stood for two scans.
  var merged = 0

  /// The covariance of place, velocity and acceleration.
  struct Covariance {
    var pp: Double
    var pv = 0.0
    var pa = 0.0
    var vv = 0.0
    var va = 0.0
    var aa = 0.0
  }

  /// Moves on by `time`, with white jerk of density `jerk`.
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

  /// Takes up another kind of motion, whose acceleration differs from the last one's by this variance; with 0 it has
  /// none.
  @inline(__always)
  mutating func begin(acceleration variance: Double) {
    guard variance == 0 else { return covariance.aa += variance }
    acceleration = .zero
    (covariance.pa, covariance.va, covariance.aa) = (0, 0, 0)
  }

  /// Adds a change of velocity of this variance at an unknown time `within` the last seconds, and replaces the
  /// acceleration by one whose variance is `ratio` times that.
  mutating func change(by variance: Double, within time: Double, acceleration ratio: Double) {
    acceleration = .zero
    covariance.pp += variance * time * time / 3
    covariance.pv += variance * time / 2
    covariance.vv += variance
    (covariance.pa, covariance.va, covariance.aa) = (0, 0, variance * ratio)
    // The first scan after a change is never taken for an outlier.
    skipped = true
  }

  /// The velocity, with its covariance, after `count` reports, of which some stood for two scans.
  func belief(after count: Double) -> VelocityBelief {
    let scale = 1 + Double(merged) / count
    return VelocityBelief(
      velocity: scale * velocity, xx: covariance.vv * scale * scale, xy: 0,
      yy: covariance.vv * scale * scale)
  }

  /// Takes in the scan that is at the time of the state.
  @inline(__always)
  mutating func observe(_ scan: Observation, _ sensor: Sensor) {
    let time = scan.interval
    // Before an outlier, or without correlation, the scan is observed by itself.
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
  /// Moves on by another `period` if the scan is as far ahead of a steady motion, because it was the second of two that
  /// fell between two polls of the device.
  mutating func catchUp(with scan: Observation, period: Double, _ sensor: Sensor) {
    let error = scan.place - place
    let ahead = velocity * period
    let (off, far) = (error - ahead, (error * error).sum())
    guard !skipped, far > 25 * (covariance.pp + sensor.noise), 25 * (off * off).sum() < far else {
      return
    }
    evidence.prior -= sensor.mergedLoss
    merged += 1
    advance(by: period, jerk: 0)
  }
}

/// A scan as a motion sees it.
struct Observation {
  /// The time since the scan before, in seconds.
  var interval: Double
  var place: SIMD2<Double>
  var previous: SIMD2<Double>
}

/// What is known of the noise.
struct Sensor {
  /// The variance of a place along each axis, in pt².
  var noise: Double
  /// The variance of what is new in the noise of a scan.
  var whiteNoise: Double
  /// The correlation of the noise of consecutive scans.
  var correlation: Double
  /// The number of axes.
  var axes: Double
  /// 1 / noise.
  let inverseNoise: Double
  /// Whether one scan may be off by itself.
  var hasOutliers = true
  private let outlierVariance: Double
  private let outlierPrior: Double

  /// Minus the logarithm of the probability that a report stands for two scans.
  let mergedLoss: Double

  init(
    noise: Double, correlation: Double, axes: Int, speed: Double, _ tuning: BayesianTuning
  ) {
    mergedLoss = -briefLogarithm(tuning.mergedScans)
    self.noise = noise
    self.correlation = correlation
    self.axes = Double(axes)
    inverseNoise = 1 / noise
    whiteNoise = noise * (1 - correlation * correlation)
    outlierVariance = max(tuning.outlier.size * tuning.outlier.size * noise, speed * 1e-4)
    outlierPrior = -2 * briefLogarithm(tuning.outlier.probability)
  }

  /// Minus twice the logarithm of the likelihood of a scan that is off by itself, as ``Evidence`` counts it; `spread`
  /// is the variance of its place without the noise.
  func outlierLoss(_ squared: Double, _ spread: Double) -> Double {
    let total = spread + outlierVariance
    return outlierPrior + axes * briefLogarithm(total / noise) + squared / total
  }
}

/// How well a motion explains the scans.
///
/// The scale of the noise is integrated out: with Σe²/F the squared errors in units of their variance F for the noise
/// that the scans show, and ν degrees of freedom with which it may differ,
///
///     log likelihood = log prior − ½ Σ log F − ½ (ν + n) log(ν + Σe²/F)
struct Evidence {
  /// The logarithm of the probability of what happened before the scans showed it.
  var prior = 0.0
  /// Σe²/F.
  var misfit = 0.0
  /// The sum of the logarithms of the variances in units of the noise, along all axes, less that of `product`.
  private var volume = 0.0
  private var product = 1.0

  /// Leaves a scan out if it is likelier to be off by itself than to have this error, and returns whether it is.
  ///
  /// `misfit` is the squared error in units of its variance, `volume` the product of its variances along the axes in units
  /// of the noise, and `variance` that of the place without the noise.
  @inline(__always)
  mutating func skip(
    _ misfit: Double, _ volume: Double, _ squared: Double, _ variance: Double, _ sensor: Sensor
  ) -> Bool {
    // Within three standard errors nothing is off.
    guard misfit > 9 else { return false }
    let loss = sensor.outlierLoss(squared, variance)
    guard loss < briefLogarithm(volume) + misfit else { return false }
    prior -= loss / 2
    self.misfit += sensor.axes
    return true
  }

  /// Takes in an error; `spread` is the product of its variances along the axes in units of the noise.
  @inline(__always)
  mutating func add(_ misfit: Double, _ spread: Double) {
    self.misfit += misfit
    product *= spread
    // One logarithm for many factors.
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

  /// The variance of the noise in units of what was expected, after `count` scans.
  func noiseScale(_ count: Double, _ axes: Double, _ freedom: Double) -> Double {
    (freedom + misfit) / (freedom + axes * count)
  }

  /// Forgets all but this part of what it has taken in.
  @inline(__always)
  mutating func fade(to part: Double) {
    prior *= part
    misfit *= part
    volume *= part
  }

  /// Takes the logarithm of what has been multiplied up, which has to be before it fades.
  @inline(__always)
  mutating func fold() {
    volume += briefLogarithm(product)
    product = 1
  }
}

/// The natural logarithm of a finite number above zero, to 1e-7, in a fifth of the time of an exact one.
///
///     log (m 2ᵏ) = k log 2 + 2 artanh s, s = (m − 1) / (m + 1), √½ ≤ m < √2
///
/// with the series of artanh up to s⁷.
@inline(__always)
func briefLogarithm(_ x: Double) -> Double {
  let bits = x.bitPattern
  // √½ as a bit pattern; what lies above it in the exponent is k.
  let shifted = bits &- 0x3FE6_A09E_667F_3BCD
  let exponent = Int64(bitPattern: shifted) >> 52
  let m = Double(bitPattern: bits &- UInt64(bitPattern: exponent << 52))
  let s = (m - 1) / (m + 1)
  let s2 = s * s
  let series = s * (2 + s2 * (2.0 / 3 + s2 * (2.0 / 5 + s2 * (2.0 / 7))))
  return Double(exponent) * 0.693_147_180_559_945_3 + series
}
