/// Compose Material 3 sheets: next anchor for a flick or past 56 pt.
///
/// Source: Compose Material 3 at 080d2b3: positional threshold 56 dp, velocity threshold 125 dp/s,
/// dampening within 125 dp of where the sheet is hidden; Android's maximum fling velocity of 8000
/// dp/s; held to the ends while dragged. The spatial spring: damping ratio 0.9, mass 1, stiffness 700,
/// which is a response of 2π / √700 s.
let composeMaterialPreset = Preset(
  "compose.m3", "Compose Material 3 sheets: next anchor for a flick or past 56 pt.",
  [
    "release.deadBand": "0",
    "release.cap": "8000",
    "release.flick": "125",
    "release.dismissal": "candidate",
    "limits": "stop",
    "spring.dampingRatio": "0.9",
    "spring.response": "0.2374820823447452",
    "release.choice": "neighbour",
    "release.neighbour": "atOrBeyond",
    "release.positional": "56",
    "release.dampening": "125",
  ])

/// Compose AnchoredDraggable: next anchor for a flick or past half of the gap.
///
/// Source: Compose Foundation at 021178d, AnchoredDraggable: positional threshold 50 % of the gap,
/// velocity threshold 125 dp/s; Android's maximum fling velocity of 8000 dp/s; held to the ends while
/// dragged; a tween of 300 ms, whatever the velocity.
let composeFoundationPreset = Preset(
  "compose.foundation",
  "Compose AnchoredDraggable: next anchor for a flick or past half of the gap.",
  [
    "release.deadBand": "0",
    "release.cap": "8000",
    "release.flick": "125",
    "release.dismissal": "candidate",
    "limits": "stop",
    "settle.law": "swiftOut",
    "release.choice": "neighbour",
    "release.neighbour": "atOrBeyond",
    "release.threshold": "0.5",
  ])
