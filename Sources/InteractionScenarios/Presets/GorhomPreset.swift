/// gorhom/bottom-sheet: nearest to a projection of 0.2 s.
///
/// Source: gorhom/bottom-sheet at bc94d54 and redash, snapPoint(value, velocity, points); mass 3,
/// stiffness 1000, damping 500, taken as critical.
let gorhomPreset = Preset(
  "gorhom", "gorhom/bottom-sheet: nearest to a projection of 0.2 s.",
  [
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.flick": "0",
    "release.hysteresis": "0",
    "release.tie": "lower",
    "release.adjacentOnly": "false",
    "release.dismissal": "candidate",
    "spring.dampingRatio": "1",
    "spring.response": "0.3441",
    "release.projection": "0.2",
  ])
