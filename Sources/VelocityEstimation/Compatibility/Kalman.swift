internal import Quantities

/// The description of a Kalman filter.
let kalmanEstimator = EstimatorDescription(
  "kalman", "Kalman filter of position, velocity and acceleration, driven by random jerk",
  parameters: [
    EstimatorParameter(
      "jerk", unit: "pt/s^2.5", default: 300_000, range: 1...1e9,
      "The expected change of the finger's acceleration, as the root of the density of its jerk.",
      source: "our choice; this value has the smallest error on minimum-jerk flicks at 120 Hz"),
    EstimatorParameter(
      "noise", unit: "pt", default: 0.5, range: 0.001...100,
      "The expected standard error of a sample.",
      source: "our choice; the samples of a typical touchscreen have this error"),
    EstimatorParameter(
      "gap", unit: "ms", default: 40, range: 1...1_000,
      "After this time without a sample the finger counts as stopped.",
      source: "Android, ASSUME_POINTER_STOPPED_TIME; without it, the filter would never stop"),
  ]
) { Kalman($0) }

/// A constant-acceleration Kalman filter; both axes share the gains.
///
/// The state is (position, velocity, acceleration). Between two samples, white jerk of density q² adds the process
/// noise
///
///     Q = q² [Δt⁵/20 Δt⁴/8 Δt³/6; Δt⁴/8 Δt³/3 Δt²/2; Δt³/6 Δt²/2 Δt]
///
/// The finger is assumed to be at rest at the first sample. The standard errors of this assumption are 2000 pt/s for
/// the velocity and 20,000 pt/s² for the acceleration. As on Android, a long time without a sample before the release
/// counts as a stop.
///
/// Source: Bar-Shalom, Li, Kirubarajan, "Estimation with Applications to Tracking and
/// Navigation", 2001, section 6.2.3.
struct Kalman: VelocityEstimator {
  /// The symmetric covariance of position, velocity and acceleration.
  private struct Covariance {
    var pp = 0.0
    var pv = 0.0
    var pa = 0.0
    var vv = 0.0
    var va = 0.0
    var aa = 0.0
  }

  /// The state along one axis; the position is relative to the newest sample.
  private struct Axis {
    var position = 0.0
    var velocity = 0.0
    var acceleration = 0.0
  }

  private let jerkDensity: Double
  private let noiseVariance: Double
  private let longestSilence: Double
  private var latest: SampleHistory
  private var x = Axis()
  private var y = Axis()
  private var covariance = Covariance()
  private var used = 0
  /// The state before the newest sample, which is restored if the next sample has the same timestamp.
  private var before: (x: Axis, y: Axis, covariance: Covariance, used: Int)

  init(_ values: EstimatorValues) {
    self.jerkDensity = values["jerk"] * values["jerk"]
    self.noiseVariance = values["noise"] * values["noise"]
    self.longestSilence = values.seconds("gap")
    self.latest = values.history(capacity: 2)
    self.before = (Axis(), Axis(), Covariance(), 0)
  }

  mutating func reset() {
    latest.removeAll()
    used = 0
  }

  mutating func receive(_ sample: PanSample) {
    switch latest.admit(sample) {
    case .rejected:
      return
    case .replaced:
      (x, y, covariance, used) = before
    case .appended:
      before = (x, y, covariance, used)
    }
    used += 1
    guard used > 1, latest.count == 2 else {
      (x, y) = (Axis(), Axis())
      // The variances are the squares of 2000 pt/s and 20,000 pt/s².
      covariance = Covariance(pp: noiseVariance, vv: 4e6, aa: 4e8)
      return
    }
    let step = latest.step(0)
    predict(latest.interval(before: 0), step)
    correct()
  }

  /// Advances the state by `time`, and makes the position relative to the new sample, which is `step` away.
  private mutating func predict(_ time: Double, _ step: Position) {
    x = moved(x, time, step.x.value)
    y = moved(y, time, step.y.value)
    let c = covariance
    let t2 = time * time
    let t3 = t2 * time
    let t4 = t2 * t2
    let q = jerkDensity
    covariance.pp =
      c.pp + 2 * time * c.pv + t2 * (c.pa + c.vv) + t3 * c.va + t4 / 4 * c.aa + q * t4 * time / 20
    covariance.pv =
      c.pv + time * (c.vv + c.pa) + 1.5 * t2 * c.va + t3 / 2 * c.aa + q * t4 / 8
    covariance.pa = c.pa + time * c.va + t2 / 2 * c.aa + q * t3 / 6
    covariance.vv = c.vv + 2 * time * c.va + t2 * c.aa + q * t3 / 3
    covariance.va = c.va + time * c.aa + q * t2 / 2
    covariance.aa = c.aa + q * time
  }

  private func moved(_ axis: Axis, _ time: Double, _ step: Double) -> Axis {
    Axis(
      position: axis.position + axis.velocity * time + axis.acceleration * time * time / 2 - step,
      velocity: axis.velocity + axis.acceleration * time, acceleration: axis.acceleration)
  }

  /// Updates the state with the newest sample, whose position is zero because positions are relative to that sample.
  private mutating func correct() {
    let c = covariance
    let total = c.pp + noiseVariance
    let gain = (position: c.pp / total, velocity: c.pv / total, acceleration: c.pa / total)
    x = corrected(x, gain)
    y = corrected(y, gain)
    covariance = Covariance(
      pp: c.pp - gain.position * c.pp, pv: c.pv - gain.position * c.pv,
      pa: c.pa - gain.position * c.pa,
      vv: c.vv - gain.velocity * c.pv, va: c.va - gain.velocity * c.pa,
      aa: c.aa - gain.acceleration * c.pa)
  }

  private func corrected(
    _ axis: Axis, _ gain: (position: Double, velocity: Double, acceleration: Double)
  ) -> Axis {
    Axis(
      position: axis.position - gain.position * axis.position,
      velocity: axis.velocity - gain.velocity * axis.position,
      acceleration: axis.acceleration - gain.acceleration * axis.position)
  }

  func live() -> VelocityEstimate {
    guard used > 1 else { return .none(.tooFew) }
    return VelocityEstimate(
      // The errors along x and y are independent, because the axes share only the gains and not the noise.
      velocity: Velocity(x.velocity, y.velocity),
      covariance: VelocityCovariance(xx: covariance.vv, xy: 0, yy: covariance.vv),
      samplesUsed: used, degree: 2, reason: .ok
    ).checked
  }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate {
    latest.silence(until: microseconds) > longestSilence ? .none(.stopped) : live()
  }
}
