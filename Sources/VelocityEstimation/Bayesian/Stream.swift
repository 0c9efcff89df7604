internal import Quantities

/// The state that is updated with each sample while the finger is down: the motions and the device's reporting pattern.
///
/// The motions are the same as at a release, but without events. The noise and the speed are running means in which
/// older samples lose their weight, so the time for each sample does not depend on the length of the pan.
struct Stream {
  /// The mean time between samples of a moving finger, in seconds; 0 before the second sample.
  private(set) var period = 0.0
  /// The number of reports in the last burst, and in the current burst so far; 1 if each report arrives alone.
  private var burst = (last: 1, now: 1)
  /// The speed of the first report of the last burst, in pt/s.
  private var burstSpeed = 0.0
  /// The time between the newest scan that the motions include and the newest report, in seconds.
  private var scanned = 0.0
  private var count = 0
  private var weight = 0.0
  /// The variance of a position along each axis, in pt², and the mean squared speed, in pt²/s².
  private var (noise, speed) = (0.0, 0.0)
  /// The number of residuals over which the noise is averaged so far.
  private var residuals = 0.0
  private var motions: [Motion] = []
  /// The log likelihoods of ``motions``.
  private var scores: [Double] = []

  /// Returns to the initial state, but keeps the memory of the arrays.
  mutating func removeAll() {
    var (motions, scores) = (motions, scores)
    motions.removeAll(keepingCapacity: true)
    scores.removeAll(keepingCapacity: true)
    self = Stream()
    (self.motions, self.scores) = (motions, scores)
  }

  /// Adds the sample at `index` of `history`.
  mutating func receive(_ index: Int, of history: SampleHistory) {
    count += 1
    guard count > 1 else { return }
    let interval = history.interval(before: index)
    let step = history.step(index)
    let move = SIMD2(step.x.value, step.y.value)
    let squaredSpeed = (move * move).sum() / (interval * interval)
    let time = scanTime(interval, squaredSpeed.squareRoot())
    notePeriod(interval)
    guard let time else { return }
    measure(squaredSpeed, interval, history, index)
    advance(by: time, move)
  }

  private mutating func notePeriod(_ interval: Double) {
    if period == 0 {
      period = min(interval, BayesianTuning.usualPeriod)
    } else {
      let usual = min(interval, BayesianTuning.pause * period)
      period += (usual - period) / Double(min(count - 1, BayesianTuning.periodCount))
    }
  }

  /// The time between the scan of this report and the previous scan, in seconds.
  ///
  /// The reports of a burst are spread evenly over the time since the previous burst. Returns nil if this burst already
  /// has as many reports as the previous burst.
  private mutating func scanTime(
    _ interval: Double, _ speed: Double
  ) -> Double? {
    guard BayesianTuning.isBurst(interval, speed, after: burstSpeed, period) else {
      burst = (burst.now, 1)
      burstSpeed = speed
      // Assume that this burst has as many reports as the last one.
      let time = interval / Double(burst.last)
      scanned = interval - time
      return time
    }
    burst.now += 1
    let left = scanned + interval
    guard burst.now <= burst.last else {
      scanned = 0
      return nil
    }
    let time = left / Double(burst.last - burst.now + 1)
    scanned = left - time
    return time
  }
}

extension Stream {
  /// Updates the noise and the speed with a step that took `interval` and whose squared speed is `squared`, in pt²/s².
  private mutating func measure(
    _ squared: Double, _ interval: Double, _ history: SampleHistory, _ index: Int
  ) {
    let part = count == 2 ? 1 : interval / (interval + BayesianTuning.memory)
    speed += part * (squared - speed)
    if count == 2 {
      noise = BayesianTuning.expectedNoise.time * BayesianTuning.expectedNoise.time * squared
      residuals = BayesianTuning.expectedNoise.weight
    }
    guard count > 3 else { return }
    let age = history.age(index)
    let times = (
      age - history.age(index + 1), age - history.age(index + 2), age - history.age(index + 3)
    )
    let (off, norm) = history.roughness(index, times)
    let found = off.dot(off) / norm / 2
    residuals = min(residuals + 1, BayesianTuning.liveNoise.residuals)
    let least = BayesianTuning.expectedNoise.time * BayesianTuning.expectedNoise.time * speed
    let counted = min(found, BayesianTuning.liveNoise.most * noise + 1e-12)
    noise = max(noise + (counted - noise) / residuals, least, 1e-12)
  }

  /// Advances the motions by `time` seconds, during which the finger has moved by `step`.
  ///
  /// Positions are relative to the newest sample, so all positions move by `-step`.
  private mutating func advance(
    by time: Double, _ step: SIMD2<Double>
  ) {
    guard speed > 0 else { return }
    let acceleration = speed * BayesianTuning.acceleration * BayesianTuning.acceleration
    if motions.isEmpty {
      for kind in 0..<Search.kinds {
        var motion = Motion(place: -step, covariance: Motion.Covariance(pp: noise, vv: speed))
        motion.covariance.aa = kind == 0 ? 0 : acceleration
        motions.append(motion)
        scores.append(0)
      }
    } else {
      for kind in motions.indices { motions[kind].place -= step }
    }
    var sensor = Sensor(noise: noise, correlation: 0, axes: 2, speed: speed)
    // Only later samples can show whether the newest is an outlier or the motion has changed.
    sensor.hasOutliers = false
    let scan = Observation(interval: time, place: .zero, previous: -step)
    var top = 0
    for kind in motions.indices where scores[kind] > scores[top] { top = kind }
    let (likeliest, most) = (motions[top], scores[top])
    let change = briefLogarithm(BayesianTuning.switching * time)
    let kept = BayesianTuning.memory / (BayesianTuning.memory + time)
    weight = kept * weight + 1
    for kind in motions.indices {
      if most + change > scores[kind] {
        motions[kind] = likeliest
        motions[kind].evidence.prior += change
        motions[kind].begin(acceleration: kind == 0 ? 0 : acceleration)
      }
      motions[kind].evidence.fade(to: kept)
      motions[kind].advance(by: time, jerk: speed * BayesianTuning.jerks[kind])
      motions[kind].observe(scan, sensor)
      motions[kind].evidence.fold()
      scores[kind] = motions[kind].evidence.score(weight, 2, BayesianTuning.degreesOfFreedom)
    }
  }

  /// The velocity at the newest sample, with its covariance; nil if the finger has not moved yet.
  var belief: VelocityBelief? {
    guard !motions.isEmpty else { return nil }
    var posterior = Posterior()
    for kind in motions.indices {
      posterior.add(
        scores[kind], .motion, motions[kind].belief(after: weight),
        scale: motions[kind].evidence.noiseScale(weight, 2, BayesianTuning.degreesOfFreedom))
    }
    return posterior.moving
  }
}
