/// Material bottom sheet with a half expanded state.
///
/// Source: Material Components for Android at ac7e18e, BottomSheetBehavior with fitToContents off:
/// ViewDragHelper's minimum of 50 dp/s, SIGNIFICANT_VEL_THRESHOLD 500 px/s, which is exclusive,
/// HIDE_FRICTION 0.1, HIDE_THRESHOLD 0.5; held to the ends while dragged; ViewDragHelper's quintic over
/// at most 0.6 s.
let materialPreset = Preset(
  "material", "Material bottom sheet with a half expanded state.",
  [
    "release.deadBand": "50",
    "release.cap": "100000",
    "release.flick": "500.00000000000006",
    "limits": "stop",
    "settle.law": "quintic",
    "release.choice": "halfExpanded",
    "release.projection": "0.1",
    "release.threshold": "0.5",
  ])

/// Material bottom sheet that fits its contents: expanded or collapsed.
///
/// Source: Material Components for Android at ac7e18e, BottomSheetBehavior with fitToContents on; the
/// numbers as for ``materialPreset``.
let materialFitPreset = Preset(
  "material.fit", "Material bottom sheet that fits its contents: expanded or collapsed.",
  [
    "release.deadBand": "50",
    "release.cap": "100000",
    "release.flick": "500.00000000000006",
    "limits": "stop",
    "settle.law": "quintic",
    "release.choice": "halfExpanded",
    "release.projection": "0.1",
    "release.threshold": "0.5",
    "release.fitsContents": "true",
  ])

/// Material bottom sheet with a half expanded state that can be hidden.
///
/// Source: Material Components for Android at ac7e18e, BottomSheetBehavior, hideable, with
/// fitToContents off; the numbers as for ``materialPreset``.
let materialHideablePreset = Preset(
  "material.hideable", "Material bottom sheet with a half expanded state that can be hidden.",
  [
    "release.deadBand": "50",
    "release.cap": "100000",
    "release.flick": "500.00000000000006",
    "limits": "stop",
    "settle.law": "quintic",
    "release.choice": "halfExpanded",
    "release.projection": "0.1",
    "release.threshold": "0.5",
    "dismissible": "true",
  ])
