import Flickbook

/// What a word means.
struct Explanation {
  var word: String
  /// What kind of word it is, such as `a reason of a decision`.
  var kind: String
  var meaning: String
  /// The scenarios of which that is true; empty for all.
  var scenarios: [String] = []

  var isListedElsewhere: Bool { kind == Self.setting || kind == Self.field }

  private static let setting = "a setting"
  private static let field = "a field of a frame"
  private static let event = "an event"

  var logFields: [LogField] {
    [
      LogField("word", .text(word)), LogField("kind", .text(kind)),
      LogField("meaning", .text(meaning)),
      LogField("in", .list(scenarios.map(LogValue.text))),
    ]
  }

  /// All words, each as often as it has meanings.
  static func all() throws(SettingError) -> [Explanation] {
    var all = common
    for scenario in allScenarios {
      for phase in scenario.machine.phases {
        guard let meaning = ownPhases[phase] else { continue }
        add(
          Explanation(
            word: phase.rawValue, kind: phaseKind, meaning: meaning, scenarios: [scenario.name]),
          to: &all)
      }
      for target in try ReplayRequest(scenario: scenario.name).targets() {
        add(
          Explanation(
            word: target, kind: "a target",
            meaning: "Where it may come to rest, by its own settings.",
            scenarios: [scenario.name]), to: &all)
      }
      all.append(Explanation(word: scenario.name, kind: "a scenario", meaning: scenario.meaning))
      let told = LogValue.fields(try scenario.descriptionFields(asked: nil))
      for (list, key, kind) in [
        ("presets", "preset", "a preset"), ("settings", "key", setting), ("events", "event", event),
        ("fields", "key", field),
      ] {
        guard case .list(let entries)? = told[list] else { continue }
        for entry in entries {
          guard let word = entry[key]?.asText, let meaning = entry["meaning"]?.asText else {
            continue
          }
          add(
            Explanation(word: word, kind: kind, meaning: meaning, scenarios: [scenario.name]),
            to: &all)
        }
      }
    }
    all += allEngines.map {
      Explanation(word: $0.name, kind: "a spring engine", meaning: $0.summary)
    }
    all += allEstimators.map {
      Explanation(word: $0.name, kind: "an estimator", meaning: $0.summary)
    }
    return all
  }

  /// Adds what one scenario says to what others say in the same words.
  private static func add(_ explanation: Explanation, to all: inout [Explanation]) {
    let same = all.firstIndex {
      $0.word == explanation.word && $0.kind == explanation.kind
        && $0.meaning == explanation.meaning
    }
    guard let same else { return all.append(explanation) }
    // A setting may belong to several rules.
    for name in explanation.scenarios where !all[same].scenarios.contains(name) {
      all[same].scenarios.append(name)
    }
  }
}
