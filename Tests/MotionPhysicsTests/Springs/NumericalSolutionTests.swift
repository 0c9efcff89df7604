import MotionPhysics
import Quantities
import Testing

@Suite("Spring against a numerical solution")
struct NumericalSolutionTests {
  /// Solves `x″ = -ω² x - 2ζω x′` with fourth-order Runge-Kutta in many small steps.
  static func solution(
    _ spring: Spring, from start: Spring.Motion, after time: Double
  ) -> (x: Double, v: Double) {
    let omega = spring.angularFrequency
    let rate = 2 * spring.dampingRatio * omega
    let steps = 400 + Int(time * omega * (1 + spring.dampingRatio) * 200)
    let h = time / Double(steps)
    var (x, v) = (start.offset.value, start.velocity.value)
    func pull(_ x: Double, _ v: Double) -> Double { -omega * omega * x - rate * v }
    for _ in 0..<steps {
      let (x1, v1) = (v, pull(x, v))
      let (x2, v2) = (v + h / 2 * v1, pull(x + h / 2 * x1, v + h / 2 * v1))
      let (x3, v3) = (v + h / 2 * v2, pull(x + h / 2 * x2, v + h / 2 * v2))
      let (x4, v4) = (v + h * v3, pull(x + h * x3, v + h * v3))
      x += h / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
      v += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
    }
    return (x, v)
  }

  @Test("random springs in every regime agree with Runge-Kutta to 1e-9 of the amplitude")
  func random() {
    var numbers = SeededGenerator(seed: 41)
    for index in 0..<60 {
      let ratio =
        index % 3 == 0
        ? Double.random(in: 0.98...1.02, using: &numbers)
        : Double.random(in: 0...5, using: &numbers)
      let spring = Spring(
        dampingRatio: ratio, response: Seconds(Double.random(in: 0.1...2, using: &numbers)))
      let start = Spring.Motion(
        offset: Points(Double.random(in: -500...500, using: &numbers)),
        velocity: PointsPerSecond(Double.random(in: -5_000...5_000, using: &numbers)))
      let time = Double.random(in: 0...1.5, using: &numbers) * spring.response.value
      let found = spring.motion(after: Seconds(time), from: start)
      let (x, v) = Self.solution(spring, from: start, after: time)
      let amplitude = SpringReferenceTests.amplitude(spring, start)
      #expect((found.offset.value - x).magnitude <= 1e-9 * amplitude, "\(spring), seed 41")
      #expect(
        (found.velocity.value - v).magnitude <= 1e-8 * amplitude * spring.angularFrequency,
        "\(spring), seed 41")
    }
  }
}
