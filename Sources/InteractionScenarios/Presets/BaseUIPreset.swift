/// Base UI: nearest to a projection of 0.3 s for a flick, else to the place.
///
/// Source: Base UI, drawer: a velocity counts from 0.5 px/ms on and as at most 4 px/ms, and is
/// projected by 300 ms; of equally near detents the higher.
let baseUIPreset = Preset(
  "base-ui", "Base UI: nearest to a projection of 0.3 s for a flick, else to the place.",
  [
    "release.deadBand": "500",
    "release.cap": "4000",
    "release.flick": "0",
    "release.hysteresis": "0",
    "release.tie": "higher",
    "release.adjacentOnly": "false",
    "release.dismissal": "candidate",
    "release.projection": "0.3",
  ])
