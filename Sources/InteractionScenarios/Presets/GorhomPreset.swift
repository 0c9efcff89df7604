/// gorhom/bottom-sheet: nearest to a projection of 0.2 s.
///
/// Source: gorhom/bottom-sheet at bc94d54 and redash, snapPoint(value, velocity, points): 0.2 s, the
/// first of equally near points, which is the lowest; no dead band, cap or flick. Its spring of mass 3,
/// stiffness 1000 and damping 500 moves as a critically damped one: a response of 2π √(3 / 1000) s.
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
