import FrameLogs
import InteractionScenarios
import MotionPhysics
import Quantities
import SequenceLaws
import Testing
import TouchInput
import SyntheticHands

/// Properties that a gesture changes indirectly, such as a size.
@Suite("Driven properties")
struct DrivenPropertyTests {
  static let keys = ["scale", "cornerRadius", "angle"]

  /// Returns the number in a field that only cards have.
  static func number(_ key: String, _ frame: Frame) throws -> Double {
    try #require(frame.own[key]?.asNumber)
  }

  @Test("the velocity of the release changes the position, but not the scale and the corner radius")
  func noVelocity() throws {
    let slow = try CardTests.trial(at: (60, 0), (0, 0)).moments()
    let fast = try CardTests.trial(at: (60, 0), (-1_500, 800)).moments()
    var compared = 0
    for (one, other) in zip(slow, fast) where one.time == other.time {
      guard one.after.phase == .settling, other.after.phase == .settling else { continue }
      for key in ["scale", "cornerRadius"] {
        #expect(try Self.number(key, one.after) == Self.number(key, other.after))
      }
      if one.after.position != other.after.position { compared += 1 }
    }
    #expect(compared > 20)
  }

  @Test(
    "each property moves to its value during a touch and back afterwards, on its own exact spring"
  )
  func closedForm() throws {
    let trial = CardTests.trial(
      at: (40, 10), (900, 0),
      [
        (key: "scale.held", value: "1.5"), (key: "scale.response", value: "0.3"),
        (key: "scale.dampingRatio", value: "1"), (key: "cornerRadius.held", value: "2"),
        (key: "cornerRadius.response", value: "0"),
      ])
    let omega = 2 * Double.pi / 0.3
    // Critically damped from rest: the remaining distance is (1 + ωt) e^(−ωt).
    func left(_ time: Double) -> Double {
      (1 + omega * time) * ElementaryFunctionsProbe.exponential(-omega * time)
    }
    for moment in try trial.moments() where moment.after.phase == .dragging {
      let time = moment.time.value - 0.05
      #expect(try (Self.number("scale", moment.after) - (1.5 - 0.5 * left(time))).magnitude < 1e-9)
      // A response of zero jumps.
      #expect(try Self.number("cornerRadius", moment.after) == 2)
    }
    let last = try #require(try trial.run().frames.last)
    #expect(try Self.number("scale", last) == 1 && Self.number("cornerRadius", last) == 12)
  }

  @Test("the size of a caught card keeps its rate of change")
  func catches() throws {
    let trial = CardTests.trial(at: (40, 10), (900, 0), [(key: "scale.held", value: "2")])
    let step = 1e-6
    for snapshot in try trial.settlingSnapshots() {
      var (free, caught) = (snapshot, snapshot)
      let here = try Self.number("scale", snapshot.frame)
      free.wait(step)
      _ = caught.receive(.touchDown(at: nil))
      #expect(try (Self.number("scale", caught.frame) - here).magnitude < 1e-12)
      caught.wait(step)
      let slope = try (Self.number("scale", free.frame) - here) / step
      let after = try (Self.number("scale", caught.frame) - here) / step
      #expect((slope - after).magnitude < 0.01 * (1 + slope.magnitude))
    }
  }

  @Test("changed settings give a property a new target without a jump")
  func adapts() throws {
    var request = ReplayRequest(scenario: "card")
    request.commands = [
      TimedCommand(at: Seconds(0.1), .change(Assignment(key: "scale.held", value: "3"))),
      TimedCommand(at: Seconds(3), .change(Assignment(key: "scale", value: "0.5"))),
    ]
    let run = try request.run(of: try #require(SyntheticGesture.named("flick")).recording())
    let scales = try run.frames.map { try Self.number("scale", $0) }
    #expect((scales.max() ?? 0) > 1.1 && scales.last == 0.5)
    let steps = zip(scales, scales.dropFirst()).map { ($1 - $0).magnitude }
    #expect((steps.max() ?? 1) < 0.25)
    #expect(run.ending == .rested)
  }
}

/// The exponential function, computed from its series independently of the library.
enum ElementaryFunctionsProbe {
  static func exponential(_ x: Double) -> Double {
    let half = x / 1_024
    var (term, sum) = (1.0, 1.0)
    for index in 1...20 {
      term *= half / Double(index)
      sum += term
    }
    for _ in 0..<10 { sum *= sum }
    return sum
  }
}
