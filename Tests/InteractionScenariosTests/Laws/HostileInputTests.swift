import FrameLogs
import InteractionScenarios
import Quantities
import Testing
import TouchInput

/// Input that no hand makes ends in finite frames.
@Suite("Hostile input")
struct HostileInputTests {
  static let numbers: [Double] = [
    0, -0.0, 1, -1, .leastNonzeroMagnitude, 1e-300, 1e9, -1e9, 1e300, -1e300,
    .greatestFiniteMagnitude,
    -.greatestFiniteMagnitude, .infinity, -.infinity, .nan,
  ]

  @Test("every number gives finite frames and an end", arguments: Trial.allNames)
  func numbers(name: String) throws {
    for seed in 0..<UInt64(Trial.sequences * 2) {
      var random = SeededRandom(seed: seed)
      var trial = try Trial.random(name, seed: seed)
      let bad = {
        Position(
          x: Points(random.one(of: Self.numbers)), y: Points(random.one(of: Self.numbers)))
      }
      trial.events = trial.events.map { event in
        event.mapped(
          place: { random.isTrue(0.3) ? bad() : $0 }, way: { random.isTrue(0.3) ? bad() : $0 })
      }
      let run = try trial.run()
      #expect(run.ending != .timeLimit, "\(trial)")
      for frame in run.frames {
        #expect(
          frame.position.isFinite && frame.velocity.isFinite && frame.target.isFinite
            && frame.progress.isFinite, "\(trial) at \(frame.time.value) s")
      }
    }
  }

  @Test(
    "times that stand still, go back or overflow are taken in order", arguments: Trial.allNames)
  func times(name: String) throws {
    for seed in 0..<UInt64(Trial.sequences) {
      var random = SeededRandom(seed: seed)
      var trial = try Trial.random(name, seed: seed)
      trial.events = trial.events.map { event in
        let odd: [Int64] = [
          Int64.min, 0, event.microseconds - 50_000, -1, trial.events[0].microseconds,
        ]
        return TimedHandEvent(
          microseconds: random.isTrue(0.3) ? random.one(of: odd) : event.microseconds,
          event: event.event)
      }
      trial.events[0].microseconds = 1_000_000
      let run = try trial.run()
      #expect(run.ending != .timeLimit, "\(trial)")
      let times = run.frames.map(\.time)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "\(trial)")
      #expect(run.frames.allSatisfy { $0.position.isFinite && $0.velocity.isFinite }, "\(trial)")
    }
  }

  @Test(
    "one, equal and extreme detents give finite frames",
    arguments: [
      "only:300", "a:300,b:300", "zero:0", "zero:0,sky:1000%", "high:100000", "a:0,b:0,c:0",
    ], ["true", "false"])
  func detents(text: String, isDismissible: String) throws {
    for seed in 0..<UInt64(max(10, Trial.sequences / 5)) {
      var trial = try Trial.random("sheet", seed: seed)
      trial.settings += [("detents", text), ("dismissible", isDismissible)]
      let run = try trial.run()
      #expect(run.ending != .timeLimit, "\(trial)")
      #expect(run.frames.allSatisfy { $0.position.isFinite && $0.progress.isFinite }, "\(trial)")
    }
  }
}
