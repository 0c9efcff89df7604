import Foundation
import FrameLogs
import InteractionScenarios
import SequenceLaws
import Testing
import TouchInput

/// All laws for every scenario, on a few random sequences.
///
/// `scripts/tests/soak` checks many more sequences.
@Suite("Laws")
struct LawTests {
  static let names = lawfulScenarios.map { $0.scenario.name }

  /// The number of sequences per scenario, which an environment variable may increase.
  static let sequences =
    ProcessInfo.processInfo.environment["FLICKBOOK_SEQUENCES"].flatMap(UInt64.init) ?? 40

  static func scenario(_ name: String) throws -> LawfulScenario {
    try #require(lawfulScenarios.first { $0.scenario.name == name })
  }

  @Test("every law holds and is checked at least once", arguments: names)
  func lawsHold(name: String) throws {
    let scenario = try Self.scenario(name)
    var report = LawReport()
    for seed in 0..<Self.sequences { report.append(scenario.report(seed: seed)) }
    for violation in report.violations { Issue.record("\(violation)") }
    let exempt = Set(scenario.exceptions.map(\.law))
    for law in scenario.laws where !exempt.contains(law.name) {
      #expect(report.checks[law.name, default: 0] > 0, "\(law.name.rawValue) was never checked")
    }
  }

  @Test(
    "every law holds for a surface caught, cancelled and released at every instant",
    arguments: names)
  func everyInstant(name: String) throws {
    let scenario = try Self.scenario(name)
    for seed in 0..<Self.sequences / 20 {
      let report = scenario.report(seed: 1_000_000 + seed, .always)
      for violation in report.violations { Issue.record("\(violation)") }
    }
  }

  @Test("with every preset, a surface jumps only if the finger makes it jump", arguments: names)
  func everyPreset(name: String) throws {
    let scenario = try Self.scenario(name)
    // Every preset is played twice at each of five frame rates.
    for seed in 0..<UInt64(scenario.scenario.presets.count) * 10 {
      for violation in scenario.presetReport(seed: seed).violations { Issue.record("\(violation)") }
    }
  }

  @Test("Wave's engine causes no jump at a hand-off or a catch", arguments: ["sheet", "pip"])
  func waveEngine(name: String) throws {
    let scenario = try Self.scenario(name)
    for seed in 0..<Self.sequences {
      var trial = try scenario.trial(seed: seed)
      trial.events = trial.events
      trial.settings.append((key: "engine", value: "wave"))
      let report = try scenario.report(of: trial, only: LawfulScenario.lawsOfAnyRule)
      for violation in report.violations { Issue.record("\(violation)") }
      #expect(try trial.run(60).ending != .timeLimit, "\(trial)")
    }
  }

  @Test("every scenario has a description for the laws")
  func complete() {
    #expect(Set(Self.names) == Set(allScenarios.map { $0.name }))
    #expect(Self.names.count == Set(Self.names).count)
  }

  @Test("every law name belongs to a law, and every invariant has a law")
  func lawNames() {
    #expect(allLaws.map(\.name) == LawName.allCases)
    let invariants = Set(allLaws.flatMap(\.invariants))
    let known = Set(allScenarios.map { $0.name })
    for law in allLaws {
      #expect(!law.invariants.isEmpty || !law.scenarios.isEmpty, "\(law.name.rawValue)")
      #expect(known.isSuperset(of: law.scenarios), "\(law.name.rawValue)")
    }
    // Invariant I17, about the rubber band, is also checked on the function itself.
    #expect(invariants == Set((1...20).map { "I\($0)" }))
  }

  @Test("the report of a range of seeds is the sum of its parts", arguments: names)
  func splits(name: String) throws {
    let scenario = try Self.scenario(name)
    var whole = LawReport()
    for seed in 40..<44 { whole.append(scenario.report(seed: UInt64(seed))) }
    var parts: [LawReport] = []
    for range in [42..<44, 40..<42] {
      var part = LawReport()
      for seed in range { part.append(scenario.report(seed: UInt64(seed))) }
      parts.append(part)
    }
    parts[1].append(parts[0])
    #expect(parts[1].checks == whole.checks && parts[1].sequences == whole.sequences)
  }
}
