/// react-spring-bottom-sheet: nearest to the way carried on by its own length times the speed.
///
/// Source: react-spring-bottom-sheet at 3cb57d1: twice the predicted way, to the nearest height in
/// whole pixels, of equally near ones the lower; out when predicted once below half, 0.5, of the lowest
/// height. No dead band, cap or flick. Its springs are not reproduced.
let reactSpringPreset = Preset(
  "react-spring-bottom-sheet",
  "react-spring-bottom-sheet: nearest to the way carried on by its own length times the speed.",
  otherNames: ["react-spring"],
  [
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.tie": "lower",
    "dismissible": "true",
    "release.choice": "carried",
    "release.threshold": "0.5",
  ])
