internal import Quantities

// The hypotheses in which one event happens in the interval before a scan.
extension Search {
  /// An interval between two scans in which an event may have happened, with the motion before the event.
  private struct Moment {
    /// The scan at the end of the interval.
    var index: Int
    var interval: Double
    /// The time that this interval represents in the search, in seconds.
    ///
    /// A coarse search tries only every second interval, which then represents two intervals.
    var duration: Double
    /// The time from the end of the interval to the newest scan.
    var age: Double
    /// The motion at the beginning of the interval (`before`), and at its end if no event happens (`after`).
    var before: Motion
    var after: Motion
    var jerk: Double
    /// The velocity in the middle of the interval.
    var velocity: SIMD2<Double>
    var squared: Double
    var speed: Double
    /// The direction of the velocity, as a unit vector.
    var direction: SIMD2<Double> { velocity / speed }
    /// An optimistic estimate of the log likelihood at the newest scan.
    var optimisticScore: Double

    /// The variance of a velocity that is independent of the velocity before the event.
    func anySpeed(_ scales: Scales) -> Double { max(scales.speed, squared) }
  }

  /// Adds the hypotheses with one event in the last `intervals` intervals before the scan at `index`.
  ///
  /// Events are tried only after likely motions, because unlikely hypotheses hardly change the average.
  func addEvents(before index: Int, in intervals: Double, to posterior: inout Posterior) {
    let first = (index - 1) * Self.kinds
    let interval = observations[index].interval
    var top = -Double.infinity
    for kind in first..<first + Self.kinds { top = max(top, scores[kind]) }
    for kind in first..<first + Self.kinds
    where scores[kind] >= top - BayesianTuning.negligible.motion {
      let before = motions[kind]
      let optimisticScore = remaining(before.evidence, index - 1)
      guard optimisticScore > posterior.best - BayesianTuning.negligible.branch else { continue }
      let velocity = before.velocity + before.acceleration * (interval / 2)
      let squared = (velocity * velocity).sum()
      guard squared > 0 else { continue }
      let jerk = jerks[kind - first]
      var after = before
      after.advance(by: interval, jerk: jerk)
      let moment = Moment(
        index: index, interval: interval, duration: intervals * interval, age: -scans[index].time,
        before: before, after: after,
        jerk: jerk, velocity: velocity, squared: squared, speed: squared.squareRoot(),
        optimisticScore: optimisticScore)
      addChanges(moment, to: &posterior)
      addRoll(moment, to: &posterior)
      addRests(moment, to: &posterior)
    }
  }

  /// An optimistic estimate of the log likelihood at the newest scan, for a hypothesis that has reached scan `index`.
  ///
  /// The estimate assumes that the remaining scans have half the squared error that the noise causes on average.
  @inline(__always)
  private func remaining(_ evidence: Evidence, _ index: Int) -> Double {
    let left = Double(scans.count - 1 - index)
    var best = evidence
    best.misfit += 0.5 * axes * left
    return best.score(intervals, axes, freedom) - left * leastVolume
  }

  /// The logarithm of the probability of an event; nil if the event is negligible.
  private func logarithm(
    _ probability: Double, of moment: Moment, _ posterior: Posterior
  ) -> Double? {
    let log = briefLogarithm(probability)
    return moment.optimisticScore + log > posterior.best - BayesianTuning.negligible.branch
      ? log : nil
  }

  /// Adds changes of the speed, of speed and direction, and of speed, direction and acceleration.
  private func addChanges(_ moment: Moment, to posterior: inout Posterior) {
    guard moment.age < BayesianTuning.oldestChange else { return }
    let within = max(moment.interval, BayesianTuning.shortestChange)
    let chance = moment.duration * (moment.index + 1 < scans.count ? 1 : BayesianTuning.newest)
    let any = moment.anySpeed(scales)
    if let log = logarithm(BayesianTuning.changes.step * chance, of: moment, posterior) {
      var step = Branch(moment.after, along: moment.direction, .steady, log)
      step.along.change(by: moment.squared, within: within)
      follow(step, from: moment.index, to: &posterior)
    }
    if let log = logarithm(BayesianTuning.changes.turn * chance, of: moment, posterior) {
      var turn = Branch(moment.after, along: moment.direction, .steady, log)
      turn.along.change(by: any, within: within)
      turn.across.change(by: any, within: within)
      follow(turn, from: moment.index, to: &posterior)
    }
    // Two scans do not determine an acceleration.
    guard moment.index + 2 < scans.count,
      let log = logarithm(BayesianTuning.changes.other * moment.duration, of: moment, posterior)
    else { return }
    var other = moment.after
    other.change(
      by: any, within: within,
      acceleration: BayesianTuning.acceleration * BayesianTuning.acceleration)
    other.evidence.prior += log
    follow(other, moment.jerk, from: moment.index, to: &posterior)
  }

  /// Adds a roll of the lifting finger; its estimate is the velocity before the roll.
  private func addRoll(_ moment: Moment, to posterior: inout Posterior) {
    let shortest = max(moment.age, 0)
    let longest = min(moment.age + moment.interval, BayesianTuning.roll.longest)
    // Two intervals are needed to determine the velocity before the roll.
    guard longest > shortest, moment.index > 2,
      let log = logarithm(
        BayesianTuning.roll.probability * (longest - shortest) / BayesianTuning.roll.longest,
        of: moment, posterior)
    else { return }
    let since = (shortest + longest) / 2 - moment.age
    let range = max(longest - shortest, BayesianTuning.shortestChange)
    // The variance of a uniform distribution over the range.
    let variance = range * range / 12
    let change = BayesianTuning.roll.change * BayesianTuning.roll.change * moment.squared
    let spread = change + BayesianTuning.roll.speed * BayesianTuning.roll.speed
    var roll = Branch(
      moment.after, along: moment.direction, .rolling(change / BayesianTuning.roll.longest), log)
    roll.along = Branch.Axis(
      p: roll.along.p - moment.speed * since, v: 0,
      pp: roll.along.pp + spread * (since * since + variance) + moment.squared * variance,
      pv: spread * since, vv: spread)
    roll.across = Branch.Axis(
      p: roll.across.p, v: 0, pp: roll.across.pp + spread * (since * since + variance),
      pv: spread * since, vv: spread)
    let c = moment.before.covariance
    let time = moment.interval
    let velocityVariance = c.vv + c.va * time + c.aa * time * time / 4
    follow(
      roll, from: moment.index, to: &posterior,
      before: VelocityBelief(
        velocity: moment.velocity, xx: velocityVariance, xy: 0, yy: velocityVariance))
  }

  /// Adds two hypotheses in which the finger comes to rest: it stops immediately, or it slows down exponentially.
  private func addRests(_ moment: Moment, to posterior: inout Posterior) {
    let (interval, squared) = (moment.interval, moment.squared)
    // A fingertip that rolls may seem to rest, so a rest must last longer than a roll, at any scan rate.
    let longest = moment.age + interval
    guard longest > BayesianTuning.roll.longest else { return }
    let usual = BayesianTuning.rest.age * min(1, (squared / scales.speed).squareRoot())
    let part = min(1, (moment.age + interval / 2) / usual)
    guard
      let log = logarithm(
        BayesianTuning.rest.rate * moment.duration * part * part, of: moment, posterior)
    else { return }
    var rest = Branch(moment.after, along: moment.direction, .resting, log)
    // The finger stops before the newest scan, so braking takes no longer than the time since the event.
    let brake = min(BayesianTuning.rest.brake, moment.age + interval / 2)
    let stop = brake * brake
    rest.along = Branch.Axis(
      p: rest.along.p - moment.speed * interval / 2, v: 0,
      pp: rest.along.pp + squared * (interval * interval / 12 + stop), pv: 0, vv: 0)
    (rest.across.v, rest.across.pv, rest.across.vv) = (0, 0, 0)
    follow(rest, from: moment.index, to: &posterior)
    guard longest > BayesianTuning.roll.longest + 2 * BayesianTuning.rest.slow else { return }
    rest.course = .braking(distance: moment.speed * BayesianTuning.rest.slow, left: 1)
    rest.slowDown(by: exponential(-interval / 2 / BayesianTuning.rest.slow))
    follow(rest, from: moment.index, to: &posterior)
  }
}

extension Search {
  /// Follows a motion from the scan at `first` to the newest, and adds it to `posterior` unless it becomes negligible.
  private func follow(
    _ start: Motion, _ jerk: Double, from first: Int, to posterior: inout Posterior
  ) {
    var motion = start
    motion.observe(observations[first], sensor)
    for index in first + 1..<scans.count {
      guard
        remaining(motion.evidence, index - 1) > posterior.best - BayesianTuning.negligible.branch
      else { return }
      motion.advance(by: observations[index].interval, jerk: jerk)
      motion.observe(observations[index], sensor)
    }
    add(motion, to: &posterior)
  }

  /// Follows a branch from the scan at `first` to the newest, and adds it to `posterior` unless it becomes negligible.
  ///
  /// The estimated velocity is `before`, or the velocity of the branch if `before` is nil.
  private func follow(
    _ start: Branch, from first: Int, to posterior: inout Posterior,
    before: VelocityBelief? = nil
  ) {
    var branch = start
    branch.observe(observations[first], sensor, isFirst: true)
    for index in first + 1..<scans.count {
      guard
        remaining(branch.evidence, index - 1) > posterior.best - BayesianTuning.negligible.branch
      else { return }
      branch.advance(by: observations[index].interval)
      branch.observe(observations[index], sensor, isFirst: false)
    }
    var kind = Posterior.Kind.motion
    switch branch.course {
    case .steady: break
    case .resting, .braking: kind = .rest
    case .rolling:
      kind = .roll
      branch.evidence.prior += logarithmOfRoll(branch, before?.velocity ?? .zero)
    }
    posterior.add(
      branch.evidence.score(intervals, axes, freedom), kind, before ?? branch.belief,
      scale: branch.evidence.noiseScale(intervals, axes, freedom))
  }

  /// The logarithm of the probability that `branch` is slow enough to be a roll after a motion with `velocity`.
  private func logarithmOfRoll(_ branch: Branch, _ velocity: SIMD2<Double>) -> Double {
    let speed = (velocity * velocity).sum().squareRoot()
    let least = 1.5 * BayesianTuning.roll.speed
    let along = max(BayesianTuning.roll.most.along * speed, least)
    let across = max(BayesianTuning.roll.most.across * speed, least)
    let isRoll =
      normalTail((branch.along.v - along) / (branch.along.vv + 1e-12).squareRoot())
      * normalTail((branch.across.v.magnitude - across) / (branch.across.vv + 1e-12).squareRoot())
    let usual = normalTail(-BayesianTuning.roll.most.along / BayesianTuning.roll.change)
    return briefLogarithm(max(isRoll / usual, 1e-9))
  }
}

/// Returns the probability that a standard normal number is above `z`.
///
/// Source: Abramowitz and Stegun 1964, 7.1.26; the error is below 1.5e-7.
private func normalTail(_ z: Double) -> Double {
  let x = z.magnitude / 2.0.squareRoot()
  let t = 1 / (1 + 0.327_591_1 * x)
  let polynomial =
    t
    * (0.254_829_592
      + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))))
  let tail = polynomial * exponential(-x * x) / 2
  return z > 0 ? tail : 1 - tail
}
