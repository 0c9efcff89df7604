import MotionPhysics
import Quantities
import Testing

@Suite("Hostile numbers")
struct HostileInputTests {
  /// Numbers over the entire range.
  static let sizes = [
    0, .leastNonzeroMagnitude, 1e-307, 1e-160, 1e-9, 1, 1e9, 1e155, 1e300, .greatestFiniteMagnitude,
  ]
  static let ratios = sizes + [Double(1).nextDown, Double(1).nextUp, 0.5, 20]

  static func isFinite(_ motion: Spring.Motion) -> Bool {
    motion.offset.isFinite && motion.velocity.isFinite
  }

  @Test("a spring stays finite for every finite input", arguments: ratios)
  func spring(ratio: Double) {
    for response in Self.sizes {
      let spring = Spring(dampingRatio: ratio, response: Seconds(response))
      for offset in Self.sizes {
        for velocity in Self.sizes.flatMap({ [$0, -$0] }) {
          let start = Spring.Motion(offset: Points(offset), velocity: PointsPerSecond(velocity))
          for time in Self.sizes {
            let motion = spring.motion(after: Seconds(time), from: start)
            #expect(Self.isFinite(motion), "\(spring) from \(start) after \(time)")
          }
        }
      }
    }
  }

  @Test("settling and overshoot return a result for every finite input", arguments: ratios)
  func predictions(ratio: Double) {
    for response in Self.sizes {
      let spring = Spring(dampingRatio: ratio, response: Seconds(response))
      for offset in [0, 1e-307, 1, 1e155, .greatestFiniteMagnitude] {
        for velocity in [0, 1e-307, 1, -1, 1e300, -Double.greatestFiniteMagnitude] {
          let start = Spring.Motion(offset: Points(offset), velocity: PointsPerSecond(velocity))
          for size in [0, .leastNonzeroMagnitude, 1e-9, 1, 1e300, Double.infinity] {
            let tolerance = SettleTolerance(distance: Points(size), speed: PointsPerSecond(size))
            let time = spring.settleTime(from: start, within: tolerance)
            #expect(time.map { $0.isFinite && $0 >= .zero } ?? true, "\(spring) \(start) \(size)")
          }
          if let peak = spring.peakOvershoot(from: start) {
            #expect(peak.time.isFinite && peak.offset.isFinite, "\(spring) \(start)")
          }
        }
      }
    }
  }

  @Test(
    "a decay stays finite for every finite input", arguments: [1e-300, 0.5, Double(1).nextDown])
  func decay(rate: Double) {
    let decay = Decay(rate: rate)
    for position in Self.sizes {
      for velocity in Self.sizes.flatMap({ [$0, -$0] }) {
        let speed = PointsPerSecond(velocity)
        let start = Decay.Motion(position: Points(position), velocity: speed)
        for size in Self.sizes {
          let motion = decay.motion(after: Seconds(size), from: start)
          #expect(motion.position.isFinite && motion.velocity.isFinite)
          let slow = decay.time(untilSpeed: PointsPerSecond(size), from: speed)
          #expect(slow?.isFinite ?? true)
          #expect(decay.time(toDistance: Points(size), from: speed)?.isFinite ?? true)
        }
        #expect(decay.projectedDistance(speed).isFinite)
        #expect(decay.projectedDistanceByMilliseconds(speed).isFinite)
      }
    }
  }

  @Test("the rubber band stays finite for every finite input")
  func rubberBand() {
    for reach in Self.sizes.dropFirst().map(Points.init) {
      for drag in Self.sizes.flatMap({ [$0, -$0] }).map(Points.init) {
        for stiffness in [0, .leastNonzeroMagnitude, 1e-9, 0.55, 1] {
          let shown = RubberBand.shown(drag, reach: reach, stiffness: stiffness)
          #expect(shown.isFinite && shown.magnitude <= reach)
          #expect(RubberBand.slope(at: drag, reach: reach, stiffness: stiffness) <= stiffness)
          if stiffness > 0 {
            #expect(RubberBand.pull(shown: drag, reach: reach, stiffness: stiffness).isFinite)
          }
        }
      }
    }
  }
}
