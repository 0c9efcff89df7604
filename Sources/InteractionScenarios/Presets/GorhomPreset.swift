/// gorhom/bottom-sheet: nearest to a projection of 0.2 s.
///
/// Source: gorhom/bottom-sheet at bc94d54 and redash, snapPoint(value, velocity, points): 0.2 s, the
/// first of equally near points, which is the lowest; no dead band, cap or flick. Its spring of mass 3,
/// stiffness 1000 and damping 500 moves as a critically damped one: a response of 2π √(3 / 1000) s. It is
/// handed half of the velocity. Dragged past an end: overDragResistanceFactor, 2.5 times the root.
let gorhomPreset = Preset(
  "gorhom", "gorhom/bottom-sheet: nearest to a projection of 0.2 s.",
  [
    "limits": "rootWithStep",
    "release.handOffShare": "0.5",
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.flick": "0",
    "release.hysteresis": "0",
    "release.tie": "lower",
    "release.adjacentOnly": "false",
    "release.dismissal": "candidate",
    "spring.dampingRatio": "1",
    "spring.response": "0.3441442325727286",
    "release.projection": "0.2",
  ])

/// gorhom/bottom-sheet on Android.
///
/// Source: gorhom/bottom-sheet at bc94d54, ANIMATION_CONFIGS on Android: 250 ms of
/// Easing.out(Easing.exp) whatever the velocity; else as ``gorhomPreset``.
let gorhomAndroidPreset = Preset(
  "gorhom.android", "gorhom/bottom-sheet on Android: the same, eased to its point in 0.25 s.",
  [
    "limits": "rootWithStep",
    "settle.law": "exponential",
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.flick": "0",
    "release.hysteresis": "0",
    "release.tie": "lower",
    "release.adjacentOnly": "false",
    "release.dismissal": "candidate",
    "release.projection": "0.2",
  ])
