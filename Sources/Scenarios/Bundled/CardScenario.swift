public import FrameLogs
public import MotionPhysics
public import Quantities
public import ReleaseRules
public import Surfaces

/// A card that follows the finger, and after the release returns to the middle or is thrown off the screen.
///
/// The position of the card is its centre, relative to the centre of the screen. The motion after a release starts with
/// the velocity of the finger along both axes. The scale and the corner radius change on separate springs, which do not
/// inherit this velocity. The angle is proportional to the horizontal position.
public struct CardScenario: Sendable {
  /// The distance at which the card counts as dragged off the screen.
  public enum ProgressMeasure: String, Hashable, Sendable, CaseIterable {
    /// Half of the size of the screen plus half of the size of the card, at which the card is completely off the
    /// screen.
    case screen
    /// The size of the card.
    case card
  }

  /// A property, such as the scale, with a value at rest, a value while a finger holds the card, and a spring that
  /// moves the property between the two values.
  public struct Held: Hashable, Sendable {
    /// The value at rest.
    public var resting: Double
    /// The value while a finger holds the card, and after the card was thrown off the screen.
    public var held: Double
    /// The spring that moves the property from one value to the other.
    public var spring = Spring(dampingRatio: 0.8, response: Seconds(0.4))
  }

  /// The settings, which `flickbook tune` can vary.
  public struct Tuning: Hashable, Sendable {
    /// The size of the card: the settings `width` and `height`.
    public var size = Planar(x: Points(300), y: Points(200))

    /// Whether the card can be thrown off the screen.
    public var dismissible = false

    /// The directions in which the card can be thrown off the screen.
    public var directions = ThrowDirections.any

    /// The axes along which the card follows the finger.
    public var axes = DraggableSurface.Axes.both

    /// The distance at which the card counts as dragged off the screen.
    public var measure = ProgressMeasure.screen

    /// The rotation of the card, in degrees, when the card is one card width to the right of its rest position.
    public var tilt = 18.0

    /// The scale factor of the card, at rest and while a finger holds the card.
    public var scale = Held(resting: 1, held: 1.05)

    /// The radius of the corners, in points, at rest and while a finger holds the card.
    public var cornerRadius = Held(resting: 12, held: 20)

    /// The settings for how the card follows the finger, settles, and decides at a release.
    public var motion: MotionTuning

    /// Creates the standard tuning.
    public init() {
      motion = MotionTuning()
      motion.limits = .free
      var fling = ReleaseRule.Fling()
      fling.threshold = 1
      fling.flick = PointsPerSecond(700)
      motion.release.rule = ReleaseRule(fling)
    }
  }

  /// The card as a draggable surface: the finger that holds it, its motion, and its release rule.
  public var surface: DraggableSurface
  /// The settings; use `adapt(to:screen:at:into:)` to change them, because it also changes the surface.
  public var tuning: Tuning
  /// The screen on which the card moves.
  public var screen: Screen

  /// Creates a card at rest in the middle of the screen.
  public init(tuning: Tuning, screen: Screen) {
    self.tuning = tuning
    self.screen = screen
    surface = DraggableSurface(Self.geometry(tuning, on: screen), Self.dynamics(tuning))
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension CardScenario: DraggableScenario {
  public static let name = "card"
  public static let meaning =
    "A card that follows the finger, and returns or is thrown off the screen."
  public static var standardTuning: Tuning { Tuning() }

  public static let settings: [Setting<Tuning>] =
    [
      Setting(
        "width", unit: "pt", .number(1...100_000) { $1(&$0.size.x) },
        "The width of the card.",
        source: "our choice; the card fills most of the width of a phone", describesSituation: true),
      Setting(
        "height", unit: "pt", .number(1...100_000) { $1(&$0.size.y) }, "The height of the card.",
        source: "our choice; the card is two thirds as high as wide", describesSituation: true),
      Setting(
        "dismissible", .flag { $1(&$0.dismissible) },
        "Whether the card can be thrown off the screen.",
        source: "our choice; a dismissal cannot be undone. Wave's card always returns"),
      Setting(
        "directions", .word { $1(&$0.directions) },
        "The directions in which the card can be thrown off the screen.",
        source: "our choice; the card leaves in the direction in which it is thrown"),
      Setting(
        "axes", .word { $1(&$0.axes) }, "The axes along which the card follows the finger.",
        source: "Wave's draggable card"),
      Setting(
        "measure", .word { $1(&$0.measure) },
        "The distance at which the card counts as dismissed: off the screen, or one card size away.",
        source: "our choice; a card that is still visible does not count as dismissed"),
      Setting(
        "tilt", unit: "°", .number(-360...360) { $1(&$0.tilt) },
        "The rotation of the card at one card width to the right of its rest position.",
        source: "Koloda, DraggableCardView, π / 10"),
    ]
    + Held.settings(
      "scale", unit: "", 0.01...100,
      sources: (
        "our choice; a card at rest has its own size",
        "our choice; a slightly larger card seems to be nearer to the user"
      )
    ).map { $0.lifted(into: { $1(&$0.scale) }) }
    + Held.settings(
      "cornerRadius", unit: "pt", 0...100_000,
      sources: (
        "our choice; the corners are round enough to look like a card",
        "our choice; rounder corners show that the finger holds the card"
      )
    ).map { $0.lifted(into: { $1(&$0.cornerRadius) }) }
    + motionSettings.map { $0.lifted(into: { $1(&$0.motion) }) }

  private static let motionSettings = MotionTuning.settings(canBeGone: false).sourced([
    "limits": "Wave's draggable card, which follows the finger everywhere",
    "release.choice": "our choice; a card returns, or leaves in the direction of the throw",
  ]).sourced(
    [
      "release.threshold": "our choice; at this distance the card is no longer visible",
      "release.flick": "Flutter, dismissible.dart, the slowest throw, 700 px/s",
    ], rule: "fling")

  public static let machine = StateMachine.draggable(canLeave: true)

  public static let fields = FieldTable<Self>(ofSurface: [
    Field("distance", unit: "pt", "The distance of the card from its rest position.") {
      $1.position.length
    },
    Field("angle", unit: "°", "The rotation of the card; clockwise is positive.") {
      $0.tuning.tilt * ($1.position.x / $0.tuning.size.x)
    },
    Field("scale", "The scale factor of the card.") { $0.surface.number(of: "scale") },
    Field("cornerRadius", unit: "pt", "The radius of the corners.") {
      $0.surface.number(of: "cornerRadius")
    },
  ])

  public static let ownEvents = [
    .handPaused,
    EventDescription(
      .dismissed, "", [FieldDescription("direction", "The direction in which the card was thrown.")]
    ),
    .attempted,
  ]

  public static func geometry(_ tuning: Tuning, on screen: Screen) -> DraggableSurface.Geometry {
    let middle = RestCandidate(name: "home", position: .zero)
    return DraggableSurface.Geometry(
      candidates: [middle], start: middle,
      limits: DragLimits(
        lowest: .zero, highest: .zero, reach: screen.size, stiffness: tuning.motion.stiffness,
        style: tuning.motion.limits),
      axes: tuning.axes, hidden: nil, screen: screen.size,
      dismissalBounds: tuning.dismissible ? dismissalBounds(tuning, on: screen) : nil)
  }

  /// Returns the bounds beyond which a card is off the screen.
  ///
  /// The centre of the card must be beyond an edge by half of the largest diagonal that the card can have. At this
  /// distance, no part of the card is visible, whatever its rotation and scale are.
  private static func dismissalBounds(_ tuning: Tuning, on screen: Screen) -> DismissalBounds {
    let largest = max(1, tuning.scale.resting, tuning.scale.held)
    let radius = tuning.size.length * (largest / 2)
    let clear = screen.size / 2 + Planar(x: radius, y: radius)
    let reach =
      switch tuning.measure {
      case .screen: (screen.size + tuning.size) / 2
      case .card: tuning.size
      }
    return DismissalBounds(
      directions: tuning.directions, reach: reach, lowest: -clear, highest: clear)
  }

  public static func dynamics(_ tuning: Tuning) -> DraggableSurface.Dynamics {
    var dynamics = tuning.motion.dynamics
    dynamics.properties = [
      tuning.scale.plan(of: "scale"), tuning.cornerRadius.plan(of: "cornerRadius"),
    ]
    return dynamics
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
  /// Returns the settings of the property called `name`.
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
        "The \(name) while the card is held, or after it was thrown off the screen.",
        source: sources.held),
    ]
      + Setting.spring(
        name, { $1(&$0.spring) }, "between \(name) and \(name).held", dampingRatios: 0.01...20,
        zero: "makes the value jump",
        sources: (
          "our choice; the same spring as the one that settles the card",
          "our choice; the same spring as the one that settles the card"
        ))
  }

  /// Returns the plan with which the surface animates the property called `name`.
  func plan(of name: String) -> DrivenProperty.Plan {
    // A card that is thrown off the screen keeps its appearance from the drag.
    DrivenProperty.Plan(
      name: name, resting: resting, held: held, numbers: [Decision.gone: held], spring: spring)
  }
}

// Drawing.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension CardScenario {
  public static func scenery(_ tuning: Tuning, on screen: Screen) -> Scenery {
    Scenery(
      screen: screen.size,
      curves: [
        SceneCurve("x from its position", along: .x, fingerZero: screen.size.x / 2),
        SceneCurve(
          "y from its position", along: .y, fingerZero: screen.size.y / 2, growsDown: true),
      ]
    ) { frame in
      let resting = SceneBox(centre: screen.size / 2, size: tuning.size)
      let body = SceneBox(
        centre: screen.size / 2 + frame.position,
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
