import Foundation
import InteractionScenarios
import Quantities
import Testing
import TouchInput

@testable import ReleaseRules
@testable import Scenarios

/// The release rules of pages, compared with tables of the systems whose rules they reproduce.
@Suite("Pages of other systems")
struct PageFieldTests {
  /// Returns the target of a preset with pages of 1000 pt, for a drag that began at page `initial`
  /// and ends at `page`.
  static func target(
    _ preset: String, pages: Int, from initial: Double, page: Double, velocity: Double,
    reach: Int? = nil
  ) throws -> String {
    var tuning = try PagingScenario.resolved(
      preset: preset, applying: [Assignment(key: "page", value: "1000")]
    ).tuning
    tuning.pages = pages
    let strip = PageStrip(tuning, on: Screen())
    let geometry = PagingScenario.geometry(
      tuning, on: Screen(), from: initial, reach: reach ?? tuning.reach)
    var policy = tuning.motion.release
    if var swipe = policy.rule.numbers(of: ReleaseRule.Swipe.self) {
      swipe.page = strip.pitch
      policy.rule = ReleaseRule(swipe)
    }
    let position = strip.position(of: page)
    return policy.decide(
      ReleaseContext(
        candidates: geometry.candidates, position: position, unlimited: position,
        start: strip.name(of: Int(initial.rounded())),
        estimate: VelocityEstimate(
          velocity: Velocity(x: PointsPerSecond(-velocity), y: .zero), reason: .ok),
        touch: position, screen: Screen().size)
    ).target
  }

  @Test("Flutter's pages have the target of every row of the table")
  func flutter() throws {
    let table = try #require(
      try FieldData.snap("scenario_golden")["paging_flutter"] as? [String: Any])
    let rows = try #require(table["rows"] as? [[String: Double]])
    for row in rows {
      let (page, velocity) = (try #require(row["page"]), try #require(row["v"]))
      let expected = try #require(row["target"])
      // A speed of exactly the tolerance, 20 px/s, does not count as a flick.
      let displacement = velocity.magnitude > 20 ? (velocity > 0 ? 1 : -1) : 0
      #expect(roundedPage(page, going: displacement) == expected, "\(row)")
      // The strip has four pages, so no target is before page 0.
      let target = try Self.target("flutter", pages: 4, from: 0, page: page, velocity: velocity)
      #expect(Double(target) == max(0, expected), "\(row)")
    }
    #expect(!rows.isEmpty)
  }

  @Test("libadwaita's swipes have the target of every row about pages")
  func adwaita() throws {
    let rows = try #require(try FieldData.snap("adw_swipe")["endProgress"] as? [[String: Any]])
    for row in rows where row["src"] as? String == "touch" {
      let target = Double(
        try Self.target(
          "adwaita", pages: try #require(row["points"] as? [Double]).count,
          from: try #require(row["initial"] as? Double),
          page: try #require(row["progress"] as? Double),
          velocity: try #require(row["v"] as? Double) * 1_000,
          reach: row["long"] as? Bool == true ? 0 : nil))
      let reached = try #require(target)
      if let expected = row["expect"] as? Double { #expect(reached == expected, "\(row)") }
      if let least = row["expectGreaterThan"] as? Double { #expect(reached > least, "\(row)") }
    }
    #expect(!rows.isEmpty)
  }

  @Test("the reachable pages match libadwaita's bounds of a swipe")
  func bounds() throws {
    let rows = try #require(try FieldData.snap("adw_swipe")["bounds"] as? [[String: Any]])
    for row in rows {
      var tuning = PageTuning()
      tuning.pages = try #require(row["points"] as? [Double]).count
      let reachable = PageStrip(tuning, on: Screen()).reachable(
        from: try #require(row["at"] as? Double), reach: row["long"] as? Bool == true ? 0 : 1)
      let expected = try #require(row["expect"] as? [Int])
      #expect([reachable.lowerBound, reachable.upperBound] == expected, "\(row)")
    }
    #expect(!rows.isEmpty)
  }
}
