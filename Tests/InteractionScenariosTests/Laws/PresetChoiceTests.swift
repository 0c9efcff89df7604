import FrameLogs
import InteractionScenarios
import Quantities
import SyntheticHands
import Testing
import TouchInput

@Suite("Choices of presets")
struct PresetChoiceTests {
  static let estimating = allScenarios.flatMap { scenario in
    scenario.presets.filter { $0.choices.contains { $0.key == "estimator" } }
      .map { (scenario: scenario.name, preset: $0) }
  }

  private static func request(_ scenario: String, _ preset: Preset) -> ReplayRequest {
    var request = ReplayRequest(scenario: scenario)
    request.preset = preset.name
    request.ownPresets = [preset]
    return request
  }

  private static func recording(_ gesture: String = "flick") throws -> Recording {
    try #require(SyntheticGesture.named(gesture)).recording()
  }

  private static func own(
    _ choices: KeyValuePairs<String, String>
  ) -> Preset {
    Preset("own", "For a test.", source: "our choice; a test", choices: choices, [:])
  }

  @Test(
    "every bundled preset of a system names an estimator, or states that none is known",
    arguments: allScenarios.flatMap { type in type.presets.map { (type.name, $0) } })
  func estimators(scenario: String, preset: Preset) {
    let isNamed = preset.choices.contains { $0.key == "estimator" }
    let isUnknown = preset.unknown.contains("estimator")
    #expect(!(isNamed && isUnknown), "\(scenario) \(preset.name)")
    // A rule by the mean velocity of the whole drag needs no estimator.
    let isMean = preset.values.contains { $0 == ("release.source", "mean") }
    #expect(
      isNamed || isUnknown || isMean || preset.source.hasPrefix("our choice"),
      "\(scenario) \(preset.name)")
  }

  @Test("run.json contains the preset's choices and their origin", arguments: estimating)
  func header(scenario: String, preset: Preset) throws {
    var request = ReplayRequest(scenario: scenario)
    request.preset = preset.name
    let run = try request.run(of: Self.recording())
    let header = LogValue.fields(run.header)
    let read = try #require(ReplayRequest(header: run.header))
    for (key, value) in preset.choices {
      let option = try #require(RequestOption.named(key))
      let setting = option.setting
      var chosen = request
      #expect(setting.set(value, in: &chosen) && setting.text(in: read) == setting.text(in: chosen))
      #expect(header["from"]?[option.name]?.asText == "preset \(preset.name)")
    }
    #expect(try LogValue.fields(request.headerFields())["estimator"] == header["estimator"])
  }

  @Test(
    "a preset gives the same decisions if its estimator is also set explicitly",
    arguments: estimating)
  func sameAsExplicit(scenario: String, preset: Preset) throws {
    var implicit = ReplayRequest(scenario: scenario)
    implicit.preset = preset.name
    var explicit = implicit
    explicit.estimator = try #require(preset.choices.first { $0.key == "estimator" }).value
    let recording = try Self.recording("slow-drag-and-hold")
    let runs = try [implicit, explicit].map { try $0.run(of: recording) }
    #expect(runs[0].frames == runs[1].frames)
    #expect(runs[0].events == runs[1].events)
  }

  @Test("an explicit value overrides the preset, even if it is the default")
  func explicitWins() throws {
    let preset = Self.own(["estimator": "last-sample", "recognizer": "slop", "slop": "12 pt"])
    var request = Self.request("sheet", preset)
    let chosen = try request.withPresetChoices()
    #expect(chosen.estimator == "last-sample" && chosen.pans.slop.value == 12)
    #expect(chosen.origins["slop"] == .preset("own"))
    request.estimator = ReplayRequest.standardEstimator
    request.origins["recognizer"] = .caller
    let given = try request.withPresetChoices()
    #expect(given.estimator == ReplayRequest.standardEstimator)
    #expect(given.pans.recognizer == .libinput)
    #expect(given.origins["estimator"] == .caller)
  }

  @Test("all readers of a recording use the estimator and the recognizer of the preset")
  func readers() throws {
    let preset = Self.own(["estimator": "last-sample", "recognizer": "slop", "slop": "12 pt"])
    let implicit = Self.request("sheet", preset)
    var explicit = ReplayRequest(scenario: "sheet")
    explicit.estimator = "last-sample"
    explicit.pans.recognizer = .slop
    explicit.pans.slop = Points(12)
    let recording = try Self.recording()
    let events = try [implicit, explicit, ReplayRequest(scenario: "sheet")].map {
      try $0.handEvents(in: recording).events
    }
    #expect(events[0] == events[1])
    #expect(events[0] != events[2])
    #expect(try implicit.panOptions(for: recording) == explicit.panOptions(for: recording))
    // A program that follows a live finger reads the events one by one.
    var readers = try [implicit, explicit].map {
      try $0.handReader(for: recording.device, initial: recording.initial)
    }
    for event in recording.events {
      let read = readers.indices.map { readers[$0].receive(event) }
      #expect(read[0] == read[1])
    }
  }

  @Test("a preset's choice is refused if it is unknown or not allowed in a preset")
  func refused() {
    for choices in [["estimator": "kalma"], ["hz": "60"]] as [KeyValuePairs] {
      #expect(throws: SettingError.self) {
        try Self.request("sheet", Self.own(choices)).check()
      }
    }
  }
}
