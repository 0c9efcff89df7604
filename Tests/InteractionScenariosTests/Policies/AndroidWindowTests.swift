import Foundation
import FrameLogs
import InteractionScenarios
import MotionPhysics
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// Android's Picture-in-Picture window, compared with reference tables.
///
/// Some tables were computed from a model of Android; their rows state that.
@Suite("Android's window")
struct AndroidWindowTests {
  static func golden() throws -> [String: Any] { try FieldData.snap("pip_golden") }

  static func rows(_ table: [String: Any], _ key: String) throws -> [[String: Any]] {
    try #require((table[key] as? [String: Any])?["rows"] as? [[String: Any]])
  }

  /// A window of the preset `aosp` that can move between the `min` and `max` of a row; stash and
  /// dismissal are off.
  static func window(_ row: [String: Any]) throws -> WindowTrial {
    let low = try #require(row["min"] as? Double)
    let high = try #require(row["max"] as? Double)
    return try WindowTrial(
      [
        ("width", "20"), ("height", "20"), ("margin", "0"), ("inset.left", "\(low - 10)"),
        ("stash", "false"), ("dismiss", "false"), ("start", "topLeft"),
      ], preset: "aosp", screen: (high + 10, 2_000))
  }

  @Test(
    "a throw slows down by friction and ends on a spring, as the model computes it"
  )
  func flingThenSpring() throws {
    let rows = try Self.rows(Self.golden(), "androidFlingThenSpring")
    for row in rows {
      let x = try #require(row["x"] as? Double)
      let velocity = try #require(row["vx"] as? Double)
      let end = try #require(row["end"] as? Double)
      let start = try #require(row["startVelocity"] as? Double)
      let isSpring = row["mode"] as? String == "spring"
      var trial = try Self.window(row)
      trial.throwFrom(x - trial.x, 0, vx: velocity)
      let decision = try #require(trial.decisions.first)
      #expect(decision.text("target") == (end == row["min"] as? Double ? "left" : "right"))
      let projected = try #require(row["projected"] as? Double)
      #expect(abs(try #require(decision.number("projectedX")) - projected) < 0.006, "\(row)")
      #expect(abs(trial.frame.velocity.x.value - start) < 0.006, "\(row)")
      for _ in 0..<30 where !trial.window.isAtRest {
        trial.wait(1.0 / 60)
        let elapsed = trial.time.value
        guard !trial.window.isAtRest else { break }
        let model = Self.position(x, start, end, elapsed, isSpring: isSpring)
        #expect(abs(trial.x - model) < 1e-6, "\(row) at \(elapsed) s")
      }
      trial.settle()
      #expect(trial.x == end, "\(row)")
    }
    #expect(!rows.isEmpty)
  }

  /// The position of a throw after `time`, from the solutions of the differential equations.
  ///
  /// Friction at a rate of 7.98 /s acts until the end, and from there a critically damped spring of
  /// stiffness 700.
  static func position(
    _ x: Double, _ velocity: Double, _ end: Double, _ time: Double, isSpring: Bool
  ) -> Double {
    let (rate, omega) = (1.9 * 4.2, 700.0.squareRoot())
    let displacement = end - x
    func sprung(_ offset: Double, _ velocity: Double, _ time: Double) -> Double {
      end + (offset + (velocity + omega * offset) * time) * exp(-omega * time)
    }
    // Without friction in the row, or without a distance to cover, the spring alone moves the
    // window.
    guard !isSpring, displacement != 0 else { return sprung(-displacement, velocity, time) }
    if abs(velocity) > abs(displacement) * rate * (1 + 1e-9) {
      let met = -log(1 - rate * displacement / velocity) / rate
      if time > met { return sprung(0, velocity * exp(-rate * met), time - met) }
    }
    return x + velocity * (1 - exp(-rate * time)) / rate
  }

  @Test("a window is stashed if it is thrown at a side or dropped more than half off the screen")
  func stash() throws {
    let table = try #require(try Self.golden()["androidStash"] as? [String: Any])
    let width = try #require(table["pipWidth"] as? Double)
    let stash = Stash(
      speed: PointsPerSecond(try #require(table["thresholdPxPerS"] as? Double)),
      width: Points(width), screen: Points(try #require(table["displayWidth"] as? Double)),
      visible: Points(32), insets: (.zero, .zero))
    let rows = try Self.rows(Self.golden(), "androidStash")
    for row in rows {
      let left = try #require(row["left"] as? Double)
      let takes = stash.takes(
        centre: Points(left + width / 2),
        velocity: PointsPerSecond(try #require(row["vx"] as? Double)),
        from: Stash.Side(rawValue: try #require(row["stashed"] as? String)))
      #expect(takes == row["expect"] as? Bool, "\(row)")
    }
    #expect(!rows.isEmpty)
  }

  static func magnet(
    _ centre: (Double, Double), radius: Double, size: Double = 96,
    _ rule: Magnet.ThrowRule = .off
  ) -> Magnet {
    Magnet(
      point: .touch, centre: Position(x: Points(centre.0), y: Points(centre.1)),
      radius: Points(radius), leaveRadius: Points(radius), stickSpeed: PointsPerSecond(2_000),
      escapeSpeed: PointsPerSecond(4_000), throwSpeed: PointsPerSecond(4_000),
      throwWidth: Points(3 * size), throwRule: rule, entersOnly: false)
  }

  @Test("a magnet holds a window that enters its field slowly, until the window leaves the field")
  func magnetHolds() throws {
    let rows = try Self.rows(Self.golden(), "androidMagnet")
    let magnet = Self.magnet((0, 0), radius: 120)
    for row in rows {
      let holds = magnet.holds(
        Position(x: .zero, y: Points(try #require(row["distance"] as? Double))),
        velocity: Velocity(
          x: PointsPerSecond(try #require(row["vx"] as? Double)), y: .zero),
        wasHeld: try #require(row["wasStuck"] as? Bool))
      #expect(holds == row["stuck"] as? Bool, "\(row)")
    }
    #expect(!rows.isEmpty)
  }

  @Test("the rule `towards` accepts throws at a magnet; `android` reproduces Android's sign error")
  func magnetThrows() throws {
    let rows = try #require(
      try Self.golden()["androidMagnetFlingSignSlip"] as? [[String: Any]])
    for row in rows {
      let target = try #require(row["targetY"] as? Double)
      let position = Position(x: Points(500), y: Points(try #require(row["rawY"] as? Double)))
      let velocity = Velocity(
        x: .zero, y: PointsPerSecond(try #require(row["vy"] as? Double)))
      let meant = Self.magnet((500, target), radius: 120, .towards)
      let slipped = Self.magnet((500, target), radius: 120, .android)
      #expect(meant.isThrown(from: position, velocity: velocity) == row["intended"] as? Bool)
      #expect(slipped.isThrown(from: position, velocity: velocity) == row["source"] as? Bool)
    }
    #expect(!rows.isEmpty)
  }

  @Test(
    "each rule picks the corner of its reference row: the nearest, or the projected finger's"
  )
  func corners() throws {
    let table = try Self.golden()
    let corners = try #require(table["corners"] as? [String: [Double]])
    let candidates = try ["topLeft", "topRight", "bottomLeft", "bottomRight"].map { name in
      let position = try #require(corners[name])
      return RestCandidate(
        name: name, position: Position(x: Points(position[0]), y: Points(position[1])))
    }
    let size = try #require(table["screen"] as? [Double])
    let rows = try #require(table["cornerCases"] as? [[String: Any]])
    for row in rows {
      let centre = try #require(row["centre"] as? [Double])
      let offset = try #require(row["fingerOffset"] as? [Double])
      let speed = try #require(row["velocity"] as? [Double])
      let position = Position(x: Points(centre[0]), y: Points(centre[1]))
      let velocity = Velocity(x: PointsPerSecond(speed[0]), y: PointsPerSecond(speed[1]))
      let context = ReleaseContext(
        candidates: candidates, position: position, unlimited: position, start: "topLeft",
        estimate: VelocityEstimate(velocity: velocity, reason: .ok),
        touch: position + Position(x: Points(offset[0]), y: Points(offset[1])),
        screen: Planar(x: Points(size[0]), y: Points(size[1])))
      var nearest = try Self.policy("wwdc.998")
      let decision = nearest.decide(context)
      #expect(decision.target == row["nearestProjectedCentre"] as? String, "\(row)")
      let relative = try #require(row["relativeVelocity"] as? [Double])
      let there = decision.targetPosition
      let x = RelativeVelocity(velocity.x, from: position.x, to: there.x)
      let y = RelativeVelocity(velocity.y, from: position.y, to: there.y)
      #expect(abs(x.dx - relative[0]) < 1e-4 && abs(y.dx - relative[1]) < 1e-4, "\(row)")
      nearest.projection.time = Seconds(0.099)
      #expect(nearest.decide(context).target == row["nearestFast99"] as? String, "\(row)")
      nearest.projection.time = .zero
      #expect(nearest.decide(context).target == row["nearestNoProjection"] as? String, "\(row)")
      let quarter = try Self.policy("wave").decide(context).target
      #expect(quarter == row["quadrantOfProjectedFinger"] as? String, "\(row)")
    }
    #expect(!rows.isEmpty)
  }

  static func policy(_ preset: String) throws -> ReleasePolicy {
    try PictureInPictureScenario.resolved(preset: preset, applying: []).tuning.motion.release
  }

  /// Checks the example release of each row, and that the two rules differ most with the keyboard
  /// up.
  ///
  /// The counts in the rows cannot be checked, because the table does not give the grid of releases
  /// that was counted.
  @Test("with the keyboard up, the corner in the finger's quarter is often not the nearest corner")
  func keyboard() throws {
    let rows = try #require(
      try FieldData.snap("scenario_golden")["pip_insets"] as? [[String: Any]])
    var fractions: [Double] = []
    for row in rows {
      // The window of 86 × 130 pt keeps a distance of 23 pt horizontally and 25 pt vertically from
      // the safe area of a screen of 375 × 812 pt.
      let words = try #require((row["insets"] as? String)?.split(separator: " ").last)
      let insets = try words.split(separator: "/").map { try #require(Double($0)) }
      let (low, high) = (insets[0] + 25 + 65, 812 - insets[1] - 25 - 65)
      func targets(_ y: Double, _ velocity: Double) throws -> [String] {
        let positions = [
          ("topLeft", 66, low), ("topRight", 309, low), ("bottomLeft", 66, high),
          ("bottomRight", 309, high),
        ].map {
          RestCandidate(name: $0.0, position: Position(x: Points($0.1), y: Points($0.2)))
        }
        let position = Position(x: Points(66), y: Points(y))
        let context = ReleaseContext(
          candidates: positions, position: position, unlimited: position, start: "topLeft",
          estimate: VelocityEstimate(
            velocity: Velocity(x: .zero, y: PointsPerSecond(velocity)), reason: .ok),
          touch: position, screen: Planar(x: Points(375), y: Points(812)))
        return try ["wwdc.998", "wave"].map { try Self.policy($0).decide(context).target }
      }
      let example = try #require(row["example"] as? [Any])
      let told = [example[2], example[3]].compactMap { $0 as? String }
      let velocity = try #require(example[1] as? Double)
      #expect(try targets(try #require(example[0] as? Double), velocity) == told, "\(row)")
      var differing = 0
      for y in stride(from: 135.0, to: 690, by: 30) {
        for velocity in stride(from: -1_400.0, through: 1_400, by: 100) {
          let both = try targets(y, velocity)
          if both[0] != both[1] { differing += 1 }
        }
      }
      fractions.append(Double(differing))
    }
    #expect(
      fractions.count == 3 && fractions[1] > 5 * fractions[0] && fractions[1] > 5 * fractions[2])
  }
}

/// The rule `flingLine` of Android 8 to 10.
@Suite("A throw along an edge")
struct ThrowAlongEdgeTests {
  /// Returns where a window of 20 × 20 pt that was at (100, 400) rests, in an area from (50, 50) to (350, 750).
  private static func rest(_ x: Double, _ y: Double) -> Decision {
    var policy = ReleasePolicy()
    policy.rule = ReleaseRule(ReleaseRule.FlingLine())
    policy.filter.deadBand = .zero
    policy.filter.cap = PointsPerSecond(1e6)
    let position = Position(x: Points(100), y: Points(400))
    var context = ReleaseContext(
      candidates: [RestCandidate(name: "left", position: Position(x: Points(50), y: Points(400)))],
      position: position, unlimited: position, start: "left",
      estimate: VelocityEstimate(
        velocity: Velocity(x: PointsPerSecond(x), y: PointsPerSecond(y)), reason: .ok),
      touch: position, screen: Planar(x: Points(400), y: Points(800)), hidden: nil)
    context.origin = position
    context.size = Planar(x: Points(20), y: Points(20))
    context.area = RestArea(
      lowest: Position(x: Points(50), y: Points(50)),
      highest: Position(x: Points(350), y: Points(750)), free: .both)
    return policy.decide(context)
  }

  @Test(
    "a window slides along the edge by v² / 2a at Android's deceleration, pip_fling_deceleration = 3000 dp/s²",
    arguments: [-1_200.0, -900, -300, 300, 900, 1_200])
  func slides(velocity: Double) {
    let distance = velocity * velocity / (2 * 3_000)
    let rest = Self.rest(-velocity.magnitude / 10, velocity).targetPosition
    #expect(rest.x == Points(50))
    #expect((rest.y.value - 400 - (velocity < 0 ? -distance : distance)).magnitude < 1e-9)
  }
}
