internal import Quantities

/// The default estimator: an average over polynomial fits that adapts to the motion.
///
/// Lines, parabolas, cubics, strokes at their fastest and "at rest" are fitted to every window that
/// ends at the newest sample. Each costs its squared residuals in units of the noise, a price for
/// what it leaves out, and a price for its degree; the answer is the average with the weights that
/// these costs imply. So a steady motion is read from a long window, a braked one from a short one,
/// and a stop as a stop, and the noise is learned from the samples.
///
/// At the release more is tried. The whole pan may be one motion, a stroke that began at rest among
/// them. Samples in the middle that are off by themselves, or that no fit explains, are left out.
/// So may be the last ones, which the lift can bend; the velocity is then that before the bend. A
/// lift slows a finger down, or rolls it back or aside; what gets faster along its way is the hand.
/// A rest that lasts longer than a roll costs the same whatever was before it, so that it is a rest
/// after a long drag too; one of a report or two is hardly any. Where the hand turned, sped up or
/// slowed down within the last 0.08 s, what was before and what came after are told together, by
/// all of a pan where it is short enough, and a steady hand that trembles is steady. What the newest
/// sample alone tells is believed where it can hardly be a lift or a sample that is off: a turn at
/// about the same speed, a step straight ahead, a velocity that grew before, too.
///
/// A finger that lies still sends nothing, so that after a silence it was still where it had been one
/// period before it moved, and the silence is no part of the motion. Samples that come in bursts were
/// late, and are put where even scans had taken them; at the release so are all whose timestamps are off, where
/// their places are smoother then.
///
/// A velocity that is smaller than its error is none (`stopped`), as is any after a silence of
/// more than 2.75 periods (at least 20, at most 40 ms) before the release. The error itself is not
/// told: it knows the noise, but not how far a motion is from all that is tried.
///
/// Turning, shifting and scaling the samples turns and scales the estimate, as long as the device's
/// noise is not given in points and its places are on no grid.
///
/// - Complexity: O(samples in 150 ms), at most 48; at the release also up to 9 times the samples of a
///   pan of 400 ms, at most 100. Where one steady motion does not explain all samples, up to 10
///   times the samples in 150 ms, 6 times those in 200 ms, or 12 where any is off, and 8 fits for each
///   sample in the last 0.08 s more. No allocation, but for one copy of the samples at a release whose
///   timestamps are off.
struct Adaptive: VelocityEstimator {
  /// The most samples kept: a stroke of 0.4 s at 240 Hz.
  static let capacity = 100

  private let tuning: AdaptiveTuning
  private var history: SampleHistory
  private var meter: NoiseMeter
  private var intervals = SortedWindow()
  private var extent = PanExtent()
  private var bursts = Bursts()
  /// The time between samples of a finger that moves, in seconds.
  private var period = 0.0

  init(_ tuning: AdaptiveTuning, ticksPerSecond: Double) {
    self.tuning = tuning
    self.history = SampleHistory(capacity: Self.capacity, ticksPerSecond: ticksPerSecond)
    self.meter = NoiseMeter(ticksPerSecond: ticksPerSecond, tuning)
  }

  mutating func reset() {
    history.removeAll()
    meter.removeAll()
    intervals.removeAll()
    extent = PanExtent()
    bursts = Bursts()
    period = 0
  }

  mutating func receive(_ sample: PanSample) {
    let admission = history.admit(sample)
    if admission != .rejected { extent.include(sample.position) }
    guard admission == .appended, history.count > 1 else { return }
    let interval = history.interval(before: 0)
    let longest = tuning.pause * bursts.scansPerReport * period
    intervals.insert(interval)
    measurePeriod()
    guard interval >= tuning.burst * period else {
      let isAfterPause = history.count > 2 && history.interval(before: 1) > longest
      if let scan = bursts.goOn(in: &history, isAfterPause: isAfterPause, tuning) {
        intervals.replaceNewest(bursts.moved + 1, by: scan)
        measurePeriod()
      }
      return
    }
    // Only now is it known which ones before came in a burst.
    let oldest = 1 + bursts.moved
    bursts.end()
    // What a finger does after a pause is no continuation of what it did before.
    if history.count > oldest + 1, history.interval(before: oldest) > tuning.pause * period {
      meter.interrupt()
    }
    for index in (1...oldest).reversed() { meter.receive(history[index]) }
  }

  var unspecified: Estimator { Estimator(self) }

  func live() -> VelocityEstimate { estimate(isRelease: false) }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate {
    guard history.count > 1 else { return .none(.tooFew) }
    let longest = min(
      max(tuning.silentPeriods * bursts.scansPerReport * period, tuning.shortestSilence),
      tuning.longestSilence)
    guard history.silence(until: microseconds) <= longest else { return .none(.stopped) }
    // What is left of bursts is off by whole scans.
    if bursts.scansPerReport == 1, let scans = EvenScans(history, period: period, tuning) {
      return atEvenTimes(scans).estimate(isRelease: true)
    }
    return estimate(isRelease: true)
  }

  /// The same with all samples since the last pause at the times of even scans.
  private func atEvenTimes(_ scans: EvenScans) -> Adaptive {
    var even = self
    scans.retime(&even.history)
    even.period = scans.period
    even.meter.removeAll()
    for index in (0..<scans.count).reversed() { even.meter.receive(even.history[index]) }
    return even
  }

  /// Takes the period from the intervals; bursts, losses and pauses do not change it.
  private mutating func measurePeriod() {
    var count = intervals.count
    while count > 1 {
      let usual = intervals[(count - 1) / 2]
      // Two samples of a burst are no period beside which the time to the next burst is a pause.
      guard usual >= tuning.shortestPeriod, intervals[count - 1] > tuning.pause * usual else {
        break
      }
      count -= 1
    }
    period = intervals.quantile(0.75, ofSmallest: count)
    // A single step that took longer than a device's period began with a pause.
    if intervals.count == 1, period > tuning.longestPeriod { period = tuning.usualPeriod }
  }

  private func estimate(isRelease: Bool) -> VelocityEstimate {
    let window = window(atMost: isRelease ? FitSearch.capacity : tuning.liveSamples)
    guard window > 1 else { return .none(.tooFew) }
    // Along a smooth motion places may be rough by less than the grid rounds them.
    let variance = max(variance(window), isRelease ? Grid(history).variance : 0)
    let outliers =
      isRelease
      ? Outliers(history, variance: variance, period: period, tuning) : Outliers()
    let search = FitSearch(
      history, window: window, variance: variance, noiseRatio: meter.ratio, outliers: outliers,
      period: period, extent: extent.length, isRelease: isRelease, tuning: tuning)
    var mixture = FitMixture()
    search.addPlainFits(to: &mixture)
    let pan = isRelease ? WholePan(history, search, period: period, tuning) : nil
    pan?.addFits(to: &mixture)
    if isRelease,
      mixture.best.used < window || mixture.best.degree > 1 || mixture.best.leftOut > 0
    {
      search.addFitsWithoutOneOrTheNewest(to: &mixture)
      TremorFits(history, search, period: period, tuning)?.addFits(to: &mixture)
      if !outliers.suspects.isEmpty {
        TremorFits(history, search, withoutNewest: true, period: period, tuning)?
          .addFits(to: &mixture)
      }
      KneeFits(search, period: period, tuning).addFits(to: &mixture)
      if let pan, pan.isLongerThanWindow,
        mixture.best.used < pan.count || mixture.best.leftOut > 0
      {
        KneeFits(pan, search, period: period, tuning).addFits(to: &mixture)
      }
    }
    return answer(mixture, search)
  }

  /// How many samples belong to the motion and are not too old.
  private func window(atMost most: Int) -> Int {
    var window = 0
    while window < min(history.count, most), history.age(window) <= tuning.horizon {
      if window > 0, history.interval(before: window - 1) > tuning.longestPause { break }
      window += 1
    }
    // A finger that lay still before its only step was where it was before.
    return window == 1 && history.count > 1 ? 2 : window
  }

  /// The variance of the samples, in pt²: what the meter says, and a guess while it knows little.
  private func variance(_ window: Int) -> Double {
    var guess = tuning.noise
    var certainty = tuning.noiseCertainty
    if guess <= 0 {
      var length = 0.0
      var time = 0.0
      for index in 0..<(window - 1) {
        let step = history.step(index)
        length += step.dot(step).squareRoot()
        // A pause is no time of the motion.
        let interval = history.interval(before: index)
        time += interval > tuning.pause * period ? period : interval
      }
      guess = tuning.guess * length / time
      certainty = tuning.guessCertainty
    }
    let information = tuning.roughnessInformation * Double(meter.count)
    return (certainty * guess * guess + information * meter.variance) / (certainty + information)
  }

  private func answer(_ mixture: FitMixture, _ search: FitSearch) -> VelocityEstimate {
    let (x, y, variance) = search.velocity(mixture)
    let doubt = tuning.significance * tuning.significance * variance
    let squared = x * x + y * y
    let fraction = doubt / squared
    let certain = squared > doubt ? 1 - fraction * fraction.squareRoot() : 0
    let best = mixture.best
    var estimate = VelocityEstimate(
      velocity: Velocity(x * certain, y * certain), samplesUsed: best.used,
      span: Seconds(search.span(mixture)), degree: best.degree,
      reason: certain > 0 ? mixture.isHooked ? .hookRejected : .ok : .stopped)
    if search.isBackwards(x, y), !search.hasReturned(along: x, y) {
      estimate.velocity = .zero
      estimate.reason = .misaligned
    }
    return estimate.checked
  }
}

/// The box around all that a pan has come to.
private struct PanExtent: Sendable {
  private var low = Position(x: Points(.infinity), y: Points(.infinity))
  private var high = Position(x: Points(-.infinity), y: Points(-.infinity))

  mutating func include(_ position: Position) {
    low = Position(x: min(low.x, position.x), y: min(low.y, position.y))
    high = Position(x: max(high.x, position.x), y: max(high.y, position.y))
  }

  /// The longer side, in points; nothing before the first sample.
  var length: Double {
    low.x > high.x ? 0 : max((high.x - low.x).value, (high.y - low.y).value)
  }
}
