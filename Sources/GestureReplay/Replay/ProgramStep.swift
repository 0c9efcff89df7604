import FrameLogs
import Quantities
import ReleaseRules
import Scenarios
import Surfaces
import TouchInput

/// A command of a program that has been checked; a command that changes settings has the resulting tuning.
struct ProgramStep<Tuning: Sendable> {
  enum Action {
    case settle(at: String)
    case adapt(Tuning, Screen)
  }

  var command: TimedCommand
  var action: Action
}

extension ReplayRequest {
  /// Returns the commands of the request, checked and in the order of their times.
  ///
  /// - Throws: `SettingError` for the first command that cannot be carried out.
  func steps<S: Scenario>(
    _ type: S.Type, from tuning: S.Tuning
  ) throws(SettingError) -> [ProgramStep<S.Tuning>] {
    var (tuning, screen) = (tuning, screen)
    var steps: [ProgramStep<S.Tuning>] = []
    guard !commands.isEmpty else { return [] }
    let inOrder = try commands.plainValues(of: S.allSettings).enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    for (_, command) in inOrder {
      switch command.action {
      case .settle(let name):
        let known = try S(tuning: tuning, screen: screen).destinations
        guard known.contains(name) else {
          throw .contradiction(
            scenario: S.name, found: "the surface cannot be sent to '\(name)'",
            remedy: known.isEmpty
              ? "remove the command, because this scenario has no destinations"
              : "send it to one of \(known.joined(separator: ", "))")
        }
        steps.append(ProgramStep(command: command, action: .settle(at: name)))
      case .change(let assignment):
        tuning = try ResolvedTuning(
          tuning, settings: S.allSettings, applying: [assignment], scenario: S.name
        ).tuning
        // This throws if the new settings contradict each other.
        _ = try S(tuning: tuning, screen: screen)
        steps.append(ProgramStep(command: command, action: .adapt(tuning, screen)))
      case .resize(let size):
        screen = Screen(size: size)
        _ = try S(tuning: tuning, screen: screen)
        steps.append(ProgramStep(command: command, action: .adapt(tuning, screen)))
      }
    }
    return steps
  }
}

extension Replay {
  /// Passes the touches and pans to the scenario, and carries out each step at its time.
  ///
  /// - Throws: ``SettingError/contradiction(scenario:found:remedy:)`` if values contradict each other.
  mutating func receive(
    _ events: [TimedHandEvent], _ steps: [ProgramStep<S.Tuning>]
  ) throws(SettingError) {
    var next = 0
    for event in events {
      let time = Seconds.microseconds(event.microseconds &- originMicroseconds)
      while next < steps.count, steps[next].command.time <= time {
        try carryOut(steps[next])
        next += 1
      }
      receive(event)
    }
    for step in steps[next...] { try carryOut(step) }
  }

  /// Carries out a step at its time.
  ///
  /// - Throws: ``SettingError/contradiction(scenario:found:remedy:)`` if values contradict each other.
  mutating func carryOut(_ step: ProgramStep<S.Tuning>) throws(SettingError) {
    let (elapsed, overflow) = originMicroseconds.addingReportingOverflow(
      Int64((step.command.time.value * 1e6).rounded()))
    let microseconds = overflow ? .max : elapsed
    switch step.action {
    case .settle(let name): receive(.settle(at: name), atMicroseconds: microseconds)
    case .adapt(let tuning, let screen):
      try adapt(
        to: tuning, screen: screen, atMicroseconds: microseconds,
        noting: Array(step.command.logFields.dropFirst()))
    }
  }
}
