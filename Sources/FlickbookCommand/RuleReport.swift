import Flickbook

/// The report of `rule lint` about a release rule.
struct RuleReport {
  let rule: SheetRule
  let report: RuleLint.Report
  /// The findings whose fraction of releases is above the limit.
  let exceeded: [RuleLint.Finding]

  init(rule: SheetRule, report: RuleLint.Report, limits: LintLimits) {
    self.rule = rule
    self.report = report
    exceeded = limits.exceeded(by: report)
  }

  /// Returns the text of the reports: tables of rules on the same sheet, examples of one rule, and the verdict.
  static func text(of reports: [RuleReport]) -> String {
    var parts: [String] = []
    var rest = reports
    while let sheet = rest.first?.sheet {
      parts.append(text(rest.filter { $0.sheet == sheet }, on: sheet))
      rest.removeAll { $0.sheet == sheet }
    }
    if reports.count > 1 {
      parts.append(
        "'flickbook rule lint --preset NAME' shows examples of the releases with defects.\n")
    } else if !reports[0].exampleLines.isEmpty {
      parts.append(reports[0].exampleLines.joined(separator: "\n") + "\n")
    }
    return (parts + [verdict(reports.filter { !$0.exceeded.isEmpty }, of: reports)])
      .joined(separator: "\n")
  }

  /// Returns the tables of the rules that were checked on the same sheet.
  private static func text(_ reports: [RuleReport], on sheet: String) -> String {
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

      \(tableText([heading] + reports.map(\.row)))

      \(leaving)

      """
  }

  private static func verdict(_ failing: [RuleReport], of reports: [RuleReport]) -> String {
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

  private static let heading = ["%"] + LintDefect.allCases.map(\.rawValue)

  /// The row of the rule in the table: the percentage of each defect, and the number of nonmonotone places.
  var row: [String] {
    [rule.name]
      + LintDefect.allCases.map { defect in
        let findings = report.findings.filter { $0.check.defect == defect }
        guard defect != .nonmonotone else {
          return findings.reduce(0) { $0 + $1.count }.description + "x"
        }
        return findings.first.map { percent($0.fraction) } ?? ""
      }
  }

  /// The description of the sheet for which the rule was checked.
  var sheet: String { rule.lint.words }

  /// The headings of the columns: the detent that a gesture leaves, and an arrow in the direction of the gesture.
  var gaps: [String] {
    report.leaveThresholds.map { "\($0.from)\(isDown($0) ? "↓" : "↑")" }.map(plainArrows)
  }

  /// For each column, the speed of the slowest flick that leaves the detent, in pt/s; a dash if no flick leaves it.
  var flicks: [String] {
    report.leaveThresholds.map { $0.flick.map { decimals($0.value, 0) } ?? Terminal.dash }
  }

  /// For each column, the smallest distance at which a release without velocity leaves the detent, in percent of the
  /// distance to the neighbour.
  var slowRow: [String] {
    ["slow drag, % of the gap"]
      + report.leaveThresholds.map {
        $0.slowFraction.map { decimals($0 * 100, 1) } ?? Terminal.dash
      }
  }

  /// For each column, the target of a flick of 3000 pt/s away from the detent.
  var hardRow: [String] { ["flick of 3000 pt/s to"] + report.leaveThresholds.map(\.hardFlick) }

  private func isDown(_ leaving: RuleLint.Dismissal) -> Bool {
    let names = rule.lint.positions.map(\.name) + [Decision.gone]
    return (names.firstIndex(of: leaving.from) ?? 0) < (names.firstIndex(of: leaving.towards) ?? 0)
  }

  private func plainArrows(_ text: String) -> String {
    Terminal.hasUnicode
      ? text : text.replacing("↓", with: " down").replacing("↑", with: " up")
  }

  /// Example releases for each finding.
  var exampleLines: [String] {
    report.findings.flatMap { finding -> [String] in
      let groups = finding.exampleGroups(starts: rule.lint.positions.count).prefix(3)
      guard !groups.isEmpty else { return [] }
      return [finding.check.words] + groups.map { "  " + sentence($0) }
    }
  }

  /// Returns a sentence with the values that all releases share, and then the different values and the targets.
  private func sentence(_ releases: [RuleLint.Example]) -> String {
    guard let first = releases.first else { return "" }
    var parts: [String] = []
    let common = (
      start: releases.allSatisfy { $0.start == first.start },
      position: releases.allSatisfy { $0.position == first.position },
      velocity: releases.allSatisfy { $0.velocity == first.velocity }
    )
    if common.start { parts.append("from \(first.start)") }
    if common.position { parts.append("at y \(decimals(first.position.value, 1))") }
    if common.velocity { parts.append("\(decimals(first.velocity.value, 0)) pt/s") }
    let arrow = Terminal.hasUnicode ? "→" : "->"
    guard common.start else {
      return "\(parts.joined(separator: ", ")): \(targetsByStart(releases, arrow))"
    }
    let answers = releases.map { release in
      var own: [String] = []
      if !common.position { own.append("y \(decimals(release.position.value, 1))") }
      if !common.velocity { own.append("\(decimals(release.velocity.value, 0)) pt/s") }
      return (own + ["\(arrow) \(release.target)"]).joined(separator: " ")
    }
    return "\(parts.joined(separator: ", ")): \(answers.joined(separator: ", "))"
  }

  /// Returns a clause about releases that differ only in the detent at which the gesture started.
  ///
  /// Detents with the same target are listed together.
  private func targetsByStart(_ releases: [RuleLint.Example], _ arrow: String) -> String {
    var answers: [(target: String, starts: [String])] = []
    for release in releases {
      if let index = answers.firstIndex(where: { $0.target == release.target }) {
        answers[index].starts.append(release.start)
      } else {
        answers.append((release.target, [release.start]))
      }
    }
    return answers.map { "from \($0.starts.joined(separator: " or ")) \(arrow) \($0.target)" }
      .joined(separator: ", ")
  }

  /// The findings and the thresholds in JSON.
  var data: Report {
    let findings = report.findings.map { finding -> Report.Part in
      let groups = finding.exampleGroups(starts: rule.lint.positions.count)
      return .data(
        finding.check.rawValue,
        [
          .data("count", finding.count), .data("total", finding.total),
          .data("fraction", finding.fraction),
          .data("isOver", exceeded.contains { $0.check == finding.check }),
          .data("examples", groups.map { $0.map(\.report) }),
        ] as Report)
    }
    let leaveThresholds = report.leaveThresholds.map { leaving -> Report in
      [
        .data("from", leaving.from), .data("towards", leaving.towards),
        .data("flick", leaving.flick), .data("slowShare", leaving.slowFraction),
        .data("hardFlick", leaving.hardFlick),
      ]
    }
    return [
      .data("rule", rule.name), .data("isOver", !exceeded.isEmpty),
      .data("findings", Report(findings)), .data("leaveThresholds", leaveThresholds),
    ]
  }
}

/// Returns a fraction in percent, where a small fraction above 0 becomes "<0.1" instead of "0.0".
func percent(_ fraction: Double) -> String {
  fraction > 0 && fraction < 0.0005 ? "<0.1" : decimals(fraction * 100, 1)
}
