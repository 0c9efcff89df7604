import MotionPhysics
import Quantities

/// Content that scrolls up and down in a surface which the same hand moves.
///
/// Its place is the y of its upper edge in its view: zero at the top, negative when it is scrolled
/// down, positive while it bounces at the top.
struct ScrolledContent: Hashable, Sendable {
  /// Where the content may be, and how it moves by itself.
  struct Layout: Hashable, Sendable {
    var limits: DragLimits
    var decay: Decay
    /// The spring at an edge that a fling runs into.
    var bounce: Spring
    /// The spring that brings the content back from beyond an edge.
    var comeBack: Spring
    var tolerance: SettleTolerance

    var edges: ClosedRange<Points> { limits.lowest.y...limits.highest.y }
  }

  private enum State: Hashable {
    case still
    /// Stopped on its way by a hand without a pan.
    case caught
    case held(ContentDrag)
    case coasting(ScrollCourse)
  }

  private(set) var layout: Layout
  private var state = State.still
  private var place: Points
  private var now = Seconds.zero

  /// Creates content at rest, scrolled down by `start` or as far as it can be.
  init(_ layout: Layout, start: Points) {
    self.layout = layout
    place = max(layout.limits.lowest.y, -start)
  }
}

extension ScrolledContent {
  /// Whether there is more content than its view shows.
  var scrolls: Bool { layout.limits.lowest.y < .zero }

  /// Where the content is and how fast it moves.
  var motion: Decay.Motion {
    switch state {
    case .still, .caught: Decay.Motion(position: place, velocity: .zero)
    case .held(let hold): Decay.Motion(position: hold.shown, velocity: .zero)
    case .coasting(let course): course.motion(at: now)
    }
  }

  /// Where a hand would have put the content to show it where it is.
  var wished: Points { layout.limits.wished(Position(x: .zero, y: motion.position)).y }

  /// How the hand holds it; nil when no pan does.
  var hold: ContentDrag? {
    if case .held(let hold) = state { hold } else { nil }
  }

  /// Whether a hand without a pan has stopped it on its way.
  var isCaught: Bool { state == .caught }

  /// Whether it moves by itself.
  var isCoasting: Bool {
    if case .coasting = state { true } else { false }
  }

  /// Whether the spring at an edge has it.
  var isBouncing: Bool {
    if case .coasting(let course) = state { course.isBouncing(at: now) } else { false }
  }

  /// Where it comes to rest by itself; where it is, unless it moves by itself.
  var destination: Points {
    if case .coasting(let course) = state { course.destination } else { motion.position }
  }

  /// Moves forward to `time`, and returns when it came to rest on the way; nil if it did not.
  mutating func advance(to time: Seconds) -> Seconds? {
    now = time
    guard case .coasting(let course) = state, let end = course.end, end <= time else { return nil }
    place = course.destination
    state = .still
    return end
  }

  /// Stops where it is, under the hand.
  mutating func stop() {
    place = motion.position
    state = .caught
  }

  /// A pan that has come `way` takes hold of it and of the surface, whose part of that way is
  /// `surface`; see ``ContentDrag/seam``.
  mutating func grab(seam: Points, way: Points, surface: Points) {
    let shown = Position(x: .zero, y: motion.position)
    let limits = layout.limits.including(shown)
    state = .held(
      ContentDrag(
        grabbed: limits.wished(shown).y, limits: limits, begun: way, surfaceBegun: surface,
        seam: seam, way: way))
  }

  /// The pan has come `way`.
  mutating func follow(_ way: Points) {
    guard case .held(var hold) = state else { return }
    hold.way = way
    state = .held(hold)
  }

  /// The hand has let go with `velocity`: what it moved goes on, and what is beyond its edges comes
  /// back.
  mutating func release(_ velocity: PointsPerSecond) {
    var start = Decay.Motion(position: motion.position, velocity: .zero)
    var goesOn = isCaught || !layout.edges.contains(start.position)
    if case .held(let hold) = state, hold.isContentMoved(velocity) {
      start.velocity = hold.slowed(velocity)
      goesOn = true
    }
    place = start.position
    state = .still
    if goesOn { coast(from: start) }
  }

  /// Takes on another layout: nothing jumps, and what moves keeps its velocity.
  ///
  /// Content that is beyond its new edges sets off for them, unless a hand holds it.
  mutating func adapt(to layout: Layout) {
    let here = motion
    self.layout = layout
    switch state {
    case .still where !layout.edges.contains(here.position): coast(from: here)
    case .coasting: coast(from: here)
    case .still, .caught, .held: break
    }
  }

  private mutating func coast(from start: Decay.Motion) {
    let bounds = BoundedDecay(decay: layout.decay, spring: layout.bounce, edges: layout.edges)
    state = .coasting(
      ScrollCourse(
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
struct ContentDrag: Hashable, Sendable {
  /// The seam of a hand that moves the surface alone: further up than any hand goes.
  static let neverScrolls = Points(-4 * SurfaceDrag.bound)

  /// Where the hand had put the content, without limits.
  var grabbed: Points
  /// The limits that hold for the content.
  var limits: DragLimits
  /// The way of the hand up to there.
  var begun: Points
  /// The surface's part of that way.
  var surfaceBegun: Points
  /// How much further down the hand goes over from the content to the surface; negative is up.
  var seam: Points
  /// The way of the hand so far; down is positive.
  var way: Points

  /// Where the hand has put the content, without limits.
  var wished: Points { grabbed + (min(way - begun, seam) - min(.zero, seam)) }

  /// Where the content is to be shown.
  var shown: Points { limits.shown(Position(x: .zero, y: wished)).y }

  /// The surface's part of the way.
  var surfaceWay: Points { surfaceBegun + (max(way - begun, seam) - max(.zero, seam)) }

  /// Whether a hand that goes on with `velocity` moves the content.
  func isContentMoved(_ velocity: PointsPerSecond) -> Bool {
    way - begun < seam || (way - begun == seam && velocity < .zero)
  }

  /// The velocity of content whose hand moves with `velocity`.
  func slowed(_ velocity: PointsPerSecond) -> PointsPerSecond {
    limits.shown(
      Velocity(x: .zero, y: velocity), at: Position(x: .zero, y: wished)
    ).y
  }
}
