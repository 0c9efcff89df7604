import Foundation
import InteractionScenarios
import Quantities
import Testing
import TouchInput

@testable import ReleaseRules

/// Release rules of surfaces other than sheets, compared with tables of the systems that use them.
@Suite("Choices of other systems")
struct FieldChoiceTests {
  static func rows(_ table: String) throws -> [[String: Any]] {
    let golden = try #require(try FieldData.snap("scenario_golden")[table] as? [String: Any])
    let rows = try #require(golden["rows"] as? [[String: Any]])
    #expect(!rows.isEmpty)
    return rows
  }

  /// A release policy with `rule` but without Flickbook's filter: no dead band, and a speed cap that is
  /// never reached.
  static func bare(_ rule: ReleaseRule) -> ReleasePolicy {
    var policy = ReleasePolicy()
    policy.rule = rule
    policy.filter.deadBand = .zero
    policy.filter.cap = PointsPerSecond(100_000)
    return policy
  }

  /// Returns the decision on candidates in a row from left to right.
  static func decide(
    _ policy: ReleasePolicy, _ positions: [(String, Double)], x: Double, velocity: (Double, Double),
    start: String, hidden: Double? = nil
  ) -> Decision {
    func position(_ x: Double) -> Position { Position(x: Points(x), y: .zero) }
    return policy.decide(
      ReleaseContext(
        candidates: positions.map { RestCandidate(name: $0.0, position: position($0.1)) },
        position: position(x), unlimited: position(x), start: start,
        estimate: VelocityEstimate(
          velocity: Velocity(x: PointsPerSecond(velocity.0), y: PointsPerSecond(velocity.1)),
          reason: .ok),
        touch: position(x), screen: Planar(x: Points(667), y: Points(667)),
        hidden: hidden.map(position)))
  }

  @Test("Flutter's drawer follows a flick of 365 px/s, and otherwise goes to the nearer end")
  func drawer() throws {
    var progress = ReleaseRule.Progress()
    progress.flick = PointsPerSecond(365)
    // A drawer that is exactly half open counts as open.
    progress.threshold = 0.5.nextDown
    var policy = Self.bare(ReleaseRule(progress))
    policy.projection.time = .zero
    for row in try Self.rows("flutter_drawer") {
      let value = try #require(row["value"] as? Double)
      let velocity = try #require(row["v"] as? Double)
      let expected = try #require(row["result"] as? [Any])
      for start in ["closed", "open"] {
        let decision = Self.decide(
          policy, [("closed", 0), ("open", 304)], x: value * 304, velocity: (velocity, 0),
          start: start)
        #expect(decision.target == expected[0] as? String, "\(row)")
        let isFling = decision.reason == .thresholdVelocity
        #expect((expected[1] as? String == "fling") == isFling, "\(row)")
      }
    }
  }

  @Test(
    "Flutter's bottom sheet closes above 700 px/s downwards, otherwise below half of its height")
  func bottomSheet() throws {
    let policy = try ModalScenario.resolved(preset: "flutter", applying: []).tuning.motion.release
    for row in try Self.rows("flutter_bottom_sheet") {
      let value = try #require(row["value"] as? Double)
      let expected = try #require(row["result"] as? [String])
      let decision = Self.decide(
        policy, [("open", 0)], x: (1 - value) * 400,
        velocity: (try #require(row["vDown"] as? Double), 0), start: "open", hidden: 400)
      #expect((decision.target == Decision.gone) == (expected[0] == "dismiss"), "\(row)")
      switch expected[1] {
      case "fling": #expect(decision.reason == .dismissVelocity)
      case "threshold": #expect(decision.reason == .dismissDistance)
      default: #expect(decision.target == "open")
      }
    }
  }

  @Test("Flutter's Dismissible needs 700 px/s and 400 px/s more than across, or 40 % of the width")
  func dismissible() throws {
    var pull = ReleaseRule.Pull()
    pull.flick = PointsPerSecond(700)
    pull.across = PointsPerSecond(400)
    pull.threshold = 0.4
    // A surface that has not moved is not thrown.
    pull.flickDistance = Points(1e-9)
    let policy = Self.bare(ReleaseRule(pull))
    for row in try Self.rows("flutter_dismissible") {
      let displacement = try #require(row["dx"] as? Double)
      let velocity = (
        try #require(row["vx"] as? Double), try #require(row["vy"] as? Double)
      )
      // The surface is 400 px wide, so 0.15 of the width are 60 px. The surface leaves on the side
      // to which it was dragged.
      let decision = Self.decide(
        policy, [("home", 0)], x: displacement, velocity: velocity, start: "home",
        hidden: displacement < 0 ? -400 : 400)
      let expected = row["result"] as? String
      #expect((decision.target == Decision.gone) == (expected == "dismiss"), "\(row)")
    }
  }

  @Test("Flutter's pages go to the nearest page, measured half a page ahead after a flick")
  func pages() throws {
    var rounded = ReleaseRule.RoundedPage()
    // A speed of exactly Flutter's tolerance, 20 px/s, does not count as a flick.
    rounded.flick = PointsPerSecond(20.0.nextUp)
    let policy = Self.bare(ReleaseRule(rounded))
    let pages = (0...4).map { ("\($0)", Double($0) * 300) }
    for row in try Self.rows("paging_flutter") {
      let page = try #require(row["page"] as? Double)
      let velocity = try #require(row["v"] as? Double)
      let expected = try #require(row["target"] as? Double)
      let displacement = velocity.magnitude > 20 ? (velocity < 0 ? -1 : 1) : 0
      #expect(roundedPage(page, going: displacement) == expected, "\(row)")
      let decision = Self.decide(
        policy, pages, x: page * 300, velocity: (velocity, 0), start: "0")
      // There is no page before the first.
      #expect(decision.target == "\(Int(max(0, expected)))", "\(row): \(decision.target)")
    }
  }

  @Test("the rotation of fluid-interfaces goes to the quarter turn nearest to a short projection")
  func rotation() throws {
    // Points represent radians here.
    let policy = try FieldRuleTests.policy("wwdc.99")
    let turns = (-2...2).map { ("\($0 * 90)", Double($0) * Double.pi / 2) }
    for row in try Self.rows("rotation") {
      let angle = try #require(row["rotation"] as? Double)
      let velocity = try #require(row["v"] as? Double)
      let decision = Self.decide(policy, turns, x: angle, velocity: (velocity, 0), start: "0")
      #expect(Double(decision.target) == row["targetDeg"] as? Double, "\(row)")
      let projected = try #require(row["projected"] as? Double)
      #expect((decision.projected.x.value - projected).magnitude < 1e-4, "\(row)")
      let displacement = decision.targetPosition.x.value - angle
      #expect((displacement * velocity < 0) == (row["awayFromMotion"] as? Bool), "\(row)")
    }
  }

  @Test("the momentum drawer of fluid-interfaces follows any velocity; without one it continues")
  func momentum() throws {
    var nearest = ReleaseRule.Nearest()
    nearest.adjacentOnly = false
    nearest.flick = PointsPerSecond(1e-9)
    nearest.hysteresis = Points(1_000)
    var policy = Self.bare(ReleaseRule(nearest))
    policy.projection.time = .zero
    for row in try Self.rows("momentum_drawer") {
      let isOpen = try #require(row["isOpen"] as? Bool)
      let isReversed = try #require(row["isReversed"] as? Bool)
      let velocity = try #require(row["vy"] as? Double)
      let done = try #require(row["fraction"] as? Double)
      // The animation leads to the other state, or back to the same state if it is reversed.
      let heading = isOpen == isReversed ? "open" : "closed"
      let fraction = isOpen == isReversed ? 1 - done : done
      let decision = Self.decide(
        policy, [("open", 0), ("closed", 540)], x: fraction * 540, velocity: (velocity, 0),
        start: heading)
      let endsOpen = decision.target == "open"
      if let expected = row["endsOpen"] as? Bool {
        #expect(endsOpen == expected, "\(row)")
      } else {
        #expect(decision.target == heading, "\(row)")
      }
      #expect((endsOpen == isOpen) == (row["reversedAfter"] as? Bool), "\(row)")
    }
  }

  @Test(
    "a swipe in libadwaita ends at most one page from where it began, unless long swipes are on")
  func swipeBounds() throws {
    let rows = try #require(try FieldData.snap("adw_swipe")["bounds"] as? [[String: Any]])
    for row in rows {
      let points = try #require(row["points"] as? [Double])
      let isLong = try #require(row["long"] as? Bool)
      let bounds = ReleaseRule.Swipe().swipeBounds(
        around: try #require(row["at"] as? Double), points)
      let reached = isLong ? 0...points.count - 1 : bounds
      #expect(
        [points[reached.lowerBound], points[reached.upperBound]] == row["expect"] as? [Double],
        "\(row)")
    }
    #expect(!rows.isEmpty)
  }

  @Test(
    "libadwaita's velocity is the sum of the last 150 ms of steps, divided by their time"
  )
  func swipeVelocity() throws {
    let rows = try #require(try FieldData.snap("adw_swipe")["velocity"] as? [[String: Any]])
    for row in rows {
      var estimator = try Estimator.named("gnome.swipe")
      var position = 0.0
      let events = try #require(row["events"] as? [[Double]])
      // The events are updates, so a touch-down comes before the first one.
      let down = (events.first?[1] ?? 0) - 8
      estimator.receive(PanSample(microseconds: Int64(down * 1_000), position: .zero))
      for event in events {
        // Each event consists of a displacement and the time in ms.
        position += event[0]
        estimator.receive(
          PanSample(
            microseconds: Int64(event[1] * 1_000), position: Position(x: .zero, y: Points(position))
          ))
      }
      let release = try #require(row["release"] as? Double)
      let velocity = estimator.released(atMicroseconds: Int64(release * 1_000)).velocity.y
      #expect(
        (velocity.value / 1_000 - (row["expect"] as? Double ?? -1)).magnitude < 1e-9, "\(row)")
    }
    #expect(!rows.isEmpty)
  }
}
