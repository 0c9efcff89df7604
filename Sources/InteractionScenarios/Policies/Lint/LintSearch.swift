import Quantities

/// The search of a linter through all releases.
struct LintSearch {
  private let lint: PolicyLint
  private let policy: ReleasePolicy
  private(set) var findings: [PolicyLint.Finding]

  init(lint: PolicyLint, policy: ReleasePolicy) {
    self.lint = lint
    self.policy = policy
    findings = PolicyLint.Check.allCases.map {
      PolicyLint.Finding(check: $0, count: 0, total: 0, examples: [])
    }
  }

  mutating func run() {
    guard let top = lint.places.first?.y.value, let bottom = lint.places.last?.y.value else {
      return
    }
    var context = lint.context
    var above: [[PolicyLint.Answer]] = []
    for y in stride(from: top, to: bottom, by: 1) {
      let rows = lint.places.map { place in
        PolicyLint.velocities.map {
          PolicyLint.ask(policy, &context, from: place.name, at: y, velocity: $0)
        }
      }
      for (index, row) in rows.enumerated() {
        lookAtVelocities(row)
        if !above.isEmpty { compare(above[index], row) }
      }
      compareStarts(rows)
      above = rows
    }
  }

  private mutating func lookAtVelocities(_ row: [PolicyLint.Answer]) {
    let zero = row.count / 2
    let near = [row[zero - 1], row[zero], row[zero + 1]]
    note(.zeroSingularity, Set(near.map(\.release.target)).count > 1, near)
    let drift = [row[zero - 2], row[zero + 2]]
    note(.noiseFlips, drift[0].release.target != drift[1].release.target, drift)
    for answer in row where answer.release.velocity.magnitude >= PointsPerSecond(1_000) {
      let way = answer.y - answer.release.position.value
      note(.againstFlick, way * answer.release.velocity.value < 0, [answer])
    }
    for (slower, faster) in zip(row, row.dropFirst()) {
      note(.nonMonotoneVelocity, faster.y < slower.y, [slower, faster])
    }
  }

  private mutating func compare(_ above: [PolicyLint.Answer], _ below: [PolicyLint.Answer]) {
    for (higher, lower) in zip(above, below) {
      note(.nonMonotonePosition, lower.y < higher.y, [higher, lower])
    }
  }

  private mutating func compareStarts(_ rows: [[PolicyLint.Answer]]) {
    for index in rows[0].indices {
      let answers = rows.map { $0[index] }
      note(.startDependence, Set(answers.map(\.release.target)).count > 1, answers)
    }
  }

  private mutating func note(
    _ check: PolicyLint.Check, _ isFound: Bool, _ answers: [PolicyLint.Answer]
  ) {
    guard let index = findings.firstIndex(where: { $0.check == check }) else { return }
    findings[index].total += 1
    guard isFound else { return }
    findings[index].count += 1
    if findings[index].examples.count < lint.exampleLimit {
      findings[index].examples += answers.map(\.release)
    }
  }
}
