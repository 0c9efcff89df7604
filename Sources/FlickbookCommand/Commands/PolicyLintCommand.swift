import ArgumentParser
import Flickbook

struct PolicyLintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Find the defects of a release rule, or of every preset.",
    discussion: """
      \(LintDefect.allCases.map(\.helpLine).joined(separator: "\n"))

      Percentages are fractions of the releases that were asked about; nonmonotone is how often. 'held' is what the rule and the \
      estimator do together; 'stale' is what the rule does when it is handed the velocity from before \
      the hold, and only says how much it leaves to the estimator. 'leaves at' is the slowest flick \
      away from a detent that leaves it, in pt/s; a dash when none does. Exit status 1 when one is over \
      its limit: 0 for all but start and stale, which have none unless --limit gives them one. \
      'flickbook explain' explains each word.

      Example: flickbook policy lint wave
               flickbook policy lint feel.yml --limit noise=2 --limit start=5
               flickbook policy lint --scenario modal
      """)

  @OptionGroup var options: RuleOptions

  @Option(
    help: "What estimates the velocity of a hand that holds still. (default: bayes)",
    completion: .estimators)
  var estimator: String?

  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp(
      "The most of a defect that is allowed, in percent; repeatable.", valueName: "defect=percent"))
  var limits: [String] = []

  @Flag(help: "Print one line of JSON for each rule.")
  var json = false

  func run() throws {
    let limits = try lintLimits()
    let rules = options.nameOne ? [try options.meantRule()] : try options.presetRules()
    let estimator = try heldEstimator()
    var reports: [RuleReport] = []
    for var rule in rules {
      rule.lint.estimator = estimator
      let report = RuleReport(rule: rule, report: rule.lint.report(on: rule.policy), limits: limits)
      if json { printJSON(report.logFields) }
      reports.append(report)
    }
    if !json { printText(reports) }
    guard reports.allSatisfy(\.exceeded.isEmpty) else {
      throw ExitCode(Failure.Status.differences.rawValue)
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
      say("'flickbook policy lint --preset NAME' shows the releases behind its figures.\n")
    }
    say(verdict(reports.filter { !$0.exceeded.isEmpty }, of: reports))
  }

  /// The tables of rules that were asked about the same sheet.
  private func text(_ reports: [RuleReport], on sheet: String) -> String {
    let slow = reports.count == 1 ? [reports[0].slowRow, reports[0].hardRow] : []
    let flicks =
      reports.count == 1
      ? [["flick pt/s"] + reports[0].flicks] : reports.map { [$0.rule.name] + $0.flicks }
    let gaps = reports[0].gaps
    let leaving =
      gaps.isEmpty
      ? "  there is only one place, where every release ends"
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
        ? "nothing is over its limit"
        : "\(failing.count) of \(count(reports.count, "rule")) over a limit"
    }
    let defects = LintDefect.allCases.filter { defect in
      only.exceeded.contains { $0.check.defect == defect }
    }
    return "over the limit: \(defects.map(\.rawValue).joined(separator: ", "))"
  }

  private func heldEstimator() throws(Failure) -> Estimator {
    do throws(EstimatorError) {
      return try Estimator.named(estimator ?? ReplayRequest.standardEstimator)
    } catch { throw Failure(.usage, error.description) }
  }

  private func lintLimits() throws(Failure) -> LintLimits {
    var all = LintLimits()
    for text in limits {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let percent = Double(parts[1]), (0...100).contains(percent) else {
        throw Failure(
          .usage, "--limit: found '\(text)'; give defect=percent from 0 to 100, such as noise=2.")
      }
      guard let defect = LintDefect(rawValue: parts[0]) else {
        let names = LintDefect.allCases.map(\.rawValue)
        throw Failure(
          .usage,
          "--limit: there is no defect '\(parts[0])'; "
            + (nearestName(to: parts[0], in: names).map { "did you mean '\($0)'?" }
              ?? "use one of \(names.joined(separator: ", ")).")
        )
      }
      for check in PolicyLint.Check.allCases where check.defect == defect {
        all.fractions[check] = percent / 100
      }
    }
    return all
  }
}

/// What a user calls the defects; two checks look for `nonmonotone`.
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

  /// What it is, as a clause.
  var meaning: String {
    switch self {
    case .singular: "the answers at -1, 0 and +1 pt/s are not all the same"
    case .noise: "the answers at -20 and +20 pt/s, the drift of a resting finger, differ"
    case .against: "the detent that a flick of 1000 pt/s or more goes to lies behind it"
    case .far:
      "the detent that a flick of 1000 pt/s or more goes to lies more than 100 pt behind it"
    case .out: "a flick of 1000 pt/s or more dismisses although it goes the other way"
    case .start: "the answer depends on the detent that the sheet came from"
    case .nonmonotone: "more speed downwards, or a lower place, gives a higher target"
    case .held: "a flick counts although the hand held still for 0.3 s before it let go"
    case .stale: "it would count if the estimator did not notice that the hand holds still"
    }
  }

  /// The line of the help about it.
  fileprivate var helpLine: String {
    rawValue + String(repeating: " ", count: 14 - rawValue.count) + meaning
  }
}

extension PolicyLint.Check {
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
    }
  }

  /// What was found, as the heading of its examples.
  var words: String {
    switch self {
    case .zeroSingularity: "singular: not the same at -1, 0 and +1 pt/s"
    case .noiseFlips: "noise: not the same at -20 and +20 pt/s"
    case .againstFlick: "against: a flick is answered backwards"
    case .farAgainstFlick: "far: a flick is answered backwards by more than 100 pt"
    case .dismissedAgainstFlick: "out: a flick the other way dismisses"
    case .startDependence: "start: the answer depends on where the sheet came from"
    case .nonMonotoneVelocity: "nonmonotone: more speed downwards, a higher target"
    case .nonMonotonePosition: "nonmonotone: a lower place, a higher target"
    case .heldFlick: "held: a flick counts although the hand held still before it let go"
    case .staleVelocity: "stale: the velocity from before a hold counts when it is handed over"
    }
  }
}
