/// Ionic: nearest breakpoint to a projection of 0.35 s.
///
/// Source: Ionic, sheet modal: 350 ms × the velocity in px/ms, without a dead band, cap or flick; held
/// to the ends while dragged; of equally near breakpoints the lower, which is first in its list.
let ionicPreset = Preset(
  "ionic", "Ionic: nearest breakpoint to a projection of 0.35 s.",
  [
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.flick": "0",
    "release.hysteresis": "0",
    "release.tie": "lower",
    "release.adjacentOnly": "false",
    "release.dismissal": "candidate",
    "limits": "stop",
    "release.projection": "0.35",
  ])
