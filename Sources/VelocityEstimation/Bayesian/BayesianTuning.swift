/// The constants of the Bayesian estimator: assumptions about fingers and sensors.
///
/// Times are in seconds, lengths in points and speeds in points per second, unless another unit is given. A "period" is
/// the typical time between the samples of the device.
struct BayesianTuning: Sendable {
  // MARK: Samples

  /// The age up to which samples are used, measured from the newest sample.
  ///
  /// Source: one stroke of a hand takes 0.2 to 0.4 s (Flash and Hogan 1985).
  var horizon = 0.35
  /// The number of periods without a sample before the lift after which the finger counts as stopped.
  ///
  /// Source: our choice: with a factor below 2.5, one lost sample and a late lift would count as a stop.
  var silentPeriods = 2.75
  /// The lower and upper bound of the time that ``silentPeriods`` gives.
  ///
  /// Source: our choice: the lower bound is about a report and a half at 60 Hz; the upper is Android's
  /// `ASSUME_POINTER_STOPPED_TIME`.
  var silence = (shortest: 0.02, longest: 0.04)
  /// The fraction of a period below which the interval between two samples shows that one of them was reported late.
  ///
  /// Source: our choice.
  var late = 0.4
  /// The longest time between two reports of one burst.
  ///
  /// Source: our choice: a driver reads all reports that a device has ready within a millisecond or two.
  var together = 0.003
  /// The upper bound of the first interval as an estimate of the period.
  ///
  /// Source: screens scan at 60 Hz or more.
  var usualPeriod = 1.0 / 60
  /// The number of periods without a sample that count as a pause.
  ///
  /// Source: our choice: one lost sample is two periods.
  var pause = 2.5
  /// The same number for the first interval after the touch-down, because a finger often lies still for a report or two
  /// before it moves.
  ///
  /// Source: our choice.
  var firstPause = 1.5
  /// The time without a sample from which a gap is a pause even if the finger was as fast during the gap as next to it.
  ///
  /// Source: our choice: a device that sees a gliding finger does not miss it for longer than 0.1 s.
  var longestGap = 0.1
  /// The RMS difference between the time stamps and an even clock for which the even times replace the time stamps:
  /// more than `least`, and less than `mostPeriods` periods.
  ///
  /// Source: our choice: polled USB devices jitter by 0.3 ms.
  var unevenness = (least: 0.000_3, mostPeriods: 0.3)
  /// The fraction of the difference between clock and time stamp by which the clock of even scans is corrected per
  /// scan.
  ///
  /// Source: our choice: if the scan rate changes by a tenth of a period, the clock follows within five scans.
  var clockGain = 0.2
  /// The number of intervals over which the period is averaged while the finger is down.
  ///
  /// Source: our choice: devices change their rate within a few reports.
  var periodCount = 8
  /// The probability that one report stands for two scans.
  ///
  /// Source: our choice: a device that scans every 7.5 ms and is polled every 8 ms loses one scan in 17.
  var mergedScans = 0.01

  // MARK: Noise

  /// The expected noise of a position before the samples show it.
  ///
  /// The standard deviation is the distance that the finger covers in `time`. The expectation has the weight of
  /// `weight` residuals.
  ///
  /// Source: our choice.
  var expectedNoise = (time: 0.000_1, weight: 2.0)
  /// The number of residuals over which the noise is averaged while the finger is down, and the largest squared
  /// residual, as a multiple of the variance so far.
  ///
  /// Source: our choice: the limit keeps one outlier from raising the noise of all other samples.
  var liveNoise = (residuals: 20.0, most: 16.0)
  /// The degrees of freedom of the scale of a pan's noise around the estimate from the roughness of the pan; unitless.
  ///
  /// Source: our choice.
  var degreesOfFreedom = 12.0
  /// The correlation of the noise of consecutive samples on devices whose firmware smooths positions.
  ///
  /// Source: our choice: filters of touch controllers give a correlation of up to 0.7.
  var correlation = 0.6
  /// The fewest scans for which correlated noise is considered.
  ///
  /// Source: our choice: in fewer scans, white noise often has the same correlation by chance.
  var correlatedScans = 25
  /// The log odds against correlated noise.
  ///
  /// Source: our choice: most devices report positions without smoothing.
  var doubt = 3.0
  /// The probability that a single sample is an outlier, and the standard deviation of an outlier as a multiple of that
  /// of the noise.
  ///
  /// Source: our choice.
  var outlier = (probability: 0.003, size: 25.0)

  // MARK: Motions

  /// The spectral densities of the jerk of the motions, divided by the mean squared speed, in s⁻³.
  ///
  /// The first motion is straight and steady, the second a parabola; neither has jerk.
  ///
  /// Source: our choice: the roughest motion can reverse within 30 ms.
  var jerks = [0, 0, 40.0, 240, 1_440, 8_640]
  /// The standard deviation of the acceleration at the beginning and after a change, divided by the speed, in s⁻¹.
  ///
  /// Source: our choice.
  var acceleration = 10.0
  /// The log odds of a straight steady motion against each of the other motions.
  ///
  /// Source: our choice.
  var steady = 3.0
  /// The rate at which a finger changes from one motion to another, per second.
  ///
  /// Source: our choice.
  var switching = 0.02
  /// The steady motion of a finger that trembles: its log odds, the standard deviation of the tremor in points, and its
  /// four frequencies, which start at `lowest` and are `step` apart, in Hz.
  ///
  /// Source: physiological tremor has 8 to 12 Hz (Elble and Randall 1976).
  var tremor = (odds: 3.0, amplitude: 0.3, lowest: 7.5, step: 1.6)

  // MARK: Events

  /// The rates of changes of the motion, per second: of the speed only, of speed and direction, and of speed, direction
  /// and acceleration.
  ///
  /// A steady motion follows the first two.
  ///
  /// Source: our choice.
  var changes = (step: 2.0, turn: 1.0, other: 4.0)
  /// The factor for the probability of a change that only the newest scan shows.
  ///
  /// Source: our choice: a single scan may also be an outlier.
  var newest = 0.03
  /// The age from which changes are not searched for, because the motions themselves follow older changes.
  ///
  /// Source: our choice.
  var oldestChange = 0.12
  /// The shortest time in which a finger changes its velocity.
  ///
  /// Source: our choice.
  var shortestChange = 0.006
  /// The roll of a finger that lifts.
  ///
  /// - `probability`: The probability that a lift begins with a roll.
  /// - `longest`: The longest time that a roll takes.
  /// - `change`, `speed`: The standard deviation of the velocity during the roll: a fraction of the speed before it,
  ///   and a speed in pt/s. The variances are added.
  /// - `most`: The largest velocity of a roll along and across the motion, as fractions of the speed before it.
  ///
  /// Source: our choice, after thumbs on phones, which roll for 15 to 25 ms.
  var roll = (
    probability: 0.45, longest: 0.024, change: 0.25, speed: 60.0,
    most: (along: 0.37, across: 0.6)
  )
  /// A rest before the lift.
  ///
  /// - `rate`: The rate of rests, per second.
  /// - `age`: The age from which a rest of a finger at its mean speed or above has this rate. For a slower finger the
  ///   age is proportional to the speed; younger rests are rarer by the square of the fraction of the age.
  /// - `brake`: The longest time that an immediate stop takes.
  /// - `slow`: The time constant of a finger that slows down exponentially.
  ///
  /// Source: our choice.
  var rest = (rate: 25.0, age: 0.13, brake: 0.008, slow: 0.012)

  /// The time constant with which older samples lose their weight while the finger is down.
  ///
  /// Source: our choice.
  var memory = 0.15

  // MARK: Answer

  /// The factor by which the standard error is multiplied, because real fingers and sensors differ from all of these
  /// motions.
  ///
  /// Source: the benchmark of synthetic motions: without this factor, the 95 % ellipse contains the true velocity in
  /// 86 % of the cases.
  var inflation = 1.4

  // MARK: Search

  /// The log odds below the likeliest hypothesis at which a motion is tried without events, and at which a branch is
  /// given up.
  ///
  /// Source: our choice: with twice these numbers, the errors in the benchmarks are the same, and the time is
  /// 50 % longer.
  var negligible = (motion: 2.0, branch: 4.0)
}

extension BayesianTuning {
  /// Returns whether a report belongs to the same burst as the report before it.
  ///
  /// The report belongs to the burst if it comes too early for a separate scan, and if its time stamp would make the
  /// finger much faster than `first`, the speed of the finger at the beginning of the burst.
  @inline(__always)
  func isBurst(
    _ interval: Double, _ speed: Double, after first: Double, _ period: Double
  ) -> Bool {
    interval < min(late * period, together) && late * speed > first
  }
}
