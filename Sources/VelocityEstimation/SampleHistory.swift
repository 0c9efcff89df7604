internal import Quantities

/// The newest samples of a pan, in a ring buffer of fixed size.
///
/// Index 0 is the newest sample. The history handles invalid samples in the same way for all estimators. A sample with
/// the same timestamp as the newest sample replaces the newest sample. A sample is rejected if its position is not
/// finite, or if it is older than the newest sample. Differences between timestamps never overflow.
struct SampleHistory: Sendable {
  /// The result of adding a sample.
  enum Admission: Hashable, Sendable {
    /// The sample is now the newest.
    case appended
    /// The sample has replaced the newest sample, which had the same timestamp.
    case replaced
    /// The sample was not added, because its position is not finite or because it is older than the newest sample.
    case rejected
  }

  /// The number of clock ticks in one second; 1,000,000 for recordings, whose timestamps are in microseconds.
  let ticksPerSecond: Double

  private var ring: [PanSample]
  private var newestSlot: Int
  private(set) var count = 0

  /// Creates an empty history, which keeps the newest `capacity` samples.
  init(capacity: Int, ticksPerSecond: Double = 1_000_000) {
    precondition(capacity > 0, "a history of \(capacity) samples; keep at least one")
    self.ticksPerSecond = ticksPerSecond
    self.ring = Array(
      repeating: PanSample(microseconds: 0, position: .zero), count: capacity)
    self.newestSlot = capacity - 1
  }

  /// The sample `index` positions before the newest.
  subscript(index: Int) -> PanSample {
    precondition(index >= 0 && index < count, "sample \(index) of \(count)")
    return ring[slot(index)]
  }

  /// Adds the next sample if it is valid, and returns whether it was appended, replaced another sample or was rejected.
  mutating func admit(_ sample: PanSample) -> Admission {
    guard sample.position.isFinite else { return .rejected }
    if count > 0 {
      let newest = ring[newestSlot].microseconds
      guard sample.microseconds >= newest else { return .rejected }
      if sample.microseconds == newest {
        ring[newestSlot] = sample
        return .replaced
      }
    }
    newestSlot = newestSlot + 1 == ring.count ? 0 : newestSlot + 1
    ring[newestSlot] = sample
    count = min(count + 1, ring.count)
    return .appended
  }

  /// Replaces the newest sample by a valid sample that is not older.
  mutating func replaceNewest(with sample: PanSample) { ring[newestSlot] = sample }

  mutating func removeAll() { count = 0 }

  /// The time from the sample at `index` to the newest, in seconds.
  func age(_ index: Int) -> Double {
    seconds(from: self[index].microseconds, to: self[0].microseconds)
  }

  /// The time from the sample at `index` to `microseconds`, in seconds.
  func age(_ index: Int, at microseconds: Int64) -> Double {
    seconds(from: self[index].microseconds, to: microseconds)
  }

  /// The time from the sample at `index + 1` to the sample at `index`, in seconds.
  func interval(before index: Int) -> Double {
    seconds(from: self[index + 1].microseconds, to: self[index].microseconds)
  }

  /// The time from the newest sample to `microseconds`, in seconds; infinite if there is no sample.
  func silence(until microseconds: Int64) -> Double {
    count == 0 ? .infinity : seconds(from: self[0].microseconds, to: microseconds)
  }

  /// The number of whole intervals, each `interval` seconds long, between time 0 of the clock and `sample`.
  func whole(_ interval: Double, before sample: PanSample) -> Double {
    (Double(sample.microseconds) / ticksPerSecond / interval).rounded(.down)
  }

  /// The position of the sample at `index` relative to the newest, in points.
  func offset(_ index: Int) -> Position { self[index].position - self[0].position }

  /// The step from the sample at `index + 1` to the sample at `index`, in points.
  func step(_ index: Int) -> Position { self[index].position - self[index + 1].position }

  /// The difference between the sample at `index` and the parabola through the three samples before it, in points.
  ///
  /// `times` are the times of the three samples relative to the sample at `index`. They are negative and in any unit.
  /// `norm` is the variance of the difference along each axis if the positions have noise of variance 1.
  func roughness(_ index: Int, _ times: (Double, Double, Double)) -> (Position, norm: Double) {
    let (w1, w2, w3) = parabolaWeights(times)
    let place = self[index].position
    let roughness =
      (self[index + 1].position - place) * w1 + (self[index + 2].position - place) * w2
      + (self[index + 3].position - place) * w3
    return (roughness, 1 + w1 * w1 + w2 * w2 + w3 * w3)
  }

  /// The average velocity between the samples at `index + 1` and `index`.
  func segmentVelocity(_ index: Int) -> Velocity {
    let step = step(index)
    let time = interval(before: index)
    return Velocity(
      x: PointsPerSecond(step.x.value / time), y: PointsPerSecond(step.y.value / time))
  }

  private func slot(_ index: Int) -> Int {
    index <= newestSlot ? newestSlot - index : newestSlot - index + ring.count
  }

  /// A difference of timestamps, in seconds.
  ///
  /// If the difference overflows 64 bits, it is computed from rounded floating-point timestamps.
  func seconds(from start: Int64, to end: Int64) -> Double {
    let (difference, overflow) = end.subtractingReportingOverflow(start)
    return (overflow ? Double(end) - Double(start) : Double(difference)) / ticksPerSecond
  }
}

/// The weights with which the positions at three times add up to the position at time 0 on the parabola through them.
///
/// The times are in any unit. The weights are the values of the Lagrange polynomials at time 0.
@inline(__always)
func parabolaWeights(_ times: (Double, Double, Double)) -> (Double, Double, Double) {
  let (t1, t2, t3) = times
  return (
    t2 * t3 / ((t1 - t2) * (t1 - t3)), t1 * t3 / ((t2 - t1) * (t2 - t3)),
    t1 * t2 / ((t3 - t1) * (t3 - t2))
  )
}

extension VelocityEstimate {
  /// The estimate itself if its numbers are finite, otherwise a velocity of zero with the reason `tooFew`.
  ///
  /// The numbers are not finite if differences between very large positions overflow.
  var checked: VelocityEstimate {
    velocity.isFinite && covariance?.isFinite ?? true ? self : .none(.tooFew)
  }
}

extension Velocity {
  /// A velocity from plain numbers in points per second.
  init(_ x: Double, _ y: Double) { self.init(x: PointsPerSecond(x), y: PointsPerSecond(y)) }
}
