public import Quantities
public import TouchInput

/// A named gesture, which can be generated between any two positions and at any speed.
public struct SyntheticGesture: Sendable {
  /// The parameters of a gesture.
  public struct Options: Hashable, Sendable {
    /// The position at touch-down, in points; nil for the usual start.
    public var from: Position?
    /// The position to which the gesture goes, in points; nil for the usual end.
    public var to: Position?
    /// The speed of flicks, 1…50,000 pt/s; nil for the usual speed.
    public var speed: PointsPerSecond?
    /// The device that records the gesture.
    public var digitizer: Digitizer
    /// The target that the user intends; nil for none.
    public var intent: String?

    /// Creates options; without arguments, they describe the usual gesture on a touchscreen.
    public init(
      from: Position? = nil, to: Position? = nil, speed: PointsPerSecond? = nil,
      digitizer: Digitizer = Digitizer(), intent: String? = nil
    ) {
      self.from = from
      self.to = to
      self.speed = speed
      self.digitizer = digitizer
      self.intent = intent
    }
  }

  /// The positions and the speed with which a gesture is generated.
  struct Plan: Hashable, Sendable {
    /// The position at touch-down.
    var from: Position
    /// The position to which the gesture goes.
    var to: Position
    /// The speed of flicks.
    var speed: PointsPerSecond

    /// Returns the position at a fraction of the line from the start (0) to the end (1).
    func position(_ fraction: Double) -> Position { from + (to - from) * fraction }

    /// Returns the velocity along the line from start to end, at a fraction of the plan's speed.
    func velocity(_ fraction: Double) -> Velocity {
      let displacement = to - from
      return Velocity(
        x: speed * (displacement.x / displacement.length * fraction),
        y: speed * (displacement.y / displacement.length * fraction))
    }
  }

  /// The name, such as `flick`.
  public let name: String
  /// A description of the gesture in one sentence.
  public let summary: String
  /// The position at touch-down if the options have none.
  public let usualStart: Position
  /// The position to which the gesture goes if the options have none.
  public let usualEnd: Position
  /// The speed of flicks if the options have none.
  public let usualSpeed: PointsPerSecond

  private let hand: @Sendable (Plan) -> HandModel

  init(
    _ name: String, _ summary: String, from: (Double, Double), to: (Double, Double),
    speed: Double = 1500, hand: @escaping @Sendable (Plan) -> HandModel
  ) {
    self.name = name
    self.summary = summary
    usualStart = Position(x: Points(from.0), y: Points(from.1))
    usualEnd = Position(x: Points(to.0), y: Points(to.1))
    usualSpeed = PointsPerSecond(speed)
    self.hand = hand
  }

  /// Returns the hand model of the gesture.
  ///
  /// - Throws: ``SyntheticHandError`` if a position or the speed cannot be used.
  public func model(_ options: Options = Options()) throws(SyntheticHandError) -> HandModel {
    let plan = Plan(
      from: options.from ?? usualStart, to: options.to ?? usualEnd,
      speed: options.speed ?? usualSpeed)
    let positions = [plan.from.x, plan.from.y, plan.to.x, plan.to.y]
    for position in positions {
      guard position.value >= -10_000, position.value <= 10_000 else {
        throw .unusableNumber("position", position.value, "-10000…10000 pt")
      }
    }
    guard plan.speed.value >= 1, plan.speed.value <= 50_000 else {
      throw .unusableNumber("speed", plan.speed.value, "1…50000 pt/s")
    }
    guard (plan.to - plan.from).length >= Points(0.001) else {
      throw .noDirection(x: plan.from.x, y: plan.from.y)
    }
    return hand(plan)
  }

  /// Returns the recording that the device in the options makes of the gesture.
  ///
  /// - Throws: ``SyntheticHandError`` if an option cannot be used, or if the hand leaves the device.
  public func recording(
    _ options: Options = Options()
  ) throws(SyntheticHandError) -> Recording {
    try options.digitizer.recording(
      of: try model(options), gesture: name, intent: options.intent)
  }
}
