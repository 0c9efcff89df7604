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
      "astryx: a fast flick goes to the last detent in the direction of the drag, any other release to the nearest detent.",
      source: "astryx, sheet: a flick is faster than 1.2 px/ms and moves more than 48 px. A release farther than 40 % of the distance from the lowest detent to the dismissed position dismisses the sheet. Of two equally near detents, the higher one is picked. There is no cap, dead band or hysteresis. Past an end, the sheet follows 0.35 of the drag, at most 48 px.",
      known: .source,
      notReproduced: "The magnet of the original, 40 px.",
      unknown: ["estimator"],
      ["limits": "capped", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "above 1200 pt/s", "release.tie": "higher", "dismissible": "true", "release.choice": "farFlick", "release.threshold": "0.4", "release.flickDistance": "above 48 pt"]),
    Preset(
      "base-ui",
      "Base UI: a flick goes to the detent nearest to the projection by 0.3 s, any other release to the nearest detent.",
      source: "Base UI at 087c60b9, `DrawerViewport.tsx` and `useSwipeDismiss.ts`: the velocity is that of the last step, over at least 16 ms, and zero after a rest of more than 80 ms. It counts from 0.5 px/ms, is limited to 4 px/ms, and is projected by 300 ms. Of two equally near snap points, the first in the list is picked, the lower one if the list goes up. A drag counts from the first movement that the page sees, and from the active snap point, also while the sheet still moves to it.",
      known: .source,
      notReproduced: "A flick down of 0.5 px/ms closes the drawer. A velocity against a displacement of 10 px or more is replaced by the mean of the drag. Past the top, the sheet moves by the square root of the drag. After a release, it moves as the style sheet of the page says.",
      choices: ["estimator": "base-ui", "recognizer": "slop", "slop": "15 pt"],
      ["tracking.response": "0 s", "catch": "dragFromTarget", "release.deadBand": "500 pt/s", "release.cap": "4000 pt/s", "release.flick": "0 pt/s", "release.hysteresis": "0 pt", "release.tie": "lower", "release.adjacentOnly": "false", "release.dismissal": "candidate", "release.projection": "0.3 s"]),
    Preset(
      "compose.m3",
      "Compose Material 3 sheets: a flick, or a drag past 56 pt, goes to the next anchor.",
      source: "Compose Material 3 at 080d2b3: the positional threshold is 56 dp, the velocity threshold is 125 dp/s, and velocities are dampened within 125 dp of the hidden position. Android's maximum fling velocity is 8000 dp/s. A drag is limited to the ends. The spatial spring has damping ratio 0.9, mass 1 and stiffness 700, which is a response of 2π / √700 s.",
      known: .source,
      choices: ["estimator": "compose.lsq2", "recognizer": "slop", "slop": "8 pt"],
      ["engine": "compose", "release.deadBand": "0 pt/s", "release.cap": "8000 pt/s", "release.flick": "125 pt/s", "release.dismissal": "candidate", "limits": "stop", "spring.dampingRatio": "0.9", "spring.response": "0.2374820823447452 s", "release.choice": "neighbour", "release.neighbour": "atOrBeyond", "release.positional": "56 pt", "release.dampening": "125 pt"]),
    Preset(
      "compose.foundation",
      "Compose AnchoredDraggable: a flick, or a drag past half of the gap, goes to the next anchor.",
      source: "Compose Foundation at 021178d, AnchoredDraggable: the positional threshold is 50 % of the gap, and the velocity threshold is 125 dp/s. Android's maximum fling velocity is 8000 dp/s. A drag is limited to the ends. The motion is a tween of 300 ms, regardless of the velocity.",
      known: .source,
      choices: ["estimator": "compose.lsq2", "recognizer": "slop", "slop": "8 pt"],
      ["release.deadBand": "0 pt/s", "release.cap": "8000 pt/s", "release.flick": "125 pt/s", "release.dismissal": "candidate", "limits": "stop", "settle.law": "swiftOut", "release.choice": "neighbour", "release.neighbour": "atOrBeyond", "release.threshold": "0.5"]),
    Preset(
      "floatingpanel",
      "FloatingPanel: picks the one of the two anchors next to the panel that is nearer to the projection.",
      source: "FloatingPanel at 7efcc76, targetPosition(from:with:): momentumProjectionRate is 0.998, which is 0.499 s; redirectionalProgress is 0.5; removalInteractionVelocityThreshold is 5.5 / s. These three are also the defaults here. There is no dead band, cap or flick, and no limit to the drag. The attraction spring of flicks has a response of 0.4 s and a damping ratio of ln(0.991) / (−2π · 0.001 / 0.4); up to 300 pt/s, the spring is critically damped.",
      known: .source,
      choices: ["estimator": "apple.recognizer", "recognizer": "slop", "slop": "10 pt"],
      ["engine": "floatingpanel", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.adjacentOnly": "true", "release.dismissal": "thrown", "limits": "free", "spring.dampingRatio": "0.5756", "spring.response": "0.4 s", "spring.calmSpeed": "300 pt/s", "release.choice": "segment"]),
    Preset(
      "floatingpanel.project",
      "FloatingPanel with a projection that may pass the next anchors.",
      source: "FloatingPanel at 7efcc76, with shouldProjectMomentum(to:) returning true.",
      known: .source,
      extends: "floatingpanel",
      choices: ["estimator": "apple.recognizer", "recognizer": "slop", "slop": "10 pt"],
      ["engine": "floatingpanel", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.adjacentOnly": "false", "release.dismissal": "thrown", "limits": "free", "spring.dampingRatio": "0.5756", "spring.response": "0.4 s", "spring.calmSpeed": "300 pt/s", "release.choice": "segment"]),
    Preset(
      "wwdc.998",
      "Designing Fluid Interfaces: picks the detent nearest to the projection of an ordinary scroll view.",
      source: "“Designing Fluid Interfaces”, WWDC 2018, session 803: the deceleration rate is 0.998, which is a projection of 0.499 s, also the default here. There is no dead band, cap or flick. The spring is that of fluid-interfaces at da5c66c, with damping ratio 1 and response 0.4 s. Of two equally near positions, the higher one is picked, as in a list from the top; the session does not mention this case.",
      known: .documented,
      choices: ["estimator": "apple.recognizer", "recognizer": "immediate"],
      ["engine": "uikit", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "0 pt/s", "release.hysteresis": "0 pt", "release.tie": "higher", "release.adjacentOnly": "false", "release.dismissal": "candidate", "spring.dampingRatio": "1", "spring.response": "0.4 s"]),
    Preset(
      "wwdc.99",
      "Designing Fluid Interfaces: picks the detent nearest to the projection of a fast scroll view.",
      source: "“Designing Fluid Interfaces”, WWDC 2018, session 803: the deceleration rate is 0.99, which is a projection of 0.99 / (1 − 0.99) / 1000 = 0.099 s. Everything else is the same as in wwdc.998.",
      known: .documented,
      extends: "wwdc.998",
      choices: ["estimator": "apple.recognizer", "recognizer": "immediate"],
      ["engine": "uikit", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "0 pt/s", "release.hysteresis": "0 pt", "release.tie": "higher", "release.adjacentOnly": "false", "release.dismissal": "candidate", "spring.dampingRatio": "1", "spring.response": "0.4 s", "release.projection": "0.099 s"]),
    Preset(
      "flutter",
      "Flutter's draggable sheet: any velocity above the tolerance goes to the next snap size.",
      source: "Flutter, DraggableScrollableSheet with snap, `_SnappingSimulation`: velocities up to and including the tolerance of 1 / 0.05 px/s count as zero. There is no cap or hysteresis. A drag is limited to the ends. The sheet continues at the velocity of the finger, but at least at `minimumSpeed`, 1600 px/s.",
      known: .source,
      choices: ["estimator": "flutter.lsq2", "recognizer": "slop", "slop": "18 pt"],
      ["release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "above 20 pt/s", "release.dismissal": "candidate", "limits": "stop", "settle.law": "constant", "release.choice": "neighbour", "release.neighbour": "beyondDownwards"]),
    Preset(
      "gnome-shell",
      "GNOME Shell on a touchpad: like libadwaita, with a shorter projection.",
      source: "gnome-shell at 8f78208, swipeTracker.js, which compares and projects in px/ms: a flick has at least VELOCITY_THRESHOLD_TOUCHPAD, 0.6, and the slope is DECELERATION_TOUCHPAD, 0.997 / (1 − 0.997) / 1000. The motion after the decision is not part of the rule: it is an ease-out curve whose duration follows from the velocity over the distance, or from 0.002 if the velocity opposes the target. The recognizer needs at least GESTURE_FINGER_COUNT, 3, fingers, and DRAG_THRESHOLD_DISTANCE, 16 units of libinput. A gesture that libinput cancels ends.",
      known: .source,
      choices: ["estimator": "gnome.touchpad", "recognizer": "gnome", "slop": "16 pt", "touchpad-fingers": "3", "finger-change": "end"],
      ["release.deadBand": "600 pt/s", "release.cap": "100000 pt/s", "release.adjacentOnly": "true", "release.dismissal": "candidate", "release.choice": "swipe", "release.projection": "0.33233333333333337 s"]),
    Preset(
      "gnome-shell.touch",
      "GNOME Shell on a touchscreen: like libadwaita.",
      source: "gnome-shell at 8f78208, swipeTracker.js: the threshold is VELOCITY_THRESHOLD_TOUCH, 0.3 px/ms, and the slope is DECELERATION_TOUCH, 0.998 / (1 − 0.998) / 1000 = 0.499.",
      known: .source,
      extends: "gnome-shell",
      choices: ["estimator": "gnome.swipe", "recognizer": "slop", "slop": "16 pt", "touchpad-fingers": "3", "finger-change": "end"],
      ["release.deadBand": "300 pt/s", "release.cap": "100000 pt/s", "release.adjacentOnly": "true", "release.dismissal": "candidate", "release.choice": "swipe", "release.projection": "0.499 s"]),
    Preset(
      "gorhom",
      "gorhom/bottom-sheet: picks the detent nearest to the projection by 0.2 s.",
      source: "gorhom/bottom-sheet at bc94d54 and redash, snapPoint(value, velocity, points): the projection time is 0.2 s, and of equally near points the first, which is the lowest, is picked. There is no dead band, cap or flick. The spring of mass 3, stiffness 1000 and damping 500 moves like a critically damped spring with a response of 2π √(3 / 1000) s. The spring gets half of the velocity. Past an end, the sheet moves by overDragResistanceFactor, 2.5, times the root of the drag.",
      known: .source,
      decisions: ["gorhom at bc94d544": 10000],
      choices: ["estimator": "apple.recognizer"],
      ["limits": "rootWithStep", "release.handOffFraction": "0.5", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "0 pt/s", "release.hysteresis": "0 pt", "release.tie": "lower", "release.adjacentOnly": "false", "release.dismissal": "candidate", "spring.dampingRatio": "1", "spring.response": "0.3441442325727286 s", "release.projection": "0.2 s"]),
    Preset(
      "gorhom.android",
      "gorhom/bottom-sheet on Android: the same as gorhom, with an easing curve of 0.25 s.",
      source: "gorhom/bottom-sheet at bc94d54, ANIMATION_CONFIGS on Android: the motion is Easing.out(Easing.exp) over 250 ms, regardless of the velocity. Everything else is the same as in gorhom.",
      known: .source,
      decisions: ["gorhom at bc94d544": 10000],
      choices: ["estimator": "android.lsq2"],
      ["limits": "rootWithStep", "settle.law": "exponential", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "0 pt/s", "release.hysteresis": "0 pt", "release.tie": "lower", "release.adjacentOnly": "false", "release.dismissal": "candidate", "release.projection": "0.2 s"]),
    Preset(
      "hyprland",
      "Hyprland: goes on after half of the way, or if the mean movement per report is 30.",
      source: "Hyprland at 6ffae9c, `UnifiedWorkspaceSwipeGesture.cpp` and `ConfigValues.cpp`: a swipe goes on from workspace_swipe_cancel_ratio, 0.5, of the way, or if the mean of its deltas is at least workspace_swipe_min_speed_to_force, 30 accelerated units of libinput per event, unless it ends within 2 units of its start. The axis is chosen at 5, in `TrackpadGestures.cpp`. A gesture that libinput cancels ends.",
      known: .source,
      choices: ["estimator": "hyprland.mean-delta", "recognizer": "hyprland", "slop": "5 pt", "touchpad-fingers": "3", "finger-match": "exactly", "finger-change": "end"],
      ["release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.choice": "neighbour", "release.neighbour": "atOrBeyond", "release.flick": "30 pt/s", "release.threshold": "0.5", "release.dismissal": "candidate"]),
    Preset(
      "ionic",
      "Ionic: picks the breakpoint nearest to the projection by 0.35 s.",
      source: "Ionic, sheet modal: the projection is 350 ms × the velocity in px/ms, without a dead band, cap or flick. A drag is limited to the ends. Of two equally near breakpoints, the lower one is picked, which is first in Ionic's list.",
      known: .source,
      notReproduced: "The estimator of the original: 0.7 of the newest segment and 0.3 of the previous estimate.",
      unknown: ["estimator"],
      ["release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "0 pt/s", "release.hysteresis": "0 pt", "release.tie": "lower", "release.adjacentOnly": "false", "release.dismissal": "candidate", "limits": "stop", "release.projection": "0.35 s"]),
    Preset(
      "libadwaita",
      "libadwaita: a flick moves by at least one detent, but not past the detents next to the start of the drag.",
      source: "libadwaita at c68992b, AdwSwipeTracker on a touchscreen, which compares and projects in px/ms: a flick has at least VELOCITY_THRESHOLD_TOUCH, 0.3, and the slope is DECELERATION_TOUCH, 0.998 / (1 − 0.998) / 1000 = 0.499. The spring of AdwBottomSheet has damping ratio 0.8, mass 1 and stiffness 400, which is a response of 2π / √400 s. The spring gets the velocity in px/ms as whole travels per second, as if the travel were 1000 px.",
      known: .source,
      otherNames: ["adw"],
      choices: ["estimator": "gnome.swipe", "recognizer": "slop", "slop": "16 pt", "finger-match": "exactly", "finger-change": "end"],
      ["release.deadBand": "300 pt/s", "release.cap": "100000 pt/s", "release.adjacentOnly": "true", "release.dismissal": "candidate", "release.handOffDistance": "1000 pt", "spring.dampingRatio": "0.8", "spring.response": "0.3141592653589793 s", "release.choice": "swipe", "release.projection": "0.499 s"]),
    Preset(
      "libadwaita.long",
      "libadwaita with long swipes, which may pass the detents next to the start of the drag.",
      source: "libadwaita at c68992b, AdwSwipeTracker with allow-long-swipes. Everything else is the same as in libadwaita.",
      known: .source,
      otherNames: ["adw.long"],
      extends: "libadwaita",
      choices: ["estimator": "gnome.swipe", "recognizer": "slop", "slop": "16 pt", "finger-match": "exactly", "finger-change": "end"],
      ["release.deadBand": "300 pt/s", "release.cap": "100000 pt/s", "release.adjacentOnly": "false", "release.dismissal": "candidate", "release.handOffDistance": "1000 pt", "spring.dampingRatio": "0.8", "spring.response": "0.3141592653589793 s", "release.choice": "swipe", "release.projection": "0.499 s"]),
    Preset(
      "material",
      "Material bottom sheet with a half expanded state.",
      source: "Material Components for Android at ac7e18e, BottomSheetBehavior with fitToContents off: ViewDragHelper's minimum is 50 dp/s, a flick must be faster than SIGNIFICANT_VEL_THRESHOLD, 500 px/s, HIDE_FRICTION is 0.1, and HIDE_THRESHOLD is 0.5. A drag is limited to the ends. The motion is ViewDragHelper's quintic curve over at most 0.6 s.",
      known: .source,
      choices: ["estimator": "android.lsq2", "recognizer": "slop", "slop": "8 pt"],
      ["release.deadBand": "50 pt/s", "release.cap": "100000 pt/s", "release.flick": "above 500 pt/s", "limits": "stop", "settle.law": "quintic", "release.choice": "halfExpanded", "release.projection": "0.1 s", "release.threshold": "0.5"]),
    Preset(
      "material.fit",
      "Material bottom sheet that fits its contents, and is expanded or collapsed.",
      source: "Material Components for Android at ac7e18e, BottomSheetBehavior with fitToContents on. The numbers are those of material.",
      known: .source,
      extends: "material",
      choices: ["estimator": "android.lsq2", "recognizer": "slop", "slop": "8 pt"],
      ["release.deadBand": "50 pt/s", "release.cap": "100000 pt/s", "release.flick": "above 500 pt/s", "limits": "stop", "settle.law": "quintic", "release.choice": "halfExpanded", "release.projection": "0.1 s", "release.threshold": "0.5", "release.fitsContents": "true"]),
    Preset(
      "material.hideable",
      "Material bottom sheet with a half expanded state, which can be hidden.",
      source: "Material Components for Android at ac7e18e, BottomSheetBehavior, hideable, with fitToContents off. The numbers are those of material.",
      known: .source,
      extends: "material",
      choices: ["estimator": "android.lsq2", "recognizer": "slop", "slop": "8 pt"],
      ["release.deadBand": "50 pt/s", "release.cap": "100000 pt/s", "release.flick": "above 500 pt/s", "limits": "stop", "settle.law": "quintic", "release.choice": "halfExpanded", "release.projection": "0.1 s", "release.threshold": "0.5", "dismissible": "true"]),
    Preset(
      "niri",
      "niri: picks the detent nearest to the projection by a third of a second.",
      source: "niri at f30db16: the projection time is exactly −1 / (1000 ln 0.997) s, without a dead band, cap or flick. Of two equally near positions, the higher one is picked. In `input/mod.rs`, a gesture needs exactly three fingers, chooses its axis after 16 units of libinput, and ends if libinput cancels it.",
      known: .source,
      choices: ["estimator": "niri.swipe", "recognizer": "gnome", "slop": "16 pt", "touchpad-fingers": "3", "finger-match": "exactly", "finger-change": "end"],
      ["release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "0 pt/s", "release.hysteresis": "0 pt", "release.tie": "higher", "release.adjacentOnly": "false", "release.dismissal": "candidate", "release.projection": "0.332833082958 s"]),
    Preset(
      "react-spring-bottom-sheet",
      "react-spring-bottom-sheet: picks the height nearest to a projection by displacement × speed.",
      source: "react-spring-bottom-sheet at 3cb57d1: the target is the height nearest to twice the predicted displacement, in whole pixels; of two equally near heights, the lower one. The sheet is dismissed if the height after the predicted displacement is below 0.5 of the lowest height. There is no dead band, cap or flick.",
      known: .source,
      otherNames: ["react-spring"],
      notReproduced: "The springs of the original.",
      unknown: ["estimator"],
      ["release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.tie": "lower", "dismissible": "true", "release.choice": "reactSpringBottomSheet", "release.threshold": "0.5"]),
    Preset(
      "smooth_sheets",
      "smooth_sheets: a flick goes from the nearest snap position to the next one in its direction.",
      source: "smooth_sheets at beb86c7, MultiSnapGrid: a flick has at least minFlingSpeed, 50 px/s. There is no dead band, cap or hysteresis. The spring has mass 0.5, stiffness 100 and damping ratio 1.1, which is a response of 2π √(0.5 / 100) s.",
      known: .source,
      choices: ["estimator": "flutter.lsq2", "recognizer": "slop", "slop": "18 pt"],
      ["engine": "flutter", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "50 pt/s", "release.dismissal": "candidate", "spring.dampingRatio": "1.1", "spring.response": "0.44428829381583657 s", "release.choice": "neighbour", "release.neighbour": "afterNearest"]),
    Preset(
      "vaul",
      "vaul: the mean speed and the direction of the displacement decide.",
      source: "vaul at 3e97aac uses the mean speed of the whole drag. Above VELOCITY_THRESHOLD, 0.4 px/ms, the sheet goes to the next snap point in the direction of the displacement, unless the displacement is 40 % of the window or more. Above 2 px/ms, the sheet goes to the last snap point in this direction. Of two equally near snap points, the lower one is picked. The sheet does not move past the top; only a drawer without snap points does, by 8 (ln(v + 1) − 2). A drag counts from the active snap point, also while the sheet still moves to it, and for 500 ms after a release to the top, none begins. The motion is cubic-bezier(0.32, 0.72, 0, 1) over 0.5 s.",
      known: .source,
      observations: [PresetObservation("vaul at 3e97aac6 in Chromium 156", date: "2026-11-29", clock: "driven", runs: 14, recordings: 14, failures: 2, worst: ["drag": 1.6, "target": 0.0, "path": 0.4, "settleTime": 0.05]), PresetObservation("vaul at 3e97aac6 in Chromium 156", date: "2026-11-30", clock: "driven", runs: 1, recordings: 1, failures: 0, worst: ["drag": 0.1, "target": 0.0, "path": 0.5, "settleTime": 0.05])],
      decisions: ["vaul at 3e97aac6": 10000],
      notReproduced: "A drag that is refused within 500 ms after a release to the top begins when these are over. If several fingers touch, each one drags the sheet; of 45 synthetic gestures, 3 rest elsewhere for this reason.",
      choices: ["recognizer": "immediate"],
      ["limits": "stop", "tracking.response": "0 s", "catch": "dragFromTarget", "catch.pause": "0.5 s", "settle.law": "drawer", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "above 400 pt/s", "release.tie": "lower", "dismissible": "true", "release.source": "mean", "release.choice": "vaul", "release.threshold": "0.4", "release.skip": "above 2000 pt/s"]),
    Preset(
      "vaul.sequential",
      "vaul, but never past the next snap point.",
      source: "vaul at 3e97aac with snapToSequentialPoint, which disables the threshold of 2 px/ms. Everything else is the same as in vaul.",
      known: .source,
      observations: [PresetObservation("vaul at 3e97aac6 in Chromium 156", date: "2026-11-30", clock: "driven", runs: 1, recordings: 1, failures: 0, worst: ["drag": 0.1, "target": 0.0, "path": 0.5, "settleTime": 0.05])],
      extends: "vaul",
      choices: ["recognizer": "immediate"],
      ["limits": "stop", "tracking.response": "0 s", "catch": "dragFromTarget", "catch.pause": "0.5 s", "settle.law": "drawer", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "above 400 pt/s", "release.tie": "lower", "dismissible": "true", "release.source": "mean", "release.choice": "vaul", "release.threshold": "0.4", "release.skip": "0 pt/s"]),
    Preset(
      "wave",
      "The sheet of Wave's sample app.",
      source: "Wave at a52498e, Sample-App/SheetViewController: the sheet is 200 pt high when collapsed, and 0.9 × the height of the screen when presented. It follows the finger without a spring and without a limit. The projected translation is compared with half of the range. The spring has damping ratio 0.8 and response 0.7 s. The margins are 80 pt when collapsed and 40 pt when presented, half of it on each side. A cancelled pan counts as ended.",
      known: .source,
      choices: ["estimator": "apple.recognizer", "recognizer": "immediate"],
      ["engine": "wave", "detents": "collapsed:200,presented:90%", "margin.lowest": "80 pt", "margin.highest": "40 pt", "tracking.response": "0 s", "spring.dampingRatio": "0.8", "spring.response": "0.7 s", "limits": "free", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.cancelled": "asLift", "release.point": "unlimited", "release.choice": "progress", "release.threshold": "0.5", "release.flick": "0 pt/s"]),
    Preset(
      "zag",
      "Zag: the same as Base UI, but a flick back after a drag of 24 pt is ignored.",
      source: "Zag at 24a5ba00, `drawer-session.ts` and `session.ts`: the velocity is the mean over the last 100 ms, or over the whole drag after a rest of more than 80 ms. It counts from 400 px/s, is limited to 4000 px/s, is projected by 0.4 s, and is ignored if it opposes a displacement of 24 px or more. Of two equally near snap points, the first in the list is picked, which is the lower one if the list goes up, but a tie does not close the drawer. Past the top, the sheet moves by the square root of the drag. A drag counts from the active snap point, also while the sheet still moves to it.",
      known: .source,
      decisions: ["zag at 24a5ba00": 10000],
      notReproduced: "The sheet moves after a release as the style sheet of the page says.",
      choices: ["estimator": "zag", "recognizer": "page", "slop": "15 pt"],
      ["limits": "root", "tracking.response": "0 s", "catch": "dragFromTarget", "dismissible": "true", "release.deadBand": "400 pt/s", "release.cap": "4000 pt/s", "release.flick": "0 pt/s", "release.hysteresis": "0 pt", "release.tie": "lowerRest", "release.adjacentOnly": "false", "release.dismissal": "candidate", "release.projection": "0.4 s", "release.opposed": "24 pt"]),
  ]

  private static let pip: [Preset] = [
    .flickbook,
    Preset(
      "aosp",
      "Android: a throw moves the window to a side with friction, and can stash or dismiss it.",
      source: "Android, WMShell, `PipMotionHelper`, `PipTouchHandler`, `PhysicsAnimator` and `MagnetizedObject`, at 773a9df and 182d173. Friction of 1.9 × 4.2 per second slows the window, then a spring with stiffness 700 and damping ratio 1 moves it to the side in whose half the projection is, and to the right after a release at rest. Above 18,000 px/s the window is stashed with 32 dp visible, and comes back within 250 ms. A circle of 96 dp dismisses the window. Speeds are in pixels there and in points here. The window has the shape 16:9, is 108 dp high, and keeps 16 dp from the edges.",
      known: .source,
      notReproduced: "The window of the original shrinks during the dismissal, and avoids the cutouts of the screen.",
      choices: ["estimator": "android.lsq2", "recognizer": "slop", "slop": "8 pt"],
      ["engine": "android", "mode": "edges", "width": "192 pt", "height": "108 pt", "margin": "16 pt", "tracking.response": "0 s", "limits": "free", "friction": "true", "spring.dampingRatio": "1", "spring.response": "0.2374820823447452 s", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.projection": "0.12531328320802007 s", "release.choice": "half", "stash": "true", "stash.speed": "18000 pt/s", "stash.visible": "32 pt", "stash.unstash": "0.25 s", "dismiss": "true", "dismiss.leave": "1", "dismiss.throw": "off", "dismiss.point": "touch", "dismiss.entersOnly": "false"]),
    Preset(
      "aosp-fling-line",
      "Android 8 to 10: the window goes to the point where the line of the throw meets the edge.",
      source: "Android, `PipSnapAlgorithm` at 114b525, with the snap mode for edges with corner magnets: the target is the point where the line of the throw meets the edge, or a corner within 0.3 of the longer side. A throw without a horizontal velocity has no line, and goes up and to the left.",
      known: .source,
      notReproduced: "The timed animations of the original; this preset uses the spring of later Android versions.",
      choices: ["estimator": "android.lsq2", "recognizer": "slop", "slop": "8 pt"],
      ["mode": "free", "width": "192 pt", "height": "108 pt", "margin": "16 pt", "tracking.response": "0 s", "limits": "stop", "spring.dampingRatio": "1", "spring.response": "0.2374820823447452 s", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.choice": "flingLine", "release.threshold": "0.3"]),
    Preset(
      "wwdc.998",
      "Designing Fluid Interfaces: the window goes to the corner nearest to the projected centre.",
      source: "fluid-interfaces at da5c66c, `Pip.swift`: a window of 86 × 130 pt with a spacing of 25 pt goes to the corner nearest to its projected centre, with damping ratio 1 and response 0.4 s. It follows the finger one to one.",
      known: .source,
      notReproduced: "The spacing of the original at the sides, 23 pt.",
      choices: ["estimator": "apple.recognizer", "recognizer": "immediate"],
      ["engine": "uikit", "width": "86 pt", "height": "130 pt", "margin": "25 pt", "tracking.response": "0 s", "limits": "free", "spring.dampingRatio": "1", "spring.response": "0.4 s", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "0 pt/s", "release.hysteresis": "0 pt", "release.adjacentOnly": "false"]),
    Preset(
      "wave",
      "The Picture-in-Picture window of Wave's sample app.",
      source: "Wave at a52498e, Sample-App/PictureInPictureViewController: the window has 120 × 80 pt and a margin of 25 pt, and starts at the upper left. Its target is the quadrant of the projected touch. The spring has 0.8 / 0.26 s (damping ratio / response) under the finger and 0.68 / 0.8 s after it. A cancelled pan counts as ended.",
      known: .source,
      choices: ["estimator": "apple.recognizer", "recognizer": "immediate"],
      ["engine": "wave", "width": "120 pt", "height": "80 pt", "margin": "25 pt", "start": "topLeft", "tracking.dampingRatio": "0.8", "tracking.response": "0.26 s", "spring.dampingRatio": "0.68", "spring.response": "0.8 s", "limits": "free", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.cancelled": "asLift", "release.point": "touch", "release.choice": "quadrant"]),
  ]

  private static let modal: [Preset] = [
    .flickbook,
    Preset(
      "flutter",
      "Flutter's modal bottom sheet: dismissed above 700 px/s or past half of its height.",
      source: "Flutter, `bottom_sheet.dart`: a flick must be faster than `_minFlingVelocity`, 700, and `_closeProgressThreshold` is 0.5. A flick up does not keep the sheet.",
      known: .source,
      choices: ["estimator": "flutter.lsq2", "recognizer": "slop", "slop": "18 pt"],
      ["limits": "stop", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "above 700 pt/s", "release.positional": "0 pt", "release.threshold": "0.5", "release.keepsSurfaceOnFlickBack": "false"]),
    Preset(
      "wave",
      "The dismissible modal of Wave's documentation.",
      source: "Wave, documentation on gestures and velocity: the modal moves only downwards, and is dismissed past 100 pt or above 500 pt/s. `interactiveSpring` has 0.8 / 0.2 s (damping ratio / response) under the finger, and `animatedSpring` 0.68 / 0.8 s after it, as in the sample. A cancelled pan counts as ended.",
      known: .documented,
      notReproduced: "In the original, a finger above the top edge, which cannot move the modal, can throw it.",
      choices: ["estimator": "apple.recognizer"],
      ["engine": "wave", "top": "0 pt", "tracking.dampingRatio": "0.8", "tracking.response": "0.2 s", "spring.dampingRatio": "0.68", "spring.response": "0.8 s", "limits": "stop", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.cancelled": "asLift", "release.keepsSurfaceOnFlickBack": "false"]),
  ]

  private static let card: [Preset] = [
    .flickbook,
    Preset(
      "fluidinterfaces",
      "The acceleration sample of fluid-interfaces, which records when the finger pauses.",
      source: "fluid-interfaces at da5c66c, `Acceleration.swift`: a pause is seven velocities at 60 Hz of at most 100 pt/s, after a movement of 50 pt, with more than 0.9 of the speed lost. The card returns with damping ratio 0.8 and response 0.3 s.",
      known: .source,
      choices: ["estimator": "apple.recognizer", "recognizer": "immediate"],
      ["engine": "uikit", "axes": "vertical", "tilt": "0 °", "scale.held": "1", "cornerRadius.held": "12 pt", "tracking.response": "0 s", "spring.dampingRatio": "0.8", "spring.response": "0.3 s", "pause.window": "0.116 s", "pause.speed": "100 pt/s", "pause.distance": "50 pt", "pause.loss": "0.9"]),
    Preset(
      "flutter",
      "The Dismissible of Flutter: a row that is swiped out to the left or the right.",
      source: "Flutter, `dismissible.dart`: a flick has 700 px/s, and is 400 px/s faster than along the other axis. The threshold is 40 % of the width, measured without a projection. The spring is that of `AnimationController.fling`: stiffness 500 at unit mass, critically damped, which is a response of 2π / √500 = 0.281 s. A row is as wide as the screen.",
      known: .source,
      choices: ["estimator": "flutter.lsq2", "recognizer": "slop", "slop": "18 pt"],
      ["engine": "flutter", "width": "390 pt", "height": "56 pt", "dismissible": "true", "directions": "horizontal", "axes": "horizontal", "measure": "card", "tilt": "0 °", "scale.held": "1", "cornerRadius": "0 pt", "cornerRadius.held": "0 pt", "tracking.response": "0 s", "spring.dampingRatio": "1", "spring.response": "0.281 s", "release.deadBand": "0 pt/s", "release.projection": "0 s", "release.threshold": "0.4", "release.flick": "700 pt/s", "release.flickDistance": "0.001 pt", "release.across": "400 pt/s"]),
    Preset(
      "wave",
      "The draggable card of Wave's documentation.",
      source: "Wave, documentation on gestures and velocity: the spring is `Spring.defaultInteractive` under the finger, and then the loose spring of Wave's Picture-in-Picture sample, with the velocity of the gesture. A cancelled pan counts as ended.",
      known: .documented,
      choices: ["estimator": "apple.recognizer"],
      ["engine": "wave", "tilt": "0 °", "scale.held": "1", "cornerRadius.held": "12 pt", "tracking.dampingRatio": "0.8", "tracking.response": "0.2 s", "spring.dampingRatio": "0.68", "spring.response": "0.8 s", "release.cap": "100000 pt/s", "release.cancelled": "asLift"]),
  ]

  private static let transition: [Preset] = [
    .flickbook,
    Preset(
      "blocks",
      "The block game of the article: a tile that is released without a velocity keeps its direction.",
      source: "“Interactive animations with UIViewPropertyAnimator”, the block game",
      known: .documented,
      choices: ["estimator": "apple.recognizer", "recognizer": "slop", "slop": "10 pt"],
      ["rule": "opposite", "release.deadBand": "0 pt/s", "curve": "linear"]),
    Preset(
      "projecting",
      "A tile that goes to the position nearest to the projection, on a spring with the finger's velocity.",
      source: "our choice; the same choices as for a sheet that is thrown",
      ["rule": "projected", "continuation": "spring"]),
  ]

  private static let scroll: [Preset] = [
    .flickbook,
    Preset(
      "android",
      "Android's lists: the spline of OverScroller, and rigid ends.",
      source: "Android, `OverScroller.java`, `SplineOverScroller`, with `ViewConfiguration.getScrollFriction`, 0.015. The slop is 8 dp, and a fling has 50 to 8000 dp/s.",
      known: .source,
      notReproduced: "The stretch at the ends, which Android 12 draws. Positions and velocities of whole pixels.",
      choices: ["estimator": "android.lsq2", "recognizer": "android", "slop": "8 pt"],
      ["limits": "stop", "limits.forgets": "true", "friction": "android", "release.deadBand": "50 pt/s", "release.cap": "8000 pt/s"]),
    Preset(
      "chromium",
      "Chromium's scrolled element: a throw on a curve that ends, rigid ends, and a predicted finger.",
      source: "Chromium, `physics_based_fling_curve.cc`, `gesture_configuration.cc`, `velocity_tracker.cc`, `linear_resampling.cc`, `scroll_predictor.cc` and `fling_controller.cc`, on Linux: the slop is 15 px, a throw has 30 to 17,000 px/s, and its deceleration is 2.7559 · 10⁻⁵ in/ms², at 96 px/in. Each frame shows the finger of 5 ms before, at most 8 ms after its last report. A throw counts from the last report, and a touch finds the content where the last frame left it.",
      known: .source,
      observations: [PresetObservation("Chromium 156.0.8078.108", date: "2026-11-30", clock: "driven", runs: 75, recordings: 25, failures: 1, worst: ["drag": 0.5, "target": 0.5, "path": 0.5, "settleTime": 0.05, "lag": 0.02]), PresetObservation("Chromium 156.0.8078.114", date: "2026-11-30", clock: "driven", runs: 6, recordings: 2, failures: 0, worst: ["drag": 0.1, "target": 1.4, "path": 1.1, "settleTime": 0.05, "lag": 0.02])],
      notReproduced: "The frames of a browser are those of its screen; here they are multiples of 1/60 s after the first event. Two fingers are two moves with one time. `fling_booster.cc` adds a throw to the next one, but Chromium 156 did not in three recordings that meet its conditions.",
      choices: ["estimator": "chromium.lsq2_restricted", "recognizer": "chromium", "slop": "15 pt"],
      ["limits": "stop", "limits.forgets": "true", "friction": "chromium", "friction.deceleration": "2645.664 pt/s²", "prediction": "0.008 s", "throw.start": "report", "release.deadBand": "30 pt/s", "release.cap": "17000 pt/s"]),
    Preset(
      "fast",
      "A scroll view with the deceleration of a paging scroll view.",
      source: "Apple, UIScrollView.DecelerationRate.fast, 0.99",
      known: .documented,
      choices: ["estimator": "apple.scrollview", "recognizer": "slop", "slop": "10 pt"],
      ["decelerationRate": "0.99"]),
    Preset(
      "clamped",
      "A scroll view without a bounce, in which a throw stops at the edge.",
      source: "our choice; some lists have rigid ends",
      ["limits": "stop"]),
    Preset(
      "flutter",
      "Flutter's list on Android: a power law, and rigid ends.",
      source: "Flutter, `scroll_simulation.dart`, `ClampingScrollSimulation` with its friction of 0.015, and `ClampingScrollPhysics`. `kMinFlingVelocity` is 50 and `kMaxFlingVelocity` 8000 logical px/s, and `kTouchSlop` is 18.",
      known: .source,
      notReproduced: "A fling needs 18 logical px.",
      choices: ["estimator": "flutter.lsq2", "recognizer": "flutter", "slop": "18 pt"],
      ["limits": "stop", "limits.forgets": "true", "friction": "flutter", "release.deadBand": "50 pt/s", "release.cap": "8000 pt/s"]),
    Preset(
      "gtk",
      "GTK's scrolled window: exponential friction, rigid ends, and no gesture that begins across.",
      source: "GTK 4.8.3, `gtkscrolledwindow.c`, `gtkkineticscrolling.c` and `gtkgestureswipe.c`: the friction is 4 per second, which is e^(-0.004) per millisecond. There is no dead band and no cap. A drag beyond an end is counted, but not shown.",
      known: .source,
      observations: [PresetObservation("GTK 4.8.3", date: "2026-11-30", clock: "driven", runs: 30, recordings: 10, failures: 0, worst: ["drag": 4.0, "target": 1.7, "path": 1.3, "settleTime": 0.05]), PresetObservation("GTK 4.8.3", date: "2026-11-30", clock: "driven", runs: 36, recordings: 12, failures: 0, worst: ["drag": 6.6, "target": 2.4, "path": 1.8, "settleTime": 0.05])],
      otherNames: ["gtk.scrolledwindow"],
      notReproduced: "A jab within the slop throws, too. A throw into an end overshoots invisibly, up to 50 px.",
      choices: ["estimator": "gtk.swipe", "recognizer": "gtk", "slop": "8 pt"],
      ["limits": "stop", "decelerationRate": "0.9960079893439915", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "throw.accumulation": "gtk", "throw.start": "nearestFrame"]),
    Preset(
      "gtk.touchpad",
      "GTK's scrolled window on a touchpad: 2.5 times the movement, then exponential friction.",
      source: "GTK at 04c9c6b, `gtkeventcontrollerscroll.c`, and `gtkscrolledwindow.c`, since GTK 4.8, in units of libinput: MAGIC_SCROLL_FACTOR is 2.5, for the movement and the velocity. The velocity is that of SCROLL_CAPTURE_THRESHOLD_MS, 150 ms, up to the end of the scroll. The friction is 4 per second, which is e^(-0.004) per millisecond. There is no dead band and no cap. A movement beyond an end is counted, but not shown.",
      known: .source,
      notReproduced: "A throw into an end overshoots invisibly, up to 100 px.",
      choices: ["estimator": "gtk.scroll", "touchpad-fingers": "2", "finger-match": "exactly", "finger-change": "end"],
      ["limits": "stop", "factor.touchpad": "2.5", "decelerationRate": "0.9960079893439915", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "throw.accumulation": "gtk"]),
    Preset(
      "qt",
      "Qt Quick's Flickable: a constant deceleration, and half of the drag beyond an end.",
      source: "Qt 6.12, `Flickable` with its defaults: flickDeceleration is 1500 px/s², the highest speed of a flick is 2500 px/s, the lowest 75 px/s, and startDragDistance is 10 px.",
      known: .source,
      observations: [PresetObservation("Qt 6.12.0", date: "2026-11-30", clock: "driven", runs: 12, recordings: 12, failures: 2, worst: ["drag": 0.3, "target": 0.7, "path": 0.7, "settleTime": 0.05])],
      otherNames: ["qt.flickable"],
      notReproduced: "The original does not throw after a drag that ends within 15 px of its touch-down. A flick into an end overshoots by up to 150 px with eight times the deceleration, and comes back in 0.4 s.",
      choices: ["estimator": "qt.flickable", "recognizer": "qt", "slop": "10 pt"],
      ["limits": "half", "friction": "constant", "friction.deceleration": "1500 pt/s²", "release.deadBand": "75 pt/s", "release.cap": "2500 pt/s", "throw.start": "lastFrame", "catch.withoutSlop": "true"]),
  ]

  private static let paging: [Preset] = [
    .flickbook,
    Preset(
      "viewpager2",
      "ViewPager2: a flick goes to the next page from where the pages are, in at most 298 ms.",
      source: "androidx at 19e497cb and 2737fa85, `ViewPager2.java` and `PagerSnapHelper.java`, with SnapHelper and LinearSmoothScroller: a slop of 16 dp and a flick of more than 50 dp/s. A flick decelerates by the square of the time, a slower release by its fifth power.",
      known: .source,
      notReproduced: "The edge effect at the ends, which does not move the pages.",
      choices: ["estimator": "android.lsq2", "recognizer": "android", "slop": "16 pt"],
      ["reach": "0", "limits": "stop", "limits.forgets": "true", "settle.law": "viewPager2", "release.choice": "neighbour", "release.neighbour": "atOrBeyond", "release.deadBand": "above 50 pt/s", "release.cap": "8000 pt/s", "release.flick": "above 50 pt/s"]),
    Preset(
      "css-snap",
      "Chromium with `scroll-snap-type: mandatory`: the page at which the throw would end, estimated from its first steps.",
      source: "Chromium at 4b8e43f6 and 307b3fbf, `snap_fling_controller.cc`, `snap_fling_curve.cc`, `physics_based_fling_curve.cc`, `scroll_offset_animation_curve.cc` and `gesture_configuration_aura.cc`, and `linear_resampling.cc` at 226c953d; checked against Chromium 156 on Linux. The slop is 15 px, a throw has more than 30 px/s, its first step is in the first frame after the lift, and the steps of the snap decay by 0.92 for each 16 ms.",
      known: .source,
      observations: [PresetObservation("Chromium 156.0.8078.108", date: "2026-11-30", clock: "driven", runs: 57, recordings: 19, failures: 3, worst: ["drag": 0.5, "target": 0.0, "path": 1.0, "settleTime": 0.05, "lag": 0.02]), PresetObservation("Chromium 156.0.8078.114", date: "2026-11-30", clock: "driven", runs: 6, recordings: 2, failures: 0, worst: ["drag": 0.1, "target": 0.0, "path": 0.4, "settleTime": 0.05, "lag": 0.02])],
      notReproduced: "The target of a throw depends on the times of the frames; here they are multiples of 1/60 s after the first event. A second throw is not added to the first.",
      choices: ["estimator": "chromium.lsq2_restricted", "recognizer": "chromium", "slop": "15 pt"],
      ["reach": "0", "catch": "drag", "prediction": "0.008 s", "limits": "stop", "limits.forgets": "true", "settle.law": "cssSnap", "release.choice": "cssSnap", "release.stop": "normal", "release.deadBand": "0 pt/s", "release.cap": "17000 pt/s", "release.flick": "above 30 pt/s"]),
    Preset(
      "css-snap.always",
      "Chromium with `scroll-snap-stop: always`: as css-snap, but a throw turns at most one page.",
      source: "Chromium at 4b8e43f6, `scroll_snap_data.cc`, and the CSS Scroll Snap Module Level 1, section 6.2. Everything else is the same as in css-snap.",
      known: .source,
      observations: [PresetObservation("Chromium 156.0.8078.108", date: "2026-11-30", clock: "driven", runs: 57, recordings: 19, failures: 3, worst: ["drag": 1.0, "target": 0.0, "path": 0.5, "settleTime": 0.05, "lag": 0.02]), PresetObservation("Chromium 156.0.8078.114", date: "2026-11-30", clock: "driven", runs: 6, recordings: 2, failures: 0, worst: ["drag": 0.1, "target": 0.0, "path": 0.4, "settleTime": 0.05, "lag": 0.02])],
      extends: "css-snap",
      choices: ["estimator": "chromium.lsq2_restricted", "recognizer": "chromium", "slop": "15 pt"],
      ["reach": "0", "catch": "drag", "prediction": "0.008 s", "limits": "stop", "limits.forgets": "true", "settle.law": "cssSnap", "release.choice": "cssSnap", "release.stop": "always", "release.deadBand": "0 pt/s", "release.cap": "17000 pt/s", "release.flick": "above 30 pt/s"]),
    Preset(
      "compose.pager",
      "Compose's pager: a flick of 400 dp/s goes to the next page; a slower drag needs half a page.",
      source: "androidx at 032950a1, 0708d1dd and 03b78595, `Pager.kt`, `SnapFlingBehavior.kt` and `PagerSnapLayoutInfoProvider.kt`: 400 dp/s, 56 dp, half a page, and PagerSnapDistance.atMost(1). The spring has stiffness 400, damping ratio 1 and the velocity of the release.",
      known: .source,
      notReproduced: "The spring of the original stops at the page if it would pass it.",
      choices: ["estimator": "compose.lsq2", "recognizer": "android", "slop": "8 pt"],
      ["reach": "0", "limits": "stop", "spring.dampingRatio": "1", "spring.response": "0.3141592653589793 s", "release.choice": "composePager", "release.deadBand": "0 pt/s", "release.cap": "8000 pt/s", "release.flick": "400 pt/s", "release.positional": "56 pt"]),
    Preset(
      "embla",
      "Embla: a flick goes to the next page, a slower release to the nearest at 0.4 s ahead.",
      source: "Embla 9.0.0-rc02 at 25eff504, `Animations.ts`, `DragHandler.ts`, `DragTracker.ts`, `ScrollAnimator.ts`, `ScrollBody.ts`, `ScrollBounds.ts` and `ScrollTarget.ts`: the force is 400 px times the speed in px/ms, which counts from the touch-down or from its last restart, each 170 ms. A speed of up to 0.1 px/ms, or a rest of more than 170 ms before the lift, has no force. A flick has a force of at least 20 % of the view, between 50 and 225, which is 195 px/s for 390 px. The pages move in steps of 1/60 s: under the finger with friction 0.3 and duration 0.75, and then with friction 0.68 and duration 25. Each frame makes a step and shows the pages before it. Beyond an end, each step pulls the pages back. There is no slop: `dragThreshold` only suppresses clicks.",
      known: .source,
      observations: [PresetObservation("Embla 9.0.0-rc02 at 25eff504 in Chromium 156", date: "2026-11-30", clock: "driven", runs: 9, recordings: 9, failures: 0, worst: ["drag": 1.4, "target": 0.1, "path": 0.4, "settleTime": 0.01])],
      decisions: ["embla at 25eff504": 10000],
      notReproduced: "In a browser, the frames are not exactly 1/60 s apart, so some frames make no step or two. They show positions between two steps, and a movement of the finger up to a step earlier or later.",
      choices: ["estimator": "embla", "recognizer": "embla", "slop": "15 pt"],
      ["reach": "0", "limits": "free", "settle.law": "embla", "release.cancelled": "asLift", "release.choice": "embla", "release.projection": "0.4 s", "release.deadBand": "above 100 pt/s", "release.flick": "195 pt/s"]),
    Preset(
      "long",
      "A touch moves the pages as far as it is dragged and thrown.",
      source: "our choice; the strip is projected like an ordinary scroll view, and stops at a page.",
      ["reach": "0", "release.adjacentOnly": "false"]),
    Preset(
      "flutter",
      "Flutter: picks the page nearest to the position, or after a flick the page nearest to half a page further.",
      source: "Flutter, `PageScrollPhysics`: a velocity must be above the tolerance of 20 px/s, and the tolerance of the distance is 1 px, at a device pixel ratio of 1. The spring has mass 0.5, stiffness 100 and damping ratio 1.1. The ends stop the pages, as on Android.",
      known: .source,
      choices: ["estimator": "flutter.lsq2", "recognizer": "slop", "slop": "18 pt"],
      ["reach": "0", "limits": "stop", "engine": "flutter", "spring.dampingRatio": "1.1", "spring.response": "0.44428829381583657 s", "settle.distance": "1 pt", "settle.speed": "20 pt/s", "release.choice": "roundedPage", "release.deadBand": "0 pt/s", "release.flick": "above 20 pt/s"]),
    Preset(
      "adwaita",
      "libadwaita's carousel: a flick moves at least one page; for long swipes, add reach=0.",
      source: "libadwaita 1.2.2, `adw-swipe-tracker.c` and `adw-carousel.c`: a flick has at least 0.3 px/ms, and the slope is 0.499. The ends stop the pages and forget the excess, and a drag that begins outwards there is refused. A touch does not stop the pages; a drag continues from their position at the touch. The spring has damping ratio 1, mass 0.5 and stiffness 500, gets the velocity in px/ms as pages per second, and ends at 0.001 pages.",
      known: .source,
      observations: [PresetObservation("GTK 4.8.3, libadwaita 1.2.2", date: "2026-11-30", clock: "driven", runs: 30, recordings: 10, failures: 2, worst: ["drag": 1.8, "target": 0.0, "path": 1.9, "settleTime": 0.05]), PresetObservation("GTK 4.8.3, libadwaita 1.2.2", date: "2026-11-30", clock: "driven", runs: 3, recordings: 1, failures: 0, worst: ["drag": 0.1, "target": 0.0, "path": 2.4, "settleTime": 0.05])],
      notReproduced: "A touch in flight that moves without becoming a drag sends the original to the nearest page. A motion of the original lasts whole milliseconds.",
      choices: ["estimator": "gnome.swipe", "recognizer": "adw", "slop": "16 pt", "finger-match": "exactly", "finger-change": "end"],
      ["counting": "shown", "catch": "dragFromTouch", "limits": "stop", "limits.forgets": "true", "limits.refusesOutward": "true", "distance.handOff": "1000 pt", "spring.dampingRatio": "1", "spring.response": "0.19869176531592203 s", "settle.distance": "0.39 pt", "settle.speed": "10000 pt/s", "release.choice": "swipe", "release.projection": "0.499 s", "release.deadBand": "300 pt/s", "release.cap": "100000 pt/s", "release.adjacentOnly": "false"]),
    Preset(
      "qt",
      "Qt's SwipeView: a flick, or a slow drag of more than 30 pt, goes to the next page from where the pages are.",
      source: "qtdeclarative at c4d3c0cc, `qquickflickable.cpp` and `qquicklistview.cpp`, as SwipeView.qml of 6.12 sets them: SnapOneItem, StopAtBounds and maximumFlickVelocity of 4 pages per second. A flick has more than 75 pt/s, decelerates from 4 pages per second, and its own speed has no effect. Any other release settles in 200 ms.",
      known: .source,
      observations: [PresetObservation("Qt 6.12.0", date: "2026-11-30", clock: "driven", runs: 10, recordings: 10, failures: 3, worst: ["drag": 0.1, "target": 0.0, "path": 0.6, "settleTime": 0.05])],
      notReproduced: "The original does not flick after a drag that ends within 15 pt of its touch-down. A touch does not stop the 200 ms after a slow release. For about 0.1 s after a flick has come to rest, a touch still catches the pages.",
      choices: ["estimator": "qt.flickable", "recognizer": "qt", "slop": "10 pt"],
      ["reach": "0", "limits": "stop", "catch.withoutSlop": "true", "settle.law": "qtSwipeView", "release.choice": "qtSwipeView", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "above 75 pt/s", "release.turn": "30 pt"]),
    Preset(
      "swiper",
      "Swiper: a touch of up to 300 ms turns the page by any distance; a longer one by half.",
      source: "Swiper 14.0.6 at 865dba47, `onTouchMove.ts`, `onTouchEnd.ts`, `defaults.ts` and `swiper.css`: threshold 5, touchAngle 45, longSwipesMs 300, longSwipesRatio 0.5, resistanceRatio 0.85 and speed 300 with the CSS curve ease. No velocity is measured. A finger stops the pages only when it drags them.",
      known: .source,
      observations: [PresetObservation("Swiper 14.0.6 at 865dba47 in Chromium 156", date: "2026-11-29", clock: "driven", runs: 9, recordings: 9, failures: 1, worst: ["drag": 0.1, "target": 0.0, "path": 1.2, "settleTime": 0.05])],
      decisions: ["swiper at 865dba47": 10000],
      notReproduced: "A drag that stops moving pages continues from their position in the last frame. Of several fingers, the first one drags the pages.",
      choices: ["estimator": "chromium.lsq2_restricted", "recognizer": "swiper", "slop": "15 pt"],
      ["reach": "0", "limits": "swiper", "catch": "drag", "settle.law": "swiper", "release.choice": "swiper", "release.deadBand": "0 pt/s", "release.shortTouch": "0.3 s", "release.threshold": "0.5"]),
  ]

  private static let swipe: [Preset] = [
    .flickbook,
    Preset(
      "long",
      "A touch moves the pages as far as it is dragged and thrown.",
      source: "our choice; the strip is projected like an ordinary scroll view, and stops at a page.",
      ["reach": "0", "release.adjacentOnly": "false"]),
    Preset(
      "pantheon",
      "Pantheon: a last step of more than 1.2 px/ms moves on by half a workspace; then the nearest one.",
      source: "gala at 8a3997a, `GestureController.vala`, `TouchpadSwipeBackend.vala` and `MultitaskingView.vala`, in unaccelerated units of libinput: a workspace is TOUCHPAD_BASE_WIDTH, 400. The event with which a swipe has moved DRAG_THRESHOLD_DISTANCE, 16, along the workspaces begins the drag; after 16 across them, it needs 64. Above SUCCESS_VELOCITY_THRESHOLD, 0.003 workspaces per ms between the last two events, half a workspace is added. MAX_VELOCITY is 0.01 per ms. The spring has damping ratio 1 and stiffness 500, and gets the velocity per ms as one per second. A swipe moves any number of workspaces. A gesture that libinput cancels ends.",
      known: .source,
      otherNames: ["gala"],
      notReproduced: "Above MAX_VELOCITY, the workspaces lag behind. Beyond the ends, they follow a tenth of the movement, at most a tenth of a workspace.",
      choices: ["estimator": "gala.swipe", "recognizer": "gala", "slop": "16 pt", "touchpad-fingers": "3", "finger-match": "exactly", "finger-change": "end"],
      ["axis": "horizontal", "reach": "0", "catch": "drag", "distance.touchpad": "400 pt", "limits.reach": "100%", "limits.stiffness": "0.1", "spring.dampingRatio": "1", "spring.response": "0.2809925892416291 s", "release.handOffFraction": "0.001", "release.choice": "roundedPage", "release.flick": "above 1200 pt/s", "release.deadBand": "0 pt/s", "release.cap": "4000 pt/s"]),
    Preset(
      "gnome-shell",
      "GNOME Shell on a touchpad: a flick moves at least one workspace, with an easing curve.",
      source: "gnome-shell at 8f78208, `swipeTracker.js` and `workspaceAnimation.js`, in unaccelerated units of libinput; the same since 47.0. A workspace is TOUCHPAD_BASE_WIDTH, 400, a flick has at least VELOCITY_THRESHOLD_TOUCHPAD, 0.6 per ms, and the slope is 0.3323. A gesture needs at least GESTURE_FINGER_COUNT, 3, fingers. The event with which it has moved DRAG_THRESHOLD_DISTANCE, 16, begins the drag and already moves the workspaces; a gesture that is not along the workspaces then is ignored. The ends stop the workspaces and forget the excess. The duration follows from the velocity, between MIN_ANIMATION_DURATION, 0.1 s, and MAX_ANIMATION_DURATION, 0.4 s for one workspace, on EASE_OUT_CUBIC. A gesture that libinput cancels ends.",
      known: .source,
      decisions: ["GNOME Shell 48.7": 203],
      notReproduced: "A duration of the original is in whole milliseconds.",
      choices: ["estimator": "gnome.touchpad", "recognizer": "gnome", "slop": "16 pt", "touchpad-fingers": "3", "finger-change": "end"],
      ["axis": "horizontal", "counting": "shown", "catch": "drag", "distance.touchpad": "400 pt", "limits": "stop", "limits.forgets": "true", "settle.law": "easeOut", "release.choice": "swipe", "release.projection": "0.33233333333333337 s", "release.deadBand": "600 pt/s", "release.cap": "100000 pt/s", "release.adjacentOnly": "false"]),
    Preset(
      "gnome-shell.43",
      "GNOME Shell 43 to 46 on a touchpad: a swipe has exactly three fingers.",
      source: "gnome-shell 43.9, `swipeTracker.js`: GESTURE_FINGER_COUNT is compared with \"not equal\", and since 47.0 with \"less\". Everything else on a touchpad is the same as in gnome-shell.",
      known: .source,
      decisions: ["GNOME Shell 43.9": 180],
      extends: "gnome-shell",
      choices: ["estimator": "gnome.touchpad", "recognizer": "gnome", "slop": "16 pt", "touchpad-fingers": "3", "finger-change": "end", "finger-match": "exactly"],
      ["axis": "horizontal", "counting": "shown", "catch": "drag", "distance.touchpad": "400 pt", "limits": "stop", "limits.forgets": "true", "settle.law": "easeOut", "release.choice": "swipe", "release.projection": "0.33233333333333337 s", "release.deadBand": "600 pt/s", "release.cap": "100000 pt/s", "release.adjacentOnly": "false"]),
    Preset(
      "gnome-shell.touch",
      "GNOME Shell on a touchscreen: the same as on a touchpad, with a lower flick threshold.",
      source: "gnome-shell at 8f78208, `swipeTracker.js`: the same as on a touchpad, but with 0.3 px/ms, slope 0.499, and workspaces as long as the screen.",
      known: .source,
      choices: ["estimator": "gnome.swipe", "recognizer": "slop", "slop": "16 pt"],
      ["axis": "horizontal", "counting": "shown", "distance": "0 pt", "limits": "stop", "settle.law": "easeOut", "release.choice": "swipe", "release.projection": "0.499 s", "release.deadBand": "300 pt/s", "release.cap": "100000 pt/s", "release.adjacentOnly": "false"]),
    Preset(
      "hyprland",
      "Hyprland: the next workspace after half of the way, or if the mean movement per report is 30.",
      source: "Hyprland at 6ffae9c, `UnifiedWorkspaceSwipeGesture.cpp` and `ConfigValues.cpp`, in accelerated units of libinput: workspace_swipe_distance is 300, workspace_swipe_cancel_ratio 0.5, and workspace_swipe_min_speed_to_force 30 per event; a swipe that ends within 2 of its start goes back. In `TrackpadGestures.cpp`, the event with which a swipe has moved 5 along x or y chooses the axis, and already moves the workspaces. Three fingers are those of `example/hyprland.lua`. Without a configuration, the motion takes 0.8 s on the curve (0, 0.75, 0.15, 1). A gesture that libinput cancels ends.",
      known: .source,
      notReproduced: "After 10 units, workspace_swipe_direction_lock keeps a swipe on its side of the start, and counts its deltas from there. A swipe beyond the last workspace creates another one. A swipe during the animation starts from its target.",
      choices: ["estimator": "hyprland.mean-delta", "recognizer": "hyprland", "slop": "5 pt", "touchpad-fingers": "3", "finger-match": "exactly", "finger-change": "end"],
      ["axis": "horizontal", "catch": "drag", "distance.touchpad": "300 pt", "limits": "stop", "limits.forgets": "true", "settle.law": "hyprland", "release.choice": "neighbour", "release.neighbour": "atOrBeyond", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "30 pt/s", "release.threshold": "0.5"]),
    Preset(
      "kwin",
      "KWin: the next desktop after a quarter of the way, at any velocity.",
      source: "KWin at 0605908, `gestures.cpp`, and at 008bdd1, `globalshortcuts.cpp`: SwipeGesture::s_minimumDelta is 200 accelerated units of libinput for one desktop, the axis is chosen at 5, and the end and the cancellation of a gesture both let go of the desktops. At 53e1c38, `virtualdesktops.cpp`: GESTURE_SWITCH_THRESHOLD is 0.25, for three and four fingers. At 0558e3f, `slide.cpp`: the spring has stiffness 300 and damping ratio 1.1, and starts at rest.",
      known: .source,
      notReproduced: "The desktops of the original follow the first 5 units at once, along either axis. A swipe during the animation starts from its target.",
      choices: ["estimator": "last-sample", "recognizer": "kwin", "slop": "5 pt", "touchpad-fingers": "3", "finger-change": "end"],
      ["axis": "horizontal", "catch": "drag", "distance.touchpad": "200 pt", "limits": "stop", "spring.dampingRatio": "1.1", "spring.response": "0.3627598728468435 s", "release.handOffFraction": "0", "release.choice": "swiper", "release.deadBand": "0 pt/s", "release.shortTouch": "0 s", "release.threshold": "0.25"]),
    Preset(
      "adwaita",
      "libadwaita on a touchpad: a flick moves at least one page; for long swipes, add reach=0.",
      source: "libadwaita at c68992b, `adw-swipe-tracker.c` and `adw-carousel.c`, for scrolling on a touchpad, in units of libinput: a page is TOUCHPAD_BASE_DISTANCE_V, 300, along the vertical and 400 along the horizontal, a flick has at least VELOCITY_THRESHOLD_TOUCHPAD, 0.6 per ms, and the slope is 0.3323. The first scroll event moves the pages, unless it is across them by SCROLL_ORIENTATION_FACTOR, 1.2, or outwards at an end. The ends stop the pages and forget the excess. The spring is that of AdwCarousel, and gets the velocity in px/ms as pages per second.",
      known: .source,
      choices: ["estimator": "adw.touchpad", "recognizer": "adwScroll", "touchpad-fingers": "2", "finger-match": "exactly", "finger-change": "end"],
      ["axis": "vertical", "counting": "shown", "catch": "drag", "distance.touchpad": "300 pt", "limits": "stop", "limits.forgets": "true", "limits.refusesOutward": "true", "distance.handOff": "1000 pt", "spring.dampingRatio": "1", "spring.response": "0.19869176531592203 s", "release.choice": "swipe", "release.projection": "0.33233333333333337 s", "release.deadBand": "600 pt/s", "release.cap": "100000 pt/s", "release.adjacentOnly": "false"]),
    Preset(
      "adwaita.horizontal",
      "libadwaita on a touchpad, for pages side by side.",
      source: "libadwaita at c68992b, `adw-swipe-tracker.c`: TOUCHPAD_BASE_DISTANCE_H is 400. Everything else is the same as in adwaita.",
      known: .source,
      extends: "adwaita",
      choices: ["estimator": "adw.touchpad", "recognizer": "adwScroll", "touchpad-fingers": "2", "finger-match": "exactly", "finger-change": "end"],
      ["axis": "horizontal", "counting": "shown", "catch": "drag", "distance.touchpad": "400 pt", "limits": "stop", "limits.forgets": "true", "limits.refusesOutward": "true", "distance.handOff": "1000 pt", "spring.dampingRatio": "1", "spring.response": "0.19869176531592203 s", "release.choice": "swipe", "release.projection": "0.33233333333333337 s", "release.deadBand": "600 pt/s", "release.cap": "100000 pt/s", "release.adjacentOnly": "false"]),
    Preset(
      "niri",
      "niri: picks the workspace nearest to the projection by a third of a second, at most one workspace away.",
      source: "niri at f30db16, `monitor.rs` and `swipe_tracker.rs`: the target is nearest to the projection of the unlimited position at 0.997 per millisecond, limited to the neighbours of the active workspace. The velocity at the hand-off is the one after the rubber band. The spring has damping ratio 1 and stiffness 1000. In `input/mod.rs`, a gesture needs exactly three fingers. The event with which it has moved 16 unaccelerated units of libinput chooses the axis, and already moves the workspaces. A gesture that libinput cancels ends since 25.05.",
      known: .source,
      notReproduced: "The original loses the velocity of a swipe that ends exactly on its workspace.",
      choices: ["estimator": "niri.swipe", "recognizer": "gnome", "slop": "16 pt", "touchpad-fingers": "3", "finger-match": "exactly", "finger-change": "end"],
      ["axis": "vertical", "catch": "drag", "distance": "0 pt", "distance.touchpad": "300 pt", "limits.reach": "5%", "limits.stiffness": "0.5", "spring.dampingRatio": "1", "spring.response": "0.19869176531592203 s", "release.choice": "nearest", "release.point": "unlimited", "release.projection": "0.33283308295761904 s", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "0 pt/s", "release.hysteresis": "0 pt", "release.adjacentOnly": "false"]),
  ]

  private static let drawer: [Preset] = [
    .flickbook,
    Preset(
      "compose",
      "The modal drawer of Compose: a flick, or a drag past half of the distance, goes to the next anchor.",
      source: "Compose Material, `ModalDrawer`: the thresholds are 400 dp/s and half of the distance. The drawer can be dragged from anywhere on the screen, is at most 360 dp wide, and has a scrim of 32 %. The motion is a tween of 256 ms, regardless of the velocity.",
      known: .source,
      choices: ["estimator": "compose.lsq2", "recognizer": "slop", "slop": "8 pt"],
      ["width": "360 pt", "edge": "100000 pt", "scrim": "0.32", "tap.slop": "18 pt", "tracking.response": "0 s", "limits": "stop", "settle.law": "swiftOut", "settle.duration": "0.256 s", "release.deadBand": "0 pt/s", "release.cap": "8000 pt/s", "release.flick": "400 pt/s", "release.choice": "neighbour", "release.neighbour": "atOrBeyond", "release.threshold": "0.5"]),
    Preset(
      "fluidinterfaces",
      "The momentum drawer of fluid-interfaces: it goes in the direction of the velocity, at any speed.",
      source: "fluid-interfaces at da5c66c, `Momentum.swift`: the spring has damping ratio 0.8 and response 0.3 s. The velocity at the hand-off is at most 30 times the remaining distance per second. Without a velocity, the drawer continues as if it had not been touched. The original drawer is at the lower edge.",
      known: .source,
      choices: ["estimator": "apple.recognizer", "recognizer": "immediate"],
      ["engine": "uikit", "edge": "100000 pt", "tap.slop": "0 pt", "tracking.response": "0 s", "limits": "stop", "spring.dampingRatio": "0.8", "spring.response": "0.3 s", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.choice": "direction", "release.handOff": "30 1/s"]),
    Preset(
      "flutter",
      "Flutter's drawer: a flick decides by its direction, any other release goes to the nearer end.",
      source: "Flutter, `drawer.dart`: the width is 304 px, the edge 20 px, a flick has 365 px/s, and the threshold is half of the distance. The scrim is 54 %. The fling spring has mass 1, stiffness 500 and critical damping. `kTouchSlop` is 18 px.",
      known: .source,
      notReproduced: "The original starts with 1 width per second after a slow release.",
      choices: ["estimator": "flutter.lsq2", "recognizer": "slop", "slop": "18 pt"],
      ["engine": "flutter", "width": "304 pt", "edge": "20 pt", "scrim": "0.54", "tap.slop": "18 pt", "tracking.response": "0 s", "limits": "stop", "spring.dampingRatio": "1", "spring.response": "0.281 s", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "365 pt/s", "release.choice": "neighbour", "release.neighbour": "afterNearest"]),
    Preset(
      "qt",
      "Qt's Drawer: the position decides near an end, then a mean of 300 pt/s, then the direction.",
      source: "qtdeclarative at c4d3c0cc, `qquickdrawer.cpp` and Drawer.qml of 6.12: a drag begins at more than 20 pt. The velocity is the mean of the whole touch; above 300 pt/s, or from 0.7 of the width, the drawer opens. The animation has 5 widths per second on average, and starts at rest.",
      known: .source,
      observations: [PresetObservation("Qt 6.12.0", date: "2026-11-30", clock: "driven", runs: 6, recordings: 6, failures: 2, worst: ["drag": 1.2, "target": 0.0, "path": 0.1, "settleTime": 0.05]), PresetObservation("Qt 6.12.0", date: "2026-11-30", clock: "driven", runs: 1, recordings: 1, failures: 0, worst: ["drag": 0.1, "target": 0.0, "path": 5.0, "settleTime": 0.05])],
      notReproduced: "A drawer that is open follows only a finger near its edge or on it.",
      choices: ["estimator": "qt.flickable", "recognizer": "slop", "slop": "20 pt"],
      ["width": "304 pt", "edge": "20 pt", "catch": "drag", "tracking.response": "0 s", "limits": "stop", "settle.law": "smoothed", "release.source": "mean", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.choice": "qtDrawer", "release.flick": "above 300 pt/s", "release.threshold": "0.3"]),
  ]

  private static let refresh: [Preset] = [
    .flickbook,
    Preset(
      "compose",
      "Compose's pull to refresh: the list moves half as far as the finger, and loads from 80 pt.",
      source: "Compose Material, `PullRefreshState`: the threshold is 80 dp. The list moves half as far as the finger, and at most twice the threshold, by the quadratic form. There is no hysteresis, and the indicator does not shrink.",
      known: .source,
      choices: ["estimator": "compose.lsq2", "recognizer": "slop", "slop": "8 pt"],
      ["height": "80 pt", "pull.resistance": "0.5", "pull.fraction": "0", "pull.limit": "2", "pull.overscroll": "quadratic", "pull.hysteresis": "0 pt", "pull.startsAtTop": "false", "scaleOut": "0 s"]),
    Preset(
      "flutter",
      "Flutter's refresh indicator: a pull of a sixth of the screen loads, even if it then goes back.",
      source: "Flutter, `refresh_indicator.dart`: a quarter of the viewport is one and a half times the displacement of 40 px, so a pull of a sixth of the viewport arms. The pull stays armed until the list is scrolled down. Only a pan that begins at the top counts. The durations are 150 ms and 200 ms.",
      known: .source,
      notReproduced: "The list of the original stays in place while the indicator moves at a constant speed.",
      choices: ["estimator": "flutter.lsq2", "recognizer": "slop", "slop": "18 pt"],
      ["height": "40 pt", "pull.fraction": "0.16666666666666666", "pull.limit": "1.5", "pull.overscroll": "stop", "pull.hysteresis": "100000 pt", "pull.startsAtTop": "true", "snap.dampingRatio": "1", "snap.response": "0.15 s", "return.dampingRatio": "1", "return.response": "0.2 s", "scaleOut": "0.2 s"]),
  ]

  private static let rotation: [Preset] = [
    .flickbook,
    Preset(
      "fluidinterfaces",
      "The rotation of fluid-interfaces: the dial goes to the right angle nearest to the projection.",
      source: "fluid-interfaces at da5c66c, `Rotation.swift`: the target is the right angle within half a turn that is nearest to the projection at the deceleration rate 0.99. The spring has damping ratio 0.8 and response 0.4 s.",
      known: .source,
      notReproduced: "The dial of the original jumps when it is caught in flight, and loses its velocity if there is no distance to go.",
      choices: ["estimator": "apple.recognizer", "recognizer": "immediate"],
      ["engine": "uikit", "step": "90 °", "wraps": "false", "tracking.response": "0 s", "limits": "free", "spring.dampingRatio": "0.8", "spring.response": "0.4 s", "release.deadBand": "0 pt/s", "release.cap": "100000 pt/s", "release.flick": "0 pt/s", "release.hysteresis": "0 pt", "release.adjacentOnly": "false", "release.projection": "0.099 s"]),
  ]

  private static let flashlight: [Preset] = [
    .flickbook,
    Preset(
      "fluidinterfaces",
      "The flashlight of fluid-interfaces: the width follows the force without a spring.",
      source: "fluid-interfaces at da5c66c, `FlashlightButton`: its numbers are the defaults here, and the force sets the size without a spring.",
      known: .source,
      choices: ["estimator": "apple.recognizer", "recognizer": "immediate"],
      ["tracking.response": "0 s"]),
  ]
}
