package import MotionPhysics
package import Quantities

/// Content that scrolls vertically in a surface, if the same pan can scroll the content and move the surface.
///
/// The position of the content is the y coordinate of its upper edge in its view, in points. The position is zero if
/// the view shows the top of the content, negative if the content is scrolled down, and positive while it is pulled
/// below or bounces at its top.
package struct ScrolledContent: Sendable {
  /// The limits of the content, and the decay and springs of its motion without a finger.
  package struct Layout: Hashable, Sendable {
    var limits: DragLimits
    var decay: Decay
    /// The spring at the edges, which takes over when coasting content reaches an edge.
    var bounce: Spring
    /// The spring that returns content that is released beyond an edge.
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
    /// A finger without a pan has stopped the moving content.
    case caught
    case drag(ContentDrag)
  }

  private var sharedLayout: Shared<Layout>
  private var hand = Hand.none
  /// The motion without a finger; at rest while a finger holds the content.
  private var trajectory: Trajectory
  private var now = Seconds.zero

  /// Creates content at rest that is scrolled down by `start`, or to its end if `start` is larger.
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
  /// Whether the content is higher than its view.
  package var scrolls: Bool { layout.limits.lowest.y < .zero }

  package var motion: Decay.Motion {
    if let hold { return Decay.Motion(position: hold.shown, velocity: .zero) }
    let here = trajectory.state(at: now)
    return Decay.Motion(position: here.position.y, velocity: here.velocity.y)
  }

  /// The unlimited position, as defined by ``DragLimits``, that corresponds to the current position of the content.
  package var unlimitedPosition: Points {
    layout.limits.unlimitedPosition(Position(x: .zero, y: motion.position)).y
  }

  /// The drag of the content; nil if no pan drags it.
  package var hold: ContentDrag? {
    if case .drag(let drag) = hand { drag } else { nil }
  }

  /// Whether a finger without a pan has stopped the moving content.
  package var isCaught: Bool { hand == .caught }

  /// Whether the content moves without a finger.
  package var isCoasting: Bool { !trajectory.isResting }

  /// Whether the spring at an edge moves the content.
  package var isBouncing: Bool { trajectory.isBouncing(at: now) }

  /// The position at which coasting content will come to rest; for other content, the current position.
  package var destination: Points { hold?.shown ?? trajectory.target.y }

  /// Advances to `time`, and returns the time at which coasting content came to rest; nil if it did not.
  package mutating func advance(to time: Seconds) -> Seconds? {
    now = time
    guard isCoasting, let end = trajectory.settleTime(within: layout.tolerance), end <= time else {
      return nil
    }
    trajectory = Trajectory(resting: trajectory.target)
    return end
  }

  /// Sets the current time of content that does not coast.
  package mutating func stay(to time: Seconds) { now = time }

  /// Stops the content at its current position, because a finger touched it.
  package mutating func stop() {
    rest(at: motion.position)
    hand = .caught
  }

  /// Starts a drag of the content and the surface.
  ///
  /// `displacement` is the displacement of the pan so far, and `surface` is the part of it that moved the surface.
  /// ``ContentDrag`` describes the `seam`.
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

  /// Sets the displacement of the pan since it began.
  package mutating func follow(_ displacement: Points) {
    guard case .drag(var drag) = hand else { return }
    drag.displacement = displacement
    hand = .drag(drag)
  }

  /// Ends the drag; `velocity` is the velocity of the finger.
  ///
  /// If the finger was moving the content, the content coasts. Content beyond an edge returns to this edge.
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

  /// Applies another layout without a jump of the position or the velocity.
  ///
  /// Content that is beyond its new edges starts to return to them, unless a finger holds the content.
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

/// A drag by one pan that moves both a surface and the content in it.
///
/// `distance` is how far the pan has moved down since the drag began; it is negative upwards. While the distance is
/// below the seam, the pan moves the content. While it is above the seam, the pan moves the surface:
///
///     content = min(distance, seam) − min(0, seam),  surface = max(distance, seam) − max(0, seam)
///
/// The two parts add up to the distance, and only one of them changes at a time.
package struct ContentDrag: Hashable, Sendable {
  /// The seam of a drag that moves only the surface; no pan can move up far enough to reach it.
  package static let surfaceOnlySeam = Points(-4 * SurfaceDrag.bound)

  /// The unlimited position of the content when the drag began.
  var grabbed: Points
  var limits: DragLimits
  /// The displacement of the pan when the drag began.
  package var begun: Points
  /// The part of ``begun`` that moved the surface.
  var surfaceBegun: Points
  /// The distance at which the pan changes from moving the content to moving the surface; down is positive.
  package var seam: Points
  /// The displacement of the pan so far; down is positive.
  package var displacement: Points

  /// The position that the content would have without limits.
  var unlimitedPosition: Points { grabbed + (min(displacement - begun, seam) - min(.zero, seam)) }

  /// The position at which to show the content.
  var shown: Points { limits.shown(Position(x: .zero, y: unlimitedPosition)).y }

  /// The part of the pan's displacement that moves the surface; down is positive.
  package var surfaceDisplacement: Points {
    surfaceBegun + (max(displacement - begun, seam) - max(.zero, seam))
  }

  /// Whether the content moves, rather than the surface, if the finger continues with `velocity`.
  package func isContentMoved(_ velocity: PointsPerSecond) -> Bool {
    displacement - begun < seam || (displacement - begun == seam && velocity < .zero)
  }

  /// Returns the velocity of the content if the finger moves with `velocity`.
  ///
  /// Beyond its limits, the content is slower than the finger.
  func slowed(_ velocity: PointsPerSecond) -> PointsPerSecond {
    limits.shown(
      Velocity(x: .zero, y: velocity), at: Position(x: .zero, y: unlimitedPosition)
    ).y
  }
}
