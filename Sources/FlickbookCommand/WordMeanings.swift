import Flickbook

// What words that commands print mean to a reader. A word without a meaning does not compile.

extension Run.Ending {
  /// What it means, for a reader.
  var meaning: String {
    switch self {
    case .rested: "All input was applied and the surface rests."
    case .gone: "The surface was dismissed."
    case .timeLimit: "The surface still moved ten seconds after the last input."
    }
  }
}

extension Finding.Severity {
  /// What it means, for a reader.
  var meaning: String {
    switch self {
    case .note: "It is so, and nothing is wrong."
    case .warning: "What the hand did may not be what the recording shows."
    case .problem: "What the hand did is not what the recording shows."
    }
  }
}

extension Finding.Name {
  /// What it means, for a reader.
  var meaning: String {
    switch self {
    case .noTouches: "Nothing touches the device."
    case .unusableSurface: "Positions on the device cannot be turned into points."
    case .sizeUnknown:
      "The device does not say how large it is, so lengths rest on an assumed size."
    case .kindAssumed:
      "The device does not say whether it is a touchscreen or a touchpad, so one is assumed."
    case .otherShape:
      "The touchscreen has another shape than the screen, so millimetres give the scale of both axes."
    case .unequalScales:
      "The same movement is longer in points along one axis of the touchscreen than along the other."
    case .liesAcross:
      "All pans go across, as they do on a panel that is mounted turned; see --rotate."
    case .boundingBoxOnly:
      "The device tells the corners of a box about the fingers; only its middle is right."
    case .dropped: "The kernel lost events, because nobody fetched them in time."
    case .clockStepped:
      "The clock was set while events came; time goes on at the rate of the device."
    case .deviceClock:
      "The kernel's times are uneven, so the intervals of the device's own clock are used."
    case .timeStoodStill: "Frames have the time of the one before, and replace it in velocities."
    case .slotOutOfRange: "Events name slots that the device does not have; they are left out."
    case .outsideAxis: "Values of an axis are outside the range that the device tells."
    case .tooManyContacts: "There are more contacts than any device has; some are left out."
    case .unfinishedFrame: "The last events have no SYN_REPORT; they are left out."
    case .startedMidTouch: "A finger was down when the recording began."
    case .unterminated: "A finger was down when the recording ended; it has no velocity."
    case .palm: "The device takes a contact for a palm, so it is cancelled."
    case .coordinateMissing: "A contact began without a coordinate, for which a guess stands in."
    case .jump: "A contact is farther away than a finger can go in the time."
    case .exchanged:
      "Two contacts exchange their places, so that rotations and pinches are wrong."
    case .trackingIDSplit: "A moving finger got another tracking id, so that its pan is cut in two."
    case .trackingIDReplaced: "A slot went from one tracking id to another without a lift."
    case .stuck: "A contact rests while others come and go; its slot may be stuck."
    case .reversedAtLift:
      "A contact moves back while it lifts, so that the release may seem slower."
    case .missingScans: "A contact moves on after a time without a scan."
    }
  }
}

extension CorpusFinding.Kind {
  /// What it means, for a reader.
  var meaning: String {
    switch self {
    case .missingIntent: "Nobody said what the hand meant."
    case .impossibleIntent: "The intent names a target that the scenario does not have."
    case .otherStart:
      "The recording says that the surface stood elsewhere at the start than the settings say."
    case .contradiction: "The same gesture is said to have meant different things."
    case .duplicate: "The same gesture is there more than once."
    case .missingGroup:
      "Nobody said to whom a recording belongs, by which the corpus is to be divided."
    case .leakage: "The same gesture is on both sides of a split."
    case .unreadable: "A file begins like a recording and cannot be read as one."
    }
  }
}

extension Measure {
  /// What it means, for a reader.
  var meaning: String {
    switch self {
    case .wrongTargets: "The fraction of gestures that go elsewhere than the hand meant."
    case .worstTarget: "The same, of those that meant the target of which most go elsewhere."
    case .worstPerson: "The same, of the person of whose gestures most go elsewhere."
    case .flips:
      "The fraction of repetitions, under noise or at another frame rate, that are answered otherwise."
    case .marginShortfall:
      "The mean of how much releases lack to a margin from another answer, in points."
    case .otherTargets: "The fraction of gestures that the reference sends elsewhere."
    case .settleTime:
      "The mean time from the decision to rest, in seconds; ten where there is no rest."
    case .longestSettleTime: "The longest time from a decision to rest, in seconds."
    case .settleTimeDifference:
      "The mean of how much longer or shorter than with the reference it takes, in seconds."
    case .overshoot: "The mean distance past the target, in points."
    case .greatestOvershoot: "The greatest distance past the target, in points."
    case .overshootDifference:
      "The mean of how much more or less than with the reference it goes past, in points."
    case .peakJerk: "The mean of the greatest jerks, in points per second to the third."
    case .reversal:
      "The mean speed of the release against the way to the target, in points per second."
    }
  }
}

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
