import ArgumentParser
import Flickbook

struct RuleLintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Find the defects of a release rule, or of every preset.",
    discussion: HelpDetail.text(
      """
      \(LintDefect.allCases.map(\.helpLine).joined(separator: "\n"))

      The command 'flickbook explain WORD' explains each defect.
      """,
      details: """
        Each percentage is the fraction of the tested releases with the defect; for 'nonmonotone', the table has a \
        count. 'held' tests the rule together with the estimator; 'stale' tests the rule alone, with the velocity \
        that the finger had before it stopped. If 'held' is lower than 'stale', the estimator detects the stop. \
        'rate' tests the rule with the estimator of its preset. 'leaves at' is the speed of the slowest flick that \
        leaves a detent, in pt/s; a dash means that no flick leaves the detent.

        The exit status is 1 if a defect occurs more often than its limit allows. The default limit is 0, but \
        'start', 'stale' and 'rate' have no limit unless you set one with --limit.
        """,
      example: """
        flickbook rule lint wave
        flickbook rule lint feel.yml --limit noise=2 --limit start=5
        flickbook rule lint --scenario modal
        """,
      readOn: "docs/rules.md"))

  @OptionGroup var options: RuleOptions

  @Option(
    help: "The velocity estimator for the test of the defect 'held'. (default: bayes)",
    completion: .estimators)
  var estimator: String?

  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp(
      "The limit of a defect, in percent of the releases; repeatable.", valueName: "defect=percent")
  )
  var limits: [String] = []

  @Flag(help: "Print one line of JSON for each rule.")
  var json = false

  func run() throws {
    let limits = try lintLimits()
    let rules = options.selectRule ? [try options.selectedRule()] : try options.presetRules()
    let estimator = try heldEstimator()
    var reports: [RuleReport] = []
    for var rule in rules {
      rule.lint.estimator = estimator
      let report = RuleReport(rule: rule, report: rule.lint.report(on: rule.policy), limits: limits)
      if json { printJSON(report.data.fields) }
      reports.append(report)
    }
    if !json { printText(reports) }
    guard reports.allSatisfy(\.exceeded.isEmpty) else {
      throw ExitCode.differences
    }
  }

  private func printText(_ reports: [RuleReport]) {
    var rest = reports
    while let sheet = rest.first?.sheet {
      say(text(rest.filter { $0.sheet == sheet }, on: sheet))
      rest.removeAll { $0.sheet == sheet }
    }
    if reports.count == 1 {
      let examples = reports[0].exampleLines
      if !examples.isEmpty { say(examples.joined(separator: "\n") + "\n") }
    } else {
      say("'flickbook rule lint --preset NAME' shows examples of the releases with defects.\n")
    }
    say(verdict(reports.filter { !$0.exceeded.isEmpty }, of: reports))
  }

  /// Returns the tables of the rules that were checked on the same sheet.
  private func text(_ reports: [RuleReport], on sheet: String) -> String {
    let slow = reports.count == 1 ? [reports[0].slowRow, reports[0].hardRow] : []
    let flicks =
      reports.count == 1
      ? [["flick pt/s"] + reports[0].flicks] : reports.map { [$0.rule.name] + $0.flicks }
    let gaps = reports[0].gaps
    let leaving =
      gaps.isEmpty
      ? "  there is only one detent, the target of every release"
      : tableText([["leaves at"] + gaps] + flicks + slow)
    return """
      \(sheet)

      \(tableText([RuleReport.heading] + reports.map(\.row)))

      \(leaving)

      """
  }

  private func verdict(_ failing: [RuleReport], of reports: [RuleReport]) -> String {
    guard reports.count == 1, let only = failing.first else {
      return failing.isEmpty
        ? "no defect is over its limit"
        : "\(failing.count) of \(count(reports.count, "rule")) over a limit"
    }
    let defects = LintDefect.allCases.filter { defect in
      only.exceeded.contains { $0.check.defect == defect }
    }
    return "over the limit: \(defects.map(\.rawValue).joined(separator: ", "))"
  }

  private func heldEstimator() throws -> Estimator {
    try Estimator.named(estimator ?? ReplayRequest.standardEstimator)
  }

  private func lintLimits() throws -> LintLimits {
    var all = LintLimits()
    for text in limits {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let percent = Double(parts[1]), (0...100).contains(percent) else {
        throw Failure(
          .usage, at: "--limit", "found '\(text)'",
          "give defect=percent from 0 to 100, such as noise=2")
      }
      let defect: LintDefect = try checked("--limit", parts[0])
      for check in RuleLint.Check.allCases where check.defect == defect {
        all.fractions[check] = percent / 100
      }
    }
    return all
  }
}

/// The names of defects on the command line; `nonmonotone` covers the findings of two checks.
enum LintDefect: String, CaseIterable {
  case singular
  case noise
  case against
  case far
  case out
  case start
  case nonmonotone
  case held
  case stale
  case rate

  /// The meaning of the defect, as a clause without a full stop.
  var meaning: String {
    switch self {
    case .singular: "the targets at -1, 0 and +1 pt/s are not all the same"
    case .noise: "the targets at -20 and +20 pt/s, the drift of a resting finger, differ"
    case .against: "a flick of 1000 pt/s or more goes to a detent in the opposite direction"
    case .far:
      "a flick of 1000 pt/s or more goes more than 100 pt in the opposite direction"
    case .out: "a flick of 1000 pt/s or more away from the dismissed position dismisses the surface"
    case .start: "the target depends on the detent where the gesture started"
    case .nonmonotone: "more speed downwards, or a lower position, gives a higher target"
    case .held: "a flick counts although the finger rested for 0.3 s before it lifted"
    case .stale:
      "a flick before the finger stopped would count if the estimator did not notice the stop"
    case .rate: "the same stroke with 60 and with 140 reports a second has different targets"
    }
  }

  /// The line about the defect in the help of the command.
  fileprivate var helpLine: String {
    rawValue + String(repeating: " ", count: 14 - rawValue.count) + meaning
  }
}

extension RuleLint.Check {
  var defect: LintDefect {
    switch self {
    case .zeroSingularity: .singular
    case .noiseFlips: .noise
    case .againstFlick: .against
    case .farAgainstFlick: .far
    case .dismissedAgainstFlick: .out
    case .startDependence: .start
    case .nonMonotoneVelocity, .nonMonotonePosition: .nonmonotone
    case .heldFlick: .held
    case .staleVelocity: .stale
    case .reportRate: .rate
    }
  }

  /// The heading above the examples of the finding.
  var words: String {
    switch self {
    case .zeroSingularity: "singular: different targets at -1, 0 and +1 pt/s"
    case .noiseFlips: "noise: different targets at -20 and +20 pt/s"
    case .againstFlick: "against: a flick goes to a detent in the opposite direction"
    case .farAgainstFlick: "far: a flick goes more than 100 pt in the opposite direction"
    case .dismissedAgainstFlick: "out: a flick in the opposite direction dismisses"
    case .startDependence: "start: the target depends on the detent where the gesture started"
    case .nonMonotoneVelocity: "nonmonotone: more speed downwards gives a higher target"
    case .nonMonotonePosition: "nonmonotone: a lower position gives a higher target"
    case .heldFlick: "held: a flick has an effect although the finger rested before it lifted"
    case .staleVelocity: "stale: a velocity from before the finger stopped would change the target"
    case .reportRate:
      "rate: the same stroke with 60 and with 140 reports a second has different targets"
    }
  }
}
