import MotionPhysics
import Quantities

extension CodeExporter {
  /// Adds functions that return simulations.
  func addFlutter(to code: inout ExportedCode) {
    code.add("import 'dart:math';")
    code.add("import 'package:flutter/physics.dart';")
    code.add("import 'package:flutter/widgets.dart';")
    code.add()
    code.add("double abs(double x) => x.abs();")
    eachSpring(in: &code) { spring, code in
      let name = spring.identifier
      code.add("SpringSimulation \(name)Simulation(double from, double to, double velocity) {")
      code.add("  return SpringSimulation(")
      code.add("    SpringDescription.withDampingRatio(")
      code.add("      mass: 1,")
      code.add(
        "      stiffness: ", "\(name).stiffness", spring.spring.stiffness(), "1/s²",
        from: [spring.responseKey], ",")
      code.add(
        "      ratio: ", "\(name).dampingRatio", spring.spring.dampingRatio,
        from: [spring.dampingRatioKey], ",")
      code.add("    ),")
      code.add("    from, to, velocity,")
      code.add("    snapToEnd: true,")
      addTolerance(to: &code)
      code.add("  );")
      code.add("}")
      code.lose(
        spring.name,
        "the simulation ends in the first moment within its tolerance, and jumps; "
          + "\(thrown), the difference at 120 Hz is",
        points: path(spring.spring).largest(fromEngine: "flutter", every: 1 / 120))
    }
    addFlutterFriction(to: &code)
  }

  private func addTolerance(to code: inout ExportedCode) {
    guard let distance = source.number("settle.distance"), let speed = source.number("settle.speed")
    else { return }
    let numbers = (
      code.note("tolerance.distance", distance, "logical px", from: ["settle.distance"]),
      code.note("tolerance.velocity", speed, "logical px/s", from: ["settle.speed"])
    )
    code.add(
      "    tolerance: const Tolerance(distance: \(numbers.0), velocity: \(numbers.1)),"
        + "  // settle.distance, settle.speed")
  }

  private func addFlutterFriction(to code: inout ExportedCode) {
    guard !isSingle, let friction = source.friction else { return }
    code.add()
    switch friction.law {
    case .exponential(let decay):
      code.add("FrictionSimulation throwSimulation(double position, double velocity) {")
      code.add("  return FrictionSimulation(")
      code.add("    ", "drag", decay.flutterDrag, "per s", from: friction.keys, ",")
      code.add("    position, velocity,")
      code.add("  );")
      code.add("}")
    case .flutter(let coefficient):
      code.add("ClampingScrollSimulation throwSimulation(double position, double velocity) {")
      code.add("  return ClampingScrollSimulation(")
      code.add("    position: position, velocity: velocity,")
      code.add("    friction: ", "friction", coefficient, from: friction.keys, ",")
      code.add("  );")
      code.add("}")
    case .constant, .android, .chromium:
      code.lose("friction", "Flutter has no simulation with this law")
    }
  }
}
