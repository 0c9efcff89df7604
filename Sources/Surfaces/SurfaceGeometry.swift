import MotionPhysics
public import Quantities
public import ReleaseRules

extension DraggableSurface {
  /// The axes along which a surface moves.
  public enum Axes: String, Hashable, Sendable, CaseIterable {
    /// Along this axis alone.
    case horizontal, vertical
    /// Over the whole screen.
    case both

    /// Returns `pair` with the other axes set to zero.
    func part<Component>(of pair: Planar<Component>) -> Planar<Component> {
      switch self {
      case .horizontal: Planar(x: pair.x, y: .zero)
      case .vertical: Planar(x: .zero, y: pair.y)
      case .both: pair
      }
    }
  }

  /// The displacement of a surface per point of the finger; unitless.
  public struct Gain: Hashable, Sendable {
    /// The gain on a touchscreen.
    public var onScreen: Double
    /// The gain on a touchpad.
    public var onTouchpad: Double
    /// The gain of the release velocity; nil for the gain of the displacement.
    public var handedOn: Double?

    /// Creates a gain; 1 by default.
    public init(onScreen: Double = 1, onTouchpad: Double = 1, handedOn: Double? = nil) {
      self.onScreen = onScreen
      self.onTouchpad = onTouchpad
      self.handedOn = handedOn
    }
  }

  /// The positions of a surface.
  public struct Geometry: Hashable, Sendable {
    /// The positions at which it may come to rest, in order along its travel; at least one.
    public var candidates: [RestCandidate]
    /// The candidate at which it begins.
    public var start: RestCandidate
    /// The limits of a drag.
    public var limits: DragLimits
    /// The axes along which it moves.
    public var axes: Axes
    /// The position after a dismissal; nil if it cannot be dismissed, or is dismissed in another way.
    public var hidden: Position?
    /// The size of the screen.
    public var screen: Planar<Points>
    /// The bounds of a dismissal in several directions; nil if that is not possible.
    public var dismissalBounds: DismissalBounds?
    /// The displacement per point of the finger.
    public var gain: Gain
    /// The size of the surface; zero if no rule uses it.
    package var size = Planar<Points>.zero
    /// The axes along which it may rest anywhere within its limits; nil if only candidates count.
    package var free: RestArea.Axes?
    /// Further positions to which a program may send it, but which a release never picks.
    package var destinations: [RestCandidate] = []
    /// The stash, which moves it partly off the screen; nil if there is none.
    package var stash: Stash?
    /// The magnet that dismisses it; nil if there is none.
    package var magnet: Magnet?

    /// Creates a geometry; traps if there is no candidate.
    public init(
      candidates: [RestCandidate], start: RestCandidate, limits: DragLimits, axes: Axes,
      hidden: Position?, screen: Planar<Points>, dismissalBounds: DismissalBounds? = nil,
      gain: Gain = Gain()
    ) {
      precondition(!candidates.isEmpty, "a surface needs a candidate to rest at")
      self.candidates = candidates
      self.start = start
      self.limits = limits
      self.axes = axes
      self.hidden = hidden
      self.screen = screen
      self.dismissalBounds = dismissalBounds
      self.gain = gain
    }

    /// Returns `pair` with the axes along which the surface cannot move set to zero, in bounds.
    func onAxes<Component>(_ pair: Planar<Component>) -> Planar<Component> {
      axes.part(of: pair.held(within: SurfaceDrag.bound))
    }
  }
}

extension DraggableSurface.Geometry {
  /// Every position with a name: the candidates, and the further positions to which a program may send it.
  package var namedCandidates: [RestCandidate] {
    candidates + destinations + (stash?.candidates(at: limits.lowest) ?? [])
  }

  /// Whether a release can dismiss it.
  package var letsGo: Bool { hidden != nil || dismissalBounds != nil || magnet != nil }

  /// The positions of a dismissed surface: hidden, beyond an allowed edge, or at the magnet.
  package var exits: [Position] {
    var exits = [hidden, magnet?.centre].compactMap { $0 }
    if let bounds = dismissalBounds {
      let sides: [(Direction, Position)] = [
        (.left, Position(x: bounds.lowest.x, y: start.position.y)),
        (.right, Position(x: bounds.highest.x, y: start.position.y)),
        (.up, Position(x: start.position.x, y: bounds.lowest.y)),
        (.down, Position(x: start.position.x, y: bounds.highest.y)),
      ]
      exits += sides.filter { bounds.directions.allowed.contains($0.0) }.map { $0.1 }
    }
    return exits
  }

  /// The area in which it may rest anywhere; nil if only candidates count.
  package var area: RestArea? {
    free.map {
      RestArea(lowest: limits.lowest, highest: limits.highest, free: $0)
    }
  }

  /// The position called `name`, the nearest to `here` if there are several, moved towards `position` as far
  /// as the free axes allow.
  func candidate(
    named name: String, near here: Position, keeping position: Position
  ) -> RestCandidate? {
    if let stash = stash, Stash.side(named: name) != nil {
      return stash.candidates(at: limits.held(position)).first { $0.name == name }
    }
    if let candidate = candidate(named: name, near: here) {
      return area?.rest(at: candidate, near: position) ?? candidate
    }
    return destinations.first { $0.name == name }
  }

  /// The replacement for `rest`, at `fraction` of the limits, after a change to this geometry.
  func rest(after rest: RestCandidate, at fraction: RestFraction) -> RestCandidate? {
    let position = fraction.position(from: limits.lowest, to: limits.highest)
    let known = candidate(named: rest.name, near: rest.position, keeping: position)
    if let known { return known }
    if let area, Stash.side(named: rest.name) == nil {
      return RestCandidate(name: rest.name, position: area.held(position))
    }
    return candidates.map { area?.rest(at: $0, near: position) ?? $0 }
      .nearest(to: rest.position)
  }
}

extension DraggableSurface.Geometry {
  /// The candidate called `name` that is nearest to `position`; nil if there is none.
  func candidate(named name: String, near position: Position) -> RestCandidate? {
    candidates.filter { $0.name == name }.nearest(to: position)
  }

  /// The distance from the first candidate to the farthest, or to the hidden position.
  var range: Points {
    let first = candidates[0].position
    let ends = candidates.map { $0.position } + [hidden ?? first]
    return ends.map { ($0 - first).length }.max() ?? .zero
  }

  /// The target of a leaving surface at `here` after a change from the geometry `old`, in which it was on
  /// its way to `target`; nil if it cannot leave any more.
  func exit(from here: Position, to target: Position, after old: Self) -> Position? {
    if let magnet { return magnet.centre }
    guard let dismissalBounds else { return hidden }
    guard dismissalBounds != old.dismissalBounds else { return target }
    return dismissalBounds.exit(from: here, by: (target - here).heading)
  }
}

extension [RestCandidate] {
  /// The candidate nearest to `position`; nil if there is none.
  func nearest(to position: Position) -> RestCandidate? {
    self.min { ($0.position - position).length < ($1.position - position).length }
  }
}

extension DragLimits {
  /// Returns `position` moved within the limits.
  func held(_ position: Position) -> Position {
    Position(
      x: position.x.clamped(to: lowest.x...highest.x),
      y: position.y.clamped(to: lowest.y...highest.y))
  }
}
