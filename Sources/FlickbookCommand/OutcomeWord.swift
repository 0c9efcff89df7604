/// What comes of a case, in the word in which it is told.
enum OutcomeWord: String, CaseIterable {
  case identical
  case otherFields = "other fields"
  case withinTolerance = "within tolerance"
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

  /// What it means, for a reader.
  var meaning: String {
    switch self {
    case .identical: "Every byte of the frames and events is the expected one."
    case .otherFields:
      "A frame or an event has more or fewer fields; what is in both is identical, and it passes."
    case .withinTolerance: "Some numbers differ, by less than the tolerance of the case; it passes."
    case .otherReason:
      "A decision has another reason, and the surface moves as expected, within the tolerance."
    case .drift: "The same things happen in the same order, with other numbers or at other times."
    case .behaviourChange:
      "Something else happens: another target, event or order of phases, or another reason and motion."
    case .stale: "The recording is another one than was accepted, and gives another run."
    case .new: "Nothing is expected of the case yet; accept its run once it is right."
    case .incomplete:
      "A file of the expected run is missing or cannot be read; restore it or accept the case again."
    case .tampered: "A file of the expected run is not as it was written."
    case .error: "The case cannot be replayed; the message says why."
    case .expectedFailure:
      "The case says 'fails: why', and its run is not the expected one; it passes."
    case .unexpectedPass:
      "The case says 'fails: why', and its run is the expected one: take the line out."
    }
  }
}
