import Foundation
import FrameLogs
import InteractionScenarios
import MotionPhysics
import Quantities
import SequenceLaws
import Testing
import TouchInput

@testable import Surfaces

/// The motion of Android's Picture-in-Picture window, compared with the values that Android's own
/// tests expect.
@Suite("Android's motion")
struct AndroidMotionTests {
  static func box(_ numbers: [Double]) -> (low: Position, high: Position) {
    (
      Position(x: Points(numbers[0]), y: Points(numbers[1])),
      Position(x: Points(numbers[2]), y: Points(numbers[3]))
    )
  }

  @Test(
    "a snap fraction, clockwise from 0 to 4, converts to a position and back, also when stashed"
  )
  func snapFraction() throws {
    let table = try FieldData.snap("aosp_pip_snapfraction")
    let bounds = Self.box(try #require(table["movement"] as? [Double]))
    let window = Self.box(try #require(table["pip"] as? [Double]))
    let display = Self.box(try #require(table["display"] as? [Double]))
    let width = window.high.x - window.low.x
    let stash = Stash(
      speed: .zero, width: width, screen: display.high.x,
      visible: Points(try #require(table["stashOffset"] as? Double)), insets: (.zero, .zero))
    for row in try #require(table["applySnapFraction"] as? [[String: Any]]) {
      let fraction = SnapFraction(try #require(row["f"] as? Double))
      var position = fraction.position(from: bounds.low, to: bounds.high)
      #expect(SnapFraction(of: position, from: bounds.low, to: bounds.high) == fraction)
      switch row["stash"] as? String {
      case "left": position.x = stash.left - width / 2
      case "right": position.x = stash.right - width / 2
      default: break
      }
      #expect(position.x.value == row["left"] as? Double, "\(row)")
      #expect(position.y.value == row["top"] as? Double, "\(row)")
    }
    func moved(_ row: [String: Any]) throws -> Position {
      window.low
        + Position(
          x: Points(try #require(row["dx"] as? Double)),
          y: Points(try #require(row["dy"] as? Double)))
    }
    for row in try #require(table["snapToClosestEdge"] as? [[String: Any]]) {
      let edge = SnapFraction.edge(near: try moved(row), bounds.low, bounds.high)
      #expect(edge.rawValue == row["edge"] as? String, "\(row)")
    }
    for row in try #require(table["getSnapFraction"] as? [[String: Any]]) {
      let fraction = SnapFraction(of: try moved(row), from: bounds.low, to: bounds.high)
      let expected = try #require(row["expect"] as? Double)
      #expect(abs(fraction.value - expected) <= (row["tol"] as? Double ?? 0), "\(row)")
    }
  }

  @Test("springs, retargeted springs and throws end where Android's tests expect")
  func physicsAnimator() throws {
    let rows = try #require(try FieldData.snap("aosp_physics_animator")["rows"] as? [[String: Any]])
    for row in rows {
      let positions =
        row["spring"] == nil ? try Self.thrown(row) : try Self.sprung(row)
      let end = try #require(row["end"] as? Double)
      #expect(abs(try #require(positions.last) - end) <= (row["tol"] as? Double ?? 1), "\(row)")
      switch row["test"] as? String ?? "" {
      case "testAnimationsUpdatedWhileInMotion":
        // A retargeted spring keeps its velocity: it moves on past the position of the reversal
        // before it returns.
        let turn = try #require(positions.firstIndex { $0 > 50 })
        let peak = try #require(positions.max())
        #expect(peak > positions[turn] && positions[turn...].contains { $0 < positions[turn] })
      case let name where name.contains("Ignored"):
        #expect(try #require(positions.min()) < 250)
        #expect(positions.firstIndex { $0 < 250 } != nil)
      case "testFlingThenSpring_objectOutsideFlingBounds":
        #expect(positions[1] < -500)
      default: break
      }
    }
    #expect(!rows.isEmpty)
  }

  /// The positions of a throw that friction slows down, at 60 frames per second.
  static func thrown(_ row: [String: Any]) throws -> [Double] {
    let low = row["min"] as? Double ?? -100_000
    let high = row["max"] as? Double ?? 100_000
    let start = Decay.Motion(
      position: Points(row["x0"] as? Double ?? 0),
      velocity: PointsPerSecond(try #require(row["v0"] as? Double)))
    let rate = 4.2 * (try #require(row["friction"] as? Double))
    let spring = Spring(dampingRatio: 1, response: Seconds(2 * .pi / 700.0.squareRoot()))
    let bounds = Points(low)...Points(high)
    let target = (start.position + start.velocity * Seconds(1 / rate)).clamped(to: bounds)
    let trajectory =
      row["mustReach"] as? Bool == true
      ? FlingThenSpring.reaching(
        Points(low), from: start, in: bounds, rate: rate, spring: spring)
      : FlingThenSpring.stopping(at: target, from: start, in: bounds, rate: rate, spring: spring)
    return (0..<240).map { trajectory.motion(after: Seconds(Double($0) / 60)).position.value }
  }

  /// The positions of a spring at 60 frames per second; a row with `retargetTo` changes its target.
  static func sprung(_ row: [String: Any]) throws -> [Double] {
    let numbers = try #require(row["spring"] as? [String: Double])
    let spring = Spring(
      dampingRatio: try #require(numbers["damping"]),
      response: Seconds(2 * .pi / (try #require(numbers["stiffness"])).squareRoot()))
    func position(_ x: Double) -> Position { Position(x: Points(x), y: .zero) }
    var drive = Trajectory(
      spring, engine: nil, from: position(try #require(row["x0"] as? Double)), velocity: .zero,
      to: position(try #require(row["to"] as? Double)), at: .zero)
    var positions: [Double] = []
    for frame in 0..<240 {
      let time = Seconds(Double(frame) / 60)
      let here = drive.state(at: time).position.x.value
      positions.append(here)
      if let back = row["retargetTo"] as? Double, here > 50 {
        drive.retarget(to: position(back), at: time)
      }
    }
    return positions
  }

  /// A window 50 pt wide, and a magnet 200 pt wide at (500, 900) with a field of 200 pt, as in
  /// Android's tests.
  static func magnetized() throws -> WindowTrial {
    try WindowTrial(
      [
        ("width", "50"), ("height", "50"), ("mode", "free"), ("start", "topLeft"),
        ("inset.top", "0"), ("inset.bottom", "0"), ("margin", "0"), ("stash", "false"),
        ("dismiss.size", "200"), ("dismiss.field", "1"), ("dismiss.margin", "0"),
        ("dismiss.throw", "towards"),
      ], preset: "aosp", screen: (1_000, 1_000))
  }

  @Test("a magnet catches a window that is dragged into its field or thrown at it")
  func magnet() throws {
    let rows = try #require(try FieldData.snap("aosp_magnet")["rows"] as? [[String: Any]])
    for row in rows {
      var trial = try Self.magnetized()
      guard let points = row["points"] as? [[Double]] else {
        // The animation ends with the window centred on the magnet.
        trial.down(at: Position(x: Points(25), y: Points(25)))
        trial.drag(10, 10)
        trial.drag(450, 800)
        trial.wait(2)
        let corner = try #require(row["end"] as? [Double])
        #expect(abs(trial.x - 25 - corner[0]) < 0.01 && abs(trial.y - 25 - corner[1]) < 0.01)
        continue
      }
      let step = (row["dtMs"] as? Double ?? 100) / 1_000
      var stuck: [Bool] = []
      for (index, point) in points.enumerated() {
        let first = points[0]
        if index == 0 {
          trial.down(at: Position(x: Points(point[0]), y: Points(point[1])))
        } else {
          trial.wait(step)
          trial.drag(point[0] - first[0], point[1] - first[1])
        }
        stuck.append(trial.isStuck)
      }
      if let told = row["stuck"] as? [Bool] { #expect(stuck == told, "\(row)") }
      if row["consumed"] as? Bool == false { #expect(stuck == [false], "\(row)") }
      guard let result = row["result"] as? String else { continue }
      let displacement = points[2][1] - points[1][1]
      trial.release(vy: displacement / step)
      let reason = trial.decisions.last?.text("reason")
      #expect((reason == "magnet") == result.hasPrefix("stuck"), "\(row)")
    }
    #expect(!rows.isEmpty)
  }

  @Test(
    "a throw without horizontal velocity has no slope, and the window goes to the top left"
  )
  func legacySlope() throws {
    let rows = try #require(
      try FieldData.snap("pip_golden")["legacySlope"] as? [[String: Any]])
    for row in rows {
      let (vx, vy) = (
        try #require(row["vx"] as? Double), try #require(row["vy"] as? Double)
      )
      // The window starts at the top right, so a throw downwards would not reach the top left by
      // itself.
      var trial = try WindowTrial(
        [("start", "topRight"), ("inset.top", "0"), ("inset.bottom", "0"), ("margin", "0")],
        preset: "aosp-fling-line")
      trial.throwFrom(-20, 100, vx: vx, vy: vy)
      let target = try #require(trial.decisions.first?.text("target"))
      switch row["slope"] {
      case is String: #expect(target == "topLeft", "\(row)")
      case let slope as Double:
        #expect(slope == vy / vx)
        // A line that points down stays at the side of its start, and is v² / 6000 = 375 pt long.
        #expect(target == "right", "\(row)")
        #expect(trial.frame.target.y.value == 54 + 100 + 375, "\(row)")
      default: Issue.record("\(row)")
      }
    }
    #expect(!rows.isEmpty)
  }
}
