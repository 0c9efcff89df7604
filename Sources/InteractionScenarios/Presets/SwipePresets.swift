/// niri's workspaces.
///
/// Source: niri at f30db16, `monitor.rs` and `swipe_tracker.rs`: nearest to where the hand had put it,
/// carried on at 0.997 a millisecond and held to the neighbours of the active workspace; the velocity
/// handed on through the band; damping ratio 1, stiffness 1000. Not reproduced: that a swipe which
/// ends on its workspace has no way to go loses its velocity. The estimator is `niri.swipe`.
let niriSwipePreset = Preset(
  "niri", "niri: nearest to a projection of a third of a second, at most one on.",
  [
    "axis": "vertical",
    "distance": "0",
    "distance.touchpad": "300",
    "limits.reach": "5%",
    "limits.stiffness": "0.5",
    "spring.dampingRatio": "1",
    "spring.response": "0.19869176531592203",
    "release.choice": "nearest",
    "release.point": "unlimited",
    "release.projection": "0.33283308295761904",
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.flick": "0",
    "release.hysteresis": "0",
    "release.adjacentOnly": "false",
  ])

/// GNOME Shell's workspaces on a touchpad.
///
/// Source: gnome-shell at 8f78208, `swipeTracker.js` on a touchpad: 400 px a workspace, 0.6 px/ms,
/// slope 0.3323, ends that stop, and a time that follows from the velocity. The estimator is `gnome.swipe`.
let gnomeShellSwipePreset = Preset(
  "gnome-shell", "GNOME Shell on a touchpad: at least one on for a flick, eased to its workspace.",
  [
    "axis": "horizontal",
    "counting": "shown",
    "distance.touchpad": "400",
    "limits": "stop",
    "settle.law": "easeOut",
    "release.choice": "swipe",
    "release.projection": "0.33233333333333337",
    "release.deadBand": "600",
    "release.cap": "100000",
    "release.adjacentOnly": "false",
  ])

/// GNOME Shell's workspaces on a touchscreen.
///
/// Source: as on a touchpad, with 0.3 px/ms, slope 0.499, and a screen as the way of a workspace.
let gnomeShellTouchSwipePreset = Preset(
  "gnome-shell.touch", "GNOME Shell on a touchscreen: as on a touchpad, with a quicker flick.",
  [
    "axis": "horizontal",
    "counting": "shown",
    "distance": "0",
    "limits": "stop",
    "settle.law": "easeOut",
    "release.choice": "swipe",
    "release.projection": "0.499",
    "release.deadBand": "300",
    "release.cap": "100000",
    "release.adjacentOnly": "false",
  ])

/// libadwaita's swipes on a touchpad, along the vertical; `reach=0` is its allow-long-swipes.
///
/// Source: libadwaita at c68992b, AdwSwipeTracker on a touchpad: 300 px a page along the vertical, 0.6
/// px/ms, slope 0.3323, and a band of 10 of these px; the spring of AdwCarousel, handed a velocity in
/// px/ms as one in pages a second. The estimator is `gnome.swipe`.
let adwaitaSwipePreset = Preset(
  "adwaita", "libadwaita on a touchpad: at least one on for a flick; reach=0 for long swipes.",
  [
    "axis": "vertical",
    "counting": "shown",
    "distance.touchpad": "300",
    "limits.reach": "3.3333333333333335%",
    "limits.stiffness": "1",
    "distance.handed": "1000",
    "spring.dampingRatio": "1",
    "spring.response": "0.19869176531592203",
    "release.choice": "swipe",
    "release.projection": "0.33233333333333337",
    "release.deadBand": "600",
    "release.cap": "100000",
    "release.adjacentOnly": "false",
  ])
