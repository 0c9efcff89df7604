internal import Quantities

/// The samples of a pan that are off by themselves: not where the ones before them lead, while the
/// next is where these lead again.
///
/// After a change of the motion the next sample is further off still, so that no turn and no step of
/// velocity is one. The first four after such a change and the newest sample are not told.
///
/// - Complexity: O(samples in 100); a fit of a cubic to those around the samples that are far from the
///   line between their neighbours.
struct Outliers {
  /// How many samples before the first one that may be off tell where it should be.
  ///
  /// Source: ours; an eighth of a second at 120 Hz, for which a hand's motion is a cubic.
  private static let memory = 16

  /// The fewest samples: those that tell where one should be, that one and the next.
  private static let fewest = 6

  private var isOff = InlineArray<100, Bool>(repeating: false)
  /// How many there are.
  private(set) var count = 0
  /// From the newest to the oldest of the samples that are far from the line between their neighbours.
  private(set) var suspects = 0..<0

  /// None.
  init() {}

  /// Those among the samples of `history`, which come every `period` seconds and are off by a noise of
  /// `variance` pt².
  init(_ history: SampleHistory, variance: Double, period: Double, _ tuning: AdaptiveTuning) {
    guard history.count > Self.fewest else { return }
    let limit = tuning.outlierJump * variance
    var newest = history.count
    var oldest = 0
    // Each looked up once, as there are few releases with an outlier.
    var (after, sample) = (history[0], history[1])
    for index in 1..<(history.count - 1) {
      let before = history[index + 1]
      if squaredDistance(sample, fromLineThrough: before, after) > limit {
        newest = min(newest, index)
        oldest = index
      }
      (after, sample) = (sample, before)
    }
    guard oldest > 0 else { return }
    suspects = newest..<oldest + 1
    var fit = GrowingFit()
    var index = min(oldest + Self.memory, history.count - 1)
    while index >= newest {
      defer { index -= 1 }
      guard history.isBelieved(index, period: period, tuning) else { continue }
      let before = fit
      fit.add(history, index)
      guard before.count > 4, fit.residual - before.residual > limit else { continue }
      var next = index - 1
      while !history.isBelieved(next, period: period, tuning) { next -= 1 }
      var (with, without) = (fit, before)
      with.add(history, next)
      without.add(history, next)
      if without.residual - before.residual < tuning.outlier * variance,
        with.residual - without.residual > limit
      {
        isOff[index] = true
        count += 1
        fit = before
      } else {
        fit = GrowingFit()
        fit.add(history, index)
      }
    }
  }

  /// Whether the sample `index` positions before the newest is one.
  func contains(_ index: Int) -> Bool { count > 0 && isOff.span[index] }
}

extension GrowingFit {
  /// Adds the sample of a history that is `index` positions before the newest.
  fileprivate mutating func add(_ history: SampleHistory, _ index: Int) {
    let offset = history.offset(index)
    add(-history.age(index) / FitSearch.unit, offset.x.value, offset.y.value)
  }
}

/// The square of how far a sample is from the line between those before and after it, in pt².
@inline(__always)
func squaredDistance(
  _ sample: PanSample, fromLineThrough before: PanSample, _ after: PanSample
) -> Double {
  // As numbers before they are subtracted: timestamps may be as far apart as there are.
  let (start, end) = (Double(before.microseconds), Double(after.microseconds))
  let part = (Double(sample.microseconds) - start) / (end - start)
  let (step, whole) = (sample.position - before.position, after.position - before.position)
  let off = step - whole * part
  return off.dot(off)
}
