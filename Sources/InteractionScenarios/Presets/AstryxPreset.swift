/// astryx: the end on the side of the way for a hard flick, else the nearest.
///
/// Source: astryx, sheet: a flick is faster than 1.2 px/ms after more than 48 px, both exclusive; out
/// past 40 % of the way from the lowest detent; no cap, dead band or hysteresis; of equally near
/// detents the higher; 0.35 of what is dragged past the ends, and 48 px at the most. Its magnet of 40 px is not reproduced.
let astryxPreset = Preset(
  "astryx", "astryx: the end on the side of the way for a hard flick, else the nearest.",
  [
    "limits": "capped",
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.flick": "1200.0000000000002",
    "release.tie": "higher",
    "dismissible": "true",
    "release.choice": "farFlick",
    "release.threshold": "0.4",
    "release.flickWay": "48.00000000000001",
  ])
