package import MotionPhysics
package import Quantities

/// Content that scrolls vertically in a surface that the same pan moves.
///
/// Its position is the y of its upper edge in its view: zero at the top, negative when it is scrolled
/// down, positive while it bounces at the top.
package struct ScrolledContent: Sendable {
  /// The limits of the content, and its motion by itself.
  package struct Layout: Hashable, Sendable {
    var limits: DragLimits
    var decay: Decay
    /// The spring at an edge that a fling reaches.
    var bounce: Spring
    /// The spring that returns the content from beyond an edge.
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

  /// The relation of the finger to the content.
  private enum Hand: Hashable {
    case none
    /// A finger has stopped the moving content, without a pan.
    case caught
    case drag(ContentDrag)
  }

  private var sharedLayout: Shared<Layout>
  private var hand = Hand.none
  /// The motion by itself; at rest while a finger holds the content.
  private var trajectory: Trajectory
  private var now = Seconds.zero

  /// Creates content at rest, scrolled down by `start`, limited to the end of the content.
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

  /// The position and velocity of the content.
  package var motion: Decay.Motion {
    if let hold { return Decay.Motion(position: hold.shown, velocity: .zero) }
    let here = trajectory.state(at: now)
    return Decay.Motion(position: here.position.y, velocity: here.velocity.y)
  }

  /// The unlimited position of a drag that would show the content at its current position.
  package var unlimitedPosition: Points {
    layout.limits.unlimitedPosition(Position(x: .zero, y: motion.position)).y
  }

  /// The drag of the content; nil if no pan drags it.
  package var hold: ContentDrag? {
    if case .drag(let drag) = hand { drag } else { nil }
  }

  /// Whether a finger without a pan has stopped it.
  package var isCaught: Bool { hand == .caught }

  /// Whether it moves by itself.
  package var isCoasting: Bool { !trajectory.isResting }

  /// Whether the spring at an edge moves it.
  package var isBouncing: Bool { trajectory.isBouncing(at: now) }

  /// The position at which it will come to rest; its current position unless it moves by itself.
  package var destination: Points { hold?.shown ?? trajectory.target.y }

  /// Advances to `time`, and returns the time at which it came to rest by then; nil if it did not.
  package mutating func advance(to time: Seconds) -> Seconds? {
    now = time
    guard isCoasting, let end = trajectory.settleTime(within: layout.tolerance), end <= time else {
      return nil
    }
    trajectory = Trajectory(resting: trajectory.target)
    return end
  }

  /// Sets the time without moving the content.
  package mutating func stay(to time: Seconds) { now = time }

  /// Stops at the current position, held by a finger.
  package mutating func stop() {
    rest(at: motion.position)
    hand = .caught
  }

  /// Begins a drag of the content and the surface by a pan with `displacement` so far, of which `surface`
  /// applies to the surface; see ``ContentDrag/seam``.
  package mutating func grab(seam: Points, displacement: Points, surface: Points) {
    let shown = Position(x: .zero, y: motion.position)
    let limits = layout.limits.including(shown)
    rest(at: shown.y)
    hand = .drag(
      ContentDrag(
        grabbed: limits.unlimitedPosition(shown).y, limits: limits, begun: displacement,
        surfaceBegun: surface,
        seam: seam, displacement: displacement))
  }

  /// Updates the displacement of the pan.
  package mutating func follow(_ displacement: Points) {
    guard case .drag(var drag) = hand else { return }
    drag.displacement = displacement
    hand = .drag(drag)
  }

  /// Ends the drag with `velocity`: content that the finger moved coasts, and content beyond its edges
  /// returns.
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

  /// Applies another layout; no position jumps, and velocities do not change.
  ///
  /// Content that is beyond its new edges starts towards them, unless a finger holds it.
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

/// The drag of a surface and the content in it, from a given displacement of the pan on.
///
/// The distance from there is divided at the seam: the part below moves the content, the part above
/// moves the surface,
///
///     content = min(distance, seam) − min(0, seam),  surface = max(distance, seam) − max(0, seam),
///
/// so that both parts add up to the distance in every direction, and only one of them moves at a time.
package struct ContentDrag: Hashable, Sendable {
  /// The seam of a drag that moves only the surface: farther up than a pan can go.
  package static let neverScrolls = Points(-4 * SurfaceDrag.bound)

  /// The position of the content without limits when the drag began.
  var grabbed: Points
  /// The limits of the content.
  var limits: DragLimits
  /// The displacement of the pan when the drag began.
  package var begun: Points
  /// The part of that displacement that applied to the surface.
  var surfaceBegun: Points
  /// The distance, down positive, at which the finger changes from moving the content to moving the surface.
  package var seam: Points
  /// The displacement of the pan so far; down is positive.
  package var displacement: Points

  /// The position of the content without limits.
  var unlimitedPosition: Points { grabbed + (min(displacement - begun, seam) - min(.zero, seam)) }

  /// The position at which to show the content.
  var shown: Points { limits.shown(Position(x: .zero, y: unlimitedPosition)).y }

  /// The part of the displacement that applies to the surface.
  package var surfaceDisplacement: Points {
    surfaceBegun + (max(displacement - begun, seam) - max(.zero, seam))
  }

  /// Whether a finger that continues with `velocity` moves the content.
  package func isContentMoved(_ velocity: PointsPerSecond) -> Bool {
    displacement - begun < seam || (displacement - begun == seam && velocity < .zero)
  }

  /// The velocity of the content if the finger moves with `velocity`.
  func slowed(_ velocity: PointsPerSecond) -> PointsPerSecond {
    limits.shown(
      Velocity(x: .zero, y: velocity), at: Position(x: .zero, y: unlimitedPosition)
    ).y
  }
}
