public import Quantities

/// The activity of a surface; a scenario can add further phases.
public struct Phase: RawRepresentable, Hashable, Sendable {
  /// The name in the log, which is the value of the field `phase`.
  public var rawValue: String

  /// Creates a phase that only one scenario has.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The surface neither moves nor is touched.
  public static let resting = Phase(rawValue: "resting")
  /// A finger touches the surface, but does not move it.
  public static let pressed = Phase(rawValue: "pressed")
  /// The finger moves the surface, in most cases by a pan.
  public static let dragging = Phase(rawValue: "dragging")
  /// The surface moves by itself towards its target.
  public static let settling = Phase(rawValue: "settling")
  /// The surface was dismissed, and no longer exists.
  public static let gone = Phase(rawValue: "gone")
}

/// The state of a surface at one instant of the virtual clock.
public struct Frame: Hashable, Sendable {
  /// The number of the frame, from 0; its time is `index` divided by the frame rate.
  public var index: Int
  /// The time since the first event of the recording.
  public var time: Seconds
  /// The activity of the surface.
  public var phase: Phase
  /// Whether a finger touches the device, on the surface or beside it.
  public var touching: Bool
  /// The position at which the surface is shown.
  public var position: Position
  /// The velocity of the surface; positive is right and down.
  public var velocity: Velocity
  /// The position to which the surface moves.
  ///
  /// During a drag, this is the position to which the finger drags the surface. Otherwise it is the position at which
  /// the surface comes to rest.
  public var target: Position
  /// The progress of the surface, usually from 0 at one end of its travel to 1 at the other end.
  ///
  /// The progress is outside this range while the surface is beyond an end. Each scenario defines the meaning.
  public var progress: Double
  /// The fields that only this scenario has.
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
  ///
  /// The writer, the reader, the comparison, the help and the pictures all use this table.
  static let table: [CommonField] = [
    .integer("frame", "The number of the frame, from 0.") { $1(&$0.index) },
    .number(
      "time", unit: "s",
      "The time since the first event: the frame number divided by the frame rate."
    ) { $1(&$0.time.value) },
    .text(
      "phase",
      "What the surface does: resting, pressed, dragging, settling or a phase of the scenario."
    ) {
      $1(&$0.phase.rawValue)
    },
    .flag("touching", "Whether a finger touches the device.") { $1(&$0.touching) },
    .number("x", unit: "pt", "The position of the surface; positive is right.") {
      $1(&$0.position.x.value)
    },
    .number("y", unit: "pt", "The position of the surface; positive is down.") {
      $1(&$0.position.y.value)
    },
    .number("vx", unit: "pt/s", "The velocity of the surface; positive is right.") {
      $1(&$0.velocity.x.value)
    },
    .number("vy", unit: "pt/s", "The velocity of the surface; positive is down.") {
      $1(&$0.velocity.y.value)
    },
    .number("targetX", unit: "pt", "The horizontal target of the motion.") {
      $1(&$0.target.x.value)
    },
    .number("targetY", unit: "pt", "The vertical target of the motion.") {
      $1(&$0.target.y.value)
    },
    .number(
      "progress", "The progress of the surface, usually 0 to 1; the scenario defines its meaning."
    ) {
      $1(&$0.progress)
    },
  ]

  /// The descriptions of the fields that every frame has, in the order in which they are written.
  public static let commonFields = table.map { $0.description }

  /// The frame as fields: the common fields, then the scenario's own fields.
  public var logFields: [LogField] {
    var fields: [LogField] = []
    fields.reserveCapacity(Self.table.count + own.descriptions.count)
    for field in Self.table { fields.append(LogField(field.description.key, field.value(self))) }
    for (description, value) in zip(own.descriptions, own.values) {
      fields.append(LogField(description.key, value))
    }
    return fields
  }

  /// Creates the frame from its fields, including the scenario's `own` fields; null is read as NaN.
  ///
  /// - Throws: ``RowError`` for the first field that is missing or has the wrong type.
  package init(_ fields: [LogField], own: [FieldDescription]) throws(RowError) {
    let values = LogValue.fields(fields)
    self.init(
      index: 0, time: .zero, phase: .resting, touching: false, position: .zero, velocity: .zero,
      target: .zero, progress: 0, own: FieldValues(own, own.map { values[$0.key] ?? .none }))
    for field in Self.table {
      try field.read(values[field.description.key], into: &self)
    }
  }
}
