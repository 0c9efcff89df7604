/// The Dismissible of Flutter: a row that is swiped out to the left or the right.
///
/// Source: Flutter, `dismissible.dart`: 700 px/s, 400 px/s faster than across, 40 % of the width, the
/// finger's own place; the spring is that of `AnimationController.fling`, a stiffness of 500 at unit
/// mass, critically damped: 2π / √500 = 0.281 s. The width of a row is that of the screen.
let flutterDismissiblePreset = Preset(
  "flutter", "The Dismissible of Flutter: swiped out to the left or the right.",
  [
    "width": "390",
    "height": "56",
    "dismissible": "true",
    "directions": "horizontal",
    "axes": "horizontal",
    "measure": "card",
    "tilt": "0",
    "scale.held": "1",
    "cornerRadius": "0",
    "cornerRadius.held": "0",
    "tracking.response": "0",
    "spring.dampingRatio": "1",
    "spring.response": "0.281",
    "release.deadBand": "0",
    "release.projection": "0",
    "release.threshold": "0.4",
    "release.flick": "700",
    "release.flickWay": "0.001",
    "release.across": "400",
  ])

/// The acceleration sample of fluid-interfaces, which looks for a pause.
///
/// Source: fluid-interfaces at da5c66c, `Acceleration.swift`: a pause after seven velocities of 60 Hz,
/// at most 100 pt/s, 50 pt on, more than 0.9 lost; back on damping ratio 0.8, response 0.3 s.
let fluidInterfacesCardPreset = Preset(
  "fluidinterfaces", "The acceleration sample of fluid-interfaces: notes when the hand pauses.",
  [
    "axes": "vertical",
    "tilt": "0",
    "scale.held": "1",
    "cornerRadius.held": "12",
    "tracking.response": "0",
    "spring.dampingRatio": "0.8",
    "spring.response": "0.3",
    "pause.window": "0.116",
    "pause.speed": "100",
    "pause.way": "50",
    "pause.loss": "0.9",
  ])
