/// smooth_sheets: the snap after the nearest for a flick.
///
/// Source: smooth_sheets at beb86c7, MultiSnapGrid: a flick from minFlingSpeed, 50 px/s, on; no dead
/// band, cap or hysteresis. The spring: mass 0.5, stiffness 100, damping ratio 1.1, which is a response
/// of 2π √(0.5 / 100) s.
let smoothSheetsPreset = Preset(
  "smooth_sheets", "smooth_sheets: the snap after the nearest for a flick.",
  [
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.flick": "50",
    "release.dismissal": "candidate",
    "spring.dampingRatio": "1.1",
    "spring.response": "0.44428829381583657",
    "release.choice": "neighbour",
    "release.neighbour": "afterNearest",
  ])
