/// The dismissible modal of Wave's documentation.
///
/// Source: Wave, documentation on gestures and velocity: only downwards, out past 100 pt or above
/// 500 pt/s, whatever the other says.
let waveModalPreset = Preset(
  "wave", "The dismissible modal of Wave's documentation.",
  [
    "top": "0",
    "tracking.response": "0",
    "limits": "stop",
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.heedsFlickBack": "false",
  ])

/// The draggable card of Wave's documentation.
///
/// Source: Wave, documentation on gestures and velocity: `Spring.defaultInteractive` under the
/// finger, then the loose spring of its Picture-in-Picture sample, with the gesture's velocity.
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
  ])
