import Quantities
public import ReleaseRules
import Scenarios
import Surfaces
import VelocityEstimation

/// A named release rule, with the sheet on which it is checked.
public struct SheetRule: Sendable {
  /// The name of the rule: a preset, or the file that contains it.
  public var name: String
  /// The scenario of the rule; one of ``scenarios``.
  public var scenario: String
  /// The rule, with its velocity filter, projection, dismissal and hand-off.
  public var policy: ReleasePolicy
  /// The sheet and the limits of the search.
  public var lint: RuleLint
  /// True if the request describes the sheet; false if the sheet is the default sheet of ``RuleLint``.
  public var isOwnSheet: Bool

  /// The scenarios whose rules can be checked: surfaces that move in one dimension between positions.
  public static let scenarios = [SheetScenario.name, ModalScenario.name]

  /// The limit for the number of searched positions times the number of detents.
  ///
  /// We chose 50,000 because a search of 4,000 positions with 12 detents takes a second.
  static let mostReleases = 50_000.0

  /// The limit for the number of detents of a sheet; the search simulates gestures that start at each detent.
  ///
  /// We chose 16 because no real sheet has more detents.
  static let mostDetents = 16

  /// Creates the rule that `request` sets for a sheet or a modal.
  ///
  /// The rule of a sheet is checked with the detents of the request, or on the default sheet of ``RuleLint`` if the
  /// request sets no detents. The sheet can be dismissed if the request allows it. The rule of a modal is checked
  /// between the position of the presented modal and the position of the dismissed modal.
  ///
  /// - Throws: `SettingError` if the scenario has no such rule, the preset or a setting is unknown, or the
  ///   sheet is too large to search.
  public init(name: String, request: ReplayRequest) throws(SettingError) {
    let scenario = try ScenarioKind.named(request.scenario).name
    switch scenario {
    case SheetScenario.name: try self.init(sheet: name, request)
    case ModalScenario.name: try self.init(modal: name, request)
    default:
      throw .contradiction(
        scenario: scenario,
        found: "the surface of this scenario does not move in one dimension between positions",
        remedy: "choose a rule of \(Self.scenarios.joined(separator: " or "))")
    }
    let own = try request.withPresetChoices().estimator
    do throws(EstimatorError) { lint.ownEstimator = try Estimator.named(own) } catch {
      throw .contradiction(
        scenario: scenario, found: error.description, remedy: "choose another estimator")
    }
  }

  private init(modal name: String, _ request: ReplayRequest) throws(SettingError) {
    let tuning = try ModalScenario.resolved(request).tuning
    // This throws if the settings contradict each other.
    _ = try ModalScenario(tuning: tuning, screen: request.screen)
    self.name = name
    scenario = ModalScenario.name
    policy = tuning.motion.release
    lint = RuleLint()
    isOwnSheet = true
    lint.screen = request.screen.size
    lint.positions = [("presented", tuning.top)]
    lint.hidden = tuning.dismissible ? lint.screen.y : nil
    guard lint.releaseCount <= Self.mostReleases else { throw Self.tooLarge(lint, scenario) }
  }

  private static func tooLarge(_ lint: RuleLint, _ scenario: String) -> SettingError {
    .contradiction(
      scenario: scenario,
      found:
        "the sheet's \(lint.positions.count) detents are too many or too far apart for a search",
      remedy: "use at most \(mostDetents) detents, closer together")
  }

  private init(sheet name: String, _ request: ReplayRequest) throws(SettingError) {
    let resolved = try SheetScenario.resolved(request)
    let detents = resolved.settings.first { $0.setting.key == "detents" }
    self.name = name
    scenario = SheetScenario.name
    policy = resolved.tuning.motion.release
    lint = RuleLint()
    isOwnSheet = detents.map { $0.origin != .standard } ?? false
    if isOwnSheet {
      lint.screen = request.screen.size
      lint.positions = Self.positions(resolved.tuning.detents, height: request.screen.size.y)
      guard lint.positions.count <= Self.mostDetents, lint.releaseCount <= Self.mostReleases else {
        throw Self.tooLarge(lint, scenario)
      }
    }
    if resolved.tuning.dismissible { lint.hidden = lint.screen.y }
  }

  /// Returns the positions of the detents, the highest first.
  ///
  /// Of two detents with the same height, the detent that is later in `detents` comes first.
  private static func positions(_ detents: [Detent], height: Points) -> [(name: String, y: Points)]
  {
    detents.enumerated()
      .map { ($0.offset, $0.element.name, height - $0.element.height.resolved(on: height)) }
      .sorted { ($0.2, -$0.0) < ($1.2, -$1.0) }
      .map { (name: $0.1, y: $0.2) }
  }
}

extension RuleLint {
  /// The number of searched positions, which are 1 pt apart, times the number of detents.
  var releaseCount: Double {
    guard let top = positions.first?.y, let last = positions.last?.y else { return 0 }
    let bottom = last > top ? last : max(last, hidden ?? last)
    return (bottom - top).value * Double(positions.count)
  }
}
