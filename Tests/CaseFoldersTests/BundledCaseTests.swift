import CaseFolders
import FrameLogs
import InteractionScenarios
import Testing

@Suite("Bundled cases")
struct BundledCaseTests {
  /// The fewest cases of a scenario that say anything of it.
  ///
  /// Source: ours; one that goes on, one that comes back, one that is caught or refused.
  private static let fewest = 3

  @Test("the list of cases in Recordings/README.md is what is there")
  func listed() throws {
    let listed = try BundledCases.listedCounts()
    #expect(try listed == BundledCases.countsOnDisk())
    let found = Dictionary(grouping: BundledCases.all) { $0.name.split(separator: "/")[0] }
    #expect(listed == Dictionary(uniqueKeysWithValues: found.map { (String($0), $1.count) }))
  }

  @Test("every scenario has cases")
  func everyScenario() throws {
    let listed = try BundledCases.listedCounts()
    #expect(Set(listed.keys) == Set(allScenarios.map { $0.name }))
    for (scenario, count) in listed {
      #expect(count >= Self.fewest, "\(scenario) has \(count) cases")
    }
  }

  @Test("replaying gives the expected run", arguments: BundledCases.all)
  func expectedRun(bundled: RecordingCase) {
    let place = "Recordings/\(bundled.name)"
    let accept =
      "Accept it:  swift run flickbook accept \(place) --because \"why its frames are right\""
    switch bundled.outcome() {
    case .identical, .otherFields: break
    case .different(let difference, _) where difference.kind == .withinTolerance: break
    case .different(let difference, _):
      Issue.record(
        """
        \(difference.sentence)
        They part:  \(difference.parting)
        Look at it: swift run flickbook replay \(place)/recording.yml --config \(place)/case.yml
        \(accept)
        """)
    case .damaged(let error): Issue.record("\(error)")
    case .new: Issue.record("nothing is expected of it yet\n\(accept)")
    case .failed(let message): Issue.record("\(message)")
    }
  }

  /// The first case of each scenario.
  ///
  /// All of them are as they were accepted, which is the same for
  /// those that are identical, and `scripts/tests/determinism` compares all between builds.
  private static let firsts = Dictionary(grouping: BundledCases.all) {
    $0.name.split(separator: "/")[0]
  }.values.compactMap { $0.first }.sorted { $0.name < $1.name }

  @Test("replaying twice gives the same run to the last bit", arguments: firsts)
  func deterministic(bundled: RecordingCase) throws {
    #expect(try bundled.run().files() == bundled.run().files())
  }
}
