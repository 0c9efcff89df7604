import InteractionScenarios
import MotionPhysics
import Quantities
import Testing

@testable import Surfaces

/// Drags beyond the limits, with every style of rubber band.
@Suite("Drag limits")
struct DragLimitsTests {
  static func limits(_ style: LimitStyle) -> DragLimits {
    DragLimits(
      lowest: Position(x: .zero, y: Points(100)), highest: Position(x: .zero, y: Points(400)),
      reach: Planar(x: Points(390), y: Points(844)), stiffness: 0.55, style: style)
  }

  @Test("every limit style has a unique name, by which it can be looked up")
  func names() {
    let names = LimitStyle.allCases.map(\.rawValue)
    #expect(Set(names).count == names.count)
    for style in LimitStyle.allCases { #expect(LimitStyle(rawValue: style.rawValue) == style) }
    #expect(LimitStyle(rawValue: "elastic") == nil)
  }

  @Test("within its limits, a surface follows the finger exactly", arguments: LimitStyle.allCases)
  func inside(style: LimitStyle) {
    for y in stride(from: 100.0, through: 400, by: 7.5) {
      let position = Position(x: .zero, y: Points(y))
      #expect(
        Self.limits(style).shown(position) == position
          && Self.limits(style).unlimitedPosition(position) == position)
    }
  }

  /// The positions of catches: at a limit, just beyond it, far beyond it, and farther than the
  /// length of the screen.
  static let caught = [
    400, 400 + 1e-9, 400.3, 401, 402, 402.5, 403, 410, 447.9, 448, 448.1, 520, 843, 1_243, 1_244,
    5_000, 1e8,
  ]

  @Test(
    "a surface caught anywhere beyond its limits stays in place",
    arguments: LimitStyle.allCases)
  func caught(style: LimitStyle) {
    for y in Self.caught + Self.caught.map({ 500 - $0 }) {
      let position = Position(x: .zero, y: Points(y))
      let limits = Self.limits(style).including(position)
      let held = limits.shown(limits.unlimitedPosition(position))
      #expect((held - position).length <= Points(1e-6), "\(style.rawValue) at \(y) shows \(held.y)")
    }
  }

  @Test(
    "after a catch, the surface never moves against the finger",
    arguments: LimitStyle.allCases)
  func follows(style: LimitStyle) {
    for y in Self.caught {
      let position = Position(x: .zero, y: Points(y))
      let limits = Self.limits(style).including(position)
      let grabbed = limits.unlimitedPosition(position)
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
    "a release beyond a limit never throws the surface faster than the finger",
    arguments: LimitStyle.allCases)
  func speed(style: LimitStyle) {
    for y in Self.caught {
      let velocity = Velocity(x: .zero, y: PointsPerSecond(1_000))
      let handed = Self.limits(style).shown(velocity, at: Position(x: .zero, y: Points(y))).y
      #expect(handed >= .zero && handed <= velocity.y, "\(style.rawValue) at \(y)")
    }
  }

  /// The initial velocity of a lagging surface after a release, along y; the tracking spring has a
  /// response of 0.2 s.
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

  @Test("a lagging surface inside its limits starts with the finger's velocity")
  func free() {
    for style in LimitStyle.allCases {
      // The surface is 150 pt before the limit and the finger 70 pt beyond it. The spring could
      // reach ω · 150 pt = 4712 pt/s, more than the finger's velocity.
      #expect(Self.handed(style, 4_000, hand: 470, shown: 250, at: 2_800) == 4_000)
      #expect(Self.handed(style, -4_000, hand: 30, shown: 250, at: -2_800) == -4_000)
      #expect(Self.handed(style, 4_000, hand: 399, shown: 250, at: 0) == 4_000)
    }
  }

  @Test(
    "a lagging surface that has caught up starts like a surface without lag",
    arguments: LimitStyle.allCases)
  func withoutLag(style: LimitStyle) {
    let limits = Self.limits(style)
    for hand in stride(from: 33.0, through: 480, by: 3.7) {
      for velocity in [-900.0, 700] {
        let unlimitedPosition = Position(x: .zero, y: Points(hand))
        let plain = limits.shown(
          Velocity(x: .zero, y: PointsPerSecond(velocity)), at: unlimitedPosition)
        let shown = limits.shown(unlimitedPosition).y.value
        let lagging = Self.handed(
          style, velocity, hand: hand, shown: shown, at: plain.y.value)
        #expect((lagging - plain.y.value).magnitude < 1e-6, "\(hand) pt, \(velocity) pt/s")
      }
    }
  }

  // The bands of vaul and Swiper are excluded, because their velocity jumps at the dead zone at their edge.
  @Test(
    "the initial velocity lies between those of surface and finger, and is continuous at a limit",
    arguments: LimitStyle.allCases.filter { ![.other(.logarithm), .other(.swiper)].contains($0) })
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
          // The surface reaches a limit while the finger is beyond it.
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

  @Test(
    "beyond a limit, a surface starts with the band's velocity, or with its own if that is higher"
  )
  func beyond() {
    // The slope of a rubber band with stiffness 0.55 and reach 844 pt, 100 pt beyond the limit.
    let slope = 0.55 * (1 - 100.0 / 844) * (1 - 100.0 / 844)
    let slow = Self.handed(.rubberBand, 1_000, hand: 900, shown: 500, at: 10)
    #expect((slow - 1_000 * slope).magnitude < 1e-9)
    #expect(Self.handed(.rubberBand, 1_000, hand: 900, shown: 500, at: 800) == 800)
    #expect(Self.handed(.rubberBand, 1_000, hand: 900, shown: 500, at: 1_500) == 1_000)
    #expect(Self.handed(.stop, 1_000, hand: 900, shown: 401, at: 800) == 0)
    #expect(Self.handed(.free, 1_000, hand: 900, shown: 500, at: 10) == 1_000)
  }

  @Test("with `stop`, a surface that rests at a limit is not thrown by a finger beyond the limit")
  func stopped() {
    for velocity in [-2_000.0, 2_000] {
      let handed = Self.handed(.stop, velocity, hand: 500, shown: 400 - 1e-9, at: 0)
      #expect(handed.magnitude < 1e-6)
    }
  }
}
