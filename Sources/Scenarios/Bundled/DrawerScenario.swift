public import FrameLogs
import MotionPhysics
public import Quantities
public import ReleaseRules
public import Surfaces
public import TouchInput

/// A drawer that the finger pulls in from a side of the screen, and closes with a drag back to this side or a tap
/// beside the drawer.
///
/// The position of the drawer is the x coordinate of its free edge, the edge towards the middle of the screen.
public struct DrawerScenario: Sendable {
  /// The side of the screen at which a drawer is.
  public enum Side: String, Hashable, Sendable, CaseIterable {
    /// The left side, where left-to-right text begins.
    case left
    /// The right side, where right-to-left text begins.
    case right
  }

  /// A position at which the drawer rests.
  public enum Rest: String, Hashable, Sendable, CaseIterable {
    /// The drawer is completely off the screen.
    case closed
    /// The drawer is completely on the screen.
    case open
  }

  /// The settings, which `flickbook tune` can vary.
  public struct Tuning: Hashable, Sendable {
    /// The side of the screen at which the drawer is.
    public var side = Side.left

    /// The width of the open drawer; at most the width of the screen.
    public var width = Points(304)

    /// The greatest distance from the side of the screen at which a touch can pull a closed drawer in.
    public var edge = Points(20)

    /// The position at which the drawer rests at the start.
    public var start = Rest.closed

    /// The opacity of the scrim beside an open drawer; unitless, 0 to 1.
    public var scrim = 0.32

    /// Whether a tap on the scrim closes the drawer.
    public var closesByTap = true

    /// The greatest distance that a finger may move during a tap.
    public var tapSlop = Points(10)

    /// The moment at which a finger stops the moving drawer.
    public var catching = SurfaceCatch.touch

    /// The settings for how the drawer follows the finger, settles, and decides at a release.
    public var motion: MotionTuning

    /// Creates the standard tuning.
    public init() {
      motion = MotionTuning()
      motion.limits = .stop
      motion.settling = Spring(dampingRatio: 1, response: Seconds(0.4))
      motion.hitTest = true
    }
  }

  /// The drawer as a draggable surface: the finger that holds it, its motion, and its release rule.
  public var surface: DraggableSurface
  /// The settings; use `adapt(to:screen:at:into:)` to change them, because it also changes the surface.
  public var tuning: Tuning
  /// The screen on which the drawer moves.
  public var screen: Screen
  /// The touch-down position of a touch that may still become a tap on the scrim.
  ///
  /// Nil if the finger has moved too far for a tap or has no position on the screen, or if the drawer was closed.
  private var tap: Position?

  /// Creates a drawer that rests at ``Tuning/start``.
  public init(tuning: Tuning, screen: Screen) {
    self.tuning = tuning
    self.screen = screen
    surface = DraggableSurface(Self.geometry(tuning, on: screen), Self.dynamics(tuning))
  }

  /// Returns whether `position` is beside the visible part of the drawer.
  private func isBeside(_ position: Position) -> Bool {
    switch tuning.side {
    case .left: position.x > surface.motion.position.x
    case .right: position.x < surface.motion.position.x
    }
  }

  /// Returns whether a tap at `position` is on the scrim and closes the drawer.
  private func isOnScrim(_ position: Position) -> Bool {
    tuning.motion.hitTest && tuning.closesByTap && isBeside(position)
  }

  /// Whether the drawer is visible or opening.
  private var isOut: Bool {
    progress(at: surface.motion.position) > 0 || surface.rest.name == Rest.open.rawValue
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension DrawerScenario: DraggableScenario {
  public static let name = "drawer"
  public static let meaning = "A drawer that is pulled in from the side of the screen."
  public static var standardTuning: Tuning { Tuning() }

  public static let settings: [Setting<Tuning>] =
    [
      Setting(
        "side", .word { $1(&$0.side) }, "The side of the screen at which the drawer is.",
        source: "our choice; text that runs left to right begins at this side",
        describesSituation: true),
      Setting(
        "width", unit: "pt", .number(1...100_000) { $1(&$0.width) },
        "The width of the open drawer; at most the width of the screen.",
        source: "Flutter, drawer.dart, 304 logical pixels", describesSituation: true),
      Setting(
        "edge", unit: "pt", .number(0...100_000) { $1(&$0.edge) },
        "With hitTest, the distance from the side within which a touch can pull in a closed drawer.",
        source: "Flutter, drawer.dart, 20 logical pixels"),
      Setting(
        "start", .word { $1(&$0.start) }, "The position at which the drawer rests at the start.",
        source: "our choice; a drawer is closed until the user pulls it in",
        describesSituation: true),
      Setting(
        "scrim", .number(0...1) { $1(&$0.scrim) },
        "The opacity of the scrim beside an open drawer.",
        source: "Material Design 3, scrim, 32 %"),
      Setting(
        "closesByTap", .flag { $1(&$0.closesByTap) },
        "With hitTest, whether a tap on the scrim closes the drawer.",
        source: "the drawers of Flutter and Compose"),
      Setting(
        "tap.slop", unit: "pt", .number(0...1_000) { $1(&$0.tapSlop) },
        "The greatest distance that a finger may move during a tap.",
        source: "our choice; UIKit's 10 pt, the same as for the recognizer 'slop'"),
    ]
    + [
      Setting(
        "catch", .word { $1(&$0.catching) },
        "What stops the moving drawer: the touch, or the drag. The drag continues from the current position "
          + "(drag), the position at the touch-down (dragFromTouch) or the target (dragFromTarget).",
        source: "our choice; a drawer stays under the finger")
    ]
    // Nothing dismisses a drawer.
    + MotionTuning.settings(canBeGone: false).filter { $0.key != "vetoesDismissal" }.sourced([
      "spring.dampingRatio": "our choice; a drawer has no content to show beyond its end",
      "limits": "our choice; a drawer has no content to show beyond its end",
      "hitTest": "our choice; a closed drawer can be pulled in only from its edge",
    ]).map { $0.lifted(into: { $1(&$0.motion) }) }

  public static let machine: StateMachine = {
    var machine = StateMachine.draggable(canLeave: false)
    machine.transitions.append(.init(.pressed, "a tap on the scrim", .settling))
    return machine
  }()

  public static let fields = FieldTable<Self>(ofSurface: [
    Field(
      "overscroll", unit: "pt", "The distance of the drawer beyond its limits; right is positive."
    ) {
      $0.surface.geometry.limits.overscroll($1.position).x
    },
    Field("shown", unit: "pt", "The visible width of the drawer.") {
      let limits = $0.surface.geometry.limits
      return max(.zero, (limits.highest.x - limits.lowest.x) * $1.progress)
    },
    Field("scrim", "The opacity of the scrim beside the drawer, 0 to 1.") {
      $0.tuning.scrim * max(0, min($1.progress, 1))
    },
  ])

  public static func geometry(_ tuning: Tuning, on screen: Screen) -> DraggableSurface.Geometry {
    let width = min(tuning.width, screen.size.x)
    let isLeft = tuning.side == .left
    let (closed, open) = isLeft ? (.zero, width) : (screen.size.x, screen.size.x - width)
    let candidates = [(Rest.closed, closed), (Rest.open, open)].map { rest, x in
      RestCandidate(name: rest.rawValue, position: Position(x: x, y: .zero))
    }
    return DraggableSurface.Geometry(
      candidates: candidates, start: candidates[tuning.start == .closed ? 0 : 1],
      limits: DragLimits(
        lowest: Position(x: min(closed, open), y: .zero),
        highest: Position(x: max(closed, open), y: .zero), reach: screen.size,
        stiffness: tuning.motion.stiffness, style: tuning.motion.limits),
      axes: .horizontal, hidden: nil, screen: screen.size)
  }

  public static func dynamics(_ tuning: Tuning) -> DraggableSurface.Dynamics {
    var dynamics = tuning.motion.dynamics
    dynamics.catching = tuning.catching
    return dynamics
  }

  /// Returns whether a touch at `position` can pull the drawer; always true without `hitTest`.
  ///
  /// A closed drawer can be pulled only near the edge of the screen. A drawer that is visible can be pulled from
  /// anywhere.
  public func isHit(_ position: Position) -> Bool {
    guard tuning.motion.hitTest, !isOut else { return true }
    return switch tuning.side {
    case .left: position.x <= tuning.edge
    case .right: position.x >= screen.size.x - tuning.edge
    }
  }

  public mutating func receive(
    _ event: TouchEvent, at time: Seconds, into eventLog: inout EventLog
  ) {
    let scenario = self
    let step = surface.step(for: event, into: &eventLog) { scenario.isHit($0) }
    guard let step else { return }
    var isTap = false
    switch step {
    case .pressed: tap = isOut ? surface.hold.finger : nil
    case .grabbed(let pan), .dragged(let pan, _):
      if pan.translation.length > tuning.tapSlop { tap = nil }
    case .released(let release):
      isTap = !release.isCancelled && tap.map(isOnScrim) ?? false
      tap = nil
    case .sensed: break
    }
    surface.take(step, into: &eventLog)
    if isTap { surface.settle(at: Rest.closed.rawValue, into: &eventLog) }
  }

  /// Returns the visible fraction of the drawer: 0 if the drawer is closed, 1 if it is open.
  ///
  /// The result is outside this range if the spring of the drawer overshoots.
  public func progress(at position: Position) -> Double {
    let limits = surface.geometry.limits
    let fraction =
      (position.x - limits.lowest.x) / (limits.highest.x - limits.lowest.x)
    return tuning.side == .left ? fraction : 1 - fraction
  }
}

// Drawing.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension DrawerScenario {
  public static func scenery(_ tuning: Tuning, on screen: Screen) -> Scenery {
    Scenery(
      screen: screen.size,
      curves: [SceneCurve("free edge", along: .x, isEdge: tuning.side == .left)]
    ) { frame in
      let width = min(tuning.width, screen.size.x)
      let left = tuning.side == .left ? frame.position.x - width : frame.position.x
      let entries = SceneBox(
        x: left + Points(20), y: Points(70), width: width - Points(40), height: Points(448))
      return [
        SceneLayer(.scrim, SceneBox(filling: screen.size), opacity: frame.number("scrim")),
        SceneLayer(.surface, SceneBox(x: left, y: .zero, width: width, height: screen.size.y)),
        .rows(entries),
      ]
    }
  }
}
