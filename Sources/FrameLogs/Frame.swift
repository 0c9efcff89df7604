public import Quantities

/// What a surface is doing.
public struct Phase: RawRepresentable, Hashable, Sendable {
  /// The word that stands in the log.
  public var rawValue: String

  /// Creates a phase of a scenario's own.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Nothing moves and nothing touches it.
  public static let resting = Phase(rawValue: "resting")
  /// A hand holds it and has not begun to pan.
  public static let pressed = Phase(rawValue: "pressed")
  /// A pan moves it.
  public static let dragging = Phase(rawValue: "dragging")
  /// It moves by itself towards its target.
  public static let settling = Phase(rawValue: "settling")
  /// It was dismissed.
  public static let gone = Phase(rawValue: "gone")
}

/// The state of a surface at one instant of the virtual clock.
public struct Frame: Hashable, Sendable {
  /// The number of the frame, from 0; its instant is `index` × the frame interval.
  public var index: Int
  /// The instant, counted from the first event of the recording.
  public var time: Seconds
  /// What the surface is doing.
  public var phase: Phase
  /// Whether a hand touches the device.
  public var touching: Bool
  /// Where the surface is shown.
  public var position: Position
  /// How fast it moves.
  public var velocity: Velocity
  /// Where it is heading: the finger's wish while dragging, else where it comes to rest.
  public var target: Position
  /// How far along the surface is, 0 to 1 between the ends of its travel; unitless, and beyond
  /// these bounds where the surface is.
  public var progress: Double
  /// What only this scenario says, by name.
  public var own: FieldValues

  /// Creates a frame.
  public init(
    index: Int, time: Seconds, phase: Phase, touching: Bool, position: Position,
    velocity: Velocity, target: Position, progress: Double, own: FieldValues = FieldValues()
  ) {
    self.index = index
    self.time = time
    self.phase = phase
    self.touching = touching
    self.position = position
    self.velocity = velocity
    self.target = target
    self.progress = progress
    self.own = own
  }
}

extension Frame {
  /// The fields that every frame has, in the order in which they are written.
  public static let commonFields: [FieldDescription] = [
    FieldDescription("frame", "The number of the frame, from 0."),
    FieldDescription("time", unit: "s", "The instant: frame number / frame rate."),
    FieldDescription("phase", "What the surface is doing: resting, pressed, dragging, settling…"),
    FieldDescription("touching", "Whether a hand touches the device."),
    FieldDescription("x", unit: "pt", "Where the surface is; positive is right."),
    FieldDescription("y", unit: "pt", "Where the surface is; positive is down."),
    FieldDescription("vx", unit: "pt/s", "How fast the surface moves to the right."),
    FieldDescription("vy", unit: "pt/s", "How fast the surface moves down."),
    FieldDescription("targetX", unit: "pt", "Where the surface is heading, horizontally."),
    FieldDescription("targetY", unit: "pt", "Where the surface is heading, vertically."),
    FieldDescription("progress", "The fraction of the travel; the scenario says which."),
  ]

  /// The frame as named values: those that every frame has, then the scenario's own.
  public var logFields: [LogField] {
    [
      LogField("frame", .integer(index)),
      LogField("time", .number(time.value)),
      LogField("phase", .text(phase.rawValue)),
      LogField("touching", .flag(touching)),
      LogField("x", .number(position.x.value)),
      LogField("y", .number(position.y.value)),
      LogField("vx", .number(velocity.x.value)),
      LogField("vy", .number(velocity.y.value)),
      LogField("targetX", .number(target.x.value)),
      LogField("targetY", .number(target.y.value)),
      LogField("progress", .number(progress)),
    ] + own.logFields
  }
}
