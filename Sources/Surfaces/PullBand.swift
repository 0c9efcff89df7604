import MotionPhysics
package import Quantities

/// What happens to a pull beyond the position at which it arms.
public enum PullStyle: String, Hashable, Sendable, CaseIterable {
  /// It follows less and less, as on a rubber band.
  case rubberBand
  /// It follows less and less up to twice the distance, and then no more; as in Compose.
  case quadratic
  /// It follows as before and then stops; as in Flutter.
  case stop
}

/// How far content is shown below its top when a hand has pulled it so far.
///
/// Above the top the content follows the hand. Below, it follows more slowly to `height`, which is
/// shown when the hand has pulled it by `pull`, and then at the slope `stiffness` at first and by at
/// most `reach` more, as `style` says. With `over = stiffness · (way − pull)` and `t = over / reach`:
///
///     rubberBand: reach · t / (1 + t)    quadratic: reach · (t − t²/4), t ≤ 2    stop: over ≤ reach
///
/// Source: of the quadratic form Compose Material, `PullRefreshState`, where reach is height.
package struct PullBand: Hashable, Sendable {
  /// What is shown where a pull arms; above zero.
  var height: Points
  /// How far the hand has pulled there; at least the height.
  var pull: Points
  /// The slope just beyond that; unitless, above 0, at most 1.
  var stiffness: Double
  /// How much more can be shown; zero or more.
  var reach: Points
  var style: PullStyle

  package init(height: Points, pull: Points, stiffness: Double, reach: Points, style: PullStyle) {
    self.height = height
    self.pull = pull
    self.stiffness = stiffness
    self.reach = reach
    self.style = style
  }

  /// Where the content is shown when the hand has put it at `pulled`.
  func shown(_ pulled: Points) -> Points {
    guard pulled > .zero else { return pulled }
    guard pulled > pull else { return pulled * (height / pull) }
    return height + overscroll((pulled - pull) * stiffness)
  }

  /// Where the hand must have put content that is shown at `shown`; where no way shows it there, the
  /// farthest that shows the most.
  func pulled(_ shown: Points) -> Points {
    guard shown > .zero else { return shown }
    guard shown > height else { return shown * (pull / height) }
    return pull + excess(shown - height) / stiffness
  }

  /// How fast the content moves when the hand moves at `pulled`, as a fraction of its speed.
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

/// How a pan holds content that can be pulled below its top.
package struct PullDrag: Hashable, Sendable {
  /// How a pull shows.
  private(set) var band: PullBand
  /// The end of the content, or where it was beyond that; it cannot be scrolled farther.
  private(set) var lowest: Points
  /// Where the hand had put the content when the pan began.
  private var grabbed: Points
  /// What is shown besides, where no way of the hand shows the content where it was.
  private var shift: Points
  /// The way of the pan so far.
  package var translation = Points.zero
  /// The velocity of the hand.
  package var velocity = PointsPerSecond.zero
  /// Whether a pull of this hand may arm.
  package var canArm: Bool
  /// Whether the content is pulled far enough to refresh when it is let go.
  package var isArmed = false

  /// Takes hold of content that is shown at `position`.
  package init(of position: Points, _ band: PullBand, lowest: Points, canArm: Bool) {
    self.band = band
    self.lowest = min(lowest, position, .zero)
    self.canArm = canArm
    grabbed = max(band.pulled(position), self.lowest)
    shift = position - band.shown(grabbed)
  }

  /// Where the hand has put the content; what is shown besides counts on the way to the end.
  private var pulled: Points { max(grabbed + translation, end) }

  /// The way at which the content is shown at its end.
  private var end: Points { lowest - shift }

  /// Where the content is shown.
  package var shown: Points { band.shown(pulled) + shift }

  /// How fast the content moves when the hand moves with `velocity`.
  package func shown(_ velocity: PointsPerSecond) -> PointsPerSecond {
    grabbed + translation < end ? .zero : velocity * band.slope(at: pulled)
  }

  /// The same hold with another band: the content stays where it is shown.
  package func regrabbed(_ band: PullBand, lowest: Points) -> PullDrag {
    var drag = PullDrag(of: shown, band, lowest: lowest, canArm: canArm)
    drag.grabbed = drag.grabbed - translation
    (drag.translation, drag.velocity) = (translation, velocity)
    drag.isArmed = isArmed
    return drag
  }
}
