public import FrameLogs
public import InteractionScenarios
public import Quantities

/// A search for settings: gestures for training and evaluation, the varied settings, and the goal.
public struct Study: Sendable {
  /// The gestures that the search uses.
  public var training: [LabelledRecording]
  /// The gestures for the final evaluation; empty if none are held out.
  public var heldOut: [LabelledRecording]
  /// The varied settings.
  public var space: SearchSpace
  /// The goal.
  public var goal: Goal
  /// The points to try.
  public var plan: SearchPlan
  /// How each gesture is repeated, to check whether the answer stays the same.
  public var repetitions: [Repetition]
  /// The reference to resemble, as values on top of each request: a preset or settings; nil for none.
  public var reference: [Assignment]?
  /// The required margin of a release to another answer; 10 pt/s count as 1 pt.
  public var margin: Points

  /// The default margin.
  ///
  /// Source: our choice: repeated attempts at the same gesture are released within about 20 pt and 200 pt/s.
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

  /// The margin if the goal needs it; nil if not, which saves many decisions.
  public var wantedMargin: Points? {
    goal.measures.contains(.marginShortfall) ? margin : nil
  }

  /// Returns the gestures of a part.
  public func recordings(of part: CorpusSplit.Part) -> [LabelledRecording] {
    part == .training ? training : heldOut
  }
}

/// A repetition of a gesture with a small variation.
public enum Repetition: Hashable, Sendable {
  /// Uniform noise on every coordinate, up to this distance in both directions; the seed determines it.
  case noise(Points, seed: UInt64)
  /// Another frame rate.
  case rate(FrameRate)
}

/// The result of one set of values.
public struct TrialResult: Hashable, Sendable {
  /// The values, in the order of the space.
  public var values: [String]
  /// The scorecard of all gestures; nil if the values are not valid.
  public var card: Scorecard?
  /// Why the values are not valid; nil if they are.
  public var refusal: String?

  /// Creates a result.
  public init(values: [String], card: Scorecard?, refusal: String? = nil) {
    self.values = values
    self.card = card
    self.refusal = refusal
  }
}
