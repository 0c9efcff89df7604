import MotionPhysics
public import Quantities

extension DraggableSurface {
  /// Along which axes a surface moves.
  public enum Axes: String, Hashable, Sendable, CaseIterable {
    /// Along this axis alone.
    case horizontal, vertical
    /// Over the whole screen.
    case both
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
    public var wayOut: WayOut?
    /// How far it goes for each point of the hand.
    public var gain: Gain
    var surroundings = Surroundings()

    /// Creates a geometry; traps when there is no candidate.
    public init(
      candidates: [RestCandidate], start: RestCandidate, limits: DragLimits, axes: Axes,
      hidden: Position?, screen: Planar<Points>, wayOut: WayOut? = nil, gain: Gain = Gain()
    ) {
      precondition(!candidates.isEmpty, "a surface needs a candidate to rest at")
      self.candidates = candidates
      self.start = start
      self.limits = limits
      self.axes = axes
      self.hidden = hidden
      self.screen = screen
      self.wayOut = wayOut
      self.gain = gain
    }

    /// `pair` with only the axes along which the surface moves, in bounds.
    func onAxes<Component>(_ pair: Planar<Component>) -> Planar<Component> {
      let pair = pair.held(within: Grip.bound)
      return switch axes {
      case .horizontal: Planar(x: pair.x, y: .zero)
      case .vertical: Planar(x: .zero, y: pair.y)
      case .both: pair
      }
    }
  }

  /// How a surface moves and decides; ``MotionTuning/behaviour`` makes one.
  public struct Behaviour: Sendable {
    /// The spring between the finger and the surface; a response of zero follows the finger itself.
    var tracking: Spring
    /// The spring that takes the surface to its target after a release.
    var settling: Spring
    /// The speed up to which a surface that sets off does so on a critical spring; zero for none.
    var calmSpeed = PointsPerSecond.zero
    /// What steps the springs; nil for the exact solution.
    var engine: SpringEngineKind?
    var policy: ReleasePolicy
    /// Whether a dismissal is refused.
    var vetoesDismissal: Bool
    var tolerance: SettleTolerance
    /// What takes it to its target instead of the spring; nil for the spring.
    var easing: PagedEasing?
    /// The same by the curve of another system, over its own time where none is given.
    var law = (name: SettlingLaw.spring, duration: Seconds.zero)
    var pause = PauseRule()
    /// What changes with the surface without the gesture's velocity.
    var properties: [DrivenProperty.Plan] = []
    var courses = Courses()

    /// The spring that takes on a surface that moves with `velocity`.
    func spring(from velocity: Velocity) -> Spring {
      guard calmSpeed > .zero, velocity.length <= calmSpeed else { return settling }
      return Spring(dampingRatio: 1, response: settling.response)
    }
  }

  /// What is left of a pan for a surface whose content takes some of it.
  struct Share: Hashable, Sendable {
    /// The surface's part of the pan's way so far.
    var translation: Planar<Points>
    /// Whether the hand moves the content now.
    var isWithContent: Bool
  }
}
