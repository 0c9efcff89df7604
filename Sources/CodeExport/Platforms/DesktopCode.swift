import MotionPhysics
import Quantities

extension CodeExporter {
  /// Adds functions that return the exact position at a time; a tick callback of GTK can call them.
  func addGTK(to code: inout ExportedCode) {
    code.add("#include <math.h>")
    code.add()
    code.add(
      comment:
        "Call these functions in a GtkTickCallback; t is the time since the release in s, the "
        + "velocity "
        + "is in px/s.")
    eachSpring(in: &code) { spring, code in
      code.add(springFunction(spring, noting: &code))
    }
    addThrowFunction(to: &code)
    guard !isSingle, let friction = source.friction else { return }
    // GTK's friction is 4 per second, see the preset gtk of the scenario scroll.
    guard let kinetic = Decay(composeFriction: 4 / 4.2) else { return }
    code.lose(
      "friction",
      "a GtkScrolledWindow has a fixed friction of 4 /s; its own throw at 1000 pt/s "
        + "differs by",
      points: difference(
        of: friction.law, from: .exponential(kinetic), velocity: CodeSource.velocity))
  }

  /// Adds functions that create an `AdwSpringAnimation`.
  func addAdwaita(to code: inout ExportedCode) {
    code.add("#include <adwaita.h>")
    code.add("#include <math.h>")
    eachSpring(in: &code) { spring, code in
      let name = spring.identifier
      let end = adwaitaEnd(of: spring.spring)
      code.add(comment: "The velocity is in px/s, positive if the value grows.")
      code.add("static AdwAnimation *")
      code.add("\(code.platform.language.identifier(name))_animation (")
      code.add("  GtkWidget *widget, double from, double to, double velocity,")
      code.add("  AdwAnimationTarget *target)")
      code.add("{")
      code.add("  AdwSpringParams *params = adw_spring_params_new (")
      code.add(
        "    ", "\(name).dampingRatio", spring.spring.dampingRatio,
        from: [spring.dampingRatioKey], ",")
      code.add("    1.0,")
      code.add(
        "    ", "\(name).stiffness", spring.spring.stiffness(), "1/s²",
        from: [spring.responseKey], ");")
      code.add("  AdwAnimation *animation =")
      code.add("    adw_spring_animation_new (widget, from, to, params, target);")
      code.add(
        "  adw_spring_animation_set_initial_velocity (ADW_SPRING_ANIMATION (animation), velocity);")
      code.add(
        "  adw_spring_animation_set_epsilon (ADW_SPRING_ANIMATION (animation), ",
        "\(name).epsilon", end.epsilon, from: ["settle.distance"], ");")
      code.add("  return animation;")
      code.add("}")
      code.lose(
        spring.name,
        "the animation ends when the envelope of the spring is below epsilon, and jumps; "
          + "\(thrown), by",
        points: end.jump)
      code.lose(
        spring.name, "the animation computes whole milliseconds, which at 1000 pt/s is up to",
        points: 1)
    }
    loseFriction("libadwaita has no throw that an app can use", in: &code)
    guard !isSingle, source.word("release.choice") != nil else { return }
    code.lose(
      "release rule",
      "AdwSwipeTracker decides by its own constants, 0.3 px/ms and 0.499 per px/ms, which "
        + "cannot be set; the function "
        + "above is for a gesture of your own")
  }

  /// Returns the largest epsilon with which the animation ends near enough to its target, and the jump at the end.
  ///
  /// Up to critical damping, `AdwSpringAnimation` ends at −ln(epsilon) / β, where β is the decay rate of its envelope.
  /// An overdamped animation ends when the distance is epsilon, so it jumps by epsilon only.
  private func adwaitaEnd(of spring: Spring) -> (epsilon: Double, jump: Double?) {
    let rate = spring.dampingRatio * spring.angularFrequency
    let path = path(spring)
    let near = source.number("settle.distance") ?? 0.1
    guard rate > 0, spring.dampingRatio <= 1 else { return (min(near, 1), min(near, 1)) }
    var found = (epsilon: 0.001, jump: 0.0)
    for exponent in 3...8 {
      let epsilon = (0..<exponent).reduce(1.0) { value, _ in value / 10 }
      let end = -naturalLogarithm(epsilon) / rate
      found = (epsilon, (path.position(end) - path.distance).magnitude)
      if found.jump <= near { break }
    }
    return found
  }

  /// Adds a QML item with a component for each spring.
  func addQt(to code: inout ExportedCode) {
    code.add("import QtQuick")
    code.add()
    code.add("Item {")
    code.indent = "  "
    eachSpring(in: &code) { spring, code in
      let step = QtSpring(matching: spring.spring)
      let name = spring.identifier
      code.add(
        "component \(name.prefix(1).uppercased() + name.dropFirst())Spring: SpringAnimation {")
      code.add("  spring: ", "\(name).spring", step.spring, "1/s", from: spring.keys)
      code.add("  damping: ", "\(name).damping", step.damping, from: spring.keys)
      code.add("  mass: 1")
      addSettleDistance("  epsilon: ", "", to: &code)
      code.add("}")
      let still = path(spring.spring, isThrown: false)
      let epsilon = source.number("settle.distance") ?? 0.01
      code.lose(
        spring.name,
        "Qt steps once in 16 ms; its spring and damping are those whose steps decay as the "
          + "exact motion does. The "
          + "steps are half a step ahead, which is, over \(distanceText) from rest, up to",
        points: step.difference(from: still, epsilon: epsilon, ahead: 0))
      code.lose(
        spring.name, "apart from this half step, the steps differ by",
        points: step.difference(from: still, epsilon: epsilon, ahead: 0.5))
      code.lose(
        spring.name,
        "a SpringAnimation cannot start with a given velocity; \(thrown), it differs by",
        points: path(spring.spring).largest(from: spring.spring, velocity: 0))
    }
    addFlickable(to: &code)
  }

  private func addFlickable(to code: inout ExportedCode) {
    guard !isSingle, let friction = source.friction else { return }
    let cap = source.number("release.cap")
    code.add()
    code.add("component ThrownContent: Flickable {")
    let deceleration: Double
    if case .constant(let given) = friction.law {
      deceleration = given
    } else {
      // The deceleration with which a throw at the velocity of the comparisons goes equally far.
      let speed = CodeSource.velocity.value
      deceleration = speed * speed / 2 / friction.law.projectedDistance(CodeSource.velocity).value
      code.lose(
        "friction",
        "a Flickable has a constant deceleration: the distance is that of a throw at 1000 pt/s, "
          + "and before its rest it differs by",
        points: difference(
          of: friction.law, from: .constant(deceleration: deceleration),
          velocity: CodeSource.velocity))
    }
    code.add(
      "  flickDeceleration: ", "flickDeceleration", deceleration, "px/s²", from: friction.keys)
    if let cap {
      code.add(
        "  maximumFlickVelocity: ", "maximumFlickVelocity", cap, "px/s", from: ["release.cap"])
    }
    code.add("}")
  }
}

/// The numbers of a `SpringAnimation`, and its steps.
///
/// In each 16 ms, with a mass of 1, `velocity += spring · (to − value) − damping · velocity`, and `value += 0.016 s ·
/// velocity`. Its motion is over when both the velocity and the distance are below `epsilon`.
///
/// Source: qtdeclarative, `qquickspringanimation.cpp`, `QSpringAnimation::updateCurrentTime`.
struct QtSpring: Hashable {
  private static let interval = 0.016

  /// The velocity that a step adds for each unit of distance from the target, in 1/s.
  var spring: Double
  /// The fraction of the velocity that a step removes.
  var damping: Double

  /// Creates the numbers with which the steps have the two eigenvalues of the exact motion over a step.
  ///
  /// With the trace T and the determinant D of the exact step, `damping = 1 − D` and `spring = (1 + D − T) / 0.016 s`.
  init(matching exact: Spring) {
    let step = exact.step(of: Seconds(Self.interval))
    let trace = step.offsetFromOffset + step.velocityFromVelocity
    let determinant = exponential(
      -2 * exact.dampingRatio * exact.angularFrequency * Self.interval)
    damping = 1 - determinant
    spring = (1 + determinant - trace) / Self.interval
  }

  /// Returns the largest difference of the steps from the exact path, in points.
  ///
  /// Each step is compared with the exact path `ahead` steps later; 0 compares at the same times.
  func difference(from path: PathDifference, epsilon: Double, ahead: Double) -> Double {
    var (value, velocity, worst) = (0.0, 0.0, 0.0)
    for step in 1...max(1, Int((path.duration / Self.interval).rounded(.up))) {
      let left = path.distance - value
      velocity += spring * left - damping * velocity
      value += velocity * Self.interval
      if velocity.magnitude < epsilon, (path.distance - value).magnitude < epsilon {
        (value, velocity) = (path.distance, 0)
      }
      worst = max(worst, (value - path.position((Double(step) + ahead) * Self.interval)).magnitude)
    }
    return worst
  }
}
