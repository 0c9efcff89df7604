internal import Quantities

/// The search over all motions and events that can explain the scans of a pan.
struct Search {
  let scans: Scans
  let scales: Scales
  let sensor: Sensor
  /// Each scan together with the previous scan; the first scan is its own previous scan.
  let observations: [Observation]
  /// The spectral density of the jerk of each motion, in pt²/s⁵, from 0 for a straight line to the roughest motion.
  let jerks: [Double]
  /// The motions after each scan, grouped by scan, and their log likelihoods.
  private(set) var motions: [Motion] = []
  private(set) var scores: [Double] = []
  let freedom: Double
  let axes: Double
  let intervals: Double
  /// The smallest amount that a scan adds to ½ Σ log F in the formula of ``Evidence``.
  let leastVolume: Double

  /// The number of motions.
  static let kinds = 6

  init(
    _ scans: Scans, _ scales: Scales, correlation: Double
  ) {
    self.scans = scans
    self.scales = scales
    observations = (0..<scans.count).map { index in
      let previous = scans[max(index - 1, 0)]
      return Observation(
        interval: scans[index].time - previous.time, place: scans[index].place,
        previous: previous.place)
    }
    // For evenly spaced scans, white noise has a roughness of 20 times its variance. Correlated noise has only
    // 20 − 30 ρ + 12 ρ² − 2 ρ³ times its variance, so the same roughness means more noise.
    let roughness = 20 + correlation * (-30 + correlation * (12 - 2 * correlation))
    sensor = Sensor(
      noise: scales.noise * 20 / roughness, correlation: correlation, axes: scans.axes,
      speed: scales.speed)
    freedom = BayesianTuning.degreesOfFreedom
    axes = Double(scans.axes)
    intervals = Double(scans.count - 1)
    leastVolume = axes / 2 * briefLogarithm(sensor.whiteNoise / sensor.noise)
    jerks = BayesianTuning.jerks.map { $0 * scales.speed }
  }

  /// Follows all motions from the first scan to the newest.
  mutating func run() {
    motions.reserveCapacity(scans.count * Self.kinds)
    scores.reserveCapacity(scans.count * Self.kinds)
    begin()
    for index in 1..<scans.count { advance(to: index) }
  }

  /// Converts a log likelihood to a scale on which searches with different estimates of the noise can be compared.
  func absolute(_ score: Double) -> Double {
    score - 0.5 * axes * intervals * briefLogarithm(sensor.noise)
  }

  private var acceleration: Double {
    scales.speed * BayesianTuning.acceleration * BayesianTuning.acceleration
  }

  private mutating func begin() {
    for kind in 0..<Self.kinds { append(beginning(kind), 0) }
  }

  private func beginning(_ kind: Int) -> Motion {
    var motion = Motion(place: scans[0].place, covariance: Motion.Covariance(pp: sensor.noise))
    motion.evidence.prior = kind == 0 ? BayesianTuning.steady : 0
    if !scans.beginsAtRest {
      motion.covariance.vv = scales.speed
      motion.covariance.aa = kind == 0 ? 0 : acceleration
    }
    return motion
  }

  /// The log likelihood of a steady motion without an event.
  func steady() -> Double {
    var motion = beginning(0)
    for scan in observations.dropFirst() {
      motion.advance(by: scan.interval, jerk: 0)
      motion.observe(scan, sensor)
    }
    return motion.evidence.score(intervals, axes, freedom)
  }

  private mutating func append(_ motion: Motion, _ index: Int) {
    motions.append(motion)
    scores.append(motion.evidence.score(Double(index), axes, freedom))
  }

  /// Advances all motions to the scan at `index`.
  ///
  /// At each scan, the finger may change from the likeliest motion to any other motion.
  private mutating func advance(to index: Int) {
    let scan = observations[index]
    let first = (index - 1) * Self.kinds
    var top = first
    for other in first..<first + Self.kinds where scores[other] > scores[top] { top = other }
    let change = briefLogarithm(BayesianTuning.switching * scan.interval)
    for kind in 0..<Self.kinds {
      var motion = motions[first + kind]
      if scores[top] + change > scores[first + kind] {
        motion = motions[top]
        motion.evidence.prior += change
        motion.begin(acceleration: jerks[kind] > 0 ? acceleration : 0)
      }
      if index == 1, scans.beginsAtRest {
        // The finger began to move at an unknown time in the interval.
        motion.covariance.pp += scales.speed * scan.interval * scan.interval / 3
        motion.covariance.pv = scales.speed * scan.interval / 2
        motion.covariance.vv = scales.speed
      } else {
        motion.advance(by: scan.interval, jerk: jerks[kind])
      }
      if jerks[kind] == 0, index > 8 {
        motion.catchUp(with: scan, period: scan.interval, sensor)
      }
      motion.observe(scan, sensor)
      append(motion, index)
    }
  }

  /// Adds all hypotheses to `posterior`.
  func add(to posterior: inout Posterior) {
    let count = scans.count - 1
    for kind in 0..<Self.kinds { add(motions[count * Self.kinds + kind], to: &posterior) }
    addTremor(to: &posterior)
    var index = count
    while index > 0 {
      // If scans are closer together than the shortest change, and the event is too old for a roll, it is enough to try
      // every second interval.
      let isCoarse =
        -scans[index].time > BayesianTuning.roll.longest
        && observations[index].interval < BayesianTuning.shortestChange
      addEvents(before: index, in: isCoarse ? 2 : 1, to: &posterior)
      index -= isCoarse ? 2 : 1
    }
  }

  /// Adds a motion, which has been advanced to the newest scan, to `posterior`.
  func add(_ motion: Motion, to posterior: inout Posterior) {
    posterior.add(
      motion.evidence.score(intervals, axes, freedom), .motion, motion.belief(after: intervals),
      scale: motion.evidence.noiseScale(intervals, axes, freedom))
  }

  /// Adds steady motions of a trembling finger, one for each frequency of the tremor.
  ///
  /// Each motion is fitted by recursive least squares over the functions 1, t, cos ωt and sin ωt.
  private func addTremor(to posterior: inout Posterior) {
    guard scans.count > 6, !scans.beginsAtRest else { return }
    let begin = scans[0].time
    for step in 0..<4 {
      let omega =
        2 * Double.pi * (BayesianTuning.tremor.lowest + Double(step) * BayesianTuning.tremor.step)
      let amplitude = BayesianTuning.tremor.amplitude * BayesianTuning.tremor.amplitude
      var covariance = (
        SIMD4(sensor.noise + 2 * amplitude, 0, 0, 0), SIMD4(0, scales.speed, 0, 0),
        SIMD4(0, 0, amplitude, 0), SIMD4(0, 0, 0, amplitude)
      )
      var x = SIMD4(scans[0].place.x, 0, 0, 0)
      var y = SIMD4(scans[0].place.y, 0, 0, 0)
      var evidence = Evidence()
      evidence.prior = BayesianTuning.tremor.odds
      for index in 0..<scans.count {
        let time = scans[index].time - begin
        let (sine, cosine) = sineAndCosine(omega * time)
        let h = SIMD4<Double>(1, time, cosine, sine)
        var g: SIMD4<Double> = covariance.0
        g += time * covariance.1
        g += cosine * covariance.2
        g += sine * covariance.3
        let spread = (h * g).sum() + sensor.noise
        let gain = g / spread
        let error = SIMD2(
          scans[index].place.x - (h * x).sum(), scans[index].place.y - (h * y).sum())
        x += error.x * gain
        y += error.y * gain
        covariance.0 -= g[0] * gain
        covariance.1 -= g[1] * gain
        covariance.2 -= g[2] * gain
        covariance.3 -= g[3] * gain
        if index > 0 {
          let volume = spread * sensor.inverseNoise
          evidence.add((error * error).sum() / spread, axes == 2 ? volume * volume : volume)
        }
      }
      var belief = VelocityBelief(velocity: SIMD2(x[1], y[1]))
      (belief.xx, belief.yy) = (covariance.1[1], covariance.1[1])
      posterior.add(
        evidence.score(intervals, axes, freedom), .motion, belief,
        scale: evidence.noiseScale(intervals, axes, freedom))
    }
  }
}
