package import FrameLogs
import Quantities
package import Review

/// The result of testing a case, with the cause of its change.
package struct CaseResult: Sendable {
  package var recordingCase: RecordingCase
  package var outcome: CaseOutcome
  /// The reason why the case is known to fail; nil if the case should pass.
  package var knownFailure: String?
  /// The change and its cause; nil unless the case differs by more than its tolerance.
  package var change: ExplainedChange?
  /// The digest of the run that did not pass.
  ///
  /// If the user later accepts the case, this digest is compared with the digest of a new run, so that only the run
  /// that the user has seen is accepted.
  package var seen: String?
  /// The frame rates at which the decisions differ, with the visible change at each rate.
  package var atRates: [(rate: FrameRate, felt: VisibleChange)] = []

  /// The decisions with the expected target, but with a smaller margin than before.
  package var narrowed: [NarrowedMargin] = []
  /// The margins of the decisions; empty unless they were requested.
  package var margins: [DecisionMargin] = []

  /// The settings whose values differ between the expected `run.json` and the case; empty unless the case passes.
  package var outdated: [RequestDifference] = []

  /// Whether the case names a program under test, which a command starts only with `--allow-subjects`; false for a
  /// result without a test.
  package private(set) var startsProgram = false

  /// The comparisons with observed motion; empty if the case has no tables of observed motion.
  package var observed: [ObservedComparison] = []

  /// Creates the result of a case that was replayed and compared.
  package init(_ tested: TestedCase, change: ExplainedChange? = nil) {
    self.init(tested.recordingCase, tested.outcome, change: change)
    knownFailure = tested.knownFailure
    startsProgram = tested.startsProgram
  }

  /// Creates the result of `recordingCase`.
  package init(
    _ recordingCase: RecordingCase, _ outcome: CaseOutcome, change: ExplainedChange? = nil
  ) {
    (self.recordingCase, self.outcome, self.change) = (recordingCase, outcome, change)
  }

  /// Whether the run equals the expected run, or the case is known to fail and does fail.
  package var isPassed: Bool { isExpectedFailure || knownFailure == nil && isAsAccepted }

  /// Whether the case does not pass, or differs from observed motion.
  package var isFailed: Bool { !isPassed || differsFromObserved }

  /// Whether the case differs from observed motion, and is not known to fail.
  package var differsFromObserved: Bool {
    knownFailure == nil && observed.contains { !$0.agrees }
  }

  /// Whether the case is known to fail and does fail.
  package var isExpectedFailure: Bool {
    guard knownFailure != nil else { return false }
    switch outcome {
    case .new, .damaged, .failed: return false
    case .identical, .otherFields, .different: return !isAsAccepted
    }
  }

  /// Whether the case is known to fail although its run equals the expected run.
  package var isUnexpectedPass: Bool { knownFailure != nil && isAsAccepted }

  /// Whether the run changed because the recording was replaced after the run was accepted.
  package var isStale: Bool { change?.cause.isOtherRecording == true }

  /// Whether the run equals the expected run within the tolerance, and the decisions are the same at all frame rates.
  private var isAsAccepted: Bool {
    guard atRates.isEmpty else { return false }
    switch outcome {
    case .identical, .otherFields: return true
    case .different(let difference, _): return difference.isAllowed
    case .new, .damaged, .failed: return false
    }
  }

  /// The name of the case as one line that is safe to print.
  package var name: String { singleLine(recordingCase.name) }

  /// The reason why the case did not pass, on one line; empty if it passed.
  package var headline: String { singleLine(plainHeadline) }

  private var plainHeadline: String {
    if let knownFailure, isUnexpectedPass {
      return "the run equals the expected run, but case.yml marks the case as failing "
        + "(\(knownFailure)); remove 'fails:'"
    }
    if let knownFailure, isExpectedFailure {
      return "expected failure: \(knownFailure)"
    }
    var words = ""
    switch outcome {
    case .identical, .otherFields: break
    case .different(let difference, _):
      guard !difference.isAllowed else { break }
      words = change?.felt.headline ?? difference.sentence
    case .new: words = "the case has no expected run yet"
    case .damaged(.otherLineBreaks): words = "the line breaks of the expected run were changed"
    case .damaged: words = "the expected run is \(outcome.word.rawValue)"
    case .failed(let message): words = message
    }
    for (rate, felt) in atRates {
      words += (words.isEmpty ? "" : "; ") + "at \(rate.words): \(felt.headline)"
    }
    if words.isEmpty { words = disagreements.joined(separator: "; ") }
    return words
  }

  /// The description of ``outdated`` on one line.
  package var outdatedText: String {
    let more = outdated.count > 3 ? " and \(outdated.count - 3) more" : ""
    return singleLine(outdated.prefix(3).map(\.values).joined(separator: ", ") + more)
  }

  /// The observed motions from which the case differs, one sentence for each; empty if the case is known to fail.
  package var disagreements: [String] {
    differsFromObserved ? observed.filter { !$0.agrees }.map(\.sentence) : []
  }

  /// A description of the change that accepting the case's current run would make; empty if there is nothing to accept.
  package var replaced: String {
    switch outcome {
    case .identical, .failed: ""
    case .otherFields(let change): singleLine(change.sentence)
    case .different(let difference, _):
      singleLine("\(difference.kind.words): \(change?.felt.headline ?? difference.sentence)")
    case .new: "the case had no expected run before"
    case .damaged(let error): "the previous expected run was damaged: \(error)"
    }
  }

  /// The full description of the reasons why the case did not pass, with one reason per line.
  package var reasons: String {
    var lines = [headline]
    if let change { lines.append("why: \(singleLine(change.cause.sentence))") }
    switch outcome {
    case .different(let difference, _):
      lines.append("\(difference.kind.words) in \(difference.stage.rawValue)")
      if !difference.divergence.isEmpty {
        lines.append("differs: \(singleLine(difference.divergence))")
      }
    case .damaged(let error): lines.append(error.description)
    case .identical, .otherFields, .new, .failed: break
    }
    if isPassed { lines = disagreements } else { lines += disagreements }
    return lines.joined(separator: "\n")
  }
}

extension FrameRate {
  /// The rate as text, such as `60 Hz`.
  package var words: String {
    let number = framesPerSecond
    return number == number.rounded() ? "\(Int(number)) Hz" : "\(number) Hz"
  }
}
