import Flickbook

/// The explanation of a word that commands print.
struct Explanation {
  var word: String
  /// The kind of the word, such as `a reason of a decision`.
  var kind: String
  var meaning: String
  /// The scenarios in which the word has this meaning; empty means all.
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

  /// Returns all explanations; a word with several meanings has one explanation for each.
  static func all() throws(SettingError) -> [Explanation] {
    var all = common
    for scenario in allScenarios {
      for phase in scenario.machine.phases {
        guard let meaning = scenarioPhases[phase] else { continue }
        add(
          Explanation(
            word: phase.rawValue, kind: phaseKind, meaning: meaning, scenarios: [scenario.name]),
          to: &all)
      }
      for target in try ReplayRequest(scenario: scenario.name).targets() {
        add(
          Explanation(
            word: target, kind: "a target",
            meaning:
              "A position where the surface may come to rest; the settings of the scenario define it.",
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

  /// Adds an explanation; if it is in the list already, only its scenarios are added.
  private static func add(_ explanation: Explanation, to all: inout [Explanation]) {
    let same = all.firstIndex {
      $0.word == explanation.word && $0.kind == explanation.kind
        && $0.meaning == explanation.meaning
    }
    guard let same else { return all.append(explanation) }
    // Add each scenario only once: a setting may belong to several rules of one scenario.
    for name in explanation.scenarios where !all[same].scenarios.contains(name) {
      all[same].scenarios.append(name)
    }
  }
}

// The words that have the same meaning in all scenarios.
extension Explanation {
  static let phaseKind = "a phase"

  static var common: [Explanation] {
    reasons + states + changes + defects + findings + glossary
  }

  /// The explanations of the phases that exist only in some scenarios.
  static let scenarioPhases: [Phase: String] = [
    .stashed: "The window rests at a side of the screen, mostly outside of it.",
    .scrolling: "The content moves by itself between its edges and slows down.",
    .bouncing: "The spring at an edge moves the content back.",
    .fading: "The highlight of the button fades out.",
    .armed: "The pull is far enough to start loading when the finger lifts.",
    .refreshing: "The content is loading and stays where the indicator is visible.",
    .done: "Loading is complete, and the indicator disappears.",
    .activated: "The press was hard enough, and the light switches when the force decreases.",
    .confirmed: "The light has switched; the force must decrease further before the next switch.",
  ]

  private static let reasons =
    VelocityEstimate.Reason.allCases.map {
      Explanation(word: $0.rawValue, kind: "a reason of a velocity", meaning: $0.meaning)
    }
    + Decision.Reason.allCases.map {
      Explanation(word: $0.rawValue, kind: "a reason of a decision", meaning: $0.meaning)
    }

  private static let states =
    explanations(
      phaseKind,
      [
        (Phase.resting.rawValue, "The surface does not move, and no finger touches it."),
        (Phase.pressed.rawValue, "A finger touches the surface, but no pan has begun."),
        (Phase.dragging.rawValue, "A pan moves the surface."),
        (Phase.settling.rawValue, "The surface moves by itself towards its target."),
        (Phase.gone.rawValue, "The surface was dismissed and no longer exists."),
      ])
    + Run.Ending.allCases.map {
      Explanation(word: $0.rawValue, kind: "the ending of a run", meaning: $0.meaning)
    }
    + explanations(
      "the end of a contact",
      [
        ("lifted", "The finger left the device."),
        (
          Contact.Phase.ended.rawValue,
          "The finger left the device; 'inspect --json' prints this word instead of 'lifted'."
        ),
        (
          Contact.Phase.cancelled.rawValue,
          "The device reported a palm, events were lost, or the recording ended before the finger lifted."
        ),
      ])

  private static let changes =
    OutcomeWord.allCases.map {
      Explanation(word: $0.rawValue, kind: "a result of a case", meaning: $0.meaning)
    }
    + explanations("a result of a case", [("failed", OutcomeWord.error.meaning)])
    + RunDifference.Stage.allCases.map { stage in
      Explanation(
        word: stage.rawValue, kind: "a stage of a replay",
        meaning: "The first stage of a replay whose result has changed: \(stage.words).")
    }
    + Measure.allCases.map {
      Explanation(word: $0.rawValue, kind: "a measure of a study", meaning: $0.meaning)
    }

  private static let defects =
    LintDefect.allCases.map {
      Explanation(
        word: $0.rawValue, kind: "a defect of a release rule", meaning: sentence($0.meaning))
    }
    + PolicyLint.Check.allCases.map {
      Explanation(
        word: $0.rawValue, kind: "a defect of a release rule in JSON", meaning: sentence($0.words))
    }
    + explanations(
      "a figure of 'rule lint'",
      [
        (
          "leaves at",
          "The slowest flick that leaves a detent, in pt/s; a dash if no flick leaves the detent."
        ),
        (
          "slow drag",
          "The fraction of the distance to the next detent beyond which a release at rest goes there."
        ),
        ("flick", "The slowest flick, in pt/s, that leaves a detent."),
      ])

  private static let findings =
    Finding.Name.allCases.map {
      Explanation(word: $0.rawValue, kind: "a finding about a recording", meaning: $0.meaning)
    }
    + explanations(
      "a finding about a recording",
      [
        ("file", "The text of the file has a problem, which the message describes."),
        ("not-replayable", "A replay with the given options ends with an error."),
      ])
    + Finding.Severity.allCases.map {
      Explanation(
        word: $0.rawValue, kind: "how much a finding matters", meaning: $0.meaning)
    }
    + CorpusFinding.Kind.allCases.map {
      Explanation(word: $0.rawValue, kind: "a finding about a corpus", meaning: $0.meaning)
    }

  private static func explanations(_ kind: String, _ words: [(String, String)]) -> [Explanation] {
    words.map { Explanation(word: $0, kind: kind, meaning: $1) }
  }

  /// Returns a clause as a sentence, with a capital letter at the beginning and a full stop at the end.
  private static func sentence(_ clause: String) -> String {
    clause.prefix(1).uppercased() + clause.dropFirst() + "."
  }
}
