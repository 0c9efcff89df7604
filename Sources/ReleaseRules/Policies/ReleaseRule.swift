package import Quantities

/// A rule that picks the target of a release from position and velocity, with the numbers of the rule.
public enum ReleaseRule: Hashable, Sendable {
  /// Picks the candidate that is nearest to the projection.
  case nearest(Nearest)
  /// Picks the candidate in the same quarter of the screen as the projection.
  case quadrant(Quadrant)
  /// Picks the first or the last candidate, depending on how far the projection is from the first.
  case progress(Progress)
  /// Picks the first or the last candidate, whichever is on the projection's side of the middle; as in Android.
  case half(Half)
  /// Picks the position where a line in the direction of the velocity meets the edge; as in Android 8 to 10.
  case flingLine(FlingLine)
  /// Picks one of the two candidates around the surface, depending on the projection; as in FloatingPanel.
  case segment(Segment)
  /// Picks the next candidate for a flick; as in Compose, Flutter and smooth_sheets.
  case neighbour(Neighbour)
  /// Picks the expanded, the half expanded or the collapsed position; as in Material.
  case halfExpanded(HalfExpanded)
  /// Picks the candidate nearest to a projection that grows with the square of the speed; as in libadwaita.
  case swipe(Swipe)
  /// Picks the next page for a flick, and otherwise the page nearest to the projection.
  case page(Page)
  /// Picks the candidate nearest to the position, to which a flick first adds half a page; as in Flutter's pages.
  case roundedPage(RoundedPage)
  /// Picks the candidate next to the start for a flick, the end of the travel for a faster release; as in vaul.
  case vaul(Vaul)
  /// Picks the end of the travel in the direction of the displacement for a flick; as in astryx.
  case farFlick(FarFlick)
  /// Dismisses a surface that was pulled far enough or thrown fast enough; as in a modal.
  case pull(Pull)
  /// Picks the candidate nearest to the position plus 2 × displacement × speed; as in react-spring-bottom-sheet.
  case reactSpringBottomSheet(ReactSpringBottomSheet)
  /// Dismisses the surface in the direction of a throw or of the displacement; as in a card.
  case fling(Fling)
  /// Picks the end of the travel in the direction of the velocity; as in the momentum drawer of fluid-interfaces.
  case direction(Heading)
  /// Picks the next page from the position for a flick, and for a slow drag of more than 30 pt; as in Qt.
  case qtSwipeView(QtSwipeView)
  /// Picks the page at which the throw of the content would end; as in Chromium with CSS scroll snap.
  case cssSnap(CSSSnap)
  /// Picks a page around the position, by a flick or by the distance of the drag; as in Compose.
  case composePager(ComposePager)
  /// Picks the next page in the direction of a short touch, and otherwise the nearest; as in Swiper.
  case swiper(Swiper)
  /// Picks an end by the position, then by the velocity, then by the direction; as in the drawer of Qt.
  case qtDrawer(QtDrawer)
  #if !$Embedded
    /// Picks the target that a rule of your own picks, which is registered with ``register(_:)``.
    case custom(Custom)
  #endif
}

extension ReleaseRule {
  /// The bundled rules, in the order in which they are listed.
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
    RuleKind(qtSwipeView) { if case .qtSwipeView(let rule) = $0 { rule } else { nil } },
    RuleKind(cssSnap) { if case .cssSnap(let rule) = $0 { rule } else { nil } },
    RuleKind(composePager) { if case .composePager(let rule) = $0 { rule } else { nil } },
    RuleKind(swiper) { if case .swiper(let rule) = $0 { rule } else { nil } },
    RuleKind(qtDrawer) { if case .qtDrawer(let rule) = $0 { rule } else { nil } },
  ]

  /// The kind of the rule.
  public var kind: RuleKind {
    #if !$Embedded
      if case .custom(let rule) = self { return rule.kind }
    #endif
    guard let kind = Self.kinds.first(where: { $0.includes(self) }) else {
      preconditionFailure("the rule is missing in ReleaseRule.kinds")
    }
    return kind
  }

  /// The bundled rules, followed by the registered rules.
  public static var allKinds: [RuleKind] {
    #if $Embedded
      kinds
    #else
      kinds + CustomRuleDefinition.own.map { $0.kind }
    #endif
  }

  /// The value of the setting `release.choice`: the name, and for a custom rule also the values of its parameters.
  var text: String {
    #if !$Embedded
      if case .custom(let rule) = self { return rule.text }
    #endif
    return kind.name
  }

  /// The lowest speed of a flick; zero for rules without flicks.
  package var flick: PointsPerSecond { kind.flick(self) }

  /// The names of targets that the rule can pick in addition to the candidates; empty for most rules.
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
    case .qtSwipeView(let rule): rule.decide(release)
    case .cssSnap(let rule): rule.decide(release)
    case .composePager(let rule): rule.decide(release)
    case .swiper(let rule): rule.decide(release)
    case .qtDrawer(let rule): rule.decide(release)
    #if !$Embedded
      case .custom(let rule): rule.decide(release)
    #endif
    }
  }
}

/// The numbers of a rule, and the decision that depends on them.
protocol RuleNumbers: Hashable, Sendable {
  /// The name of the rule: its word in the setting `release.choice`.
  static var name: String { get }
  /// The behaviour of the rule, in one sentence.
  static var meaning: String { get }
  /// The part of the projection that the rule uses; none by default.
  static var projection: RuleKind.ProjectionUse { get }
  /// Whether the rule uses ``ReleasePolicy/dismissal``; true by default.
  static var usesCommonDismissal: Bool { get }
  /// The settings of the numbers.
  static var settings: [Setting<Self>] { get }

  /// Creates the default numbers.
  init()

  /// The lowest speed of a flick; zero for rules without flicks.
  var flick: PointsPerSecond { get }

  /// Picks a target.
  func decide(_ release: Release) -> Verdict
}

extension RuleNumbers {
  static var projection: RuleKind.ProjectionUse { .none }
  static var usesCommonDismissal: Bool { true }
  var flick: PointsPerSecond { .zero }
}

/// The input of a rule, after the velocity filter and the projection.
struct Release {
  /// The candidates, the position of the surface, and the motion of the finger.
  let context: ReleaseContext
  /// The filtered velocity.
  let velocity: Velocity
  /// The projected rest position.
  let projected: Position
  /// The projection time: the projection is the position plus the velocity times this time.
  let lookahead: Seconds

  /// The release in one dimension, along the line on which the surface travels.
  var travel: Travel { Travel(context, velocity: velocity) }
}

/// The result of a rule, with the reason.
enum Verdict {
  /// The surface comes to rest at a candidate.
  case rest(RestCandidate, Decision.Reason)
  /// The surface is dismissed to a position; the last value is nil for a fixed dismissed position.
  case gone(Position, Decision.Reason, Decision.Dismissal? = nil)
}
