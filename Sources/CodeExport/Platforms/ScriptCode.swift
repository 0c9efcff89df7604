import MotionPhysics
import Quantities

extension CodeExporter {
  /// Adds transitions of Motion.
  func addMotion(to code: inout ExportedCode) {
    eachSpring(in: &code) { spring, code in
      let name = spring.identifier
      code.add(
        comment:
          "animate(element, { y: target }, { ...\(name)Transition, velocity }); the velocity is "
          + "in px/s."
      )
      code.add("export const \(name)Transition = {")
      code.add("  type: \"spring\",")
      code.add(
        "  stiffness: ", "\(name).stiffness", spring.spring.stiffness(), "1/s²",
        from: [spring.responseKey], ",")
      code.add(
        "  damping: ", "\(name).damping", spring.spring.damping(), "1/s", from: spring.keys, ",")
      code.add("  mass: 1,")
      code.add("};")
      if (0.05...1).contains(spring.spring.dampingRatio) {
        let numbers = (
          code.note(
            "\(name).visualDuration", spring.spring.response.value / 1.2, "s",
            from: [spring.responseKey]),
          code.note("\(name).bounce", spring.spring.bounce, from: [spring.dampingRatioKey])
        )
        code.add(
          comment:
            "From rest, this is the same: { type: \"spring\", visualDuration: \(numbers.0), "
            + "bounce: "
            + "\(numbers.1) }; Motion ignores the velocity of such a spring.")
      }
      code.lose(
        spring.name,
        "Motion ends within 0.5 px and 2 px/s, and jumps; \(thrown), the difference at 60 Hz is",
        points: path(spring.spring).largest(fromEngine: "framer", every: 1 / 60))
    }
    addMotionFriction(to: &code)
  }

  private func addMotionFriction(to code: inout ExportedCode) {
    guard !isSingle, let friction = source.friction else { return }
    guard case .exponential(let decay) = friction.law else {
      return code.lose("friction", "Motion has only an exponential law")
    }
    let time = decay.timeConstant.value
    code.add()
    code.add(
      comment:
        "animate(element, { y: 0 }, { ...throwTransition, velocity }); the velocity is in px/s.")
    code.add("export const throwTransition = {")
    code.add("  type: \"inertia\",")
    code.add("  power: ", "power", time, "s", from: friction.keys, ",")
    code.add("  timeConstant: ", "timeConstant", time * 1_000, "ms", from: friction.keys, ",")
    code.add("};")
    code.lose(
      "friction", "Motion ends a throw within 0.5 px of its rest, and jumps by up to", points: 0.5)
  }

  /// Adds configurations of react-spring.
  func addReactSpring(to code: inout ExportedCode) {
    eachSpring(in: &code) { spring, code in
      let name = spring.identifier
      code.add(
        comment:
          "api.start({ y: target, config: { ...\(name)Config, velocity: pixelsPerSecond / 1000 } })"
      )
      code.add("export const \(name)Config = {")
      code.add(
        "  tension: ", "\(name).tension", spring.spring.stiffness(), "1/s²",
        from: [spring.responseKey], ",")
      code.add(
        "  friction: ", "\(name).friction", spring.spring.damping(), "1/s", from: spring.keys, ",")
      code.add("  mass: 1,")
      code.add("};")
      for hz in [60.0, 120] {
        code.lose(
          spring.name,
          "react-spring steps whole milliseconds, rounded up in each frame; "
            + "\(thrown), the difference at \(plain(hz)) Hz is",
          points: path(spring.spring).largest(fromEngine: "react-spring", every: 1 / hz))
      }
    }
    guard !isSingle, let friction = source.friction else { return }
    guard case .exponential(let decay) = friction.law else {
      return code.lose("friction", "react-spring has only an exponential law")
    }
    code.add()
    code.add(
      comment: "api.start({ config: { ...throwConfig, velocity: pixelsPerSecond / 1000 } })")
    code.add("export const throwConfig = {")
    // react-spring's velocity falls by the factor e^(decay - 1) in a millisecond.
    code.add(
      "  decay: ", "decay", 1 - 1 / (decay.timeConstant.value * 1_000), from: friction.keys, ",")
    code.add("};")
  }

  /// Adds the properties of vaul's drawer, and compares the constants that cannot be set.
  func addVaul(to code: inout ExportedCode) {
    if !isSingle { addVaulProperties(to: &code) }
    for spring in springs where spring.name == "spring" || isSingle {
      code.use(spring.keys)
      let path = path(spring.spring)
      code.lose(
        spring.name,
        "vaul settles on cubic-bezier(0.32, 0.72, 0, 1) in 0.5 s from any velocity; \(thrown), "
          + "it differs by",
        points: path.largest(over: max(path.duration, 0.5)) {
          path.distance * CubicBezier.drawer.progress(at: min($0 / 0.5, 1))
        })
    }
    for spring in springs where spring.name != "spring" && !isSingle {
      code.lose(spring.name, "vaul has no such spring: the drawer follows the finger directly")
    }
    guard !isSingle else { return }
    if let flick = source.number("release.flick") {
      code.lose(
        "release.flick",
        "vaul's VELOCITY_THRESHOLD is a constant, 0.4 px/ms; the setting is "
          + "\(readable(flick / 1_000)) px/ms"
      )
    }
    code.lose(
      "release rule",
      "vaul decides by its own rule, with the mean speed of the touch; the function above is "
        + "for a fork of it"
    )
  }

  private func addVaulProperties(to code: inout ExportedCode) {
    guard let travel = source.travel, travel.isVertical, source.screen.y > .zero else {
      return code.lose("detents", "vaul's snap points are heights, and this surface has none")
    }
    code.add()
    code.add(comment: "<Drawer.Root {...drawerProperties}>")
    code.add("export const drawerProperties = {")
    let heights = travel.rests.reversed().map { rest in
      code.note(
        "snapPoints", 1 - rest.coordinate / source.screen.y.value, "of the window",
        from: ["detents"])
    }
    let names = travel.rests.reversed().map { commentText($0.name) }.joined(separator: ", ")
    code.add(
      "  snapPoints: [\(heights.joined(separator: ", "))],  // \(names), as fractions of the window"
    )
    if let held = source.word("release.adjacentOnly") {
      code.use(["release.adjacentOnly"])
      code.add("  snapToSequentialPoint: \(held),  // release.adjacentOnly")
    }
    if let dismissible = source.word("dismissible") {
      code.use(["dismissible"])
      code.add("  dismissible: \(dismissible),  // dismissible")
    }
    if travel.rests.count == 1, let threshold = source.number("release.threshold") {
      code.add(
        "  closeThreshold: ", "closeThreshold", threshold, from: ["release.threshold"], ",")
    } else {
      code.lose(
        "closeThreshold", "vaul uses it only without snap points, so its default of 0.25 stays")
    }
    code.add("};")
  }
}
