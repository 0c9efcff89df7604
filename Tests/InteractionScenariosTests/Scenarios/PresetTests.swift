import FrameLogs
import InteractionScenarios
import Quantities
import Testing
import TouchInput
import SyntheticHands

@Suite("Presets")
struct PresetTests {
  static let all = allScenarios.flatMap { scenario in
    scenario.presets.map { (scenario: scenario.name, preset: $0.name) }
  }

  @Test(
    "every preset has valid settings and describes what it reproduces",
    arguments: all)
  func resolves(scenario: String, preset: String) throws {
    let type = try InteractionScenarios.scenario(named: scenario)
    let found = try type.preset(named: preset)
    #expect(found.meaning.hasSuffix("."))
    var request = ReplayRequest(scenario: scenario)
    request.preset = preset
    let run = try request.run(
      of: try #require(SyntheticGesture.named("flick")).recording())
    #expect(run.ending != .timeLimit)
    #expect(Set(found.values.map(\.key)).count == found.values.count)
  }

  @Test("the message for a misspelt preset suggests the nearest name")
  func misspelt() throws {
    let preset = try #require(throws: SettingError.self) {
      try SheetScenario.preset(named: "floatingpanl")
    }
    #expect(preset.description.contains("did you mean 'floatingpanel'?"))
    let key = try #require(throws: SettingError.self) {
      try SheetScenario.resolved(
        preset: nil, applying: [Assignment(key: "respons", value: "1", location: "feel.yml:3")])
    }
    #expect(key.description.hasPrefix("feel.yml:3: "))
    let value = try #require(throws: SettingError.self) {
      try SheetScenario.resolved(
        preset: nil, applying: [Assignment(key: "spring.response", value: "nan")])
    }
    #expect(value.description.contains("a number from 0 to 20 s"))
    #expect(throws: SettingError.self) { try InteractionScenarios.scenario(named: "shet") }
  }
}
