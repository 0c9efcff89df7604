import InteractionScenarios

/// What a change of settings does to the answers of gestures whose intent is known.
public struct Collateral: Hashable, Sendable {
  /// The names of the gestures that go where they were meant only with it.
  public var wrongToRight: [String] = []
  /// The names of the gestures that go where they were meant only without it.
  public var rightToWrong: [String] = []
  /// The names of the gestures to whose scenario the change means nothing.
  public var notApplicable: [String] = []

  /// Creates the collateral of what does nothing.
  public init() {}
}

extension Evaluator {
  /// Which gestures go where they were meant, with what their requests say.
  ///
  /// - Throws: ``EvaluatorError`` when a request is none that can be.
  public func answers() throws(EvaluatorError) -> [Bool] {
    var right = [Bool](repeating: false, count: gestures.count)
    try evaluate(
      TriedSettings(keys: [], rows: [[]])
    ) { right[$1] = $2.meets(gestures[$1].intents) }
    return right
  }

  /// What `repair` does to the gestures, of which `answers` are right without it.
  ///
  /// - Throws: ``EvaluatorError`` when a request is none that can be, or has no such setting.
  public func collateral(
    of repair: SettingRepair, answers: [Bool]
  ) throws(EvaluatorError) -> Collateral {
    var collateral = Collateral()
    var isVisited = [Bool](repeating: false, count: gestures.count)
    try evaluate(repair.tried) { _, index, outcome in
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
