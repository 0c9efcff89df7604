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
  /// The named sets of values.
  static var presets: [Preset] { get }
  /// Its phases, and what leads from one to the next.
  static var machine: StateMachine { get }
  /// The frame fields that only this scenario has, with what they are; those of its finger first.
  static var fields: FieldTable<Self> { get }
  /// The events that only this scenario notes, and what it adds to the payload of those that all
  /// note; none unless a scenario says so.
  static var ownEvents: [EventDescription] { get }

  /// Whether it is told how hard a hand presses; not unless a scenario says so.
  static var heedsForce: Bool { get }

  /// Whether a frame or an event may depend on how fast the hand is before it lets go; it may unless
  /// a scenario knows that nothing of `tuning` asks for it.
  static func heedsLiveVelocity(_ tuning: Tuning) -> Bool

  /// Whether what it does may depend on which frames are taken; only engines of other systems step
  /// from one to the next.
  static func stepsWithFrames(_ tuning: Tuning) -> Bool

  /// The events that surfaces of its kind note besides those that all note; none unless it says so.
  static var kindEvents: [EventDescription] { get }

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

  /// The surface at the time that it was last moved to, with all its ``fields``; `index` numbers the
  /// frame.
  func frame(_ index: Int, at time: Seconds) -> Frame

  /// The same without its own fields, where those are not asked for.
  func bareFrame(_ index: Int, at time: Seconds) -> Frame

  /// What it does from now on without input, where that is one closed form; nil where it need not be.
  var glide: Glide? { mutating get }

  /// Whether two surfaces that have just been made, from tunings that differ in settings that count
  /// from a release on alone, are the same until something lets go of them.
  func isSameUntilRelease(as other: Self) -> Bool

  /// Takes on what `other` has for the settings that count from a release on; it has not been let go
  /// yet, and both were made so that `isSameUntilRelease(as:)` holds.
  mutating func takeReleaseTuning(of other: Self)

  /// Takes in what the pan does that drags it, frame after frame, as far as the surface can take in
  /// several at once and nobody looks on: the same as to advance to and receive one after the other.
  ///
  /// - Parameters:
  ///   - events: What the hand does from now on.
  ///   - clock: What tells when that is.
  ///   - steps: What is known of the hand and of the spring under it; of one hand alone, and by the indices
  ///     of `events`, which count all that it does.
  /// - Returns: How many of `events` that was.
  mutating func follow(
    _ events: ArraySlice<TimedHandEvent>, by clock: inout InputClock, _ steps: inout TrackedSteps
  ) -> Int

  /// What is left to say when a hand lets go as `event` says, now and for good; nil where only
  /// receiving that can tell.
  ///
  /// It is the same for all that `isSameUntilRelease(as:)` and take a cancelled touch for the same.
  func lastRelease(by event: HandEvent) -> LastRelease?

  /// How its surface moves and decides; nil where there is more to it, and so no last release.
  var behaviour: DraggableSurface.Behaviour? { get }

  /// The names of the positions that a command may send it to now.
  var destinations: [String] { get }

  /// The names that a decision may have as its target now; its ``destinations`` unless it says otherwise.
  var targets: [String] { get }

  /// Where a hand may bring it so that it is gone; empty where it cannot be, or where no position does.
  var exits: [Position] { get }

  /// The numbers that matter of its frames, for the curves of pictures; the first matters most.
  static func curves(_ tuning: Tuning, on stage: Stage) -> [SceneCurve]

  /// What a frame of it looks like, from back to front, in points of the screen.
  static func layers(of frame: Frame, _ tuning: Tuning, on stage: Stage) -> [SceneLayer]

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

  /// Where the surface is; the coordinates of its position.
  public static func curves(_ tuning: Tuning, on stage: Stage) -> [SceneCurve] {
    Scenery.plain(stage.screen, isPlanar: true).curves
  }

  /// A box about the position.
  public static func layers(
    of frame: Frame, _ tuning: Tuning, on stage: Stage
  ) -> [SceneLayer] {
    Scenery.plain(stage.screen, isPlanar: true).scene(frame).layers
  }

  /// Nothing but what all scenarios note.
  public static var kindEvents: [EventDescription] { [] }

  /// What the frame fields that only this scenario has mean.
  public static var ownFields: [FieldDescription] { fields.descriptions }

  /// It is all the same to most surfaces.
  public static var heedsForce: Bool { false }

  /// A surface that follows the hand shows its velocity.
  public static func heedsLiveVelocity(_ tuning: Tuning) -> Bool { true }

  /// Between two inputs what is shown is a closed form of time.
  public static func stepsWithFrames(_ tuning: Tuning) -> Bool { false }

  /// The whole frame.
  public func bareFrame(_ index: Int, at time: Seconds) -> Frame { frame(index, at: time) }

  /// It need not be one.
  public var glide: Glide? { nil }

  /// Nobody knows.
  public func isSameUntilRelease(as other: Self) -> Bool { false }

  /// Nothing asks for it where nobody knows what it is.
  public mutating func takeReleaseTuning(of other: Self) {}

  /// One after the other.
  public mutating func follow(
    _ events: ArraySlice<TimedHandEvent>, by clock: inout InputClock, _ steps: inout TrackedSteps
  ) -> Int { 0 }

  /// Only receiving can tell.
  public func lastRelease(by event: HandEvent) -> LastRelease? { nil }

  /// There is more to it.
  public var behaviour: DraggableSurface.Behaviour? { nil }

  /// Nothing but what all scenarios note.
  public static var ownEvents: [EventDescription] { [] }

  /// Every event that the scenario may note, with its whole payload.
  public static var events: [EventDescription] {
    var events = RunEvent.commonEvents + [TimedCommand.event] + kindEvents
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
