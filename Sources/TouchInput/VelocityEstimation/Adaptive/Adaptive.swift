internal import Quantities

/// The default estimator: an average over polynomial fits that adapts to the motion.
///
/// Lines, parabolas, cubics, strokes at their fastest and "at rest" are fitted to every window that
/// ends at the newest sample. Each costs its squared residuals in units of the noise, a price for every sample that it
/// leaves out, and a price for its degree; the answer is the average with the weights that these
/// costs imply. So a steady motion is read from a long window, a braked one from a short one, and a
/// stop as a stop, and the noise is learned from the samples. At the release the whole pan may be one
/// motion too, a stroke that began at rest among them. A sample in the middle that no fit
/// explains is left out. At the release, so may be the last ones, which the lift can bend; the
/// velocity is then that before the bend.
///
/// A velocity that is smaller than its error is none (`stopped`), as is any after a silence of
/// more than 2.75 periods (at least 20, at most 40 ms) before the release.
///
/// Turning, shifting and scaling the samples turns and scales the estimate, as long as the device's
/// noise is not given in points.
///
/// - Complexity: O(samples in 150 ms), at most 48; at the release up to 10 times that where the
///   plain fits do not explain all samples, and up to 9 times the samples of a pan of 400 ms, at most
///   100. No allocation.
struct Adaptive: VelocityEstimator {
  /// The most samples kept: a stroke of 0.4 s at 240 Hz.
  static let capacity = 100

  private let tuning: AdaptiveTuning
  private var history: SampleHistory
  private var meter: NoiseMeter
  private var intervals = SortedWindow()

  init(_ tuning: AdaptiveTuning, ticksPerSecond: Double) {
    self.tuning = tuning
    self.history = SampleHistory(capacity: Self.capacity, ticksPerSecond: ticksPerSecond)
    self.meter = NoiseMeter(ticksPerSecond: ticksPerSecond)
  }

  mutating func reset() {
    history.removeAll()
    meter.removeAll()
    intervals.removeAll()
  }

  mutating func receive(_ sample: PanSample) {
    guard history.admit(sample) == .appended, history.count > 1 else { return }
    let interval = history.interval(before: 0)
    intervals.insert(interval)
    // Only now is it known whether the one before came in a burst.
    if interval >= tuning.burst * typicalPeriod { meter.receive(history[1], tuning) }
  }

  func live() -> VelocityEstimate { estimate(isRelease: false) }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate {
    guard history.count > 1 else { return .none(.tooFew) }
    let longest = min(
      max(tuning.silentPeriods * typicalPeriod, tuning.shortestSilence), tuning.longestSilence)
    guard history.silence(until: microseconds) <= longest else { return .none(.stopped) }
    return estimate(isRelease: true)
  }

  /// The time between samples, in seconds; bursts and single losses do not change it.
  private var typicalPeriod: Double { intervals.quantile(0.75) }

  private func estimate(isRelease: Bool) -> VelocityEstimate {
    let window = window(atMost: isRelease ? FitSearch.capacity : tuning.liveSamples)
    guard window > 1 else { return .none(.tooFew) }
    let search = FitSearch(
      history, window: window, variance: variance(window), noiseRatio: meter.ratio,
      period: typicalPeriod,
      isRelease: isRelease, tuning: tuning)
    var mixture = FitMixture()
    search.addPlainFits(to: &mixture)
    if isRelease, let pan = WholePan(history, search, period: typicalPeriod, tuning) {
      pan.addFits(to: &mixture)
    }
    if isRelease,
      mixture.best.used < window || mixture.best.degree > 1 || mixture.best.leftOut > 0
    {
      search.addFitsWithoutOneOrTheNewest(to: &mixture)
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
    return window
  }

  /// The variance of the samples, in pt²: what the meter says, and a guess while it knows little.
  private func variance(_ window: Int) -> Double {
    var guess = tuning.noise
    var certainty = tuning.noiseCertainty
    if guess <= 0 {
      var way = 0.0
      for index in 0..<(window - 1) {
        let step = history.step(index)
        way += (step.x.value * step.x.value + step.y.value * step.y.value).squareRoot()
      }
      guess = tuning.guess * way / history.age(window - 1)
      certainty = tuning.guessCertainty
    }
    let information = tuning.roughnessInformation * Double(meter.count)
    return (certainty * guess * guess + information * meter.variance) / (certainty + information)
  }

  private func answer(_ mixture: FitMixture, _ search: FitSearch) -> VelocityEstimate {
    let (x, y, variance) = search.velocity(mixture)
    let error = variance.squareRoot()
    let doubt = tuning.significance * tuning.significance * variance
    let squared = x * x + y * y
    let share = doubt / squared
    let certain = squared > doubt ? 1 - share * share.squareRoot() : 0
    let best = mixture.best
    var estimate = VelocityEstimate(
      velocity: Velocity(x * certain, y * certain), standardError: Velocity(error, error),
      samplesUsed: best.used, span: Seconds(search.span(mixture)), degree: best.degree,
      reason: certain > 0 ? mixture.isHooked ? .hookRejected : .ok : .stopped)
    if search.isBackwards(x, y),
      search.wayCome(along: x, y) < tuning.wayBack * search.deviation
    {
      estimate.velocity = .zero
      estimate.reason = .misaligned
    }
    return estimate.checked
  }
}
