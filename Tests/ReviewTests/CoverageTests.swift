import FrameLogs
import InteractionScenarios
import Quantities
import Review
import SyntheticHands
import Testing
import TouchInput

@Suite("Setting coverage of gestures")
struct CoverageTests {
  private func gesture(_ name: String, _ settings: [Assignment] = []) throws -> CoveredGesture {
    let known = try #require(SyntheticGesture.named(name))
    var request = ReplayRequest(scenario: "sheet")
    request.assignments = settings
    // With this recognizer, a trembling finger does not start a pan.
    request.pans.recognizer = .slop
    return try CoveredGesture(
      name: name, request: request, recording: try known.recording(SyntheticGesture.Options()))
  }

  @Test("complete replays confirm which settings the gestures notice and which they do not")
  func oracle() throws {
    let gestures = [try gesture("flick"), try gesture("over-drag")]
    let keys = SettingCoverage.keys(of: gestures)
    #expect(keys.count > 40)
    for key in keys where key.hasPrefix("release.") || key.hasPrefix("spring.") {
      let coverage = SettingCoverage(of: key, in: gestures)
      for gesture in gestures {
        let settings = try gesture.request.tunableSettings()
        guard let setting = settings.first(where: { $0.key == key }),
          case .number(let number, let range) = setting.value, number != 0
        else { continue }
        let isNoticed = try [0.8, 0.95, 1.05, 1.2].contains { factor in
          let value = min(max(number * factor, range.lowerBound), range.upperBound)
          var request = gesture.request
          request.assignments.append(Assignment(key: key, value: "\(value)"))
          return try request.run(of: gesture.recording).frameText() != gesture.run.frameText()
            || request.run(of: gesture.recording).events != gesture.run.events
        }
        #expect(coverage.noticedBy.contains(gesture.name) == isNoticed, "\(key), \(gesture.name)")
      }
    }
  }

  @Test("a setting without effect is found: the spring of a sheet that is never released")
  func dead() throws {
    let tap = [try gesture("tap")]
    for key in ["spring.response", "spring.dampingRatio", "release.projection", "limits.stiffness"]
    {
      #expect(SettingCoverage(of: key, in: tap).isUnseen, "\(key)")
    }
    let flick = [try gesture("flick")]
    #expect(SettingCoverage(of: "spring.response", in: flick).noticedBy == ["flick"])
    #expect(!SettingCoverage(of: "spring.response", in: tap + flick).isUnseen)
  }

  @Test(
    "phases, events and transitions that occur in no run are listed, until they occur in a run"
  )
  func events() throws {
    let tap = try EventCoverage(of: "sheet", in: [try gesture("tap")])
    #expect(tap.unseenPhases.contains("dragging") && tap.unseenEvents.contains("decision"))
    #expect(tap.unseenTransitions.contains("dragging → settling"))
    let both = try EventCoverage(of: "sheet", in: [try gesture("tap"), try gesture("flick")])
    #expect(!both.unseenPhases.contains("dragging") && !both.unseenEvents.contains("decision"))
    #expect(!both.unseenTransitions.contains("dragging → settling"))
    #expect(both.total == tap.total)
  }
}
