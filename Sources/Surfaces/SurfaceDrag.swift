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
  package var gain = 1.0
  /// The displacement of the pan so far, along the axes on which the surface moves.
  package var translation = Planar<Points>.zero
  /// The displacement of the pan so far, along both axes.
  package var wholeTranslation = Planar<Points>.zero
  /// The displacement of the finger that the pan has left out, but that moves the surface.
  private var included = Planar<Points>.zero
  /// The finger as a browser shows it; nil if the surface is always under the finger.
  private var resampled: ResampledFinger?
  /// The distance by which the surface is shown ahead of the finger; negative if it lags behind.
  private var ahead = Planar<Points>.zero
  /// The velocity of the finger, along the axes on which the surface moves.
  package var velocity = Velocity.zero
  /// The motion of Embla's pages at the release; nil for other surfaces.
  var embla: EmblaMotion?
  /// The state of the magnet that attracts the surface during the pan.
  var pull = MagnetPull()

  /// The displacement of the finger that has moved the surface.
  var moved: Planar<Points> { translation + included }

  /// The position that the surface would have without limits.
  package var unlimited: Position { grabbed + translation * gain }

  /// The position at which to show the surface.
  package var shown: Position { limits.shown(unlimited + ahead) }

  /// Moves the surface by the displacement of the finger that the pan has left out so far, such as the slop.
  package mutating func include(_ leftOut: Planar<Points>) {
    grabbed = grabbed + (leftOut - included) * gain
    included = leftOut
  }

  /// Forgets the part of the pan that is beyond the limits.
  package mutating func forgetExcess() { grabbed = grabbed + (shown - unlimited - ahead) }
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
    along axes: DraggableSurface.Axes
  ) {
    wholeTranslation = pan.translation
    translation = axes.part(of: part?.translation ?? pan.translation)
    self.velocity = part?.movesOnlyContent ?? false ? .zero : axes.part(of: velocity)
  }

  /// Returns the same drag, which shows the finger at most `limit` after its last report, as a browser does.
  ///
  /// If `limit` is zero, the surface is always under the finger.
  package func resampled(limit: Seconds) -> SurfaceDrag {
    var drag = self
    drag.resampled = limit > .zero ? ResampledFinger(at: translation, limit: limit) : nil
    return drag
  }

  /// Shows the finger, which has the displacement ``translation`` at `time`.
  package mutating func report(at time: Seconds) {
    resampled?.receive(translation, at: time)
    show(at: time)
  }

  /// The time of the frame in which a browser shows the last report; zero if the surface is always under the finger.
  package var frame: Seconds { resampled?.frame ?? .zero }

  /// Shows the finger as a browser does at `time`, which is not before the last report.
  package mutating func show(at time: Seconds) {
    if let resampled { ahead = (resampled.shown(at: time) - translation) * gain }
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
    drag.grabbed = limits.unlimitedPosition(shown) - translation * gain
    drag.ahead = .zero
    drag.resampled = resampled?.restarted(at: translation)
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
