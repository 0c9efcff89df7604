/// Base UI: nearest to a projection of 0.3 s for a flick, else to the place.
///
/// Source: Base UI, drawer: from 0.5 px/ms on, at most 4 px/ms × 300 ms.
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
