import FrameLogs
import Foundation
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

@testable import Surfaces

/// The detection of pauses of the finger.
@Suite("Pause")
struct PauseTests {
  static let rule: PauseRule = {
    var rule = PauseRule()
    rule.window = Seconds(0.116)
    return rule
  }()

  /// Returns the pause that is detected in a motion with `velocity`, sampled `perSecond` times per
  /// second.
  static func pause(
    perSecond: Double, seconds: Double = 1, rule: PauseRule = rule,
    _ velocity: (_ time: Double) -> Double
  ) -> PauseDetector.Pause? {
    var watch = PauseDetector()
    var distance = 0.0
    for index in 0...Int(seconds * perSecond) {
      let time = Double(index) / perSecond
      let speed = velocity(time)
      distance += speed.magnitude / perSecond
      if let silent = watch.advance(to: Seconds(time), rule: rule) { return silent }
      let sample = PauseDetector.Sample(
        time: Seconds(time), velocity: Velocity(x: .zero, y: PointsPerSecond(speed)),
        distance: Points(distance))
      if let found = watch.receive(sample, rule: rule) { return found }
    }
    return watch.advance(to: Seconds(seconds + 10), rule: rule)
  }

  @Test(
    "pauses are detected at the times in the reference traces")
  func field() throws {
    let table = try #require(
      try FieldData.snap("scenario_golden")["acceleration_pause"] as? [String: Any])
    let traces = try #require(table["traces"] as? [[String: Any]])
    for trace in traces {
      let velocities = try #require(trace["velocities"] as? [Double])
      let offsets = try #require(trace["offsets"] as? [Double])
      var watch = PauseDetector()
      var found: [Int] = []
      for (index, (velocity, offset)) in zip(velocities, offsets).enumerated() {
        let sample = PauseDetector.Sample(
          time: Seconds(Double(index) / 60),
          velocity: Velocity(x: .zero, y: PointsPerSecond(velocity)),
          distance: Points(offset.magnitude))
        if watch.receive(sample, rule: Self.rule) != nil { found.append(index) }
      }
      #expect(found == [trace["pauseAt"] as? Int].compactMap(\.self), "\(trace["name"] ?? "")")
    }
    #expect(!traces.isEmpty)
  }

  @Test(
    "at any sampling rate, a pause is detected after the finger has slowed down",
    arguments: [60.0, 90, 120, 240, 1_000])
  func anyRate(perSecond: Double) throws {
    // Between 0.3 s and 0.4 s the finger slows down from 900 pt/s to zero. From 0.39 s on it is
    // slower than a tenth of its speed 0.116 s before.
    let pause = try #require(
      Self.pause(perSecond: perSecond) { max(0, min(900, 900 * (0.4 - $0) / 0.1)) })
    #expect(pause.time >= Seconds(0.39) && pause.time <= Seconds(0.39 + 1 / perSecond + 1e-9))
    #expect(pause.speedBefore == PointsPerSecond(900))
  }

  @Test("a finger that is always slow, always fast, or has hardly moved does not pause")
  func noPause() {
    #expect(Self.pause(perSecond: 60, seconds: 2) { $0 < 1 ? 60 : 50 }?.time ?? .zero >= Seconds(2))
    var noSilence = Self.rule
    noSilence.distance = Points(1e6)
    #expect(Self.pause(perSecond: 60, rule: noSilence) { $0 < 0.5 ? 900 : 0 } == nil)
    #expect(Self.pause(perSecond: 60, rule: PauseRule()) { $0 < 0.5 ? 900 : 0 } == nil)
    // The finger moves only 45 pt: 900 pt/s for 0.05 s.
    #expect(Self.pause(perSecond: 120) { $0 < 0.05 ? 900 : 0 } == nil)
  }

  @Test("a finger that stops without further reports has paused after 40 ms, not before")
  func silence() throws {
    var watch = PauseDetector()
    for index in 0...20 {
      let sample = PauseDetector.Sample(
        time: Seconds(Double(index) * 0.01),
        velocity: Velocity(x: .zero, y: PointsPerSecond(900 + Double(index))),
        distance: Points(Double(index) * 9))
      let found = watch.receive(sample, rule: Self.rule)
      #expect(found == nil)
    }
    var same = watch
    let early = watch.advance(to: Seconds(0.2399), rule: Self.rule)
    #expect(early == nil)
    let found = watch.advance(to: Seconds(0.3), rule: Self.rule)
    let pause = try #require(found)
    // The result does not depend on the time of the query.
    let late = same.advance(to: Seconds(9), rule: Self.rule)
    #expect(late == pause)
    #expect((pause.time - Seconds(0.24)).magnitude < Seconds(1e-12))
    // The pause refers to the speed 0.116 s before 0.24 s, which is that of the sample at 0.12 s.
    #expect(pause.distance == Points(180) && pause.speedBefore == PointsPerSecond(912))
    let again = watch.advance(to: Seconds(9), rule: Self.rule)
    #expect(again == nil)
  }

  @Test(
    "a finger that stops before the first window is full has paused when the window ends"
  )
  func silenceAfterShortWay() throws {
    var watch = PauseDetector()
    for (time, velocity) in [(0.0, 0.0), (0.01, 6_000), (0.02, 6_000)] {
      let sample = PauseDetector.Sample(
        time: Seconds(time), velocity: Velocity(x: .zero, y: PointsPerSecond(velocity)),
        distance: Points(60))
      let found = watch.receive(sample, rule: Self.rule)
      #expect(found == nil)
    }
    // The velocity at touch-down is not yet known, so the window of 0.116 s starts at 0.01 s.
    let found = watch.advance(to: Seconds(1), rule: Self.rule)
    let pause = try #require(found)
    #expect((pause.time - Seconds(0.126)).magnitude < Seconds(1e-12))
  }

  /// Drags a card down at 900 pt/s, then keeps the finger still.
  static func drag(_ settings: (String, String)...) -> Trial {
    var hand = HandScript()
    for step in 1...30 {
      hand.wait(0.01)
      hand.move(y: Double(step) * 9, velocity: 900)
    }
    hand.wait(0.5)
    hand.release()
    hand.wait(1)
    return Trial(
      scenario: CardScenario.self, settings: settings.map { (key: $0.0, value: $0.1) },
      events: hand.events)
  }

  @Test("a card records a pause once with its position, and its motion is unaffected")
  func noted() throws {
    let paused = try Self.drag(("pause.window", "0.116"), ("tracking.response", "0")).run()
    let events = paused.events.filter { $0.kind == .handPaused }
    #expect(events.count == 1)
    let event = try #require(events.first)
    #expect((event.time - Seconds(0.34)).magnitude < Seconds(1e-9))
    #expect(event.number("y") == 270 && event.number("distance") == 270)
    #expect(event.number("speedBefore") == 900)
    let description = try #require(CardScenario.events.first { $0.kind == .handPaused })
    #expect(description.payload.map(\.key) == event.payload.map(\.key))
    let plain = try Self.drag(("tracking.response", "0")).run()
    #expect(plain.events.allSatisfy { $0.kind != .handPaused })
    #expect(plain.frames == paused.frames)
  }

  @Test("each pan can have one pause, independently of the previous pan")
  func everyPan() throws {
    var hand = HandScript()
    for touch in 0..<3 {
      if touch > 0 { hand.down() }
      for step in 1...20 {
        hand.wait(0.01)
        hand.move(y: Double(step) * (touch == 1 ? 0.5 : 9), velocity: touch == 1 ? 50 : 900)
      }
      hand.wait(0.2)
      hand.release()
      hand.wait(0.05)
    }
    let trial = Trial(
      scenario: CardScenario.self, settings: [("pause.window", "0.116")], events: hand.events)
    #expect(try trial.run().events.count { $0.kind == .handPaused } == 2)
  }
}
