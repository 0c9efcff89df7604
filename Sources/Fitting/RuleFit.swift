/// A release after which the surface comes to rest at one of several targets.
public struct ObservedRelease: Hashable, Sendable {
  /// The position of the surface at the release, in points.
  public var position: Double
  /// The velocity of the finger at the release, in pt/s.
  public var velocity: Double
  /// The position at which the surface comes to rest, in points.
  public var rest: Double

  /// Creates a release.
  public init(position: Double, velocity: Double, rest: Double) {
    self.position = position
    self.velocity = velocity
    self.rest = rest
  }
}

/// The bounds within which the parameters of a release rule must lie to explain observed releases.
///
/// Two rules are considered. With a *threshold*, a release at this speed or faster goes to the next target in its
/// direction, and a slower release goes to the nearest target. With a *projection*, a release goes to the target that
/// is nearest to its position plus its velocity times a projection time.
public struct RuleFit: Sendable {
  /// The numbers between which a parameter of a rule lies.
  public struct Bounds: Hashable, Sendable {
    /// The parameter is above this number; nil if the releases give no lower bound.
    public var above: Double?
    /// The parameter is at most this number; nil if the releases give no upper bound.
    public var atMost: Double?
    /// The number of releases that the rule explains with a parameter between the bounds.
    public var explained: Int
    /// The number of releases that restrict the parameter, because the rule would otherwise pick another target.
    public var informative: Int
  }

  /// The targets, in points, in ascending order; positions that are nearly the same count as one target.
  public var targets: [Double]
  /// The number of releases from which the bounds were found.
  public var count: Int
  /// The bounds of the threshold: the speed from which on a release goes to the next target, in pt/s.
  public var threshold: Bounds
  /// The bounds of the projection time, by which the velocity is multiplied, in seconds.
  public var projection: Bounds

  /// The distance up to which two positions of rest count as the same target, in points; our choice.
  static let sameTarget = 3.0

  /// Finds the parameters with which each rule explains the most releases.
  ///
  /// Returns nil if there are fewer than two targets, or fewer than two releases for each target.
  ///
  /// - Parameters:
  ///   - releases: The releases.
  ///   - more: Further targets, such as the positions from which gestures start.
  public init?(_ releases: [ObservedRelease], andTargets more: [Double] = []) {
    let all = (releases.map { $0.rest } + more).sorted()
    var targets: [Double] = []
    for place in all where place - (targets.last ?? -.infinity) > Self.sameTarget {
      targets.append(place)
    }
    guard targets.count > 1, releases.count >= 2 * targets.count else { return nil }
    self.targets = targets
    count = releases.count
    threshold = Self.best(releases.map { Self.thresholds(of: $0, targets) })
    projection = Self.best(releases.map { Self.times(of: $0, targets) })
  }

  /// The values of a parameter that explain a release: above the first and at most the second number.
  private typealias Range = (above: Double, atMost: Double, isInformative: Bool)

  private static func nearest(_ place: Double, _ targets: [Double]) -> Int {
    targets.indices.min {
      (targets[$0] - place).magnitude < (targets[$1] - place).magnitude
    } ?? 0
  }

  private static func thresholds(of release: ObservedRelease, _ targets: [Double]) -> Range? {
    let speed = release.velocity.magnitude
    let went = nearest(release.rest, targets)
    let near = nearest(release.position, targets)
    let next =
      release.velocity < 0
      ? targets.lastIndex { $0 < release.position } : targets.firstIndex { $0 > release.position }
    if next == nil || next == near { return went == near ? (0, .infinity, false) : nil }
    if went == next { return (0, speed, true) }
    return went == near ? (speed, .infinity, true) : nil
  }

  private static func times(of release: ObservedRelease, _ targets: [Double]) -> Range? {
    let went = nearest(release.rest, targets)
    let low = went > 0 ? (targets[went - 1] + targets[went]) / 2 : -.infinity
    let high =
      went + 1 < targets.count ? (targets[went] + targets[went + 1]) / 2 : Double.infinity
    let isInside = release.position >= low && release.position <= high
    guard release.velocity != 0 else { return isInside ? (0, .infinity, false) : nil }
    let ends = [low, high].map { ($0 - release.position) / release.velocity }
    let (first, last) = (min(ends[0], ends[1]), max(ends[0], ends[1]))
    guard last > 0 else { return nil }
    return (max(0, first), last, first > 0 || last < .infinity)
  }

  /// Returns the bounds within which a parameter explains the most releases; the lowest bounds if several explain
  /// equally many.
  private static func best(_ ranges: [Range?]) -> Bounds {
    let known = ranges.compactMap { $0 }
    let starts = Set(known.map { $0.above } + [0]).sorted()
    var best = Bounds(explained: -1, informative: known.count { $0.isInformative })
    for start in starts {
      let fitting = known.filter { $0.above <= start && $0.atMost > start }
      guard fitting.count > best.explained else { continue }
      let end = fitting.map { $0.atMost }.min() ?? .infinity
      // The parameter must be above `start`, because at `start` fewer releases are explained.
      best.above = start > 0 ? start : nil
      best.atMost = end < .infinity ? end : nil
      best.explained = fitting.count
    }
    return best
  }
}
