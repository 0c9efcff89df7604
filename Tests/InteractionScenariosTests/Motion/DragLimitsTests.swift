import InteractionScenarios
import MotionPhysics
import Quantities
import Testing

@testable import Surfaces

/// What holds beyond the limits of a drag, whichever band there is.
@Suite("Drag limits")
struct DragLimitsTests {
  static func limits(_ style: LimitStyle) -> DragLimits {
    DragLimits(
      lowest: Position(x: .zero, y: Points(100)), highest: Position(x: .zero, y: Points(400)),
      reach: Planar(x: Points(390), y: Points(844)), stiffness: 0.55, style: style)
  }

  @Test("what is called by its name is found by it, once")
  func names() {
    let names = LimitStyle.allCases.map(\.rawValue)
    #expect(Set(names).count == names.count)
    for style in LimitStyle.allCases { #expect(LimitStyle(rawValue: style.rawValue) == style) }
    #expect(LimitStyle(rawValue: "elastic") == nil)
  }

  @Test("within its limits a surface is where the hand puts it", arguments: LimitStyle.allCases)
  func inside(style: LimitStyle) {
    for y in stride(from: 100.0, through: 400, by: 7.5) {
      let position = Position(x: .zero, y: Points(y))
      #expect(
        Self.limits(style).shown(position) == position
          && Self.limits(style).wished(position) == position)
    }
  }

  /// The places where a surface may be caught: at a limit, just beyond it, far beyond it, and farther
  /// than the screen is long.
  static let caught = [
    400, 400 + 1e-9, 400.3, 401, 402, 402.5, 403, 410, 447.9, 448, 448.1, 520, 843, 1_243, 1_244,
    5_000, 1e8,
  ]

  @Test(
    "taken by a hand anywhere beyond its limits, a surface stays where it is",
    arguments: LimitStyle.allCases)
  func caught(style: LimitStyle) {
    for y in Self.caught + Self.caught.map({ 500 - $0 }) {
      let position = Position(x: .zero, y: Points(y))
      let limits = Self.limits(style).including(position)
      let held = limits.shown(limits.wished(position))
      #expect((held - position).length <= Points(1e-6), "\(style.rawValue) at \(y) shows \(held.y)")
    }
  }

  @Test(
    "from where it was taken, it never goes against the hand",
    arguments: LimitStyle.allCases)
  func follows(style: LimitStyle) {
    for y in Self.caught {
      let position = Position(x: .zero, y: Points(y))
      let limits = Self.limits(style).including(position)
      let grabbed = limits.wished(position)
      var last = limits.shown(grabbed).y
      for step in 1...20 {
        let back = Position(x: .zero, y: Points(7 * Double(step)))
        let next = limits.shown(grabbed - back).y
        #expect(next <= last, "\(style.rawValue) from \(y)")
        last = next
      }
    }
  }

  @Test(
    "no hand that lets go beyond a limit throws faster than it moves",
    arguments: LimitStyle.allCases)
  func speed(style: LimitStyle) {
    for y in Self.caught {
      let velocity = Velocity(x: .zero, y: PointsPerSecond(1_000))
      let handed = Self.limits(style).shown(velocity, at: Position(x: .zero, y: Points(y))).y
      #expect(handed >= .zero && handed <= velocity.y, "\(style.rawValue) at \(y)")
    }
  }

  /// The velocity that a lagging surface sets off with, along y; the spring has a response of 0.2 s.
  static func handed(
    _ style: LimitStyle, _ velocity: Double, hand: Double, shown: Double, at speed: Double,
    rate: Double = 10 * Double.pi
  ) -> Double {
    limits(style).handed(
      Velocity(x: .zero, y: PointsPerSecond(velocity)), at: Position(x: .zero, y: Points(hand)),
      from: (
        Position(x: .zero, y: Points(shown)), Velocity(x: .zero, y: PointsPerSecond(speed))
      ), rate: rate
    ).y.value
  }

  @Test("a surface that lags inside its limits sets off as fast as the hand")
  func free() {
    for style in LimitStyle.allCases {
      // 150 pt before a limit that the hand is 70 pt beyond: ω · 150 pt is 4712 pt/s.
      #expect(Self.handed(style, 4_000, hand: 470, shown: 250, at: 2_800) == 4_000)
      #expect(Self.handed(style, -4_000, hand: 30, shown: 250, at: -2_800) == -4_000)
      #expect(Self.handed(style, 4_000, hand: 399, shown: 250, at: 0) == 4_000)
    }
  }

  @Test("without a lag it sets off as a surface does that has none", arguments: LimitStyle.allCases)
  func withoutLag(style: LimitStyle) {
    let limits = Self.limits(style)
    for hand in stride(from: 33.0, through: 480, by: 3.7) {
      for velocity in [-900.0, 700] {
        let wished = Position(x: .zero, y: Points(hand))
        let plain = limits.shown(Velocity(x: .zero, y: PointsPerSecond(velocity)), at: wished)
        let shown = limits.shown(wished).y.value
        let lagging = Self.handed(
          style, velocity, hand: hand, shown: shown, at: plain.y.value)
        #expect((lagging - plain.y.value).magnitude < 1e-6, "\(hand) pt, \(velocity) pt/s")
      }
    }
  }

  // Not on the band that sleeps at its edge, which makes a step of its own.
  @Test(
    "it lies between what is shown and the hand, and makes no step where it comes to a limit",
    arguments: LimitStyle.allCases.filter { $0 != .other(.logarithm) })
  func continuous(style: LimitStyle) {
    for velocity in [-2_400.0, 2_400] {
      for fraction in [-0.4, 0, 0.3, 0.9, 1.2] {
        let speed = fraction * velocity
        for hand in stride(from: 20.0, through: 480, by: 23) {
          for shown in stride(from: 40.0, through: 460, by: 17) {
            let handed = Self.handed(style, velocity, hand: hand, shown: shown, at: speed)
            let isOut = velocity > 0 ? shown >= 400 : shown <= 100
            let isStopped = style == .stop && isOut
            #expect(
              isStopped && handed == 0
                || handed >= min(speed, velocity) - 1e-9 && handed <= max(speed, velocity) + 1e-9)
          }
          // The surface comes to a limit that the hand is beyond.
          for limit in [100.0, 400] where hand < 100 || hand > 400 {
            let step = (-1...1).map {
              Self.handed(style, velocity, hand: hand, shown: limit + 1e-9 * Double($0), at: speed)
            }
            let isOut = style == .stop && (limit == 100) == (velocity < 0)
            let isNear = (hand < 100) == (limit == 100)
            guard isNear, !isOut else { continue }
            #expect((step[0] - step[2]).magnitude < 1e-6, "\(step) at \(limit) pt")
            #expect((step[0] - step[1]).magnitude < 1e-6, "\(step) at \(limit) pt")
          }
        }
      }
    }
  }

  @Test("beyond its limit a surface is handed the slope of the band there, or what it has")
  func beyond() {
    // 100 pt beyond is 1 − 100 / 844 of the reach before its end: 0.55 (1 − 100 / 844)².
    let slope = 0.55 * (1 - 100.0 / 844) * (1 - 100.0 / 844)
    let slow = Self.handed(.rubberBand, 1_000, hand: 900, shown: 500, at: 10)
    #expect((slow - 1_000 * slope).magnitude < 1e-9)
    #expect(Self.handed(.rubberBand, 1_000, hand: 900, shown: 500, at: 800) == 800)
    #expect(Self.handed(.rubberBand, 1_000, hand: 900, shown: 500, at: 1_500) == 1_000)
    #expect(Self.handed(.stop, 1_000, hand: 900, shown: 401, at: 800) == 0)
    #expect(Self.handed(.free, 1_000, hand: 900, shown: 500, at: 10) == 1_000)
  }

  @Test("what stops at a limit where it rests is not thrown off it by a hand beyond it")
  func stopped() {
    for velocity in [-2_000.0, 2_000] {
      let handed = Self.handed(.stop, velocity, hand: 500, shown: 400 - 1e-9, at: 0)
      #expect(handed.magnitude < 1e-6)
    }
  }
}
