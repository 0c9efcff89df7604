public import FrameLogs
import MotionPhysics
public import Quantities
public import ReleaseRules
public import Surfaces

/// A small window over the screen that rests in a corner, at a side, or anywhere.
///
/// The position of the window is its centre. The user can stash the window at a side, mostly off the screen, or drop it
/// on a magnet, which dismisses it. At a release, the magnet decides first, then the stash, then the release rule. If a
/// keyboard appears or the screen rotates, a window in a corner stays in this corner, and any other window keeps its
/// relative position on the screen.
public struct PictureInPictureScenario: Sendable {
  /// The insets of the safe area, at each edge of the screen.
  public struct Insets: Hashable, Sendable {
    /// The inset at the upper edge.
    public var top: Points
    /// The inset at the left edge.
    public var left: Points
    /// The inset at the lower edge.
    public var bottom: Points
    /// The inset at the right edge.
    public var right: Points
  }

  /// A corner of the screen.
  public enum Corner: String, Hashable, Sendable, CaseIterable {
    /// Upper left.
    case topLeft
    /// Upper right.
    case topRight
    /// Lower left.
    case bottomLeft
    /// Lower right.
    case bottomRight
  }

  /// The settings, which `flickbook tune` can vary.
  public struct Tuning: Hashable, Sendable {
    /// The size of the window: the settings `width` and `height`.
    public var size = Planar(x: Points(120), y: Points(80))

    /// The distance of the window from the edges of the safe area.
    public var margin = Points(25)

    /// The insets of the safe area; by default, those of an upright phone of 390 × 844 pt.
    public var insets = Insets(top: Points(47), left: .zero, bottom: Points(34), right: .zero)

    /// The corner in which the window rests at the start.
    public var start = Corner.bottomRight

    /// The positions at which the window may rest.
    public var mode = Mode.corners

    /// Whether friction slows down a thrown window before a spring moves it to its target.
    public var hasFriction = false

    /// The stash: the rule that parks the window at a side, mostly off the screen.
    public var stash = Stashing()

    /// The magnet that dismisses the window.
    public var dismissal = Dismissal()

    /// The settings for how the window follows the finger, settles, and decides at a release.
    public var motion: MotionTuning

    /// Creates the standard tuning.
    public init() {
      motion = MotionTuning()
      motion.settling = Spring(dampingRatio: 1, response: Seconds(0.4))
      var nearest = ReleaseRule.Nearest()
      nearest.adjacentOnly = false
      motion.release.rule = ReleaseRule(nearest)
    }
  }

  /// The window as a draggable surface: the finger that holds it, its motion, and its release rule.
  public var surface: DraggableSurface
  private var sharedTuning: Shared<Tuning>
  /// The screen on which the window moves.
  public var screen: Screen

  /// Creates a window at rest in its start corner.
  ///
  /// - Throws: `SettingError.contradiction` if the window, its margins and the insets do not fit the
  ///   screen.
  public init(tuning: Tuning, screen: Screen) throws(SettingError) {
    sharedTuning = Shared(tuning)
    self.screen = screen
    surface = DraggableSurface(try Self.geometry(tuning, on: screen), Self.dynamics(tuning))
  }

  /// The settings; use `adapt(to:screen:at:into:)` to change them, because it also changes the surface.
  public var tuning: Tuning {
    get { sharedTuning.value }
    set { sharedTuning.value = newValue }
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension PictureInPictureScenario: DraggableScenario {
  public static let name = "pip"
  public static let meaning = "A Picture-in-Picture window that rests in a corner or at a side."
  public static var standardTuning: Tuning { Tuning() }

  public static let settings: [Setting<Tuning>] =
    ownSettings
    + MotionTuning.settings(canBeGone: false).sourced([
      "spring.dampingRatio":
        "fluid-interfaces, Pip.swift, 1; WWDC 2018, session 803: no overshoot at a corner",
      "release.adjacentOnly": "WWDC 2018, session 803: the nearest corner, whichever it is",
    ])
    // The projection always has an effect, because friction and the mode `free` use it even if the release rule does
    // not.
    .always("release.projection").map { $0.lifted(into: { $1(&$0.motion) }) }

  public static let machine = StateMachine(
    StateMachine.draggable(canLeave: false).transitions + [
      .init(.settling, "the window is in the magnet, or thrown at it", .gone),
      .init(.settling, "the window is at a side, mostly off the screen", .stashed),
      .init(.stashed, "a touch on the window", .pressed),
      .init(.stashed, "a program sets another target", .settling),
      .init(.pressed, "a tap brings the window back", .settling),
      .init(.pressed, "the touch on the stashed window is cancelled", .stashed),
    ])

  public static let fields = FieldTable<Self>(ofSurface: [
    Field(
      "overscrollX", unit: "pt", "The distance of the window beyond its limits; right is positive."
    ) {
      $0.surface.geometry.limits.overscroll($1.position).x
    },
    Field(
      "overscrollY", unit: "pt", "The distance of the window beyond its limits; down is positive."
    ) {
      $0.surface.geometry.limits.overscroll($1.position).y
    },
    Field(
      "corner", "The position at which the window rests or to which it moves; unchanged by a drag."
    ) {
      $0.surface.rest.name
    },
    Field("width", unit: "pt", "The width of the window.") { $0.tuning.size.x },
    Field("height", unit: "pt", "The height of the window.") { $0.tuning.size.y },
    Field(
      "fraction",
      "The nearest point on the edge of the limits, 0 to 4 clockwise from the upper left corner."
    ) {
      let limits = $0.surface.geometry.limits
      return SnapFraction(of: $1.position, from: limits.lowest, to: limits.highest).value
    },
    Field("stuck", "Whether the magnet holds the window while the finger is down.") {
      $0.surface.isStuck
    },
  ])

  public static let ownEvents = [
    .handPaused,
    EventDescription(
      .stuck,
      "The magnet caught the window; 'flung' is true if the window was thrown at the magnet.",
      flungField),
    EventDescription(
      .unstuck, "The magnet released the window; 'flung' is true if the window was thrown off.",
      flungField),
  ]

  private static let flungField = [FieldDescription("flung", "Whether the window was thrown.")]

  public static func geometry(
    _ tuning: Tuning, on screen: Screen
  ) throws(SettingError) -> DraggableSurface.Geometry {
    let lowest = Position(
      x: tuning.insets.left + tuning.margin + tuning.size.x / 2,
      y: tuning.insets.top + tuning.margin + tuning.size.y / 2)
    let highest = Position(
      x: screen.size.x - tuning.insets.right - tuning.margin - tuning.size.x / 2,
      y: screen.size.y - tuning.insets.bottom - tuning.margin - tuning.size.y / 2)
    guard lowest.x <= highest.x, lowest.y <= highest.y else {
      throw .contradiction(
        scenario: Self.name,
        found: """
          a window of \(tuning.size.x.value) × \(tuning.size.y.value) pt with its margins does not \
          fit a screen of \(screen.size.x.value) × \(screen.size.y.value) pt
          """,
        remedy: "make width, height, margin or insets smaller, or the screen larger")
    }
    let corners = Corner.allCases.map { corner in
      let isLeft = corner == .topLeft || corner == .bottomLeft
      let isTop = corner == .topLeft || corner == .topRight
      return RestCandidate(
        name: corner.rawValue,
        position: Position(x: isLeft ? lowest.x : highest.x, y: isTop ? lowest.y : highest.y))
    }
    let corner = corners.first { $0.name == tuning.start.rawValue } ?? corners[0]
    let limits = DragLimits(
      lowest: lowest, highest: highest, reach: screen.size, stiffness: tuning.motion.stiffness,
      style: tuning.motion.limits)
    let candidates = candidates(tuning.mode, among: corners, limits)
    var geometry = DraggableSurface.Geometry(
      candidates: candidates, start: corner, limits: limits, axes: .both, hidden: nil,
      screen: screen.size)
    geometry.size = tuning.size
    switch tuning.mode {
    case .corners: geometry.free = nil
    case .edges: geometry.free = .vertical
    case .free: geometry.free = .both
    }
    if tuning.mode != .corners { geometry.destinations = corners }
    geometry.stash = stash(tuning, on: screen)
    geometry.magnet = magnet(tuning, on: screen)
    let near = candidates.map { geometry.area?.rest(at: $0, near: corner.position) ?? $0 }
    geometry.start = near.first { $0.position == corner.position } ?? corner
    return geometry
  }

  /// Returns the rest candidates of a release.
  private static func candidates(
    _ mode: Mode, among corners: [RestCandidate], _ limits: DragLimits
  ) -> [RestCandidate] {
    let middle = (limits.lowest + limits.highest) / 2
    switch mode {
    case .corners: return corners
    case .edges:
      return [
        RestCandidate(name: "left", position: Position(x: limits.lowest.x, y: middle.y)),
        RestCandidate(name: "right", position: Position(x: limits.highest.x, y: middle.y)),
      ]
    case .free: return [RestCandidate(name: "free", position: middle)]
    }
  }

  private static func stash(_ tuning: Tuning, on screen: Screen) -> Stash? {
    guard tuning.stash.isOn else { return nil }
    return Stash(
      speed: tuning.stash.speed, width: tuning.size.x, screen: screen.size.x,
      visible: min(tuning.stash.visible, tuning.size.x),
      insets: (tuning.insets.left, tuning.insets.right))
  }

  private static func magnet(_ tuning: Tuning, on screen: Screen) -> Magnet? {
    let target = tuning.dismissal
    guard target.isOn else { return nil }
    let bottom = screen.size.y - tuning.insets.bottom - target.margin
    let radius = target.size * target.field
    return Magnet(
      point: target.point,
      centre: Position(x: screen.size.x / 2, y: bottom - target.size / 2), radius: radius,
      leaveRadius: radius * target.leave, stickSpeed: target.stickSpeed,
      escapeSpeed: target.escapeSpeed, throwSpeed: target.throwSpeed,
      throwWidth: target.size * target.throwWidth, throwRule: target.throwRule,
      entersOnly: target.entersOnly)
  }

  public static func dynamics(_ tuning: Tuning) -> DraggableSurface.Dynamics {
    var dynamics = tuning.motion.dynamics
    let lookahead = tuning.motion.release.projection.time
    // With the rate 1 / lookahead, friction alone moves the window by velocity · lookahead, the distance that the rule
    // projects. The window therefore stops where the rule expects it.
    dynamics.friction = tuning.hasFriction && lookahead > .zero ? 1 / lookahead.value : nil
    dynamics.magnet = Magnet.Springs(
      holding: tuning.dismissal.holding, catchingUp: tuning.dismissal.catchingUp)
    dynamics.unstashing = tuning.stash.unstashing
    return dynamics
  }

  public func isHit(_ position: Position) -> Bool {
    !tuning.motion.hitTest || position.isInside(tuning.size, about: surface.motion.position)
  }

  public func progress(at position: Position) -> Double {
    let limits = surface.geometry.limits
    let travel = limits.highest.y - limits.lowest.y
    return travel > .zero ? (limits.highest.y - position.y) / travel : 1
  }
}

// Drawing.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension PictureInPictureScenario {
  public static func scenery(_ tuning: Tuning, on screen: Screen) -> Scenery {
    Scenery(
      screen: screen.size,
      curves: [
        SceneCurve("centre x", along: .x),
        SceneCurve("centre y", along: .y, growsDown: true),
      ]
    ) { frame in
      let window = SceneLayer(
        .surface, SceneBox(centre: frame.position, size: tuning.size), cornerRadius: Points(10))
      guard let magnet = magnet(tuning, on: screen) else { return [window] }
      return [
        .circle(.outline, about: magnet.centre, diameter: magnet.radius * 2),
        .circle(.ground, about: magnet.centre, diameter: tuning.dismissal.size, label: "×"),
        window,
      ]
    }
  }
}
