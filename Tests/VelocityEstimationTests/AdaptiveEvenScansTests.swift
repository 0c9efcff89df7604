import Quantities
import Testing
import VelocityEstimation

/// What the default estimator makes of timestamps that are off.
@Suite("Adaptive even scans") struct AdaptiveEvenScansTests {
  /// A place along a line at a time, in points and seconds, and the velocity at the last sample, in pt/s.
  private struct Motion: CustomTestStringConvertible {
    var testDescription: String
    var place: @Sendable (Double) -> Double
    var velocity: @Sendable (Double) -> Double

    static let steady = Motion(
      testDescription: "steady", place: { 1_500 * $0 }, velocity: { _ in 1_500 })
    static let speedingUp = Motion(
      testDescription: "speeding up", place: { 400 * $0 + 4_000 * $0 * $0 },
      velocity: { 400 + 8_000 * $0 })
    static let slowingDown = Motion(
      testDescription: "slowing down", place: { 3_000 * $0 - 4_000 * $0 * $0 },
      velocity: { 3_000 - 8_000 * $0 })
    static let turnedBack = Motion(
      testDescription: "turned back", place: { -1_500 * min($0, 0.2) + 1_500 * max($0 - 0.2, 0) },
      velocity: { _ in 1_500 })
  }

  /// What 20 timestamps are off by, over the most that they are, as a fixed and uneven order.
  private static let late = [
    0.3, -0.9, 0.7, 0.1, -0.4, 1, -0.6, -0.1, 0.8, -1,
    0.2, 0.6, -0.7, 0.9, -0.2, -0.5, 0.4, -0.8, 0, 0.5,
  ]

  /// How far the estimate is off over the true speed, where scans are taken at `times` and their timestamps
  /// say `stamps`.
  private func error(_ motion: Motion, times: [Double], stamps: [Double]) throws -> Double {
    var estimator = try Estimator.named("adaptive")
    for (index, (time, stamp)) in zip(times, stamps).enumerated() {
      let noise = [0.1, -0.06, 0.03, -0.1, 0.09, -0.04, -0.02][index % 7]
      let place = motion.place(time)
      estimator.receive(
        PanSample(
          microseconds: Int64((stamp * 1e6).rounded()),
          position: Position(
            x: Points(0.8 * place + noise), y: Points(0.6 * place - noise))))
    }
    let last = Int64(((stamps.last ?? 0) * 1e6).rounded())
    let velocity = estimator.released(atMicroseconds: last + 3_000).velocity
    let truth = motion.velocity(times.last ?? 0)
    let off = velocity - Velocity(x: PointsPerSecond(0.8 * truth), y: PointsPerSecond(0.6 * truth))
    return off.length.value / truth
  }

  private func evenTimes(_ rate: Double) -> [Double] {
    (0..<Int(0.25 * rate)).map { Double($0) / rate }
  }

  @Test(
    "timestamps that are off by a millisecond change next to nothing",
    arguments: [60.0, 90, 120, 165, 240],
    [Motion.steady, .speedingUp, .slowingDown, .turnedBack])
  private func jitter(rate: Double, motion: Motion) throws {
    let times = evenTimes(rate)
    for phase in 0..<20 {
      let stamps = times.enumerated().map { 1 + $1 + 0.001 * Self.late[($0 + phase) % 20] }
      let off = try error(motion, times: times, stamps: stamps)
      #expect(off < 0.012, "phase \(phase): \(off)")
    }
  }

  @Test(
    "timestamps in whole milliseconds change next to nothing",
    arguments: [60.0, 90, 120, 165, 240],
    [Motion.steady, .speedingUp, .slowingDown, .turnedBack])
  private func milliseconds(rate: Double, motion: Motion) throws {
    let times = evenTimes(rate)
    for phase in 0..<8 {
      let start = 1 + Double(phase) * 0.000_37
      let stamps = times.map { ((start + $0) * 1_000).rounded(.down) / 1_000 }
      let off = try error(motion, times: times, stamps: stamps)
      #expect(off < 0.012, "phase \(phase): \(off)")
    }
  }

  @Test("nor do they where samples are lost", arguments: [90.0, 120, 165, 240])
  private func losses(rate: Double) throws {
    for phase in 0..<20 {
      let even = evenTimes(rate)
      let kept = even.indices.filter { ($0 + phase) % 6 != 2 || $0 + 1 == even.count }
      let times = kept.map { even[$0] }
      let stamps = kept.map { 1 + even[$0] + 0.001 * Self.late[($0 + phase) % 20] }
      let off = try error(.speedingUp, times: times, stamps: stamps)
      #expect(off < 0.012, "phase \(phase): \(off)")
    }
  }

  @Test(
    "scans that came when their timestamps say are left where they are",
    arguments: [60.0, 90, 120, 165, 240], [Motion.steady, .speedingUp, .slowingDown])
  private func unevenScans(rate: Double, motion: Motion) throws {
    for phase in 0..<20 {
      let times = evenTimes(rate).enumerated().map { $1 + 0.001 * Self.late[($0 + phase) % 20] }
      let off = try error(motion, times: times, stamps: times.map { 1 + $0 })
      #expect(off < 0.006, "phase \(phase): \(off)")
    }
  }
}
