import Quantities

/// How a pan holds a surface.
struct Grip: Hashable, Sendable {
  /// No hand moves further or faster than this many points, or points per second.
  ///
  /// Source: ours; a billion is far beyond any device and far within what can be computed with.
  static let bound = 1e9

  /// Where the hand had put the surface, without limits, when the pan began.
  var grabbed: Position
  /// The limits that hold for this pan.
  var limits: DragLimits
  /// How far the surface goes for each point of the hand; unitless.
  var gain = 1.0
  /// The way of the pan so far, along the axes on which the surface moves.
  var translation = Planar<Points>.zero
  /// The way of the pan so far, along both axes.
  var wholeTranslation = Planar<Points>.zero
  /// The velocity of the hand, along the axes on which the surface moves.
  var velocity = Velocity.zero
  /// Since when a magnet holds the surface instead of the hand; nil when none does.
  var stuckSince: Seconds?
  /// Whether the surface is on its way back under the hand, from a magnet that held it.
  var isCatchingUp = false
  /// Whether the hand took hold in the field of a magnet, which has no power until it leaves it.
  var isInert = false

  /// Whether a magnet holds the surface instead of the hand.
  var isStuck: Bool { stuckSince != nil }

  /// Where the hand has put the surface, without limits.
  var unlimited: Position { grabbed + translation * gain }

  /// Where the surface is to be shown.
  var shown: Position { limits.shown(unlimited) }
}

extension Planar {
  /// The pair with each component moved into `-bound...bound`; what is no number becomes zero.
  func held(within bound: Double) -> Self {
    func held(_ component: Component) -> Component {
      Component(component.value.isNaN ? 0 : max(-bound, min(component.value, bound)))
    }
    return Self(x: held(x), y: held(y))
  }
}
