/// The rotation of fluid-interfaces.
///
/// Source: fluid-interfaces at da5c66c, `Rotation.swift`: the nearest right angle within half a turn
/// to the projection at the deceleration rate 0.99, damping ratio 0.8, response 0.4 s. Its jump when
/// it is caught in flight is not reproduced, nor is the velocity lost that has no way to go.
let fluidInterfacesRotationPreset = Preset(
  "fluidinterfaces",
  "The rotation of fluid-interfaces: the right angle nearest to the projection.",
  [
    "step": "90",
    "wraps": "false",
    "tracking.response": "0",
    "limits": "free",
    "spring.dampingRatio": "0.8",
    "spring.response": "0.4",
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.flick": "0",
    "release.hysteresis": "0",
    "release.adjacentOnly": "false",
    "release.projection": "0.099",
  ])
