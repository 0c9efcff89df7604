public import Quantities
import TouchInput

/// The state of a pan that drags a surface.
package struct SurfaceDrag: Hashable, Sendable {
  /// The largest displacement in points, and velocity in points per second, that a pan may have.
  ///
  /// Source: our choice: a billion points are far beyond any device, and far within the range of a `Double`.
  package static let bound = 1e9

  /// The position of the surface without limits when the pan began.
  var grabbed: Position
  /// The limits that hold for this pan.
  package var limits: DragLimits
  /// The displacement of the surface per point of the finger; unitless.
  var gain = 1.0
  /// The displacement of the pan so far, along the axes on which the surface moves.
  package var translation = Planar<Points>.zero
  /// The displacement of the pan so far, along both axes.
  package var wholeTranslation = Planar<Points>.zero
  /// The velocity of the finger, along the axes on which the surface moves.
  package var velocity = Velocity.zero
  /// The effect of a magnet on the surface since the pan began.
  var pull = MagnetPull()

  /// The position of the surface without limits.
  package var unlimited: Position { grabbed + translation * gain }

  /// The position at which to show the surface.
  package var shown: Position { limits.shown(unlimited) }
}

extension SurfaceDrag {
  /// The drag of a surface at `position`, which the limits are extended to include.
  package init(of position: Position, within limits: DragLimits, gain: Double = 1) {
    let limits = limits.including(position)
    self.init(grabbed: limits.unlimitedPosition(position), limits: limits, gain: gain)
  }

  /// Receives the current state of `pan` and its `velocity`; `part` of it is for the surface, all if nil.
  mutating func take(
    _ pan: Pan, _ velocity: Velocity, _ part: DraggableSurface.Part?,
    in geometry: DraggableSurface.Geometry
  ) {
    wholeTranslation = pan.translation
    translation = geometry.onAxes(part?.translation ?? pan.translation)
    self.velocity = part?.isElsewhere ?? false ? .zero : geometry.onAxes(velocity)
  }

  /// The same drag with other limits, another gain, and another displacement of the pan, which is needed
  /// if an axis begins to move; the shown position of the surface does not change.
  package func regrabbed(
    within limits: DragLimits, gain: Double? = nil, after translation: Planar<Points>? = nil
  ) -> SurfaceDrag {
    var drag = self
    drag.translation = translation ?? self.translation
    return drag.regrabbed(at: shown, within: limits, gain: gain ?? self.gain)
  }

  /// The same drag of a surface that is shown at `shown`, with other limits.
  func regrabbed(at shown: Position, within limits: DragLimits, gain: Double) -> SurfaceDrag {
    let limits = limits.including(shown)
    var drag = self
    drag.limits = limits
    drag.gain = gain
    drag.grabbed = limits.unlimitedPosition(shown) - translation * gain
    return drag
  }
}

extension Planar {
  /// The pair with each component limited to `-bound...bound`; NaN becomes zero.
  // Inlinable because other modules call it for every gesture event.
  @inlinable
  package func held(within bound: Double) -> Self {
    func held(_ component: Component) -> Component {
      Component(component.value.isNaN ? 0 : max(-bound, min(component.value, bound)))
    }
    return Self(x: held(x), y: held(y))
  }
}
