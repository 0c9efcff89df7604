/// niri: nearest to a projection of a third of a second.
///
/// Source: niri at f30db16: the exact projection −1 / (1000 ln 0.997) s, without a dead band, cap or
/// flick; of equally near places the higher.
let niriPreset = Preset(
  "niri", "niri: nearest to a projection of a third of a second.",
  [
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.flick": "0",
    "release.hysteresis": "0",
    "release.tie": "higher",
    "release.adjacentOnly": "false",
    "release.dismissal": "candidate",
    "release.projection": "0.332833082958",
  ])
