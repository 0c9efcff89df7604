import Quantities
public import ReleaseRules
import Scenarios
import Surfaces

/// A release rule by its name, with the sheet on which it is looked at.
public struct SheetRule: Sendable {
  /// What it is called: a preset, or the file that it stands in.
  public var name: String
  /// The scenario whose rule it is; one of ``scenarios``.
  public var scenario: String
  /// The rule.
  public var policy: ReleasePolicy
  /// The sheet, and how it is searched.
  public var lint: PolicyLint
  /// Whether the sheet is the user's own instead of the one on which rules are compared.
  public var isOwnSheet: Bool

  /// The scenarios whose rules can be looked at: those with one way, and positions along it.
  public static let scenarios = [SheetScenario.name, ModalScenario.name]

  /// The most positions × detents of a sheet that is searched.
  ///
  /// Source: ours; a screen of 4,000 pt with 12 detents, which takes a second.
  static let mostReleases = 50_000.0

  /// The most detents of a sheet that is searched; every start is asked about all of them.
  ///
  /// Source: ours; more than any sheet has.
  static let mostDetents = 16

  /// The rule that `request` gives a sheet or a modal.
  ///
  /// The rule of a sheet is looked at on the comparison sheet of ``PolicyLint``, or on the sheet's own detents where
  /// the request sets them; such a sheet can be dismissed when the request says so. The rule of a
  /// modal is looked at on its own way out.
  ///
  /// - Throws: `SettingError` when the scenario has no such rule, the preset or a setting is not
  ///   there, or the sheet is too large to be searched.
  public init(name: String, request: ReplayRequest) throws(SettingError) {
    let scenario = try ScenarioKind.named(request.scenario).name
    switch scenario {
    case SheetScenario.name: try self.init(sheet: name, request)
    case ModalScenario.name: try self.init(modal: name, request)
    default:
      throw .contradiction(
        scenario: scenario, found: "its releases do not go along one way with positions on it",
        remedy: "look at a rule of \(Self.scenarios.joined(separator: " or "))")
    }
  }

  private init(modal name: String, _ request: ReplayRequest) throws(SettingError) {
    let tuning = try ModalScenario.resolved(request).tuning
    _ = try ModalScenario(tuning: tuning, stage: request.stage)
    self.name = name
    scenario = ModalScenario.name
    policy = tuning.motion.release
    lint = PolicyLint()
    isOwnSheet = true
    lint.screen = request.stage.screen
    lint.positions = [("presented", tuning.top)]
    lint.hidden = tuning.dismissible ? lint.screen.y : nil
    guard lint.releaseCount <= Self.mostReleases else { throw Self.tooLarge(lint, scenario) }
  }

  private static func tooLarge(_ lint: PolicyLint, _ scenario: String) -> SettingError {
    .contradiction(
      scenario: scenario,
      found: "its \(lint.positions.count) detents are too many or too far apart to be searched",
      remedy: "give at most \(mostDetents), closer together")
  }

  private init(sheet name: String, _ request: ReplayRequest) throws(SettingError) {
    let resolved = try SheetScenario.resolved(request)
    let detents = resolved.settings.first { $0.setting.key == "detents" }
    self.name = name
    scenario = SheetScenario.name
    policy = resolved.tuning.motion.release
    lint = PolicyLint()
    isOwnSheet = detents.map { $0.origin != .standard } ?? false
    if isOwnSheet {
      lint.screen = request.stage.screen
      lint.positions = Self.positions(resolved.tuning.detents, height: request.stage.screen.y)
      guard lint.positions.count <= Self.mostDetents, lint.releaseCount <= Self.mostReleases else {
        throw Self.tooLarge(lint, scenario)
      }
    }
    if resolved.tuning.dismissible { lint.hidden = lint.screen.y }
  }

  /// The positions from the highest down; of equally high ones the later comes first.
  private static func positions(_ detents: [Detent], height: Points) -> [(name: String, y: Points)]
  {
    detents.enumerated()
      .map { ($0.offset, $0.element.name, height - $0.element.height.resolved(on: height)) }
      .sorted { ($0.2, -$0.0) < ($1.2, -$1.0) }
      .map { (name: $0.1, y: $0.2) }
  }
}

extension PolicyLint {
  /// The positions in points × the detents that a search asks about.
  var releaseCount: Double {
    guard let top = positions.first?.y, let last = positions.last?.y else { return 0 }
    let bottom = last > top ? last : max(last, hidden ?? last)
    return (bottom - top).value * Double(positions.count)
  }
}
