public import FrameLogs
public import Quantities
public import ReleaseRules
import Surfaces

/// A command that a program gives to a surface during a replay.
public struct TimedCommand: Hashable, Sendable {
  /// The effect of a command.
  public enum Action: Hashable, Sendable {
    /// Moves the surface to the position with this name.
    case settle(at: String)
    /// Changes the value of a setting.
    case change(Assignment)
    /// Changes the size of the screen.
    case resize(Planar<Points>)
  }

  /// The time of the command, in seconds from the first event of the recording.
  public var time: Seconds
  /// The effect of the command.
  public var action: Action

  /// Creates a command.
  public init(at time: Seconds, _ action: Action) {
    self.time = time
    self.action = action
  }

  /// The range of times that a command may have, in seconds: up to one day.
  public static let times = 0.0...86_400.0

  /// Creates a command from its text form.
  ///
  /// If `key` is `settle`, `value` is the name of a position. If `key` is `screen`, `value` is a size such as 390x844.
  /// Otherwise, `key` is the key of a setting, and `value` its new value. Returns nil if a size cannot be parsed.
  public init?(
    at time: Seconds, _ key: String, _ value: String, origin: SettingOrigin = .caller,
    location: String = ""
  ) {
    switch key {
    case "settle": self.init(at: time, .settle(at: value))
    case "screen":
      guard let size = Screen.size(from: value) else { return nil }
      self.init(at: time, .resize(size))
    default:
      self.init(
        at: time,
        .change(Assignment(key: key, value: value, origin: origin, location: location)))
    }
  }

  /// The text form of the command, which ``init(at:_:_:origin:location:)`` parses.
  public var keyAndValue: (key: String, value: String) {
    switch action {
    case .settle(let name): ("settle", name)
    case .change(let assignment): (assignment.key, assignment.value)
    case .resize(let size): ("screen", "\(plain(size.x.value))x\(plain(size.y.value))")
    }
  }

  /// The fields of the command in the header of a run: time, key and value.
  package var logFields: [LogField] {
    let (key, value) = keyAndValue
    return [
      LogField("time", .number(time.value)), LogField("key", .text(key)),
      LogField("value", .text(value)),
    ]
  }
}

extension RunEvent.Kind {
  /// A program changed a setting or the screen.
  public static let changed = RunEvent.Kind(rawValue: "changed")
}

extension TimedCommand {
  /// The event that records a change of a setting or of the screen.
  public static let event = EventDescription(
    .changed, "A program changed a setting or the screen.",
    [
      FieldDescription("key", "The key of the setting, or 'screen'."),
      FieldDescription("value", "The new value, as text."),
    ])
}
