/// Flutter draggable sheet: next snap size for any velocity above the tolerance.
///
/// Source: Flutter, DraggableScrollableSheet with snap: a tolerance of 20 px/s, which is inclusive;
/// its constant velocity is not reproduced.
let flutterPreset = Preset(
  "flutter", "Flutter draggable sheet: next snap size for any velocity above the tolerance.",
  [
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.flick": "20.000000000000004",
    "release.hysteresis": "0",
    "release.adjacentOnly": "false",
    "release.dismissal": "candidate",
    "limits": "stop",
    "release.choice": "neighbour",
    "release.neighbour": "beyondDownwards",
  ])
