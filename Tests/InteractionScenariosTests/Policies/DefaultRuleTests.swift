import InteractionScenarios
import Quantities
import Testing
import TouchInput

/// The default release rule, on the sheet on which the rules of other systems are compared.
///
/// The detents are full at 20 pt, half at 417 pt and tip at 607 pt; the dismissed sheet is at 667
/// pt.
@Suite("Default release rule")
struct DefaultRuleTests {
  static let tops = [("tip", 607.0), ("half", 417.0), ("full", 20.0)]
  static let names = tops.map(\.0)
  static let positions = Array(stride(from: -60.0, through: 667, by: 1))
  static let speeds: [Double] = [
    0, 1, 5, 20, 29, 30, 31, 50, 100, 200, 299, 300, 301, 500, 1_000, 2_000, 4_000, 8_000, 20_000,
  ]
  static let velocities = speeds.dropFirst().reversed().map { -$0 } + speeds

  static func decide(
    _ y: Double, _ velocity: Double, start: String = "half", hidden: Double? = nil,
    policy: ReleasePolicy = ReleasePolicy(), reason: VelocityEstimate.Reason = .ok
  ) -> Decision {
    func position(_ y: Double) -> Position { Position(x: .zero, y: Points(y)) }
    return policy.decide(
      ReleaseContext(
        candidates: tops.map { RestCandidate(name: $0.0, position: position($0.1)) },
        position: position(y), unlimited: position(y), start: start,
        estimate: VelocityEstimate(
          velocity: Velocity(x: .zero, y: PointsPerSecond(velocity)), reason: reason),
        touch: position(y), screen: Planar(x: Points(375), y: Points(667)),
        hidden: hidden.map(position)))
  }

  /// The rank of the target: 0 for gone, 3 for full.
  static func rank(_ decision: Decision) -> Int {
    (names.firstIndex(of: decision.target) ?? -1) + 1
  }

  @Test("more downward speed never gives a higher target", arguments: names, [nil, 667.0])
  func monotoneInVelocity(start: String, hidden: Double?) {
    for y in Self.positions {
      let ranks = Self.velocities.map {
        Self.rank(Self.decide(y, $0, start: start, hidden: hidden))
      }
      #expect(zip(ranks, ranks.dropFirst()).allSatisfy { $0 >= $1 }, "y \(y): \(ranks)")
    }
  }

  @Test("a lower release never gives a higher target", arguments: names, [nil, 667.0])
  func monotoneInPosition(start: String, hidden: Double?) {
    for velocity in Self.velocities {
      let ranks = Self.positions.map {
        Self.rank(Self.decide($0, velocity, start: start, hidden: hidden))
      }
      #expect(zip(ranks, ranks.dropFirst()).allSatisfy { $0 >= $1 }, "v \(velocity)")
    }
  }

  @Test(
    "a velocity of zero is not special, and a drift of 20 pt/s does not change the target",
    arguments: names)
  func noSingularity(start: String) {
    for y in Self.positions {
      let targets = Set(
        [-20.0, -1, -1e-9, -0.0, 0, 1e-9, 1, 20].map {
          Self.decide(y, $0, start: start, hidden: 667).target
        })
      #expect(targets.count == 1, "y \(y): \(targets)")
    }
  }

  @Test("a flick never sends the sheet against its direction", arguments: names)
  func neverAgainstFlick(start: String) {
    for y in Self.positions {
      for velocity in Self.velocities where velocity.magnitude >= 300 {
        let target = Self.decide(y, velocity, start: start).targetPosition.y.value
        // Beyond the highest and the lowest detent there is no further target in the direction of
        // the flick.
        guard velocity < 0 ? y > 20 : y < 607 else { continue }
        #expect((target - y) * velocity >= 0, "y \(y), v \(velocity), to \(target)")
      }
    }
  }

  @Test(
    "a slow drag over a third of the gap returns to the start, over two thirds it leaves the start")
  func slowPull() {
    #expect(Self.decide(20 + 397 / 3, 0, start: "full").target == "full")
    #expect(Self.decide(20 + 397 * 2 / 3, 0, start: "full").target == "half")
  }

  @Test("exactly between two detents, the start wins, or the direction if there is no hysteresis")
  func ties() throws {
    let middle = (20.0 + 417) / 2
    #expect(Self.decide(middle, 0, start: "full").target == "full")
    #expect(Self.decide(middle, 0, start: "half").target == "half")
    // If the start is neither of the two detents, the one nearer to the start wins.
    #expect(Self.decide(middle, 0, start: "tip").target == "half")
    let policy = try ReleasePolicy().with([
      "release.hysteresis": "0", "release.projection": "0.5",
    ])
    let back = middle - 100 * 0.5
    #expect(Self.decide(back, 100, start: "full", policy: policy).target == "half")
  }

  @Test("the start wins unless another target is nearer by more than the hysteresis")
  func hysteresis() {
    let middle = (20.0 + 417) / 2
    // At 4 pt beyond the middle, half is nearer than full by the hysteresis of 8 pt.
    #expect(Self.decide(middle + 3.9, 0, start: "full").reason == .hysteresisKept)
    #expect(Self.decide(middle + 3.9, 0, start: "full").target == "full")
    #expect(Self.decide(middle + 4.1, 0, start: "full").target == "half")
    #expect(Self.decide(middle - 3.9, 0, start: "half").target == "half")
  }

  @Test("a hard flick from an end reaches its neighbour, or any detent if adjacentOnly is off")
  func adjacency() throws {
    #expect(Self.decide(580, -6_000, start: "tip").target == "half")
    #expect(Self.decide(580, -6_000, start: "tip").reason == .clampedToAdjacent)
    var policy = try ReleasePolicy().with(["release.adjacentOnly": "false"])
    #expect(Self.decide(580, -6_000, start: "tip", policy: policy).target == "full")
    policy = try ReleasePolicy().with(["release.skip": "4000"])
    #expect(Self.decide(580, -6_000, start: "tip", policy: policy).target == "full")
    #expect(Self.decide(580, -3_900, start: "tip", policy: policy).target == "half")
  }

  @Test("a throw down from the lowest detent dismisses the sheet, a throw up never does")
  func dismissal() {
    #expect(Self.decide(647, 800, start: "tip", hidden: 667).reason == .dismissVelocity)
    #expect(Self.decide(660, 0, start: "tip", hidden: 667).reason == .dismissDistance)
    #expect(Self.decide(660, 0, start: "tip", hidden: nil).target == "tip")
    for y in Self.positions {
      #expect(Self.decide(y, -40, start: "tip", hidden: 667).target != Decision.gone)
      #expect(Self.decide(y, -3_000, start: "tip", hidden: 667).target != Decision.gone)
      guard y < 607 else { continue }
      #expect(Self.decide(y, 8_000, start: "tip", hidden: 667).target != Decision.gone)
    }
  }

  @Test("a cancelled touch has no velocity and dismisses nothing")
  func cancelled() {
    for y in Self.positions {
      let decision = Self.decide(y, 5_000, start: "tip", hidden: 667, reason: .cancelled)
      #expect(decision.reason == .cancelled && decision.velocity == .zero)
      #expect(decision.target == Self.decide(y, 0, start: "tip").target)
    }
  }

  @Test("the log gives the distance of every candidate from the projection")
  func candidates() {
    let decision = Self.decide(300, -200, start: "half")
    // 300 pt − 200 pt/s × 0.499 s.
    #expect((decision.projected.y - Points(300 - 99.8)).magnitude < Points(1e-9))
    #expect(decision.candidates.map(\.candidate.name) == ["tip", "half", "full"])
    for weighed in decision.candidates {
      let expected = (weighed.candidate.position.y - decision.projected.y).magnitude
      #expect((weighed.distance - expected).magnitude < Points(1e-9))
    }
  }
}
