import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// Releases of a surface that follows the finger on a tracking spring.
@Suite("Lagging hand-off")
struct LaggingHandOffTests {
  /// The frames just before and just after a release, and all later frames.
  struct Release {
    var before: Frame
    var after: Frame
    var later: [Frame]
  }

  /// Drags by `x` and `y` at `speed`, in points per second, and releases.
  ///
  /// The finger is sampled at 240 Hz; frames are computed `looksPerSecond` times per second.
  static func release(
    _ scenario: any Scenario.Type, x: Double = 0, y: Double = 0, speed: Double,
    _ settings: [(key: String, value: String)], looksPerSecond: Double = 240
  ) throws -> Release {
    let displacement = (x * x + y * y).squareRoot()
    let steps = max(1, Int((displacement / speed * 240).rounded(.up)))
    var hand = HandScript()
    for step in 1...steps {
      hand.wait(displacement / speed / Double(steps))
      let fraction = Double(step) / Double(steps)
      hand.move(x: x * fraction, y: y * fraction)
    }
    hand.release(x: speed * x / displacement, y: speed * y / displacement)
    let trial = Trial(scenario: scenario, settings: settings, events: hand.events)
    let moments = try trial.performed(looksPerSecond: looksPerSecond).moments
    let index = try #require(
      moments.firstIndex { $0.eventsAfter.contains { $0.kind == .decision } })
    return Release(
      before: moments[index].before, after: moments[index].after,
      later: moments[index...].map(\.after))
  }

  @Test("a drawer thrown past its end keeps its velocity and stops at its end")
  func drawer() throws {
    let thrown = try Self.release(
      DrawerScenario.self, x: 355, speed: 2_500,
      [("hitTest", "false"), ("tracking.response", "0.2")])
    // Before the release, the finger is beyond the end and the drawer is not, so the drawer takes
    // the finger's velocity.
    #expect(thrown.before.position.x < Points(300) && thrown.before.target.x == Points(304))
    #expect(thrown.after.velocity.x >= thrown.before.velocity.x)
    #expect(thrown.after.velocity.x <= PointsPerSecond(2_500))
    #expect(thrown.later.allSatisfy { $0.position.x <= Points(304) })
    #expect(thrown.later.last?.position.x == Points(304))
  }

  @Test("a sheet 150 pt below its limit takes the velocity of a finger beyond the limit")
  func sheet() throws {
    let thrown = try Self.release(
      SheetScenario.self, y: -400, speed: 4_000,
      [("start", "half"), ("tracking.response", "0.2")])
    #expect(thrown.before.position.y > Points(844 * 0.08 + 100))
    #expect(thrown.before.target.y < Points(844 * 0.08))
    #expect(thrown.after.velocity.y == PointsPerSecond(-4_000))
  }

  /// The scenarios with a tracking spring, each with a direction that leads beyond a limit.
  static let scenarios: [(name: String, x: Double, y: Double, settings: [(String, String)])] = [
    ("sheet", 0, -1, [("start", "full")]), ("modal", 0, -1, []),
    ("drawer", 1, 0, [("hitTest", "false"), ("start", "open")]), ("pip", 0.6, 0.8, []),
    ("card", 0.6, -0.8, []), ("paging", 1, 0, []),
    ("swipe", 0, 1, [("distance.touchpad", "0")]),
    ("rotation", 1, 0, [("hold", "rail"), ("wraps", "false")]),
  ]

  @Test(
    "the initial velocity lies between those of surface and finger, at any displacement",
    arguments: scenarios.map(\.name), ["rubberBand", "stop", "power", "capped"])
  func between(name: String, limits: String) throws {
    let scenario = try #require(Self.scenarios.first { $0.name == name })
    let type = try InteractionScenarios.scenario(named: name)
    let settings =
      scenario.settings.map { (key: $0.0, value: $0.1) } + [
        (key: "limits", value: limits), (key: "tracking.response", value: "0.2"),
        (key: "tracking.dampingRatio", value: "0.8"),
      ]
    for speed in [300.0, 2_500] {
      let isRotation = name == "rotation"
      let ways = stride(from: 4.0, through: isRotation ? 560 : 80, by: isRotation ? 20 : 4)
      for displacement in ways {
        let thrown = try Self.release(
          type, x: displacement * scenario.x, y: displacement * scenario.y, speed: speed, settings,
          looksPerSecond: 10)
        for (shown, handed, hand) in [
          (thrown.before.velocity.x, thrown.after.velocity.x, speed * scenario.x),
          (thrown.before.velocity.y, thrown.after.velocity.y, speed * scenario.y),
        ] {
          let isBetween =
            handed.value >= min(shown.value, hand) - 1e-6
            && handed.value <= max(shown.value, hand) + 1e-6
          // With `stop`, a surface that has already reached its limit starts at rest.
          #expect(
            isBetween || limits == "stop" && handed == .zero,
            "\(displacement) pt at \(speed) pt/s: \(shown.value), \(handed.value)")
        }
      }
    }
  }
}
