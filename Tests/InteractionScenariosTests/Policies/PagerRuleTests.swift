import InteractionScenarios
import Quantities
import Testing
import TouchInput

/// The rules of the pagers and of the drawer of other systems, by their formulas.
@Suite("Rules of pagers")
struct PagerRuleTests {
  /// A release on five pages of 390 pt.
  struct PageRelease {
    /// The offset of the release, towards the last page.
    var at: Double
    /// The velocity towards the last page, in points per second.
    var velocity = 0.0
    /// The displacement of the drag towards the last page.
    var drag = 0.0
    /// The time from the touch-down, in seconds.
    var duration = 0.5
    /// The time of the release, in seconds.
    var time = 1.0

    /// Returns the target of `policy`.
    func target(of policy: ReleasePolicy, isMirrored: Bool = false) -> Decision {
      let sign = isMirrored ? 1.0 : -1.0
      func pair<Component: Quantity>(_ value: Double) -> Planar<Component> {
        Planar(x: Component(sign * value), y: .zero)
      }
      var context = ReleaseContext(
        candidates: (0..<5).map { RestCandidate(name: "\($0)", position: pair(390 * Double($0))) },
        position: pair(at), unlimited: pair(at), start: "\(Int(((at - drag) / 390).rounded()))",
        estimate: VelocityEstimate(velocity: pair(velocity), reason: .ok),
        mean: pair(drag / duration), touch: .zero, screen: Screen().size)
      (context.duration, context.time) = (Seconds(duration), Seconds(time))
      context.stillness = Seconds(1.0 / 120)
      return policy.decide(context)
    }
  }

  static func policy(_ preset: String) throws -> ReleasePolicy {
    try PagingScenario.resolved(preset: preset, applying: []).tuning.motion.release
  }

  static let presets = [
    "qt", "css-snap", "css-snap.always", "viewpager2", "compose.pager", "swiper", "embla",
  ]

  /// A release with the page to which it goes.
  struct Row: CustomTestStringConvertible, Sendable {
    var preset: String
    var release: [Double]
    var page: Int
    var testDescription: String

    init(
      _ why: String, _ preset: String, at: Double, velocity: Double = 0, drag: Double = 0,
      duration: Double = 0.5, to page: Int
    ) {
      testDescription = "\(preset): \(why)"
      (self.preset, self.page) = (preset, page)
      release = [at, velocity, drag, duration]
    }
  }

  @Test(
    "a release goes to the page that the system's formula picks",
    arguments: [
      Row("a flick turns to the next page", "qt", at: 100, velocity: 80, drag: 100, to: 1),
      Row("a flick back half-way returns", "qt", at: 300, velocity: -80, drag: 100, to: 0),
      Row("the next page counts from the position", "qt", at: 400, velocity: 80, drag: 400, to: 2),
      Row("75 pt/s is no flick, but 31 pt turn", "qt", at: 31, velocity: 75, drag: 31, to: 1),
      Row("30 pt do not turn", "qt", at: 30, velocity: 75, drag: 30, to: 0),
      Row("a slow drag back is the nearest", "qt", at: 100, velocity: -60, drag: 100, to: 0),
      Row("half a page or more is the nearest", "qt", at: 200, velocity: 60, drag: 200, to: 1),
      Row("the earlier of two equally near", "qt", at: 195, drag: 0, to: 0),
      Row("a flick at a page stays", "viewpager2", at: 390, velocity: 60, drag: 390, to: 1),
      Row("a flick turns", "viewpager2", at: 10, velocity: 60, drag: 10, to: 1),
      Row("50 dp/s is none", "viewpager2", at: 10, velocity: 50, drag: 10, to: 0),
      Row("half a page", "viewpager2", at: 196, drag: 196, to: 1),
      Row("a flick of 400 dp/s", "compose.pager", at: 10, velocity: 400, drag: 10, to: 1),
      Row("less than half a page", "compose.pager", at: 190, velocity: 390, drag: 190, to: 0),
      Row("more than half a page", "compose.pager", at: 200, velocity: -390, drag: 200, to: 1),
      Row(
        "caught past the half, and dragged back by 100", "compose.pager", at: 300, drag: -100,
        to: 1),
      Row("a short touch by 1 pt", "swiper", at: 1, drag: 1, duration: 0.3, to: 1),
      Row("a short touch back", "swiper", at: 389, drag: -1, duration: 0.3, to: 0),
      Row("a longer touch by less than half", "swiper", at: 194, drag: 194, duration: 0.31, to: 0),
      Row("a longer touch by half", "swiper", at: 195, drag: 195, duration: 0.31, to: 1),
      Row("back from the page by half", "swiper", at: 585, drag: -195, duration: 0.31, to: 1),
      Row("a force of 78", "embla", at: 20, velocity: 195, drag: 97.5, to: 1),
      Row("a flick against the drag", "embla", at: 400, velocity: -200, drag: 10, to: 0),
      Row("a flick after more than a page", "embla", at: 410, velocity: 200, drag: 410, to: 1),
      Row("0.1 px/ms, which has no force", "embla", at: 170, velocity: 100, drag: 50, to: 0),
      Row("a force of 40 from 60", "embla", at: 60, velocity: 100, drag: 50, to: 0),
      Row("no throw is the nearest", "css-snap", at: 194, velocity: 30, drag: 194, to: 0),
      Row("a throw", "css-snap", at: 60, velocity: 700, drag: 60, to: 1),
      Row("a throw back", "css-snap", at: 330, velocity: -700, drag: -60, to: 0),
      Row("always one page", "css-snap.always", at: 60, velocity: 6_000, drag: 60, to: 1),
    ])
  func page(row: Row) throws {
    let release = PageRelease(
      at: row.release[0], velocity: row.release[1], drag: row.release[2], duration: row.release[3])
    let decision = release.target(of: try Self.policy(row.preset))
    #expect(decision.target == "\(row.page)", "\(decision.reason)")
  }

  @Test("pages from right to left have the same targets", arguments: presets)
  func mirrored(preset: String) throws {
    let policy = try Self.policy(preset)
    for at in stride(from: 0.0, through: 1_560, by: 117) {
      for velocity in stride(from: -4_000.0, through: 4_000, by: 410) {
        let release = PageRelease(at: at, velocity: velocity, drag: velocity / 10)
        let (left, right) = (
          release.target(of: policy), release.target(of: policy, isMirrored: true)
        )
        #expect(left.target == right.target, "\(at) pt, \(velocity) pt/s")
      }
    }
  }

  @Test("a throw in Chromium never goes back, whatever the phase of its frames")
  func phases() throws {
    for preset in ["css-snap", "css-snap.always"] {
      let policy = try Self.policy(preset)
      for phase in 0..<20 {
        for velocity in stride(from: 50.0, through: 9_000, by: 330) {
          let release = PageRelease(
            at: 420, velocity: velocity, drag: 30, time: 1 + Double(phase) / 1_200)
          let page = try #require(Int(release.target(of: policy).target))
          #expect(page >= 2 || velocity < 100, "\(velocity) pt/s at phase \(phase)")
          // A throw may scroll past a page before its steps decay, and then goes to the page after it.
          if preset == "css-snap.always" { #expect(page <= 3) }
        }
      }
    }
  }

  @Test("Qt's drawer compares the position, then the velocity, then the direction, in this order")
  func drawer() throws {
    let policy = try DrawerScenario.resolved(preset: "qt", applying: []).tuning.motion.release
    func target(_ at: Double, velocity: Double, from start: String = "closed") -> String {
      let candidates = [("closed", 0.0), ("open", 304)].map {
        RestCandidate(name: $0, position: Position(x: Points($1), y: .zero))
      }
      let position = Position(x: Points(at), y: .zero)
      var context = ReleaseContext(
        candidates: candidates, position: position, unlimited: position, start: start,
        estimate: .none(.tooFew), mean: Velocity(x: PointsPerSecond(velocity), y: .zero),
        touch: position, screen: Screen().size)
      context.duration = Seconds(0.3)
      return policy.decide(context).target
    }
    #expect(target(0.71 * 304, velocity: -900) == "open")
    #expect(target(0.29 * 304, velocity: 301) == "open")
    #expect(target(0.29 * 304, velocity: 300) == "closed")
    #expect(target(0.5 * 304, velocity: -301, from: "open") == "closed")
    #expect(target(0.5 * 304, velocity: 10) == "open")
    #expect(target(0.5 * 304, velocity: -10, from: "open") == "closed")
  }
}
