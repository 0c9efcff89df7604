/// The constants of the Bayesian estimator, which are assumptions about fingers and sensors.
///
/// Times are in seconds, lengths in points and speeds in points per second, unless a comment names another unit. A
/// "period" is the typical time between two samples of the device. A constant without a source was chosen for
/// Flickbook.
enum BayesianTuning {
  // MARK: Samples

  /// The shortest and the longest time without a sample after which the finger counts as stopped, whatever
  /// the parameter `silence` gives.
  ///
  /// The lower limit lies between the time of one report and the time of two reports at 60 Hz. The upper limit is
  /// Android's `ASSUME_POINTER_STOPPED_TIME`.
  static let silence = (shortest: 0.02, longest: 0.04)
  /// The fraction of a period below which the interval between two samples shows that one of the two samples was
  /// reported late.
  ///
  /// The same fraction compares speeds: a finger counts as slow in an interval if its speed there is below this
  /// fraction of its speed in a nearby interval.
  static let late = 0.4
  /// The longest time between two reports of one burst.
  ///
  /// A driver reads all waiting reports of a device within one or two milliseconds.
  static let together = 0.003
  /// The time between two reports, in seconds, below which both belong to one scan.
  ///
  /// No touchscreen scans 1,000 times per second. Two reports that are read in one go are up to 0.4 ms apart.
  static let oneScan = 0.000_6
  /// The detection of devices that report every scan twice.
  ///
  /// A report counts as a repeat of the previous report if its step is at most `step` times as long as the steps before
  /// and after it. A device counts as reporting scans twice after more than `most` repeats in a row.
  static let twice = (step: 0.2, most: 3)
  /// The upper limit of the assumed period while only the first interval between samples is known.
  ///
  /// Source: screens scan at 60 Hz or more.
  static let usualPeriod = 1.0 / 60
  /// The number of periods without a sample that count as a pause.
  ///
  /// The number is above 2, because a single lost sample already leaves a gap of two periods.
  static let pause = 2.5
  /// The number of periods without a sample that count as a pause directly after the touch-down.
  ///
  /// This number is lower than ``pause``, because a finger often lies still for a report or two before it moves.
  static let firstPause = 1.5
  /// The time without a sample above which a gap counts as a pause, however fast the finger was during the gap.
  ///
  /// A device that detects a gliding finger does not lose the finger for longer than 0.1 s.
  static let longestGap = 0.1
  /// The range of the jitter within which evenly spaced times replace the time stamps.
  ///
  /// The jitter is the RMS difference between the time stamps and an even clock. It must be above `least`, and below
  /// `mostPeriods` periods. The time stamps of polled USB devices have a jitter of 0.3 ms.
  static let unevenness = (least: 0.000_3, mostPeriods: 0.3)
  /// The fraction of the clock's error that is corrected at each scan.
  ///
  /// The clock predicts evenly spaced scans, and its error is the difference between the time stamp and the prediction.
  /// If the scan rate changes by a tenth of a period, the clock follows within five scans.
  static let clockGain = 0.2
  /// The number of intervals over which the period is averaged while the finger is down.
  ///
  /// The average covers few intervals, because devices change their rate within a few reports.
  static let periodCount = 8
  /// The probability that one report stands for two scans.
  ///
  /// For example, a device that scans every 7.5 ms and is polled every 8 ms loses one scan in 16.
  static let mergedScans = 0.01

  // MARK: Noise

  /// The noise of a position that is assumed until enough samples have arrived to measure the noise.
  ///
  /// The standard deviation is the distance that the finger covers in `time`. The assumption has the same weight as
  /// `weight` measured residuals.
  static let expectedNoise = (time: 0.000_1, weight: 2.0)
  /// The running average of the noise while the finger is down.
  ///
  /// The average covers `residuals` residuals. A squared residual counts as at most `most` times the current variance,
  /// so that one outlier does not raise the noise of all other samples.
  static let liveNoise = (residuals: 20.0, most: 16.0)
  /// The degrees of freedom of the prior distribution of the noise, around the estimate from the roughness of the pan.
  ///
  /// A higher number keeps the noise closer to that estimate.
  static let degreesOfFreedom = 12.0
  /// The correlation of the noise of consecutive samples on devices whose firmware smooths positions.
  ///
  /// The filters of touch controllers cause correlations of up to 0.7.
  static let correlation = 0.6
  /// The number of scans from which on correlated noise is considered.
  ///
  /// In fewer scans, white noise often looks correlated by chance.
  static let correlatedScans = 25
  /// The prior log odds against correlated noise.
  ///
  /// The odds are against correlated noise, because most devices report positions without smoothing.
  static let doubt = 3.0
  /// A single sample at a wrong position.
  ///
  /// `probability` is the probability that a sample is an outlier. `size` is the standard deviation of an outlier,
  /// divided by the standard deviation of the noise.
  static let outlier = (probability: 0.003, size: 25.0)

  // MARK: Motions

  /// The spectral density of the jerk of each motion, divided by the mean squared speed, in s⁻³.
  ///
  /// The first motion is straight and steady, and the second is a parabola. Both have no jerk. The last motion has the
  /// highest jerk and can reverse its direction within 30 ms.
  static let jerks = [0, 0, 40.0, 240, 1_440, 8_640]
  /// The standard deviation of the acceleration at the start of the pan and after a change of motion.
  ///
  /// The value is a fraction of the speed, in s⁻¹.
  static let acceleration = 10.0
  /// The prior log odds of the straight steady motion against each of the other motions.
  static let steady = 3.0
  /// The rate at which a finger changes from one motion to another, per second.
  static let switching = 0.02
  /// The steady motion of a trembling finger.
  ///
  /// `odds` are the prior log odds of this motion, and `amplitude` is the standard deviation of the tremor in points.
  /// Four frequencies are tried, in Hz: the first is `lowest`, and each next frequency is higher by `step`.
  ///
  /// Source: the frequency of physiological tremor is 8 to 12 Hz (Elble and Randall 1976).
  static let tremor = (odds: 3.0, amplitude: 0.3, lowest: 7.5, step: 1.6)

  // MARK: Events

  /// The rates at which the motion changes, per second.
  ///
  /// A `step` changes the speed only, a `turn` changes speed and direction, and the changes in `other` also change the
  /// acceleration. The motion is steady after a `step` or a `turn`.
  static let changes = (step: 2.0, turn: 1.0, other: 4.0)
  /// The factor for the probability of a change that is visible only in the newest scan.
  ///
  /// The factor is small, because such a scan may also be an outlier.
  static let newest = 0.03
  /// The age up to which a change is tried as an event.
  ///
  /// Older changes need no event, because the motions have already adapted to them.
  static let oldestChange = 0.12
  /// The shortest time in which a finger changes its velocity.
  static let shortestChange = 0.006
  /// The roll of a finger while it lifts.
  ///
  /// - `probability`: The probability that a lift begins with a roll.
  /// - `longest`: The longest time that a roll takes.
  /// - `change`, `speed`: Two standard deviations of the velocity during the roll, whose variances are added. `change`
  ///   is a fraction of the speed before the roll, and `speed` is in pt/s.
  /// - `most`: The largest velocity of a roll along and across the motion, as fractions of the speed before the roll.
  ///
  /// The numbers are our choice, for thumbs on phones, which roll for 15 to 25 ms.
  static let roll = (
    probability: 0.45, longest: 0.024, change: 0.25, speed: 60.0,
    most: (along: 0.37, across: 0.6)
  )
  /// A rest before the lift, which lasts longer than the longest ``roll``.
  ///
  /// - `rate`: The rate of rests, per second.
  /// - `age`: A rest that began at least this long before the newest scan has the full rate. The rate of a more recent
  ///   rest is multiplied by the square of its age divided by `age`. If the finger was slower than its mean speed,
  ///   `age` is reduced in proportion to the speed.
  /// - `brake`: The longest time that an immediate stop takes.
  /// - `slow`: The time constant of a finger that slows down exponentially.
  static let rest = (rate: 25.0, age: 0.13, brake: 0.008, slow: 0.012)

  /// The time constant, in seconds, with which older samples lose their weight while the finger is down.
  static let memory = 0.15

  // MARK: Result

  /// The upper limit for the velocity, as a multiple of the highest speed between two scans.
  ///
  /// A finger that accelerates is faster at the lift than its mean speed in the last interval.
  static let mostSpeedUp = 1.5
  /// The factor by which the standard error is multiplied.
  ///
  /// Real fingers and sensors differ from all modelled motions, so the errors are larger than computed. Without the
  /// factor, the 95 % ellipse contains the true velocity in only 86 % of the synthetic motions of the benchmark.
  static let inflation = 1.4

  // MARK: Search

  /// The differences from the best log likelihood at which the search ignores a hypothesis.
  ///
  /// No events are tried after a motion that is more than `motion` below the likeliest motion. A branch that falls more
  /// than `branch` below the likeliest hypothesis is abandoned. With twice these numbers, the errors in the benchmarks
  /// are the same, and the search takes 50 % longer.
  static let negligible = (motion: 2.0, branch: 4.0)
}

extension BayesianTuning {
  /// Returns whether a report belongs to the same burst as the report before it.
  ///
  /// The report belongs to the burst if two conditions hold: its interval is too short for a separate scan, and its
  /// speed is much higher than `first`, the speed of the finger at the beginning of the burst.
  @inline(__always)
  static func isBurst(
    _ interval: Double, _ speed: Double, after first: Double, _ period: Double
  ) -> Bool {
    interval < min(late * period, together) && late * speed > first
  }
}
