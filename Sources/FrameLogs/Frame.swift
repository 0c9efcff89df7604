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
  ///
  /// Writer, reader, comparison, help and pictures all take them from here.
  static let table: [CommonField] = [
    .integer("frame", "The number of the frame, from 0.") { $1(&$0.index) },
    .number("time", unit: "s", "The instant: frame number / frame rate.") { $1(&$0.time.value) },
    .text("phase", "What the surface is doing: resting, pressed, dragging, settling…") {
      $1(&$0.phase.rawValue)
    },
    .flag("touching", "Whether a hand touches the device.") { $1(&$0.touching) },
    .number("x", unit: "pt", "Where the surface is; positive is right.") {
      $1(&$0.position.x.value)
    },
    .number("y", unit: "pt", "Where the surface is; positive is down.") {
      $1(&$0.position.y.value)
    },
    .number("vx", unit: "pt/s", "How fast the surface moves to the right.") {
      $1(&$0.velocity.x.value)
    },
    .number("vy", unit: "pt/s", "How fast the surface moves down.") {
      $1(&$0.velocity.y.value)
    },
    .number("targetX", unit: "pt", "Where the surface is heading, horizontally.") {
      $1(&$0.target.x.value)
    },
    .number("targetY", unit: "pt", "Where the surface is heading, vertically.") {
      $1(&$0.target.y.value)
    },
    .number("progress", "The fraction of the travel; the scenario says which.") {
      $1(&$0.progress)
    },
  ]

  /// What the fields that every frame has mean, in the order in which they are written.
  public static let commonFields = table.map { $0.description }

  /// The frame as named values: those that every frame has, then the scenario's own.
  public var logFields: [LogField] {
    var fields: [LogField] = []
    fields.reserveCapacity(Self.table.count + own.descriptions.count)
    for field in Self.table { fields.append(LogField(field.description.key, field.value(self))) }
    for (description, value) in zip(own.descriptions, own.values) {
      fields.append(LogField(description.key, value))
    }
    return fields
  }

  /// The frame whose named values are `fields`, with those of `own` besides; a number that is null is
  /// no number.
  ///
  /// - Throws: ``RowError`` at the first field that is missing or of another kind.
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
