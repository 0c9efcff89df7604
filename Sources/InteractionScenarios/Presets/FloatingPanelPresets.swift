/// FloatingPanel: the end of the segment around the panel that the projection is nearer to.
///
/// Source: FloatingPanel at 7efcc76, targetPosition(from:with:) and its attraction spring, which is
/// critical up to 300 pt/s.
let floatingPanelPreset = Preset(
  "floatingpanel",
  "FloatingPanel: the end of the segment around the panel that the projection is nearer to.",
  [
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.flick": "0",
    "release.hysteresis": "0",
    "release.adjacentOnly": "true",
    "release.dismissal": "thrown",
    "limits": "free",
    "spring.dampingRatio": "0.5756",
    "spring.response": "0.4",
    "spring.calmSpeed": "300",
    "release.choice": "segment",
  ])

/// FloatingPanel, projecting the momentum past the next anchors.
///
/// Source: FloatingPanel at 7efcc76, with shouldProjectMomentum(to:) answering true.
let floatingPanelProjectPreset = Preset(
  "floatingpanel.project", "FloatingPanel, projecting the momentum past the next anchors.",
  [
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.flick": "0",
    "release.hysteresis": "0",
    "release.adjacentOnly": "false",
    "release.dismissal": "thrown",
    "limits": "free",
    "spring.dampingRatio": "0.5756",
    "spring.response": "0.4",
    "spring.calmSpeed": "300",
    "release.choice": "segment",
  ])
