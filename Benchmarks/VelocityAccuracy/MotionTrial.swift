public import Quantities
public import VelocityEstimation

/// The kinds of simulated devices, by their measurement errors.
public enum DeviceClass: String, CaseIterable, Sendable {
  /// Noise of 0.1 pt.
  case quiet
  /// Noise of 0.5 pt.
  case usual
  /// Noise of 1 pt.
  case rough
  /// Positions are rounded to whole points.
  case wholePoints
  /// Timestamp errors of 0.8 ms (standard deviation).
  case jitter
  /// One in seven samples is lost.
  case losses

  // Test set: not used to choose parameters of the estimators.
  /// Noise of 2 pt.
  case veryRough
  /// Noise of 0.2 pt on a grid of 0.5 pt.
  case halfPoints
  /// Timestamps are rounded down to whole milliseconds.
  case milliseconds
  /// Each position is averaged with the previous one, which reduces noise and adds a delay.
  case smoothing
  /// Samples arrive in pairs, the earlier one 1 ms before the later.
  case bursts
  /// One in forty samples is displaced by 4 to 12 pt.
  case outliers

  /// Whether the device may be used to choose parameters of an estimator.
  public var isSeen: Bool {
    switch self {
    case .quiet, .usual, .rough, .wholePoints, .jitter, .losses: true
    case .veryRough, .halfPoints, .milliseconds, .smoothing, .bursts, .outliers: false
    }
  }

  /// The standard deviation of a position along each axis, in points.
  public var noise: Double {
    switch self {
    case .quiet: 0.1
    case .halfPoints: 0.2
    case .wholePoints, .jitter, .losses, .milliseconds, .bursts, .outliers: 0.3
    case .usual, .smoothing: 0.5
    case .rough: 1
    case .veryRough: 2
    }
  }
}

/// The report of a device on one motion, with the true velocity.
public struct MotionTrial: Sendable {
  /// The samples.
  public var samples: [PanSample]
  /// The time of the lift, in microseconds.
  public var releaseMicroseconds: Int64
  /// The intended velocity at the last sample.
  public var truth: Velocity

  init(samples: [PanSample], releaseMicroseconds: Int64, truth: Velocity) {
    self.samples = samples
    self.releaseMicroseconds = releaseMicroseconds
    self.truth = truth
  }

  /// Creates the report on a gesture of another kind.
  public init(_ gesture: GestureTrial) {
    self.init(
      samples: gesture.samples, releaseMicroseconds: gesture.releaseMicroseconds,
      truth: gesture.truth)
  }
}

extension MotionClass {
  /// The scan rates of the training set and of the test set, in samples per second.
  public static let rates = (seen: [60.0, 120, 240], kept: [90.0, 165])

  /// Returns the gesture with the given number; the same number always gives the same gesture.
  ///
  /// `noise` is the standard deviation of a position, in points; nil uses that of the device.
  public func trial(
    _ number: Int, part: Part, device: DeviceClass, rate: Double, noise: Double? = nil
  ) -> MotionTrial {
    let kind = UInt64(Self.allCases.firstIndex(of: self) ?? 0)
    let seed = UInt64(number) &* 1_000_003 &+ kind &* 15_485_863 &+ (part == .kept ? 1 << 40 : 7)
    var maker = MotionMaker(random: SeededGenerator(seed: seed), part: part)
    let motion = maker.motion(self, rate: rate)
    var random = maker.random
    let phase = random.uniform(0, 1 / rate)
    var times: [Double] = []
    var time = phase
    while time <= motion.duration {
      // A device reports nothing while the finger rests after the touch-down.
      if times.isEmpty || time > motion.stillFor { times.append(time) }
      time += 1 / rate
    }
    let positions = PositionTable(motion)
    let angle = random.uniform(0, 2 * Double.pi)
    let (c, s) = (cosine(angle), sine(angle))
    let noise = noise ?? device.noise
    var samples: [PanSample] = []
    var (lastX, lastY) = (0.0, 0.0)
    for (index, time) in times.enumerated() {
      let position = positions.position(at: time)
      var x = c * position.along - s * position.across
      var y = s * position.along + c * position.across
      // Because the device reports nothing during the rest, the noise at the touch-down persists
      // until the first move.
      x += noise * random.normal()
      y += noise * random.normal()
      if device == .smoothing, index > 0 {
        (x, y) = ((x + lastX) / 2, (y + lastY) / 2)
      }
      (lastX, lastY) = (x, y)
      if device == .outliers, random.happens(1 / 40.0) {
        let direction = random.uniform(0, 2 * Double.pi)
        let size = random.uniform(4, 12)
        x += size * cosine(direction)
        y += size * sine(direction)
      }
      if device == .losses, random.happens(1 / 7.0), index > 0, index + 1 < times.count { continue }
      if device == .wholePoints { (x, y) = (x.rounded(), y.rounded()) }
      if device == .halfPoints { (x, y) = ((2 * x).rounded() / 2, (2 * y).rounded() / 2) }
      var stamp = 1 + time
      if device == .jitter { stamp += 0.0008 * random.normal() }
      if device == .milliseconds { stamp = (stamp * 1_000).rounded(.down) / 1_000 }
      if device == .bursts, (times.count - index) % 2 == 0, index + 1 < times.count, index > 0 {
        stamp = 1 + times[index + 1] - 0.001
      }
      let microseconds = Int64((stamp * 1e6).rounded())
      let previous = samples.last?.microseconds ?? .min
      samples.append(
        PanSample(
          microseconds: max(microseconds, previous == .min ? microseconds : previous + 10),
          position: Position(x: Points(200 + x), y: Points(400 + y))))
    }
    let last = times.last ?? 0
    let lift = min(motion.duration, last + 1 / rate)
    let meant = (motion.meant ?? motion.velocity)(last)
    return MotionTrial(
      samples: samples,
      releaseMicroseconds: max(
        Int64(((1 + lift) * 1e6).rounded()), samples.last?.microseconds ?? 0),
      truth: Velocity(
        x: PointsPerSecond(c * meant.along - s * meant.across),
        y: PointsPerSecond(s * meant.along + c * meant.across)))
  }
}

/// The position of a finger over time, integrated from its velocity in steps of 0.125 ms.
struct PositionTable {
  private static let step = 0.000_125
  private var positions: [HandMotion.Vector] = [(0, 0)]
  private let trembling: (Double) -> HandMotion.Vector

  init(_ motion: HandMotion) {
    trembling = motion.trembling
    var (x, y) = (0.0, 0.0)
    for k in 0..<Int(motion.duration / Self.step) + 1 {
      let v = motion.velocity((Double(k) + 0.5) * Self.step)
      x += v.along * Self.step
      y += v.across * Self.step
      positions.append((x, y))
    }
  }

  func position(at time: Double) -> HandMotion.Vector {
    let position = time / Self.step
    let index = min(Int(position), positions.count - 2)
    let fraction = position - Double(index)
    let (a, b) = (positions[index], positions[index + 1])
    let extra = trembling(time)
    return (
      a.along + fraction * (b.along - a.along) + extra.along,
      a.across + fraction * (b.across - a.across) + extra.across
    )
  }
}

/// The error of an estimator on motions of one class, at one rate, on one device.
public struct MotionAccuracy: Sendable {
  /// The root mean square length of the error, in percent of the true speed; for stops the percentage of
  /// gestures above 50 pt/s.
  public var error = 0.0
  /// The percentage of gestures with an estimate above 200 pt/s; these are false flings if the
  /// motion is a stop.
  public var flings = 0.0
  /// The percentage of gestures with the reason `hookRejected`.
  public var hooks = 0.0
  /// The percentage of gestures with a velocity of zero.
  public var zeros = 0.0
  /// The largest estimated speed, in pt/s.
  public var fastest = 0.0
  /// The percentage of gestures whose true velocity is within the 95 % ellipse of the estimate.
  public var covered = 0.0
  /// The percentage of gestures whose error is more than half of the true speed; 0 for stops.
  public var offByHalf = 0.0
  /// The percentage of gestures whose error along the true velocity is at most two standard errors.
  public var withinTwo = 0.0

  /// Measures an estimator.
  public init(of estimator: any VelocityEstimator, over trials: [MotionTrial], isStop: Bool) {
    var estimator = estimator
    for trial in trials {
      estimator.reset()
      for sample in trial.samples { estimator.receive(sample) }
      let estimate = estimator.released(atMicroseconds: trial.releaseMicroseconds)
      let speed = estimate.velocity.length.value
      fastest = max(fastest, speed)
      if speed > 200 { flings += 1 }
      if estimate.reason == .hookRejected { hooks += 1 }
      if speed == 0 { zeros += 1 }
      if estimate.covers(trial.truth) { covered += 1 }
      if estimate.isWithinTwoErrors(of: trial.truth) { withinTwo += 1 }
      if isStop {
        if speed > 50 { error += 1 }
      } else {
        let relative = (estimate.velocity - trial.truth).length.value / trial.truth.length.value
        error += relative * relative
        if relative > 0.5 { offByHalf += 1 }
      }
    }
    let fraction = 100 / Double(max(trials.count, 1))
    error = isStop ? error * fraction : (error * fraction).squareRoot() * 10
    flings *= fraction
    hooks *= fraction
    zeros *= fraction
    covered *= fraction
    offByHalf *= fraction
    withinTwo *= fraction
  }
}

extension VelocityEstimate {
  /// Whether the error along `truth`, or along the estimate if `truth` is zero, is at most two standard errors.
  fileprivate func isWithinTwoErrors(of truth: Velocity) -> Bool {
    let direction = truth == .zero ? velocity : truth
    guard direction != .zero else { return true }
    guard let covariance else { return velocity == truth }
    let off = (truth - velocity).dot(direction) / direction.length.value
    return off.magnitude <= 2 * covariance.error(along: direction).value
  }

  /// Whether `truth` is within the 95 % ellipse of the estimate; without a covariance, whether it equals
  /// the estimate.
  fileprivate func covers(_ truth: Velocity) -> Bool {
    guard truth != velocity else { return true }
    guard let covariance else { return false }
    let (x, y) = ((truth - velocity).x.value, (truth - velocity).y.value)
    let determinant = covariance.xx * covariance.yy - covariance.xy * covariance.xy
    guard determinant > 0 else { return false }
    let squares =
      (x * (x * covariance.yy - 2 * y * covariance.xy) + y * y * covariance.xx) / determinant
    // The 95 % quantile of chi-squared with two degrees of freedom, −2 log 0.05.
    return squares <= 5.99
  }
}
