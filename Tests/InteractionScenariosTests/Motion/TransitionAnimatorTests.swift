import Foundation
import InteractionScenarios
import Quantities
import Testing

@Suite("Transition animator")
struct TransitionAnimatorTests {
  typealias Animator = TransitionAnimator

  static func halfWay(_ curve: TransitionCurve, _ time: Double) throws -> Animator {
    var animator = Animator(duration: Seconds(1), curve: curve)
    try animator.start(at: .zero)
    _ = animator.advance(to: Seconds(time))
    return animator
  }

  @Test("pausing and reversing leave the value where it is", arguments: TransitionCurve.allCases)
  func noJumps(curve: TransitionCurve) throws {
    for time in stride(from: 0.05, to: 1, by: 0.05) {
      let now = Seconds(time)
      var animator = try Self.halfWay(curve, time)
      let value = animator.value
      #expect((value - curve.share(at: time)).magnitude < 1e-12)
      try animator.setReversed(true, at: now)
      #expect((animator.value - value).magnitude < 1e-12)
      try animator.setReversed(false, at: now)
      #expect((animator.value - value).magnitude < 1e-12)
      try animator.pause(at: now)
      #expect((animator.value - value).magnitude < 1e-12)
      #expect((animator.fraction - value).magnitude < 1e-12)
      try animator.continueRunning(at: now)
      #expect((animator.value - value).magnitude < 1e-12)
      #expect(animator.advance(to: now + Seconds(2)) == .end)
      #expect(animator.value == 1 && animator.state == .inactive)
    }
  }

  @Test("it completes once, where it runs to", arguments: [false, true])
  func completesOnce(isReversed: Bool) throws {
    var animator = try Self.halfWay(.easeOut, 0.4)
    try animator.setReversed(isReversed, at: Seconds(0.4))
    #expect(animator.advance(to: Seconds(2)) == (isReversed ? .start : .end))
    #expect(animator.value == (isReversed ? 0 : 1))
    #expect(animator.advance(to: Seconds(3)) == nil)
  }

  @Test("what is not allowed in a state is refused and changes nothing")
  func misuse() throws {
    var animator = try Self.halfWay(.linear, 0.2)
    let running = animator
    #expect(throws: Animator.Misuse.scrubbedWhileRunning) { try animator.scrub(to: 0.5) }
    #expect(throws: Animator.Misuse.continuedUnlessPaused) {
      try animator.continueRunning(at: Seconds(0.2))
    }
    #expect(throws: Animator.Misuse.finishedUnlessStopped) { _ = try animator.finish(at: .end) }
    #expect(animator == running)
    try animator.stop(withoutFinishing: false, at: Seconds(0.2))
    #expect(throws: Animator.Misuse.stopped) { try animator.start(at: Seconds(0.2)) }
    #expect(throws: Animator.Misuse.stopped) { try animator.pause(at: Seconds(0.2)) }
    #expect(throws: Animator.Misuse.stopped) { try animator.setReversed(true, at: Seconds(0.2)) }
    #expect(try animator.finish(at: .current) == .current)
    #expect((animator.value - 0.2).magnitude < 1e-12)
  }

  /// Field data is not part of the package; without it this test is skipped.
  @Test(
    "the traces of the field's model", .enabled(if: FieldData.hasSnapTables, "needs the traces"))
  func traces() throws {
    let traces = try #require(try FieldData.snap("upa_golden")["traces"] as? [[String: Any]])
    for trace in traces {
      let name = try #require(trace["name"] as? String)
      let log = try #require(trace["log"] as? [[String: Any]])
      let isCurved = log.contains { ($0["value"] as? Double) == 0.216 }
      var animator = Animator(
        duration: Seconds(try #require(trace["duration"] as? Double)),
        curve: isCurved ? .easeInOut : .linear,
        pausesOnCompletion: name.hasPrefix("pausesOnCompletion"))
      for row in log { try Self.replay(row, &animator, name) }
    }
    #expect(traces.count > 10)
  }

  private static func replay(
    _ row: [String: Any], _ animator: inout Animator, _ name: String
  ) throws {
    let event = try #require(row["ev"] as? String)
    // An end is told to the nearest tenth of a second; a sum of decimals may fall just short of it.
    let isEnd = event == "naturalFinish" || event.hasPrefix("reachedEnd")
    let time = Seconds(try #require(row["t"] as? Double) + (isEnd ? 1e-9 : 0))
    var completion = animator.advance(to: time)?.rawValue
    var isRefused = false
    do {
      switch event {
      case "startAnimation": try animator.start(at: time)
      case "pauseAnimation": try animator.pause(at: time)
      case "setFraction":
        try animator.scrub(to: row["asked"] as? Double ?? 0)
      case "setReversed": try animator.setReversed(row["to"] as? Bool ?? false, at: time)
      case "continueAnimation":
        try animator.continueRunning(at: time, durationFactor: row["factor"] as? Double ?? 0)
      case "stopAnimation":
        try animator.stop(withoutFinishing: row["without"] as? Bool ?? false, at: time)
      case "finishAnimation":
        let end = Animator.End(rawValue: row["at"] as? String ?? "") ?? .current
        completion = try animator.finish(at: end).rawValue
      default: break
      }
    } catch { isRefused = true }
    let place = "\(name), \(event) at \(time.value)"
    #expect(isRefused == (row["error"] != nil), "\(place)")
    #expect(completion == row["completion"] as? String, "\(place)")
    let isActive = animator.state == .running || animator.state == .paused
    #expect((isActive ? "active" : animator.state.rawValue) == row["state"] as? String, "\(place)")
    #expect((animator.state == .running) == (row["running"] as? Bool), "\(place)")
    #expect(animator.isReversed == row["reversed"] as? Bool, "\(place)")
    let value = try #require(row["value"] as? Double)
    #expect((animator.value - value).magnitude < 6e-4, "\(place): \(animator.value), \(value)")
    // Before a catch the field's fraction is a share of the time, after it the value.
    let fraction = try #require(row["fraction"] as? Double)
    #expect(
      (animator.fraction - fraction).magnitude < 6e-4, "\(place): \(animator.fraction), \(fraction)"
    )
  }
}
