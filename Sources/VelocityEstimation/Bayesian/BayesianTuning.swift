/// The numbers of the Bayesian estimator: what hands and sensors do.
///
/// Times are in seconds and lengths in points unless another unit is given.
struct BayesianTuning: Sendable {
  // MARK: Samples

  /// How far back samples count.
  ///
  /// Source: a stroke of a hand takes 0.2 to 0.4 s (Flash and Hogan 1985).
  var horizon = 0.35
  /// After so many periods without a sample the finger stood still.
  ///
  /// Source: ours; with less than 2.5, one lost sample and a late lift would be a stop.
  var silentPeriods = 2.75
  /// The least and the most that such a silence takes.
  ///
  /// Source: ours; a report and a half at 60 Hz, and Android's `ASSUME_POINTER_STOPPED_TIME`.
  var silence = (shortest: 0.02, longest: 0.04)
  /// The fraction of a period within which a sample follows another only because one of them came
  /// late.
  ///
  /// Source: ours.
  var late = 0.4
  /// The longest time between reports that come together.
  ///
  /// Source: ours; a driver reads what a device has ready within a millisecond or two.
  var together = 0.003
  /// The longest time that a first interval is taken for, before a period is known.
  ///
  /// Source: screens scan at 60 Hz or more.
  var usualPeriod = 1.0 / 60
  /// The number of periods without a sample that are a pause.
  ///
  /// Source: ours; one lost sample is two periods.
  var pause = 2.5
  /// The same after the touch-down, where fingers often lie still for a report or two.
  ///
  /// Source: ours.
  var firstPause = 1.5
  /// The longest time without a sample that is not a pause.
  ///
  /// Source: ours; fingers do not glide on for longer unseen.
  var longestGap = 0.1
  /// How far time stamps are off even scans before the even times are used, and the most, in
  /// periods.
  ///
  /// Source: ours; polled USB devices jitter by 0.3 ms.
  var unevenness = (least: 0.000_3, mostPeriods: 0.3)
  /// How fast the clock of even scans follows the time stamps, as a fraction of their difference per scan.
  ///
  /// Source: ours; a difference of a tenth of a period in the rate is followed within five scans.
  var clockGain = 0.2
  /// The number of intervals over which the period is averaged while the finger is down.
  ///
  /// Source: ours; devices change their rate within a few reports.
  var periodCount = 8
  /// The probability that a report stands for two scans.
  ///
  /// Source: ours; a scan of 7.5 ms that is polled every 8 ms loses one in 17.
  var mergedScans = 0.01

  // MARK: Noise

  /// The noise that is expected before the samples show it, as the distance that the finger covers
  /// in this time, and how many residuals that expectation counts for.
  ///
  /// Source: ours.
  var expectedNoise = (time: 0.000_1, weight: 2.0)
  /// The number of residuals over which the noise is averaged while the finger is down, and the most by which one of them
  /// counts, in times of that noise.
  ///
  /// Source: ours; one sample that is off makes the others no worse.
  var liveNoise = (residuals: 20.0, most: 16.0)
  /// The degrees of freedom with which the noise of one pan differs from what its roughness shows.
  ///
  /// Source: ours.
  var degreesOfFreedom = 12.0
  /// The correlation of the noise of consecutive samples after a firmware that smooths.
  ///
  /// Source: ours; filters of touch controllers give up to 0.7.
  var correlation = 0.6
  /// The fewest scans that show such a correlation.
  ///
  /// Source: ours; with fewer, chance correlates white noise as much.
  var correlatedScans = 25
  /// The log odds against that.
  ///
  /// Source: ours; most devices report places as they are.
  var doubt = 3.0
  /// The probability of a sample that is off by itself, and how far, in times of the noise.
  ///
  /// Source: ours.
  var outlier = (probability: 0.003, size: 25.0)

  // MARK: Motions

  /// The densities of the jerk of the motions, in times of the mean squared speed, in s⁻³; the
  /// first is straight and steady, the second a parabola.
  ///
  /// Source: ours; the roughest turns round within 30 ms.
  var jerks = [0, 0, 40.0, 240, 1_440, 8_640]
  /// The acceleration at the beginning and after a change, in times of the speed, in s⁻¹.
  ///
  /// Source: ours.
  var acceleration = 10.0
  /// The log odds of a straight steady motion against each other motion.
  ///
  /// Source: ours.
  var steady = 3.0
  /// How often a hand changes from one motion to another, per second.
  ///
  /// Source: ours.
  var switching = 0.02
  /// The log odds of a steady motion of a hand that trembles, with this amplitude, at frequencies
  /// from the lowest on, in Hz.
  ///
  /// Source: physiological tremor has 8 to 12 Hz (Elble and Randall 1976).
  var tremor = (odds: 3.0, amplitude: 0.3, lowest: 7.5, step: 1.6)

  // MARK: Events

  /// How often a hand changes its speed alone, turns, and begins any other motion, per second;
  /// the first two are followed by a steady motion.
  ///
  /// Source: ours.
  var changes = (step: 2.0, turn: 1.0, other: 4.0)
  /// How much less likely a change is that the newest scan alone shows.
  ///
  /// Source: ours; one scan may be off, too.
  var newest = 0.03
  /// The oldest change that is looked for; the motions follow older ones.
  ///
  /// Source: ours.
  var oldestChange = 0.12
  /// The shortest time in which a finger changes its velocity.
  ///
  /// Source: ours.
  var shortestChange = 0.006
  /// A roll of the lifting finger: its probability, the longest, the velocity that it leaves along
  /// and aside in times of that before and as a speed, the time for which that changes, and the
  /// most of it.
  ///
  /// Source: ours, after thumbs on phones, which roll for 15 to 25 ms.
  var roll = (
    probability: 0.45, longest: 0.024, change: 0.25, speed: 60.0,
    most: (along: 0.37, across: 0.6)
  )
  /// A rest: how often, per second, the age from which on that holds for a finger that was fast,
  /// and the time that it brakes.
  ///
  /// Source: ours.
  var rest = (rate: 25.0, age: 0.13, brake: 0.008, slow: 0.012)

  /// How long what was seen counts while the finger is down.
  ///
  /// Source: ours.
  var memory = 0.15

  // MARK: Answer

  /// How much larger the standard error is than these motions say, because hands and sensors are
  /// other than all of them.
  ///
  /// Source: the benchmark of synthetic motions, on which the ellipse of 95 % holds 86 % of the
  /// truths without it.
  var inflation = 1.4

  // MARK: Search

  /// The log odds below the likeliest at which no events follow a motion, and at which a branch
  /// ends.
  ///
  /// Source: ours; twice as much changes no error of the benchmarks and takes half as long again.
  var negligible = (motion: 2.0, branch: 4.0)
}

extension BayesianTuning {
  /// Whether a report comes together with the one before it, though the sensor scanned in between: it is too early, and the
  /// finger would be much faster than it was when the burst began.
  @inline(__always)
  func isBurst(
    _ interval: Double, _ speed: Double, after first: Double, _ period: Double
  ) -> Bool {
    interval < min(late * period, together) && late * speed > first
  }
}
