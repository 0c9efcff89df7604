internal import Quantities

/// Learns from the samples themselves how far a sample lies from where the finger was.
///
/// The measure is how far each sample is from the parabola through the three before it, over what
/// that distance is for noise of one: what is left of a smooth motion is mostly noise, whether it
/// comes from the sensor, from rounding or from timestamps.
struct NoiseMeter: Sendable {
  private var history: SampleHistory
  /// The distances along the motion and across it.
  private var along = SortedWindow()
  private var across = SortedWindow()
  private let roughness: (limit: Double, factor: Double)
  private let acrossCertainty: Double
  private let acrossLimit: Double

  init(ticksPerSecond: Double, _ tuning: AdaptiveTuning) {
    self.history = SampleHistory(capacity: 4, ticksPerSecond: ticksPerSecond)
    roughness = (tuning.roughnessLimit, tuning.roughnessFactor)
    acrossCertainty = tuning.acrossCertainty
    acrossLimit = tuning.acrossLimit
  }

  /// The variance along the motion, in pt²; zero until four samples are known.
  private(set) var variance = 0.0
  /// The noise across the motion over that along it, as variances, from 0 to 1.
  private(set) var ratio = 0.0
  /// How many distances the variance is from.
  var count: Int { along.count }

  /// Forgets everything, for a new pan.
  mutating func removeAll() {
    history.removeAll()
    along.removeAll()
    across.removeAll()
    variance = 0
    ratio = 0
  }

  /// Forgets where the finger was, but not what was learned.
  mutating func interrupt() { history.removeAll() }

  /// Takes in a sample whose timestamp is to be believed.
  mutating func receive(_ sample: PanSample) {
    guard history.admit(sample) == .appended, history.count == 4 else { return }
    let (roughness, squaredNorm) = history.roughness(
      0, (-history.age(1), -history.age(2), -history.age(3)))
    let oldest = history.offset(3)
    let norm = squaredNorm.squareRoot()
    let length = oldest.dot(oldest).squareRoot()
    let scale = 1 / (length > 0 ? length * norm : norm)
    let forward = length > 0 ? oldest : Position(x: Points(1), y: .zero)
    let alongMotion = roughness.dot(forward) * scale
    let acrossMotion = roughness.cross(forward) * scale
    guard alongMotion.isFinite, acrossMotion.isFinite else { return }
    along.insert(alongMotion.magnitude)
    across.insert(acrossMotion.magnitude)
    measure()
  }

  private mutating func measure() {
    let median = along.quantile(0.5)
    // A slow finger on a coarse grid is smooth at most samples and jumps at a few.
    let typical = median > 0 ? median : along.quantile(0.8) / 2
    var sum = 0.0
    var kept = 0
    while kept < along.count, along[kept] <= roughness.limit * typical {
      sum += along[kept] * along[kept]
      kept += 1
    }
    variance = kept > 0 ? sum / Double(kept) * roughness.factor : 0
    // A motion without noise along it has none across it that would count.
    guard median > 0 else {
      ratio = 0
      return
    }
    let sideways = across.quantile(0.5)
    let more = sideways * sideways / (median * median)
    ratio = min(more, 1)
    // Few distances along the motion may be too small by chance; those across it tell the same.
    if more > 1 {
      let weight = acrossCertainty / (acrossCertainty + Double(along.count))
      variance *= 1 + (min(more, acrossLimit) - 1) * weight
    }
  }
}
