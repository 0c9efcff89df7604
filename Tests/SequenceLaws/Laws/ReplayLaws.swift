public import FrameLogs
public import InteractionScenarios
import Quantities
import TouchInput

/// The laws of repeated replays of a sequence.
let replayLaws: [Law] = [
  Law(
    name: .rates, invariants: ["I12"],
    meaning: "If a sequence is replayed at two frame rates, frames at the same time are equal.",
    check: rates),
  Law(
    name: .repeats, invariants: ["I19"],
    meaning: "Two replays of the same sequence have the same bytes.", fraction: 16,
    check: repeats),
]

extension Trial {
  /// Returns the run that a replay of this trial produces.
  ///
  /// - Parameters:
  ///   - framesPerSecond: The frame rate, in frames per second.
  ///   - commands: Additional targets from a program, with times on the recording's clock.
  /// - Returns: The run, with an empty header.
  /// - Throws: ``SettingError`` if the settings are invalid for the scenario.
  public func run(
    _ framesPerSecond: Double = 120, commands: [(microseconds: Int64, name: String)] = []
  ) throws(SettingError) -> Run {
    let rate = FrameRate(framesPerSecond: framesPerSecond)
    return sending(commands).run(try surface(), rate, from: originMicroseconds)
  }

  /// Returns the trial with additional commands that send the surface to targets.
  private func sending(_ commands: [(microseconds: Int64, name: String)]) -> Trial {
    var copy = self
    for command in commands {
      let input = TimedInput(command.microseconds, .command(.settle(at: command.name)))
      let index = copy.inputs.firstIndex { $0.microseconds >= command.microseconds }
      copy.inputs.insert(input, at: index ?? copy.inputs.count)
    }
    return copy
  }

  private func run<S: Scenario>(_ surface: S, _ rate: FrameRate, from origin: Int64) -> Run {
    var replay = Replay(surface, rate: rate, originMicroseconds: origin)
    for timed in inputs {
      switch timed.input {
      case .hand(let event):
        replay.receive(TimedHandEvent(microseconds: timed.microseconds, event: event))
      case .command(let command):
        replay.receive(command, atMicroseconds: timed.microseconds)
      case .change(let conditions):
        do throws(SettingError) {
          try replay.adapt(
            to: Self.tuning(S.self, conditions), screen: conditions.screen,
            atMicroseconds: timed.microseconds)
        } catch {
          continue  // Invalid settings change nothing.
        }
      }
    }
    let ending = replay.finish()
    return Run(
      header: [], rate: rate, ownFields: S.ownFields, frames: replay.frames,
      events: replay.events, ending: ending)
  }
}

/// Compares frames at multiples of 1/30 s, which all frame rates have in common; the sequence was
/// recorded at 120 Hz.
private func rates(_ evidence: Evidence, _ verdict: inout Verdict) throws(SettingError) {
  let looks = evidence.performance.moments.filter { $0.input == nil }
  let rates: [(framesPerSecond: Double, stride: Int)] = [(60, 2), (90, 3), (240, 8)]
  let rate = rates[Int(evidence.trial.seed % 3)]
  let run = try evidence.trial.run(rate.framesPerSecond)
  for instant in 0...min(looks.count / 4, run.frames.count / rate.stride) {
    guard instant * 4 < looks.count, instant * rate.stride < run.frames.count else { break }
    let look = looks[instant * 4].after
    var frame = evidence.trial.moved(run.frames[instant * rate.stride])
    frame.index = look.index
    verdict.expect(
      frame == look, at: look.time, "at \(rate.framesPerSecond) Hz \(frame), at 120 Hz \(look)")
  }
  verdict.expect(
    run.events == evidence.performance.events && run.ending == evidence.performance.ending,
    "the events at \(rate.framesPerSecond) Hz differ from those at 120 Hz")
}

private func repeats(_ evidence: Evidence, _ verdict: inout Verdict) throws(SettingError) {
  let first = try evidence.trial.run(60).files()
  let second = try evidence.trial.run(60).files()
  verdict.expect(first == second, "the second replay differs from the first")
}
