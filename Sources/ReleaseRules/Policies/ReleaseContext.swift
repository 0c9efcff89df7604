public import Quantities
public import VelocityEstimation

/// A position where a surface may come to rest.
public struct RestCandidate: Hashable, Sendable {
  /// The name, such as `half` or `topLeft`.
  public var name: String
  /// Where the surface is when it rests there.
  public var position: Position

  /// Creates a candidate.
  public init(name: String, position: Position) {
    self.name = name
    self.position = position
  }
}

/// Everything that a release rule may look at.
public struct ReleaseContext: Hashable, Sendable {
  /// Where the surface may come to rest, in order along its travel; at least one.
  public var candidates: [RestCandidate]
  /// Where the hand has put the surface, limits and rubber band applied.
  public var position: Position
  /// Where the hand would have put it without any limit.
  public var unlimited: Position
  /// The name of the candidate that the surface rested at, or was heading for, before the hand took
  /// it.
  public var start: String
  /// The velocity with which the hand let go, and why it is that.
  public var estimate: VelocityEstimate
  /// The whole way of the touch by its whole time; nil when it is not known.
  public var mean: Velocity?
  /// Where the hand let go on the screen; a touchpad has no such position, and the surface's own
  /// position stands in.
  public var touch: Position
  /// The lower right corner of the screen; the upper left is zero.
  public var screen: Planar<Points>
  /// Where the surface is when it was dismissed; nil when it cannot be, or has a way out.
  public var hidden: Position?
  /// Where the surface may rest between its candidates; nil where only candidates count.
  public var area: RestArea?
  /// The size of the surface; zero where no rule asks for it.
  public var size: Planar<Points>
  /// Where it rested, or was heading, before the hand took it; nil stands for where `start` is.
  public var origin: Position?
  /// How it leaves when it may be thrown in several directions; nil when it may not.
  public var dismissalBounds: DismissalBounds?
  /// The velocity of the hand along both axes, also along one on which the surface does not move.
  public var hand: Velocity
  /// How far the surface goes for each point of the hand, which velocities are of; unitless.
  public var gain: Double
  /// Whether the hand took it out of a motion that nobody has ended.
  public var isCaught = false

  /// Creates a context.
  public init(
    candidates: [RestCandidate], position: Position, unlimited: Position, start: String,
    estimate: VelocityEstimate, mean: Velocity? = nil, touch: Position, screen: Planar<Points>,
    hidden: Position? = nil, dismissalBounds: DismissalBounds? = nil, hand: Velocity? = nil,
    gain: Double = 1,
    area: RestArea? = nil, size: Planar<Points> = .zero, origin: Position? = nil
  ) {
    precondition(!candidates.isEmpty, "a release needs a candidate to settle at")
    self.candidates = candidates
    self.position = position
    self.unlimited = unlimited
    self.start = start
    self.estimate = estimate
    self.mean = mean
    self.touch = touch
    self.screen = screen
    self.hidden = hidden
    self.area = area
    self.size = size
    self.origin = origin
    self.dismissalBounds = dismissalBounds
    self.hand = hand ?? estimate.velocity
    self.gain = gain
  }
}

extension ReleaseContext {
  /// How far it is from the first candidate to the one that is farthest from it, or to where the
  /// surface is gone when it has no other.
  package var travel: Points {
    let distances = candidates.map { ($0.position - candidates[0].position).length }
    let longest = distances.max() ?? .zero
    return longest > .zero ? longest : hidden.map { ($0 - candidates[0].position).length } ?? .zero
  }
}

/// One of the four ways over the screen.
package enum Direction: String, Hashable, Sendable, CaseIterable {
  case up, down, left, right

  /// The way of the larger component of `pair`; vertical when both are as large, nil when both are
  /// zero or one is no number.
  @inlinable package init?(of pair: Planar<some Quantity>) {
    let (x, y) = (pair.x.value, pair.y.value)
    guard x != 0 || y != 0, !x.isNaN, !y.isNaN else { return nil }
    self = x.magnitude > y.magnitude ? (x > 0 ? .right : .left) : (y > 0 ? .down : .up)
  }

  /// The way back.
  var opposite: Direction {
    switch self {
    case .up: .down
    case .down: .up
    case .left: .right
    case .right: .left
    }
  }

  package var isHorizontal: Bool { self == .left || self == .right }

  /// The sign of the way.
  package var sign: Double { self == .right || self == .down ? 1 : -1 }

  /// The part of `pair` that goes this way.
  @inlinable package func along(_ pair: Planar<some Quantity>) -> Double {
    (isHorizontal ? pair.x.value : pair.y.value) * sign
  }
}
