import ArgumentParser
import Flickbook

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a word that Flickbook says.",
    discussion: """
      Reasons of velocities and decisions, phases, endings, kinds of changes, stages, events, fields of \
      frames, settings, scenarios, presets, engines and estimators. Without a word, all words are listed \
      by their kind, but for settings and fields, which 'flickbook scenario show' lists.

      The JSON is a line for each meaning of a word: word, kind, meaning, in (the scenarios of which that \
      is true; empty for all).

      Example: flickbook explain clampedToAdjacent
      """)

  @Argument(help: "The word, as it stands in an output or a file.", completion: .words)
  var word: String?

  @Flag(help: "Print lines of JSON.")
  var json = false

  func run() throws {
    let all = try orFailSetting { () throws(SettingError) in try Explanation.all() }
    guard let word else { return list(all) }
    let found = all.filter { $0.word == word }
    guard !found.isEmpty else {
      let near = nearestName(to: word, in: all.map { $0.word })
      throw Failure(
        .usage,
        "flickbook explain: '\(word)' is no word of Flickbook; "
          + (near.map { "did you mean '\($0)'?" } ?? "'flickbook explain' lists them."))
    }
    for explanation in found { show(explanation) }
  }

  private func orFailSetting<Value>(
    _ work: () throws(SettingError) -> Value
  ) throws(Failure) -> Value {
    do throws(SettingError) { return try work() } catch { throw Failure(error) }
  }

  private func show(_ explanation: Explanation) {
    guard !json else { return printJSON(explanation.logFields) }
    let scenarios =
      explanation.scenarios.isEmpty ? "" : " of \(explanation.scenarios.joined(separator: ", "))"
    say("\(explanation.word), \(explanation.kind)\(scenarios)")
    say(wrapped(explanation.meaning, indent: 2))
  }

  private func list(_ all: [Explanation]) {
    guard !json else { return all.forEach(show) }
    var kinds: [String] = []
    for explanation in all where !explanation.isListedElsewhere && !kinds.contains(explanation.kind)
    {
      kinds.append(explanation.kind)
    }
    for kind in kinds {
      var words: [String] = []
      for explanation in all where explanation.kind == kind && !words.contains(explanation.word) {
        words.append(explanation.word)
      }
      say("\(kind):")
      say(wrapped(words.joined(separator: ", "), indent: 2))
    }
  }
}

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
    var all = reasons + states + changes
    for scenario in allScenarios {
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

  private static let reasons =
    VelocityEstimate.Reason.allCases.map {
      Explanation(word: $0.rawValue, kind: "a reason of a velocity", meaning: $0.meaning)
    }
    + Decision.Reason.allCases.map {
      Explanation(word: $0.rawValue, kind: "a reason of a decision", meaning: $0.meaning)
    }

  private static let states =
    [
      (Phase.resting, "Nothing moves it, and no hand is on it."),
      (.pressed, "A hand is on it and has not begun to pan."),
      (.dragging, "A pan moves it."),
      (.settling, "It moves by itself towards its target."),
      (.gone, "It was dismissed, and there is nothing any more."),
    ].map { Explanation(word: $0.rawValue, kind: "a phase", meaning: $1) }
    + [
      (Run.Ending.rested, "All input was applied and the surface rests."),
      (.gone, "The surface was dismissed."),
      (.timeLimit, "The surface still moved ten seconds after the last input."),
    ].map { Explanation(word: $0.rawValue, kind: "the ending of a run", meaning: $1) }

  private static let changes =
    [
      ("identical", "Every byte of the frames and events is the expected one."),
      (
        "within tolerance",
        "Some numbers differ, by less than the tolerance of the case; it passes."
      ),
      (
        "drift",
        "The same things happen in the same order, with other numbers or at other times."
      ),
      (
        "behaviour change",
        "Something else happens: another target, reason, event or order of phases."
      ),
      ("new", "Nothing is expected of the case yet; accept its run once it is right."),
      (
        "damaged",
        "A file of the expected run is missing, cut or altered; 'flickbook repair' mends it."
      ),
    ].map { Explanation(word: $0, kind: "what comes of a case", meaning: $1) }
    + RunDifference.Stage.allCases.map { stage in
      Explanation(
        word: stage.rawValue, kind: "a stage of a replay",
        meaning: "What is blamed for a change: \(stage.words).")
    }
}
