import MotionPhysics
public import Quantities
public import ReleaseRules

extension DraggableSurface {
  /// Along which axes a surface moves.
  public enum Axes: String, Hashable, Sendable, CaseIterable {
    /// Along this axis alone.
    case horizontal, vertical
    /// Over the whole screen.
    case both

    /// `pair` with only these axes.
    func part<Component>(of pair: Planar<Component>) -> Planar<Component> {
      switch self {
      case .horizontal: Planar(x: pair.x, y: .zero)
      case .vertical: Planar(x: .zero, y: pair.y)
      case .both: pair
      }
    }
  }

  /// How far a surface goes for each point of the hand; unitless.
  public struct Gain: Hashable, Sendable {
    /// For a hand on a touchscreen.
    public var onScreen: Double
    /// For a hand on a touchpad.
    public var onTouchpad: Double
    /// For the velocity with which a hand lets go; nil for the same as for its way.
    public var handedOn: Double?

    /// Creates a gain; one to one where nothing else is said.
    public init(onScreen: Double = 1, onTouchpad: Double = 1, handedOn: Double? = nil) {
      self.onScreen = onScreen
      self.onTouchpad = onTouchpad
      self.handedOn = handedOn
    }
  }

  /// Where a surface may be.
  public struct Geometry: Hashable, Sendable {
    /// Where it may come to rest, in order along its travel; at least one.
    public var candidates: [RestCandidate]
    /// The candidate at which it is at first.
    public var start: RestCandidate
    /// How far it may be dragged.
    public var limits: DragLimits
    /// Along which axes it moves.
    public var axes: Axes
    /// Where it is when it was dismissed; nil when it cannot be, or has a way out.
    public var hidden: Position?
    /// The size of the screen.
    public var screen: Planar<Points>
    /// How it leaves when it may be thrown in several directions; nil when it may not.
    public var dismissalBounds: DismissalBounds?
    /// How far it goes for each point of the hand.
    public var gain: Gain
    /// The size of the surface; zero where no rule asks for it.
    package var size = Planar<Points>.zero
    /// The axes along which it may rest anywhere within its limits; nil where only candidates count.
    package var free: RestArea.Axes?
    /// Positions that a release does not look for, and a program may send it to.
    package var destinations: [RestCandidate] = []
    /// What sends it halfway off the screen, and where.
    package var stash: Stash?
    /// What dismisses it.
    package var magnet: Magnet?

    /// Creates a geometry; traps when there is no candidate.
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

    /// `pair` with only the axes along which the surface moves, in bounds.
    func onAxes<Component>(_ pair: Planar<Component>) -> Planar<Component> {
      axes.part(of: pair.held(within: SurfaceDrag.bound))
    }
  }
}

extension DraggableSurface.Geometry {
  /// Every position with a name: the candidates, and where a program may send it besides.
  package var namedCandidates: [RestCandidate] {
    candidates + destinations + (stash?.candidates(at: limits.lowest) ?? [])
  }

  /// Whether a hand may send it away for good.
  package var letsGo: Bool { hidden != nil || dismissalBounds != nil || magnet != nil }

  /// Where it is gone: hidden, beyond an edge over which it may be thrown, or at the magnet.
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

  /// Where it may rest anywhere; nil where only candidates count.
  package var area: RestArea? {
    free.map {
      RestArea(lowest: limits.lowest, highest: limits.highest, free: $0)
    }
  }

  /// The position called `name`; of several the one nearest to `here`, as near to `position` as its free
  /// axes allow.
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

  /// What becomes of `rest`, at `fraction` of the limits, when they have become these.
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
  /// Of the candidates called `name` the one nearest to `position`; nil when there is none.
  func candidate(named name: String, near position: Position) -> RestCandidate? {
    candidates.filter { $0.name == name }.nearest(to: position)
  }

  /// How far it is from its first place to the farthest, or to where it is gone.
  var range: Points {
    let first = candidates[0].position
    let ends = candidates.map { $0.position } + [hidden ?? first]
    return ends.map { ($0 - first).length }.max() ?? .zero
  }

  /// Where what is to leave goes on to from `here`, after the geometry was `old`, in which it was on
  /// its way to `target`; nil when it cannot leave any more.
  func exit(from here: Position, to target: Position, after old: Self) -> Position? {
    if let magnet { return magnet.centre }
    guard let dismissalBounds else { return hidden }
    guard dismissalBounds != old.dismissalBounds else { return target }
    return dismissalBounds.exit(from: here, by: (target - here).heading)
  }
}

extension [RestCandidate] {
  /// The candidate nearest to `position`; nil when there is none.
  func nearest(to position: Position) -> RestCandidate? {
    self.min { ($0.position - position).length < ($1.position - position).length }
  }
}

extension DragLimits {
  /// `position`, moved within the limits.
  func held(_ position: Position) -> Position {
    Position(
      x: position.x.clamped(to: lowest.x...highest.x),
      y: position.y.clamped(to: lowest.y...highest.y))
  }
}
