import Foundation
import InteractionScenarios
import MotionPhysics
import Quantities
import Testing

/// The animator compared with a reference model of `UIViewPropertyAnimator`.
@Suite("Transition animator, reference tables")
struct TransitionFieldTests {
  typealias Animator = TransitionAnimator

  @Test(
    "the animator matches every row of the reference traces")
  func traces() throws {
    let traces = try #require(try FieldData.snap("upa_golden")["traces"] as? [[String: Any]])
    for trace in traces {
      let name = try #require(trace["name"] as? String)
      let log = try #require(trace["log"] as? [[String: Any]])
      let isCurved = log.contains { ($0["value"] as? Double) == 0.216 }
      var animator = Animator(
        duration: Seconds(try #require(trace["duration"] as? Double)),
        curve: isCurved ? .smoothstep : .linear,
        pausesOnCompletion: name.hasPrefix("pausesOnCompletion"))
      for row in log { try TransitionAnimatorTests.replay(row, &animator, name) }
    }
    #expect(!traces.isEmpty)
  }

  /// The curves in the tables that the animator also has, by their names in the tables.
  static let curves: [String: TransitionCurve] = [
    "linear": .linear, "easeInOut(smoothstep)": .smoothstep, "easeOut 1-(1-p)^2": .quadraticOut,
    "easeIn p^2": .quadraticIn, "springlike 1-(1-p)^4": .easeOutSteeply,
  ]

  static func rows(_ table: String) throws -> [[String: Any]] {
    let table = try #require(try FieldData.snap("upa_golden")[table] as? [String: Any])
    return try #require(table["rows"] as? [[String: Any]])
  }

  @Test(
    "reversing keeps the value, although the reversed curve has another value at that time")
  func reversals() throws {
    var checked = 0
    for row in try Self.rows("asymmetricReversal") {
      guard let curve = Self.curves[row["curve"] as? String ?? ""] else { continue }
      let fraction = try #require(row["fraction"] as? Double)
      var animator = try TransitionAnimatorTests.halfWay(curve, fraction)
      let before = try #require(row["valueBefore"] as? Double)
      #expect((animator.value - before).magnitude < 1e-9, "\(row)")
      let naive = 1 - curve.fraction(at: 1 - fraction)
      #expect((naive - (row["valueAfterNaive"] as? Double ?? -1)).magnitude < 1e-9, "\(row)")
      try animator.setReversed(true, at: Seconds(fraction))
      #expect((animator.value - before).magnitude < 1e-9, "\(row)")
      #expect((animator.fraction - (1 - fraction)).magnitude < 1e-9, "\(row)")
      checked += 1
    }
    #expect(checked > 0)
  }

  @Test(
    "a catch computes the fraction from the value, unless the animator scrubs on its curve")
  func catches() throws {
    var checked = 0
    for row in try Self.rows("catchMidCurve") {
      guard let curve = Self.curves[row["curve"] as? String ?? ""] else { continue }
      let time = try #require(row["runningFraction"] as? Double)
      for (key, scrubsLinearly) in [
        ("pausedFractionScrubsLinearly", true), ("pausedFractionScrubsCurve", false),
      ] {
        var animator = try TransitionAnimatorTests.halfWay(
          curve, time, scrubsLinearly: scrubsLinearly)
        try animator.pause()
        let value = try #require(row["valueOnScreen"] as? Double)
        #expect((animator.value - value).magnitude < 1e-9, "\(row)")
        #expect((animator.fraction - (row[key] as? Double ?? -1)).magnitude < 1e-9, "\(row)")
        checked += 1
      }
    }
    #expect(checked > 0)
  }

  @Test(
    "relative velocities match the reference, and are zero if no distance is left")
  func relativeVelocities() throws {
    let rows = try #require(
      try FieldData.snap("upa_golden")["relativeVelocity"] as? [[String: Any]])
    for row in rows {
      func number(_ key: String) throws -> Double { try #require(row[key] as? Double) }
      let (velocity, start, end) = try (number("v"), number("current"), number("target"))
      let relative = RelativeVelocity(
        PointsPerSecond(velocity), from: Points(start), to: Points(end))
      // The table has six decimal places.
      let expected = try number("relative")
      #expect((relative.dx - expected).magnitude <= 1e-6, "\(row)")
      #expect((relative.dx == 0 && velocity != 0) == (row["lostVelocity"] as? Bool), "\(row)")
    }
    #expect(!rows.isEmpty)
  }
}

extension TransitionAnimatorTests {
  static func replay(
    _ row: [String: Any], _ animator: inout Animator, _ name: String
  ) throws {
    let event = try #require(row["ev"] as? String)
    // The table rounds the times of ends to 0.1 s, so the summed time may be just before the end.
    let isEnd = event == "naturalFinish" || event.hasPrefix("reachedEnd")
    let time = Seconds(try #require(row["t"] as? Double) + (isEnd ? 1e-9 : 0))
    var completion = animator.advance(to: time)?.rawValue
    var isRefused = false
    do {
      switch event {
      case "startAnimation": try animator.start(at: time)
      case "pauseAnimation": try animator.pause()
      case "setFraction":
        try animator.scrub(to: row["asked"] as? Double ?? 0)
      case "setReversed": try animator.setReversed(row["to"] as? Bool ?? false, at: time)
      case "continueAnimation":
        try animator.continueRunning(at: time, durationFactor: row["factor"] as? Double ?? 0)
      case "stopAnimation":
        try animator.stop(withoutFinishing: row["without"] as? Bool ?? false)
      case "finishAnimation":
        let end = Animator.End(rawValue: row["at"] as? String ?? "") ?? .current
        completion = try animator.finish(at: end).rawValue
      default: break
      }
    } catch { isRefused = true }
    let position = "\(name), \(event) at \(time.value)"
    #expect(isRefused == (row["error"] != nil), "\(position)")
    #expect(completion == row["completion"] as? String, "\(position)")
    let isActive = animator.state == .running || animator.state == .paused
    #expect(
      (isActive ? "active" : animator.state.rawValue) == row["state"] as? String, "\(position)")
    #expect((animator.state == .running) == (row["running"] as? Bool), "\(position)")
    #expect(animator.isReversed == row["reversed"] as? Bool, "\(position)")
    let value = try #require(row["value"] as? Double)
    #expect((animator.value - value).magnitude < 1e-9, "\(position): \(animator.value), \(value)")
    // In the table, the fraction is a fraction of the time before a catch, and the value after it.
    let fraction = try #require(row["fraction"] as? Double)
    #expect(
      (animator.fraction - fraction).magnitude < 1e-9,
      "\(position): \(animator.fraction), \(fraction)"
    )
  }
}
