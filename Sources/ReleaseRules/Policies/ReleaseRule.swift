public import Quantities
import VelocityEstimation

/// A rule that picks the target of a release from position and velocity, with the numbers of the rule.
///
/// The rule is bundled with Flickbook, such as ``Nearest``, or is your own rule, ``Custom``.
public struct ReleaseRule: Hashable, Sendable {
  /// The numbers in a class instance, because Embedded Swift supports `any` only for protocols of classes.
  private let numbers: any AnyNumbers

  /// Creates the rule with `numbers`.
  public init(_ numbers: some RuleNumbers) { self.numbers = Boxed(numbers) }

  /// Returns the numbers of the rule if its type is `rule`; otherwise nil.
  public func numbers<Numbers: RuleNumbers>(of rule: Numbers.Type) -> Numbers? {
    (numbers as? Boxed<Numbers>)?.numbers
  }

  /// Returns whether both values are the same rule with the same numbers.
  public static func == (one: ReleaseRule, other: ReleaseRule) -> Bool {
    one.numbers.equals(other.numbers)
  }

  /// Hashes the numbers.
  public func hash(into hasher: inout Hasher) { numbers.hash(into: &hasher) }

  /// The kind of the rule: its name, its meaning and its settings.
  public var kind: RuleKind { numbers.kind }

  /// The name of the rule: its value for the setting `release.choice`.
  var name: String { numbers.name }

  /// The lowest speed of a flick; zero for rules without flicks.
  package var flick: PointsPerSecond { numbers.flick }

  /// The names of targets that the rule can pick in addition to the candidates; empty for most rules.
  package var ownTargets: [String] { numbers.ownTargets }

  func decide(_ release: Release) -> Verdict { numbers.decide(release) }
}

/// The numbers of any rule.
private protocol AnyNumbers: AnyObject, Sendable {
  var kind: RuleKind { get }
  var name: String { get }
  var flick: PointsPerSecond { get }
  var ownTargets: [String] { get }
  func decide(_ release: Release) -> Verdict
  func equals(_ other: any AnyNumbers) -> Bool
  func hash(into hasher: inout Hasher)
}

private final class Boxed<Numbers: RuleNumbers>: AnyNumbers {
  let numbers: Numbers
  init(_ numbers: Numbers) { self.numbers = numbers }
  var kind: RuleKind { numbers.kind }
  var name: String { numbers.name }
  var flick: PointsPerSecond { numbers.flick }
  var ownTargets: [String] { numbers.ownTargets }
  func decide(_ release: Release) -> Verdict { numbers.decide(release) }
  func equals(_ other: any AnyNumbers) -> Bool { (other as? Self)?.numbers == numbers }
  func hash(into hasher: inout Hasher) { hasher.combine(numbers) }
}

extension ReleaseRule {
  /// The bundled rules, in the order in which they are listed.
  public static var kinds: [RuleKind] { bundledRules }

  /// The bundled rules, followed by the registered rules.
  public static var allKinds: [RuleKind] {
    #if $Embedded
      kinds
    #else
      kinds + RuleKind.own
    #endif
  }

  /// Returns the bundled or registered rule with the name `name`; nil if there is none.
  static func kind(named name: String) -> RuleKind? {
    for kind in kinds where kind.name == name { return kind }
    #if $Embedded
      return nil
    #else
      return RuleKind.registered(name)
    #endif
  }
}

/// The bundled rules, in the order in which they are listed.
private let bundledRules = [
  RuleKind(ReleaseRule.Nearest.self),
  RuleKind(ReleaseRule.Quadrant.self),
  RuleKind(ReleaseRule.Progress.self),
  RuleKind(ReleaseRule.Half.self),
  RuleKind(ReleaseRule.FlingLine.self),
  RuleKind(ReleaseRule.Segment.self),
  RuleKind(ReleaseRule.Neighbour.self),
  RuleKind(ReleaseRule.HalfExpanded.self),
  RuleKind(ReleaseRule.Swipe.self),
  RuleKind(ReleaseRule.Page.self),
  RuleKind(ReleaseRule.RoundedPage.self),
  RuleKind(ReleaseRule.Vaul.self),
  RuleKind(ReleaseRule.FarFlick.self),
  RuleKind(ReleaseRule.Pull.self),
  RuleKind(ReleaseRule.ReactSpringBottomSheet.self),
  RuleKind(ReleaseRule.Fling.self),
  RuleKind(ReleaseRule.Heading.self),
  RuleKind(ReleaseRule.QtSwipeView.self),
  RuleKind(ReleaseRule.CSSSnap.self),
  RuleKind(ReleaseRule.ComposePager.self),
  RuleKind(ReleaseRule.Swiper.self),
  RuleKind(ReleaseRule.QtDrawer.self),
  RuleKind(ReleaseRule.Embla.self),
]

/// The numbers of a rule, and the decision that depends on them.
public protocol RuleNumbers: Hashable, Sendable {
  /// The name, the settings and the inputs of the rule.
  var kind: RuleKind { get }
  /// The name of the rule: its value for the setting `release.choice`.
  var name: String { get }
  /// The lowest speed of a flick; zero for rules without flicks, the default.
  var flick: PointsPerSecond { get }
  /// The names of targets that the rule can pick in addition to the candidates; empty by default.
  var ownTargets: [String] { get }

  /// Returns the target of `release`, with the reason.
  func decide(_ release: Release) -> Verdict
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension RuleNumbers {
  public var flick: PointsPerSecond { .zero }
  public var ownTargets: [String] { [] }
}

/// The numbers of a rule that is part of Flickbook, and the name, meaning and settings for its ``RuleKind``.
protocol BundledRule: RuleNumbers {
  /// The name of the rule: its value for the setting `release.choice`.
  static var name: String { get }
  /// The behaviour of the rule, in one sentence.
  static var meaning: String { get }
  /// The part of the projection that the rule uses; none by default.
  static var projection: RuleKind.ProjectionUse { get }
  /// Whether the rule uses ``ReleasePolicy/dismissal``; true by default.
  static var usesCommonDismissal: Bool { get }
  /// The settings of the numbers; empty by default.
  static var settings: [Setting<Self>] { get }
  /// A Markdown table for each setting whose value is a word, made by ``table(of:_:)``; empty by default.
  static var words: [String] { get }

  /// Creates the default numbers.
  init()
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension BundledRule {
  static var projection: RuleKind.ProjectionUse { .none }
  static var usesCommonDismissal: Bool { true }
  static var settings: [Setting<Self>] { [] }
  static var words: [String] { [] }
  public var name: String { Self.name }

  public var kind: RuleKind {
    guard let kind = bundledRules.first(where: { $0.name == Self.name }) else {
      preconditionFailure("the rule '\(Self.name)' is missing in the table of bundled rules")
    }
    return kind
  }
}

/// The input of a rule, after the velocity filter and the projection.
public struct Release: Sendable {
  /// The candidates, the position of the surface, the start, the screen, and the motion of the finger.
  public let context: ReleaseContext
  /// The velocity of the release, after ``ReleasePolicy/filter``.
  public let velocity: Velocity
  /// The projection: the position at which the surface would come to rest by friction alone.
  public let projected: Position
  /// The projection time: the projection is the position plus the velocity times this time.
  let lookahead: Seconds
  /// The values of the parameters of a registered rule; nil for a bundled rule.
  var values: EstimatorValues?

  /// The release in one dimension, along the line on which the surface travels.
  var travel: Travel { Travel(context, velocity: velocity) }
}

/// The result of a rule, with the reason.
public enum Verdict: Sendable {
  /// The surface comes to rest at a candidate.
  case rest(RestCandidate, Decision.Reason)
  /// The surface is dismissed to a position; the last value is nil if the surface has only one dismissed position.
  case gone(Position, Decision.Reason, Decision.Dismissal? = nil)
}
