public import Quantities
public import VelocityEstimation

/// What a device makes of where a finger is.
public enum DeviceClass: String, CaseIterable, Sendable {
  /// Noise of a tenth of a point.
  case quiet
  /// Noise of half a point.
  case usual
  /// Noise of a point.
  case rough
  /// Whole points.
  case wholePoints
  /// Timestamps that are off by 0.8 ms.
  case jitter
  /// Every seventh sample is lost.
  case losses

  // Not looked at while the estimator was mended.
  /// Noise of two points.
  case veryRough
  /// Noise of a fifth of a point on a grid of half a point.
  case halfPoints
  /// Timestamps in whole milliseconds.
  case milliseconds
  /// Each place is half of the last one, so that noise is less and late.
  case smoothing
  /// Samples in pairs, the earlier one 1 ms before the later.
  case bursts
  /// Every fortieth sample is 4 to 12 pt off.
  case outliers

  /// Whether parameters may be chosen by looking at it.
  public var isSeen: Bool {
    switch self {
    case .quiet, .usual, .rough, .wholePoints, .jitter, .losses: true
    case .veryRough, .halfPoints, .milliseconds, .smoothing, .bursts, .outliers: false
    }
  }

  /// The standard deviation of a place along each axis, in points.
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

/// What a device reports of one motion.
public struct MotionTrial: Sendable {
  /// The samples.
  public var samples: [PanSample]
  /// When the finger left, in microseconds.
  public var releaseMicroseconds: Int64
  /// The velocity that the hand meant, at the last sample.
  public var truth: Velocity
}

extension MotionClass {
  /// The rates at which devices scan: first those that are looked at, then the others, per second.
  public static let rates = (seen: [60.0, 120, 240], kept: [90.0, 165])

  /// The gesture with this number; the same number always gives the same gesture, and `noise` is the
  /// standard deviation of a place, the device's own if not given.
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
      // A finger that lies still sends nothing after its touch-down.
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
      // What a finger does while it lies still is what it did at its touch-down.
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

/// Where a finger is, added up from its velocity in steps of an eighth of a millisecond.
private struct PositionTable {
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

/// How far an estimator is off on motions of one class, at one rate, on one device.
public struct MotionAccuracy: Sendable {
  /// The root mean square of the error's length, in percent of the true speed; for stops the
  /// gestures in a hundred above 50 pt/s.
  public var error = 0.0
  /// The gestures in a hundred above 200 pt/s, of stops.
  public var flings = 0.0
  /// The gestures in a hundred whose reason is `hookRejected`.
  public var hooks = 0.0
  /// The gestures in a hundred that have no velocity.
  public var zeros = 0.0
  /// The largest speed, in pt/s.
  public var fastest = 0.0
  /// The gestures in a hundred whose true velocity lies within the ellipse that is to hold 95 of them.
  public var covered = 0.0

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
      if isStop {
        if speed > 50 { error += 1 }
      } else {
        let relative = (estimate.velocity - trial.truth).length.value / trial.truth.length.value
        error += relative * relative
      }
    }
    let fraction = 100 / Double(max(trials.count, 1))
    error = isStop ? error * fraction : (error * fraction).squareRoot() * 10
    flings *= fraction
    hooks *= fraction
    zeros *= fraction
    covered *= fraction
  }
}

extension VelocityEstimate {
  /// Whether a velocity lies within the ellipse of 95 % about the estimate; without a covariance, only the estimate does.
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
