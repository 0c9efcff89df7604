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
