/// GNOME Shell on a touchpad: as libadwaita, for harder flicks and with a slower projection.
///
/// Source: gnome-shell at 8f78208, swipeTracker.js, which compares and projects in px/ms: a flick from
/// VELOCITY_THRESHOLD_TOUCHPAD, 0.6, on, and the slope of DECELERATION_TOUCHPAD, 0.997 / (1 − 0.997) /
/// 1000. What follows the decision is no part of the rule: the velocity over the distance, or
/// 0.002 when it opposes the target, as the duration of a curve that eases out.
let gnomeShellPreset = Preset(
  "gnome-shell", "GNOME Shell on a touchpad: as libadwaita, with a slower projection.",
  [
    "release.deadBand": "600",
    "release.cap": "100000",
    "release.adjacentOnly": "true",
    "release.dismissal": "candidate",
    "release.choice": "swipe",
    "release.projection": "0.33233333333333337",
  ])

/// GNOME Shell on a touchscreen.
///
/// Source: gnome-shell at 8f78208, swipeTracker.js: VELOCITY_THRESHOLD_TOUCH, 0.3 px/ms, and the slope of
/// DECELERATION_TOUCH, 0.998 / (1 − 0.998) / 1000 = 0.499.
let gnomeShellTouchPreset = Preset(
  "gnome-shell.touch", "GNOME Shell on a touchscreen.",
  [
    "release.deadBand": "300",
    "release.cap": "100000",
    "release.adjacentOnly": "true",
    "release.dismissal": "candidate",
    "release.choice": "swipe",
    "release.projection": "0.499",
  ])
