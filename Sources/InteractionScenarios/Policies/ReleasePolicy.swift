public import Quantities

/// The rule that picks a target when the hand lets go, as data.
///
/// The rule of a shipping system is a set of these numbers and words, so presets, the linter and
/// the tuner all use the one function ``decide(_:)``.
public struct ReleasePolicy: Hashable, Sendable {
  /// Which point is projected.
  public enum ProjectedPoint: String, Hashable, Sendable, CaseIterable {
    /// The surface, where the hand has put it within its limits.
    case surface
    /// The surface, where the hand would have put it without limits.
    case unlimited
    /// The finger, held within the screen.
    case touch
  }

  /// What the velocity of a release is.
  public enum VelocitySource: String, Hashable, Sendable, CaseIterable {
    /// What the estimator says.
    case estimate
    /// The whole way of the touch by its whole time.
    case mean
  }

  /// How the target follows from place and velocity.
  public enum Choice: String, Hashable, Sendable, CaseIterable {
    /// The candidate nearest to the projected point.
    case nearest
    /// The candidate in the same quarter of the screen as the projected point.
    case quadrant
    /// The last candidate when the projected progress from the first is above the threshold, else
    /// the first; for a flick the end in its direction.
    case progress
    /// The first or the last candidate, whichever half of the way the projection is in, and the last
    /// without a velocity; as Android's Picture-in-Picture does.
    case half
    /// Where the line of the throw meets the edge, or the corner near to that; as Android's
    /// Picture-in-Picture did before.
    case flingLine
    /// The end of the segment between two candidates that the projected progress within it is
    /// nearer to; as FloatingPanel does.
    case segment
    /// The next candidate in the direction of a flick, else whichever the positional threshold
    /// says; as Compose, Flutter and smooth_sheets do.
    case neighbour
    /// By thirds and halves of an expanded, a half expanded and a collapsed place; as Material does.
    case halfExpanded
    /// Nearest to a projection that grows with the square of the speed, at least one on from the
    /// start; as libadwaita does.
    case swipe
    /// One on from the start for a flick, back to it for one that takes the way of the hand back,
    /// else the nearest.
    case page
    /// The candidate that the place rounds to, half a gap on in the direction of a flick; as
    /// Flutter's pages do.
    case roundedPage
    /// The neighbour on the side of the way, the end when faster; as vaul does.
    case gates
    /// The end on the side of the way for a flick, else the nearest; as astryx does.
    case farFlick
    /// Out when pulled or thrown far or fast enough, else back; as a modal does.
    case pull
    /// Nearest to the place carried on by the way times the speed; as react-spring-bottom-sheet
    /// does.
    case carried
    /// Out the way that it is thrown or carried, in any direction that is allowed, else back; as a
    /// card does.
    case toss
    /// The end that the velocity points to, however slow it is; without one it goes on to where it
    /// was going; as the momentum drawer of fluid-interfaces does.
    case direction
  }

  /// What counts as the next candidate.
  public enum Neighbour: String, Hashable, Sendable, CaseIterable {
    /// The first at the place of the release or beyond it, both ways; as in Compose.
    case atOrBeyond
    /// The same upwards; downwards the first strictly beyond it; as in Flutter.
    case beyondDownwards
    /// The one after the nearest; as in smooth_sheets.
    case afterNearest
  }

  /// Which of two candidates that are equally near is taken.
  public enum Tie: String, Hashable, Sendable, CaseIterable {
    /// The one that does not lead back, and then the one nearer to the start.
    case start
    /// The higher, or later, one.
    case higher
    /// The lower, or earlier, one.
    case lower
  }

  /// When a surface is dismissed.
  public enum Dismissal: String, Hashable, Sendable, CaseIterable {
    /// When thrown out fast enough, or projected past half of the way out.
    case thrownOrPulled
    /// When thrown out fast enough; as in FloatingPanel.
    case thrown
    /// When the place where it is gone is the target among the candidates.
    case candidate
  }

  /// What a touch that is taken away means.
  public enum Cancellation: String, Hashable, Sendable, CaseIterable {
    /// It has no velocity, and dismisses nothing.
    case withoutVelocity
    /// The same as one that is lifted, with the velocity that the hand had.
    case asLift
  }

  /// What the velocity of a release is.
  public var source = VelocitySource.estimate

  /// What a touch that is taken away means.
  ///
  /// Source of the default: ours; a palm does not throw. Wave's samples do the same at both ends of a
  /// gesture.
  public var cancelled = Cancellation.withoutVelocity

  /// A release slower than this has no velocity.
  ///
  /// Source: ours; a resting finger drifts at up to 20 pt/s when it lifts.
  public var deadBand = PointsPerSecond(30)

  /// A faster release counts as this fast.
  ///
  /// Source: Flutter, `kMaxFlingVelocity`, 8000 logical pixels per second.
  public var cap = PointsPerSecond(8_000)

  /// A velocity against a way from the start of at least this length is none; 0 is off.
  ///
  /// Source of the default: ours; a flick back is meant. Zag has 24.
  public var opposed = Points(0)

  /// A downward velocity is damped within this distance of the place where the surface is gone; 0
  /// is off.
  ///
  /// Source of the default: ours. Compose Material 3 has 125.
  public var dampening = Points(0)

  /// How far ahead a velocity is projected: its distance is this time × the velocity.
  ///
  /// Source: "Designing Fluid Interfaces", WWDC 2018, session 803: r / (1 − r) ms at r = 0.998.
  public var projection = Seconds(0.499)

  /// The distance that counts as one page where a projection counts in pages a second; 0 is the
  /// whole travel.
  public var page = Points(0)

  /// Which point is projected.
  public var point = ProjectedPoint.surface

  /// How the target follows from place and velocity.
  public var choice = Choice.nearest

  /// The share of a way at which a rule with a positional threshold changes its mind; unitless.
  ///
  /// Source: Wave's sheet sample, 0.5.
  public var threshold = 0.5

  /// The positional threshold as a distance; 0 takes ``threshold`` as a share of the gap.
  ///
  /// Source of the default: ours. Compose Material 3 has 56.
  public var positional = Points(0)

  /// What counts as the next candidate for ``Choice/neighbour``.
  public var neighbour = Neighbour.atOrBeyond

  /// Whether one release reaches at most the next candidate.
  ///
  /// Source: ours, as FloatingPanel, Flutter and Compose do.
  public var adjacentOnly = true

  /// A release faster than this may pass candidates although ``adjacentOnly`` is set.
  ///
  /// Source: ours; the default is never, because a hard flick is not a wish for more. 0 is never.
  public var skip = PointsPerSecond(0)

  /// A release this fast is a flick; 0 switches flicks off.
  ///
  /// Source: ours; FloatingPanel calls 300 pt/s a flick.
  public var flick = PointsPerSecond(300)

  /// A flick must have gone this far from the start; 0 is any.
  public var flickWay = Points(0)

  /// How much faster than across its way a flick must be along it, for ``Choice/pull`` and, where only
  /// one axis is allowed, ``Choice/toss``; 0 is off.
  ///
  /// Source of the default: ours. Flutter's dismissible has 400.
  public var across = PointsPerSecond(0)

  /// Whether a flick back keeps a surface, however far it was pulled out, for ``Choice/pull`` and
  /// ``Choice/toss``.
  public var heedsFlickBack = true

  /// How much nearer another candidate must be for the start to be left.
  ///
  /// Source: ours; 8 pt is the tremor of a hand that means to put a surface back.
  public var hysteresis = Points(8)

  /// Which of two candidates that are equally near is taken, by the choices that look for the
  /// nearest one.
  ///
  /// Source of the default: ours; a surface that is exactly in the middle goes on, or back to where
  /// it came from. Elsewhere it is the order of a list.
  public var tie = Tie.start

  /// When a surface is dismissed, where it can be.
  public var dismissal = Dismissal.thrownOrPulled

  /// A throw out of the last candidate dismisses above this speed, as a fraction of the remaining
  /// way in a second; unitless / s.
  ///
  /// Source: FloatingPanel, `removalInteractionVelocityThreshold`, 5.5.
  public var dismissRate = 5.5

  /// Whether ``Choice/halfExpanded`` knows no half expanded place.
  public var fitsContents = false

  /// Whether ``Choice/halfExpanded`` never goes back to the collapsed place.
  public var skipsCollapsed = false

  /// The share of the velocity of the hand that is handed over to what settles; unitless.
  ///
  /// Source of the default: ours; a surface goes on as fast as the hand moved it.
  /// gorhom/bottom-sheet has a half.
  public var handOffShare = 1.0

  /// The way of a hand that counts as the whole travel when a velocity is handed over; 0 is the true
  /// one.
  ///
  /// Source of the default: ours. libadwaita has 1000: it hands points a millisecond to a spring that
  /// counts in whole travels a second.
  public var handOffDistance = Points(0)

  /// At most this fraction of the remaining way in a second is handed over to the spring.
  ///
  /// Unitless / s; 0 is no limit.
  ///
  /// Source of the default: ours; a velocity is never lost. fluid-interfaces has 30.
  public var handOff = 0.0

  /// Creates the standard rule.
  public init() {}
}
