public import Quantities
import TouchInput

/// How a pan drags a surface.
package struct SurfaceDrag: Hashable, Sendable {
  /// No hand moves further or faster than this many points, or points per second.
  ///
  /// Source: ours; a billion is far beyond any device and far within what can be computed with.
  package static let bound = 1e9

  /// Where the hand had put the surface, without limits, when the pan began.
  var grabbed: Position
  /// The limits that hold for this pan.
  package var limits: DragLimits
  /// How far the surface goes for each point of the hand; unitless.
  var gain = 1.0
  /// The displacement of the pan so far, along the axes on which the surface moves.
  package var translation = Planar<Points>.zero
  /// The displacement of the pan so far, along both axes.
  package var wholeTranslation = Planar<Points>.zero
  /// The velocity of the hand, along the axes on which the surface moves.
  package var velocity = Velocity.zero
  /// What a magnet has done to the surface since.
  var pull = MagnetPull()

  /// Where the hand has put the surface, without limits.
  package var unlimited: Position { grabbed + translation * gain }

  /// Where the surface is to be shown.
  package var shown: Position { limits.shown(unlimited) }
}

extension SurfaceDrag {
  /// The drag of a surface at `position`, which is not beyond its limits by itself.
  package init(of position: Position, within limits: DragLimits, gain: Double = 1) {
    let limits = limits.including(position)
    self.init(grabbed: limits.wished(position), limits: limits, gain: gain)
  }

  /// Takes in where `pan` is now, moving with `velocity`; `part` of it is for the surface, all if nil.
  mutating func take(
    _ pan: Pan, _ velocity: Velocity, _ part: DraggableSurface.Part?,
    in geometry: DraggableSurface.Geometry
  ) {
    wholeTranslation = pan.translation
    translation = geometry.onAxes(part?.translation ?? pan.translation)
    self.velocity = part?.isElsewhere ?? false ? .zero : geometry.onAxes(velocity)
  }

  /// The same drag within other limits, with another gain, and after another displacement of the pan,
  /// where an axis moves now that did not: the surface stays where it is shown.
  package func regrabbed(
    within limits: DragLimits, gain: Double? = nil, after translation: Planar<Points>? = nil
  ) -> SurfaceDrag {
    var drag = self
    drag.translation = translation ?? self.translation
    return drag.regrabbed(at: shown, within: limits, gain: gain ?? self.gain)
  }

  /// The same drag of a surface that is shown at `shown`, within other limits.
  func regrabbed(at shown: Position, within limits: DragLimits, gain: Double) -> SurfaceDrag {
    let limits = limits.including(shown)
    var drag = self
    drag.limits = limits
    drag.gain = gain
    drag.grabbed = limits.wished(shown) - translation * gain
    return drag
  }
}

extension Planar {
  /// The pair with each component moved into `-bound...bound`; what is no number becomes zero.
  // Other modules call it for every event of a hand.
  @inlinable
  package func held(within bound: Double) -> Self {
    func held(_ component: Component) -> Component {
      Component(component.value.isNaN ? 0 : max(-bound, min(component.value, bound)))
    }
    return Self(x: held(x), y: held(y))
  }
}
