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

// The words that are the same for all scenarios, and what they mean.
extension Explanation {
  static let phaseKind = "a phase"

  static var common: [Explanation] { reasons + states + changes + defects + findings }

  /// The phases that only some scenarios have.
  static let ownPhases: [Phase: String] = [
    .stashed: "It waits at a side of the screen with most of itself beyond it.",
    .scrolling: "It moves on by itself between its edges, slower and slower.",
    .bouncing: "The spring at one of its edges has it.",
    .fading: "Its light goes out.",
    .armed: "A hand has pulled it far enough to load when it lets go.",
    .refreshing: "It is being loaded, and held where that shows.",
    .done: "It is loaded, and its indicator goes away.",
    .activated: "It is pressed hard enough to switch when the force goes back.",
    .confirmed: "It has switched, and is still pressed too hard to be switched again.",
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
        (Phase.resting.rawValue, "Nothing moves it, and no hand is on it."),
        (Phase.pressed.rawValue, "A hand is on it and has not begun to pan."),
        (Phase.dragging.rawValue, "A pan moves it."),
        (Phase.settling.rawValue, "It moves by itself towards its target."),
        (Phase.gone.rawValue, "It was dismissed, and there is nothing any more."),
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
          "The finger left the device; 'inspect --json' has this word for lifted."
        ),
        (
          Contact.Phase.cancelled.rawValue,
          "The device took it for a palm, events were lost, or the recording ended before it was lifted."
        ),
      ])

  private static let changes =
    OutcomeWord.allCases.map {
      Explanation(word: $0.rawValue, kind: "what comes of a case", meaning: $0.meaning)
    }
    + explanations("what comes of a case", [("failed", OutcomeWord.error.meaning)])
    + RunDifference.Stage.allCases.map { stage in
      Explanation(
        word: stage.rawValue, kind: "a stage of a replay",
        meaning: "What is blamed for a change: \(stage.words).")
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
      "a figure of 'policy lint'",
      [
        (
          "leaves at", "The slowest flick away from a detent that leaves it; a dash when none does."
        ),
        (
          "slow drag",
          "The part of the way to the next detent from which a release without a velocity leaves."
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
        ("file", "Something about the file as text is odd; the message says what."),
        ("not-replayable", "A replay of it, as it was asked for, ends with an error."),
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

  /// A clause as a sentence.
  private static func sentence(_ clause: String) -> String {
    clause.prefix(1).uppercased() + clause.dropFirst() + "."
  }
}
