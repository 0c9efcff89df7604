extension DraggableSurface {
  /// How far the surface goes for each point of the hand; unitless.
  struct Gain: Hashable, Sendable {
    /// For a hand on a touchscreen.
    var onScreen = 1.0
    /// For a hand on a touchpad.
    var onTouchpad = 1.0
    /// For the velocity with which a hand lets go; nil for the same as for its way.
    var handedOn: Double?
  }

  /// How far the surface goes for each point of the hand that is on the device now.
  var currentGain: Double {
    finger == nil ? geometry.gain.onTouchpad : geometry.gain.onScreen
  }
}
