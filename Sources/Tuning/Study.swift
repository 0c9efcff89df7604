public import FrameLogs
public import InteractionScenarios
public import Quantities

/// A search for settings: gestures to learn from and gestures to judge by, what is varied, and what is
/// wanted.
public struct Study: Sendable {
  /// The gestures that a search may look at.
  public var training: [LabelledRecording]
  /// The gestures that are kept for the end; empty where nothing is.
  public var heldOut: [LabelledRecording]
  /// What is varied.
  public var space: SearchSpace
  /// What is wanted.
  public var goal: Goal
  /// Which points are tried.
  public var plan: SearchPlan
  /// How each gesture is repeated, to see whether the answer stays.
  public var repetitions: [Repetition]
  /// What shall be resembled, as values on top of each request: a preset, settings; nil for nothing.
  public var reference: [Assignment]?
  /// How far a release shall be from one that is answered otherwise; a point is as much as 10 pt/s.
  public var margin: Points

  /// How far that is unless a study says otherwise.
  ///
  /// Source: ours; a hand that means to do the same again lets go within some 20 pt and 200 pt/s.
  public static let standardMargin = Points(20)

  /// Creates a study.
  public init(
    training: [LabelledRecording], heldOut: [LabelledRecording] = [], space: SearchSpace,
    goal: Goal, plan: SearchPlan, repetitions: [Repetition] = [],
    reference: [Assignment]? = nil, margin: Points = Self.standardMargin
  ) {
    self.training = training
    self.heldOut = heldOut
    self.space = space
    self.goal = goal
    self.plan = plan
    self.repetitions = repetitions
    self.reference = reference
    self.margin = margin
  }

  /// The margin that its goal asks for; nil when it asks for none, which saves many decisions.
  public var wantedMargin: Points? {
    goal.measures.contains(.marginShortfall) ? margin : nil
  }

  /// The gestures of a part.
  public func recordings(of part: CorpusSplit.Part) -> [LabelledRecording] {
    part == .training ? training : heldOut
  }
}

/// A way to do a gesture once more, a little otherwise.
public enum Repetition: Hashable, Sendable {
  /// With noise on every coordinate, evenly spread up to so far either way, as the seed has it.
  case noise(Points, seed: UInt64)
  /// At another frame rate.
  case rate(FrameRate)
}

/// What came of one set of values.
public struct TrialResult: Hashable, Sendable {
  /// The values, in the order of the space.
  public var values: [String]
  /// What all gestures came to; nil for values that cannot be.
  public var card: Scorecard?
  /// Why they cannot be; nil for those that can.
  public var refusal: String?

  /// Creates a result.
  public init(values: [String], card: Scorecard?, refusal: String? = nil) {
    self.values = values
    self.card = card
    self.refusal = refusal
  }
}
