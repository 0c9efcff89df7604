public import FrameLogs
public import Quantities

/// Something that a program, not the hand, asks of a surface during a replay.
public struct TimedCommand: Hashable, Sendable {
  /// What is asked.
  public enum Action: Hashable, Sendable {
    /// To go to the place of this name.
    case settle(at: String)
    /// To take on another value of a setting.
    case change(Assignment)
    /// To play on a screen of another size.
    case resize(Planar<Points>)
  }

  /// When, counted from the first event of the recording.
  public var time: Seconds
  /// What is asked.
  public var action: Action

  /// Creates a command.
  public init(at time: Seconds, _ action: Action) {
    self.time = time
    self.action = action
  }

  /// The times that a command may have, in seconds.
  ///
  /// Source: ours; a day.
  public static let times = 0.0...86_400.0

  /// The command that `key` and `value` spell: `settle` with the name of a place, `screen` with a
  /// size such as 390x844, or a setting with its value; nil when the size is none.
  public init?(
    at time: Seconds, _ key: String, _ value: String, origin: SettingOrigin = .caller,
    place: String = ""
  ) {
    switch key {
    case "settle": self.init(at: time, .settle(at: value))
    case "screen":
      guard let size = Stage.size(from: value) else { return nil }
      self.init(at: time, .resize(size))
    default:
      self.init(
        at: time,
        .change(Assignment(key: key, value: value, origin: origin, place: place)))
    }
  }

  /// The command as it stands in a run: its time, what it sets, and to what.
  var logFields: [LogField] {
    let (key, value) =
      switch action {
      case .settle(let name): ("settle", name)
      case .change(let assignment): (assignment.key, assignment.value)
      case .resize(let size): ("screen", "\(plain(size.x.value))x\(plain(size.y.value))")
      }
    return [
      LogField("time", .number(time.value)), LogField("key", .text(key)),
      LogField("value", .text(value)),
    ]
  }
}

extension RunEvent.Kind {
  /// A setting or the screen was changed by a program.
  public static let changed = RunEvent.Kind(rawValue: "changed")
}

extension TimedCommand {
  /// The event that notes a change of a setting or of the screen.
  public static let event = EventDescription(
    .changed, "A program changed a setting or the screen.",
    [
      FieldDescription("key", "The setting, or screen."),
      FieldDescription("value", "What it is now, as text."),
    ])
}

/// A command with its settings resolved.
struct Step<Tuning: Sendable> {
  enum Action {
    case settle(at: String)
    case adapt(Tuning, Stage)
  }

  var command: TimedCommand
  var action: Action
}

extension ReplayRequest {
  /// The commands in the order of their times, each with the tuning and the stage that hold from
  /// then on.
  ///
  /// - Throws: ``SettingError`` at the first that asks for what is not there.
  func steps<S: Scenario>(
    _ type: S.Type, from tuning: S.Tuning
  ) throws(SettingError) -> [Step<S.Tuning>] {
    var (tuning, stage) = (tuning, stage)
    var steps: [Step<S.Tuning>] = []
    let inOrder = commands.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    for (_, command) in inOrder {
      switch command.action {
      case .settle(let name):
        let known = try S(tuning: tuning, stage: stage).destinations
        guard known.contains(name) else {
          throw .contradiction(
            scenario: S.name, found: "it cannot be sent to '\(name)'",
            remedy: known.isEmpty
              ? "this scenario has no places to be sent to"
              : "send it to one of \(known.joined(separator: ", "))")
        }
        steps.append(Step(command: command, action: .settle(at: name)))
      case .change(let assignment):
        tuning = try ResolvedTuning(
          tuning, settings: S.settings, applying: [assignment], scenario: S.name
        ).tuning
        _ = try S(tuning: tuning, stage: stage)
        steps.append(Step(command: command, action: .adapt(tuning, stage)))
      case .resize(let size):
        stage = Stage(screen: size)
        _ = try S(tuning: tuning, stage: stage)
        steps.append(Step(command: command, action: .adapt(tuning, stage)))
      }
    }
    return steps
  }
}

extension Replay {
  /// Carries out a step at its time.
  ///
  /// - Throws: ``SettingError/contradiction(scenario:found:remedy:)`` when values do not go together.
  mutating func carryOut(_ step: Step<S.Tuning>) throws(SettingError) {
    let (elapsed, overflow) = originMicroseconds.addingReportingOverflow(
      Int64((step.command.time.value * 1e6).rounded()))
    let microseconds = overflow ? .max : elapsed
    switch step.action {
    case .settle(let name): receive(.settle(at: name), atMicroseconds: microseconds)
    case .adapt(let tuning, let stage):
      try adapt(
        to: tuning, stage: stage, atMicroseconds: microseconds,
        noting: Array(step.command.logFields.dropFirst()))
    }
  }
}
