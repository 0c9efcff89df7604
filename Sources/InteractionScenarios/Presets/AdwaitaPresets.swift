/// libadwaita: at least one on for a flick, at most the neighbour of the start.
///
/// Source: libadwaita at c68992b, AdwSwipeTracker on a touchscreen and AdwBottomSheet: 0.3 px/ms,
/// slope 0.499, damping ratio 0.8, stiffness 400.
let adwaitaPreset = Preset(
  "adw", "libadwaita: at least one on for a flick, at most the neighbour of the start.",
  [
    "release.deadBand": "300",
    "release.cap": "100000",
    "release.flick": "0",
    "release.hysteresis": "0",
    "release.adjacentOnly": "true",
    "release.dismissal": "candidate",
    "spring.dampingRatio": "0.8",
    "spring.response": "0.3142",
    "release.choice": "swipe",
    "release.projection": "0.499",
  ])

/// libadwaita with long swipes.
///
/// Source: libadwaita at c68992b, AdwSwipeTracker with allow-long-swipes.
let adwaitaLongPreset = Preset(
  "adw.long", "libadwaita with long swipes.",
  [
    "release.deadBand": "300",
    "release.cap": "100000",
    "release.flick": "0",
    "release.hysteresis": "0",
    "release.adjacentOnly": "false",
    "release.dismissal": "candidate",
    "spring.dampingRatio": "0.8",
    "spring.response": "0.3142",
    "release.choice": "swipe",
    "release.projection": "0.499",
  ])

/// GNOME Shell on a touchpad: as libadwaita, with a slower projection.
///
/// Source: gnome-shell at 8f78208, swipeTracker.js on a touchpad: 0.6 px/ms, slope 0.3323; its
/// duration is not reproduced.
let gnomeShellPreset = Preset(
  "gnome-shell", "GNOME Shell on a touchpad: as libadwaita, with a slower projection.",
  [
    "release.deadBand": "600",
    "release.cap": "100000",
    "release.flick": "0",
    "release.hysteresis": "0",
    "release.adjacentOnly": "true",
    "release.dismissal": "candidate",
    "release.choice": "swipe",
    "release.projection": "0.33233333333333337",
  ])
