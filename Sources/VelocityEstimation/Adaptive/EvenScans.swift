internal import Quantities

/// The times at which a device scanned evenly, where its timestamps are off by more or less.
///
/// A timestamp is taken when a report arrives, which an interrupt or a bus delays, or is rounded to whole
/// milliseconds; a finger at 3000 pt/s is three points away in one. Whether the scans were even and the
/// timestamps are off, or the scans came as the timestamps say, is told by the places: along a motion
/// they are smoother at the times when they were taken.
///
/// Source: ours; touch controllers scan by a clock of their own.
struct EvenScans {
  /// The fewest samples that tell.
  ///
  /// Source: ours; with six, what is left of a stroke decides more often than what the timestamps are off.
  private static let fewest = 8

  /// The least that timestamps are off, in seconds, and the most, in periods, as a standard deviation.
  ///
  /// Source: ours; at 3000 pt/s the one is a third of a point, and with more than the other it is not
  /// known which scan a timestamp is of.
  private static let least = 0.000_1
  private static let most = 0.2

  /// How far the newest timestamp is off at most, in standard deviations of the others; some devices report
  /// the last place once more as the finger lifts, when they do not scan.
  ///
  /// Source: ours; three that noise makes, and what a line through eight is off by.
  private static let farthest = 4.0

  /// How much smoother the places are at least at even times, on average over the pan, from -1 to 1.
  ///
  /// Source: ours, by search; with 0.01 a finger that drifts off at its lift flings once in 200 times at 0.1 pt,
  /// with 0.2 a third of the gain for hands that speed up is lost.
  private static let smoother = 0.05

  /// The longest time between two samples, in periods: two lost ones and half of one to spare.
  private static let longest = 3.5

  /// The time between scans, in seconds.
  let period: Double
  /// How many samples since the last pause there are.
  let count: Int
  /// How many scans before the newest each was taken.
  private var scans = InlineArray<100, Int>(repeating: 0)

  /// Looks at the samples of `history` since its last pause, which come about every `usual` seconds; nil
  /// where timestamps are not known to be off.
  ///
  /// - Complexity: O(samples in 100).
  init?(_ history: SampleHistory, period usual: Double, _ tuning: AdaptiveTuning) {
    guard history.count >= Self.fewest, usual > 0 else { return nil }
    var count = 1
    // Sums over all samples but the newest, of scans and of times before it.
    var (sumK, sumT, sumKK, sumKT, sumTT) = (0.0, 0.0, 0.0, 0.0, 0.0)
    while count < min(history.count, Adaptive.capacity) {
      let interval = history.interval(before: count - 1)
      guard interval <= min(Self.longest * usual, tuning.longestPause) else { break }
      scans[count] = scans[count - 1] + max(Int((interval / usual).rounded()), 1)
      let (k, t) = (Double(scans[count]), history.age(count))
      sumK += k
      sumT += t
      sumKK += k * k
      sumKT += k * t
      sumTT += t * t
      count += 1
    }
    guard count >= Self.fewest else { return nil }
    let n = Double(count - 1)
    let spread = sumKK - sumK * sumK / n
    period = (sumKT - sumK * sumT / n) / spread
    let variance = (sumTT - sumT * sumT / n - period * period * spread) / (n - 2)
    let newest = (sumT - period * sumK) / n
    self.count = count
    guard variance > Self.least * Self.least, variance < Self.most * Self.most * period * period,
      newest * newest < Self.farthest * Self.farthest * variance, areSmoother(history)
    else { return nil }
  }

  /// Moves the samples since the last pause to when they were taken.
  func retime(_ history: inout SampleHistory) {
    for index in 1..<count { history.retime(index, toAge: Double(scans[index]) * period) }
  }

  /// Whether the places are smoother at even times than at their timestamps.
  ///
  /// Each four samples tell as much as any others, so that a corner, which is rough at all times, does not
  /// outweigh the rest.
  private func areSmoother(_ history: SampleHistory) -> Bool {
    let scans = scans.span
    var sum = 0.0
    for index in 0..<count - 3 {
      func roughness(_ time: (Int) -> Double) -> Double {
        let newest = time(index)
        let (off, norm) = history.roughness(
          index, (time(index + 1) - newest, time(index + 2) - newest, time(index + 3) - newest))
        return off.dot(off) / norm
      }
      let even = roughness { -Double(scans[$0]) }
      let stamped = roughness { -history.age($0) }
      if even + stamped > 0 { sum += (stamped - even) / (stamped + even) }
    }
    return sum > Self.smoother * Double(count - 3)
  }
}
