public import Quantities

extension ReleaseRule {
  /// The candidate nearest to the projection, held to the neighbours, kept by hysteresis, and never
  /// against a flick.
  public struct Nearest: Hashable, Sendable {
    /// Whether one release reaches at most the next candidate.
    public var adjacentOnly = true
    /// A release faster than this may pass candidates all the same; 0 is never.
    public var skip = PointsPerSecond(0)
    /// A release this fast is a flick; 0 switches flicks off.
    public var flick = PointsPerSecond(300)
    /// How much nearer another candidate must be for the start to be left.
    public var hysteresis = Points(8)
    /// Which of two candidates that are equally near is taken.
    public var tie = Tie.start

    /// Creates the standard rule.
    public init() {}

    /// Which of two candidates that are equally near is taken.
    public enum Tie: String, Hashable, SettingWord {
      /// The one that does not lead back, and then the one nearer to the start.
      case start
      /// The higher, or later, one.
      case higher
      /// The lower, or earlier, one.
      case lower

      /// What it means, in one sentence.
      public var meaning: String {
        switch self {
        case .start: "The one that does not lead back, and then the one nearer to the start."
        case .higher: TieSide.higher.meaning
        case .lower: TieSide.lower.meaning
        }
      }
    }
  }
}

extension ReleaseRule.Nearest: RuleNumbers {
  static let name = "nearest"
  static let meaning = "The candidate nearest to the projected point."
  static let projection = RuleKind.ProjectionUse.timeAndPoint

  static let settings: [Setting<Self>] = [
    .adjacentOnly { $1(&$0.adjacentOnly) },
    .skip({ $1(&$0.skip) }, "A release faster than this may pass candidates; 0 is never."),
    .flick(
      { $1(&$0.flick) },
      "A release this fast is a flick, never answered against its direction; 0 is off."),
    .hysteresis { $1(&$0.hysteresis) },
    Setting(
      "release.tie", .word { $1(&$0.tie) },
      "Which of two candidates that are equally near is taken.",
      source: "ours; from the very middle it goes on, or back to where it came from"),
  ]

  func decide(_ release: Release) -> Verdict {
    let velocity = release.velocity
    let isHeld = adjacentOnly && !(skip > .zero && velocity.length > skip)
    let search = NearestSearch(
      release.context, velocity: velocity, projected: release.projected, isHeld: isHeld, tie: tie)
    let plain = search.nearest(keeping: nil, by: .zero)
    let kept =
      hysteresis > .zero ? search.nearest(keeping: release.context.start, by: hysteresis) : plain
    if flick > .zero, search.velocity.length >= flick, search.leadsBack(kept),
      let ahead = search.nearestAhead()
    {
      return .rest(ahead, .flickFloor)
    }
    if release.context.candidates.count == 1 { return .rest(kept, .single) }
    if kept.name != plain.name { return .rest(kept, .hysteresisKept) }
    if velocity == .zero { return .rest(kept, .nearest) }
    let isClamped = search.reached != release.projected && kept.position == search.reached
    return .rest(kept, isClamped ? .clampedToAdjacent : .projected)
  }
}

/// The search for the candidate nearest to a projection.
private struct NearestSearch {
  /// The candidates that one release may reach.
  let reachable: ArraySlice<RestCandidate>
  /// The projection, held to the reachable candidates.
  let reached: Position
  /// Where the surface is; held to the candidates, because from beyond them the way back does not
  /// count as one.
  private let inside: Position
  /// The velocity along the axes along which the candidates differ; along the others there is nothing
  /// to choose.
  let velocity: Velocity
  private let start: Position?
  private let tie: ReleaseRule.Nearest.Tie

  /// With `isHeld`, only the candidates around the position can be reached, and one more in the
  /// direction of the velocity when the surface is just at one.
  init(
    _ context: ReleaseContext, velocity: Velocity, projected: Position, isHeld: Bool,
    tie: ReleaseRule.Nearest.Tie
  ) {
    self.tie = tie
    let all = context.candidates
    start = all.first { $0.name == context.start }?.position
    let box = Box(all[...])
    self.velocity = box.onAxes(velocity)
    inside = box.held(context.position)
    guard isHeld else {
      reachable = all[...]
      reached = projected
      return
    }
    let axis = all[all.count - 1].position - all[0].position
    func along(_ pair: Planar<some Quantity>) -> Double { pair.dot(axis) }
    let (here, drift) = (along(inside), along(velocity))
    let before = all.lastIndex {
      along($0.position) < here || along($0.position) == here && drift >= 0
    }
    let after = all.firstIndex {
      along($0.position) > here || along($0.position) == here && drift <= 0
    }
    let first = before ?? 0
    reachable = all[first...max(first, after ?? all.count - 1)]
    reached = Box(reachable).held(projected)
  }

  /// The nearest candidate, where `kept` counts as nearer by `bonus`.
  ///
  /// Of equally near ones it is the one that ``ReleaseRule/Nearest/tie`` says.
  func nearest(keeping kept: String?, by bonus: Points) -> RestCandidate {
    // By their numbers, for to take one out of its array costs more than to weigh it.
    var best = reachable.startIndex
    var bestCost = cost(best, kept, bonus)
    for index in reachable.indices.dropFirst() {
      let cost = cost(index, kept, bonus)
      guard cost < bestCost || cost == bestCost && winsTie(reachable[index], over: reachable[best])
      else { continue }
      best = index
      bestCost = cost
    }
    return reachable[best]
  }

  /// The nearest of the candidates that do not lead back; nil when all do.
  func nearestAhead() -> RestCandidate? {
    var best: Int?
    for index in reachable.indices where !leadsBack(reachable[index]) {
      guard let known = best else {
        best = index
        continue
      }
      if cost(index, nil, .zero) < cost(known, nil, .zero) { best = index }
    }
    return best.map { reachable[$0] }
  }

  /// Whether going to `candidate` means going against the velocity.
  func leadsBack(_ candidate: RestCandidate) -> Bool {
    (candidate.position - inside).dot(velocity) < 0
  }

  private func cost(_ index: Int, _ kept: String?, _ bonus: Points) -> Points {
    let distance = (reachable[index].position - reached).length
    guard let kept, reachable[index].name == kept else { return distance }
    return distance - bonus
  }

  /// Whether `candidate`, which comes after `best`, is taken where both are equally near.
  private func winsTie(_ candidate: RestCandidate, over best: RestCandidate) -> Bool {
    switch tie {
    case .higher: return true
    case .lower: return false
    case .start: break
    }
    let (isBack, wasBack) = (leadsBack(candidate), leadsBack(best))
    guard isBack == wasBack, let start else { return wasBack && !isBack }
    return (candidate.position - start).length < (best.position - start).length
  }
}

/// The smallest upright rectangle around some candidates.
private struct Box {
  private var low: Position
  private var high: Position

  init(_ candidates: ArraySlice<RestCandidate>) {
    low = candidates[candidates.startIndex].position
    high = low
    for index in candidates.indices.dropFirst() {
      let position = candidates[index].position
      low = Position(x: min(low.x, position.x), y: min(low.y, position.y))
      high = Position(x: max(high.x, position.x), y: max(high.y, position.y))
    }
  }

  /// `velocity` with only the axes along which the rectangle has a length.
  func onAxes(_ velocity: Velocity) -> Velocity {
    Velocity(
      x: low.x == high.x ? .zero : velocity.x, y: low.y == high.y ? .zero : velocity.y)
  }

  func held(_ position: Position) -> Position {
    Position(
      x: position.x.clamped(to: low.x...high.x), y: position.y.clamped(to: low.y...high.y))
  }
}
