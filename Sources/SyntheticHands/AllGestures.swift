import Quantities

/// All named gestures, which `flickbook synth` can generate.
///
/// The usual positions are on a screen of 390 × 844 pt. We chose the times and the fractions of distances in this file;
/// they follow the movements that people make when asked for the gesture.
public let allGestures: [SyntheticGesture] =
  drags + flicks + liftOffs + catches + turns + interruptions + presses

extension SyntheticGesture {
  /// Returns the gesture called `name`; nil if there is none.
  public static func named(_ name: String) -> SyntheticGesture? {
    allGestures.first { $0.name == name }
  }
}

private func touch(
  from start: Position, after pause: Double = 0, fingers: [SyntheticFinger] = [SyntheticFinger()],
  ending: SyntheticTouch.Ending = .lift, meaning velocity: Velocity? = nil,
  _ move: (inout HandPath) -> Void
) -> SyntheticTouch {
  var path = HandPath(from: start)
  move(&path)
  return SyntheticTouch(
    after: Seconds(pause), path: path, fingers: fingers, ending: ending, meaning: velocity)
}

private let drags = [
  SyntheticGesture(
    "tap", "Touches and lifts without a movement.", from: (195, 600), to: (195, 590)
  ) { plan in
    HandModel(touches: [touch(from: plan.from) { $0.hold(for: Seconds(0.08)) }])
  },
  SyntheticGesture(
    "slow-drag-and-hold", "Drags slowly, rests, and lifts without a velocity.",
    from: (195, 700), to: (195, 420)
  ) { plan in
    HandModel(touches: [
      touch(from: plan.from) {
        $0.reach(plan.to, in: Seconds(0.9))
        $0.hold(for: Seconds(0.35))
      }
    ])
  },
  SyntheticGesture(
    "over-drag", "Drags far past the usual end, rests there, and lifts.",
    from: (195, 500), to: (195, 40)
  ) { plan in
    HandModel(touches: [
      touch(from: plan.from) {
        $0.reach(plan.to, in: Seconds(0.7))
        $0.hold(for: Seconds(0.2))
      }
    ])
  },
  SyntheticGesture(
    "second-finger", "Drags while a second finger joins and leaves, then flicks.",
    from: (160, 700), to: (160, 400)
  ) { plan in
    let second = SyntheticFinger(
      offset: Position(x: Points(110), y: Points(-60)), joins: Seconds(0.15),
      leaves: Seconds(0.45))
    return HandModel(touches: [
      touch(from: plan.from, fingers: [SyntheticFinger(), second]) {
        $0.reach(plan.position(0.6), in: Seconds(0.6))
        $0.flick(to: plan.to, speed: plan.speed)
      }
    ])
  },
]

private let flicks = [
  SyntheticGesture(
    "flick", "Flicks and lifts at full speed.", from: (195, 650), to: (195, 450)
  ) { plan in
    HandModel(touches: [touch(from: plan.from) { $0.flick(to: plan.to, speed: plan.speed) }])
  },
  SyntheticGesture(
    "tiny-flick", "Flicks over so short a distance that it lasts only a few frames.",
    from: (195, 600), to: (195, 580), speed: 700
  ) { plan in
    HandModel(touches: [touch(from: plan.from) { $0.flick(to: plan.to, speed: plan.speed) }])
  },
  SyntheticGesture(
    "hard-flick", "Flicks as fast as a person can.", from: (195, 700), to: (195, 380), speed: 5000
  ) { plan in
    HandModel(touches: [touch(from: plan.from) { $0.flick(to: plan.to, speed: plan.speed) }])
  },
  SyntheticGesture(
    "corner-to-corner", "Flicks across the screen.", from: (320, 740), to: (130, 330), speed: 1400
  ) { plan in
    HandModel(touches: [touch(from: plan.from) { $0.flick(to: plan.to, speed: plan.speed) }])
  },
  SyntheticGesture(
    "drag-down-then-flick-up", "Drags in the opposite direction first, then flicks.",
    from: (195, 500), to: (195, 350), speed: 1600
  ) { plan in
    HandModel(touches: [
      touch(from: plan.from) {
        $0.reach(plan.position(-1), in: Seconds(0.5))
        $0.flick(to: plan.to, speed: plan.speed)
      }
    ])
  },
  SyntheticGesture(
    "pause-then-flick", "Drags, rests for a moment, and flicks from there.",
    from: (195, 700), to: (195, 400)
  ) { plan in
    HandModel(touches: [
      touch(from: plan.from) {
        $0.reach(plan.position(0.5), in: Seconds(0.5))
        $0.hold(for: Seconds(0.15))
        $0.flick(to: plan.to, speed: plan.speed)
      }
    ])
  },
  SyntheticGesture(
    "flick-then-hold", "Flicks, but stops and rests before lifting.", from: (195, 650),
    to: (195, 450)
  ) { plan in
    HandModel(touches: [
      touch(from: plan.from) {
        $0.flick(to: plan.to, speed: plan.speed)
        $0.turn(to: .zero, in: Seconds(0.06))
        $0.hold(for: Seconds(0.2))
      }
    ])
  },
]

private let liftOffs = [
  SyntheticGesture(
    "drift-at-lift-off", "Drags, rests, and rolls off the device while lifting.",
    from: (195, 700), to: (195, 420), speed: 120
  ) { plan in
    HandModel(touches: [
      touch(from: plan.from, meaning: .zero) {
        $0.reach(plan.to, in: Seconds(0.7))
        $0.hold(for: Seconds(0.3))
        $0.turn(to: plan.velocity(-1), in: Seconds(0.035))
      }
    ])
  },
  SyntheticGesture(
    "slowing-lift-off", "Flicks, and slows down to less than half while lifting.",
    from: (195, 650), to: (195, 450)
  ) { plan in
    HandModel(touches: [
      touch(from: plan.from, meaning: plan.velocity(1)) {
        $0.flick(to: plan.to, speed: plan.speed)
        $0.turn(to: plan.velocity(0.4), in: Seconds(0.02))
      }
    ])
  },
  SyntheticGesture(
    "hooked-lift-off", "Flicks, and turns back a little while lifting.", from: (195, 650),
    to: (195, 450)
  ) { plan in
    HandModel(touches: [
      touch(from: plan.from, meaning: plan.velocity(1)) {
        $0.flick(to: plan.to, speed: plan.speed)
        $0.turn(to: plan.velocity(-0.2), in: Seconds(0.025))
      }
    ])
  },
]

private let catches = [
  SyntheticGesture(
    "catch-in-flight", "Flicks, then catches the moving surface and drags half the distance back.",
    from: (195, 650), to: (195, 450)
  ) { plan in
    HandModel(touches: [
      touch(from: plan.from) { $0.flick(to: plan.to, speed: plan.speed) },
      touch(from: plan.to, after: 0.12) {
        $0.hold(for: Seconds(0.1))
        $0.reach(plan.position(0.5), in: Seconds(0.5))
        $0.hold(for: Seconds(0.15))
      },
    ])
  },
  SyntheticGesture(
    "flick-again", "Flicks, then flicks in the same direction while the surface moves.",
    from: (195, 650), to: (195, 450)
  ) { plan in
    HandModel(touches: [
      touch(from: plan.from) { $0.flick(to: plan.to, speed: plan.speed) },
      touch(from: plan.from, after: 0.1) { $0.flick(to: plan.to, speed: plan.speed) },
    ])
  },
  SyntheticGesture(
    "double-catch", "Flicks, catches and flicks back, catches again and rests.",
    from: (195, 600), to: (195, 450)
  ) { plan in
    HandModel(touches: [
      touch(from: plan.from) { $0.flick(to: plan.to, speed: plan.speed) },
      touch(from: plan.to, after: 0.1) { $0.flick(to: plan.from, speed: plan.speed) },
      touch(from: plan.from, after: 0.1) {
        $0.reach(plan.position(0.2), in: Seconds(0.2))
        $0.hold(for: Seconds(0.2))
      },
    ])
  },
]

private let interruptions = [
  SyntheticGesture(
    "cancel", "Flicks, but the device reports the finger as a palm.", from: (195, 650),
    to: (195, 450)
  ) { plan in
    HandModel(touches: [
      touch(from: plan.from, ending: .palm) { $0.flick(to: plan.to, speed: plan.speed) }
    ])
  },
  SyntheticGesture(
    "cut-off", "Drags, and the recording ends before the finger lifts.", from: (195, 650),
    to: (195, 450)
  ) { plan in
    HandModel(touches: [
      touch(from: plan.from, ending: .none) { $0.reach(plan.to, in: Seconds(0.5)) }
    ])
  },
  SyntheticGesture(
    "gap", "Drags while events are lost for 80 ms, and flicks.", from: (195, 750), to: (195, 400)
  ) { plan in
    HandModel(
      touches: [
        touch(from: plan.from) {
          $0.reach(plan.position(0.5), in: Seconds(0.6))
          $0.flick(to: plan.to, speed: plan.speed)
        }
      ], gap: Seconds(0.2)...Seconds(0.28))
  },
]

/// Returns the force over time, as the x coordinate of a path.
///
/// The force begins at a light touch, changes to each of `levels` in turn, and returns to a light touch. Each change
/// takes 50 ms.
private func force(_ levels: [Double]) -> HandPath {
  let light = Position(x: Points(0.05), y: .zero)
  var path = HandPath(from: light)
  for level in levels { path.reach(Position(x: Points(level), y: .zero), in: Seconds(0.05)) }
  path.reach(light, in: Seconds(0.05))
  return path
}

private func press(at position: Position, _ levels: [Double]) -> HandModel {
  let force = force(levels)
  var path = HandPath(from: position)
  path.hold(for: force.duration)
  return HandModel(touches: [SyntheticTouch(path: path, pressing: force)])
}

/// Gestures in which a finger changes its force, on a device that reports force.
let presses = [
  SyntheticGesture(
    "press", "Presses hard and lifts, on a device that reports force.", from: (195, 422),
    to: (195, 412)
  ) { plan in
    press(at: plan.from, [0.3, 0.75, 0.7, 0.45, 0.3])
  },
  SyntheticGesture(
    "press-trembling", "Presses with about half the greatest force, and trembles.",
    from: (195, 422), to: (195, 412)
  ) { plan in
    press(at: plan.from, [0.48, 0.53, 0.5, 0.53, 0.47, 0.52, 0.45, 0.52, 0.47, 0.3, 0.2])
  },
]
