public import FrameLogs
public import MotionPhysics
public import Quantities
public import ReleaseRules
public import Surfaces

/// A card that follows the hand over the screen and goes back to its position, or is thrown out of the
/// screen, with the hand's velocity along both axes.
///
/// Its position is that of its centre, seen from the centre of the screen. How large it is and how
/// round its corners are change with it, each on a spring of its own and without the velocity of the
/// hand; its angle is that of its position.
public struct CardScenario: Sendable {
  /// What being carried out is measured by.
  public enum Measure: String, Hashable, Sendable, CaseIterable {
    /// The way on which the card leaves the screen altogether: half of both.
    case screen
    /// The card's own size.
    case card
  }

  /// A number at rest and one under a hand, and the spring between them.
  public struct Held: Hashable, Sendable {
    /// The number at rest.
    public var resting: Double
    /// The number while a hand holds the card, or has thrown it.
    public var held: Double
    /// How it gets from one to the other.
    public var spring = Spring(dampingRatio: 0.8, response: Seconds(0.4))
  }

  /// The numbers that `flickbook tune` may change.
  public struct Tuning: Hashable, Sendable {
    /// The size of the card.
    public var size = Planar(x: Points(300), y: Points(200))

    /// Whether it can be thrown out of the screen.
    public var dismissible = false

    /// The directions in which it may be thrown.
    public var directions = ThrowDirections.any

    /// Along which axes it follows the hand.
    public var axes = DraggableSurface.Axes.both

    /// What being carried out is measured by.
    public var measure = Measure.screen

    /// By how many degrees it is turned where it is its own width to the right of its position.
    public var tilt = 18.0

    /// How large it is, as a factor.
    public var scale = Held(resting: 1, held: 1.05)

    /// How round its corners are, in points.
    public var cornerRadius = Held(resting: 12, held: 20)

    /// How it follows, settles and decides.
    public var motion: MotionTuning

    /// Creates the standard tuning.
    public init() {
      motion = MotionTuning()
      motion.limits = .free
      var fling = ReleaseRule.Fling()
      fling.threshold = 1
      fling.flick = PointsPerSecond(700)
      motion.release.rule = .fling(fling)
    }
  }

  /// The surface.
  public var surface: DraggableSurface
  /// Its numbers and words.
  public var tuning: Tuning
  /// Where it plays.
  public var stage: Stage

  /// Creates a card at its position.
  public init(tuning: Tuning, stage: Stage) {
    self.tuning = tuning
    self.stage = stage
    surface = DraggableSurface(Self.geometry(tuning, on: stage), Self.behaviour(tuning))
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension CardScenario: DraggableScenario {
  public static let name = "card"
  public static let meaning = "A card that follows the hand and goes back, or is thrown out."
  public static var standardTuning: Tuning { Tuning() }

  public static let settings: [Setting<Tuning>] =
    [
      Setting(
        "width", unit: "pt", .number(1...100_000) { $1(&$0.size.x) },
        "The width of the card.",
        source: "ours; most of the width of a phone", describesSituation: true),
      Setting(
        "height", unit: "pt", .number(1...100_000) { $1(&$0.size.y) }, "Its height.",
        source: "ours; two thirds of its width", describesSituation: true),
      Setting(
        "dismissible", .flag { $1(&$0.dismissible) }, "Whether it can be thrown out of the screen.",
        source: "ours; what is gone does not come back, so a user asks for it. Wave's returns"),
      Setting(
        "directions", .word { $1(&$0.directions) }, "The directions in which it may be thrown.",
        source: "ours; as the hand throws it"),
      Setting(
        "axes", .word { $1(&$0.axes) }, "Along which axes it follows the hand.",
        source: "Wave's draggable card"),
      Setting(
        "measure", .word { $1(&$0.measure) },
        "What being carried out is measured by: leaving the screen, or the card's own size.",
        source: "ours; a card of which something is to be seen is not gone"),
      Setting(
        "tilt", unit: "°", .number(-360...360) { $1(&$0.tilt) },
        "By how many degrees it is turned where it is its own width to the right.",
        source: "Koloda, DraggableCardView, π / 10"),
    ]
    + Held.settings(
      "scale", unit: "", 0.01...100,
      sources: ("ours; its own size", "ours; what is held comes a little nearer")
    ).map { $0.lifted(into: { $1(&$0.scale) }) }
    + Held.settings(
      "cornerRadius", unit: "pt", 0...100_000,
      sources: ("ours; round enough to look like a card", "ours; a little rounder under the hand")
    ).map { $0.lifted(into: { $1(&$0.cornerRadius) }) }
    + motionSettings.map { $0.lifted(into: { $1(&$0.motion) }) }

  private static let motionSettings = MotionTuning.settings(canBeGone: false).sourced([
    "limits": "Wave's draggable card, which goes wherever the hand does",
    "release.choice": "ours; a card goes back, or out the way that it is thrown",
  ]).sourced(
    [
      "release.threshold": "ours; carried on until nothing of it is to be seen",
      "release.flick": "Flutter, dismissible.dart, the slowest throw, 700 px/s",
    ], rule: "fling")

  public static let machine = StateMachine.draggable(canLeave: true)

  public static let fields = FieldTable<Self>(ofSurface: [
    Field("distance", unit: "pt", "How far the card is from its position.") { $1.position.length },
    Field("angle", unit: "°", "How far it is turned; clockwise is positive.") {
      $0.tuning.tilt * ($1.position.x / $0.tuning.size.x)
    },
    Field("scale", "How large it is, as a factor.") { $0.surface.number(of: "scale") },
    Field("cornerRadius", unit: "pt", "How round its corners are.") {
      $0.surface.number(of: "cornerRadius")
    },
  ])

  public static let ownEvents = [
    .handPaused,
    EventDescription(
      .dismissed, "", [FieldDescription("direction", "The direction in which it was thrown.")]),
    .attempted,
  ]

  public static func geometry(_ tuning: Tuning, on stage: Stage) -> DraggableSurface.Geometry {
    let middle = RestCandidate(name: "home", position: .zero)
    return DraggableSurface.Geometry(
      candidates: [middle], start: middle,
      limits: DragLimits(
        lowest: .zero, highest: .zero, reach: stage.screen, stiffness: tuning.motion.stiffness,
        style: tuning.motion.limits),
      axes: tuning.axes, hidden: nil, screen: stage.screen,
      dismissalBounds: tuning.dismissible ? dismissalBounds(tuning, on: stage) : nil)
  }

  /// However it is turned and as large as it gets, a card is out of sight half of its diagonal beyond
  /// an edge.
  private static func dismissalBounds(_ tuning: Tuning, on stage: Stage) -> DismissalBounds {
    let largest = max(1, tuning.scale.resting, tuning.scale.held)
    let radius = tuning.size.length * (largest / 2)
    let clear = stage.screen / 2 + Planar(x: radius, y: radius)
    let reach =
      switch tuning.measure {
      case .screen: (stage.screen + tuning.size) / 2
      case .card: tuning.size
      }
    return DismissalBounds(
      directions: tuning.directions, reach: reach, lowest: -clear, highest: clear)
  }

  public static func behaviour(_ tuning: Tuning) -> DraggableSurface.Behaviour {
    var behaviour = tuning.motion.behaviour
    behaviour.properties = [
      tuning.scale.plan(of: "scale"), tuning.cornerRadius.plan(of: "cornerRadius"),
    ]
    return behaviour
  }

  public func isHit(_ position: Position) -> Bool {
    !tuning.motion.hitTest
      || position.isInside(
        tuning.size, about: surface.motion.position + surface.geometry.screen / 2)
  }

  public func progress(at position: Position) -> Double {
    position.length / surface.geometry.screen.length
  }
}

extension CardScenario.Held {
  /// The settings of the number called `name`.
  static func settings(
    _ name: String, unit: String, _ range: ClosedRange<Double>,
    sources: (resting: String, held: String)
  ) -> [Setting<Self>] {
    [
      Setting(
        name, unit: unit, .number(range) { $1(&$0.resting) }, "The \(name) at rest.",
        source: sources.resting
      ),
      Setting(
        "\(name).held", unit: unit, .number(range) { $1(&$0.held) },
        "The \(name) while a hand holds the card, or has thrown it.",
        source: sources.held),
    ]
      + Setting.spring(
        name, { $1(&$0.spring) }, "between them", dampingRatios: 0.01...20, zero: "jumps",
        sources: ("ours; as the card settles", "ours; as the card settles"))
  }

  /// The number as a property called `name` that is driven along with the card.
  func plan(of name: String) -> DrivenProperty.Plan {
    DrivenProperty.Plan(
      name: name, resting: resting, held: held, numbers: [Decision.gone: held], spring: spring)
  }
}

// What it looks like.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension CardScenario {
  public static func scenery(_ tuning: Tuning, on stage: Stage) -> Scenery {
    Scenery(
      screen: stage.screen,
      curves: [
        SceneCurve("x from its position", along: .x, fingerZero: stage.screen.x / 2),
        SceneCurve(
          "y from its position", along: .y, fingerZero: stage.screen.y / 2, growsDown: true),
      ]
    ) { frame in
      let resting = SceneBox(centre: stage.screen / 2, size: tuning.size)
      let body = SceneBox(
        centre: stage.screen / 2 + frame.position,
        size: tuning.size * frame.number("scale", or: 1))
      return [
        SceneLayer(.outline, resting, cornerRadius: Points(max(0, tuning.cornerRadius.resting))),
        SceneLayer(
          .surface, body, cornerRadius: Points(max(0, frame.number("cornerRadius"))),
          angle: frame.number("angle")),
      ]
    }
  }
}
