import FrameLogs
import InteractionScenarios
import Quantities
import Review
import SyntheticHands
import Testing
import TouchInput

@Suite("Gestures that are proposed")
struct ProposalTests {
  private static func tap(
    of scenario: String, _ assignments: [Assignment] = []
  ) throws -> CoveredGesture {
    var request = ReplayRequest(scenario: scenario)
    request.assignments = assignments
    let recording = try #require(SyntheticGesture.named("tap")).recording()
    return try CoveredGesture(
      name: "\(scenario)/tap-up", request: request, recording: recording)
  }

  /// Settings that a tap does not notice.
  struct Search: CustomTestStringConvertible, Sendable {
    var scenario: String
    var missed: [String]
    var testDescription: String { scenario }
  }

  @Test(
    "what a proposal says it notices it does, by the measure of the cases; the same each time",
    arguments: [
      Search(scenario: "flashlight", missed: ["slack", "spring.response", "force.untold"]),
      Search(scenario: "button", missed: ["width", "fade"]),
      // A spring that means something only where another word is said.
      Search(scenario: "transition", missed: ["spring.response"]),
    ])
  func keepsItsWord(search: Search) throws {
    let cases = [try Self.tap(of: search.scenario)]
    func proposals() -> [ProposedGesture] {
      var found = ProposalSearch(scenario: search.scenario, missed: search.missed, cases: cases)
      return found.proposals()
    }
    let found = proposals()
    #expect(!found.isEmpty && found.count <= ProposalSearch.mostProposals)
    var left = Set(search.missed)
    for proposal in found {
      #expect(!proposal.notices.isEmpty && left.isSuperset(of: proposal.notices))
      left.subtract(proposal.notices)
      let gesture = try CoveredGesture(
        name: proposal.name, request: proposal.request, recording: proposal.recording)
      for key in proposal.notices {
        #expect(!SettingCoverage(of: key, in: [gesture]).isUnseen, "\(proposal.name): \(key)")
      }
    }
    #expect(left.isEmpty, "nothing notices \(left.sorted())")
    let again = proposals()
    #expect(again.map { $0.name } == found.map { $0.name })
    #expect(again.map { $0.recording } == found.map { $0.recording })
    #expect(Set(found.map { $0.name }).count == found.count)
  }

  @Test(
    "a stroke is moved to where a setting decides: beside the edge that a drawer is pulled from")
  func threshold() throws {
    var search = ProposalSearch(
      scenario: "drawer", missed: ["edge"], cases: [try Self.tap(of: "drawer")])
    let found = try #require(search.proposals().first)
    #expect(found.notices == ["edge"])
    #expect(search.replays < 20_000)
  }

  @Test("a name that a case has is not given to another")
  func names() throws {
    let known = try Self.tap(of: "button")
    var search = ProposalSearch(scenario: "button", missed: ["width"], cases: [known])
    let first = try #require(search.proposals().first)
    let taken = try CoveredGesture(
      name: "button/\(first.name)", request: first.request, recording: known.recording)
    search = ProposalSearch(scenario: "button", missed: ["width"], cases: [taken])
    #expect(search.proposals().first?.name == "\(first.name)-2")
  }
}
