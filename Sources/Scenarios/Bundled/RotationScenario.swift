public import FrameLogs
import MotionPhysics
public import Quantities
public import ReleaseRules
public import Surfaces
public import TouchInput

/// A dial or picture that the finger turns and that settles at the nearest detent.
///
/// The position of the dial is the distance that its rim has turned clockwise: the angle in radians times the radius.
/// Because this position is a length, springs, limits and release rules work as they do for other surfaces.
public struct RotationScenario: Sendable {
  /// How a finger turns the dial.
  public enum Grip: String, Hashable, Sendable, CaseIterable {
    /// The finger moves around the centre of the dial.
    case dial
    /// The finger moves to the right, anywhere on the screen, as on knobs that the user turns with a mouse.
    case rail
  }

  /// The settings, which `flickbook tune` can vary.
  public struct Tuning: Hashable, Sendable {
    /// The radius of the rim; the position of the dial is the angle in radians times this radius.
    public var radius = Points(150)

    /// The radius around the centre within which a finger does not turn the dial.
    ///
    /// This close to the centre, a small movement can change the angle by any amount.
    public var hub = Points(22)

    /// The angle from one detent to the next, in degrees; it must divide 360.
    public var step = 90.0

    /// True if the dial turns without end; false if it rests at most half a turn from its start.
    public var wraps = true

    /// How a finger turns the dial.
    ///
    /// A finger without a position on the screen always turns the dial by moving to the right. Two fingers always turn
    /// the dial by rotating around each other.
    public var hold = Grip.dial

    /// The settings for how the dial follows the finger, settles, and decides at a release.
    public var motion: MotionTuning

    /// Creates the standard tuning.
    public init() {
      motion = MotionTuning()
      motion.release.projection.time = Seconds(0.099)
      var nearest = ReleaseRule.Nearest()
      nearest.adjacentOnly = false
      nearest.flick = PointsPerSecond(150)
      motion.release.rule = ReleaseRule(nearest)
    }
  }

  /// The dial as a draggable surface: the finger that holds it, its motion, and its release rule.
  public var surface: DraggableSurface
  /// The settings; use `adapt(to:screen:at:into:)` to change them, because it also changes the surface.
  public var tuning: Tuning
  /// The screen; the dial is in its middle.
  public var screen: Screen
  /// The rotation of the rim by the current or last pan; nil before the first pan.
  private var turn: RimTurn?

  /// Creates a dial at rest at angle 0.
  ///
  /// - Throws: `SettingError.contradiction` if the step does not divide 360.
  public init(tuning: Tuning, screen: Screen) throws(SettingError) {
    self.tuning = tuning
    self.screen = screen
    surface = DraggableSurface(try Self.geometry(tuning, on: screen), Self.dynamics(tuning))
  }

  /// Returns the length of one degree of the rim.
  static func pointsPerDegree(_ tuning: Tuning) -> Points {
    tuning.radius * (Double.pi / 180)
  }

  /// Returns the angle of the dial at `position`, in degrees; clockwise is positive.
  private func angle(at position: Position) -> Double {
    position.x / Self.pointsPerDegree(tuning)
  }

  /// Returns the detents that a release at the rim position `rim` can reach.
  private static func detents(_ tuning: Tuning, around rim: Points) -> [RestCandidate] {
    let pitch = pointsPerDegree(tuning) * tuning.step
    let middle = tuning.wraps ? (rim / pitch).rounded() : 0
    // The distance that the projection adds for the fastest release that the speed cap allows.
    let ahead = tuning.motion.release.filter.cap * tuning.motion.release.projection.time
    let half = 180 / tuning.step
    let count = tuning.wraps ? min(max(ahead / pitch + 1, half).rounded(.up), mostAhead) : half
    return (-Int(count)...Int(count)).map { index in
      let number = middle + Double(index)
      return RestCandidate(
        name: plain(number * tuning.step), position: Position(x: pitch * number, y: .zero))
    }
  }

  /// The maximum number of candidates in each direction at a release.
  ///
  /// With four detents per turn, 40 candidates are ten turns of the dial.
  private static let mostAhead = 40.0
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension RotationScenario: DraggableScenario {
  public static let name = "rotation"
  public static let meaning = "A dial that is turned by the finger and rests at the nearest detent."
  public static var standardTuning: Tuning { Tuning() }

  public static let settings: [Setting<Tuning>] =
    [
      Setting(
        "radius", unit: "pt", .number(20...10_000) { $1(&$0.radius) },
        "The radius of the dial's rim.",
        source: "our choice; the dial is nearly as wide as a phone", describesSituation: true),
      Setting(
        "hub", unit: "pt", .number(0...10_000) { $1(&$0.hub) },
        "The radius around the centre within which a finger cannot turn the dial.",
        source: "our choice; a touch target is 44 pt wide, and this is half of it",
        describesSituation: true),
      Setting(
        "step", unit: "°", .number(15...180) { $1(&$0.step) },
        "The angle from one detent to the next; 360 must be a multiple of this angle.",
        source: "fluid-interfaces at da5c66c, Rotation.swift, a right angle",
        describesSituation: true),
      Setting(
        "wraps", .flag { $1(&$0.wraps) },
        "Whether the dial turns without end; if false, it rests within half a turn of its start.",
        source: "our choice; a dial has no end stop", describesSituation: true),
      Setting(
        "hold", .word { $1(&$0.hold) }, "How a finger turns the dial.",
        source: "our choice; the dial turns around its centre and stays under the finger"),
    ]
    // Nothing dismisses a dial.
    + MotionTuning.settings(canBeGone: false).filter { $0.key != "vetoesDismissal" }.sourced([
      "release.projection":
        "WWDC 2018, session 803: r / (1 − r) ms at the deceleration rate r = 0.99",
      "release.adjacentOnly": "fluid-interfaces, Rotation.swift: the nearest to the projection",
      "release.flick": "our choice; this is one radian per second at the default radius",
    ]).map { $0.lifted(into: { $1(&$0.motion) }) }

  public static let machine = StateMachine.draggable(canLeave: false)

  public static let fields = FieldTable<Self>(ofSurface: [
    Field("angle", unit: "°", "The angle of the dial, clockwise; beyond 360 after a full turn.") {
      $0.angle(at: $1.position)
    },
    Field("angularVelocity", unit: "°/s", "The angular velocity of the dial, clockwise.") {
      $1.velocity.x.value / Self.pointsPerDegree($0.tuning).value
    },
    Field("orientation", unit: "°", "The angle of the dial without full turns, -180 to 180.") {
      let angle = $0.angle(at: $1.position)
      return angle - 360 * (angle / 360).rounded()
    },
  ])

  public static func geometry(
    _ tuning: Tuning, on screen: Screen
  ) throws(SettingError) -> DraggableSurface.Geometry {
    try geometry(tuning, on: screen, around: .zero)
  }

  private static func geometry(
    _ tuning: Tuning, on screen: Screen, around rim: Points
  ) throws(SettingError) -> DraggableSurface.Geometry {
    guard (360 / tuning.step).rounded() * tuning.step == 360 else {
      throw .contradiction(
        scenario: Self.name, found: "360° is not a multiple of the step \(plain(tuning.step))°",
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
      axes: .horizontal, hidden: nil, screen: screen.size)
  }

  public static func dynamics(_ tuning: Tuning) -> DraggableSurface.Dynamics {
    tuning.motion.dynamics
  }

  public func isHit(_ position: Position) -> Bool {
    !tuning.motion.hitTest || (position - screen.size / 2).length <= tuning.radius
  }

  /// The orientations at which the dial may rest, in degrees.
  public var destinations: [String] {
    stride(from: 0, to: 360, by: tuning.step).map { plain($0) }
  }

  public mutating func receive(
    _ event: TouchEvent, at time: Seconds, into eventLog: inout EventLog
  ) {
    let scenario = self
    let step = surface.step(for: seen(event), into: &eventLog) { scenario.isHit($0) }
    guard let step else { return }
    // A dial without ends has infinitely many detents, so each release compares only the detents around its position.
    if case .released = step { updateCandidates() }
    surface.take(step, into: &eventLog)
  }

  /// Turns the dial to the requested orientation, in the shorter direction.
  public mutating func receive(
    _ command: SurfaceCommand, at time: Seconds, into eventLog: inout EventLog
  ) {
    guard case .settle(let name) = command, let asked = Double(name) else { return }
    updateCandidates()
    let heading = tuning.wraps ? surface.target.x / Self.pointsPerDegree(tuning) : 0
    let turns = ((heading - asked) / 360).rounded()
    surface.settle(at: plain(asked + 360 * turns), into: &eventLog)
  }

  /// Changes the settings or the screen.
  ///
  /// The position of the rim, which is a length, does not jump. The angle at which the dial rests, or to which it
  /// moves, stays the same. If the radius has changed, this angle is at a different position of the rim, and the dial
  /// moves to that position.
  public mutating func adapt(
    to tuning: Tuning, screen: Screen, at time: Seconds, into eventLog: inout EventLog
  ) throws(SettingError) {
    let degrees = surface.rest.position.x / Self.pointsPerDegree(self.tuning)
    let geometry = try Self.geometry(
      tuning, on: screen, around: Self.pointsPerDegree(tuning) * degrees)
    self.tuning = tuning
    self.screen = screen
    surface.adapt(to: geometry, Self.dynamics(tuning), into: &eventLog)
  }

  /// Sets the candidates to the detents around the current target.
  private mutating func updateCandidates() {
    surface.geometry.candidates = Self.detents(tuning, around: surface.target.x)
  }

  /// Returns `event` with the displacement and the velocity of its pan measured along the rim.
  private mutating func seen(_ event: TouchEvent) -> TouchEvent {
    if case .panBegan = event { turn = nil }
    return event.mappingPan { along($0, $1) }
  }

  private mutating func along(
    _ pan: Pan, _ estimate: VelocityEstimate
  ) -> (pan: Pan, estimate: VelocityEstimate) {
    var turn = turn ?? RimTurn(pan, about: tuning.hold == .dial ? screen.size / 2 : nil)
    let speed = turn.follow(
      pan, estimate.velocity.held(within: SurfaceDrag.bound), hub: tuning.hub,
      radius: tuning.radius)
    self.turn = turn
    var (pan, estimate) = (pan, estimate)
    // The reason of the estimate describes the midpoint of two fingers, and not their rotation.
    if pan.twistRate != 0 { estimate.reason = .ok }
    estimate.velocity = Velocity(x: speed, y: .zero)
    pan.translation = Position(x: turn.arc, y: .zero)
    return (pan, estimate)
  }

  /// Returns the number of turns at `position`, with a fraction.
  public func progress(at position: Position) -> Double { angle(at: position) / 360 }
}

// Drawing.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension RotationScenario {
  public static func scenery(_ tuning: Tuning, on screen: Screen) -> Scenery {
    Scenery(
      screen: screen.size,
      curves: [
        SceneCurve(
          "angle", unit: "°", along: .x, measure: pointsPerDegree(tuning), fingerZero: nil,
          rateName: "angular velocity")
      ]
    ) { frame in
      let middle = screen.size / 2
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
