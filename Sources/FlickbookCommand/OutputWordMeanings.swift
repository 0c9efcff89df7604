import Flickbook

// Explanations of the words that commands print, in one sentence each. Every switch is exhaustive, so a new word
// without an explanation does not compile.

extension Run.Ending {
  /// The explanation for readers, in one sentence.
  var meaning: String {
    switch self {
    case .rested: "All input was applied and the surface rests."
    case .gone: "The surface was dismissed."
    case .timeLimit: "The surface was still moving ten seconds after the last input."
    }
  }
}

extension LibinputGesture.Kind {
  /// The explanation for readers, in one sentence.
  var meaning: String {
    switch self {
    case .motion:
      "One finger moved the pointer; libinput reports no begin and no end of this motion."
    case .scroll:
      "Two fingers scrolled, or one finger at the edge of a pad that cannot count fingers."
    case .swipe: "Three or four fingers moved in one direction."
    case .pinch: "Fingers moved towards or away from each other, or around each other."
    case .hold: "Fingers rested."
    }
  }
}

extension Finding.Severity {
  /// The explanation for readers, in one sentence.
  var meaning: String {
    switch self {
    case .note: "Information; nothing is wrong."
    case .warning: "The recording may differ from what the user did."
    case .problem: "The recording differs from what the user did."
    }
  }
}

extension Finding.Name {
  /// The explanation for readers, in one sentence.
  var meaning: String {
    switch self {
    case .noTouches: "The recording has no touches."
    case .noContacts:
      "The recording has the gestures that libinput recognized, and no contacts of fingers."
    case .acceleratedPointer:
      "The resolution of the device is unknown, so pans of one finger are as long as the pointer's accelerated motion."
    case .libinputDiffers:
      "The libinput events in the file are other gestures than those that Flickbook recognizes in the contacts."
    case .incompleteGestures:
      "Gestures of libinput have no beginning or no end, so events may be missing."
    case .oneReportContacts:
      "Most contacts last only one report: they are taps, or the device loses track of the fingers."
    case .unusableSurface: "Positions on the device cannot be turned into points."
    case .sizeUnknown:
      "The device does not report its size, so lengths are based on an assumed size."
    case .sizeImpossible:
      "The device reports a size that no such device has, so its resolution is ignored."
    case .kindAssumed:
      "The device does not report whether it is a touchscreen or a touchpad, so its kind is assumed."
    case .otherShape:
      "The touchscreen and the screen have different shapes, so both axes use the same scale, computed from millimetres."
    case .unequalScales:
      "The same movement is longer in points along one axis of the touchscreen than along the other."
    case .liesAcross:
      "All pans are horizontal, as on a panel that is mounted rotated; see --rotate."
    case .boundingBoxOnly:
      "The device reports the corners of a box around the fingers; only the centre of the box is reliable."
    case .dropped: "The kernel dropped events, because the recorder did not read them in time."
    case .clockStepped:
      "The clock was set during the recording; times continue at the rate of the device."
    case .deviceClock:
      "The kernel's times are uneven, so the intervals of the device's own clock are used."
    case .timeStoodStill:
      "Some reports have the same time as the report before; velocity estimates use only the later report."
    case .slotOutOfRange: "Events name slots that the device does not have; they are ignored."
    case .outsideAxis: "Values of an axis are outside the range that the device reports."
    case .tooManyContacts: "There are more contacts than any device supports; some are ignored."
    case .unfinishedFrame: "The last events have no SYN_REPORT; they are ignored."
    case .startedMidTouch: "A finger was down when the recording began."
    case .unterminated:
      "A finger was down when the recording ended; its contact has no release velocity."
    case .palm: "The device reports a contact as a palm, so the contact is cancelled."
    case .coordinateMissing: "A contact began without a coordinate, so the coordinate is guessed."
    case .jump: "A contact moved farther than a finger can in the time."
    case .exchanged:
      "Two contacts exchange their positions, so rotations and pinches are wrong."
    case .trackingIDSplit: "A moving finger got a new tracking id, which splits its pan in two."
    case .trackingIDReplaced: "A slot changed from one tracking id to another without a lift."
    case .stuck:
      "A contact rests while other contacts come and go; the slot of the resting contact may be stuck."
    case .reversedAtLift:
      "A contact reverses its direction while it lifts, so the release may seem slower than it was."
    case .missingScans: "A contact continues to move after an interval without samples."
    }
  }
}

extension CorpusFinding.Kind {
  /// The explanation for readers, in one sentence.
  var meaning: String {
    switch self {
    case .missingIntent: "The recording has no intent label."
    case .impossibleIntent: "The intent names a target that the scenario does not have."
    case .otherStart:
      "The start position of the surface differs between the recording and the settings."
    case .contradiction: "The same gesture is labelled with different intents."
    case .duplicate: "The corpus contains the same gesture more than once."
    case .missingGroup:
      "The recording has no label for the group by which the corpus is split."
    case .leakage: "The same gesture is in both parts of a split."
    case .unreadable: "A file begins like a recording but cannot be read as a recording."
    }
  }
}

extension Measure {
  /// The explanation for readers, in one sentence.
  var meaning: String {
    switch self {
    case .wrongTargets: "The fraction of gestures that go to another target than the intended one."
    case .worstTarget:
      "The value of wrongTargets for the intended target with the largest value."
    case .worstPerson: "The value of wrongTargets for the person with the largest value."
    case .flips:
      """
      The fraction of repetitions that go to another target than the gesture that they repeat; the study needs the key \
      repetitions.
      """
    case .marginShortfall:
      "The mean amount by which the margin of a release is below the required margin."
    case .otherTargets:
      """
      The fraction of gestures that go to another target than with the reference settings; the study needs the key \
      resemble.
      """
    case .settleTime:
      "The mean time from the last decision until the surface rests; ten seconds if it does not come to rest."
    case .longestSettleTime:
      "The longest time from the last decision of a gesture until the surface rests."
    case .settleTimeDifference:
      "The mean absolute difference of the settle time from the reference; the study needs the key resemble."
    case .overshoot: "The mean distance by which the surface passes its target."
    case .greatestOvershoot: "The greatest distance by which the surface passes its target."
    case .overshootDifference:
      "The mean absolute difference of the overshoot from the reference; the study needs the key resemble."
    case .peakJerk:
      """
      The mean of the largest rate of change of the acceleration while the surface settles; slow to compute, because only \
      this measure needs every frame.
      """
    case .reversal:
      """
      The mean speed away from the target at the release; a release towards the target counts as zero.
      """
    }
  }
}

extension OutcomeWord {
  /// The explanation for readers, in one sentence.
  var meaning: String {
    switch self {
    case .identical: "Every byte of the run is equal to the expected run. The case passes."
    case .otherFields:
      "The frames or events have new fields or lack old fields; all fields that both runs have are equal. The case passes."
    case .withinTolerance:
      "Numbers of the run differ from the expected run by at most the tolerance of the case. The case passes."
    case .withinSpread:
      "The run differs from the expected run no more than repeated runs differ from each other. The case passes."
    case .otherReason:
      "A decision has another reason, but the motion is the same within the tolerance."
    case .drift:
      "The events, their order and the rest positions are the same, but numbers or times differ."
    case .behaviourChange:
      """
      The run has another target, rest position, event or order of phases, or both another reason and another motion.
      """
    case .stale:
      "The recording was edited after its run was accepted, and the new run differs from the accepted run."
    case .new: "No run of the case has been accepted yet; accept the run if it is right."
    case .incomplete:
      "A file of the expected run is missing or cannot be read; restore it or accept the case again."
    case .tampered: "A file of the expected run was edited after the run was accepted."
    case .error: "The case cannot be replayed; the message gives the reason."
    case .expectedFailure:
      "The case has a line 'fails: why', and its run differs from the expected run. The case passes."
    case .unexpectedPass:
      "The case has a line 'fails: why', but its run is the expected run; remove the line."
    case .otherThanObserved:
      "The run is the expected run, but differs from the observed motion of other software by more than the case accepts."
    }
  }
}
