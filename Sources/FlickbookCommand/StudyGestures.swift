import Flickbook

/// The gestures of a study with the targets that they reach, with the current and with the recommended settings.
///
/// The report in the terminal counts these gestures, and the page shows them.
struct StudyGestures: Sendable {
  /// The limit for the number of gestures with a picture in a page.
  ///
  /// The limit is our choice. A picture adds about 35 kB, and a browser draws only those on the screen.
  static let mostPlayed = 200
  /// The number of gestures that are replayed at a time; the limit keeps a large corpus from filling the memory.
  private static let block = 1_000

  /// A gesture with its targets.
  struct Gesture: Sendable {
    /// The recording, with its intended targets.
    var recording: LabelledRecording
    /// Whether the search has not used the gesture.
    var isHeldOut: Bool
    /// The target with the current settings; nil if they cannot be evaluated.
    var before: String?
    /// The target with the recommended settings, or with the current settings if no trial is recommended.
    var after: String

    /// The intended targets in words.
    var intent: String { recording.intents.joined(separator: " or ") }
    /// Whether the gesture reaches a target that was not intended.
    var isWrong: Bool { !recording.intents.contains(after) }
    /// Whether the gesture reaches another target than with the current settings.
    var isChanged: Bool { before.map { $0 != after } ?? false }
    /// The kind of the gesture; nil if the gesture reaches an intended target with both settings.
    var change: Change? {
      guard let before, before != after else { return isWrong ? .wrong : nil }
      if recording.intents.contains(before) { return isWrong ? .broken : nil }
      return isWrong ? .moved : .repaired
    }
  }

  /// A kind of gesture that needs attention; the kinds are in the order in which the page shows them.
  enum Change: CaseIterable, Sendable {
    case broken, moved, wrong, repaired
  }

  /// All gestures: those of the search, followed by the held-out ones.
  let all: [Gesture]
  /// Whether a trial is recommended, so that ``Gesture/after`` is the target with the settings of this trial.
  let isOfRecommendation: Bool

  /// Computes the targets of all gestures.
  ///
  /// - Parameters:
  ///   - study: The study.
  ///   - values: The values of the recommended trial; nil if no trial is recommended.
  /// - Throws: ``Failure`` or an error of the evaluation.
  init(_ study: Study, recommended values: [String]?) throws {
    var plain = study
    plain.space = SearchSpace([])
    let before = try Self.targets(of: plain, at: [])
    let after = try values.map { try Self.targets(of: study, at: $0) } ?? before
    isOfRecommendation = values != nil
    let recordings = study.training + study.heldOut
    all = recordings.indices.compactMap { index in
      after.map { after in
        Gesture(
          recording: recordings[index], isHeldOut: index >= study.training.count,
          before: before?[index], after: after[index])
      }
    }
  }

  /// Returns the target of each gesture; nil if the settings are not valid for a gesture.
  private static func targets(of study: Study, at point: [String]) throws -> [String]? {
    var whole = study
    (whole.training, whole.heldOut) = (study.training + study.heldOut, [])
    // Replay neither repetitions nor the reference settings: only the targets of the recordings themselves are needed.
    (whole.repetitions, whole.reference) = ([], nil)
    let recordings = whole.training
    var targets: [String] = []
    for start in stride(from: 0, to: recordings.count, by: block) {
      let part = start..<min(start + block, recordings.count)
      var evaluator = StudyEvaluator(whole, part: .training, gestures: part)
      do {
        for (outcome, known) in zip(try evaluator.outcomes(of: point), recordings[part]) {
          // The final target and the decided target both count as the target; if they differ, prefer the intended one.
          let final = outcome.finalTarget ?? ""
          targets.append(
            known.intents.contains(final) ? final : outcome.decidedTarget ?? "nothing")
        }
      } catch is SettingError { return nil }
    }
    return targets
  }

  /// Returns the gestures of one kind, in the order of the corpus.
  func gestures(_ change: Change) -> [Gesture] { all.filter { $0.change == change } }

  /// The number of gestures that reach another target than with the current settings.
  var changedCount: Int { all.count { $0.isChanged } }

  /// The number of gestures that reach a target that was not intended.
  var wrongCount: Int { all.count { $0.isWrong } }

  /// The number of gestures that a page shows.
  var playedCount: Int { min(all.count { $0.change != nil }, Self.mostPlayed) }

  /// The counts, each as a line of text; empty if the gestures could not be evaluated.
  var lines: [String] {
    guard !all.isEmpty else { return [] }
    var lines = [
      "All \(count(all.count, "gesture")), with the "
        + "\(isOfRecommendation ? "recommended" : "current") settings:"
    ]
    if isOfRecommendation {
      let (repaired, broken) = (gestures(.repaired).count, gestures(.broken).count)
      lines.append(
        "  another target than with the current settings: \(changedCount) (\(repaired) from wrong to right, "
          + "\(broken) from right to wrong)")
    }
    return lines + ["  a target that was not intended: \(wrongCount)"]
  }

  /// A line about the gestures that the page of `--report` shows; nil if it shows none.
  var hint: String? {
    let found = all.count { $0.change != nil }
    let part = found > playedCount ? ", the first \(playedCount) of them" : ""
    return found == 0
      ? nil : "  --report writes a page that shows \(count(found, "gesture"))\(part)"
  }
}
