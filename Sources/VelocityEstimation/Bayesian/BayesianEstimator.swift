internal import Quantities

/// The description of the Bayesian estimator `bayes`.
let bayesianEstimator = EstimatorDescription(
  "bayes", "average of likely finger motions, each with at most one turn, roll or rest",
  parameters: [
    EstimatorParameter(
      "horizon", unit: "ms", default: 350, range: 10...1_000,
      "Samples up to this age, counted from the newest, are used.",
      source: "our choice; one movement of a finger takes 0.2 to 0.4 s"),
    EstimatorParameter(
      "silence", unit: "periods", default: 2.75, range: 1...100,
      "A finger without a sample for this many typical sample intervals is at rest.",
      source: "our choice; below 2.5, one lost sample and a late lift would look like a stop"),
  ]
) { values in
  BayesianEstimator(
    horizon: values.seconds("horizon"), silentPeriods: values["silence"],
    ticksPerSecond: values.ticksPerSecond)
}

/// An estimator that averages over possible motions of the finger, weighted by how well each explains the samples.
///
/// - Motions: There are seven kinds of motion: a straight steady motion (its velocity is constant), a parabola, four
///   Gauss–Markov processes that are driven by white jerk, from smooth to rough, and a steady motion of a trembling
///   finger. A Kalman filter follows each motion.
/// - Events: In the interval before each sample, the finger may have changed its speed, its direction or both, rolled
///   while it lifted, or come to rest. A hypothesis is a motion with at most one event.
/// - Evidence: The weight of a hypothesis is its prior probability times the likelihood of the samples, with the scale
///   of the noise integrated out.
/// - Estimate: The velocity is the mean over all hypotheses in which the finger moves. The reason is `stopped` if the
///   finger is more probably at rest than moving, or if the velocity is below its reported standard error. The reason
///   is `hookRejected` if the moving finger more probably rolled than not. The velocity of a hypothesis with a roll is
///   the velocity before the roll. The covariance is the mean covariance of the hypotheses plus the covariance of their
///   velocities around the mean.
///
/// The time stamps of reports are not the times at which the sensor scanned the finger: reports arrive in bursts,
/// repeat a scan or jitter. Two reports that are read in one go become one sample, and if a device reports each scan
/// twice, the second reports are ignored; see ``RepeatedScans``. ``Scans`` reconstructs the times of the scans. Some
/// reports stand for two scans, which ``Motion`` detects. Smoothing by the firmware correlates the noise of consecutive
/// samples, so a release also tries correlated noise, and keeps it if the samples are then clearly more probable.
///
/// The velocity while the finger is down comes from the motions alone, without events; see ``Stream``.
///
/// All constants are in ``BayesianTuning``. Two of them are absolute: the amplitude of the tremor, in points, and the
/// speed of a roll, in points per second. Therefore, scaling the samples does not scale the velocity exactly.
///
/// The velocity at a release is at most 1.5 times the highest speed between two scans.
///
/// - Complexity: O(1) for each sample, but O(n) for a sample that replaces the newest of n samples. A release takes
///   O(n²) time for the n samples within the horizon (at most 100), and makes a few allocations.
struct BayesianEstimator: VelocityEstimator {
  /// The maximum number of samples that are kept.
  static let capacity = 100

  /// The age up to which samples are used, measured from the newest sample, in seconds.
  private let horizon: Double
  /// The number of periods without a sample before the lift after which the finger counts as stopped.
  private let silentPeriods: Double
  private var history: SampleHistory
  private var stream = Stream()
  private var repeats = RepeatedScans()

  init(horizon: Double, silentPeriods: Double, ticksPerSecond: Double) {
    self.horizon = horizon
    self.silentPeriods = silentPeriods
    history = SampleHistory(capacity: Self.capacity, ticksPerSecond: ticksPerSecond)
  }

  var unspecified: Estimator { Estimator(self) }

  mutating func reset() {
    history.removeAll()
    stream.removeAll()
    repeats = RepeatedScans()
  }

  mutating func receive(_ sample: PanSample) {
    let silence = history.silence(until: sample.microseconds)
    guard sample.position.isFinite, silence >= 0 else { return }
    guard silence >= BayesianTuning.oneScan else {
      // Both reports were read at the same time, so only the newer position is current.
      return add(PanSample(microseconds: history[0].microseconds, position: sample.position))
    }
    if history.count > 0 {
      let step = sample.position - history[0].position
      let wasKnown = repeats.areUsual
      // The second report of the same scan adds no information.
      if repeats.note(step.dot(step)) { return }
      if repeats.areUsual, !wasKnown { removeRepeats() }
    }
    add(sample)
  }

  /// Removes the second reports of scans that were added before it was known that the device reports scans twice.
  private mutating func removeRepeats() {
    let samples = (0..<history.count).reversed().map { history[$0] }
    let known = repeats
    reset()
    repeats = known.beforeFirst
    for sample in samples { receive(sample) }
    repeats = known
  }

  private mutating func add(_ sample: PanSample) {
    switch history.admit(sample) {
    case .rejected: break
    case .appended: stream.receive(0, of: history)
    case .replaced:
      // The motions already include the replaced sample, so they are computed again from the oldest sample on.
      stream.removeAll()
      for index in (0..<history.count).reversed() { stream.receive(index, of: history) }
    }
  }

  @inline(__always)
  func live() -> VelocityEstimate {
    // If there are several samples but no belief, the finger has not moved yet.
    guard let belief = stream.belief else {
      return .none(history.count > 1 ? .stopped : .tooFew)
    }
    var estimate = VelocityEstimate(
      velocity: Velocity(belief.velocity.x, belief.velocity.y),
      covariance: belief.covariance.scaled(by: BayesianTuning.inflation),
      samplesUsed: history.count, degree: 2, reason: .ok)
    estimate.stopBelowError()
    return estimate.checked
  }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate {
    guard history.count > 1 else { return .none(.tooFew) }
    let silence = history.silence(until: microseconds)
    let longest = min(
      max(silentPeriods * stream.period, BayesianTuning.silence.shortest),
      BayesianTuning.silence.longest)
    guard silence <= longest else { return .none(.stopped) }
    let scans = Scans(
      history, period: stream.period, silence: silence, horizon: horizon)
    guard scans.count > 1 else { return .none(.tooFew) }
    guard scans.axes > 0 else { return .none(.stopped) }
    let scales = Scales(scans)
    var search = Search(scans, scales, correlation: 0)
    search.run()
    var posterior = Posterior(moves: scans.moves)
    search.add(to: &posterior)
    guard scans.count >= BayesianTuning.correlatedScans else { return answer(posterior, scans) }
    // Smoothing by the firmware can make a steady motion look like a wavering finger. Correlated noise therefore
    // replaces white noise if it explains the samples clearly better.
    var filtered = Search(scans, scales, correlation: BayesianTuning.correlation)
    if filtered.absolute(filtered.steady()) > search.absolute(posterior.best) + BayesianTuning.doubt
    {
      filtered.run()
      posterior = Posterior(moves: scans.moves)
      filtered.add(to: &posterior)
    }
    return answer(posterior, scans)
  }

  private func answer(_ posterior: Posterior, _ scans: Scans) -> VelocityEstimate {
    let moving = posterior.moving
    let speed = (moving.velocity * moving.velocity).sum().squareRoot()
    // No finger is much faster at the lift than in every interval before it.
    let fastest = BayesianTuning.mostSpeedUp * scans.fastest
    let velocity = speed > fastest ? moving.velocity * (fastest / speed) : moving.velocity
    let rolled = posterior.rollProbability / (1 - posterior.restProbability)
    var estimate = VelocityEstimate(
      velocity: Velocity(velocity.x, velocity.y),
      covariance: moving.covariance.scaled(by: BayesianTuning.inflation),
      restProbability: posterior.restProbability, rollProbability: posterior.rollProbability,
      samplesUsed: scans.count, span: Seconds(scans[scans.count - 1].time - scans[0].time),
      degree: 2, reason: rolled > 0.5 ? .hookRejected : .ok)
    estimate.stopBelowError()
    if posterior.restProbability > 0.5 { (estimate.velocity, estimate.reason) = (.zero, .stopped) }
    if estimate.reason == .stopped {
      estimate.covariance = posterior.aboutRest.covariance.scaled(by: BayesianTuning.inflation)
    }
    return estimate.checked
  }
}

extension VelocityEstimate {
  /// Replaces the velocity with zero if it is not above its own standard error.
  fileprivate mutating func stopBelowError() {
    guard let covariance, !(velocity.length > covariance.error(along: velocity)) else { return }
    (velocity, reason) = (.zero, .stopped)
  }
}
