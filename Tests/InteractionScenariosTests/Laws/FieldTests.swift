import FrameLogs
import InteractionScenarios
import SequenceLaws
import Testing

/// The fields of the frames of all scenarios.
@Suite("Fields")
struct FieldTests {
  @Test(
    "every frame has all the fields of its scenario, and the fields of the finger come first",
    arguments: Trial.allNames)
  func said(name: String) throws {
    let trial = try Trial.random(name, seed: 5)
    let fields = try InteractionScenarios.scenario(named: name).ownFields
    #expect(fields.prefix(2).map(\.key) == ["fingerX", "fingerY"])
    let run = try trial.run()
    #expect(run.ownFields == fields)
    for frame in run.frames { #expect(frame.own.descriptions == fields, "\(trial)") }
  }

  @Test("every field has a sentence as its meaning, and the unit of its number")
  func described() {
    for scenario in allScenarios {
      for field in scenario.ownFields {
        #expect(field.meaning.count > 10 && field.meaning.hasSuffix("."), "\(field.key)")
        #expect(["", "pt", "s", "°", "°/s", "1/s"].contains(field.unit), "\(field.key)")
      }
    }
  }
}
