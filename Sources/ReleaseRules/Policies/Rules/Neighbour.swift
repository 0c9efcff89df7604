public import Quantities

extension ReleaseRule {
  /// The next candidate in the direction of a flick; else the next one when the way past the one
  /// behind is at least the positional threshold; without a velocity the nearest.
  ///
  /// With ``Next/atOrBeyond`` a release that is slower than a flick goes by the threshold, with
  /// the others to the nearest candidate.
  ///
  /// Source: Compose Foundation, `AnchoredDraggableState.computeTarget`, at 021178d; Flutter,
  /// `_SnappingSimulation`, at fd5c7ea; smooth_sheets, `MultiSnapGrid`, at beb86c7.
  public struct Neighbour: Hashable, Sendable {
    /// What counts as the next candidate.
    public var next = Next.atOrBeyond
    /// A release this fast is a flick; 0 switches flicks off.
    public var flick = PointsPerSecond(300)
    /// The fraction of the gap that must be passed, for ``Next/atOrBeyond``; unitless.
    public var threshold = 0.5
    /// The same as a distance; 0 takes ``threshold`` as a fraction of the gap.
    public var positional = Points(0)

    /// Creates the standard rule.
    public init() {}

    /// What counts as the next candidate.
    public enum Next: String, Hashable, SettingWord {
      /// The first at the position of the release or beyond it, both ways; as in Compose.
      case atOrBeyond
      /// The same upwards; downwards the first strictly beyond it; as in Flutter.
      case beyondDownwards
      /// The one after the nearest; as in smooth_sheets.
      case afterNearest

      /// What it means, in one sentence.
      public var meaning: String {
        switch self {
        case .atOrBeyond:
          "The first at the position of the release or beyond it, both ways, as in Compose."
        case .beyondDownwards:
          "The same upwards; downwards the first strictly beyond it, as in Flutter's sheets."
        case .afterNearest: "The one after the nearest, as in smooth_sheets."
        }
      }
    }
  }
}

extension ReleaseRule.Neighbour: RuleNumbers {
  static let name = "neighbour"
  static let meaning =
    "The next candidate in the direction of a flick, else whichever the positional threshold "
    + "says, as in Compose, Flutter and smooth_sheets."

  static let settings: [Setting<Self>] = [
    Setting(
      "release.neighbour", .word { $1(&$0.next) },
      "What counts as the next candidate.", source: "Compose, AnchoredDraggable"
    ).deciding,
    .flick({ $1(&$0.flick) }, "A release this fast is a flick; 0 is off."),
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
      // Upstream's surface never leaves its ends.
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
