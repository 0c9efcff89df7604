// swift-format-ignore-file
// Generated from the files in `Systems` by scripts/cases presets; edit those files.

import ReleaseRules

/// The bundled presets.
enum PresetTable {
  /// The presets of the scenario called `name`, the default first.
  static func presets(of name: String) -> [Preset] {
    switch name {
    case "sheet": sheet
    case "pip": pip
    case "modal": modal
    case "card": card
    case "transition": transition
    case "scroll": scroll
    case "paging": paging
    case "swipe": swipe
    case "drawer": drawer
    case "refresh": refresh
    case "rotation": rotation
    case "flashlight": flashlight
    default: [.flickbook]
    }
  }

  private static let sheet: [Preset] = [
    .flickbook,
    Preset(
      "astryx",
      "astryx: the end in the direction of the displacement for a fast flick, else the nearest.",
      source: "astryx, sheet: a flick is faster than 1.2 px/ms after more than 48 px, both exclusive; dismissed past 40 % of the distance from the lowest detent; no cap, dead band or hysteresis; of equally near detents the higher; 0.35 of the drag past the ends, at most 48 px.",
      notReproduced: "Its magnet of 40 px.",
      unknown: ["estimator"],
      ["limits": "capped", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "above 1200 pt/s", "release.tie": "higher", "dismissible": "true", "release.choice": "farFlick", "release.threshold": "0.4", "release.flickDistance": "above 48 pt"]),
    Preset(
      "base-ui",
      "Base UI: nearest to a projection of 0.3 s for a flick, else to the position.",
      source: "Base UI, drawer: a velocity counts from 0.5 px/ms, is limited to 4 px/ms, and is projected by 300 ms; of equally near detents the higher.",
      unknown: ["estimator"],
      ["release.deadBand": "500 pt/s", "release.cap": "4000 pt/s", "release.flick": "0 pt/s", "release.hysteresis": "0 pt", "release.tie": "higher", "release.adjacentOnly": "false", "release.dismissal": "candidate", "release.projection": "0.3 s"]),
    Preset(
      "compose.m3",
      "Compose Material 3 sheets: next anchor for a flick or past 56 pt.",
      source: "Compose Material 3 at 080d2b3: positional threshold 56 dp, velocity threshold 125 dp/s, dampening within 125 dp of the hidden position; Android's maximum fling velocity of 8000 dp/s; limited to the ends while dragged. The spatial spring: damping ratio 0.9, mass 1, stiffness 700, which is a response of 2π / √700 s.",
      choices: ["estimator": "compose.lsq2", "recognizer": "slop", "slop": "8 pt"],
      ["engine": "compose", "release.deadBand": "0 pt/s", "release.cap": "8000 pt/s", "release.flick": "125 pt/s", "release.dismissal": "candidate", "limits": "stop", "spring.dampingRatio": "0.9", "spring.response": "0.2374820823447452 s", "release.choice": "neighbour", "release.neighbour": "atOrBeyond", "release.positional": "56 pt", "release.dampening": "125 pt"]),
    Preset(
      "compose.foundation",
      "Compose AnchoredDraggable: next anchor for a flick or past half of the gap.",
      source: "Compose Foundation at 021178d, AnchoredDraggable: positional threshold 50 % of the gap, velocity threshold 125 dp/s; Android's maximum fling velocity of 8000 dp/s; limited to the ends while dragged; a tween of 300 ms, regardless of the velocity.",
      choices: ["estimator": "compose.lsq2", "recognizer": "slop", "slop": "8 pt"],
      ["release.deadBand": "0 pt/s", "release.cap": "8000 pt/s", "release.flick": "125 pt/s", "release.dismissal": "candidate", "limits": "stop", "settle.law": "swiftOut", "release.choice": "neighbour", "release.neighbour": "atOrBeyond", "release.threshold": "0.5"]),
    Preset(
      "floatingpanel",
      "FloatingPanel: of the two anchors around the panel, the one nearer to the projection.",
      source: "FloatingPanel at 7efcc76, targetPosition(from:with:): momentumProjectionRate 0.998, which is 0.499 s, redirectionalProgress 0.5, removalInteractionVelocityThreshold 5.5 / s, which are also the defaults here; no dead band, cap or flick; no limit to the drag. The attraction spring of flicks: response 0.4 s, damping ratio ln(0.991) / (−2π · 0.001 / 0.4); critical up to 300 pt/s.",
      choices: ["estimator": "apple.recognizer", "recognizer": "slop", "slop": "10 pt"],
      ["engine": "floatingpanel", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.adjacentOnly": "true", "release.dismissal": "thrown", "limits": "free", "spring.dampingRatio": "0.5756", "spring.response": "0.4 s", "spring.calmSpeed": "300 pt/s", "release.choice": "segment"]),
    Preset(
      "floatingpanel.project",
      "FloatingPanel, projecting the momentum past the next anchors.",
      source: "FloatingPanel at 7efcc76, with shouldProjectMomentum(to:) returning true.",
      extends: "floatingpanel",
      choices: ["estimator": "apple.recognizer", "recognizer": "slop", "slop": "10 pt"],
      ["engine": "floatingpanel", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.adjacentOnly": "false", "release.dismissal": "thrown", "limits": "free", "spring.dampingRatio": "0.5756", "spring.response": "0.4 s", "spring.calmSpeed": "300 pt/s", "release.choice": "segment"]),
    Preset(
      "wwdc.998",
      "Designing Fluid Interfaces: nearest to the projection of an ordinary scroll view.",
      source: "“Designing Fluid Interfaces”, WWDC 2018, session 803: deceleration rate 0.998, which is 0.499 s, also the default here, without a dead band, cap or flick; spring of fluid-interfaces at da5c66c, damping ratio 1, response 0.4 s. Of equally near positions the higher, as in a list from the top; the session does not mention this case.",
      choices: ["estimator": "apple.recognizer", "recognizer": "immediate"],
      ["engine": "uikit", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "0 pt/s", "release.hysteresis": "0 pt", "release.tie": "higher", "release.adjacentOnly": "false", "release.dismissal": "candidate", "spring.dampingRatio": "1", "spring.response": "0.4 s"]),
    Preset(
      "wwdc.99",
      "Designing Fluid Interfaces: nearest to the projection of a fast scroll view.",
      source: "“Designing Fluid Interfaces”, WWDC 2018, session 803, with the deceleration rate 0.99, which is 0.99 / (1 − 0.99) / 1000 = 0.099 s; otherwise as wwdc.998.",
      extends: "wwdc.998",
      choices: ["estimator": "apple.recognizer", "recognizer": "immediate"],
      ["engine": "uikit", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "0 pt/s", "release.hysteresis": "0 pt", "release.tie": "higher", "release.adjacentOnly": "false", "release.dismissal": "candidate", "spring.dampingRatio": "1", "spring.response": "0.4 s", "release.projection": "0.099 s"]),
    Preset(
      "flutter",
      "Flutter draggable sheet: next snap size for any velocity above the tolerance.",
      source: "Flutter, DraggableScrollableSheet with snap, `_SnappingSimulation`: velocities up to and including the tolerance of 1 / 0.05 px/s count as zero; no cap or hysteresis; limited to the ends while dragged; continues at the velocity of the finger, at least `minimumSpeed`, 1600 px/s.",
      choices: ["estimator": "flutter.lsq2", "recognizer": "slop", "slop": "18 pt"],
      ["release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "above 20 pt/s", "release.dismissal": "candidate", "limits": "stop", "settle.law": "constant", "release.choice": "neighbour", "release.neighbour": "beyondDownwards"]),
    Preset(
      "gnome-shell",
      "GNOME Shell on a touchpad: as libadwaita, with a shorter projection.",
      source: "gnome-shell at 8f78208, swipeTracker.js, which compares and projects in px/ms: a flick has at least VELOCITY_THRESHOLD_TOUCHPAD, 0.6, and the slope is DECELERATION_TOUCHPAD, 0.997 / (1 − 0.997) / 1000. The motion after the decision is not part of the rule: an ease-out curve whose duration follows from the velocity over the distance, or from 0.002 if the velocity opposes the target. The recognizer: GESTURE_FINGER_COUNT, 3, or more fingers; DRAG_THRESHOLD_DISTANCE, 16 px; a gesture that libinput cancels ends.",
      choices: ["estimator": "gnome.swipe", "recognizer": "slop", "slop": "16 pt", "touchpad-fingers": "3", "finger-change": "end"],
      ["release.deadBand": "600 pt/s", "release.cap": "100000 pt/s", "release.adjacentOnly": "true", "release.dismissal": "candidate", "release.choice": "swipe", "release.projection": "0.33233333333333337 s"]),
    Preset(
      "gnome-shell.touch",
      "GNOME Shell on a touchscreen.",
      source: "gnome-shell at 8f78208, swipeTracker.js: VELOCITY_THRESHOLD_TOUCH, 0.3 px/ms, and the slope DECELERATION_TOUCH, 0.998 / (1 − 0.998) / 1000 = 0.499.",
      extends: "gnome-shell",
      choices: ["estimator": "gnome.swipe", "recognizer": "slop", "slop": "16 pt", "touchpad-fingers": "3", "finger-change": "end"],
      ["release.deadBand": "300 pt/s", "release.cap": "100000 pt/s", "release.adjacentOnly": "true", "release.dismissal": "candidate", "release.choice": "swipe", "release.projection": "0.499 s"]),
    Preset(
      "gorhom",
      "gorhom/bottom-sheet: nearest to a projection of 0.2 s.",
      source: "gorhom/bottom-sheet at bc94d54 and redash, snapPoint(value, velocity, points): 0.2 s, the first of equally near points, which is the lowest; no dead band, cap or flick. Its spring of mass 3, stiffness 1000 and damping 500 moves as a critically damped one: a response of 2π √(3 / 1000) s. The spring gets half of the velocity. Dragged past an end: overDragResistanceFactor, 2.5 times the root.",
      choices: ["estimator": "apple.recognizer"],
      ["limits": "rootWithStep", "release.handOffFraction": "0.5", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "0 pt/s", "release.hysteresis": "0 pt", "release.tie": "lower", "release.adjacentOnly": "false", "release.dismissal": "candidate", "spring.dampingRatio": "1", "spring.response": "0.3441442325727286 s", "release.projection": "0.2 s"]),
    Preset(
      "gorhom.android",
      "gorhom/bottom-sheet on Android: as gorhom, with an easing curve of 0.25 s.",
      source: "gorhom/bottom-sheet at bc94d54, ANIMATION_CONFIGS on Android: 250 ms of Easing.out(Easing.exp) regardless of the velocity; otherwise as gorhom.",
      choices: ["estimator": "android.lsq2"],
      ["limits": "rootWithStep", "settle.law": "exponential", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "0 pt/s", "release.hysteresis": "0 pt", "release.tie": "lower", "release.adjacentOnly": "false", "release.dismissal": "candidate", "release.projection": "0.2 s"]),
    Preset(
      "ionic",
      "Ionic: nearest breakpoint to a projection of 0.35 s.",
      source: "Ionic, sheet modal: 350 ms × the velocity in px/ms, without a dead band, cap or flick; limited to the ends while dragged; of equally near breakpoints the lower, which is first in its list.",
      notReproduced: "The estimator: 0.7 of the newest segment and 0.3 of the estimate before it.",
      unknown: ["estimator"],
      ["release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "0 pt/s", "release.hysteresis": "0 pt", "release.tie": "lower", "release.adjacentOnly": "false", "release.dismissal": "candidate", "limits": "stop", "release.projection": "0.35 s"]),
    Preset(
      "libadwaita",
      "libadwaita: a flick moves at least one detent, but not past a neighbour of the start.",
      source: "libadwaita at c68992b, AdwSwipeTracker on a touchscreen, which compares and projects in px/ms: a flick has at least VELOCITY_THRESHOLD_TOUCH, 0.3, and the slope is DECELERATION_TOUCH, 0.998 / (1 − 0.998) / 1000 = 0.499. The spring of AdwBottomSheet: damping ratio 0.8, mass 1, stiffness 400, which is a response of 2π / √400 s. The spring gets px/ms as whole travels per second, as if the travel were 1000 px.",
      otherNames: ["adw"],
      choices: ["estimator": "gnome.swipe", "recognizer": "slop", "slop": "16 pt", "finger-match": "exactly", "finger-change": "end"],
      ["release.deadBand": "300 pt/s", "release.cap": "100000 pt/s", "release.adjacentOnly": "true", "release.dismissal": "candidate", "release.handOffDistance": "1000 pt", "spring.dampingRatio": "0.8", "spring.response": "0.3141592653589793 s", "release.choice": "swipe", "release.projection": "0.499 s"]),
    Preset(
      "libadwaita.long",
      "libadwaita with long swipes.",
      source: "libadwaita at c68992b, AdwSwipeTracker with allow-long-swipes; otherwise as libadwaita.",
      otherNames: ["adw.long"],
      extends: "libadwaita",
      choices: ["estimator": "gnome.swipe", "recognizer": "slop", "slop": "16 pt", "finger-match": "exactly", "finger-change": "end"],
      ["release.deadBand": "300 pt/s", "release.cap": "100000 pt/s", "release.adjacentOnly": "false", "release.dismissal": "candidate", "release.handOffDistance": "1000 pt", "spring.dampingRatio": "0.8", "spring.response": "0.3141592653589793 s", "release.choice": "swipe", "release.projection": "0.499 s"]),
    Preset(
      "material",
      "Material bottom sheet with a half expanded state.",
      source: "Material Components for Android at ac7e18e, BottomSheetBehavior with fitToContents off: ViewDragHelper's minimum of 50 dp/s, SIGNIFICANT_VEL_THRESHOLD 500 px/s, which is exclusive, HIDE_FRICTION 0.1, HIDE_THRESHOLD 0.5; limited to the ends while dragged; ViewDragHelper's quintic over at most 0.6 s.",
      choices: ["estimator": "android.lsq2", "recognizer": "slop", "slop": "8 pt"],
      ["release.deadBand": "50 pt/s", "release.cap": "100000 pt/s", "release.flick": "above 500 pt/s", "limits": "stop", "settle.law": "quintic", "release.choice": "halfExpanded", "release.projection": "0.1 s", "release.threshold": "0.5"]),
    Preset(
      "material.fit",
      "Material bottom sheet that fits its contents: expanded or collapsed.",
      source: "Material Components for Android at ac7e18e, BottomSheetBehavior with fitToContents on; numbers as for material.",
      extends: "material",
      choices: ["estimator": "android.lsq2", "recognizer": "slop", "slop": "8 pt"],
      ["release.deadBand": "50 pt/s", "release.cap": "100000 pt/s", "release.flick": "above 500 pt/s", "limits": "stop", "settle.law": "quintic", "release.choice": "halfExpanded", "release.projection": "0.1 s", "release.threshold": "0.5", "release.fitsContents": "true"]),
    Preset(
      "material.hideable",
      "Material bottom sheet with a half expanded state that can be hidden.",
      source: "Material Components for Android at ac7e18e, BottomSheetBehavior, hideable, with fitToContents off; numbers as for material.",
      extends: "material",
      choices: ["estimator": "android.lsq2", "recognizer": "slop", "slop": "8 pt"],
      ["release.deadBand": "50 pt/s", "release.cap": "100000 pt/s", "release.flick": "above 500 pt/s", "limits": "stop", "settle.law": "quintic", "release.choice": "halfExpanded", "release.projection": "0.1 s", "release.threshold": "0.5", "dismissible": "true"]),
    Preset(
      "niri",
      "niri: nearest to a projection of a third of a second.",
      source: "niri at f30db16: the exact projection −1 / (1000 ln 0.997) s, without a dead band, cap or flick; of equally near positions the higher. `input/mod.rs`: exactly three fingers, an axis that is chosen after 16 px, and a gesture that libinput cancels is cancelled.",
      choices: ["estimator": "niri.swipe", "recognizer": "slop", "slop": "16 pt", "touchpad-fingers": "3", "finger-match": "exactly", "finger-change": "cancel"],
      ["release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "0 pt/s", "release.hysteresis": "0 pt", "release.tie": "higher", "release.adjacentOnly": "false", "release.dismissal": "candidate", "release.projection": "0.332833082958 s"]),
    Preset(
      "react-spring-bottom-sheet",
      "react-spring-bottom-sheet: nearest to a projection by displacement × speed.",
      source: "react-spring-bottom-sheet at 3cb57d1: the height nearest to twice the predicted displacement, in whole pixels, of equally near heights the lower; dismissed if the displacement predicted once is below half, 0.5, of the lowest height. No dead band, cap or flick.",
      otherNames: ["react-spring"],
      notReproduced: "Its springs.",
      unknown: ["estimator"],
      ["release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.tie": "lower", "dismissible": "true", "release.choice": "reactSpringBottomSheet", "release.threshold": "0.5"]),
    Preset(
      "smooth_sheets",
      "smooth_sheets: a flick moves to the snap position after the nearest.",
      source: "smooth_sheets at beb86c7, MultiSnapGrid: a flick has at least minFlingSpeed, 50 px/s; no dead band, cap or hysteresis. The spring: mass 0.5, stiffness 100, damping ratio 1.1, which is a response of 2π √(0.5 / 100) s.",
      choices: ["estimator": "flutter.lsq2", "recognizer": "slop", "slop": "18 pt"],
      ["engine": "flutter", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "50 pt/s", "release.dismissal": "candidate", "spring.dampingRatio": "1.1", "spring.response": "0.44428829381583657 s", "release.choice": "neighbour", "release.neighbour": "afterNearest"]),
    Preset(
      "vaul",
      "vaul: by the mean speed and the direction of the displacement.",
      source: "vaul at 3e97aac: the mean speed of the whole drag; above VELOCITY_THRESHOLD 0.4 px/ms, which is exclusive, the neighbour, unless the displacement is 40 % of the window or more; above 2 px/ms, exclusive, the end; of equally near snap points the lower; 8 (ln(v + 1) − 2) past the top; and cubic-bezier(0.32, 0.72, 0, 1) over 0.5 s.",
      ["limits": "logarithm", "settle.law": "drawer", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "above 400 pt/s", "release.tie": "lower", "dismissible": "true", "release.source": "mean", "release.choice": "vaul", "release.threshold": "0.4", "release.skip": "above 2000 pt/s"]),
    Preset(
      "vaul.sequential",
      "vaul, never past the next snap point.",
      source: "vaul at 3e97aac with snapToSequentialPoint, which disables the threshold of 2 px/ms; otherwise as vaul.",
      extends: "vaul",
      ["limits": "logarithm", "settle.law": "drawer", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "above 400 pt/s", "release.tie": "lower", "dismissible": "true", "release.source": "mean", "release.choice": "vaul", "release.threshold": "0.4", "release.skip": "0 pt/s"]),
    Preset(
      "wave",
      "The sheet of Wave's sample app.",
      source: "Wave at a52498e, Sample-App/SheetViewController: collapsed 200 pt, presented 0.9 × the height, tracking without a spring, no limit to the drag, the projected translation against half of the range, damping ratio 0.8 and response 0.7 s; margins of 80 pt when collapsed and 40 pt when presented, half of it on each side; a cancelled pan counts as ended.",
      choices: ["estimator": "apple.recognizer", "recognizer": "immediate"],
      ["engine": "wave", "detents": "collapsed:200,presented:90%", "margin.lowest": "80 pt", "margin.highest": "40 pt", "tracking.response": "0 s", "spring.dampingRatio": "0.8", "spring.response": "0.7 s", "limits": "free", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.cancelled": "asLift", "release.point": "unlimited", "release.choice": "progress", "release.threshold": "0.5", "release.flick": "0 pt/s"]),
    Preset(
      "zag",
      "Zag: as Base UI, but a flick back after a drag of 24 pt is ignored.",
      source: "Zag, drawer: a velocity counts from 400 px/s, is limited to 4000 px/s, is projected by 0.4 s, and is ignored if it opposes a displacement of 24 px or more; of equally near detents the higher; the square root of the drag past the ends.",
      unknown: ["estimator"],
      ["limits": "root", "release.deadBand": "400 pt/s", "release.cap": "4000 pt/s", "release.flick": "0 pt/s", "release.hysteresis": "0 pt", "release.tie": "higher", "release.adjacentOnly": "false", "release.dismissal": "candidate", "release.projection": "0.4 s", "release.opposed": "24 pt"]),
  ]

  private static let pip: [Preset] = [
    .flickbook,
    Preset(
      "aosp",
      "Android: thrown to a side against friction, with a stash and a dismissal target.",
      source: "Android, WMShell, `PipMotionHelper`, `PipTouchHandler`, `PhysicsAnimator` and `MagnetizedObject`, at 773a9df and 182d173: friction of 1.9 × 4.2 per second, then a spring with stiffness 700 and damping ratio 1, to the side in whose half the projection is, and to the right for a release at rest; stashed above 18,000 px/s with 32 dp visible, back within 250 ms; dismissed by a circle of 96 dp. Speeds are in pixels there and in points here. The window is 108 dp high, 16:9, 16 dp from the edges.",
      notReproduced: "Shrinking during the dismissal, and avoiding the cutouts of the screen.",
      choices: ["estimator": "android.lsq2", "recognizer": "slop", "slop": "8 pt"],
      ["engine": "android", "mode": "edges", "width": "192 pt", "height": "108 pt", "margin": "16 pt", "tracking.response": "0 s", "limits": "free", "friction": "true", "spring.dampingRatio": "1", "spring.response": "0.2374820823447452 s", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.projection": "0.12531328320802007 s", "release.choice": "half", "stash": "true", "stash.speed": "18000 pt/s", "stash.visible": "32 pt", "stash.unstash": "0.25 s", "dismiss": "true", "dismiss.leave": "1", "dismiss.throw": "off", "dismiss.point": "touch", "dismiss.entersOnly": "false"]),
    Preset(
      "aosp-fling-line",
      "Android 8 to 10: to the point where the line of the throw meets the edge.",
      source: "Android, `PipSnapAlgorithm` at 114b525, with the snap mode for edges with corner magnets: the target is where the line of the throw meets the edge, or a corner within 0.3 of the longer side. A throw without a horizontal velocity has no line, and goes up and to the left.",
      notReproduced: "The timed animations; the spring is the one of later Android versions.",
      choices: ["estimator": "android.lsq2", "recognizer": "slop", "slop": "8 pt"],
      ["mode": "free", "width": "192 pt", "height": "108 pt", "margin": "16 pt", "tracking.response": "0 s", "limits": "stop", "spring.dampingRatio": "1", "spring.response": "0.2374820823447452 s", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.choice": "flingLine", "release.threshold": "0.3"]),
    Preset(
      "wwdc.998",
      "Designing Fluid Interfaces: the corner nearest to the projected centre.",
      source: "fluid-interfaces at da5c66c, `Pip.swift`: 86 × 130 pt, spacing 25 pt, nearest corner to the projected centre, damping ratio 1, response 0.4 s, one to one under the finger.",
      notReproduced: "A spacing of 23 pt at the sides.",
      choices: ["estimator": "apple.recognizer", "recognizer": "immediate"],
      ["engine": "uikit", "width": "86 pt", "height": "130 pt", "margin": "25 pt", "tracking.response": "0 s", "limits": "free", "spring.dampingRatio": "1", "spring.response": "0.4 s", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "0 pt/s", "release.hysteresis": "0 pt", "release.adjacentOnly": "false"]),
    Preset(
      "wave",
      "The Picture-in-Picture window of Wave's sample app.",
      source: "Wave at a52498e, Sample-App/PictureInPictureViewController: 120 × 80 pt, margin 25 pt, starting at the upper left, the quadrant of the projected touch, springs 0.8 / 0.26 s under the finger and 0.68 / 0.8 s after it; a cancelled pan counts as ended.",
      choices: ["estimator": "apple.recognizer", "recognizer": "immediate"],
      ["engine": "wave", "width": "120 pt", "height": "80 pt", "margin": "25 pt", "start": "topLeft", "tracking.dampingRatio": "0.8", "tracking.response": "0.26 s", "spring.dampingRatio": "0.68", "spring.response": "0.8 s", "limits": "free", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.cancelled": "asLift", "release.point": "touch", "release.choice": "quadrant"]),
  ]

  private static let modal: [Preset] = [
    .flickbook,
    Preset(
      "flutter",
      "Flutter's modal bottom sheet: dismissed above 700 px/s or past half of its height.",
      source: "Flutter, `bottom_sheet.dart`: `_minFlingVelocity` 700, which is exclusive, and `_closeProgressThreshold` 0.5; a flick up does not keep the sheet.",
      choices: ["estimator": "flutter.lsq2", "recognizer": "slop", "slop": "18 pt"],
      ["limits": "stop", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "above 700 pt/s", "release.positional": "0 pt", "release.threshold": "0.5", "release.heedsFlickBack": "false"]),
    Preset(
      "wave",
      "The dismissible modal of Wave's documentation.",
      source: "Wave, documentation on gestures and velocity: only downwards, dismissed past 100 pt or above 500 pt/s, of which either is enough; `interactiveSpring`, 0.8 / 0.2 s, under the finger, and `animatedSpring`, 0.68 / 0.8 s, after it, as in its sample; a cancelled pan counts as ended.",
      notReproduced: "A throw by a finger above the top edge, which cannot move the modal.",
      choices: ["estimator": "apple.recognizer"],
      ["engine": "wave", "top": "0 pt", "tracking.dampingRatio": "0.8", "tracking.response": "0.2 s", "spring.dampingRatio": "0.68", "spring.response": "0.8 s", "limits": "stop", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.cancelled": "asLift", "release.heedsFlickBack": "false"]),
  ]

  private static let card: [Preset] = [
    .flickbook,
    Preset(
      "fluidinterfaces",
      "The acceleration sample of fluid-interfaces: records when the finger pauses.",
      source: "fluid-interfaces at da5c66c, `Acceleration.swift`: a pause is seven velocities at 60 Hz of at most 100 pt/s, after 50 pt, with more than 0.9 of the speed lost; back with damping ratio 0.8, response 0.3 s.",
      choices: ["estimator": "apple.recognizer", "recognizer": "immediate"],
      ["engine": "uikit", "axes": "vertical", "tilt": "0 °", "scale.held": "1", "cornerRadius.held": "12 pt", "tracking.response": "0 s", "spring.dampingRatio": "0.8", "spring.response": "0.3 s", "pause.window": "0.116 s", "pause.speed": "100 pt/s", "pause.distance": "50 pt", "pause.loss": "0.9"]),
    Preset(
      "flutter",
      "The Dismissible of Flutter: swiped out to the left or the right.",
      source: "Flutter, `dismissible.dart`: 700 px/s, 400 px/s faster than along the other axis, 40 % of the width, measured without a projection; the spring is that of `AnimationController.fling`, a stiffness of 500 at unit mass, critically damped: 2π / √500 = 0.281 s. The width of a row is that of the screen.",
      choices: ["estimator": "flutter.lsq2", "recognizer": "slop", "slop": "18 pt"],
      ["engine": "flutter", "width": "390 pt", "height": "56 pt", "dismissible": "true", "directions": "horizontal", "axes": "horizontal", "measure": "card", "tilt": "0 °", "scale.held": "1", "cornerRadius": "0 pt", "cornerRadius.held": "0 pt", "tracking.response": "0 s", "spring.dampingRatio": "1", "spring.response": "0.281 s", "release.deadBand": "0 pt/s", "release.projection": "0 s", "release.threshold": "0.4", "release.flick": "700 pt/s", "release.flickDistance": "0.001 pt", "release.across": "400 pt/s"]),
    Preset(
      "wave",
      "The draggable card of Wave's documentation.",
      source: "Wave, documentation on gestures and velocity: `Spring.defaultInteractive` under the finger, then the loose spring of its Picture-in-Picture sample, with the gesture's velocity; a cancelled pan counts as ended.",
      choices: ["estimator": "apple.recognizer"],
      ["engine": "wave", "tilt": "0 °", "scale.held": "1", "cornerRadius.held": "12 pt", "tracking.dampingRatio": "0.8", "tracking.response": "0.2 s", "spring.dampingRatio": "0.68", "spring.response": "0.8 s", "release.cap": "100000 pt/s", "release.cancelled": "asLift"]),
  ]

  private static let transition: [Preset] = [
    .flickbook,
    Preset(
      "blocks",
      "The block game of the article: without a velocity the tile keeps its direction.",
      source: "“Interactive animations with UIViewPropertyAnimator”, the block game",
      choices: ["estimator": "apple.recognizer", "recognizer": "slop", "slop": "10 pt"],
      ["rule": "opposite", "release.deadBand": "0 pt/s", "curve": "linear"]),
    Preset(
      "projecting",
      "Moves to the position nearest to the projection, on a spring with the finger's velocity.",
      source: "ours; as for a thrown sheet",
      ["rule": "projected", "continuation": "spring"]),
  ]

  private static let scroll: [Preset] = [
    .flickbook,
    Preset(
      "fast",
      "The deceleration of a paging scroll view.",
      source: "Apple, UIScrollView.DecelerationRate.fast, 0.99",
      choices: ["estimator": "apple.scrollview", "recognizer": "slop", "slop": "10 pt"],
      ["decelerationRate": "0.99"]),
    Preset(
      "clamped",
      "Without a bounce: a throw stops at the edge.",
      source: "ours; a list with rigid ends",
      ["limits": "stop"]),
  ]

  private static let paging: [Preset] = [
    .flickbook,
    Preset(
      "long",
      "Any number of pages with one touch, as far as it is dragged and thrown.",
      source: "ours; the projection of an ordinary scroll view, which stops at a page.",
      ["reach": "0", "release.adjacentOnly": "false"]),
    Preset(
      "flutter",
      "Flutter: rounds the page, plus half a page for a velocity above the tolerance.",
      source: "Flutter, `PageScrollPhysics`: a tolerance of 20 px/s, which is exclusive, and 1 px, at a device pixel ratio of 1; a spring of mass 0.5, stiffness 100 and damping ratio 1.1; ends that stop as on Android.",
      choices: ["estimator": "flutter.lsq2", "recognizer": "slop", "slop": "18 pt"],
      ["reach": "0", "limits": "stop", "engine": "flutter", "spring.dampingRatio": "1.1", "spring.response": "0.44428829381583657 s", "settle.distance": "1 pt", "settle.speed": "20 pt/s", "release.choice": "roundedPage", "release.deadBand": "0 pt/s", "release.flick": "above 20 pt/s"]),
    Preset(
      "adwaita",
      "libadwaita's carousel: a flick moves at least one page; reach=0 for long swipes.",
      source: "libadwaita at c68992b, AdwSwipeTracker on a touchscreen and AdwCarousel: 0.3 px/ms, slope 0.499, a band of 10 px; a spring with damping ratio 1, mass 0.5 and stiffness 500, which gets the velocity in px/ms as pages per second.",
      notReproduced: "Ignoring an outward velocity beyond an end.",
      choices: ["estimator": "gnome.swipe", "recognizer": "slop", "slop": "16 pt", "finger-match": "exactly", "finger-change": "end"],
      ["counting": "shown", "limits.reach": "10", "limits.stiffness": "1", "distance.handed": "1000 pt", "spring.dampingRatio": "1", "spring.response": "0.19869176531592203 s", "release.choice": "swipe", "release.projection": "0.499 s", "release.deadBand": "300 pt/s", "release.cap": "100000 pt/s", "release.adjacentOnly": "false"]),
  ]

  private static let swipe: [Preset] = [
    .flickbook,
    Preset(
      "long",
      "Any number of pages with one touch, as far as it is dragged and thrown.",
      source: "ours; the projection of an ordinary scroll view, which stops at a page.",
      ["reach": "0", "release.adjacentOnly": "false"]),
    Preset(
      "gnome-shell",
      "GNOME Shell on a touchpad: a flick moves at least one workspace, with an easing curve.",
      source: "gnome-shell at 8f78208, `swipeTracker.js` on a touchpad: 400 px per workspace, a flick from 0.6 px/ms, slope 0.3323, ends that stop, and a duration that follows from the velocity; GESTURE_FINGER_COUNT, 3, or more fingers; DRAG_THRESHOLD_DISTANCE, 16 px; a gesture that libinput cancels ends.",
      choices: ["estimator": "gnome.swipe", "recognizer": "slop", "slop": "16 pt", "touchpad-fingers": "3", "finger-change": "end"],
      ["axis": "horizontal", "counting": "shown", "distance.touchpad": "400 pt", "limits": "stop", "settle.law": "easeOut", "release.choice": "swipe", "release.projection": "0.33233333333333337 s", "release.deadBand": "600 pt/s", "release.cap": "100000 pt/s", "release.adjacentOnly": "false"]),
    Preset(
      "gnome-shell.touch",
      "GNOME Shell on a touchscreen: as on a touchpad, with a lower flick threshold.",
      source: "gnome-shell at 8f78208, `swipeTracker.js`: as on a touchpad, with 0.3 px/ms, slope 0.499, and the length of the screen per workspace.",
      choices: ["estimator": "gnome.swipe", "recognizer": "slop", "slop": "16 pt"],
      ["axis": "horizontal", "counting": "shown", "distance": "0 pt", "limits": "stop", "settle.law": "easeOut", "release.choice": "swipe", "release.projection": "0.499 s", "release.deadBand": "300 pt/s", "release.cap": "100000 pt/s", "release.adjacentOnly": "false"]),
    Preset(
      "adwaita",
      "libadwaita on a touchpad: a flick moves at least one workspace; reach=0 for long swipes.",
      source: "libadwaita at c68992b, AdwSwipeTracker on a touchpad: 300 px per page along the vertical, 0.6 px/ms, slope 0.3323, and a band of 10 of these px; the spring of AdwCarousel, which gets the velocity in px/ms as pages per second.",
      choices: ["estimator": "gnome.swipe", "finger-match": "exactly", "finger-change": "end"],
      ["axis": "vertical", "counting": "shown", "distance.touchpad": "300 pt", "limits.reach": "3.3333333333333335%", "limits.stiffness": "1", "distance.handed": "1000 pt", "spring.dampingRatio": "1", "spring.response": "0.19869176531592203 s", "release.choice": "swipe", "release.projection": "0.33233333333333337 s", "release.deadBand": "600 pt/s", "release.cap": "100000 pt/s", "release.adjacentOnly": "false"]),
    Preset(
      "niri",
      "niri: nearest to a projection of a third of a second, at most one workspace.",
      source: "niri at f30db16, `monitor.rs` and `swipe_tracker.rs`: nearest to the projection of the unlimited position at 0.997 per millisecond, limited to the neighbours of the active workspace; the hand-off takes the velocity after the rubber band; damping ratio 1, stiffness 1000. `input/mod.rs`: exactly three fingers, an axis that is chosen after 16 px, and a gesture that libinput cancels is cancelled.",
      notReproduced: "The loss of the velocity of a swipe that ends exactly on its workspace.",
      choices: ["estimator": "niri.swipe", "recognizer": "slop", "slop": "16 pt", "touchpad-fingers": "3", "finger-match": "exactly", "finger-change": "cancel"],
      ["axis": "vertical", "distance": "0 pt", "distance.touchpad": "300 pt", "limits.reach": "5%", "limits.stiffness": "0.5", "spring.dampingRatio": "1", "spring.response": "0.19869176531592203 s", "release.choice": "nearest", "release.point": "unlimited", "release.projection": "0.33283308295761904 s", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "0 pt/s", "release.hysteresis": "0 pt", "release.adjacentOnly": "false"]),
  ]

  private static let drawer: [Preset] = [
    .flickbook,
    Preset(
      "compose",
      "The modal drawer of Compose: next anchor for a flick or past half of the distance.",
      source: "Compose Material, `ModalDrawer`: 400 dp/s and half of the distance, dragged from anywhere on the screen, at most 360 dp wide, a scrim of 32 %; a tween of 256 ms, regardless of the velocity.",
      choices: ["estimator": "compose.lsq2", "recognizer": "slop", "slop": "8 pt"],
      ["width": "360 pt", "edge": "100000 pt", "scrim": "0.32", "tap.slop": "18 pt", "tracking.response": "0 s", "limits": "stop", "settle.law": "swiftOut", "settle.duration": "0.256 s", "release.deadBand": "0 pt/s", "release.cap": "8000 pt/s", "release.flick": "400 pt/s", "release.choice": "neighbour", "release.neighbour": "atOrBeyond", "release.threshold": "0.5"]),
    Preset(
      "fluidinterfaces",
      "The momentum drawer of fluid-interfaces: the direction of the velocity, at any speed.",
      source: "fluid-interfaces at da5c66c, `Momentum.swift`: damping ratio 0.8, response 0.3 s, a velocity at the hand-off of at most 30 times the remaining distance per second; without a velocity the drawer continues as if it had not been touched. There it is at the lower edge.",
      choices: ["estimator": "apple.recognizer", "recognizer": "immediate"],
      ["engine": "uikit", "edge": "100000 pt", "tap.slop": "0 pt", "tracking.response": "0 s", "limits": "stop", "spring.dampingRatio": "0.8", "spring.response": "0.3 s", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.choice": "direction", "release.handOff": "30 1/s"]),
    Preset(
      "flutter",
      "Flutter's drawer: the direction of a flick, otherwise the nearer end.",
      source: "Flutter, `drawer.dart`: 304 px, an edge of 20 px, 365 px/s, half of the distance, a scrim of 54 %, the fling spring of mass 1, stiffness 500 and critical damping; `kTouchSlop`, 18 px.",
      notReproduced: "A start velocity of 1 width per second after a slow release.",
      choices: ["estimator": "flutter.lsq2", "recognizer": "slop", "slop": "18 pt"],
      ["engine": "flutter", "width": "304 pt", "edge": "20 pt", "scrim": "0.54", "tap.slop": "18 pt", "tracking.response": "0 s", "limits": "stop", "spring.dampingRatio": "1", "spring.response": "0.281 s", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "365 pt/s", "release.choice": "neighbour", "release.neighbour": "afterNearest"]),
  ]

  private static let refresh: [Preset] = [
    .flickbook,
    Preset(
      "compose",
      "Compose's pull to refresh: 80 pt at half of the finger's distance.",
      source: "Compose Material, `PullRefreshState`: 80 dp, half of the finger's distance, at most twice the threshold by the quadratic form, no hysteresis; an indicator that does not shrink.",
      choices: ["estimator": "compose.lsq2", "recognizer": "slop", "slop": "8 pt"],
      ["height": "80 pt", "pull.resistance": "0.5", "pull.fraction": "0", "pull.limit": "2", "pull.overscroll": "quadratic", "pull.hysteresis": "0 pt", "pull.startsAtTop": "false", "scaleOut": "0 s"]),
    Preset(
      "flutter",
      "Flutter's refresh indicator: a sixth of the screen arms, and stays armed.",
      source: "Flutter, `refresh_indicator.dart`: a quarter of the viewport is one and a half times the displacement of 40 px, so a sixth arms; armed until the list is scrolled down; only a pan that begins at the top; 150 ms and 200 ms.",
      notReproduced: "A list that stays in place while the indicator moves at a constant speed.",
      choices: ["estimator": "flutter.lsq2", "recognizer": "slop", "slop": "18 pt"],
      ["height": "40 pt", "pull.fraction": "0.16666666666666666", "pull.limit": "1.5", "pull.overscroll": "stop", "pull.hysteresis": "100000 pt", "pull.startsAtTop": "true", "snap.dampingRatio": "1", "snap.response": "0.15 s", "return.dampingRatio": "1", "return.response": "0.2 s", "scaleOut": "0.2 s"]),
  ]

  private static let rotation: [Preset] = [
    .flickbook,
    Preset(
      "fluidinterfaces",
      "The rotation of fluid-interfaces: the right angle nearest to the projection.",
      source: "fluid-interfaces at da5c66c, `Rotation.swift`: the right angle within half a turn that is nearest to the projection at the deceleration rate 0.99, damping ratio 0.8, response 0.4 s.",
      notReproduced: "A jump when the dial is caught in flight, and the loss of a velocity if there is no distance to go.",
      choices: ["estimator": "apple.recognizer", "recognizer": "immediate"],
      ["engine": "uikit", "step": "90 °", "wraps": "false", "tracking.response": "0 s", "limits": "free", "spring.dampingRatio": "0.8", "spring.response": "0.4 s", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "0 pt/s", "release.hysteresis": "0 pt", "release.adjacentOnly": "false", "release.projection": "0.099 s"]),
  ]

  private static let flashlight: [Preset] = [
    .flickbook,
    Preset(
      "fluidinterfaces",
      "The flashlight of fluid-interfaces: the width follows the force without a spring.",
      source: "fluid-interfaces at da5c66c, `FlashlightButton`: the numbers are the defaults here, and the size is set from the force without a spring.",
      choices: ["estimator": "apple.recognizer", "recognizer": "immediate"],
      ["tracking.response": "0 s"]),
  ]
}
