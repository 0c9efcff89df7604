internal import Quantities

/// The Bayesian estimator, by name.
let bayesianEstimator = EstimatorDescription(
  "bayes", "averages Gauss–Markov motions with at most one event before the lift",
  parameters: [
    EstimatorParameter(
      "horizon", unit: "ms", default: 350, range: 10...1_000,
      "How far back before the newest sample others count.",
      source: "ours; a stroke of a hand takes 0.2 to 0.4 s"),
    EstimatorParameter(
      "silence", unit: "periods", default: 2.75, range: 1...100,
      "A finger that sends nothing for so many typical periods is at rest.",
      source: "ours; with less than 2.5, one lost sample and a late lift would be a stop"),
  ]
) { values in
  var tuning = BayesianTuning()
  tuning.horizon = values.seconds("horizon")
  tuning.silentPeriods = values["silence"]
  return BayesianEstimator(tuning, ticksPerSecond: values.ticksPerSecond)
}

/// An estimator that averages over what the finger may have done, weighted by how well that explains the samples.
///
/// - Motions: a Kalman filter each for a straight steady motion, a parabola, and four Gauss–Markov processes that are
///   driven by white jerk, from smooth to rough, and a steady motion of a finger that trembles.
/// - Events: before each sample, the finger may have changed its speed, its direction or both, rolled while it lifted, or come
///   to rest. At most one of these has happened.
/// - Evidence: each hypothesis is weighted by its prior probability times the likelihood of the samples, with the scale
///   of the noise integrated out.
/// - Answer: the mean velocity of all hypotheses in which the finger moves. It is `stopped` if a rest is likelier than
///   all of these, or if the velocity is below its standard error, and `hookRejected` if a roll is likelier than not;
///   the velocity is then that before the roll. The covariance adds the spread of the hypotheses to their own.
///
/// ``Scans`` reconstructs when the sensor scanned: reports that arrive in bursts, that repeat a scan, whose time stamps
/// jitter, or that stand for two scans. Smoothing by the firmware correlates the noise of consecutive samples; the
/// samples are then explained with and without a correlation, and the likelier explanation counts.
///
/// While the finger is down, the motions alone are followed, sample by sample; see ``Stream``.
///
/// All numbers are in ``BayesianTuning``. Two of them are lengths on the screen, so that scaling the samples does not
/// scale the velocity exactly.
///
/// - Complexity: O(1) for a sample; a release costs up to the square of the number of samples in 350 ms, at most 100,
///   and a few allocations.
struct BayesianEstimator: VelocityEstimator {
  /// The most samples kept.
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
      // The motions know the sample that was replaced, so they begin again.
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
    // A steady motion behind a filter may look like a hand that wavers.
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
