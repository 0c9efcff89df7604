import FrameLogs
import InteractionScenarios
import Quantities
import Testing
import TouchInput

/// What a replay must not depend on.
@Suite("Replay")
struct ReplayTests {
  @Test("frames of two rates that fall together are the same", arguments: Trial.allNames)
  func frameRateIndependence(name: String) throws {
    for seed in 0..<UInt64(Trial.sequences) {
      let trial = try Trial.random(name, seed: seed)
      let runs = try [60.0, 90, 120, 240].map { try trial.run($0) }
      // Common instants of all four rates: every 1/30 s.
      let strides = [2, 3, 4, 8]
      let common = zip(runs, strides).map { ($0.frames.count - 1) / $1 }.min() ?? 0
      for instant in 0...common {
        let frames = zip(runs, strides).map { $0.frames[instant * $1] }
        for frame in frames.dropFirst() {
          var same = frame
          same.index = frames[0].index
          #expect(same == frames[0], "\(trial) at \(frame.time.value) s")
        }
      }
      for run in runs.dropFirst() { #expect(run.events == runs[0].events, "\(trial)") }
    }
  }

  @Test("replaying twice gives the same bytes", arguments: Trial.allNames)
  func determinism(name: String) throws {
    for seed in 0..<UInt64(Trial.sequences) {
      let trial = try Trial.random(name, seed: seed)
      #expect(try trial.run().files() == trial.run().files(), "\(trial)")
    }
  }

  @Test("where the hand takes hold makes no difference", arguments: Trial.allNames)
  func gripIndependence(name: String) throws {
    for seed in 0..<UInt64(Trial.sequences) {
      let trial = try Trial.random(name, seed: seed)
      let away = Position(x: Points(37), y: Points(-118.5))
      var moved = trial
      moved.events = trial.events.map { $0.mapped(place: { $0 + away }, way: { $0 }) }
      #expect(try trial.run().withoutFinger() == moved.run().withoutFinger(), "\(trial)")
    }
  }

  @Test(
    "a touchpad, whose fingers have no place on the screen, moves it the same",
    arguments: Trial.allNames)
  func placeless(name: String) throws {
    for seed in 0..<UInt64(Trial.sequences) {
      let trial = try Trial.random(name, seed: seed)
      var placeless = trial
      placeless.events = trial.events.map(\.placeless)
      let run = try placeless.run()
      #expect(try trial.run().withoutFinger() == run.withoutFinger(), "\(trial)")
      let nowhere = LogValue?.some(.none)
      #expect(
        run.frames.allSatisfy { $0.own["fingerX"] == nowhere && $0.own["fingerY"] == nowhere },
        "\(trial)")
    }
  }

  @Test(
    "the time of day at which a recording was made makes no difference",
    arguments: Trial.allNames)
  func timeShift(name: String) throws {
    for seed in 0..<UInt64(Trial.sequences / 3) {
      let trial = try Trial.random(name, seed: seed)
      var later = trial
      later.events = trial.events.map {
        TimedHandEvent(microseconds: $0.microseconds + 1_700_000_000_000_000, event: $0.event)
      }
      #expect(try trial.run().files() == later.run().files(), "\(trial)")
    }
  }
}

extension Run {
  /// The frames and events as rows, without where the finger was.
  func withoutFinger() -> RunRows {
    func strip(_ row: [LogField]) -> [LogField] {
      row.filter { $0.key != "fingerX" && $0.key != "fingerY" }
    }
    let rows = RunRows(self)
    return RunRows(frames: rows.frames.map(strip), events: rows.events.map(strip))
  }
}

extension TimedHandEvent {
  /// The event of a hand without a place on the screen.
  var placeless: TimedHandEvent {
    var copy = self
    func strip(_ pan: Pan) -> Pan {
      var pan = pan
      pan.origin = nil
      pan.location = nil
      return pan
    }
    switch event {
    case .touchDown: copy.event = .touchDown(at: nil)
    case .panBegan(let pan): copy.event = .panBegan(strip(pan))
    case .panChanged(let pan, let live): copy.event = .panChanged(strip(pan), live: live)
    case .panEnded(let pan, let estimate): copy.event = .panEnded(strip(pan), estimate)
    case .panCancelled(let pan, let estimate):
      copy.event = .panCancelled(strip(pan), estimate)
    case .force, .touchUp, .touchCancelled, .gap: break
    }
    return copy
  }
}
