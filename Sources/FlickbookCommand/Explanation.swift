import Flickbook
import Subjects

/// The explanation of a word that commands print.
struct Explanation {
  var word: String
  /// The kind of the word, such as `a reason of a decision`.
  var kind: String
  var meaning: String
  /// The scenarios in which the word has this meaning; empty means all.
  var scenarios: [String] = []

  /// Whether 'flickbook scenario show' lists the word.
  var isListedElsewhere: Bool { kind == Self.setting || kind.hasPrefix(Self.field) }

  /// The kind of the names of estimators.
  static let estimator = "an estimator"

  private static let setting = "a setting"
  private static let field = "a field"

  /// The fields of the explanation in JSON.
  var report: Report {
    [
      .data("word", word), .data("kind", kind), .data("meaning", meaning), .data("in", scenarios),
    ]
  }

  /// Returns all explanations; a word with several meanings has one explanation for each.
  static func all() throws(SettingError) -> [Explanation] {
    var all = common
    for scenario in allScenarios {
      for explanation in try words(of: scenario) {
        let same = all.firstIndex {
          ($0.word, $0.kind, $0.meaning) == (
            explanation.word, explanation.kind, explanation.meaning
          )
        }
        guard let same else {
          all.append(explanation)
          continue
        }
        // Add each scenario only once: a setting may belong to several rules of one scenario.
        if !all[same].scenarios.contains(scenario.name) {
          all[same].scenarios.append(scenario.name)
        }
      }
    }
    for index in all.indices where all[index].scenarios.count == allScenarios.count {
      all[index].scenarios = []
    }
    all += RequestOption.all.map {
      Explanation(word: $0.key, kind: "an option of a replay", meaning: $0.setting.meaning)
    }
    all += allEngines.map {
      Explanation(word: $0.name, kind: "a spring engine", meaning: $0.summary)
    }
    all += allEstimators.map { Explanation(word: $0.name, kind: estimator, meaning: $0.summary) }
    return all
  }

  /// Returns the explanations of the words of one scenario.
  private static func words<S: Scenario>(of type: S.Type) throws(SettingError) -> [Explanation] {
    func own(_ word: String, _ kind: String, _ meaning: String) -> Explanation {
      Explanation(word: word, kind: kind, meaning: meaning, scenarios: [S.name])
    }
    var words = S.machine.phases.compactMap { phase in
      scenarioPhases[phase].map { own(phase.rawValue, phaseKind, $0) }
    }
    words += try ReplayRequest(scenario: S.name).targets().map {
      own(
        $0, "a target",
        "A position where the surface may come to rest; the settings of the scenario define it.")
    }
    words.append(Explanation(word: S.name, kind: "a scenario", meaning: S.meaning))
    words += S.presets.map { own($0.name, "a preset", $0.meaning) }
    words += S.allSettings.map { own($0.key, setting, $0.meaning) }
    for event in S.events {
      words.append(own(event.kind.rawValue, "an event", event.meaning))
      let kind = "\(field) of the event \(event.kind.rawValue)"
      words += event.payload.map { own($0.key, kind, $0.words) }
    }
    words += (Frame.commonFields + S.ownFields).map { own($0.key, "\(field) of a frame", $0.words) }
    return words
  }
}

extension FieldDescription {
  /// The meaning, with the unit.
  var words: String { unit.isEmpty ? meaning : "\(meaning) In \(unit)." }
}

// The words that have the same meaning in all scenarios.
extension Explanation {
  static let phaseKind = "a phase"

  static var common: [Explanation] {
    reasons + states + changes + defects + findings + glossary
      + RunEvent.commonFields.map {
        Explanation(word: $0.key, kind: "\(field) of an event", meaning: $0.words)
      }
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
        (Phase.pressed.rawValue, "A finger touches the surface, but does not move it."),
        (Phase.dragging.rawValue, "The finger moves the surface, in most cases by a pan."),
        (Phase.settling.rawValue, "The surface moves by itself towards its target."),
        (Phase.gone.rawValue, "The surface was dismissed and no longer exists."),
      ])
    + Run.Ending.allCases.map {
      Explanation(word: $0.rawValue, kind: "the ending of a run", meaning: $0.meaning)
    }
    + explanations(
      "the end of a contact",
      [
        (Contact.Phase.ended.rawValue, "The finger left the device."),
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
    + RuleLint.Check.allCases.map {
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
          "The fraction of the distance to the next detent; a slow drag beyond it goes to the next detent."
        ),
        ("flick", "The slowest flick, in pt/s, that leaves a detent."),
      ])

  private static let findings =
    SubjectFinding.Check.allCases.map {
      Explanation(word: $0.rawValue, kind: "a check of 'subject check'", meaning: $0.meaning)
    }
    + Finding.Name.allCases.map {
      Explanation(word: $0.rawValue, kind: "a finding about a recording", meaning: $0.meaning)
    }
    + explanations(
      "a finding about a recording",
      [
        ("file", "The text of the file has a problem, which the message describes."),
        ("not-replayable", "A replay with the given options ends with an error, or has no pan."),
      ])
    + LibinputGesture.Kind.allCases.map {
      Explanation(word: $0.rawValue, kind: "a gesture of libinput", meaning: $0.meaning)
    }
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
