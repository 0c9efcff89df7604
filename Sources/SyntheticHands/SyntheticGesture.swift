public import Quantities
public import TouchInput

/// A gesture with a name, that can be made anywhere and at any speed.
public struct SyntheticGesture: Sendable {
  /// What varies from one gesture of a name to another.
  public struct Options: Hashable, Sendable {
    /// Where the hand goes down, in points; nil for where this gesture usually begins.
    public var from: Position?
    /// Where the hand goes to, in points; nil for where this gesture usually goes.
    public var to: Position?
    /// How fast it flicks, 1…50,000 pt/s; nil for how fast it usually is.
    public var speed: PointsPerSecond?
    /// The device that watches it.
    public var digitizer: Digitizer
    /// The target that the hand means; nil for none.
    public var intent: String?

    /// Creates options; without arguments the usual gesture on a touchscreen.
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

  /// What the hand does between two positions.
  struct Plan: Hashable, Sendable {
    /// Where it goes down.
    var from: Position
    /// Where it goes.
    var to: Position
    /// How fast it flicks.
    var speed: PointsPerSecond

    /// A position on the line from beginning to end, which are at 0 and 1.
    func position(_ fraction: Double) -> Position { from + (to - from) * fraction }

    /// The velocity along the line, at a fraction of the speed.
    func velocity(_ fraction: Double) -> Velocity {
      let displacement = to - from
      return Velocity(
        x: speed * (displacement.x / displacement.length * fraction),
        y: speed * (displacement.y / displacement.length * fraction))
    }
  }

  /// The name, such as `flick`.
  public let name: String
  /// What the hand does, in one sentence.
  public let summary: String
  /// Where the hand usually goes down.
  public let usualStart: Position
  /// Where the hand usually goes to.
  public let usualEnd: Position
  /// How fast it usually flicks.
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

  /// What the hand does.
  ///
  /// - Throws: ``SyntheticHandError`` when a position or the speed cannot be used.
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

  /// The gesture as a device records it.
  ///
  /// - Throws: ``SyntheticHandError`` when an option cannot be used, or the hand leaves the device.
  public func recording(
    _ options: Options = Options()
  ) throws(SyntheticHandError) -> Recording {
    try options.digitizer.recording(
      of: try model(options), gesture: name, intent: options.intent)
  }
}
