import MotionPhysics
public import Quantities
public import ReleaseRules

extension DraggableSurface {
  /// The axes along which a surface moves.
  public enum Axes: String, Hashable, Sendable, CaseIterable {
    /// The surface moves only along this axis.
    case horizontal, vertical
    /// The surface moves along both axes.
    case both

    /// Returns `pair` limited to ±`SurfaceDrag.bound`, and zero along the axes on which the surface does not move.
    func part<Component>(of pair: Planar<Component>) -> Planar<Component> {
      let pair = pair.held(within: SurfaceDrag.bound)
      return switch self {
      case .horizontal: Planar(x: pair.x, y: .zero)
      case .vertical: Planar(x: .zero, y: pair.y)
      case .both: pair
      }
    }
  }

  /// The movement of a surface divided by the movement of the finger; unitless.
  public struct Gain: Hashable, Sendable {
    /// The gain on a touchscreen; at 1, the surface moves as far as the finger.
    public var onScreen: Double
    /// The gain on a touchpad, where the finger has no position on the screen.
    public var onTouchpad: Double
    /// The velocity of the surface divided by the release velocity of the finger; nil to use the gain of the device.
    public var releaseVelocityGain: Double?

    /// Creates a gain.
    public init(onScreen: Double = 1, onTouchpad: Double = 1, releaseVelocityGain: Double? = nil) {
      self.onScreen = onScreen
      self.onTouchpad = onTouchpad
      self.releaseVelocityGain = releaseVelocityGain
    }
  }

  /// The positions that a surface can have, and the limits of its motion.
  public struct Geometry: Hashable, Sendable {
    /// The positions at which the surface may come to rest, in order along its travel; at least one.
    public var candidates: [RestCandidate]
    /// The candidate at which the surface rests at the start.
    public var start: RestCandidate
    /// The limits of a drag.
    public var limits: DragLimits
    /// The axes along which the surface moves.
    public var axes: Axes
    /// The position after a dismissal; nil if the surface has ``dismissalBounds`` instead, or cannot be dismissed.
    public var hidden: Position?
    /// The size of the screen.
    public var screen: Planar<Points>
    /// The bounds beyond which a dismissed surface is out of sight; nil if the surface cannot leave in several
    /// directions.
    public var dismissalBounds: DismissalBounds?
    /// The movement of the surface divided by the movement of the finger.
    public var gain: Gain
    /// The size of the surface; zero if no release rule uses the size.
    package var size = Planar<Points>.zero
    /// The axes along which the surface may rest anywhere within its limits; nil if it rests only at candidates.
    package var free: RestArea.Axes?
    /// Further positions to which a program may send the surface; a release never picks one of these.
    package var destinations: [RestCandidate] = []
    /// The rule that stashes the surface partly off the screen; nil if the surface cannot be stashed.
    package var stash: Stash?
    /// The magnet that dismisses the surface; nil if there is no magnet.
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
  }
}

extension DraggableSurface.Geometry {
  /// All named positions: the candidates, and the further positions to which a program may send the surface.
  package var namedCandidates: [RestCandidate] {
    candidates + destinations + (stash?.candidates(at: limits.lowest) ?? [])
  }

  /// Whether a release can dismiss the surface.
  package var letsGo: Bool { hidden != nil || dismissalBounds != nil || magnet != nil }

  /// The positions that a dismissed surface can have: hidden, beyond an allowed edge of the screen, or at the magnet.
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

  /// The area in which the surface may rest anywhere; nil if it rests only at candidates.
  package var area: RestArea? {
    free.map {
      RestArea(lowest: limits.lowest, highest: limits.highest, free: $0)
    }
  }

  /// Returns the candidate, stashed position or further position called `name`; nil if no position has this name.
  ///
  /// If several positions have this name, the result is the one nearest to `here`. Along axes on which the surface may
  /// rest anywhere, the result has the coordinate of `position`.
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

  /// Returns the candidate that replaces `rest` after a change to this geometry.
  ///
  /// `fraction` is the position of `rest` as a fraction of the limits before the change.
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
  /// Returns the candidate called `name` that is nearest to `position`; nil if there is no such candidate.
  func candidate(named name: String, near position: Position) -> RestCandidate? {
    candidates.filter { $0.name == name }.nearest(to: position)
  }

  /// The distance from the first candidate to the farthest candidate, or to ``hidden`` if that is farther.
  var range: Points {
    let first = candidates[0].position
    let ends = candidates.map { $0.position } + [hidden ?? first]
    return ends.map { ($0 - first).length }.max() ?? .zero
  }

  /// Returns the target of a surface that is being dismissed while its geometry changes from `old` to this one.
  ///
  /// The surface is at `here`, and its target in the old geometry was `target`. Returns nil if the new geometry has no
  /// dismissal.
  func exit(from here: Position, to target: Position, after old: Self) -> Position? {
    if let magnet { return magnet.centre }
    guard let dismissalBounds else { return hidden }
    guard dismissalBounds != old.dismissalBounds else { return target }
    return dismissalBounds.exit(from: here, by: (target - here).heading)
  }
}

extension [RestCandidate] {
  /// Returns the candidate nearest to `position`; nil if the array is empty.
  func nearest(to position: Position) -> RestCandidate? {
    self.min { ($0.position - position).length < ($1.position - position).length }
  }
}

extension DragLimits {
  /// Returns the position within the limits that is nearest to `position`.
  func held(_ position: Position) -> Position {
    Position(
      x: position.x.clamped(to: lowest.x...highest.x),
      y: position.y.clamped(to: lowest.y...highest.y))
  }
}
