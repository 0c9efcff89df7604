public import Quantities

extension ReleaseRule {
  /// Picks the candidate nearest to the projection.
  ///
  /// With ``adjacentOnly``, only the candidates next to the position of the surface are allowed. The start is kept
  /// unless another candidate is nearer by at least ``hysteresis``. The target is never in the direction opposite to a
  /// flick.
  public struct Nearest: Hashable, Sendable {
    /// Whether one release goes at most to the next candidate.
    public var adjacentOnly = true
    /// The speed above which a release may pass candidates; 0 means never.
    public var skip = PointsPerSecond(0)
    /// The lowest speed of a flick; 0 turns flicks off.
    public var flick = PointsPerSecond(300)
    /// The start is the target unless another candidate is nearer to the projection than the start by at least this
    /// distance.
    public var hysteresis = Points(8)
    /// The candidate that is picked if two are equally near.
    public var tie = Tie.start

    /// Creates the standard rule.
    public init() {}

    /// The candidate that is picked if two are equally near.
    public enum Tie: String, Hashable, SettingWord {
      /// The candidate towards which the surface moves.
      ///
      /// If the surface moves towards both candidates, or towards neither, the candidate nearer to the start is picked.
      case start
      /// The higher candidate, or the later page.
      case higher
      /// The lower candidate, or the earlier page.
      case lower
      /// The lower candidate, but never the dismissed position: the lowest candidate is then picked, as in Zag.
      case lowerRest

      /// The meaning, in one sentence.
      public var meaning: String {
        switch self {
        case .start:
          "If only one of two equally near candidates lies in the direction of the velocity, the rule "
            + "picks this one; otherwise, the one nearer to the start."
        case .higher: TieSide.higher.meaning
        case .lower: TieSide.lower.meaning
        case .lowerRest:
          "The rule picks the lower of two equally near candidates, but never the dismissed "
            + "position, as in Zag."
        }
      }
    }
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleaseRule.Nearest: BundledRule {
  static let name = "nearest"
  static let meaning = "Picks the candidate that is nearest to the projection."
  static let projection = RuleKind.ProjectionUse.timeAndPoint

  static let settings: [Setting<Self>] = [
    .adjacentOnly { $1(&$0.adjacentOnly) },
    .skip(
      { $1(&$0.skip) },
      "A release that is faster than this speed may go past the next candidate; 0 means that no "
        + "release may."),
    .flick(
      { $1(&$0.flick) },
      "The lowest speed at which a release counts as a flick, which never moves the surface "
        + "against its direction; 0 turns flicks off."
    ),
    .hysteresis { $1(&$0.hysteresis) },
    Setting(
      "release.tie", .word { $1(&$0.tie) },
      "Which of two candidates the rule picks if both are equally near to the projection.",
      source: "our choice; halfway, a moving surface continues, and a still surface returns"),
  ]
  static let words = [table(of: "release.tie", Tie.self)]

  public func decide(_ release: Release) -> Verdict {
    let velocity = release.velocity
    let isHeld = adjacentOnly && !(skip > .zero && velocity.length > skip)
    let search = NearestSearch(
      release.context, velocity: velocity, projected: release.projected, isHeld: isHeld, tie: tie)
    // The result without hysteresis shows whether the hysteresis is the reason for the target.
    let plain = search.nearest(keeping: nil, by: .zero)
    let kept =
      hysteresis > .zero ? search.nearest(keeping: release.context.start, by: hysteresis) : plain
    if flick > .zero, search.velocity.length >= flick, search.isAgainstVelocity(kept),
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
  /// The projected position of the surface, limited to the range of the reachable candidates.
  let reached: Position
  /// The position of the surface, limited to the range of the candidates.
  ///
  /// Without this limit, the return of a surface from beyond the last candidate would count as a move against the
  /// velocity.
  private let inside: Position
  /// The velocity along the axes on which the candidates differ, and zero along the other axes.
  let velocity: Velocity
  private let start: Position?
  private let tie: ReleaseRule.Nearest.Tie

  /// Creates a search among all candidates, or, if `isHeld`, among the candidates next to the position.
  ///
  /// The candidates next to the position are the last candidate before the surface and the first candidate after it.
  /// If the surface is exactly at a candidate, they are this candidate and, unless the velocity is zero, the next
  /// candidate in the direction of the velocity.
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

  /// Returns the candidate nearest to ``reached``, after `bonus` is subtracted from the distance of `kept`.
  ///
  /// If several candidates are equally near, ``ReleaseRule/Nearest/tie`` decides.
  func nearest(keeping kept: String?, by bonus: Points) -> RestCandidate {
    // The loop uses indices, because copying a candidate out of the array takes longer than computing its distance.
    var best = reachable.startIndex
    var bestCost = cost(best, kept, bonus)
    for index in reachable.indices.dropFirst() {
      let cost = cost(index, kept, bonus)
      guard
        cost < bestCost || cost == bestCost && isPreferred(reachable[index], over: reachable[best])
      else { continue }
      best = index
      bestCost = cost
    }
    return reachable[best]
  }

  /// Returns the candidate nearest to ``reached`` that is not against the velocity; nil if all are against it.
  func nearestAhead() -> RestCandidate? {
    var best: Int?
    for index in reachable.indices where !isAgainstVelocity(reachable[index]) {
      guard let known = best else {
        best = index
        continue
      }
      if cost(index, nil, .zero) < cost(known, nil, .zero) { best = index }
    }
    return best.map { reachable[$0] }
  }

  /// Whether a move to `candidate` is against the velocity.
  func isAgainstVelocity(_ candidate: RestCandidate) -> Bool {
    (candidate.position - inside).dot(velocity) < 0
  }

  private func cost(_ index: Int, _ kept: String?, _ bonus: Points) -> Points {
    let distance = (reachable[index].position - reached).length
    guard let kept, reachable[index].name == kept else { return distance }
    return distance - bonus
  }

  /// Whether `candidate` is picked instead of `best`, an earlier candidate that is equally near.
  private func isPreferred(_ candidate: RestCandidate, over best: RestCandidate) -> Bool {
    switch tie {
    // Candidates are in order along the travel, so the later one is the higher candidate or the later page.
    case .higher: return true
    case .lower: return false
    case .lowerRest: return best.name == Decision.gone
    case .start: break
    }
    let (isBack, wasBack) = (isAgainstVelocity(candidate), isAgainstVelocity(best))
    guard isBack == wasBack, let start else { return wasBack && !isBack }
    return (candidate.position - start).length < (best.position - start).length
  }
}

/// The smallest axis-aligned rectangle around some candidates.
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

  /// Returns `velocity` with zero along each axis on which the rectangle has no length.
  func onAxes(_ velocity: Velocity) -> Velocity {
    Velocity(
      x: low.x == high.x ? .zero : velocity.x, y: low.y == high.y ? .zero : velocity.y)
  }

  func held(_ position: Position) -> Position {
    Position(
      x: position.x.clamped(to: low.x...high.x), y: position.y.clamped(to: low.y...high.y))
  }
}
