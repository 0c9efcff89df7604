import MotionPhysics
import Quantities
import Testing

@Suite("Spring curve")
struct SpringCurveTests {
  static let spring = Spring(dampingRatio: 0.64, response: Seconds(0.3))

  @Test("a curve begins at the start, ends on the target and has a key for every frame")
  func keys() throws {
    let curve = try #require(
      SpringCurve(
        spring: Self.spring, from: Points(0), to: Points(320), velocity: PointsPerSecond(-200)))
    #expect(curve.values.first == 0)
    #expect(curve.values.last == 320)
    #expect(curve.velocities.first == -200)
    #expect(curve.velocities.last == 0)
    #expect(curve.keyTimes.first == 0)
    #expect(curve.keyTimes.last == 1)
    #expect(curve.values.count == curve.keyTimes.count)
    #expect(curve.values.count == curve.velocities.count)
    #expect((curve.duration * 60).value.rounded() == Double(curve.values.count - 1))
    #expect(zip(curve.keyTimes, curve.keyTimes.dropFirst()).allSatisfy(<))
  }

  @Test("a spring that never settles has no curve, and a settled spring has a single key")
  func ends() {
    let endless = Spring(dampingRatio: 0, response: Seconds(1))
    #expect(SpringCurve(spring: endless, from: Points(0), to: Points(1)) == nil)
    let slow = Spring(dampingRatio: 1e-9, response: Seconds(1))
    #expect(SpringCurve(spring: slow, from: Points(0), to: Points(900)) == nil)
    let there = SpringCurve(spring: Self.spring, from: Points(5), to: Points(5))
    #expect(there?.values == [5])
    #expect(there?.cssLinear() == nil)
  }

  @Test("the easing text stays within its tolerance of the values")
  func easing() throws {
    let curve = try #require(
      SpringCurve(
        spring: Self.spring, from: Points(0), to: Points(320), every: Seconds(1.0 / 480)))
    let text = try #require(curve.cssLinear(tolerance: 0.001))
    #expect(text.hasPrefix("linear(0, "))
    #expect(text.hasSuffix(", 1)"))
    let stops = text.dropFirst(7).dropLast().split(separator: ",").map { stop in
      stop.split(separator: " ").compactMap { Double($0.filter { $0 != "%" }) }
    }
    #expect(stops.count < curve.values.count / 4)
    var points = stops.map { (time: $0.count == 2 ? $0[1] / 100 : 0, fraction: $0[0]) }
    points[points.count - 1].time = 1
    for (time, value) in zip(curve.keyTimes, curve.values) {
      let next = max(points.firstIndex { $0.time >= time - 1e-12 } ?? 1, 1)
      let (left, right) = (points[next - 1], points[next])
      let between = (time - left.time) / (right.time - left.time)
      let fraction = left.fraction + (right.fraction - left.fraction) * between
      #expect((fraction - value / 320).magnitude < 0.0025, "at \(time)")
    }
  }
}
