import MotionPhysics
import Quantities

extension CodeExporter {
  /// Adds animation specs of Jetpack Compose.
  func addCompose(to code: inout ExportedCode) {
    code.add("import androidx.compose.animation.core.*")
    code.add("import kotlin.math.*")
    code.add()
    code.add(
      comment:
        "Stiffness and damping ratio are the same in dp and in px. Compose takes velocities in "
        + "px/s."
    )
    eachSpring(in: &code) { spring, code in
      let name = spring.identifier
      code.add("val \(name)Spring = spring<Float>(")
      addForce(of: spring, "  dampingRatio = ", "  stiffness = ", ",", to: &code)
      addSettleDistance("  visibilityThreshold = ", "f,", to: &code)
      code.add(")")
      code.lose(
        spring.name,
        "Compose computes whole milliseconds, and ends within its visibility threshold; "
          + "\(thrown), the difference at 120 Hz is",
        points: path(spring.spring).largest(fromEngine: "compose", every: 1 / 120))
    }
    guard !isSingle, let friction = source.friction else { return }
    code.add()
    switch friction.law {
    case .exponential(let decay):
      code.add("val throwDecay = exponentialDecay<Float>(")
      code.add(
        "  frictionMultiplier = ", "frictionMultiplier", decay.composeFriction,
        from: friction.keys, "f,")
      code.add(")")
    case .android(let coefficient):
      code.use(friction.keys)
      code.add(comment: "In a composable: val throwDecay = rememberSplineBasedDecay<Float>()")
      if coefficient != 0.015 {
        code.lose(
          "friction", "Compose's spline has the coefficient 0.015; a throw at 1000 pt/s differs by",
          points: difference(
            of: friction.law, from: .android(coefficient: 0.015), velocity: CodeSource.velocity))
      }
    case .constant, .flutter, .chromium:
      code.lose("friction", "Compose has no decay with this law")
    }
  }

  /// Adds springs of Android's `DynamicAnimation`, and the friction of its flings.
  func addViews(to code: inout ExportedCode) {
    code.add("import android.view.View")
    code.add("import androidx.dynamicanimation.animation.*")
    code.add("import kotlin.math.*")
    code.add()
    code.add(
      comment: "Animations of views are in px and px/s: multiply dp by the density of the display.")
    let axis = source.travel?.isVertical == false ? "X" : "Y"
    eachSpring(in: &code) { spring, code in
      let name = spring.identifier
      code.add(
        "fun \(name)Animation(view: View, target: Float, velocity: Float): SpringAnimation =")
      code.add("  SpringAnimation(view, DynamicAnimation.TRANSLATION_\(axis), target).apply {")
      addForce(of: spring, "    spring.dampingRatio = ", "    spring.stiffness = ", "", to: &code)
      code.add("    setStartVelocity(velocity)")
      code.add("  }")
      let late = path(spring.spring).largest(fromEngine: "android", every: 1 / 120)
      code.lose(
        spring.name,
        "the first frame of a SpringAnimation does not move; \(thrown), the motion at 120 Hz is "
          + "late by up to",
        points: late)
      code.lose(
        spring.name,
        "apart from this frame, whole milliseconds and its end differ by",
        points: path(spring.spring).largest(fromEngine: "android", every: 1 / 120, late: 1))
    }
    addViewFriction(to: &code)
  }

  private func addViewFriction(to code: inout ExportedCode) {
    guard !isSingle, let friction = source.friction else { return }
    code.add()
    switch friction.law {
    case .exponential(let decay):
      code.add(comment: "FlingAnimation(view, property).setFriction(throwFriction)")
      code.add(
        "const val throwFriction = ", "friction", decay.composeFriction, from: friction.keys, "f")
    case .android(let coefficient):
      code.add(comment: "OverScroller(context).setFriction(throwFriction)")
      code.add("const val throwFriction = ", "friction", coefficient, from: friction.keys, "f")
    case .constant, .flutter, .chromium:
      code.lose("friction", "Android's views have no friction with this law")
    }
  }

  /// Adds the damping ratio and the stiffness of a spring, which Compose and views share.
  private func addForce(
    of spring: NamedSpring, _ dampingRatio: String, _ stiffness: String, _ end: String,
    to code: inout ExportedCode
  ) {
    code.add(
      dampingRatio, "\(spring.identifier).dampingRatio", spring.spring.dampingRatio,
      from: [spring.dampingRatioKey], "f\(end)")
    code.add(
      stiffness, "\(spring.identifier).stiffness", spring.spring.stiffness(), "1/s²",
      from: [spring.responseKey], "f\(end)")
  }

  /// Adds a line with the distance within which a motion counts as ended, if the scenario has this setting.
  func addSettleDistance(_ before: String, _ after: String, to code: inout ExportedCode) {
    guard let distance = source.number("settle.distance") else { return }
    code.add(
      before, "settle.distance", distance, code.platform.point, from: ["settle.distance"], after)
  }
}
