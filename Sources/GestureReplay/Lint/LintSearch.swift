import Quantities
import ReleaseRules
import TouchInput

/// A search for defects of one release rule, among all releases that the linter checks.
struct LintSearch {
  private let lint: RuleLint
  private let policy: ReleasePolicy
  private(set) var findings: [RuleLint.Finding]

  init(lint: RuleLint, policy: ReleasePolicy) {
    self.lint = lint
    self.policy = policy
    findings = RuleLint.Check.allCases.map {
      RuleLint.Finding(check: $0, count: 0, total: 0, examples: [])
    }
  }

  mutating func run() {
    guard let top = lint.positions.first?.y.value, let bottom = lint.positions.last?.y.value else {
      return
    }
    var context = lint.context
    var above: [[RuleLint.Answer]] = []
    // If the sheet has only one position, search from there down to the position at which the sheet is dismissed.
    let end = bottom > top ? bottom : max(bottom, lint.hidden?.value ?? bottom)
    for y in stride(from: top, through: end, by: 1) {
      let rows = lint.positions.map { position in
        RuleLint.velocities.map {
          RuleLint.ask(policy, &context, from: position.name, at: y, velocity: $0)
        }
      }
      for (index, row) in rows.enumerated() {
        checkVelocities(row)
        if !above.isEmpty { compare(above[index], row) }
      }
      compareStarts(rows)
      above = rows
    }
    checkHeldFlicks(&context)
    for (slow, fast) in zip(lint.strokes(rate: 60), lint.strokes(rate: 140)) {
      let answers = [slow, fast].map {
        RuleLint.ask(policy, &context, $0, $0.estimate, mean: $0.mean)
      }
      note(.reportRate, answers[0].release.target != answers[1].release.target, answers)
    }
  }

  private mutating func checkVelocities(_ row: [RuleLint.Answer]) {
    // The velocities of a row are symmetric: the velocities next to 0 are ±1 pt/s, followed by ±20 pt/s.
    let zero = row.count / 2
    let near = [row[zero - 1], row[zero], row[zero + 1]]
    note(.zeroSingularity, Set(near.map { $0.release.target }).count > 1, near)
    let drift = [row[zero - 2], row[zero + 2]]
    note(.noiseFlips, drift[0].release.target != drift[1].release.target, drift)
    for answer in row where answer.release.velocity.magnitude >= PointsPerSecond(1_000) {
      let displacement = answer.y - answer.release.position.value
      let isBack = displacement * answer.release.velocity.value < 0 && hasMoreAhead(answer.release)
      let isGone = answer.release.target == Decision.gone
      note(.againstFlick, isBack && !isGone, [answer])
      note(.farAgainstFlick, isBack && !isGone && displacement.magnitude > 100, [answer])
      note(.dismissedAgainstFlick, isBack && isGone, [answer])
    }
    for (slower, faster) in zip(row, row.dropFirst()) {
      note(.nonMonotoneVelocity, faster.y < slower.y, [slower, faster])
    }
  }

  /// Whether the sheet has a position beyond the release in the direction of the flick.
  private func hasMoreAhead(_ release: RuleLint.Example) -> Bool {
    guard let top = lint.positions.first?.y, let bottom = lint.positions.last?.y else {
      return false
    }
    return release.velocity < .zero ? release.position > top : release.position < bottom
  }

  private mutating func compare(_ above: [RuleLint.Answer], _ below: [RuleLint.Answer]) {
    for (higher, lower) in zip(above, below) {
      note(.nonMonotonePosition, lower.y < higher.y, [higher, lower])
    }
  }

  private mutating func compareStarts(_ rows: [[RuleLint.Answer]]) {
    for index in rows[0].indices {
      let answers = rows.map { $0[index] }
      note(.startDependence, Set(answers.map { $0.release.target }).count > 1, answers)
    }
  }

  /// Checks that a gesture that ends by holding still has the same target as a release without velocity.
  private mutating func checkHeldFlicks(_ context: inout ReleaseContext) {
    for hand in lint.heldFlicks {
      let still = RuleLint.ask(policy, &context, hand, .none(.stopped), mean: .zero)
      let held = RuleLint.ask(policy, &context, hand, hand.estimate, mean: hand.mean)
      let stale = RuleLint.ask(policy, &context, hand, hand.stale, mean: hand.mean)
      note(.heldFlick, held.release.target != still.release.target, [still, held])
      note(.staleVelocity, stale.release.target != still.release.target, [still, stale])
    }
  }

  private mutating func note(
    _ check: RuleLint.Check, _ isFound: Bool, _ answers: [RuleLint.Answer]
  ) {
    guard let index = findings.firstIndex(where: { $0.check == check }) else { return }
    findings[index].total += 1
    guard isFound else { return }
    findings[index].count += 1
    if findings[index].examples.count < lint.exampleLimit {
      findings[index].examples += answers.map { $0.release }
    }
  }
}
