import FrameLogs
import InteractionScenarios
import Quantities
import Review
import Testing
import TouchInput
import VelocityEstimation

@Suite("Margins of decisions")
struct MarginTests {
  private func targets(_ run: Run) -> [String] {
    run.events.filter { $0.kind == .decision }.map {
      LogValue.fields($0.payload)["target"]?.asText ?? ""
    }
  }

  @Test(
    "in complete replays, a velocity within the margin keeps the decision, a larger one changes it")
  func oracle() throws {
    var (asked, wrong) = (0, [String]())
    for known in Bundled.all
    where ["sheet/", "modal/", "card/"].contains(where: known.name.hasPrefix) && asked < 14 {
      guard let request = ReplayRequest(header: known.expected.header) else { continue }
      // In a run with several releases, it is unclear to which release a decision belongs.
      let ends = releaseVelocities(of: known.expected)
      guard ends.count == 1, targets(known.expected).count == 1, ends[0].reason == .ok else {
        continue
      }
      guard let margin = try request.margins(of: known.recording).first,
        let flip = margin.velocity
      else { continue }
      asked += 1
      for (fraction, isSame) in [(0.999_999, true), (1.000_001, false)] {
        var estimate = ends[0]
        if flip.isAlongX {
          estimate.velocity.x += flip.change * fraction
        } else {
          estimate.velocity.y += flip.change * fraction
        }
        var other = request
        other.givenVelocities = [estimate]
        let target = try targets(other.run(of: known.recording)).first ?? ""
        if (target == margin.target) != isSame || !isSame && target != flip.target {
          wrong.append("\(known.name) at \(fraction): \(target), \(margin)")
        }
      }
    }
    #expect(asked == 14, "\(asked)")
    #expect(wrong.isEmpty, "\(wrong)")
  }

  @Test("a margin is also given in standard errors of the velocity, if the standard error is known")
  func standardErrors() throws {
    let known = try #require(Bundled.all.first { $0.name == "sheet/flick-down-from-full" })
    var request = ReplayRequest(scenario: "sheet")
    let run = try request.run(of: known.recording)
    let ended = try #require(run.events.last { $0.kind == .panEnded })
    let decision = try #require(run.events.last { $0.kind == .decision })
    let (hand, decided) = (LogValue.fields(ended.payload), LogValue.fields(decision.payload))
    for axis in ["X", "Y"] {
      let error = try #require(decided["velocityError\(axis)"]?.asNumber)
      #expect(error > 0 && error == hand["error\(axis)"]?.asNumber)
    }
    let margin = try #require(try request.margins(of: known.recording).last)
    let flip = try #require(margin.velocity)
    let error = try #require(decided[flip.isAlongX ? "velocityErrorX" : "velocityErrorY"]?.asNumber)
    #expect(margin.velocityError?.value == error)
    #expect(margin.standardErrors == flip.change.value.magnitude / error)
    request.estimator = "android.lsq2"
    let untold = try #require(try request.margins(of: known.recording).last)
    #expect(untold.velocity != nil && untold.velocityError == nil && untold.standardErrors == nil)
  }

  @Test("a margin counts as halved if it falls below half or is new, on either side of zero")
  func halved() throws {
    let known = try #require(
      Bundled.all.first { $0.name == "sheet/drag-to-the-very-middle-and-hold" })
    let request = try #require(ReplayRequest(header: known.expected.header))
    let margin = try #require(try request.margins(of: known.recording).first)
    var nearer = margin
    #expect(!nearer.isHalved(since: margin))
    let velocity = try #require(margin.velocity)
    nearer.velocity?.change = velocity.change * 0.51
    #expect(!nearer.isHalved(since: margin))
    nearer.velocity?.change = velocity.change * -0.49
    #expect(nearer.isHalved(since: margin))
    var none = margin
    (none.velocity, none.position) = (nil, nil)
    #expect(!none.isHalved(since: margin) && margin.isHalved(since: none))
  }

  @Test("a margin that fell to just below half is detected in 99 % of the bundled cases")
  func alwaysSeen() throws {
    var (asked, missed) = (0, [String]())
    for known in Bundled.all {
      guard let request = ReplayRequest(header: known.expected.header) else { continue }
      for margin in try request.margins(of: known.recording) {
        var (farther, faster) = (margin, margin)
        farther.position = margin.position.map { Self.flip($0, times: 2.001) }
        faster.velocity = margin.velocity.map { Self.flip($0, times: 2.001) }
        for before in [farther, faster] where before != margin {
          asked += 1
          if try !margin.isHalved(since: before)
            || !request.mayHaveFallen([before], of: known.recording)
          {
            missed.append("\(known.name): \(before)")
          }
        }
        // A margin that did not change must not count as halved.
        if try request.mayHaveFallen([margin], of: known.recording) {
          let again = try request.margins(of: known.recording)
          #expect(!again[margin.number].isHalved(since: margin), "\(known.name)")
        }
      }
    }
    #expect(asked > 200, "\(asked)")
    // The quick check takes fewer steps, so it may miss a target that only a narrow range of
    // velocities reaches.
    #expect(missed.count * 100 <= asked, "\(missed.count) of \(asked): \(missed)")
  }

  private static func flip<Amount>(
    _ flip: DecisionMargin.Flip<Amount>, times: Double
  ) -> DecisionMargin.Flip<Amount> {
    DecisionMargin.Flip(
      change: flip.change * times, isAlongX: flip.isAlongX, target: flip.target)
  }
}
