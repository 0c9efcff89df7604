import MotionPhysics
import Quantities
import Testing

@testable import InteractionScenarios

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
      let place = Position(x: .zero, y: Points(y))
      #expect(Self.limits(style).shown(place) == place && Self.limits(style).wished(place) == place)
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
      let place = Position(x: .zero, y: Points(y))
      let limits = Self.limits(style).including(place)
      let held = limits.shown(limits.wished(place))
      #expect((held - place).length <= Points(1e-6), "\(style.rawValue) at \(y) shows \(held.y)")
    }
  }

  @Test(
    "from where it was taken, it never goes against the hand",
    arguments: LimitStyle.allCases)
  func follows(style: LimitStyle) {
    for y in Self.caught {
      let place = Position(x: .zero, y: Points(y))
      let limits = Self.limits(style).including(place)
      let grabbed = limits.wished(place)
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
}
