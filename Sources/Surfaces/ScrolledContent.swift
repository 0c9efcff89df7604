package import MotionPhysics
package import Quantities

/// Content that scrolls up and down in a surface which the same hand moves.
///
/// Its position is the y of its upper edge in its view: zero at the top, negative when it is scrolled
/// down, positive while it bounces at the top.
package struct ScrolledContent: Sendable {
  /// Where the content may be, and how it moves by itself.
  package struct Layout: Hashable, Sendable {
    var limits: DragLimits
    var decay: Decay
    /// The spring at an edge that a fling runs into.
    var bounce: Spring
    /// The spring that brings the content back from beyond an edge.
    var comeBack: Spring
    var tolerance: SettleTolerance

    package init(
      limits: DragLimits, decay: Decay, bounce: Spring, comeBack: Spring, tolerance: SettleTolerance
    ) {
      self.limits = limits
      self.decay = decay
      self.bounce = bounce
      self.comeBack = comeBack
      self.tolerance = tolerance
    }

    var edges: ClosedRange<Points> { limits.lowest.y...limits.highest.y }
  }

  /// What a hand does with the content.
  private enum Hand: Hashable {
    case none
    /// It has stopped the content on its way, without a pan.
    case caught
    case drag(ContentDrag)
  }

  private var sharedLayout: Shared<Layout>
  private var hand = Hand.none
  /// What moves it by itself; it rests under a hand.
  private var trajectory: Trajectory
  private var now = Seconds.zero

  /// Creates content at rest, scrolled down by `start` or as far as it can be.
  package init(_ layout: Layout, start: Points) {
    sharedLayout = Shared(layout)
    trajectory = Trajectory(resting: Position(x: .zero, y: max(layout.limits.lowest.y, -start)))
  }

  private(set) var layout: Layout {
    get { sharedLayout.value }
    set { sharedLayout.value = newValue }
  }
}

extension ScrolledContent {
  /// Whether there is more content than its view shows.
  package var scrolls: Bool { layout.limits.lowest.y < .zero }

  /// Where the content is and how fast it moves.
  package var motion: Decay.Motion {
    if let hold { return Decay.Motion(position: hold.shown, velocity: .zero) }
    let here = trajectory.state(at: now)
    return Decay.Motion(position: here.position.y, velocity: here.velocity.y)
  }

  /// Where a hand would have put the content to show it where it is.
  package var wished: Points { layout.limits.wished(Position(x: .zero, y: motion.position)).y }

  /// How the hand holds it; nil when no pan does.
  package var hold: ContentDrag? {
    if case .drag(let drag) = hand { drag } else { nil }
  }

  /// Whether a hand without a pan has stopped it on its way.
  package var isCaught: Bool { hand == .caught }

  /// Whether it moves by itself.
  package var isCoasting: Bool { !trajectory.isResting }

  /// Whether the spring at an edge has it.
  package var isBouncing: Bool { trajectory.isBouncing(at: now) }

  /// Where it comes to rest by itself; where it is, unless it moves by itself.
  package var destination: Points { hold?.shown ?? trajectory.target.y }

  /// Moves forward to `time`, and returns when it came to rest on the way; nil if it did not.
  package mutating func advance(to time: Seconds) -> Seconds? {
    now = time
    guard isCoasting, let end = trajectory.settleTime(within: layout.tolerance), end <= time else {
      return nil
    }
    trajectory = Trajectory(resting: trajectory.target)
    return end
  }

  /// Moves forward to `time` without a motion of its own.
  package mutating func stay(to time: Seconds) { now = time }

  /// Stops where it is, under the hand.
  package mutating func stop() {
    rest(at: motion.position)
    hand = .caught
  }

  /// A pan that has come `displacement` takes hold of it and of the surface, whose part of that way is
  /// `surface`; see ``ContentDrag/seam``.
  package mutating func grab(seam: Points, displacement: Points, surface: Points) {
    let shown = Position(x: .zero, y: motion.position)
    let limits = layout.limits.including(shown)
    rest(at: shown.y)
    hand = .drag(
      ContentDrag(
        grabbed: limits.wished(shown).y, limits: limits, begun: displacement, surfaceBegun: surface,
        seam: seam, displacement: displacement))
  }

  /// The pan has come `displacement`.
  package mutating func follow(_ displacement: Points) {
    guard case .drag(var drag) = hand else { return }
    drag.displacement = displacement
    hand = .drag(drag)
  }

  /// The hand has let go with `velocity`: what it moved goes on, and what is beyond its edges comes
  /// back.
  package mutating func release(_ velocity: PointsPerSecond) {
    var start = Decay.Motion(position: motion.position, velocity: .zero)
    var goesOn = isCaught || !layout.edges.contains(start.position)
    if let hold, hold.isContentMoved(velocity) {
      start.velocity = hold.slowed(velocity)
      goesOn = true
    }
    hand = .none
    rest(at: start.position)
    if goesOn { coast(from: start) }
  }

  /// Takes on another layout: nothing jumps, and what moves keeps its velocity.
  ///
  /// Content that is beyond its new edges sets off for them, unless a hand holds it.
  package mutating func adapt(to layout: Layout) {
    let here = motion
    self.layout = layout
    guard hand == .none else { return }
    if isCoasting || !layout.edges.contains(here.position) { coast(from: here) }
  }

  private mutating func rest(at position: Points) {
    trajectory = Trajectory(resting: Position(x: .zero, y: position))
  }

  private mutating func coast(from start: Decay.Motion) {
    let bounds = BoundedDecay(decay: layout.decay, spring: layout.bounce, edges: layout.edges)
    trajectory = Trajectory(
      y: Coasting(
        from: start, at: now, in: bounds, returning: layout.comeBack, until: layout.tolerance))
  }
}

/// How a pan holds a surface and the content in it, from some way of the hand on.
///
/// The way from there is cut in two at the seam: what lies below moves the content, what lies above
/// the surface,
///
///     content = min(way, seam) − min(0, seam),  surface = max(way, seam) − max(0, seam),
///
/// so that both parts add up to the way wherever the hand goes, and each rests while the other moves.
package struct ContentDrag: Hashable, Sendable {
  /// The seam of a hand that moves the surface alone: further up than any hand goes.
  package static let neverScrolls = Points(-4 * SurfaceDrag.bound)

  /// Where the hand had put the content, without limits.
  var grabbed: Points
  /// The limits that hold for the content.
  var limits: DragLimits
  /// The way of the hand up to there.
  package var begun: Points
  /// The surface's part of that way.
  var surfaceBegun: Points
  /// How much further down the hand goes over from the content to the surface; negative is up.
  package var seam: Points
  /// The way of the hand so far; down is positive.
  package var displacement: Points

  /// Where the hand has put the content, without limits.
  var wished: Points { grabbed + (min(displacement - begun, seam) - min(.zero, seam)) }

  /// Where the content is to be shown.
  var shown: Points { limits.shown(Position(x: .zero, y: wished)).y }

  /// The surface's part of the way.
  package var surfaceDisplacement: Points {
    surfaceBegun + (max(displacement - begun, seam) - max(.zero, seam))
  }

  /// Whether a hand that goes on with `velocity` moves the content.
  package func isContentMoved(_ velocity: PointsPerSecond) -> Bool {
    displacement - begun < seam || (displacement - begun == seam && velocity < .zero)
  }

  /// The velocity of content whose hand moves with `velocity`.
  func slowed(_ velocity: PointsPerSecond) -> PointsPerSecond {
    limits.shown(
      Velocity(x: .zero, y: velocity), at: Position(x: .zero, y: wished)
    ).y
  }
}
