public import Quantities

extension ReleaseRule {
  /// The next candidate in the direction of a flick, otherwise by the positional threshold.
  ///
  /// With ``Next/atOrBeyond``, a release slower than a flick goes to the next candidate if the distance from
  /// the one behind is at least the threshold, and without a velocity to the nearest. With the other cases,
  /// every release slower than a flick goes to the nearest candidate.
  ///
  /// Source: Compose Foundation, `AnchoredDraggableState.computeTarget`, at 021178d; Flutter,
  /// `_SnappingSimulation`, at fd5c7ea; smooth_sheets, `MultiSnapGrid`, at beb86c7.
  public struct Neighbour: Hashable, Sendable {
    /// The definition of the next candidate.
    public var next = Next.atOrBeyond
    /// The lowest speed of a flick; 0 turns flicks off.
    public var flick = PointsPerSecond(300)
    /// The fraction of the gap that must be passed, for ``Next/atOrBeyond``; unitless.
    public var threshold = 0.5
    /// The threshold as a distance; 0 uses the fraction ``threshold`` of the gap instead.
    public var positional = Points(0)

    /// Creates the standard rule.
    public init() {}

    /// The definition of the next candidate.
    public enum Next: String, Hashable, SettingWord {
      /// The first at the position of the release or beyond it, in both directions; as in Compose.
      case atOrBeyond
      /// Upwards the same; downwards the first strictly beyond the position; as in Flutter.
      case beyondDownwards
      /// The one after the nearest; as in smooth_sheets.
      case afterNearest

      /// The meaning, in one sentence.
      public var meaning: String {
        switch self {
        case .atOrBeyond:
          "The first at the position of the release or beyond it, in both directions, as in Compose."
        case .beyondDownwards:
          "Upwards as atOrBeyond; downwards the first strictly beyond it, as in Flutter's sheets."
        case .afterNearest: "The one after the nearest, as in smooth_sheets."
        }
      }
    }
  }
}

extension ReleaseRule.Neighbour: RuleNumbers {
  static let name = "neighbour"
  static let meaning =
    "The next candidate in the direction of a flick, otherwise by the positional threshold "
    + "or the nearest, as in Compose, Flutter and smooth_sheets."

  static let settings: [Setting<Self>] = [
    Setting(
      "release.neighbour", .word { $1(&$0.next) },
      "The definition of the next candidate.", source: "Compose, AnchoredDraggable"
    ).deciding,
    .flick({ $1(&$0.flick) }, "The lowest speed of a flick; 0 turns flicks off."),
    .threshold({ $1(&$0.threshold) }, "The fraction of the gap that must be passed to go on.")
      .only(goesByPosition),
    .positional { $1(&$0.positional) }.only(goesByPosition),
  ]

  private static let goesByPosition = SettingCondition<Self>(
    "release.neighbour", [Next.atOrBeyond.rawValue]
  ) { $0.next == .atOrBeyond }

  func decide(_ release: Release) -> Verdict {
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

  /// The next candidate in the direction of the velocity.
  private func ahead(_ travel: Travel) -> Int {
    let (positions, here, isDown) = (travel.positions, travel.here, travel.velocity > 0)
    let last = positions.count - 1
    switch next {
    case .atOrBeyond:
      return isDown
        ? positions.firstIndex { $0 >= here } ?? last : positions.lastIndex { $0 <= here } ?? 0
    case .beyondDownwards:
      // The surface of the original never leaves its ends.
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
