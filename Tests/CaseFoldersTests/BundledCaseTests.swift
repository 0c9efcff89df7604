import CaseFolders
import FrameLogs
import InteractionScenarios
import Review
import Testing

@Suite("Bundled cases")
struct BundledCaseTests {
  /// The minimum number of cases per scenario.
  ///
  /// Source: our choice; one gesture moves the surface on, one returns it, and one is caught or
  /// refused.
  private static let fewest = 3

  @Test("every folder with a recording is a case")
  func found() throws {
    let found = Dictionary(grouping: BundledCases.all) { $0.name.split(separator: "/")[0] }
    #expect(
      try BundledCases.countsOnDisk()
        == Dictionary(uniqueKeysWithValues: found.map { (String($0), $1.count) }))
  }

  @Test("every scenario has at least the minimum number of cases")
  func everyScenario() throws {
    let counts = try BundledCases.countsOnDisk()
    #expect(Set(counts.keys) == Set(allScenarios.map { $0.name }))
    for (scenario, count) in counts {
      #expect(count >= Self.fewest, "\(scenario) has \(count) cases")
    }
  }

  @Test("replaying a case gives its expected run", arguments: BundledCases.all)
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
        They part:  \(difference.divergence)
        Look at it: swift run flickbook replay \(place)/recording.yml --config \(place)/case.yml
        \(accept)
        """)
    case .damaged(let error): Issue.record("\(error)")
    case .new: Issue.record("the case has no expected run yet\n\(accept)")
    case .failed(let message): Issue.record("\(message)")
    }
  }

  @Test(
    "the settings of each expected run are those of its case, so that a failure names the right ones",
    arguments: BundledCases.all)
  func settings(bundled: RecordingCase) {
    let outdated = bundled.tested().outdatedSettings
    #expect(
      outdated.isEmpty,
      """
      \(outdated.map(\.text).joined(separator: ", "))
      Refresh it:  swift run flickbook accept Recordings --class outdated --because "the same frames"
      """)
  }

  /// The first case of each scenario.
  ///
  /// One case per scenario is enough here. Another test compares every case with its accepted run,
  /// so a run that is not deterministic would fail there, and `scripts/tests/determinism` compares
  /// all cases between builds.
  private static let firsts = Dictionary(grouping: BundledCases.all) {
    $0.name.split(separator: "/")[0]
  }.values.compactMap { $0.first }.sorted { $0.name < $1.name }

  @Test("replaying a case twice gives bit-identical runs", arguments: firsts)
  func deterministic(bundled: RecordingCase) throws {
    #expect(try bundled.run().files() == bundled.run().files())
  }
}
