/// Zag: as Base UI, but a flick back after 24 pt counts for nothing.
///
/// Source: Zag, drawer: a velocity counts from 400 px/s on and as at most 4000 px/s, and is projected
/// by 0.4 s; opposed to a way of 24 px or more it is none; of equally near detents the higher; the
/// square root of what is dragged past the ends.
let zagPreset = Preset(
  "zag", "Zag: as Base UI, but a flick back after 24 pt counts for nothing.",
  [
    "limits": "root",
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
