import Foundation
import InteractionScenarios
import Quantities
import Testing

@Suite("Policy lint")
struct PolicyLintTests {
  static func lint(_ isDismissible: Bool = false) -> PolicyLint {
    var lint = PolicyLint()
    lint.hidden = isDismissible ? Points(667) : nil
    return lint
  }

  @Test("the default rule has none of the defects", arguments: [false, true])
  func defaultIsClean(isDismissible: Bool) {
    let report = Self.lint(isDismissible).report(on: ReleasePolicy())
    let clean: [PolicyLint.Check] = [
      .zeroSingularity, .noiseFlips, .againstFlick, .nonMonotoneVelocity, .nonMonotonePosition,
    ]
    for check in clean {
      let finding = report[check]
      #expect(finding?.count == 0, "\(check): \(finding?.examples ?? [])")
      #expect((finding?.total ?? 0) > 1_000)
    }
    // Only what the hysteresis of 8 pt is there for: 2 × 4 pt at 2 midpoints of 587 pt, slow ones.
    #expect((report[.startDependence]?.share ?? 1) < 0.04)
    for leaving in report.leavings {
      #expect((leaving.slowShare ?? 0) > 0.5, "\(leaving)")
      #expect((leaving.flick ?? .zero) <= PointsPerSecond(300), "\(leaving)")
    }
  }

  @Test("a rule without a dead band is found singular, one without a floor against flicks")
  func defectsAreFound() {
    var bare = ReleasePolicy()
    bare.deadBand = .zero
    bare.flick = .zero
    bare.projection = Seconds(0.099)
    let report = Self.lint().report(on: bare)
    #expect((report[.noiseFlips]?.count ?? 0) > 0)
    #expect((report[.againstFlick]?.count ?? 0) > 0)
    let example = report[.againstFlick]?.examples.first
    #expect(example.map { $0.velocity.magnitude >= PointsPerSecond(1_000) } == true)
  }

  /// Field data is not part of the package; without it this test is skipped.
  @Test(
    "the defects of the field's rules are found as often as elsewhere",
    .enabled(if: FieldData.hasSnapTables, "needs the lint table"), arguments: FieldRuleTests.rules)
  func field(grid: String, preset: String, isDismissible: Bool) throws {
    let results = try #require(try FieldData.snap("policy_lint")["results"] as? [String: Any])
    let expected = try #require(results[grid] as? [String: Any])
    let report = Self.lint(isDismissible).report(on: try FieldRuleTests.policy(preset))
    // Elsewhere, equally near candidates are ranked in the order of a list: one place, three starts.
    let ties = 3
    let counts: [(PolicyLint.Check, String)] = [
      (.zeroSingularity, "zeroSingular"), (.noiseFlips, "sign20Flip"),
      (.nonMonotoneVelocity, "nonMonotoneV"), (.nonMonotonePosition, "nonMonotoneY"),
    ]
    for (check, key) in counts {
      let found = try #require(report[check]?.count)
      let known = try #require(expected[key] as? Int)
      #expect((found - known).magnitude <= ties, "\(preset): \(key) \(found), \(known)")
    }
    // Elsewhere, an upward flick that dismisses does not count as answered against.
    if !isDismissible {
      let found = try #require(report[.againstFlick]?.count)
      let known = try #require(expected["againstFlick"] as? Int)
      #expect((found - known).magnitude <= ties, "\(preset): \(found), \(known)")
    }
    let flicks = try #require(expected["flickToAdvance_20px"] as? [String: Any])
    for leaving in report.leavings {
      let isDown = ["full", "half"].contains(leaving.from) && leaving.towards != "full"
      let known = (flicks["\(leaving.from)->\(isDown ? "down" : "up")"] as? Double) ?? 0
      #expect(
        ((leaving.flick?.value ?? 0) - known).magnitude <= 10, "\(preset): \(leaving), \(known)")
    }
    let slow = try #require(expected["slowDragFlipPct"] as? [String: Any])
    for leaving in report.leavings {
      let known = (slow["\(leaving.from)->\(leaving.towards)"] as? Double) ?? 0
      let found = (leaving.slowShare ?? 0) * 100
      #expect((found - known).magnitude <= 0.35, "\(preset): \(leaving), \(known)")
    }
  }
}
