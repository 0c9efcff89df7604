public import FrameLogs
public import Quantities
public import ReleaseRules
public import Surfaces
public import TouchInput

/// What is asked of a surface from outside the hand.
public enum SurfaceCommand: Hashable, Sendable {
  /// Go to the candidate of this name.
  case settle(at: String)
}

/// A state machine that owns a surface.
///
/// It receives what a hand does and is moved forward to the instants of frames; it never asks for
/// the time. Between two inputs its motion is a closed form of time, so what it shows at an instant
/// does not depend on which other instants were looked at.
public protocol Scenario: Sendable {
  /// The numbers and words that a user may change.
  associatedtype Tuning: Sendable

  /// The name, as it is given to `--scenario`.
  static var name: String { get }
  /// What it is, in one sentence.
  static var meaning: String { get }
  /// The scenario's own values of its tuning.
  static var standardTuning: Tuning { get }
  /// What may be set, in the order in which it is written.
  static var settings: [Setting<Tuning>] { get }
  /// Its phases, and what leads from one to the next.
  static var machine: StateMachine { get }
  /// The frame fields that only this scenario has, with what they are; those of its finger first.
  static var fields: FieldTable<Self> { get }
  /// The events that it notes besides those of every scenario, and what it adds to the payload of
  /// those; none unless a scenario says so.
  static var ownEvents: [EventDescription] { get }

  /// Whether it is told how hard a hand presses; not unless a scenario says so.
  static var heedsForce: Bool { get }

  /// Creates a surface at rest.
  ///
  /// - Throws: `SettingError.contradiction` when values do not go together.
  init(tuning: Tuning, stage: Stage) throws(SettingError)

  /// Takes in what the hand did at `time`; the surface has been advanced to that time before.
  mutating func receive(_ event: HandEvent, at time: Seconds, into journal: inout Journal)

  /// Takes on other numbers, or another screen, at `time`, to which the surface has been advanced
  /// before; what it is doing goes on from where it is, and as fast.
  ///
  /// - Throws: `SettingError.contradiction` when values do not go together;
  ///   the surface is then as it was.
  mutating func adapt(
    to tuning: Tuning, stage: Stage, at time: Seconds, into journal: inout Journal
  ) throws(SettingError)

  /// Takes in a command at `time`; the surface has been advanced to that time before.
  mutating func receive(_ command: SurfaceCommand, at time: Seconds, into journal: inout Journal)

  /// Moves forward to `time`, which is never before the time of the last call; `isFrame` says
  /// whether a frame is taken there.
  mutating func advance(to time: Seconds, isFrame: Bool, into journal: inout Journal)

  /// What every frame has, at the time that the surface was last moved to; `index` numbers the frame.
  ///
  /// The frames of a run also have the scenario's own fields.
  func commonFrame(_ index: Int, at time: Seconds) -> Frame

  /// The names of the positions that a command may send it to now.
  var destinations: [String] { get }

  /// The names that a decision may have as its target now; its ``destinations`` unless it says otherwise.
  var targets: [String] { get }

  /// Where a hand may bring it so that it is gone; empty where it cannot be, or where no position does.
  var exits: [Position] { get }

  /// What its frames look like, and which numbers of them pictures draw as curves.
  static func scenery(_ tuning: Tuning, on stage: Stage) -> Scenery

  /// Whether the surface would stay as it is for ever without input.
  var isAtRest: Bool { get }

  /// Whether the surface was dismissed.
  var isGone: Bool { get }
}

extension Scenario {
  /// The bundled presets of the scenario's name; the default alone for any other scenario.
  public static var presets: [Preset] { PresetTable.presets(of: name) }

  /// Those places that a program may send it to.
  public var targets: [String] { destinations }

  /// None: not all surfaces are dismissed, and not all of these are brought anywhere.
  public var exits: [Position] { [] }

  /// A box about the position.
  public static func scenery(_ tuning: Tuning, on stage: Stage) -> Scenery {
    .plain(stage.screen, isPlanar: true)
  }

  /// The surface at the time that it was last moved to, with its own ``fields``; `index` numbers the
  /// frame.
  public func frame(_ index: Int, at time: Seconds) -> Frame {
    Self.fields.filled(commonFrame(index, at: time), from: self)
  }

  /// What the frame fields that only this scenario has mean.
  public static var ownFields: [FieldDescription] { fields.descriptions }

  /// It is all the same to most surfaces.
  public static var heedsForce: Bool { false }

  /// Nothing but what all scenarios note.
  public static var ownEvents: [EventDescription] { [] }

  /// Every event that the scenario may note, with its whole payload.
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
