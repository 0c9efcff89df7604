/// Designing Fluid Interfaces: nearest to the projection of an ordinary scroll view.
///
/// Source: “Designing Fluid Interfaces”, WWDC 2018, session 803: deceleration rate 0.998, which is
/// 0.499 s, the default here too, without a dead band, cap or flick; spring of fluid-interfaces at
/// da5c66c, damping ratio 1, response 0.4 s. Of equally near places the higher, as in a list from the
/// top; the session says nothing of it.
let fluidInterfacesPreset = Preset(
  "wwdc.998", "Designing Fluid Interfaces: nearest to the projection of an ordinary scroll view.",
  [
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.flick": "0",
    "release.hysteresis": "0",
    "release.tie": "higher",
    "release.adjacentOnly": "false",
    "release.dismissal": "candidate",
    "spring.dampingRatio": "1",
    "spring.response": "0.4",
  ])

/// Designing Fluid Interfaces: nearest to the projection of a fast scroll view.
///
/// Source: “Designing Fluid Interfaces”, WWDC 2018, session 803, with the deceleration rate 0.99, which
/// is 0.99 / (1 − 0.99) / 1000 = 0.099 s; else as ``fluidInterfacesPreset``.
let fluidInterfacesFastPreset = Preset(
  "wwdc.99", "Designing Fluid Interfaces: nearest to the projection of a fast scroll view.",
  [
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.flick": "0",
    "release.hysteresis": "0",
    "release.tie": "higher",
    "release.adjacentOnly": "false",
    "release.dismissal": "candidate",
    "spring.dampingRatio": "1",
    "spring.response": "0.4",
    "release.projection": "0.099",
  ])

/// The FaceTime window of Designing Fluid Interfaces.
///
/// Source: fluid-interfaces at da5c66c, `Pip.swift`: 86 × 130 pt, spacing 25 pt (23 pt at the sides
/// are not reproduced), nearest corner to the projected centre, damping ratio 1, response 0.4 s, one to one under the finger.
let fluidInterfacesPictureInPicturePreset = Preset(
  "wwdc.998", "Designing Fluid Interfaces: the corner nearest to the projected centre.",
  [
    "width": "86",
    "height": "130",
    "margin": "25",
    "tracking.response": "0",
    "limits": "free",
    "spring.dampingRatio": "1",
    "spring.response": "0.4",
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.flick": "0",
    "release.hysteresis": "0",
    "release.adjacentOnly": "false",
  ])

/// The flashlight of fluid-interfaces.
///
/// Source: fluid-interfaces at da5c66c, `FlashlightButton`: the numbers are the defaults here, and the
/// size is set from the force without a spring.
let fluidInterfacesFlashlightPreset = Preset(
  "fluidinterfaces", "The flashlight of fluid-interfaces: as wide as the force says.",
  ["tracking.response": "0"])
