internal import Quantities

/// A hypothesis about the finger after an event, with its state along and across the direction before the event.
///
/// The velocity along each of these two axes is constant, unless the ``course`` changes it.
struct Branch {
  /// The position and velocity along one axis, with their covariance.
  struct Axis {
    var p: Double
    var v: Double
    var pp: Double
    var pv: Double
    var vv: Double

    @inline(__always)
    mutating func advance(by time: Double) {
      p += time * v
      pp += time * (2 * pv + time * vv)
      pv += time * vv
    }

    /// Adds a change of the velocity with the variance `jump`, at an unknown time in the last `time` seconds.
    @inline(__always)
    mutating func change(by jump: Double, within time: Double) {
      // The time of the change is uniformly distributed, which gives the factors 1/3 and 1/2.
      pp += jump * time * time / 3
      pv += jump * time / 2
      vv += jump
    }

    /// Returns the difference between a scan at `place` and the prediction.
    ///
    /// The scan at `previous` is `time` seconds older, and `rho` is the correlation of the noise of both scans.
    @inline(__always)
    func innovation(
      _ place: Double, _ previous: Double, _ time: Double, _ noise: Double, _ rho: Double
    ) -> Innovation {
      let (h0, h1) = (1 - rho, rho * time)
      let (cp, cv) = (h0 * pp + h1 * pv, h0 * pv + h1 * vv)
      return Innovation(
        error: place - p - rho * (previous - (p - time * v)), cp: cp, cv: cv,
        spread: h0 * cp + h1 * cv + noise)
    }

    @inline(__always)
    mutating func correct(by seen: Innovation, _ gain: Double) {
      p += seen.cp * gain * seen.error
      v += seen.cv * gain * seen.error
      pp -= seen.cp * seen.cp * gain
      pv -= seen.cp * seen.cv * gain
      vv -= seen.cv * seen.cv * gain
    }
  }

  /// The difference between a scan and its prediction.
  ///
  /// `cp` and `cv` are the covariances of the difference with the position and with the velocity. `spread` is the
  /// variance of the difference.
  struct Innovation {
    var error: Double
    var cp: Double
    var cv: Double
    var spread: Double
  }

  /// The motion of the finger after the event.
  enum Course {
    case steady
    /// The finger rolls, and the variance of its velocity grows by this amount per second.
    case rolling(Double)
    case resting
    /// The finger slows down exponentially over `distance`, of which the fraction `left` remains.
    case braking(distance: Double, left: Double)
  }

  var along: Axis
  var across: Axis
  var course: Course
  var evidence: Evidence
  /// The direction before the event.
  let direction: SIMD2<Double>
  /// Whether the last scan was an outlier.
  private var skipped = false

  /// Creates a branch from the state of `motion` at a scan.
  ///
  /// `direction` is the direction before the event, as a unit vector. `log` is the logarithm of the probability of the
  /// event.
  init(_ motion: Motion, along direction: SIMD2<Double>, _ course: Course, _ log: Double) {
    self.direction = direction
    self.course = course
    let c = motion.covariance
    let (u, n) = (direction, SIMD2(-direction.y, direction.x))
    along = Axis(
      p: (u * motion.place).sum(), v: (u * motion.velocity).sum(), pp: c.pp, pv: c.pv, vv: c.vv)
    across = Axis(
      p: (n * motion.place).sum(), v: (n * motion.velocity).sum(), pp: c.pp, pv: c.pv, vv: c.vv)
    evidence = motion.evidence
    evidence.prior += log
  }

  /// Advances the state by `time` seconds.
  @inline(__always)
  mutating func advance(by time: Double) {
    switch course {
    case .steady: break
    case .rolling(let rate):
      along.advance(by: time)
      across.advance(by: time)
      along.change(by: rate * time, within: time)
      return across.change(by: rate * time, within: time)
    case .resting: return
    case .braking(_, let left):
      // With less than a thousandth of the distance left, the finger is practically at rest.
      if left > 0.001 { slowDown(by: exponential(-time / BayesianTuning.rest.slow)) }
      return
    }
    along.advance(by: time)
    across.advance(by: time)
  }

  /// Slows the finger down until `fraction` of the remaining distance is left.
  mutating func slowDown(by fraction: Double) {
    guard case .braking(let distance, let left) = course else { return }
    let next = left * fraction
    along.p += distance * (left - next)
    // Fingers do not slow down exactly exponentially, so the standard error of the distance is a quarter of the
    // distance.
    along.pp += distance * distance * (left * left - next * next) / 16
    course = .braking(distance: distance, left: next)
  }

  /// Updates the state with a scan; the first scan after the event never counts as an outlier.
  @inline(__always)
  mutating func observe(_ scan: Observation, _ sensor: Sensor, isFirst: Bool) {
    let (u, n) = (direction, SIMD2(-direction.y, direction.x))
    let rho = skipped ? 0 : sensor.correlation
    let noise = skipped ? sensor.noise : sensor.whiteNoise
    let a = along.innovation(
      (u * scan.place).sum(), (u * scan.previous).sum(), scan.interval, noise, rho)
    let c = across.innovation(
      (n * scan.place).sum(), (n * scan.previous).sum(), scan.interval, noise, rho)
    let isPlane = sensor.axes == 2
    let (gainA, gainC) = (1 / a.spread, 1 / c.spread)
    let misfitA = a.error * a.error * gainA
    let misfit = isPlane ? misfitA + c.error * c.error * gainC : misfitA
    var volume = a.spread * sensor.inverseNoise
    if isPlane { volume *= c.spread * sensor.inverseNoise }
    let squared = a.error * a.error + c.error * c.error
    let canSkip = !skipped && !isFirst
    skipped =
      canSkip
      && evidence.skip(misfit, volume, squared, max(a.spread, c.spread) - noise, sensor)
    guard !skipped else { return }
    along.correct(by: a, gainA)
    if isPlane { across.correct(by: c, gainC) }
    evidence.add(misfit, volume)
  }

  /// The velocity on the screen, and its covariance.
  var belief: VelocityBelief {
    let (u, n) = (direction, SIMD2(-direction.y, direction.x))
    var belief = VelocityBelief(velocity: along.v * u + across.v * n)
    belief.add(along.vv, along: u)
    belief.add(across.vv, along: n)
    return belief
  }
}

/// A velocity, in pt/s, and its covariance.
struct VelocityBelief {
  var velocity: SIMD2<Double>
  var xx = 0.0
  var xy = 0.0
  var yy = 0.0

  /// Adds a variance along `direction`, a unit vector.
  mutating func add(_ variance: Double, along direction: SIMD2<Double>) {
    xx += variance * direction.x * direction.x
    xy += variance * direction.x * direction.y
    yy += variance * direction.y * direction.y
  }

  var covariance: VelocityCovariance { VelocityCovariance(xx: xx, xy: xy, yy: yy) }
}
