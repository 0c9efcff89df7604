/// Compose Material 3 sheets: next anchor for a flick or past 56 pt.
///
/// Source: Compose Material 3 at 080d2b3: 56 dp, 125 dp/s, spring ζ 0.9 and k 700, dampening within
/// 125 dp.
let composeMaterialPreset = Preset(
  "compose.m3", "Compose Material 3 sheets: next anchor for a flick or past 56 pt.",
  [
    "release.deadBand": "0",
    "release.cap": "8000",
    "release.flick": "125",
    "release.hysteresis": "0",
    "release.adjacentOnly": "false",
    "release.dismissal": "candidate",
    "limits": "stop",
    "spring.dampingRatio": "0.9",
    "spring.response": "0.2375",
    "release.choice": "neighbour",
    "release.neighbour": "atOrBeyond",
    "release.positional": "56",
    "release.dampening": "125",
  ])

/// Compose AnchoredDraggable: next anchor for a flick or past half of the gap.
///
/// Source: Compose Foundation at 021178d, AnchoredDraggable: 50 %, 125 dp/s; its tween of 300 ms is
/// not reproduced.
let composeFoundationPreset = Preset(
  "compose.foundation",
  "Compose AnchoredDraggable: next anchor for a flick or past half of the gap.",
  [
    "release.deadBand": "0",
    "release.cap": "8000",
    "release.flick": "125",
    "release.hysteresis": "0",
    "release.adjacentOnly": "false",
    "release.dismissal": "candidate",
    "limits": "stop",
    "release.choice": "neighbour",
    "release.neighbour": "atOrBeyond",
    "release.threshold": "0.5",
  ])
