internal import Quantities
internal import VelocityEstimation

/// Touchscreens that report their scans late, repeatedly, filtered or not at all, with noise of 0.3 pt.
///
/// Unlike ``DeviceClass``, which disturbs single samples, these devices change which scans are reported and when.
public enum ReportingSensor: String, CaseIterable, Sendable {
  /// Two scans are read in one go; both are stamped at the time of reading, 150 to 400 µs apart.
  case pairs
  /// The device scans at half the rate, and reports each scan twice.
  case reportedTwice
  /// The device scans at half the rate, and reports each scan twice with additional noise of 0.05 pt.
  case nearlyTwice

  // Test set: not used to choose parameters of the estimators.
  /// Three reports of ten repeat the last position.
  case repeats
  /// A scan is stamped at the next poll, every 8 ms; of two scans in one poll, only the newer one is reported.
  case polled
  /// The kernel's filter for a fuzz of 1 to 2.5 pt; unchanged positions are not reported.
  case fuzz
  /// The firmware's exponential filter, with a gain of 0.35 to 0.6, and then a grid of 12 units/mm.
  case smoothed
  /// Timestamps are rounded down to whole 10 ms.
  case tenMilliseconds

  /// Whether the sensor may be used to choose parameters of an estimator.
  public var isSeen: Bool {
    switch self {
    case .pairs, .reportedTwice, .nearlyTwice: true
    case .repeats, .polled, .fuzz, .smoothed, .tenMilliseconds: false
    }
  }

  /// The report rates on which the sensors are compared, in Hz.
  public static let rates = [60.0, 90, 120, 240]

  /// Returns the gesture of `kind` with the given number; the same number always gives the same gesture.
  ///
  /// - Parameters:
  ///   - number: The number of the gesture.
  ///   - kind: The kind of the motion.
  ///   - part: The set of random numbers and ranges.
  ///   - rate: The number of reports per second.
  /// - Returns: The gesture.
  public func trial(_ number: Int, of kind: MotionClass, part: Part, rate: Double) -> MotionTrial {
    let seed =
      UInt64(number) &* 1_000_003 &+ UInt64(Self.allCases.firstIndex(of: self) ?? 0) &* 15_485_863
      &+ (part == .kept ? 1 << 41 : 13)
    var maker = MotionMaker(random: SeededGenerator(seed: seed), part: part)
    let motion = maker.motion(kind, rate: rate)
    var random = maker.random
    let isTwice = self == .reportedTwice || self == .nearlyTwice
    let period = (isTwice ? 2 : 1) / rate
    let positions = PositionTable(motion)
    let angle = random.uniform(0, 2 * Double.pi)
    let (c, s) = (cosine(angle), sine(angle))
    var scans: [Report] = []
    var time = random.uniform(0, period)
    while time <= motion.duration {
      let position = positions.position(at: time)
      scans.append(
        Report(
          time: time,
          place: SIMD2(
            200 + c * position.along - s * position.across + 0.3 * random.normal(),
            400 + s * position.along + c * position.across + 0.3 * random.normal())))
      time += period
    }
    let last = scans.last?.time ?? 0
    let meant = (motion.meant ?? motion.velocity)(last)
    var samples: [PanSample] = []
    for report in reports(of: scans, rate, &random) {
      samples.append(
        PanSample(
          microseconds: max(
            Int64(((1 + report.time) * 1e6).rounded()), samples.last?.microseconds ?? .min),
          position: Position(x: Points(report.place.x), y: Points(report.place.y))))
    }
    let lift = 1 + min(motion.duration, last + 1 / rate)
    return MotionTrial(
      samples: samples,
      releaseMicroseconds: max(Int64((lift * 1e6).rounded()), samples.last?.microseconds ?? 0),
      truth: Velocity(
        x: PointsPerSecond(c * meant.along - s * meant.across),
        y: PointsPerSecond(s * meant.along + c * meant.across)))
  }

  /// A scan, or the report of a scan: its time in seconds, and its position in points.
  private struct Report {
    var time: Double
    var place: SIMD2<Double>
  }

  private func reports(
    of scans: [Report], _ rate: Double, _ random: inout SeededGenerator
  ) -> [Report] {
    var reports = scans
    switch self {
    case .pairs:
      for index in stride(from: random.happens(0.5) ? 1 : 2, to: scans.count, by: 2) {
        reports[index].time += random.uniform(0.000_15, 0.000_4)
        reports[index - 1].time = scans[index].time
      }
    case .reportedTwice, .nearlyTwice:
      let noise = self == .nearlyTwice ? 0.05 : 0
      reports = scans.flatMap { scan in
        [0, 1].map { repetition in
          Report(
            time: scan.time + repetition / rate + 0.000_2 * random.uniform(),
            place: scan.place + noise * SIMD2(random.normal(), random.normal()))
        }
      }
    case .repeats:
      for index in reports.indices.dropFirst() where random.happens(0.3) {
        reports[index].place = reports[index - 1].place
      }
    case .polled:
      let phase = random.uniform(0, 0.008)
      reports = []
      for scan in scans {
        let poll = phase + ((scan.time - phase) / 0.008).rounded(.up) * 0.008
        if reports.last?.time == poll { reports.removeLast() }
        reports.append(Report(time: poll, place: scan.place))
      }
    case .fuzz:
      let fuzz = random.uniform(1, 2.5)
      reports = []
      var old = scans.first?.place ?? .zero
      for (index, scan) in scans.enumerated() {
        let new = SIMD2(
          defuzzed(scan.place.x, old.x, fuzz), defuzzed(scan.place.y, old.y, fuzz))
        if index == 0 || new != old { reports.append(Report(time: scan.time, place: new)) }
        old = new
      }
    case .smoothed:
      let gain = random.uniform(0.35, 0.6)
      // A point is 1/163 inch.
      let grid = 163 / 25.4 / 12
      var smooth = scans.first?.place ?? .zero
      for index in reports.indices {
        smooth += gain * (scans[index].place - smooth)
        reports[index].place = (smooth / grid).rounded(.toNearestOrAwayFromZero) * grid
      }
    case .tenMilliseconds:
      for index in reports.indices {
        reports[index].time = (100 * reports[index].time).rounded(.down) / 100
      }
    }
    return reports
  }
}

/// The value of a coordinate after the kernel's filter.
///
/// Source: Linux, `input_defuzz_abs_event` in drivers/input/input.c.
private func defuzzed(_ value: Double, _ old: Double, _ fuzz: Double) -> Double {
  let change = (value - old).magnitude
  if change < fuzz / 2 { return old }
  if change < fuzz { return (3 * old + value) / 4 }
  return change < 2 * fuzz ? (old + value) / 2 : value
}
