/// FloatingPanel: the end of the segment around the panel that the projection is nearer to.
///
/// Source: FloatingPanel at 7efcc76, targetPosition(from:with:): momentumProjectionRate 0.998, which
/// is 0.499 s, redirectionalProgress 0.5, removalInteractionVelocityThreshold 5.5 / s, which are the
/// defaults here too; no dead band, cap or flick; no limit to the drag. The attraction spring of
/// flicks: response 0.4 s, damping ratio ln(0.991) / (−2π · 0.001 / 0.4); critical up to 300 pt/s.
let floatingPanelPreset = Preset(
  "floatingpanel",
  "FloatingPanel: the end of the segment around the panel that the projection is nearer to.",
  [
    "release.deadBand": "0",
    "release.cap": "100000",
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
    "release.adjacentOnly": "false",
    "release.dismissal": "thrown",
    "limits": "free",
    "spring.dampingRatio": "0.5756",
    "spring.response": "0.4",
    "spring.calmSpeed": "300",
    "release.choice": "segment",
  ])
