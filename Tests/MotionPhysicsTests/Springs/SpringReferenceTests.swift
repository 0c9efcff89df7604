import MotionPhysics
import Quantities
import Testing

@Suite("Spring against 40 digits")
struct SpringReferenceTests {
  struct Row: Decodable {
    var response: String
    var dampingRatio: String
    var displacement: String
    var velocity: String
    var t_x_v: [[String]]
  }

  struct SettleRow: Decodable {
    var response: String
    var dampingRatio: String
    var displacement: String
    var velocity: String
    var last_abs_x_above: [String: String]
    var motion_rule_x_and_v_0_01: String
  }

  /// The amplitude relative to which errors are measured: that of the undamped spring.
  static func amplitude(_ spring: Spring, _ start: Spring.Motion) -> Double {
    let swing = start.velocity.value / spring.angularFrequency
    return (start.offset.value * start.offset.value + swing * swing).squareRoot()
  }

  @Test("position and velocity are within 1e-12 of the amplitude, in one step and in many frames")
  func motion() throws {
    for row in try Reference.records("reference-spring", as: Row.self) {
      let spring = Spring(
        dampingRatio: try Reference.number(row.dampingRatio),
        response: Seconds(try Reference.number(row.response)))
      let start = Spring.Motion(
        offset: Points(try Reference.number(row.displacement)),
        velocity: PointsPerSecond(try Reference.number(row.velocity)))
      let bound = 1e-12 * Self.amplitude(spring, start)
      for sample in row.t_x_v {
        let time = Seconds(try Reference.number(sample[0]))
        let offset = try Reference.number(sample[1])
        let velocity = try Reference.number(sample[2])
        let frame = spring.step(of: time / 97)
        let once = spring.motion(after: time, from: start)
        let often = (0..<97).reduce(start) { motion, _ in frame.applied(to: motion) }
        for (displacement, motion) in [("once", once), ("in frames", often)] {
          let error = (motion.offset.value - offset).magnitude
          #expect(error <= bound, "\(spring) at \(time.value) s, \(displacement)")
          let speedError = (motion.velocity.value - velocity).magnitude
          #expect(
            speedError <= bound * spring.angularFrequency,
            "\(spring) at \(time.value) s, \(displacement)")
        }
      }
    }
  }

  @Test("the settle time is the last crossing of the tolerance, to all digits of the table")
  func settleTime() throws {
    let anySpeed = PointsPerSecond(.infinity)
    for row in try Reference.records("reference-settle", as: SettleRow.self) {
      let spring = Spring(
        dampingRatio: try Reference.number(row.dampingRatio),
        response: Seconds(try Reference.number(row.response)))
      let start = Spring.Motion(
        offset: Points(try Reference.number(row.displacement)),
        velocity: PointsPerSecond(try Reference.number(row.velocity)))
      for (distance, expected) in row.last_abs_x_above {
        let tolerance = SettleTolerance(
          distance: Points(try Reference.number(distance)), speed: anySpeed)
        let time = try #require(spring.settleTime(from: start, within: tolerance))
        let error = (time.value - (try Reference.number(expected))).magnitude
        #expect(error < 2e-11, "\(spring) within \(distance)")
      }
      let rule = SettleTolerance(distance: Points(0.01), speed: PointsPerSecond(0.01))
      let time = try #require(spring.settleTime(from: start, within: rule))
      let error = time.value - (try Reference.number(row.motion_rule_x_and_v_0_01))
      #expect(error.magnitude < 2e-11, "\(spring) within 0.01 and 0.01")
    }
  }
}
