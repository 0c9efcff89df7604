/// Flutter's drawer: the direction of a flick, else the half that it is in.
///
/// Source: Flutter, `drawer.dart`: 304 px, an edge of 20 px, 365 px/s, half of the way, a scrim of
/// 54 %, the fling spring of mass 1, stiffness 500 and critical damping; `kTouchSlop`, 18 px. A
/// slow release sets off at 1 width a second there, which is not reproduced.
let flutterDrawerPreset = Preset(
  "flutter", "Flutter's drawer: the direction of a flick, else the half that it is in.",
  [
    "width": "304",
    "edge": "20",
    "scrim": "0.54",
    "tap.slop": "18",
    "tracking.response": "0",
    "limits": "stop",
    "spring.dampingRatio": "1",
    "spring.response": "0.281",
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.flick": "365",
    "release.choice": "neighbour",
    "release.neighbour": "afterNearest",
  ])

/// The modal drawer of Compose: next anchor for a flick or past half of the way.
///
/// Source: Compose Material, `ModalDrawer`: 400 dp/s and half of the way, dragged from anywhere on
/// the screen, at most 360 dp wide, a scrim of 32 %; a tween of 256 ms, whatever the velocity.
let composeDrawerPreset = Preset(
  "compose", "The modal drawer of Compose: next anchor for a flick or past half of the way.",
  [
    "width": "360",
    "edge": "100000",
    "scrim": "0.32",
    "tap.slop": "18",
    "tracking.response": "0",
    "limits": "stop",
    "settle.law": "swiftOut",
    "settle.duration": "0.256",
    "release.deadBand": "0",
    "release.cap": "8000",
    "release.flick": "400",
    "release.choice": "neighbour",
    "release.neighbour": "atOrBeyond",
    "release.threshold": "0.5",
  ])

/// The momentum drawer of fluid-interfaces: the direction of the velocity, however slow.
///
/// Source: fluid-interfaces at da5c66c, `Momentum.swift`: damping ratio 0.8, response 0.3 s, at
/// most 30 of the remaining ways a second; without a velocity it goes on as if nobody had touched
/// it. It lies at the lower edge there.
let fluidInterfacesDrawerPreset = Preset(
  "fluidinterfaces",
  "The momentum drawer of fluid-interfaces: the direction of the velocity, however slow.",
  [
    "edge": "100000",
    "tap.slop": "0",
    "tracking.response": "0",
    "limits": "stop",
    "spring.dampingRatio": "0.8",
    "spring.response": "0.3",
    "release.deadBand": "0",
    "release.cap": "100000",
    "release.choice": "direction",
    "release.handOff": "30",
  ])
