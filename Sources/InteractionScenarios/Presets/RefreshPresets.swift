/// Flutter's refresh indicator.
///
/// Source: Flutter, `refresh_indicator.dart`: a quarter of the viewport is one and a half times
/// the displacement of 40 px, so a sixth arms; armed until the list is scrolled on; only a pan that
/// begins at the top; 150 ms and 200 ms. The list stands still there and the indicator moves;
/// its even pace is not reproduced.
let flutterRefreshPreset = Preset(
  "flutter", "Flutter's refresh indicator: a sixth of the screen arms, and stays armed.",
  [
    "height": "40",
    "pull.share": "0.16666666666666666",
    "pull.limit": "1.5",
    "pull.beyond": "stop",
    "pull.hysteresis": "100000",
    "pull.startsAtTop": "true",
    "snap.dampingRatio": "1",
    "snap.response": "0.15",
    "return.dampingRatio": "1",
    "return.response": "0.2",
    "scaleOut": "0.2",
  ])

/// Compose's pull to refresh.
///
/// Source: Compose Material, `PullRefreshState`: 80 dp, half of the finger's way, at most twice
/// the threshold by the quadratic form, no hysteresis; an indicator that does not shrink.
let composeRefreshPreset = Preset(
  "compose", "Compose's pull to refresh: 80 pt at half of the finger's way.",
  [
    "height": "80",
    "pull.resistance": "0.5",
    "pull.share": "0",
    "pull.limit": "2",
    "pull.beyond": "quadratic",
    "pull.hysteresis": "0",
    "pull.startsAtTop": "false",
    "scaleOut": "0",
  ])
