public import Quantities
import TouchInput

/// The state of a pan that drags a surface.
package struct SurfaceDrag: Hashable, Sendable {
  /// The largest displacement of a pan in points, and its largest velocity in points per second.
  ///
  /// No device reaches a billion, and a `Double` can still represent the results of calculations with such numbers.
  package static let bound = 1e9

  /// The unlimited position of the surface when the pan began.
  var grabbed: Position
  /// The limits of the surface during this pan.
  package var limits: DragLimits
  /// The displacement of the surface per point of the finger; unitless.
  var gain = 1.0
  /// The displacement of the pan so far, along the axes on which the surface moves.
  package var translation = Planar<Points>.zero
  /// The displacement of the pan so far, along both axes.
  package var wholeTranslation = Planar<Points>.zero
  /// The velocity of the finger, along the axes on which the surface moves.
  package var velocity = Velocity.zero
  /// The state of the magnet that attracts the surface during the pan.
  var pull = MagnetPull()

  /// The part of the last movement by which the surface is ahead of the finger, as a fraction; unitless.
  var lead = 0.0
  /// The displacement by which the surface is ahead of the finger.
  private var ahead = Planar<Points>.zero
  /// The time of the last movement that was longer than 0.1 pt; nil before the first one.
  private var movedAt: Seconds?

  /// The position that the surface would have without limits.
  package var unlimited: Position { grabbed + (translation + ahead) * gain }

  /// The position at which to show the surface.
  package var shown: Position { limits.shown(unlimited) }
}

extension SurfaceDrag {
  /// Creates a drag of a surface at `position`; the limits are extended to include `position`.
  package init(of position: Position, within limits: DragLimits, gain: Double = 1) {
    let limits = limits.including(position)
    self.init(grabbed: limits.unlimitedPosition(position), limits: limits, gain: gain)
  }

  /// Updates the drag for the current state of `pan` and the `velocity` of the finger.
  ///
  /// `part` is the part of the pan that moves the surface; nil for the whole pan.
  mutating func take(
    _ pan: Pan, _ velocity: Velocity, _ part: DraggableSurface.Part?,
    in geometry: DraggableSurface.Geometry, at time: Seconds
  ) {
    wholeTranslation = pan.translation
    let old = translation
    translation = geometry.onAxes(part?.translation ?? pan.translation)
    if lead > 0 { moveAhead(by: translation - old, at: time) }
    self.velocity = part?.movesOnlyContent ?? false ? .zero : geometry.onAxes(velocity)
    forgetExcess()
  }

  /// Extrapolates the last movement of the finger, which was `step` long.
  ///
  /// The surface is ahead of the finger by the fraction ``lead`` of the step, but at most by 8 ms. A step after more
  /// than 20 ms or less than 2 ms is not extrapolated, a step of up to 0.1 pt has no effect, and the surface never moves
  /// against the finger.
  ///
  /// Source: Chromium, `ui/base/prediction/linear_resampling.cc` and `input_predictor.h`, with touches that arrive one
  /// frame late, which are extrapolated by half of their interval.
  private mutating func moveAhead(by step: Planar<Points>, at time: Seconds) {
    guard step.length > Points(0.1) else { return }
    let interval = movedAt.map { time - $0 } ?? .zero
    movedAt = time
    let isEven = interval >= Seconds(0.002) && interval <= Seconds(0.02)
    let next = isEven ? step * min(lead, Seconds(0.008) / interval) : .zero
    ahead = (step + next - ahead).dot(step) < 0 ? ahead - step : next
  }

  /// With ``LimitStyle/slip``, lets the next movement start at the limit, whatever the finger has moved beyond it.
  package mutating func forgetExcess() {
    if limits.style == .slip { grabbed = grabbed + (shown - unlimited) }
  }

  /// Returns the same drag with other limits, another gain and another displacement of the pan.
  ///
  /// The shown position of the surface does not change. Pass `translation` if the surface can now move along an axis on
  /// which it could not move before, because ``translation`` is still zero along that axis.
  package func rebased(
    within limits: DragLimits, gain: Double? = nil, after translation: Planar<Points>? = nil
  ) -> SurfaceDrag {
    var drag = self
    drag.translation = translation ?? self.translation
    return drag.rebased(at: shown, within: limits, gain: gain ?? self.gain)
  }

  /// Returns the same drag with other limits and another gain, for a surface that is shown at `shown`.
  func rebased(at shown: Position, within limits: DragLimits, gain: Double) -> SurfaceDrag {
    let limits = limits.including(shown)
    var drag = self
    drag.limits = limits
    drag.gain = gain
    drag.grabbed = limits.unlimitedPosition(shown) - (translation + ahead) * gain
    return drag
  }
}

extension Planar {
  /// Returns the pair with each component limited to `-bound...bound`; NaN becomes zero.
  // Inlinable, because other modules call this function for every gesture event.
  @inlinable
  package func held(within bound: Double) -> Self {
    func held(_ component: Component) -> Component {
      Component(component.value.isNaN ? 0 : max(-bound, min(component.value, bound)))
    }
    return Self(x: held(x), y: held(y))
  }
}
