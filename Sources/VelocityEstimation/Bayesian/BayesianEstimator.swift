internal import Quantities

/// The description of the Bayesian estimator `bayes`.
let bayesianEstimator = EstimatorDescription(
  "bayes", "averages Gauss–Markov motions with at most one event before the lift",
  parameters: [
    EstimatorParameter(
      "horizon", unit: "ms", default: 350, range: 10...1_000,
      "Samples up to this age, counted from the newest, are used.",
      source: "ours; one stroke of a hand takes 0.2 to 0.4 s"),
    EstimatorParameter(
      "silence", unit: "periods", default: 2.75, range: 1...100,
      "A finger without a sample for this many typical periods is at rest.",
      source: "ours; with less than 2.5, one lost sample and a late lift would be a stop"),
  ]
) { values in
  var tuning = BayesianTuning()
  tuning.horizon = values.seconds("horizon")
  tuning.silentPeriods = values["silence"]
  return BayesianEstimator(tuning, ticksPerSecond: values.ticksPerSecond)
}

/// An estimator that averages over possible motions of the finger, weighted by how well each explains the samples.
///
/// - Motions: a straight steady motion, a parabola, four Gauss–Markov processes that are driven by white jerk, from
///   smooth to rough, and a steady motion of a finger that trembles. Each has its own Kalman filter.
/// - Events: before each sample, the finger may have changed its speed, its direction or both, rolled while it lifted,
///   or come to rest. At most one event has happened.
/// - Evidence: the weight of each hypothesis is its prior probability times the likelihood of the samples, with the
///   scale of the noise integrated out.
/// - Estimate: the mean velocity of all hypotheses in which the finger moves. The reason is `stopped` if a rest is
///   likelier than all of these together, or if the velocity is below its standard error. The reason is `hookRejected`
///   if a roll is likelier than not; the velocity is then the velocity before the roll. The covariance is the mean
///   covariance of the hypotheses plus the covariance between their velocities.
///
/// ``Scans`` reconstructs the times at which the sensor scanned, from reports that arrive in bursts, that repeat a
/// scan, whose time stamps jitter, or that stand for two scans. Smoothing by the firmware correlates the noise of
/// consecutive samples, so the samples are explained with and without correlation, and the likelier explanation is
/// used.
///
/// While the finger is down, only the motions are followed, without events, sample by sample; see ``Stream``.
///
/// All constants are in ``BayesianTuning``. Two of them are absolute, in points and in points per second, so scaling
/// the samples does not scale the velocity exactly.
///
/// - Complexity: O(1) for a sample. A release costs up to the square of the number of samples in 350 ms, which is at
///   most 100, and a few allocations.
struct BayesianEstimator: VelocityEstimator {
  /// The largest number of samples that are kept.
  static let capacity = 100

  private let tuning: BayesianTuning
  private var history: SampleHistory
  private var stream = Stream()

  init(_ tuning: BayesianTuning, ticksPerSecond: Double) {
    self.tuning = tuning
    history = SampleHistory(capacity: Self.capacity, ticksPerSecond: ticksPerSecond)
  }

  var unspecified: Estimator { Estimator(self) }

  mutating func reset() {
    history.removeAll()
    stream.removeAll()
  }

  mutating func receive(_ sample: PanSample) {
    if stream.reportsTwice, history[0].position == sample.position {
      return stream.note(isRepeat: true)
    }
    switch history.admit(sample) {
    case .rejected: break
    case .appended: stream.receive(0, of: history, tuning)
    case .replaced:
      // The motions already include the replaced sample, so they start again from the oldest sample.
      stream.removeAll()
      for index in (0..<history.count).reversed() { stream.receive(index, of: history, tuning) }
    }
  }

  func live() -> VelocityEstimate {
    guard let belief = stream.belief(tuning) else {
      return .none(history.count > 1 ? .stopped : .tooFew)
    }
    let squared = (belief.velocity * belief.velocity).sum()
    let isMoving = squared > (belief.xx + belief.yy) / 2
    return VelocityEstimate(
      velocity: isMoving ? Velocity(belief.velocity.x, belief.velocity.y) : .zero,
      covariance: belief.covariance.scaled(by: tuning.inflation),
      samplesUsed: history.count, degree: 2, reason: isMoving ? .ok : .stopped
    ).checked
  }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate {
    guard history.count > 1 else { return .none(.tooFew) }
    let silence = history.silence(until: microseconds)
    let longest = min(
      max(tuning.silentPeriods * stream.period, tuning.silence.shortest), tuning.silence.longest)
    guard silence <= longest else { return .none(.stopped) }
    let scans = Scans(
      history, period: stream.period, silence: silence, reportedTwice: stream.reportsTwice, tuning)
    guard scans.count > 1 else { return .none(.tooFew) }
    guard scans.axes > 0 else { return .none(.stopped) }
    let scales = Scales(scans, tuning)
    var search = Search(scans, scales, correlation: 0, tuning)
    search.run()
    var posterior = Posterior(moves: scans.moves)
    search.add(to: &posterior)
    guard scans.count >= tuning.correlatedScans else { return answer(posterior, scans) }
    // A steady motion that the firmware smooths may look like a finger that wavers, so correlated noise replaces white
    // noise if it explains the samples clearly better.
    var filtered = Search(scans, scales, correlation: tuning.correlation, tuning)
    if filtered.absolute(filtered.steady()) > search.absolute(posterior.best) + tuning.doubt {
      filtered.run()
      posterior = Posterior(moves: scans.moves)
      filtered.add(to: &posterior)
    }
    return answer(posterior, scans)
  }

  private func answer(_ posterior: Posterior, _ scans: Scans) -> VelocityEstimate {
    let axes = Double(scans.axes)
    let moving = posterior.moving
    let squared = (moving.velocity * moving.velocity).sum()
    var estimate = VelocityEstimate(
      velocity: .zero, samplesUsed: scans.count,
      span: Seconds(scans[scans.count - 1].time - scans[0].time), degree: 2, reason: .stopped)
    let isMoving =
      posterior.restProbability <= 0.5 && squared > posterior.meanVariance(axes)
    let belief = isMoving ? moving : posterior.aboutRest
    estimate.covariance = belief.covariance.scaled(by: tuning.inflation)
    estimate.restProbability = posterior.restProbability
    estimate.rollProbability = posterior.rollProbability
    guard isMoving else { return estimate.checked }
    estimate.velocity = Velocity(moving.velocity.x, moving.velocity.y)
    let rolled = posterior.rollProbability / (1 - posterior.restProbability)
    estimate.reason = rolled > 0.5 ? .hookRejected : .ok
    return estimate.checked
  }
}
