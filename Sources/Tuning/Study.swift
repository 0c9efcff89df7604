public import FrameLogs
public import InteractionScenarios
public import Quantities

/// A search for settings: the gestures, the settings to vary, and the goal.
public struct Study: Sendable {
  /// The gestures on which the search evaluates each trial.
  public var training: [LabelledRecording]
  /// The gestures for the final evaluation, which the search does not use; empty if none are held out.
  public var heldOut: [LabelledRecording]
  /// The settings that the search varies, with their values.
  public var space: SearchSpace
  /// The objectives and the bounds by which results are compared.
  public var goal: Goal
  /// The points of the space that the search tries.
  public var plan: SearchPlan
  /// The variations, such as noise, with which each gesture is replayed again to check that its target stays the same.
  public var repetitions: [Repetition]
  /// The reference settings, with which some measures compare the outcomes of a trial; nil for none.
  ///
  /// The reference settings are assigned on top of each request. An assignment may also set the preset or another
  /// option.
  public var reference: [Assignment]?
  /// The required margin of a release: the amount by which a release should be able to change and keep its target.
  ///
  /// The margin is in points; a change of velocity by 10 pt/s counts as 1 pt.
  public var margin: Points

  /// The default margin.
  ///
  /// We chose 20 pt because people who repeat a gesture release it within about 20 pt and 200 pt/s.
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

  /// The required margin; nil if the goal does not use margins.
  ///
  /// Computing a margin takes many decisions, so margins are computed only if the goal needs them.
  public var wantedMargin: Points? {
    goal.measures.contains(.marginShortfall) ? margin : nil
  }

  /// Returns the gestures of a part of the corpus.
  public func recordings(of part: CorpusSplit.Part) -> [LabelledRecording] {
    part == .training ? training : heldOut
  }
}

/// A repetition of a gesture with a small variation.
public enum Repetition: Hashable, Sendable {
  /// Uniform noise between minus and plus this distance is added to every coordinate; the seed determines the noise.
  case noise(Points, seed: UInt64)
  /// The gesture is replayed at another frame rate.
  case rate(FrameRate)
}

/// The result of one set of values in a study.
public struct TrialResult: Hashable, Sendable {
  /// The values as text, in the order of ``Study/space``.
  public var values: [String]
  /// The scorecard of all gestures; nil if the values are not valid.
  public var card: Scorecard?
  /// The reason why the values are not valid; nil if they are valid.
  public var refusal: String?
  /// The indices of the gestures that ended at a target other than the intended one; empty unless they were asked for.
  public var wrong: [Int]

  /// Creates a result.
  public init(values: [String], card: Scorecard?, refusal: String? = nil, wrong: [Int] = []) {
    self.values = values
    self.card = card
    self.refusal = refusal
    self.wrong = wrong
  }
}
