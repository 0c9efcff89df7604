import ArgumentParser
import Flickbook

struct RuleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rule",
    abstract: "Check, compare and map release rules.",
    discussion: HelpDetail.text(
      """
      A release rule picks the target when the user lifts the finger. Name a preset of the scenario \
      sheet, or a config file with release.* settings; a name with a / or with .yml at the end is a \
      file. The rule is tested with many releases on a standard sheet (full at 20 pt, half at 417 pt, \
      tip at 607 pt of 667 pt), or on the detents that the file or --set gives. The rule of a modal \
      (--scenario modal) is tested with releases between the rest position and the dismissal of the modal.
      """,
      example: """
        flickbook rule lint flickbook
        flickbook rule compare flickbook wave
        flickbook rule map vaul
        flickbook rule schema
        """,
      readOn: "docs/first-rule.md"),
    subcommands: [
      RuleLintCommand.self, RuleCompareCommand.self, RuleMapCommand.self,
      RuleSchemaCommand.self,
    ])
}

/// The options that select a release rule.
struct RuleOptions: ParsableArguments {
  @Argument(help: "A preset or a config file, as for --preset and --config.")
  var rule: String?

  @OptionGroup var choice: ScenarioSettingOptions

  @Option(help: "A YAML file with settings; the keys are those of a case.yml.", completion: .file())
  var config: String?

  @Flag(help: "Test the rule on a sheet that can be dismissed.")
  var dismissible = false

  /// Whether the options select a rule, instead of the default rule.
  var selectRule: Bool {
    rule != nil || config != nil || choice.preset != nil || !choice.settings.isEmpty
  }

  /// Returns the selected rule, or the default rule if no option selects one.
  func selectedRule() throws -> SheetRule {
    let (preset, config) = try named()
    var request = ReplayRequest(scenario: try ruleScenario(choice.scenario))
    if let config { request = try configRequest(at: config, scenario: choice.scenario) }
    if let preset { try request.usePreset(preset) }
    request.assignments += try assignments(choice.settings)
    let parts = [request.preset, config, choice.settings.isEmpty ? nil : "--set"].compactMap { $0 }
    return try rule(
      parts.isEmpty ? "flickbook" : parts.joined(separator: " + "), request)
  }

  /// Returns the rules of all presets of the scenario.
  func presetRules() throws -> [SheetRule] {
    let name = try ruleScenario(choice.scenario)
    var rules: [SheetRule] = []
    for type in allScenarios where type.name == name {
      for preset in type.presets {
        var request = ReplayRequest(scenario: name)
        request.preset = preset.name
        rules.append(try rule(preset.name, request))
      }
    }
    return rules
  }

  /// Returns the preset and the config file, each from its option or from the argument.
  private func named() throws -> (preset: String?, config: String?) {
    guard let rule else { return (choice.preset, config) }
    let isFile = isPresetFile(rule)
    try require(
      (isFile ? config : choice.preset) == nil, at: rule,
      "\(isFile ? "--config names another file" : "--preset names another preset")",
      "give only one of them")
    return isFile ? (choice.preset, rule) : (rule, config)
  }

  private func rule(_ name: String, _ request: ReplayRequest) throws -> SheetRule {
    var request = request
    if dismissible {
      request.assignments.append(Assignment(key: "dismissible", value: "true"))
    }
    return try SheetRule(name: name, request: request)
  }
}

/// Returns `name`, or the sheet if `name` is nil; throws if rules of this scenario cannot be checked.
func ruleScenario(_ name: String?) throws -> String {
  let name = name ?? SheetScenario.name
  _ = try scenario(named: name)
  try require(
    SheetRule.scenarios.contains(name), at: "--scenario",
    "the targets of '\(name)' are not positions along one axis",
    "give \(SheetRule.scenarios.joined(separator: " or "))")
  return name
}

/// Returns the request in the config file at `path`.
///
/// Throws if the file is for another scenario than `scenario`, or for a scenario whose rules cannot be checked.
func configRequest(at path: String, scenario: String? = nil) throws -> ReplayRequest {
  let asked = try ruleScenario(scenario)
  let file = try requestFile(at: path, scenario: asked)
  var request = ReplayRequest(scenario: asked)
  file.apply(&request)
  try request.chooseRuleOfSubject()
  let isAsked = scenario == nil || scenario == request.scenario
  guard SheetRule.scenarios.contains(request.scenario), isAsked else {
    let fitting = scenario ?? SheetRule.scenarios.joined(separator: " or ")
    throw Failure(
      .badInput, at: path, "found the scenario '\(request.scenario)'",
      "give a file for the scenario \(fitting)")
  }
  return request
}

extension RuleLint {
  /// A description of the sheet in words: its detents, its screen, and whether it can be dismissed.
  var words: String {
    let positions = positions.map { "\($0.name) \(decimals($0.y.value, 0))" }.joined(
      separator: ", ")
    let size = "\(decimals(screen.x.value, 0))x\(decimals(screen.y.value, 0))"
    return "\(positions) on \(size) pt" + (hidden == nil ? "" : ", dismissible")
  }
}

extension RuleLint.Example {
  /// A description of the release in words: the start of the sheet, and the position and velocity of the release.
  var words: String {
    "from \(start) at y \(decimals(position.value, 1)), \(decimals(velocity.value, 0)) pt/s"
  }

  var report: Report {
    [
      .data("start", start), .data("y", position), .data("velocity", velocity),
      .data("target", target),
    ]
  }
}
