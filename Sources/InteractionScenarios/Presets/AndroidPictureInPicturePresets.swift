/// The Picture-in-Picture window of Android.
///
/// Source: Android, WMShell, `PipMotionHelper`, `PipTouchHandler`, `PhysicsAnimator` and
/// `MagnetizedObject`, at 773a9df and 182d173: friction 1.9 × 4.2 a second, spring of stiffness 700,
/// damping ratio 1, to the side past whose middle it is thrown and to the right when it is let go at
/// rest; stashed above 18,000 px/s with 32 dp to be seen, back within 250 ms; dismissed by a circle
/// of 96 dp. Speeds are pixels there and points here. The window is 108 dp high, 16:9, 16 dp from
/// the edges. Not reproduced: that it shrinks as it is dismissed, and avoids the cutouts of a screen.
let androidPictureInPicturePreset = Preset(
  "aosp", "Android: thrown to a side against friction, with a stash and a place to dismiss it.",
  [
    "mode": "edges",
    "width": "192",
    "height": "108",
    "margin": "16",
    "tracking.response": "0",
    "limits": "free",
    "friction": "true",
    "spring.dampingRatio": "1",
    "spring.response": "0.2374820823447452",
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.projection": "0.12531328320802007",
    "release.choice": "half",
    "stash": "true",
    "stash.speed": "18000",
    "stash.visible": "32",
    "stash.unstash": "0.25",
    "dismiss": "true",
    "dismiss.leave": "1",
    "dismiss.throw": "off",
    "dismiss.point": "touch",
    "dismiss.entersOnly": "false",
  ])

/// The Picture-in-Picture window of Android 8 to 10.
///
/// Source: Android, `PipSnapAlgorithm` at 114b525, with the snap mode for edges with corner magnets:
/// where the line of the throw meets the edge, or the corner within 0.3 of the longer side. A throw
/// without a horizontal velocity has no line, and goes up and to the left. Not reproduced: its timed
/// animations; the spring is that of its successor.
let androidFlingLinePreset = Preset(
  "aosp-fling-line", "Android 8 to 10: to where the line of the throw meets the edge.",
  [
    "mode": "free",
    "width": "192",
    "height": "108",
    "margin": "16",
    "tracking.response": "0",
    "limits": "stop",
    "spring.dampingRatio": "1",
    "spring.response": "0.2374820823447452",
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.choice": "flingLine",
    "release.threshold": "0.3",
  ])
