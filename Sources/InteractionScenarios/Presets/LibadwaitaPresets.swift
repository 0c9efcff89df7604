/// libadwaita: at least one on for a flick, at most the neighbour of the start.
///
/// Source: libadwaita at c68992b, AdwSwipeTracker on a touchscreen, which compares and projects in
/// px/ms: a flick from VELOCITY_THRESHOLD_TOUCH, 0.3, on, and the slope of DECELERATION_TOUCH, 0.998
/// / (1 − 0.998) / 1000 = 0.499. The spring of AdwBottomSheet: damping ratio 0.8, mass 1, stiffness
/// 400, which is a response of 2π / √400 s. It is handed px/ms as whole travels a second, as if 1000
/// px were the travel.
let libadwaitaPreset = Preset(
  "libadwaita", "libadwaita: at least one on for a flick, at most the neighbour of the start.",
  otherNames: ["adw"],
  [
    "release.deadBand": "300",
    "release.cap": "100000",
    "release.adjacentOnly": "true",
    "release.dismissal": "candidate",
    "release.handOffDistance": "1000",
    "spring.dampingRatio": "0.8",
    "spring.response": "0.3141592653589793",
    "release.choice": "swipe",
    "release.projection": "0.499",
  ])

/// libadwaita with long swipes.
///
/// Source: libadwaita at c68992b, AdwSwipeTracker with allow-long-swipes; else as ``libadwaitaPreset``.
let libadwaitaLongPreset = Preset(
  "libadwaita.long", "libadwaita with long swipes.", otherNames: ["adw.long"],
  [
    "release.deadBand": "300",
    "release.cap": "100000",
    "release.adjacentOnly": "false",
    "release.dismissal": "candidate",
    "release.handOffDistance": "1000",
    "spring.dampingRatio": "0.8",
    "spring.response": "0.3141592653589793",
    "release.choice": "swipe",
    "release.projection": "0.499",
  ])
