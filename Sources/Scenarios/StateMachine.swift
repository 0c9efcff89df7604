public import FrameLogs

/// The phases of a scenario and the transitions between them.
///
/// A state machine documents a scenario, but the code of the scenario does not use it. Tests check that every change of
/// phase in a run is one of the documented transitions.
public struct StateMachine: Hashable, Sendable {
  /// A transition from one phase to the next.
  public struct Transition: Hashable, Sendable {
    /// The phase before the transition.
    public var from: Phase
    /// The cause of the transition, in a few words.
    public var trigger: String
    /// The phase after the transition.
    public var to: Phase

    /// Creates a transition.
    public init(_ from: Phase, _ trigger: String, _ to: Phase) {
      self.from = from
      self.trigger = trigger
      self.to = to
    }
  }

  /// The transitions, in the order in which they are shown; the first transition leaves the initial phase.
  public var transitions: [Transition]

  /// Creates a state machine.
  public init(_ transitions: [Transition]) { self.transitions = transitions }

  /// The phases, without duplicates.
  ///
  /// The phases with outgoing transitions come first, in the order of ``transitions``. The final phases follow.
  public var phases: [Phase] {
    var phases: [Phase] = []
    for phase in transitions.map({ $0.from }) + transitions.map({ $0.to })
    where !phases.contains(phase) {
      phases.append(phase)
    }
    return phases
  }

  /// Returns true if `phase` and `next` are the same phase, or if a transition leads from `phase` to `next`.
  public func allows(_ phase: Phase, to next: Phase) -> Bool {
    phase == next || transitions.contains { $0.from == phase && $0.to == next }
  }

  /// The state machine as text: each phase with its outgoing transitions.
  ///
  /// The line of the initial phase begins with ●, and the lines of all other phases begin with ○.
  public var diagram: String {
    let width = (transitions.map { $0.trigger.count }.max() ?? 0) + 2
    var lines: [String] = []
    for (index, phase) in phases.enumerated() {
      lines.append("\(index == 0 ? "●" : "○") \(phase.rawValue)")
      for step in transitions where step.from == phase {
        let shaft = String(repeating: "─", count: width - step.trigger.count)
        lines.append("│   \(step.trigger) \(shaft)▶ \(step.to.rawValue)")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the state machine of a surface that is dragged and then settles.
  ///
  /// `canLeave` adds the phase `gone`, for surfaces that can be dismissed.
  public static func draggable(canLeave: Bool) -> StateMachine {
    StateMachine(
      [
        Transition(.resting, "a touch on the surface", .pressed),
        Transition(.resting, "a program sets another target", .settling),
        Transition(.pressed, "a pan begins", .dragging),
        Transition(.pressed, "the finger lifts", .resting),
        Transition(.pressed, "the finger lifts after catching the surface", .settling),
        Transition(.dragging, "the pan ends: decision", .settling),
        Transition(.settling, "a touch catches the surface", .pressed),
        Transition(.settling, "the surface is at its target", .resting),
      ] + (canLeave ? [Transition(.settling, "the surface is off the screen", .gone)] : []))
  }
}
