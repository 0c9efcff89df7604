import FrameLogs
import InteractionScenarios
import MotionPhysics
import Quantities
import Testing
import TouchInput

@Suite("Scroll")
struct ScrollTests {
  static func trial(
    way: Double, velocity: Double, _ settings: (key: String, value: String)...
  ) -> Trial {
    var hand = HandScript()
    hand.wait(0.05)
    hand.move(y: way, velocity: velocity)
    hand.wait(0.01)
    hand.release(y: velocity)
    return Trial(scenario: ScrollScenario.self, settings: settings, events: hand.events)
  }

  @Test("a fling runs out where its friction says")
  func runsOut() throws {
    let run = try Self.trial(way: -200, velocity: -2_000).run()
    let rest = try #require(run.frames.last?.position.y)
    // −200 pt, and −v / (1000 ln 0.998).
    let expected = -200 - 2_000 / 2.002002670673
    #expect((rest.value - expected).magnitude < 1e-6, "\(rest), \(expected)")
    #expect(run.events.last { $0.kind == .decision }?.text("target") == "within")
  }

  @Test("a fling into an edge bounces once, goes beyond it once, and rests on it")
  func bounces() throws {
    let run = try Self.trial(way: -100, velocity: 3_000).run(240)
    #expect(run.events.count { $0.kind.rawValue == "bounced" } == 1)
    #expect(run.frames.last?.position.y == .zero)
    let beyond = run.frames.map { $0.position.y > Points(1e-9) }
    #expect(zip(beyond, beyond.dropFirst()).count { $0 != $1 } <= 2)
    #expect(beyond.contains(true))
    #expect(run.frames.contains { $0.phase.rawValue == "scrolling" })
  }

  @Test("released beyond an edge it comes back, first on outwards when the hand went outwards")
  func comesBack() throws {
    let still = try Self.trial(way: 200, velocity: 0).run(240)
    let free = still.frames.drop { $0.phase != .settling }.map(\.position.y)
    #expect(zip(free, free.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(still.frames.last?.position.y == .zero)
    let outwards = try Self.trial(way: 200, velocity: 1_500).run(240)
    let start = try #require(outwards.frames.first { $0.phase == .settling })
    let farthest = outwards.frames.map(\.position.y).max() ?? .zero
    #expect(farthest > start.position.y && outwards.frames.last?.position.y == .zero)
  }

  @Test("neither place nor velocity jumps at a release, a catch or an edge")
  func continuity() throws {
    for seed in 0..<UInt64(Trial.sequences) {
      let trial = try Trial.random("scroll", seed: seed)
      for moment in try trial.moments() {
        switch moment.input {
        case .panBegan, .panChanged: continue
        default: break
        }
        let jump = (moment.after.position - moment.before.position).length
        #expect(jump < Points(1e-9), "\(trial) at \(moment.time.value) s")
      }
      for var snapshot in try trial.settlingSnapshots() {
        let free = snapshot.frame.position.y
        _ = snapshot.receive(.touchDown(at: nil))
        #expect((snapshot.frame.position.y - free).magnitude < Points(1e-9), "\(trial)")
        let pan = Pan(
          number: 9, origin: nil, location: nil, translation: Position(x: .zero, y: Points(1)),
          fingers: 1)
        _ = snapshot.receive(.panBegan(pan), after: 0.01)
        #expect((snapshot.frame.position.y - free).magnitude < Points(1 + 1e-6), "\(trial)")
      }
    }
  }

  @Test("content that fits is not moved, unless it always bounces")
  func fits() throws {
    let still = try Self.trial(way: 100, velocity: 900, ("contentHeight", "500")).run()
    #expect(still.frames.allSatisfy { $0.position == .zero })
    let pulled = try Self.trial(
      way: 100, velocity: 900, ("contentHeight", "500"), ("alwaysBounces", "true")
    ).run()
    #expect((pulled.frames.map(\.position.y).max() ?? .zero) > Points(40))
    #expect(pulled.frames.last?.position == .zero)
  }
}
