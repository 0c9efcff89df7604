import MotionPhysics
import Quantities

extension CodeExporter {
  /// Adds animators with `UISpringTimingParameters`, and the deceleration rate of a scroll view.
  func addUIKit(to code: inout ExportedCode) {
    code.add("import UIKit")
    eachSpring(in: &code) { spring, code in
      let name = spring.identifier
      code.add(
        comment: "The velocity in pt/s, and the distance to the target in pt, with their signs.")
      code.add(
        "func \(name)Animator(velocity: CGVector, distance: CGVector) -> UIViewPropertyAnimator {")
      code.add("  let relative = CGVector(")
      code.add("    dx: distance.dx == 0 ? 0 : velocity.dx / distance.dx,")
      code.add("    dy: distance.dy == 0 ? 0 : velocity.dy / distance.dy)")
      code.add("  let timing = UISpringTimingParameters(")
      code.add("    mass: 1,")
      code.add(
        "    stiffness: ", "\(name).stiffness", spring.spring.stiffness(), "1/s²",
        from: [spring.responseKey], ",")
      code.add(
        "    damping: ", "\(name).damping", spring.spring.damping(), "1/s", from: spring.keys, ",")
      code.add("    initialVelocity: relative)")
      code.add("  return UIViewPropertyAnimator(duration: 0, timingParameters: timing)")
      code.add("}")
      loseVelocityAtTarget(spring, in: "UIKit", of: &code)
      if spring.spring.dampingRatio > 1 {
        let clamped = Spring(dampingRatio: 1, response: spring.spring.response)
        code.lose(
          spring.name, "UIKit clamps the damping ratio to 1; \(thrown), the difference is",
          points: path(spring.spring).largest(from: clamped))
      } else if spring.spring.dampingRatio > 0 {
        code.lose(
          spring.name,
          "the animator ends when 0.1 % of the distance can be left, and jumps; \(thrown), the "
            + "difference at 120 Hz is",
          points: path(spring.spring).largest(fromEngine: "uikit", every: 1 / 120))
      }
    }
    guard !isSingle, let friction = source.friction else { return }
    guard case .exponential(let decay) = friction.law else {
      return code.lose("friction", "UIScrollView has only an exponential law")
    }
    code.add()
    code.add(comment: "scrollView.decelerationRate = decelerationRate")
    code.add("let decelerationRate = UIScrollView.DecelerationRate(")
    code.add("  rawValue: ", "decelerationRate", decay.rate, "per ms", from: friction.keys, ")")
    if decay.rate != 0.998, decay.rate != 0.99 {
      code.lose(
        "friction", "Apple documents only the rates normal and fast, 0.998 and 0.99: not measured")
    }
  }
}
