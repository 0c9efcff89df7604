public import Quantities
public import VelocityEstimation

/// A position where a surface may come to rest.
public struct RestCandidate: Hashable, Sendable {
  /// The name, such as `half` or `topLeft`, which becomes the target of the decision.
  public var name: String
  /// The position of the surface if it rests at this candidate.
  public var position: Position

  /// Creates a candidate.
  public init(name: String, position: Position) {
    self.name = name
    self.position = position
  }
}

/// The input of a release rule: the state of the surface and of the finger at a release.
public struct ReleaseContext: Hashable, Sendable {
  /// The positions at which the surface may come to rest, in order along its travel; at least one.
  ///
  /// The candidates of a sheet are in order from the lowest to the highest.
  public var candidates: [RestCandidate]
  /// The position of the surface at the release, with limits and rubber band applied.
  public var position: Position
  /// The position that the surface would have without limits.
  public var unlimited: Position
  /// The name of the start: the candidate at which the surface rested, or to which it was moving, before the touch.
  public var start: String
  /// The estimated velocity of the finger at the release, with the estimator's reason.
  public var estimate: VelocityEstimate
  /// The mean velocity of the touch: its displacement divided by its duration; nil if it is not known.
  public var mean: Velocity?
  /// The position of the finger on the screen; for a touchpad, the position of the surface.
  public var touch: Position
  /// The lower right corner of the screen; the upper left corner is zero.
  public var screen: Planar<Points>
  /// The position of the dismissed surface; nil if the surface cannot be dismissed, or uses ``dismissalBounds``.
  public var hidden: Position?
  /// The area in which the surface may rest between its candidates; nil if it may rest only at candidates.
  public var area: RestArea?
  /// The size of the surface; zero if no rule uses it.
  public var size: Planar<Points>
  /// The position at which the surface rested, or to which it was moving, before the touch.
  ///
  /// If the value is nil, rules use the position of the candidate ``start``.
  public var origin: Position?
  /// The bounds for a dismissal in one of several directions; nil if the surface cannot be dismissed in this way.
  public var dismissalBounds: DismissalBounds?
  /// The velocity of the finger along both axes, including an axis along which the surface does not move.
  public var hand: Velocity
  /// The movement of the surface divided by the movement of the finger; unitless.
  ///
  /// The velocities of this context are velocities of the finger. Rules multiply them by the gain to get the velocities
  /// of the surface.
  public var gain: Double
  /// Whether the touch caught the surface while it was moving.
  public var isCaught = false
  /// The time from the first event of the recording to the release.
  public var time = Seconds.zero
  /// The time from the touch-down to the release; nil if it is not known.
  public var duration: Seconds?
  /// The time from the last movement of the finger to the release; at least zero.
  public var stillness = Seconds.zero

  /// Creates a context; traps if there are no candidates.
  public init(
    candidates: [RestCandidate], position: Position, unlimited: Position, start: String,
    estimate: VelocityEstimate, mean: Velocity? = nil, touch: Position, screen: Planar<Points>,
    hidden: Position? = nil, dismissalBounds: DismissalBounds? = nil, hand: Velocity? = nil,
    gain: Double = 1,
    area: RestArea? = nil, size: Planar<Points> = .zero, origin: Position? = nil
  ) {
    precondition(!candidates.isEmpty, "a release needs a candidate to rest at")
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
  /// The distance from the first candidate to the candidate that is farthest from it.
  ///
  /// With a single candidate, returns the distance to the dismissed position, or zero if there is no dismissed
  /// position.
  package var travel: Points {
    let distances = candidates.map { ($0.position - candidates[0].position).length }
    let longest = distances.max() ?? .zero
    return longest > .zero ? longest : hidden.map { ($0 - candidates[0].position).length } ?? .zero
  }

  /// Returns the candidate nearest to `position`; the first of several that are equally near.
  func candidate(nearestTo position: Position) -> RestCandidate {
    candidates.dropFirst().reduce(candidates[0]) { best, candidate in
      (candidate.position - position).length < (best.position - position).length ? candidate : best
    }
  }
}

/// One of four directions on the screen.
package enum Direction: String, Hashable, Sendable, CaseIterable {
  case up, down, left, right

  /// Creates the direction of the larger component of `pair`; vertical if both components are equally large.
  ///
  /// Returns nil if both components are zero, or if a component is NaN.
  @inlinable package init?(of pair: Planar<some Quantity>) {
    let (x, y) = (pair.x.value, pair.y.value)
    guard x != 0 || y != 0, !x.isNaN, !y.isNaN else { return nil }
    self = x.magnitude > y.magnitude ? (x > 0 ? .right : .left) : (y > 0 ? .down : .up)
  }

  var opposite: Direction {
    switch self {
    case .up: .down
    case .down: .up
    case .left: .right
    case .right: .left
    }
  }

  package var isHorizontal: Bool { self == .left || self == .right }

  /// The sign of the direction: 1 for right and down, -1 for left and up.
  package var sign: Double { self == .right || self == .down ? 1 : -1 }

  /// Returns the component of `pair` in this direction.
  @inlinable package func along(_ pair: Planar<some Quantity>) -> Double {
    (isHorizontal ? pair.x.value : pair.y.value) * sign
  }
}
