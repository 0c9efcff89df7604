import InteractionScenarios

/// The effect of a change of settings on the targets of other labelled gestures.
public struct Collateral: Hashable, Sendable {
  /// The names of the gestures that reach an intended target only with the change.
  public var wrongToRight: [String] = []
  /// The names of the gestures that reach an intended target only without the change.
  public var rightToWrong: [String] = []
  /// The names of the gestures that cannot be replayed with the change, for example because their scenario does not have
  /// the setting.
  public var notApplicable: [String] = []

  /// Creates an effect on no gestures.
  public init() {}
}

extension Evaluator {
  /// Returns, for each gesture, whether it reaches an intended target with its own request, without further changes.
  ///
  /// - Throws: ``EvaluatorError`` if a request is not valid.
  public func answers() throws(EvaluatorError) -> [Bool] {
    var right = [Bool](repeating: false, count: gestures.count)
    try evaluate(
      TriedSettings(keys: [], rows: [[]])
    ) { right[$1] = $2.meets(gestures[$1].intents) }
    return right
  }

  /// Returns the gestures whose result changes between right and wrong if `repair` is made.
  ///
  /// - Parameters:
  ///   - repair: The change of settings.
  ///   - answers: The result of ``answers()``: whether each gesture reaches an intended target without the change.
  /// - Returns: The names of these gestures, and of the gestures that cannot be replayed with the change.
  /// - Throws: ``EvaluatorError`` if a request is not valid or lacks the setting.
  public func collateral(
    of repair: SettingRepair, answers: [Bool]
  ) throws(EvaluatorError) -> Collateral {
    var collateral = Collateral()
    var isVisited = [Bool](repeating: false, count: gestures.count)
    try evaluateChanges(repair.tried) { _, index, outcome in
      isVisited[index] = true
      let gesture = gestures[index]
      switch (answers[index], outcome.meets(gesture.intents)) {
      case (false, true): collateral.wrongToRight.append(gesture.name)
      case (true, false): collateral.rightToWrong.append(gesture.name)
      case (true, true), (false, false): break
      }
    }
    collateral.notApplicable = gestures.indices.filter { !isVisited[$0] }.map { gestures[$0].name }
    return collateral
  }
}
