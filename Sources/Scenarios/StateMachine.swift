public import FrameLogs

/// The phases of a scenario, and what leads from one to the next.
///
/// It is a description for readers and for tests: every step between phases that a run shows is one
/// of its transitions.
public struct StateMachine: Hashable, Sendable {
  /// A step from one phase to the next.
  public struct Transition: Hashable, Sendable {
    /// The phase before.
    public var from: Phase
    /// What leads on, in a few words.
    public var trigger: String
    /// The phase after.
    public var to: Phase

    /// Creates a step.
    public init(_ from: Phase, _ trigger: String, _ to: Phase) {
      self.from = from
      self.trigger = trigger
      self.to = to
    }
  }

  /// The steps, in the order in which they are shown; the first begins at the phase at first.
  public var transitions: [Transition]

  /// Creates a machine.
  public init(_ transitions: [Transition]) { self.transitions = transitions }

  /// The phases: those that something leads out of, in the order in which they are first mentioned,
  /// and then the last ones.
  public var phases: [Phase] {
    var phases: [Phase] = []
    for phase in transitions.map({ $0.from }) + transitions.map({ $0.to })
    where !phases.contains(phase) {
      phases.append(phase)
    }
    return phases
  }

  /// Whether one step leads from `phase` to `next`, or none is needed.
  public func allows(_ phase: Phase, to next: Phase) -> Bool {
    phase == next || transitions.contains { $0.from == phase && $0.to == next }
  }

  /// The machine as text: each phase with what leads out of it; the first is marked.
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

  /// The machine of a surface that is dragged and settles; one that can be dismissed may be gone.
  public static func draggable(canLeave: Bool) -> StateMachine {
    StateMachine(
      [
        Transition(.resting, "a touch on it", .pressed),
        Transition(.resting, "sent elsewhere", .settling),
        Transition(.pressed, "a pan begins", .dragging),
        Transition(.pressed, "the hand leaves", .resting),
        Transition(.pressed, "the hand leaves what it has caught", .settling),
        Transition(.dragging, "release: decision", .settling),
        Transition(.settling, "a touch catches it", .pressed),
        Transition(.settling, "at its target", .resting),
      ] + (canLeave ? [Transition(.settling, "out of the screen", .gone)] : []))
  }
}
