package import FrameLogs
import Quantities
package import Review

/// What came of a case, and where that comes from.
package struct CaseResult: Sendable {
  package var recordingCase: RecordingCase
  package var outcome: CaseOutcome
  /// Why the case is known not to give its expected run; nil where it should.
  package var knownFailure: String?
  /// What changed and why; only of a case that differs by more than its tolerance.
  package var change: ExplainedChange?
  /// The digest of the run that did not pass, so that no other is accepted for it.
  package var seen: String?
  /// Frame rates at which it is decided otherwise, and what is felt of that.
  package var atRates: [(rate: FrameRate, felt: FeltChange)] = []

  /// Decisions that are as expected, but nearer to others than they were.
  package var narrowed: [NarrowedMargin] = []
  /// How far its decisions are from others; empty unless that was asked for.
  package var margins: [DecisionMargin] = []

  /// Creates what came of a case that was replayed and compared.
  package init(_ tested: TestedCase, change: ExplainedChange? = nil) {
    self.init(tested.recordingCase, tested.outcome, change: change)
    knownFailure = tested.knownFailure
  }

  /// Creates what came of `recordingCase`.
  package init(
    _ recordingCase: RecordingCase, _ outcome: CaseOutcome, change: ExplainedChange? = nil
  ) {
    (self.recordingCase, self.outcome, self.change) = (recordingCase, outcome, change)
  }

  /// Whether it is as expected: it gives the expected run, or is known not to and does not.
  package var isPassed: Bool { isExpectedFailure || knownFailure == nil && isAsAccepted }

  /// Whether it is known not to give its expected run, and does not.
  package var isExpectedFailure: Bool {
    guard knownFailure != nil else { return false }
    switch outcome {
    case .new, .damaged, .failed: return false
    case .identical, .otherFields, .different: return !isAsAccepted
    }
  }

  /// Whether it is known to fail and gives its expected run all the same.
  package var isUnexpectedPass: Bool { knownFailure != nil && isAsAccepted }

  /// Whether it changed because its recording is another one than was accepted.
  package var isStale: Bool { change?.cause.isOtherRecording == true }

  /// Whether it gives the expected run, within its tolerance.
  private var isAsAccepted: Bool {
    guard atRates.isEmpty else { return false }
    switch outcome {
    case .identical, .otherFields: return true
    case .different(let difference, _): return difference.kind == .withinTolerance
    case .new, .damaged, .failed: return false
    }
  }

  /// The name, as it can be shown.
  package var name: String { singleLine(recordingCase.name) }

  /// What is wrong with a case that did not pass, in one line; empty for one that did.
  package var headline: String { singleLine(plainHeadline) }

  private var plainHeadline: String {
    if let knownFailure, isUnexpectedPass {
      return "it gives its expected run, and case.yml says that it fails "
        + "(\(knownFailure)); take 'fails:' out"
    }
    if let knownFailure, isExpectedFailure {
      return "expected failure: \(knownFailure)"
    }
    var words = ""
    switch outcome {
    case .identical, .otherFields: break
    case .different(let difference, _):
      guard difference.kind > .withinTolerance else { break }
      words = change?.felt.headline ?? difference.sentence
    case .new: words = "nothing is expected of it yet"
    case .damaged(let error): words = "the expected run is \(error.damage)"
    case .failed(let message): words = message
    }
    for (rate, felt) in atRates {
      words += (words.isEmpty ? "" : "; ") + "at \(rate.words): \(felt.headline)"
    }
    return words
  }

  /// What is replaced when the run that the case gives now is accepted; empty where nothing can be.
  package var replaced: String {
    switch outcome {
    case .identical, .failed: ""
    case .otherFields(let change): singleLine(change.sentence)
    case .different(let difference, _):
      singleLine("\(difference.kind.words): \(change?.felt.headline ?? difference.sentence)")
    case .new: "nothing was expected of it before"
    case .damaged(let error): "what was expected before was damaged: \(error)"
    }
  }

  /// What there is to say of a case that did not pass, line by line.
  package var reasons: String {
    var lines = [headline]
    if let change { lines.append("why: \(singleLine(change.cause.sentence))") }
    switch outcome {
    case .different(let difference, _):
      lines.append("\(difference.kind.words) in \(difference.stage.rawValue)")
      if !difference.parting.isEmpty {
        lines.append("they part: \(singleLine(difference.parting))")
      }
    case .damaged(let error): lines.append(error.description)
    case .identical, .otherFields, .new, .failed: break
    }
    return lines.joined(separator: "\n")
  }
}

extension FrameRate {
  /// The rate as a person says it.
  package var words: String {
    let number = framesPerSecond
    return number == number.rounded() ? "\(Int(number)) Hz" : "\(number) Hz"
  }
}

extension FileError {
  /// What is wrong with a damaged run, in a word.
  package var damage: String {
    if case .altered = self { "tampered" } else { "incomplete" }
  }
}
