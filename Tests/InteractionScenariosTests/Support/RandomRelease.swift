import InteractionScenarios
import Quantities
import TouchInput

/// A random release on a random sheet.
///
/// Positions are multiples of 1/64 pt, so that doubling, halving and shifting them is exact.
struct RandomRelease {
  /// The detents from the highest down; their names are their indices.
  var tops: [Double]
  /// The position of the release, up to 40 pt beyond the ends.
  var y: Double
  /// The velocity, positive downwards.
  var velocity: Double
  /// The index of the start detent.
  var start: Int
  /// The position of the dismissed sheet; nil if it cannot be dismissed.
  var hidden: Double?
  /// A positive amount by which a test changes another property of the release.
  var extra: Double
  private var height: Double
  private var isMirrored = false

  init(seed: UInt64, isDismissible: Bool) {
    var random = SeededGenerator(seed: seed)
    func rounded(_ number: Double) -> Double { (number * 64).rounded() / 64 }
    tops = [rounded(random.uniform(in: 10...60))]
    // No gap is longer than the longest gap on the sheet on which the rules of other systems are
    // compared.
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      tops.append(tops[tops.count - 1] + rounded(random.uniform(in: 40...390)))
    }
    let last = tops[tops.count - 1]
    height = last + 60
    hidden = isDismissible ? height : nil
    y = rounded(random.uniform(in: (tops[0] - 40)...(last + 40)))
    let fastest = random.one(of: [5.0, 50, 400, 3_000, 9_000])
    velocity = rounded(random.uniform(in: -fastest...fastest))
    start = Int.random(in: 0..<tops.count, using: &random)
    extra = rounded(random.uniform(in: 0.1...fastest))
  }

  /// The release as the input of a rule.
  var context: ReleaseContext {
    func position(_ y: Double) -> Position { Position(x: .zero, y: Points(y)) }
    let candidates = tops.enumerated().map { index, top in
      RestCandidate(name: "\(index)", position: position(top))
    }
    return ReleaseContext(
      candidates: isMirrored ? candidates : candidates.reversed(), position: position(y),
      unlimited: position(y), start: "\(min(start, tops.count - 1))",
      estimate: VelocityEstimate(
        velocity: Velocity(x: .zero, y: PointsPerSecond(velocity)), reason: .ok),
      touch: position(y), screen: Planar(x: Points(height), y: Points(height)),
      hidden: hidden.map(position))
  }

  func target(_ policy: ReleasePolicy) -> String { policy.decide(context).target }

  func targetY(_ policy: ReleasePolicy) -> Double {
    policy.decide(context).targetPosition.y.value
  }

  func with(velocity: Double) -> Self { changed { $0.velocity = velocity } }
  func with(y: Double) -> Self { changed { $0.y = y } }
  func with(tops: [Double]) -> Self { changed { $0.tops = tops } }

  /// Returns the release on a larger or smaller screen.
  func scaled(by factor: Double) -> Self {
    changed {
      $0.tops = tops.map { $0 * factor }
      $0.y *= factor
      $0.velocity *= factor
      $0.hidden = hidden.map { $0 * factor }
      $0.height *= factor
    }
  }

  /// Returns the release shifted down, with the same distance to the lower edge of the screen.
  func moved(by displacement: Double) -> Self {
    changed {
      $0.tops = tops.map { $0 + displacement }
      $0.y += displacement
      $0.hidden = hidden.map { $0 + displacement }
    }
  }

  /// The release on a sheet that hangs from the upper edge.
  var mirrored: Self {
    changed {
      $0.tops = tops.map { -$0 }
      $0.y = -y
      $0.velocity = -velocity
      $0.isMirrored = true
    }
  }

  private func changed(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}

extension ReleasePolicy {
  /// Returns the policy with changed values of those settings that apply to it.
  func with(_ values: KeyValuePairs<String, String>) throws -> ReleasePolicy {
    try ResolvedTuning(
      self, settings: Self.settings,
      applying: values.map { Assignment(key: $0.key, value: $0.value) }, scenario: "policy"
    ).tuning
  }

  /// Returns the policy with every length and speed multiplied by `factor`.
  func scaled(by factor: Double) -> ReleasePolicy {
    var policy = self
    for setting in Self.settings where setting.applies(in: self) {
      guard ["pt", "pt/s"].contains(setting.unit) else { continue }
      guard case .number(_, let get, let set) = setting.access else { continue }
      set(&policy, get(policy) * factor)
    }
    return policy
  }
}
