public import FrameLogs
public import Quantities
public import ReleaseRules
public import Surfaces
public import TouchInput

/// A request to a surface that comes from a program and not from a finger.
public enum SurfaceCommand: Hashable, Sendable {
  /// Moves the surface to the candidate with this name.
  case settle(at: String)
}

/// A state machine that owns a surface.
///
/// The caller passes input events to the scenario, and advances the scenario to the times of events and frames. The
/// scenario never reads a clock. Between two inputs, the motion of its surface is a closed form of time, so the state
/// at a given time does not depend on the frame rate.
public protocol Scenario: Sendable {
  /// The settings that a user may change.
  associatedtype Tuning: Sendable

  /// The name of the scenario, as given to `--scenario`.
  static var name: String { get }
  /// A description of the scenario in one sentence.
  static var meaning: String { get }
  /// The default tuning of the scenario.
  static var standardTuning: Tuning { get }
  /// The settings, in the order in which files and the help list them.
  static var settings: [Setting<Tuning>] { get }
  /// The phases of the scenario and the transitions between them.
  static var machine: StateMachine { get }
  /// The frame fields that only this scenario has; the position of the finger comes first.
  static var fields: FieldTable<Self> { get }
  /// The events that only this scenario records, and further fields for the payload of common events.
  ///
  /// Empty by default.
  static var ownEvents: [EventDescription] { get }

  /// Whether the scenario receives the force of a touch; false by default.
  static var usesForce: Bool { get }

  /// Returns the axis along which the surface moves; nil, the default, if it moves freely.
  ///
  /// Some recognizers begin no pan if the finger moves across this axis.
  static func panAxis(_ tuning: Tuning, on screen: Screen) -> PanAxis?

  /// Creates a surface at rest.
  ///
  /// - Throws: `SettingError.contradiction` if settings contradict each other.
  init(tuning: Tuning, screen: Screen) throws(SettingError)

  /// Handles an input event at `time`, to which the surface has already been advanced.
  mutating func receive(_ event: TouchEvent, at time: Seconds, into eventLog: inout EventLog)

  /// Changes the tuning or the screen at `time`, to which the surface has already been advanced.
  ///
  /// A motion that is under way continues with its position and velocity.
  ///
  /// - Throws: `SettingError.contradiction` if settings contradict each other;
  ///   the surface is then unchanged.
  mutating func adapt(
    to tuning: Tuning, screen: Screen, at time: Seconds, into eventLog: inout EventLog
  ) throws(SettingError)

  /// Handles a command at `time`, to which the surface has already been advanced; does nothing by default.
  mutating func receive(_ command: SurfaceCommand, at time: Seconds, into eventLog: inout EventLog)

  /// Advances the surface to `time`, which is never before the time of the previous call.
  ///
  /// `isFrame` is whether a frame is taken at `time`; stepping engines advance only at frames.
  mutating func advance(to time: Seconds, isFrame: Bool, into eventLog: inout EventLog)

  /// Returns the fields that every scenario has, at the time to which the surface was last advanced.
  ///
  /// `index` is the number of the frame. `frame(_:at:)` adds the scenario's own fields.
  func commonFrame(_ index: Int, at time: Seconds) -> Frame

  /// The names of the positions to which a command can currently move the surface; empty by default.
  var destinations: [String] { get }

  /// The names of the targets that a decision can currently pick; the `destinations` by default.
  var targets: [String] { get }

  /// The positions that a dismissed surface can have.
  ///
  /// Empty by default, and for a surface that cannot be dismissed.
  var exits: [Position] { get }

  /// Returns the scenery, which describes how pictures show the frames of a run.
  static func scenery(_ tuning: Tuning, on screen: Screen) -> Scenery

  /// Whether the surface is at rest and stays so until the next input.
  var isAtRest: Bool { get }

  /// Whether the surface was dismissed; false by default.
  var isGone: Bool { get }

  /// The sliders of the settings that change the feel most, the most important first, and of the settings whose slider
  /// does not show the number itself.
  ///
  /// A page first lists the settings that change the feel and currently have an effect. By default, these are the
  /// settings of the spring and the release.
  static var sliders: [SettingSlider] { get }
}

extension Scenario {
  /// The ``settings``, and the settings of registered release rules if the scenario has the setting `release.choice`.
  ///
  /// - Complexity: O(1) without registered rules; otherwise O(settings + rules).
  public static var allSettings: [Setting<Tuning>] { settings.withCustomRules(standardTuning) }

  /// The bundled presets of the scenario; only the default preset if the scenario is not bundled.
  public static var presets: [Preset] { PresetTable.presets(of: name) }

  /// The sliders of the spring and the release, the default for surfaces that are released towards a target.
  public static var sliders: [SettingSlider] { .ofRelease }

  /// False, the default for surfaces that cannot be dismissed.
  public var isGone: Bool { false }

  /// An empty list, the default for surfaces that no command moves.
  public var destinations: [String] { [] }

  /// Does nothing, the default for surfaces that no command moves.
  public mutating func receive(
    _ command: SurfaceCommand, at time: Seconds, into eventLog: inout EventLog
  ) {}

  /// The names of the ``destinations``, the default for scenarios without other targets.
  public var targets: [String] { destinations }

  /// An empty list, the default for surfaces that cannot be dismissed.
  public var exits: [Position] { [] }

  /// Returns a scenery that draws a box at the position of the surface.
  public static func scenery(_ tuning: Tuning, on screen: Screen) -> Scenery {
    .plain(screen.size, isPlanar: true)
  }

  /// Returns the complete frame at the time to which the surface was last advanced.
  ///
  /// The frame has the common fields and the scenario's own ``fields``; `index` is its number.
  public func frame(_ index: Int, at time: Seconds) -> Frame {
    var frame = commonFrame(index, at: time)
    Self.fields.fill(&frame, from: self)
    return frame
  }

  /// The descriptions of the frame fields that only this scenario has.
  public static var ownFields: [FieldDescription] { fields.descriptions }

  /// Nil, the default for surfaces that move freely.
  public static func panAxis(_ tuning: Tuning, on screen: Screen) -> PanAxis? { nil }

  /// False, the default for scenarios that ignore force.
  public static var usesForce: Bool { false }

  /// An empty list, the default for scenarios that record only the common events.
  public static var ownEvents: [EventDescription] { [] }

  /// Every event that the scenario can record, with its complete payload.
  public static var events: [EventDescription] {
    var events = RunEvent.commonEvents + [TimedCommand.event]
    for own in ownEvents {
      if let index = events.firstIndex(where: { $0.kind == own.kind }) {
        events[index].payload += own.payload
      } else {
        events.append(own)
      }
    }
    return events
  }
}
