public import Quantities

extension ReleaseRule {
  /// Picks the next candidate in the direction of a flick.
  ///
  /// For a slower release, the target depends on ``next``:
  /// - With ``Next/atOrBeyond``, the surface goes to the next candidate in the direction of the velocity if its
  ///   distance from the candidate behind is at least the threshold, and otherwise to the candidate behind. A surface
  ///   without velocity goes to the nearest candidate.
  /// - With the other cases of ``Next``, every slower release goes to the nearest candidate.
  ///
  /// Source: Compose Foundation, `AnchoredDraggableState.computeTarget`, at 021178d; Flutter,
  /// `_SnappingSimulation`, at fd5c7ea; smooth_sheets, `MultiSnapGrid`, at beb86c7.
  public struct Neighbour: Hashable, Sendable {
    /// Which candidate counts as the next; this also determines the target of a slower release.
    public var next = Next.atOrBeyond
    /// The lowest speed of a flick; 0 turns flicks off.
    public var flick = PointsPerSecond(300)
    /// The fraction of the gap between two candidates that a slower release must have covered to go to the next
    /// candidate, for ``Next/atOrBeyond``; unitless.
    public var threshold = 0.5
    /// The threshold as a distance; 0 uses the fraction ``threshold`` of the gap instead.
    public var positional = Points(0)

    /// Creates the standard rule.
    public init() {}

    /// Which candidate counts as the next.
    public enum Next: String, Hashable, SettingWord {
      /// The first candidate at the position of the release or beyond it, in both directions; as in Compose.
      case atOrBeyond
      /// Upwards, the same candidate as with ``atOrBeyond``; downwards, the first candidate strictly beyond the
      /// position; as in Flutter.
      case beyondDownwards
      /// The candidate that follows the nearest candidate in the direction of the velocity; as in smooth_sheets.
      case afterNearest

      /// The meaning, in one sentence.
      public var meaning: String {
        switch self {
        case .atOrBeyond:
          "In both directions, the next candidate is the first one at or beyond the position of "
            + "the release, as in Compose."
        case .beyondDownwards:
          "Upwards, the next candidate is the first one at or beyond the position of the release; "
            + "downwards, it is the first one beyond this position, as in Flutter's sheets."
        case .afterNearest:
          "The next candidate is the one that follows the nearest candidate, as in smooth_sheets."
        }
      }
    }
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleaseRule.Neighbour: BundledRule {
  static let name = "neighbour"
  static let meaning =
    "For a flick, picks the next candidate in its direction. For a slower release, picks the "
    + "nearest candidate, or compares the position with a threshold if release.neighbour is "
    + "atOrBeyond. Compose, Flutter and smooth_sheets use this rule."

  static let settings: [Setting<Self>] = [
    Setting(
      "release.neighbour", .word { $1(&$0.next) },
      "Which candidate counts as the next one in the direction of a flick.",
      source: "Compose, AnchoredDraggable"
    ).deciding,
    .flick(
      { $1(&$0.flick) },
      "The lowest speed at which a release counts as a flick; 0 turns flicks off."),
    .threshold(
      { $1(&$0.threshold) },
      "A release that is no flick goes to the next candidate if the surface has covered at least "
        + "this fraction of the gap between the two candidates around the surface."
    )
    .only(usesPositionThreshold),
    .positional { $1(&$0.positional) }.only(usesPositionThreshold),
  ]
  static let words = [table(of: "release.neighbour", Next.self)]

  private static let usesPositionThreshold = SettingCondition<Self>(
    "release.neighbour", [Next.atOrBeyond.rawValue]
  ) { $0.next == .atOrBeyond }

  public func decide(_ release: Release) -> Verdict {
    let travel = release.travel
    let isFlick = flick > .zero && travel.velocity.magnitude >= flick.value
    if isFlick { return travel.rest(at: ahead(travel), .thresholdVelocity) }
    switch next {
    case .atOrBeyond:
      guard travel.velocity != 0 else {
        return travel.rest(at: travel.nearest(to: travel.here, prefersLower: true), .nearest)
      }
      return pickByPosition(travel)
    case .beyondDownwards, .afterNearest:
      return travel.rest(at: travel.nearest(to: travel.here), .nearest)
    }
  }

  /// Returns the index of the next candidate in the direction of the velocity.
  private func ahead(_ travel: Travel) -> Int {
    let (positions, here, isDown) = (travel.positions, travel.here, travel.velocity > 0)
    let last = positions.count - 1
    switch next {
    case .atOrBeyond:
      return isDown
        ? positions.firstIndex { $0 >= here } ?? last : positions.lastIndex { $0 <= here } ?? 0
    case .beyondDownwards:
      // In Flutter, the position of the surface is never beyond the first or the last candidate.
      let held = max(0, min(here, travel.length))
      return isDown
        ? positions.firstIndex { $0 > held } ?? last : positions.lastIndex { $0 <= held } ?? 0
    case .afterNearest:
      if here < positions[0] { return 0 }
      if here > positions[last] { return last }
      return max(0, min(travel.nearest(to: here) + (isDown ? 1 : -1), last))
    }
  }

  private func pickByPosition(_ travel: Travel) -> Verdict {
    let (positions, here, isDown) = (travel.positions, travel.here, travel.velocity > 0)
    let last = positions.count - 1
    let below = positions.firstIndex { $0 >= here } ?? last
    let above = positions.lastIndex { $0 <= here } ?? 0
    let (behind, ahead) = isDown ? (above, below) : (below, above)
    let gap = positions[below] - positions[above]
    let needed = positional > .zero ? positional.value : gap.magnitude * threshold
    let hasPassed = (positions[behind] - here).magnitude >= needed
    return travel.rest(at: hasPassed ? ahead : behind, .thresholdDistance)
  }
}
