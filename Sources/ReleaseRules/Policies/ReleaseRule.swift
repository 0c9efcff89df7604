package import Quantities

/// How the target of a release follows from position and velocity: one of some rules, each with numbers
/// of its own.
public enum ReleaseRule: Hashable, Sendable {
  /// The candidate nearest to the projected point.
  case nearest(Nearest)
  /// The candidate in the same quarter of the screen as the projected point.
  case quadrant(Quadrant)
  /// The first or the last candidate, by the projected progress.
  case progress(Progress)
  /// The first or the last candidate, by the half of the way; as Android's Picture-in-Picture does.
  case half(Half)
  /// Where the line of the throw meets the edge; as Android's Picture-in-Picture did before.
  case flingLine(FlingLine)
  /// The nearer end of the segment between two candidates; as FloatingPanel does.
  case segment(Segment)
  /// The next candidate for a flick; as Compose, Flutter and smooth_sheets do.
  case neighbour(Neighbour)
  /// By thirds and halves of three positions; as Material does.
  case halfExpanded(HalfExpanded)
  /// Nearest to a projection that grows with the square of the speed; as libadwaita does.
  case swipe(Swipe)
  /// One on from the start for a flick, else the nearest.
  case page(Page)
  /// The candidate that the position rounds to; as Flutter's pages do.
  case roundedPage(RoundedPage)
  /// The neighbour on the side of the way, the end when faster; as vaul does.
  case vaul(Vaul)
  /// The end on the side of the way for a flick; as astryx does.
  case farFlick(FarFlick)
  /// Out when pulled or thrown far or fast enough; as a modal does.
  case pull(Pull)
  /// Nearest to the position carried on by the way times the speed; as react-spring-bottom-sheet does.
  case reactSpringBottomSheet(ReactSpringBottomSheet)
  /// Out the way that it is thrown or carried; as a card does.
  case fling(Fling)
  /// The end that the velocity points to; as the momentum drawer of fluid-interfaces does.
  case direction(Heading)
}

extension ReleaseRule {
  /// The rules, in the order in which they are listed.
  public static let kinds = [
    RuleKind(nearest) { if case .nearest(let rule) = $0 { rule } else { nil } },
    RuleKind(quadrant) { if case .quadrant(let rule) = $0 { rule } else { nil } },
    RuleKind(progress) { if case .progress(let rule) = $0 { rule } else { nil } },
    RuleKind(half) { if case .half(let rule) = $0 { rule } else { nil } },
    RuleKind(flingLine) { if case .flingLine(let rule) = $0 { rule } else { nil } },
    RuleKind(segment) { if case .segment(let rule) = $0 { rule } else { nil } },
    RuleKind(neighbour) { if case .neighbour(let rule) = $0 { rule } else { nil } },
    RuleKind(halfExpanded) { if case .halfExpanded(let rule) = $0 { rule } else { nil } },
    RuleKind(swipe) { if case .swipe(let rule) = $0 { rule } else { nil } },
    RuleKind(page) { if case .page(let rule) = $0 { rule } else { nil } },
    RuleKind(roundedPage) { if case .roundedPage(let rule) = $0 { rule } else { nil } },
    RuleKind(vaul) { if case .vaul(let rule) = $0 { rule } else { nil } },
    RuleKind(farFlick) { if case .farFlick(let rule) = $0 { rule } else { nil } },
    RuleKind(pull) { if case .pull(let rule) = $0 { rule } else { nil } },
    RuleKind(reactSpringBottomSheet) {
      if case .reactSpringBottomSheet(let rule) = $0 { rule } else { nil }
    },
    RuleKind(fling) { if case .fling(let rule) = $0 { rule } else { nil } },
    RuleKind(direction) { if case .direction(let rule) = $0 { rule } else { nil } },
  ]

  /// What kind of rule it is.
  public var kind: RuleKind {
    guard let kind = Self.kinds.first(where: { $0.includes(self) }) else {
      preconditionFailure("a rule that is not in the table")
    }
    return kind
  }

  /// A release this fast is a flick; zero for rules without flicks.
  package var flick: PointsPerSecond { kind.flick(self) }

  /// The names of places that the rule finds by itself, besides the candidates; none of most rules.
  package var ownTargets: [String] {
    guard case .flingLine = self else { return [] }
    let corners = ["top", "bottom"].flatMap { ["\($0)Left", "\($0)Right"] }
    return corners + SnapFraction.Edge.allCases.map { $0.rawValue }
  }

  /// Picks a target.
  func decide(_ release: Release) -> Verdict {
    switch self {
    case .nearest(let rule): rule.decide(release)
    case .quadrant(let rule): rule.decide(release)
    case .progress(let rule): rule.decide(release)
    case .half(let rule): rule.decide(release)
    case .flingLine(let rule): rule.decide(release)
    case .segment(let rule): rule.decide(release)
    case .neighbour(let rule): rule.decide(release)
    case .halfExpanded(let rule): rule.decide(release)
    case .swipe(let rule): rule.decide(release)
    case .page(let rule): rule.decide(release)
    case .roundedPage(let rule): rule.decide(release)
    case .vaul(let rule): rule.decide(release)
    case .farFlick(let rule): rule.decide(release)
    case .pull(let rule): rule.decide(release)
    case .reactSpringBottomSheet(let rule): rule.decide(release)
    case .fling(let rule): rule.decide(release)
    case .direction(let rule): rule.decide(release)
    }
  }
}

/// The numbers of a rule, with what it decides by them.
protocol RuleNumbers: Hashable, Sendable {
  /// The word of `release.choice`.
  static var name: String { get }
  /// What the rule does, in one sentence.
  static var meaning: String { get }
  /// What it makes of the projection; nothing unless it says so.
  static var projection: RuleKind.ProjectionUse { get }
  /// Whether it leaves it to others when a surface is gone; so it is unless it says something else.
  static var leavesDismissal: Bool { get }
  /// The settings of the numbers.
  static var settings: [Setting<Self>] { get }

  /// The numbers by default.
  init()

  /// A release this fast is a flick; zero for no release.
  var flick: PointsPerSecond { get }

  /// Picks a target.
  func decide(_ release: Release) -> Verdict
}

extension RuleNumbers {
  static var projection: RuleKind.ProjectionUse { .none }
  static var leavesDismissal: Bool { true }
  var flick: PointsPerSecond { .zero }
}

/// A release as a rule sees it.
struct Release {
  /// The positions, and what the hand did.
  let context: ReleaseContext
  /// The velocity that counts.
  let velocity: Velocity
  /// Where the surface would come to rest by itself.
  let projected: Position
  /// How far ahead a velocity is projected.
  let lookahead: Seconds

  /// The release as seen along the line on which the surface travels.
  var travel: Travel { Travel(context, velocity: velocity) }
}

/// What a rule picks, and why.
enum Verdict {
  /// To rest at a candidate.
  case rest(RestCandidate, Decision.Reason)
  /// To be gone at a position, left as it is said.
  case gone(Position, Decision.Reason, Decision.Dismissal? = nil)
}
