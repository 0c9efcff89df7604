public import FrameLogs
public import Quantities
public import ReleaseRules
import Surfaces

/// Something that a program, not the hand, asks of a surface during a replay.
public struct TimedCommand: Hashable, Sendable {
  /// What is asked.
  public enum Action: Hashable, Sendable {
    /// To go to the position of this name.
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

  /// The command that `key` and `value` spell: `settle` with the name of a position, `screen` with a
  /// size such as 390x844, or a setting with its value; nil when the size is none.
  public init?(
    at time: Seconds, _ key: String, _ value: String, origin: SettingOrigin = .caller,
    location: String = ""
  ) {
    switch key {
    case "settle": self.init(at: time, .settle(at: value))
    case "screen":
      guard let size = Stage.size(from: value) else { return nil }
      self.init(at: time, .resize(size))
    default:
      self.init(
        at: time,
        .change(Assignment(key: key, value: value, origin: origin, location: location)))
    }
  }

  /// What it sets and to what, as the initializer reads them.
  public var keyAndValue: (key: String, value: String) {
    switch action {
    case .settle(let name): ("settle", name)
    case .change(let assignment): (assignment.key, assignment.value)
    case .resize(let size): ("screen", "\(plain(size.x.value))x\(plain(size.y.value))")
    }
  }

  /// The command as it stands in a run: its time, what it sets, and to what.
  package var logFields: [LogField] {
    let (key, value) = keyAndValue
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
