import FrameLogs

/// The outcome of a tested case, as the word that reports print.
package enum OutcomeWord: String, CaseIterable, Sendable {
  case identical
  case otherFields = "other fields"
  case withinTolerance = "within tolerance"
  case withinSpread = "within spread"
  case otherReason = "other reason"
  case drift
  case behaviourChange = "behaviour change"
  case stale
  case new
  case incomplete
  case tampered
  case error
  case expectedFailure = "expected failure"
  case unexpectedPass = "unexpected pass"
  case otherThanObserved = "other than observed"

  /// The heading of cases with this outcome on a page of changes; nil if the page does not list such cases.
  package var heading: String? {
    switch self {
    case .behaviourChange: "Behaves differently"
    case .drift: "Drifted"
    case .otherReason: "Other reason, same motion"
    case .new: "No expected run yet"
    case .error: "Cannot be replayed"
    case .incomplete, .tampered: "Incomplete or tampered"
    case .identical, .otherFields, .withinTolerance, .withinSpread, .stale, .expectedFailure,
      .unexpectedPass, .otherThanObserved:
      nil
    }
  }
}

extension CaseOutcome {
  /// The outcome as a word.
  package var word: OutcomeWord {
    switch self {
    case .identical: .identical
    case .otherFields: .otherFields
    case .different(let difference, _):
      switch difference.kind {
      case .withinTolerance: .withinTolerance
      case .withinSpread: .withinSpread
      case .otherReason: .otherReason
      case .drift: .drift
      case .behaviourChange: .behaviourChange
      }
    case .new: .new
    case .damaged(.altered), .damaged(.otherLineBreaks): .tampered
    case .damaged: .incomplete
    case .failed: .error
    }
  }
}

extension CaseResult {
  /// The outcome as a word, which also depends on the marks in `case.yml` and on the cause of the change, but not on
  /// observed motion.
  package var word: OutcomeWord {
    if isExpectedFailure { return .expectedFailure }
    if isUnexpectedPass { return .unexpectedPass }
    return isStale ? .stale : outcome.word
  }

  /// The outcome as reports of single cases print it.
  package var reportedWord: OutcomeWord {
    isPassed && differsFromObserved ? .otherThanObserved : word
  }
}
