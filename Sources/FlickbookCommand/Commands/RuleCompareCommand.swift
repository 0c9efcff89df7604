import ArgumentParser
import Flickbook

struct RuleCompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Show where two release rules pick different targets.",
    discussion: HelpDetail.text(
      """
      A rule is a preset of the scenario sheet, or a config file; a name with a / or with .yml at the \
      end is a file. The output has a map of the targets, with capital letters where the rules differ. \
      Recordings and cases of sheets are replayed with both rules and otherwise the same settings; the \
      output lists the recordings that come to rest at different targets.

      The exit status is 0 if the rules always agree, and 1 if they differ.
      """,
      example: """
        flickbook rule compare flickbook wave Recordings/sheet
        flickbook rule compare flickbook ./feel.yml
        """,
      readOn: "docs/rules.md"))

  @Argument(help: "A preset of the scenario sheet, or a config file.")
  var first: String

  @Argument(help: "The preset or config file to compare with the first.")
  var second: String

  @Argument(help: "Recordings, or folders of recordings or cases, to replay.", completion: .file())
  var recordings: [String] = []

  @OptionGroup(title: OptionTitle.device, visibility: .detail) var source: SourceOptions

  @Option(
    help: "The scenario of the rules: sheet or modal. (default: sheet)",
    completion: .scenarios)
  var scenario: String?

  @Option(help: "The detent where the gestures of the map start. (default: the middle detent)")
  var from: String?

  @Flag(help: "Print one line of JSON.")
  var json = false

  func run() throws {
    let rules = [try rule(first), try rule(second)]
    try require(
      rules[0].scenario == rules[1].scenario, at: second,
      "this rule is for \(rules[1].scenario), and \(first) is for \(rules[0].scenario)",
      "give two rules of the same scenario, with --scenario for presets")
    // Do everything that can fail before the comparison, which takes a while.
    let endings = try RecordingEndings.all(of: recordings, readBy: source, rules)
    let map = try map(rules, on: RuleComparison.sheet(rules[0], rules[1]))
    let found = RuleComparisonReport(
      rules: rules, comparison: RuleComparison(rules[0], rules[1]), endings: endings)
    if json {
      printJSON(found.report.fields)
    } else {
      say(found.text, drawn: "\n" + map.text)
      if let text = found.textOfRecordings { say("\n" + text) }
    }
    if found.areDifferent { throw ExitCode.differences }
  }

  private func rule(_ name: String) throws -> SheetRule {
    if isPresetFile(name) {
      return try SheetRule(
        name: name, request: try configRequest(at: name, scenario: scenario))
    }
    var request = ReplayRequest(scenario: try ruleScenario(scenario))
    request.preset = name
    return try SheetRule(name: name, request: request)
  }

  private func map(_ rules: [SheetRule], on lint: RuleLint) throws -> TerminalTargetMap {
    let names = lint.positions.map(\.name)
    let start = from ?? names[names.count / 2]
    guard let index = names.firstIndex(of: start) else {
      throw Failure(
        .usage, at: "--from", "there is no detent '\(start)'",
        "use one of \(names.joined(separator: ", "))")
    }
    return TerminalTargetMap(rules, on: lint, start: index)
  }
}
