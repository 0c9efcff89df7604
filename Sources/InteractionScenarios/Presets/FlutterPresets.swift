/// Flutter draggable sheet: next snap size for any velocity above the tolerance.
///
/// Source: Flutter, DraggableScrollableSheet with snap, `_SnappingSimulation`: a tolerance of 1 / 0.05
/// px/s, up to and including which a velocity is none; no cap or hysteresis; held to the ends while
/// dragged; on at the velocity of the hand, at least `minimumSpeed`, 1600 px/s.
let flutterPreset = Preset(
  "flutter", "Flutter draggable sheet: next snap size for any velocity above the tolerance.",
  [
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.flick": "20.000000000000004",
    "release.dismissal": "candidate",
    "limits": "stop",
    "settle.law": "constant",
    "release.choice": "neighbour",
    "release.neighbour": "beyondDownwards",
  ])

/// Flutter's modal bottom sheet: out above 700 px/s or past half of its height.
///
/// Source: Flutter, `bottom_sheet.dart`: `_minFlingVelocity` 700, which is exclusive, and
/// `_closeProgressThreshold` 0.5; a flick up does not keep the sheet.
let flutterModalPreset = Preset(
  "flutter", "Flutter's modal bottom sheet: out above 700 px/s or past half of its height.",
  [
    "limits": "stop",
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.flick": "700.0000000000001",
    "release.positional": "0",
    "release.threshold": "0.5",
    "release.heedsFlickBack": "false",
  ])
