public import FrameLogs
import MotionPhysics
public import Quantities
public import ReleaseRules
public import Surfaces

/// A modal view that the finger dismisses by pulling it down.
///
/// The position of the modal is the y coordinate of its top edge.
public struct ModalScenario: Sendable {
  /// The settings, which `flickbook tune` can vary.
  public struct Tuning: Hashable, Sendable {
    /// The distance between the upper edge of the screen and the modal at rest.
    public var top = Points(54)

    /// Whether the modal can be dismissed; if not, every release returns it to its place.
    public var dismissible = true

    /// The settings for how the modal follows the finger, settles, and decides at a release.
    public var motion: MotionTuning

    /// Creates the standard tuning.
    public init() {
      motion = MotionTuning()
      var pull = ReleaseRule.Pull()
      pull.positional = Points(100)
      // Wave dismisses above 500 pt/s, but this rule dismisses at or above its flick speed. With the next `Double`
      // above 500, both dismiss the same releases.
      pull.flick = PointsPerSecond(500.0.nextUp)
      motion.release.rule = ReleaseRule(pull)
    }
  }

  /// The modal as a draggable surface: the finger that holds it, its motion, and its release rule.
  public var surface: DraggableSurface
  /// The settings; use `adapt(to:screen:at:into:)` to change them, because it also changes the surface.
  public var tuning: Tuning
  /// The screen on which the modal moves.
  public var screen: Screen

  /// Creates a presented modal.
  ///
  /// - Throws: `SettingError.contradiction` if the top edge of the modal would be below the screen.
  public init(tuning: Tuning, screen: Screen) throws(SettingError) {
    self.tuning = tuning
    self.screen = screen
    surface = DraggableSurface(try Self.geometry(tuning, on: screen), Self.dynamics(tuning))
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ModalScenario: DraggableScenario {
  public static let name = "modal"
  public static let meaning = "A modal that can be dismissed by pulling it down."
  public static var standardTuning: Tuning { Tuning() }

  public static let settings: [Setting<Tuning>] =
    [
      Setting(
        "top", unit: "pt", .number(0...100_000) { $1(&$0.top) },
        "The distance of the modal at rest from the upper edge of the screen.",
        source: "our choice; the modal begins just below the status bar of a phone",
        describesSituation: true),
      Setting(
        "dismissible", .flag { $1(&$0.dismissible) }, "Whether the modal can be dismissed.",
        source: "Wave's dismissible modal"),
    ]
    + MotionTuning.settings.sourced([
      "release.choice": "Wave's dismissible modal: far or fast enough"
    ]).sourced(
      [
        "release.positional": "Wave's dismissible modal, more than 100 pt",
        "release.flick": "Wave's dismissible modal, more than 500 pt/s",
      ], rule: "pull"
    ).map { $0.lifted(into: { $1(&$0.motion) }) }

  public static let machine = StateMachine.draggable(canLeave: true)

  public static let fields = FieldTable<Self>(ofSurface: [
    Field(
      "overscroll", unit: "pt", "The distance of the modal beyond its limits; down is positive."
    ) {
      $0.surface.geometry.limits.overscroll($1.position).y
    },
    Field("height", unit: "pt", "The visible height of the modal.") {
      max(.zero, $0.screen.size.y - $1.position.y)
    },
  ])

  public static let ownEvents: [EventDescription] = [.handPaused, .attempted]

  public static func geometry(
    _ tuning: Tuning, on screen: Screen
  ) throws(SettingError) -> DraggableSurface.Geometry {
    guard tuning.top < screen.size.y else {
      throw .contradiction(
        scenario: Self.name, found: "a top of \(tuning.top.value) pt is below the screen",
        remedy: "make top smaller than \(screen.size.y.value)")
    }
    let presented = RestCandidate(name: "presented", position: Position(x: .zero, y: tuning.top))
    let hidden = Position(x: .zero, y: screen.size.y)
    let isFree = tuning.dismissible && !tuning.motion.vetoesDismissal
    return DraggableSurface.Geometry(
      candidates: [presented], start: presented,
      limits: DragLimits(
        lowest: presented.position, highest: isFree ? hidden : presented.position,
        reach: screen.size,
        stiffness: tuning.motion.stiffness, style: tuning.motion.limits),
      axes: .vertical, hidden: tuning.dismissible ? hidden : nil, screen: screen.size)
  }

  public static func dynamics(_ tuning: Tuning) -> DraggableSurface.Dynamics {
    tuning.motion.dynamics
  }

  public func isHit(_ position: Position) -> Bool {
    !tuning.motion.hitTest || position.y >= surface.motion.position.y
  }

  public func progress(at position: Position) -> Double {
    (screen.size.y - position.y) / (screen.size.y - tuning.top)
  }
}

// Drawing.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ModalScenario {
  public static func scenery(_ tuning: Tuning, on screen: Screen) -> Scenery {
    Scenery(
      screen: screen.size,
      curves: [SceneCurve("top edge", along: .y, growsDown: true, isEdge: true)]
    ) { frame in
      let top = frame.position.y
      return [
        .panel(from: .zero, top, width: screen.size.x, on: screen.size),
        .grabber(below: Position(x: screen.size.x / 2, y: top)),
      ]
    }
  }
}
