/// As many pages as a throw reaches.
///
/// Source: ours; the projection of an ordinary scroll view, which stops at a page.
let longPagingPreset = Preset(
  "long", "As far as the hand drags and throws: any number of pages with one touch.",
  [
    "reach": "0",
    "release.adjacentOnly": "false",
  ])

/// Flutter's pages: half a page on for any velocity above the tolerance, then rounded.
///
/// Source: Flutter, `PageScrollPhysics`: a tolerance of 20 px/s, which is exclusive, and 1 px, at a
/// device pixel ratio of 1; a spring of mass 0.5, stiffness 100 and damping ratio 1.1; ends that stop
/// as on Android.
let flutterPagingPreset = Preset(
  "flutter", "Flutter: half a page on for any velocity above the tolerance, then rounded.",
  [
    "reach": "0",
    "limits": "stop",
    "engine": "flutter",
    "spring.dampingRatio": "1.1",
    "spring.response": "0.44428829381583657",
    "settle.distance": "1",
    "settle.speed": "20",
    "release.choice": "roundedPage",
    "release.deadBand": "0",
    "release.flick": "20.000000000000004",
  ])

/// libadwaita's carousel on a touchscreen; `reach=0` is its allow-long-swipes.
///
/// Source: libadwaita at c68992b, AdwSwipeTracker on a touchscreen and AdwCarousel: 0.3 px/ms, slope
/// 0.499, a band of 10 px; damping ratio 1, mass 0.5, stiffness 500, handed a velocity in px/ms as one
/// in pages a second. Not reproduced: that an outward velocity beyond an end is none.
let adwaitaCarouselPreset = Preset(
  "adwaita", "libadwaita's carousel: at least one page on for a flick; reach=0 for long swipes.",
  [
    "counting": "shown",
    "limits.reach": "10",
    "limits.stiffness": "1",
    "distance.handed": "1000",
    "spring.dampingRatio": "1",
    "spring.response": "0.19869176531592203",
    "release.choice": "swipe",
    "release.projection": "0.499",
    "release.deadBand": "300",
    "release.cap": "100000",
    "release.adjacentOnly": "false",
  ])
