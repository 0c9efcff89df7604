import Foundation
import InteractionScenarios
import Quantities
import Testing
import TouchInput

@testable import ReleaseRules

/// The presets of sheets, compared with tables of the systems whose rules they reproduce.
@Suite("Rules of other systems")
struct FieldRuleTests {
  /// The rules of the decision grid: their names in the grid, the presets with these rules, and
  /// whether the sheet of the grid can be dismissed.
  static let rules: [(grid: String, preset: String, isDismissible: Bool)] = [
    ("floatingpanel", "floatingpanel", false),
    ("floatingpanel_project", "floatingpanel.project", false),
    ("wwdc_nearest_.998", "wwdc.998", false), ("wwdc_nearest_.99", "wwdc.99", false),
    ("gorhom_.2s", "gorhom", false), ("ionic_.35s", "ionic", false), ("base_ui", "base-ui", false),
    ("zag", "zag", false), ("compose_m3", "compose.m3", false),
    ("compose_foundation", "compose.foundation", false), ("material_fitFalse", "material", false),
    ("material_hideable", "material.hideable", true), ("flutter_draggable", "flutter", false),
    ("smooth_sheets", "smooth_sheets", false), ("vaul", "vaul", true),
    ("vaul_sequential", "vaul.sequential", true), ("astryx", "astryx", true),
    ("react_spring_sheet", "react-spring-bottom-sheet", true), ("adw_swipe", "libadwaita", false),
    ("adw_swipe_long", "libadwaita.long", false), ("niri_.333s", "niri", false),
  ]

  static func policy(_ preset: String, set: [Assignment] = []) throws -> ReleasePolicy {
    try SheetScenario.resolved(preset: preset, applying: set).tuning.motion.release
  }

  /// Returns the target of a release at `y` with the given candidates; y increases downwards.
  static func target(
    _ policy: ReleasePolicy, _ positions: [String: Double], y: Double, velocity: Double,
    start: String, hidden: Double? = nil, screen: Double = 667
  ) -> String {
    func position(_ y: Double) -> Position { Position(x: .zero, y: Points(y)) }
    let candidates = positions.sorted { ($0.value, $0.key) > ($1.value, $1.key) }
      .map { RestCandidate(name: $0.key, position: position($0.value)) }
    return policy.decide(
      ReleaseContext(
        candidates: candidates, position: position(y), unlimited: position(y), start: start,
        estimate: VelocityEstimate(
          velocity: Velocity(x: .zero, y: PointsPerSecond(velocity)), reason: .ok),
        touch: position(y), screen: Planar(x: Points(screen), y: Points(screen)),
        hidden: hidden.map(position))
    ).target
  }

  @Test(
    "every rule has the targets of the decision grid: 3 starts, 33 positions, 13 velocities",
    arguments: rules)
  func decisionGrid(grid: String, preset: String, isDismissible: Bool) throws {
    let table = try FieldData.snap("decision_grid")
    let starts = try #require(table["grid"] as? [String: [String: [String: String]]])
    let positions = try #require(table["detents"] as? [String: Double])
    let ys = try #require(table["ys"] as? [Double])
    let policy = try Self.policy(preset)
    var rows = 0
    for (start, rules) in starts {
      for (text, answers) in try #require(rules[grid]) {
        let velocity = try #require(Double(text))
        for (y, answer) in zip(ys, answers) {
          let target = Self.target(
            policy, positions, y: y, velocity: velocity, start: start,
            hidden: isDismissible ? 667 : nil)
          let letter = GestureSuiteTests.letters[target]
          #expect(letter == String(answer), "\(preset) from \(start) at \(y), \(velocity)")
          rows += 1
        }
      }
    }
    #expect(rows == 3 * 13 * 33)
  }

  @Test(
    "every rule has the targets of the reference table for the fifteen gestures of the suite",
    arguments: rules)
  func gestures(grid: String, preset: String, isDismissible: Bool) throws {
    let policy = try Self.policy(preset)
    let positions = ["full": 20.0, "half": 417, "tip": 607]
    for gesture in try GestureSuiteTests.gestures() {
      let answer = try #require((gesture["decisions"] as? [String: String])?[grid])
      var velocity = try #require(gesture["vLSQ100ms"] as? Double)
      if policy.filter.source == .mean { velocity = try #require(gesture["meanSpeed"] as? Double) }
      let target = Self.target(
        policy, positions, y: try #require(gesture["releaseY"] as? Double), velocity: velocity,
        start: try #require(gesture["start"] as? String), hidden: isDismissible ? 667 : nil)
      #expect(
        GestureSuiteTests.letters[target] == answer, "\(preset): \(gesture["id"] ?? "?")")
    }
  }

  @Test("the segment around a position matches FloatingPanel's tests")
  func segments() throws {
    let rows = try #require(
      try FieldData.snap("floatingpanel_segments")["rows"] as? [[String: Any]])
    for row in rows {
      let positions = try #require(row["detents"] as? [String: Double]).values.sorted()
      let names = try #require(row["detents"] as? [String: Double])
      let segment = ReleaseRule.Segment().segment(
        try #require(row["pos"] as? Double), isForward: try #require(row["forward"] as? Bool),
        positions)
      #expect(
        segment.lower.map { positions[$0] } == (row["lower"] as? String).flatMap { names[$0] })
      #expect(
        segment.upper.map { positions[$0] } == (row["upper"] as? String).flatMap { names[$0] })
    }
    #expect(!rows.isEmpty)
  }

  @Test("the velocity near the dismissal is damped as in Compose")
  func dampening() throws {
    let golden = try #require(
      try FieldData.snap("scenario_golden")["m3_boundary_dampening"] as? [String: Any])
    let rows = try #require(golden["rows"] as? [[String: Any]])
    var policy = ReleasePolicy()
    policy.filter.deadBand = .zero
    policy.filter.cap = PointsPerSecond(8_000)
    policy.filter.dampening = Points(125)
    var rule = ReleaseRule.Nearest()
    rule.flick = PointsPerSecond(125)
    policy.rule = ReleaseRule(rule)
    func position(_ y: Double) -> Position { Position(x: .zero, y: Points(y)) }
    for row in rows {
      let velocity = try #require(row["v"] as? Double)
      let distance = try #require(row["distanceToHidden"] as? Double)
      let context = ReleaseContext(
        candidates: [RestCandidate(name: "a", position: position(0))],
        position: position(600 - distance),
        unlimited: position(600 - distance), start: "a",
        estimate: VelocityEstimate(
          velocity: Velocity(x: .zero, y: PointsPerSecond(velocity)), reason: .ok),
        touch: .zero, screen: Planar(x: Points(600), y: Points(600)), hidden: position(600))
      let expected = try #require(row["quadratic"] as? Double)
      let damped = policy.velocity(of: context).y.value
      #expect((damped - expected).magnitude < 0.01, "\(row): \(damped)")
    }
    #expect(!rows.isEmpty)
  }

  @Test("swipes have the targets of libadwaita, with pages of 1000 px")
  func adwaita() throws {
    let rows = try #require(try FieldData.snap("adw_swipe")["endProgress"] as? [[String: Any]])
    for row in rows {
      let isTouch = row["src"] as? String == "touch"
      var policy = try Self.policy(isTouch ? "libadwaita" : "gnome-shell")
      policy = try policy.with([
        "release.page": "1000", "release.adjacentOnly": "\(row["long"] as? Bool == false)",
      ])
      let points = try #require(row["points"] as? [Double])
      let positions = Dictionary(uniqueKeysWithValues: points.map { ("\($0)", $0 * 1_000) })
      let target = Double(
        Self.target(
          policy, positions, y: try #require(row["progress"] as? Double) * 1_000,
          velocity: try #require(row["v"] as? Double) * 1_000,
          start: "\(try #require(row["initial"] as? Double))"))
      let reached = try #require(target)
      if let expected = row["expect"] as? Double { #expect(reached == expected, "\(row)") }
      if let least = row["expectGreaterThan"] as? Double { #expect(reached > least, "\(row)") }
    }
    #expect(!rows.isEmpty)
  }

  @Test("swipes have the targets of Material's tests, if the table gives the position of their end")
  func material() throws {
    let rows = try #require(try FieldData.snap("material_bottomsheet")["rows"] as? [[String: Any]])
    var checked = 0
    for row in rows {
      guard let fraction = row["endYFraction"] as? Double else { continue }
      checked += 1
      let isHalf = row["fit"] as? Bool == false
      var policy = try Self.policy(isHalf ? "material" : "material.fit")
      policy = try policy.with([
        "release.skipsCollapsed": "\(row["skipCollapsed"] as? Bool ?? false)"
      ])
      let positions =
        isHalf
        ? ["expanded": 0, "half": 500, "collapsed": 900.0] : ["expanded": 0, "collapsed": 900.0]
      // The swipe is slow, so it ends without a velocity.
      let target = Self.target(
        policy, positions, y: fraction * 1_000, velocity: 0, start: "expanded", hidden: 1_000,
        screen: 1_000)
      let expected = row["expect"] as? String
      #expect(target == (expected == "hidden" ? "gone" : expected), "\(row)")
    }
    #expect(checked > 0)
  }
}
