import MotionPhysics
package import Quantities

/// How content follows a pull that is already armed, that is, pulled far enough that a release would refresh the
/// content.
public enum PullStyle: String, Hashable, Sendable, CaseIterable {
  /// The farther the content is pulled, the less it moves per point of the pull, as on a rubber band.
  case rubberBand
  /// The farther the content is pulled, the less it moves per point of the pull; it stops at a finite pull, as in
  /// Compose.
  case quadratic
  /// The content moves by a constant distance per point of the pull, and stops at a finite pull, as in Flutter.
  case stop
}

/// The mapping from the distance of a pull to the displacement of the content below its top.
///
/// Content that is scrolled down follows the finger one to one. Content that is pulled below its top follows more
/// slowly, and reaches the displacement `height` at a pull of `pull`, where the pull arms. Just beyond this pull, the
/// content moves by `stiffness` points per point of the pull; in total, it moves by at most `reach` more. This
/// additional displacement depends on the `style`. With `over = stiffness · (distance − pull)` and `t = over / reach`:
///
///     rubberBand: reach · t / (1 + t)    quadratic: reach · (t − t²/4), t at most 2    stop: min(over, reach)
///
/// Source: Compose Material, `PullRefreshState`, for the quadratic form, with `reach` equal to `height`.
package struct PullBand: Hashable, Sendable {
  /// The displacement of the content at which a pull arms; above zero.
  var height: Points
  /// The distance of the finger at which the pull arms; at least ``height``.
  var pull: Points
  /// The slope just beyond ``pull``: the movement of the content divided by the movement of the finger, above 0, at
  /// most 1.
  var stiffness: Double
  /// The largest displacement beyond `height`; zero or more.
  var reach: Points
  var style: PullStyle

  package init(height: Points, pull: Points, stiffness: Double, reach: Points, style: PullStyle) {
    self.height = height
    self.pull = pull
    self.stiffness = stiffness
    self.reach = reach
    self.style = style
  }

  /// Returns the displacement of the content at a pull of `pulled`.
  func shown(_ pulled: Points) -> Points {
    guard pulled > .zero else { return pulled }
    guard pulled > pull else { return pulled * (height / pull) }
    return height + overscroll((pulled - pull) * stiffness)
  }

  /// Returns the pull that shows the content at `shown`.
  ///
  /// If `shown` is beyond the largest displacement, returns a pull that shows the content at the largest displacement.
  func pulled(_ shown: Points) -> Points {
    guard shown > .zero else { return shown }
    guard shown > height else { return shown * (pull / height) }
    return pull + excess(shown - height) / stiffness
  }

  /// Returns the speed of the content at a pull of `pulled`, divided by the speed of the finger.
  func slope(at pulled: Points) -> Double {
    guard pulled > .zero else { return 1 }
    guard pulled > pull else { return height / pull }
    let excess = (pulled - pull) * stiffness
    guard reach > .zero else { return 0 }
    switch style {
    case .rubberBand: return stiffness * RubberBand.slope(at: excess, reach: reach, stiffness: 1)
    case .quadratic: return stiffness * max(0, 1 - excess / reach / 2)
    case .stop: return excess < reach ? stiffness : 0
    }
  }

  private func overscroll(_ excess: Points) -> Points {
    guard reach > .zero else { return .zero }
    switch style {
    case .rubberBand: return RubberBand.shown(excess, reach: reach, stiffness: 1)
    case .quadratic:
      let t = min(excess / reach, 2)
      return reach * (t - t * t / 4)
    case .stop: return min(excess, reach)
    }
  }

  private func excess(_ overscroll: Points) -> Points {
    guard reach > .zero else { return .zero }
    switch style {
    case .rubberBand: return RubberBand.pull(shown: overscroll, reach: reach, stiffness: 1)
    case .quadratic:
      let fraction = min(overscroll / reach, 1)
      return reach * (2 * (1 - (1 - fraction).squareRoot()))
    case .stop: return min(overscroll, reach)
    }
  }
}

/// The drag of content that can be pulled below its top.
package struct PullDrag: Hashable, Sendable {
  /// The mapping from the pull to the displacement of the content.
  private(set) var band: PullBand
  /// The lowest position of the content in this drag.
  ///
  /// This is the position of the content when it is scrolled to its end, or its position at the start of the drag if
  /// the start is lower.
  private(set) var lowest: Points
  /// The pull when the pan began.
  private var grabbed: Points
  /// An offset that is added to the displacement, so that the content does not jump when the drag begins.
  ///
  /// The offset is zero unless the content is farther from its top than any pull can move it.
  private var shift: Points
  /// The displacement of the pan so far.
  package var translation = Points.zero
  /// The velocity of the finger; down is positive.
  package var velocity = PointsPerSecond.zero
  /// Whether this pan may arm a refresh.
  package var canArm: Bool
  /// Whether a release now would refresh the content.
  package var isArmed = false

  /// Creates a drag of content that is shown at `position`.
  package init(of position: Points, _ band: PullBand, lowest: Points, canArm: Bool) {
    self.band = band
    self.lowest = min(lowest, position, .zero)
    self.canArm = canArm
    grabbed = max(band.pulled(position), self.lowest)
    shift = position - band.shown(grabbed)
  }

  /// The current pull, limited so that the content does not move beyond its lowest position.
  private var pulled: Points { max(grabbed + translation, end) }

  /// The pull at which the content is shown at its lowest position.
  private var end: Points { lowest - shift }

  /// The position at which the content is shown.
  package var shown: Points { band.shown(pulled) + shift }

  /// Returns the velocity of the content if the finger moves with `velocity`; zero beyond the lowest position.
  package func shown(_ velocity: PointsPerSecond) -> PointsPerSecond {
    grabbed + translation < end ? .zero : velocity * band.slope(at: pulled)
  }

  /// Returns the same drag with another band; the shown position of the content does not change.
  package func rebased(_ band: PullBand, lowest: Points) -> PullDrag {
    var drag = PullDrag(of: shown, band, lowest: lowest, canArm: canArm)
    drag.grabbed = drag.grabbed - translation
    (drag.translation, drag.velocity) = (translation, velocity)
    drag.isArmed = isArmed
    return drag
  }
}
