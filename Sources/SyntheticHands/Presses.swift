import Quantities

/// A force over time, as the x of a path: from a light touch from level to level, each in 50 ms, and
/// back to a light touch.
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

/// The gestures of a finger that presses harder and softer, on a device that tells it.
let presses = [
  SyntheticGesture(
    "press", "Presses hard and lets go, on a device that tells how hard.", from: (195, 422),
    to: (195, 412)
  ) { plan in
    press(at: plan.from, [0.3, 0.75, 0.7, 0.45, 0.3])
  },
  SyntheticGesture(
    "press-trembling", "Presses about half as hard as it can, and trembles.", from: (195, 422),
    to: (195, 412)
  ) { plan in
    press(at: plan.from, [0.48, 0.53, 0.5, 0.53, 0.47, 0.52, 0.45, 0.52, 0.47, 0.3, 0.2])
  },
]
