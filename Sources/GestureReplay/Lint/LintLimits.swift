/// How much of each defect a release rule may have.
public struct LintLimits: Sendable {
  /// The greatest share by check, 0 to 1; a check that is not here has no limit.
  public var fractions: [PolicyLint.Check: Double]

  /// No defect at all; an answer may depend on the start, which a hysteresis wants, and no rule that
  /// heeds a flick can tell a stale velocity from one.
  public init() {
    fractions = [
      .zeroSingularity: 0, .noiseFlips: 0, .againstFlick: 0, .farAgainstFlick: 0,
      .dismissedAgainstFlick: 0, .nonMonotoneVelocity: 0, .nonMonotonePosition: 0, .heldFlick: 0,
    ]
  }

  /// The findings of `report` that are over their limit, in the order of the report.
  public func exceeded(by report: PolicyLint.Report) -> [PolicyLint.Finding] {
    report.findings.filter { finding in
      fractions[finding.check].map { finding.fraction > $0 } ?? false
    }
  }
}

extension PolicyLint.Finding {
  /// The examples, each the releases that together show the finding.
  ///
  /// `starts` is the number of positions that the sheet may have come from.
  public func exampleGroups(starts: Int) -> [[PolicyLint.Release]] {
    let size =
      switch check {
      case .zeroSingularity: 3
      case .noiseFlips, .nonMonotoneVelocity, .nonMonotonePosition, .heldFlick, .staleVelocity: 2
      case .againstFlick, .farAgainstFlick, .dismissedAgainstFlick: 1
      case .startDependence: max(starts, 1)
      }
    return stride(from: 0, to: examples.count - examples.count % size, by: size).map {
      Array(examples[$0..<$0 + size])
    }
  }
}
