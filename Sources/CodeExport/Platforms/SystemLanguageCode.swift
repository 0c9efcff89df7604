import MotionPhysics
import Quantities
import Scenarios

extension CodeExporter {
  /// Adds C++ or Rust code: the momentum of a scroll view, or functions that return the position on each spring.
  func addSystemLanguage(to code: inout ExportedCode) {
    let isCpp = code.platform == .cpp
    if isCpp { addHeaders(["algorithm", "cmath"], to: &code) }
    if source.scenario == ScrollScenario.name, !isSingle {
      do throws(Momentum.Refusal) {
        return addMomentum(try Momentum(source), to: &code)
      } catch {
        code.lose("momentum", "the tracker and the bounce are not exported: \(error.reason)")
      }
    }
    code.add()
    code.add(
      comment: "t is the time since the release in s, positions are in px, and velocities in px/s.")
    eachSpring(in: &code) { spring, code in code.add(springFunction(spring, noting: &code)) }
    addThrowFunction(to: &code)
  }

  private func addMomentum(_ momentum: Momentum, to code: inout ExportedCode) {
    let isCpp = code.platform == .cpp
    let parts = isCpp ? momentum.cpp : momentum.rust
    if isCpp { for name in ["cstddef", "limits", "vector"] { code.add("#include <\(name)>") } }
    code.add()
    for line in Self.introduction { code.add(comment: line) }
    if isCpp {
      code.add()
      code.add("namespace scroll_momentum {")
      code.add()
      code.add("inline constexpr double infinity = std::numeric_limits<double>::infinity();")
      code.add("inline constexpr double pi = 3.141592653589793;")
    }
    addConstants(of: momentum, to: &code)
    code.add()
    code.add(lines: parts.head)
    if isCpp { addSprings(to: &code) }
    code.add(lines: parts.fling)
    code.add(lines: parts.tracker)
    if isCpp { code.add("}  // namespace scroll_momentum") }
    loseInputs(of: momentum, in: &code)
    guard let vectors = MomentumVectors(source) else { return }
    code.add()
    code.add(lines: isCpp ? vectors.cpp : vectors.rust)
  }

  /// Adds the guard of a header, and the headers of the standard library.
  private func addHeaders(_ names: [String], to code: inout ExportedCode) {
    code.add()
    code.add("#ifndef FLICKBOOK_EXPORT_HPP")
    code.add("#define FLICKBOOK_EXPORT_HPP")
    code.add()
    for name in names { code.add("#include <\(name)>") }
  }

  private static let introduction = [
    "Momentum for a touchpad: Wayland has no momentum events, so a client computes the motion itself.",
    "Make a Tracker at the first scroll event of a gesture (wl_pointer.axis with the source finger), push each event "
      + "with its time and the distance by which the content moves, which is minus its value, and call end at wl_pointer.axis_stop. Show the "
      + "content at fling.position(t), where t is the time since then, until t is fling.duration. For another gesture "
      + "before that, make a Tracker at this position.",
    "A position is that of the upper left corner of the content: 0 at the top, and negative below it. The limits of a "
      + "list of 3000 px in a view of 800 px are -2200 and 0.",
  ]

  /// Adds the numbers of the settings.
  private func addConstants(of momentum: Momentum, to code: inout ExportedCode) {
    code.add()
    code.add(
      comment:
        "The velocity: \(commentText(momentum.estimator.name)), \(momentum.estimator.summary).")
    if momentum.estimator.seconds.isFinite {
      let isWindow = if case .mean = momentum.estimator.rule { true } else { false }
      addConstant(
        isWindow ? "window" : "longestRest", momentum.estimator.seconds, "s",
        comment: "estimator \(momentum.estimator.name)", to: &code)
    }
    addConstant("minSpeed", "release.deadBand", "px/s", to: &code)
    addConstant("maxSpeed", "release.cap", "px/s", to: &code)
    switch momentum.law {
    case .exponential: addConstant("decelerationRate", "decelerationRate", "per ms", to: &code)
    case .constant: addConstant("deceleration", "friction.deceleration", "px/s²", to: &code)
    case .flutter, .android: addConstant("friction", "friction.coefficient", to: &code)
    }
    code.use(["friction", "limits", "limits.forgets"])
    if momentum.limits == .rubberBand { addConstant("stiffness", "limits.stiffness", to: &code) }
    code.use(["limits.stiffness"])
    addConstant("settleDistance", "settle.distance", "px", to: &code)
    addConstant("settleSpeed", "settle.speed", "px/s", to: &code)
    if code.platform == .rust { addSprings(to: &code) }
    guard momentum.law == .android else { return }
    let values = Friction.androidSpline.map { "\($0)" }
    code.add(
      comment:
        "The fraction of the distance at hundredths of the duration; source: OverScroller.java.")
    let isCpp = code.platform == .cpp
    code.add(
      isCpp ? "inline constexpr double spline[] = {" : "const SPLINE: [f64; \(values.count)] = [")
    for start in stride(from: 0, to: values.count, by: 4) {
      code.add(
        "    " + values[start..<min(start + 4, values.count)].joined(separator: ", ") + ",")
    }
    code.add(isCpp ? "};" : "];")
  }

  /// Adds the springs at the edges; a spring with a response of 0 stops at the edge.
  private func addSprings(to code: inout ExportedCode) {
    for (name, variable) in [("return", "return_spring"), ("bounce", "bounce_spring")] {
      guard let spring = springs.first(where: { $0.name == name }) else { continue }
      // Without a rubber band, thrown content stops at the edge.
      let stops = name == "bounce" && source.word("limits") == "stop"
      let response = stops ? 0 : spring.spring.response.value
      let keys = stops ? ["limits"] : [spring.responseKey]
      code.use(spring.keys)
      code.add(
        comment: name == "return"
          ? "Moves content back after a release beyond a limit." : "Takes over at a limit.")
      let isCpp = code.platform == .cpp
      code.add(
        isCpp
          ? "inline constexpr Spring \(variable) = {"
          : "const \(name.uppercased()): Spring = Spring {")
      code.add(
        isCpp ? "    " : "    damping_ratio: ", "\(name).dampingRatio", spring.spring.dampingRatio,
        from: [spring.dampingRatioKey], ",")
      code.add(
        isCpp ? "    " : "    response: ", "\(name).response", response, "s", from: keys, ",")
      code.add("};")
    }
    if code.platform == .cpp { code.add() }
  }

  private func addConstant(
    _ name: String, _ key: String, _ unit: String = "", to code: inout ExportedCode
  ) {
    guard let value = source.number(key) else { return }
    let before = declaration(of: name, in: code.platform)
    code.add(before, name, value, unit, from: [key], ";")
  }

  /// Adds a number that is not a setting; `comment` names its source.
  private func addConstant(
    _ name: String, _ value: Double, _ unit: String, comment: String, to code: inout ExportedCode
  ) {
    let number = code.note(name, value, unit, from: [])
    let before = declaration(of: name, in: code.platform)
    code.add("\(before)\(number);  // \(unit); \(commentText(comment))")
  }

  private func declaration(of name: String, in platform: CodePlatform) -> String {
    let identifier = platform.language.identifier(name)
    return platform == .cpp
      ? "inline constexpr double \(identifier) = " : "const \(identifier.uppercased()): f64 = "
  }

  /// Records the settings that the code does not express.
  private func loseInputs(of momentum: Momentum, in code: inout ExportedCode) {
    if let replaced = momentum.replacedEstimator {
      code.lose(
        "estimator",
        "\(replaced) has no short form, so the code has \(momentum.estimator.name); name another one with 'estimator' "
          + "in the file of settings: niri.swipe, gnome.swipe, gtk.swipe, apple.recognizer, apple.scrollview, "
          + "flutter.ios or flutter.macos")
    }
    if momentum.estimator.name == "gtk.swipe" {
      code.lose(
        "estimator", "positions are not truncated to whole points, nor times to whole milliseconds")
    }
    if let prediction = source.number("prediction"), prediction != 0 {
      code.lose("prediction", "the content stays under the fingers")
    }
    if let start = source.word("throw.start"), start != "lift" {
      code.lose("throw.start", "a throw counts from the release, not from the \(start)")
    }
    if source.word("throw.accumulation") == "gtk" {
      code.lose("throw.accumulation", "a throw does not add an earlier one")
    }
    code.lose(
      "axes",
      "each axis has its own Tracker, so the dead band and the cap apply to each axis, not to the speed"
    )
  }
}
