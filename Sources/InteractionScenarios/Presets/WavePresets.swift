/// The sheet of Wave's sample app.
///
/// Source: Wave at a52498e, Sample-App/SheetViewController: collapsed 200 pt, presented 0.9 × the
/// height, tracking without a spring, no limit to the drag, the projected translation against half
/// of the range, damping ratio 0.8 and response 0.7 s; 80 pt of the width left free when collapsed
/// and 40 pt when presented, half of it at each side; a pan that is cancelled counts as ended.
let waveSheetPreset = Preset(
  "wave", "The sheet of Wave's sample app.",
  [
    "detents": "collapsed:200,presented:90%",
    "margin.lowest": "80",
    "margin.highest": "40",
    "tracking.response": "0",
    "spring.dampingRatio": "0.8",
    "spring.response": "0.7",
    "limits": "free",
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.cancelled": "asLift",
    "release.point": "unlimited",
    "release.choice": "progress",
    "release.threshold": "0.5",
    "release.flick": "0",
  ])

/// The window of Wave's sample app.
///
/// Source: Wave at a52498e, Sample-App/PictureInPictureViewController: 120 × 80 pt, margin 25 pt,
/// at the upper left at first, the quadrant of the projected touch, springs 0.8 / 0.26 s under the
/// finger and 0.68 / 0.8 s after it; a pan that is cancelled counts as ended.
let wavePictureInPicturePreset = Preset(
  "wave", "The Picture-in-Picture window of Wave's sample app.",
  [
    "width": "120",
    "height": "80",
    "margin": "25",
    "start": "topLeft",
    "tracking.dampingRatio": "0.8",
    "tracking.response": "0.26",
    "spring.dampingRatio": "0.68",
    "spring.response": "0.8",
    "limits": "free",
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.cancelled": "asLift",
    "release.point": "touch",
    "release.choice": "quadrant",
  ])

/// The dismissible modal of Wave's documentation.
///
/// Source: Wave, documentation on gestures and velocity: only downwards, out past 100 pt or above
/// 500 pt/s, whatever the other says; `interactiveSpring`, 0.8 / 0.2 s, under the finger, and
/// `animatedSpring`, 0.68 / 0.8 s, after it, as in its sample; a pan that is cancelled counts as ended.
/// Not reproduced: that a hand above the top throws what it cannot move.
let waveModalPreset = Preset(
  "wave", "The dismissible modal of Wave's documentation.",
  [
    "top": "0",
    "tracking.dampingRatio": "0.8",
    "tracking.response": "0.2",
    "spring.dampingRatio": "0.68",
    "spring.response": "0.8",
    "limits": "stop",
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.cancelled": "asLift",
    "release.heedsFlickBack": "false",
  ])

/// The draggable card of Wave's documentation.
///
/// Source: Wave, documentation on gestures and velocity: `Spring.defaultInteractive` under the
/// finger, then the loose spring of its Picture-in-Picture sample, with the gesture's velocity; a pan
/// that is cancelled counts as ended.
let waveCardPreset = Preset(
  "wave", "The draggable card of Wave's documentation.",
  [
    "tilt": "0",
    "scale.held": "1",
    "cornerRadius.held": "12",
    "tracking.dampingRatio": "0.8",
    "tracking.response": "0.2",
    "spring.dampingRatio": "0.68",
    "spring.response": "0.8",
    "release.cap": "100000",
    "release.cancelled": "asLift",
  ])
