public import FrameLogs
import MotionPhysics
public import Quantities
public import ReleaseRules
public import Surfaces
public import TouchInput

/// A dial, or a picture, that a hand turns and that comes to rest at the nearest of its detents.
///
/// Its position is the way of its rim, clockwise: the angle in radians times the radius. So all
/// that is said of a surface in points holds for it.
public struct RotationScenario: Sendable {
  /// How a finger turns it.
  public enum Hold: String, Hashable, Sendable, CaseIterable {
    /// By going about its centre.
    case dial
    /// By its way to the right, wherever it is; as knobs are turned with a mouse.
    case rail
  }

  /// The numbers that `flickbook tune` may change.
  public struct Tuning: Hashable, Sendable {
    /// The radius of its rim.
    public var radius = Points(150)

    /// How near its centre a finger turns nothing, because a step there is any angle.
    public var hub = Points(22)

    /// The angle from one detent to the next, in degrees; it divides a whole turn.
    public var step = 90.0

    /// Whether it can be turned on and on; else it rests within half a turn of its first place.
    public var wraps = true

    /// How a finger turns it.
    ///
    /// Without a position on the screen it is always by its way to the right. Two fingers turn it by
    /// turning about each other, whatever this says.
    public var hold = Hold.dial

    /// How it follows, settles and decides.
    public var motion: MotionTuning

    /// Creates the standard tuning.
    public init() {
      motion = MotionTuning()
      motion.release.projection.time = Seconds(0.099)
      var nearest = ReleaseRule.Nearest()
      nearest.adjacentOnly = false
      nearest.flick = PointsPerSecond(150)
      motion.release.rule = .nearest(nearest)
    }
  }

  /// The surface.
  public var surface: DraggableSurface
  /// Its numbers and words.
  public var tuning: Tuning
  /// Where it plays.
  public var stage: Stage
  /// What the hand that is down has turned.
  private var turn: RimTurn?

  /// Creates a dial in its first place.
  ///
  /// - Throws: `SettingError.contradiction` when the detents do not go
  ///   round.
  public init(tuning: Tuning, stage: Stage) throws(SettingError) {
    self.tuning = tuning
    self.stage = stage
    surface = DraggableSurface(try Self.geometry(tuning, on: stage), Self.behaviour(tuning))
  }

  /// Points of the rim in a degree.
  static func pointsPerDegree(_ tuning: Tuning) -> Points {
    tuning.radius * (Double.pi / 180)
  }

  /// How far it is turned, clockwise, when it is at `position`; in degrees.
  private func angle(at position: Position) -> Double {
    position.x / Self.pointsPerDegree(tuning)
  }

  /// The detents around `rim` that a release may reach.
  private static func detents(_ tuning: Tuning, around rim: Points) -> [RestCandidate] {
    let pitch = pointsPerDegree(tuning) * tuning.step
    let middle = tuning.wraps ? (rim / pitch).rounded() : 0
    let ahead = tuning.motion.release.filter.cap * tuning.motion.release.projection.time
    let half = 180 / tuning.step
    let count = tuning.wraps ? min(max(ahead / pitch + 1, half).rounded(.up), mostAhead) : half
    return (-Int(count)...Int(count)).map { index in
      let number = middle + Double(index)
      return RestCandidate(
        name: plain(number * tuning.step), position: Position(x: pitch * number, y: .zero))
    }
  }

  /// At most so many detents to each side are weighed.
  ///
  /// Source: ours; ten turns of a dial with four.
  private static let mostAhead = 40.0
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension RotationScenario: DraggableScenario {
  public static let name = "rotation"
  public static let meaning = "A dial that a hand turns, and that rests at the nearest detent."
  public static var standardTuning: Tuning { Tuning() }

  public static let settings: [Setting<Tuning>] =
    [
      Setting(
        "radius", unit: "pt", .number(20...10_000) { $1(&$0.radius) },
        "The radius of its rim.",
        source: "ours; a dial nearly as wide as a phone", describesSituation: true),
      Setting(
        "hub", unit: "pt", .number(0...10_000) { $1(&$0.hub) },
        "How near its centre a finger turns nothing.",
        source: "ours; half of the 44 pt that a finger needs", describesSituation: true),
      Setting(
        "step", unit: "°", .number(15...180) { $1(&$0.step) },
        "The angle from one detent to the next; it divides a whole turn.",
        source: "fluid-interfaces at da5c66c, Rotation.swift, a right angle",
        describesSituation: true),
      Setting(
        "wraps", .flag { $1(&$0.wraps) },
        "Whether it turns on and on; else it rests within half a turn of its first place.",
        source: "ours; a dial has no end", describesSituation: true),
      Setting(
        "hold", .word { $1(&$0.hold) }, "How a finger turns it.",
        source: "ours; a hand turns a dial where it holds it"),
    ]
    + MotionTuning.settings(canBeGone: false).sourced([
      "release.projection":
        "WWDC 2018, session 803: r / (1 − r) ms at the deceleration rate r = 0.99",
      "release.adjacentOnly": "fluid-interfaces, Rotation.swift: the nearest to the projection",
      "release.flick": "ours; one radian a second at the standard radius",
    ]).map { $0.lifted(into: { $1(&$0.motion) }) }

  public static let machine = StateMachine.draggable(canLeave: false)

  public static let fields = FieldTable<Self>(ofSurface: [
    Field("angle", unit: "°", "How far it is turned, clockwise; on and on.") {
      $0.angle(at: $1.position)
    },
    Field("angularVelocity", unit: "°/s", "How fast it turns, clockwise.") {
      $1.velocity.x.value / Self.pointsPerDegree($0.tuning).value
    },
    Field("orientation", unit: "°", "How it is seen to be turned, -180 to 180.") {
      let angle = $0.angle(at: $1.position)
      return angle - 360 * (angle / 360).rounded()
    },
  ])

  public static func geometry(
    _ tuning: Tuning, on stage: Stage
  ) throws(SettingError) -> DraggableSurface.Geometry {
    try geometry(tuning, on: stage, around: .zero)
  }

  private static func geometry(
    _ tuning: Tuning, on stage: Stage, around rim: Points
  ) throws(SettingError) -> DraggableSurface.Geometry {
    guard (360 / tuning.step).rounded() * tuning.step == 360 else {
      throw .contradiction(
        scenario: Self.name, found: "steps of \(plain(tuning.step))° do not go round",
        remedy: "give a step that divides 360")
    }
    let detents = detents(tuning, around: rim)
    let half = pointsPerDegree(tuning) * 180
    return DraggableSurface.Geometry(
      candidates: detents, start: detents[detents.count / 2],
      limits: DragLimits(
        lowest: Position(x: -half, y: .zero), highest: Position(x: half, y: .zero),
        reach: Planar(x: half, y: half), stiffness: tuning.motion.stiffness,
        style: tuning.wraps ? .free : tuning.motion.limits),
      axes: .horizontal, hidden: nil, screen: stage.screen)
  }

  public static func behaviour(_ tuning: Tuning) -> DraggableSurface.Behaviour {
    tuning.motion.behaviour
  }

  public func isHit(_ position: Position) -> Bool {
    !tuning.motion.hitTest || (position - stage.screen / 2).length <= tuning.radius
  }

  /// The orientations at which it may rest, in degrees.
  public var destinations: [String] {
    stride(from: 0, to: 360, by: tuning.step).map { plain($0) }
  }

  public mutating func receive(
    _ event: HandEvent, at time: Seconds, into journal: inout Journal
  ) {
    let scenario = self
    let step = surface.step(for: seen(event), into: &journal) { scenario.isHit($0) }
    guard let step else { return }
    if case .released = step { lookAround() }
    surface.take(step, into: &journal)
  }

  /// It turns the shorter way round.
  public mutating func receive(
    _ command: SurfaceCommand, at time: Seconds, into journal: inout Journal
  ) {
    guard case .settle(let name) = command, let asked = Double(name) else { return }
    lookAround()
    let heading = tuning.wraps ? surface.target.x / Self.pointsPerDegree(tuning) : 0
    let turns = ((heading - asked) / 360).rounded()
    surface.settle(at: plain(asked + 360 * turns), into: &journal)
  }

  /// A dial that is larger or finer now stays where its rim is, and goes to the angle that it was at
  /// or heading for.
  public mutating func adapt(
    to tuning: Tuning, stage: Stage, at time: Seconds, into journal: inout Journal
  ) throws(SettingError) {
    let degrees = surface.rest.position.x / Self.pointsPerDegree(self.tuning)
    let geometry = try Self.geometry(
      tuning, on: stage, around: Self.pointsPerDegree(tuning) * degrees)
    self.tuning = tuning
    self.stage = stage
    surface.adapt(to: geometry, Self.behaviour(tuning), into: &journal)
  }

  /// Weighs the detents around where the hand has put it.
  private mutating func lookAround() {
    surface.geometry.candidates = Self.detents(tuning, around: surface.target.x)
  }

  /// The event as the rim sees it: its displacement and velocity are along the rim.
  private mutating func seen(_ event: HandEvent) -> HandEvent {
    if case .panBegan = event { turn = nil }
    return event.mappingPan { along($0, $1) }
  }

  private mutating func along(
    _ pan: Pan, _ estimate: VelocityEstimate
  ) -> (pan: Pan, estimate: VelocityEstimate) {
    var turn = turn ?? RimTurn(pan, about: tuning.hold == .dial ? stage.screen / 2 : nil)
    let speed = turn.follow(
      pan, estimate.velocity.held(within: SurfaceDrag.bound), hub: tuning.hub,
      radius: tuning.radius)
    self.turn = turn
    var (pan, estimate) = (pan, estimate)
    // What the estimator says of the middle of two fingers is not about their twist.
    if pan.twistRate != 0 { estimate.reason = .ok }
    estimate.velocity = Velocity(x: speed, y: .zero)
    pan.translation = Position(x: turn.arc, y: .zero)
    return (pan, estimate)
  }

  /// How many times it is turned round.
  public func progress(at position: Position) -> Double { angle(at: position) / 360 }
}

// What it looks like.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension RotationScenario {
  public static func scenery(_ tuning: Tuning, on stage: Stage) -> Scenery {
    Scenery(
      screen: stage.screen,
      curves: [
        SceneCurve(
          "angle", unit: "°", along: .x, measure: pointsPerDegree(tuning), fingerZero: nil,
          rateName: "angular velocity")
      ]
    ) { frame in
      let middle = stage.screen / 2
      let angle = frame.position.x / pointsPerDegree(tuning)
      func mark(_ degrees: Double, _ fraction: Double, _ width: Double, _ length: Double)
        -> SceneLayer
      {
        let direction = sineAndCosine((degrees - 90) * (Double.pi / 180))
        let rim = tuning.radius * fraction
        return SceneLayer(
          .handle,
          SceneBox(
            centre: middle + Position(x: rim * direction.cosine, y: rim * direction.sine),
            size: Planar(x: Points(width), y: tuning.radius * length)),
          cornerRadius: Points(width / 2), angle: degrees)
      }
      let detents = stride(from: 0, to: 360, by: tuning.step).map { mark($0, 1.09, 4, 0.1) }
      let picture = SceneLayer(
        .page, SceneBox(centre: middle, diameter: tuning.radius * 0.9), cornerRadius: Points(10),
        angle: angle, label: "\(plain(angle.rounded()))°")
      return [.circle(.ground, about: middle, diameter: tuning.radius * 2)] + detents
        + [picture, mark(angle, 0.82, 10, 0.2)]
    }
  }
}
