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
    let estimator = try Estimator.named(estimator ?? ReplayRequest.standardEstimator)
    var reports: [RuleReport] = []
    for var rule in rules {
      rule.lint.estimator = estimator
      let report = RuleReport(rule: rule, report: rule.lint.report(on: rule.policy), limits: limits)
      if json { printJSON(report.data.fields) }
      reports.append(report)
    }
    if !json { say(RuleReport.text(of: reports)) }
    guard reports.allSatisfy(\.exceeded.isEmpty) else {
      throw ExitCode.differences
    }
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
