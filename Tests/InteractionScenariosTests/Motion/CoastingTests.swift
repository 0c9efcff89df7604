import InteractionScenarios
import MotionPhysics
import Quantities
import Testing

@testable import Surfaces

@Suite("Coasting")
struct CoastingTests {
  private static let bounds = BoundedDecay(
    decay: .normal, spring: .smooth, edges: Points(-500)...Points(0))

  @Test(
    "content that barely crosses the edge inwards ends as soon as it is within the tolerance",
    arguments: [0.5, 1e-3, 1e-6, 1e-9, 1e-12, 4e-16])
  func slowEntry(excess: Double) throws {
    let spring = Spring(dampingRatio: 1, response: Seconds(0.8))
    let speed = spring.angularFrequency * 50 * (1 + excess)
    let start = Decay.Motion(position: Points(50), velocity: PointsPerSecond(-speed))
    let coasting = Coasting(
      from: start, at: .zero, in: Self.bounds, returning: spring, until: .standard)
    let end = try #require(coasting.end)
    let alone = try #require(
      spring.settleTime(
        from: Spring.Motion(offset: start.position, velocity: start.velocity), within: .standard))
    // With a large excess, friction takes over from the spring inside the edge. With a tiny excess,
    // the spring alone decides when the content rests.
    if excess < 1e-6 { #expect(end == alone) }
    #expect(end < Seconds(5))
    for step in 0...20 {
      let there = coasting.motion(at: end + Seconds(Double(step) / 10))
      let left = (there.position - coasting.destination).magnitude
      #expect(left.value <= SettleTolerance.standard.distance.value * (1 + 1e-9))
      #expect(there.velocity.magnitude.value <= SettleTolerance.standard.speed.value * (1 + 1e-9))
    }
  }
}
