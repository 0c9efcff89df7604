/// Zag: as Base UI, but a flick back after 24 pt counts for nothing.
///
/// Source: Zag, drawer: from 400 px/s on, at most 4000 px/s × 0.4 s; opposed from 24 px on.
let zagPreset = Preset(
  "zag", "Zag: as Base UI, but a flick back after 24 pt counts for nothing.",
  [
    "release.deadBand": "400",
    "release.cap": "4000",
    "release.flick": "0",
    "release.hysteresis": "0",
    "release.tie": "higher",
    "release.adjacentOnly": "false",
    "release.dismissal": "candidate",
    "release.projection": "0.4",
    "release.opposed": "24",
  ])
