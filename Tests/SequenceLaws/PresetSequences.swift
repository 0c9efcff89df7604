import FrameLogs
import InteractionScenarios
import TouchInput

extension LawfulScenario {
  /// The laws that hold for every release rule and engine.
  ///
  /// The law `follows` compares the surface itself with the finger, unless the preset sets a tracking spring; see
  /// `presetReport`.
  public static let lawsOfAnyRule: Set<LawName> = [
    .finite, .continuous, .phases, .machine, .oneDecision, .dismissals, .follows,
  ]

  /// The frame rates of common displays.
  private static let frameRates = [60.0, 90, 120, 144, 240]

  /// Plays a random gesture with one preset, and checks the laws that hold for every rule, and that the motion ends at
  /// one frame rate.
  ///
  /// Five times as many successive seeds as there are presets play every preset at every rate. The report counts no
  /// sequence, because the sequence of the seed is another one.
  public func presetReport(seed: UInt64) -> LawReport {
    let presets = scenario.presets
    let (turn, index) = seed.quotientAndRemainder(dividingBy: UInt64(presets.count))
    let preset = presets[Int(index)].name
    let rate = Self.frameRates[Int(turn % UInt64(Self.frameRates.count))]
    var report = LawReport()
    do {
      let conditions = Conditions(try scenario.preset(named: preset).values)
      var lawful = self
      if conditions["tracking.response"] == nil {
        // The settings of a trial contain the defaults. A default spring must not excuse a surface behind the finger.
        lawful.draggedPosition = { frame, conditions in
          draggedPosition(frame, conditions).map { _ in frame.position }
        }
      }
      let inputs = RandomHand(seed: seed, on: conditions.screen.size).events.map {
        TimedInput($0.microseconds, .hand($0.event))
      }
      var trial = try Trial(scenario, conditions, inputs: inputs, seed: seed)
      trial.moved = moved
      let evidence = try lawful.evidence(of: trial, .never)
      for law in lawful.laws(under: evidence.conditions) where Self.lawsOfAnyRule.contains(law.name)
      {
        try report.look(at: evidence, law)
      }
      var verdict = Verdict()
      // An engine that counts frames ends only at a frame, so this check needs frames.
      verdict.expect(
        try trial.run(rate).ending != .timeLimit, "\(preset): no end of the motion at \(rate) Hz")
      report.note(verdict, of: .ends, trial)
    } catch {
      report.noteFailure(error, of: nil, seed: seed, self)
    }
    return report
  }
}
