import MotionPhysics
import Quantities

extension CodeExporter {
  /// Adds `Spring` values, and animations that start with a relative velocity.
  func addSwiftUI(to code: inout ExportedCode) {
    code.add("import SwiftUI")
    eachSpring(in: &code) { spring, code in
      let name = spring.identifier
      code.add("let \(name)Spring = Spring(")
      code.add(
        "  response: ", "\(name).response", spring.spring.response.value, "s",
        from: [spring.responseKey], ",")
      code.add(
        "  dampingRatio: ", "\(name).dampingRatio", spring.spring.dampingRatio,
        from: [spring.dampingRatioKey], ")")
      code.add()
      code.add(
        comment: "The velocity in pt/s, and the distance to the target in pt, with their signs.")
      code.add("func \(name)Animation(velocity: Double, distance: Double) -> Animation {")
      code.add(
        "  .interpolatingSpring(\(name)Spring, initialVelocity: distance == 0 ? 0 : velocity / "
          + "distance)"
      )
      code.add("}")
      loseVelocityAtTarget(spring, in: "SwiftUI", of: &code)
      code.lose(
        spring.name,
        "SwiftUI computes the animation itself, and Flickbook has no model of its steps: not "
          + "measured"
      )
    }
    loseFriction("SwiftUI's ScrollView has no setting for its friction; use --to uikit", in: &code)
  }

  /// Records the loss of a relative velocity: a release at the target itself loses its velocity.
  func loseVelocityAtTarget(
    _ spring: NamedSpring, in system: String, of code: inout ExportedCode
  ) {
    let start = Spring.Motion(offset: .zero, velocity: CodeSource.velocity)
    code.lose(
      spring.name,
      "a release at the target has the distance 0, and \(system) loses its velocity; the spring "
        + "would leave the "
        + "target by up to",
      points: spring.spring.peakOvershoot(from: start)?.offset.magnitude.value)
  }

  /// Records that the platform has no such friction, if the source has a friction.
  func loseFriction(_ text: String, in code: inout ExportedCode) {
    guard !isSingle, source.friction != nil else { return }
    code.lose("friction", text)
  }
}
