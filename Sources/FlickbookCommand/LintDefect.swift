import Flickbook

/// The names of defects on the command line; `nonmonotone` covers the findings of two checks.
enum LintDefect: String, CaseIterable {
  case singular
  case noise
  case against
  case far
  case out
  case start
  case nonmonotone
  case held
  case stale
  case rate

  /// The meaning of the defect, as a clause without a full stop.
  var meaning: String {
    switch self {
    case .singular: "the targets at -1, 0 and +1 pt/s are not all the same"
    case .noise: "the targets at -20 and +20 pt/s, the drift of a resting finger, differ"
    case .against: "a flick of 1000 pt/s or more goes to a detent in the opposite direction"
    case .far:
      "a flick of 1000 pt/s or more goes more than 100 pt in the opposite direction"
    case .out: "a flick of 1000 pt/s or more away from the dismissed position dismisses the surface"
    case .start: "the target depends on the detent where the gesture started"
    case .nonmonotone: "more speed downwards, or a lower position, gives a higher target"
    case .held: "a flick counts although the finger rested for 0.3 s before it lifted"
    case .stale:
      "a flick before the finger stopped would count if the estimator did not notice the stop"
    case .rate: "the same stroke with 60 and with 140 reports a second has different targets"
    }
  }

  /// The line about the defect in the help of the command.
  var helpLine: String {
    rawValue + String(repeating: " ", count: 14 - rawValue.count) + meaning
  }
}

extension RuleLint.Check {
  var defect: LintDefect {
    switch self {
    case .zeroSingularity: .singular
    case .noiseFlips: .noise
    case .againstFlick: .against
    case .farAgainstFlick: .far
    case .dismissedAgainstFlick: .out
    case .startDependence: .start
    case .nonMonotoneVelocity, .nonMonotonePosition: .nonmonotone
    case .heldFlick: .held
    case .staleVelocity: .stale
    case .reportRate: .rate
    }
  }

  /// The heading above the examples of the finding.
  var words: String {
    switch self {
    case .zeroSingularity: "singular: different targets at -1, 0 and +1 pt/s"
    case .noiseFlips: "noise: different targets at -20 and +20 pt/s"
    case .againstFlick: "against: a flick goes to a detent in the opposite direction"
    case .farAgainstFlick: "far: a flick goes more than 100 pt in the opposite direction"
    case .dismissedAgainstFlick: "out: a flick in the opposite direction dismisses"
    case .startDependence: "start: the target depends on the detent where the gesture started"
    case .nonMonotoneVelocity: "nonmonotone: more speed downwards gives a higher target"
    case .nonMonotonePosition: "nonmonotone: a lower position gives a higher target"
    case .heldFlick: "held: a flick has an effect although the finger rested before it lifted"
    case .staleVelocity: "stale: a velocity from before the finger stopped would change the target"
    case .reportRate:
      "rate: the same stroke with 60 and with 140 reports a second has different targets"
    }
  }
}
