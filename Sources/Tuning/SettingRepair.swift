public import InteractionScenarios
import Quantities
import ReleaseRules

/// A change of one or two settings with which a gesture goes where the hand meant.
public struct SettingRepair: Hashable, Sendable {
  /// What a change is of; of changes as large, those come first that leave the most as it is.
  public enum Kind: Int, Hashable, Sendable, Comparable {
    /// Another number, or a switch that is turned.
    case amount
    /// Another word.
    case choice
    /// Another word that decides which other settings there are, such as a whole rule.
    case rule

    /// Whether `left` leaves more as it is.
    public static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  /// Another value for a setting.
  public struct Change: Hashable, Sendable {
    /// The name of the setting.
    public var key: String
    /// The unit; empty for plain numbers and words.
    public var unit: String
    /// The value that it has, as text.
    public var old: String
    /// The value that it is to have, as text: the nearest that helps, in as few decimals as come
    /// within a fifth of a percent of the change.
    public var new: String
    /// The change in relation to the setting's scale, above 0; see ``RepairSearch``.
    public var size: Double
    /// What it is a change of.
    public var kind: Kind

    /// Creates a change.
    public init(
      key: String, unit: String, old: String, new: String, size: Double, kind: Kind = .amount
    ) {
      (self.key, self.unit, self.old, self.new) = (key, unit, old, new)
      (self.size, self.kind) = (size, kind)
    }
  }

  /// The changes: one, or two that do not help alone, such as another rule and one of its numbers.
  public var changes: [Change]
  /// The target that is reached with them.
  public var target: String

  /// Creates a repair.
  public init(changes: [Change], target: String) {
    self.changes = changes
    self.target = target
  }

  /// How large it is: the sum of the sizes of its changes; unitless.
  public var size: Double { changes.reduce(0) { $0 + $1.size } }

  /// What is changed, by the change that leaves the least as it is.
  public var kind: Kind { changes.map { $0.kind }.max() ?? .amount }

  /// `repairs`, the smallest first; of those as large, those first that leave the most as it is, and of
  /// these the ones that came first.
  public static func ranked(_ repairs: [SettingRepair]) -> [SettingRepair] {
    repairs.enumerated()
      .sorted { left, right in
        (left.element.size, left.element.kind, left.offset)
          < (right.element.size, right.element.kind, right.offset)
      }
      .map { $0.element }
  }

  /// The repair as the only row of settings to be tried.
  public var tried: TriedSettings {
    TriedSettings(keys: changes.map { $0.key }, rows: [changes.map { TriedValue($0.new) }])
  }
}

/// A search for the smallest changes of settings with which one gesture goes where the hand meant.
///
/// A change is measured against the scale of its setting: its value; where that is zero, the
/// scenario's own; where that is zero as well, 100 pt, 1000 pt/s, 0.1 s, or 1. Another word counts as
/// 1, a change by the whole, and so does a number that helps as soon as it is not zero, because that
/// switches something on; it is told with the number farthest from zero that helps.
///
/// A number is looked at on either side of its value, up to the ends of its range, in steps of half a percent
/// of its scale or four percent of the way, whichever is more. Where the answer first is right, halving
/// finds the number at which it turns. What turns right and wrong again within such a step is not seen.
public struct RepairSearch: Sendable {
  /// The gesture; its intents are what the hand meant.
  private let labelled: LabelledRecording
  private let evaluator: Evaluator
  private let intents: [String]
  /// The settings that the search may change.
  public let settings: [TunableSetting]

  /// Prepares a search for `labelled`, whose intents are what the hand meant.
  ///
  /// - Parameters:
  ///   - labelled: The gesture.
  ///   - isWanted: Which settings may be changed, of those that are numbers or words and describe how the
  ///     surface answers; all unless it is given.
  /// - Throws: ``EvaluatorError`` when the recording or its request is of no use.
  public init(
    _ labelled: LabelledRecording, changing isWanted: (TunableSetting) -> Bool = { _ in true }
  ) throws(EvaluatorError) {
    self.labelled = labelled
    evaluator = try Evaluator([labelled])
    intents = labelled.intents
    do throws(SettingError) {
      settings = try labelled.request.tunableSettings().filter { setting in
        if case .text = setting.value { return false }
        return !setting.describesSituation && isWanted(setting)
      }
    } catch { throw EvaluatorError(name: labelled.name, error: .setting(error)) }
  }

  /// What the gesture comes to as it is.
  public func outcome() throws(EvaluatorError) -> Outcome? {
    try outcomes(TriedSettings(keys: [], rows: [[]]))[0]
  }

  /// The smallest change of each setting that helps, as ``SettingRepair/ranked(_:)`` has them.
  ///
  /// - Parameter progress: Called with the name of each setting before it is tried.
  /// - Returns: A repair for each setting that helps alone.
  /// - Throws: ``EvaluatorError`` when the request is of no use.
  /// - Complexity: some thousand evaluations for each setting at most.
  public func singleRepairs(
    progress: (String) -> Void = { _ in }
  ) throws(EvaluatorError) -> [SettingRepair] {
    var repairs: [SettingRepair] = []
    for setting in settings {
      progress(setting.key)
      switch setting.value {
      case .number(let number, let range):
        if let repair = try repair(setting, number, range) { repairs.append(repair) }
      case .word(let word, let choices):
        let others = choices.filter { $0 != word }
        let tried = TriedSettings(keys: [setting.key], rows: others.map { [TriedValue($0)] })
        for (choice, outcome) in zip(others, try outcomes(tried)) {
          guard let outcome, outcome.meets(intents) else { continue }
          repairs.append(
            SettingRepair(
              changes: [Self.change(of: setting, from: word, to: choice)],
              target: target(of: outcome)))
        }
      case .text: continue
      }
    }
    return SettingRepair.ranked(repairs)
  }

  /// For each rule that does not help alone, the smallest change of one of its own settings with which it
  /// does, as ``SettingRepair/ranked(_:)`` has them.
  ///
  /// - Parameters:
  ///   - isWanted: Which settings of the rules may be changed; all unless it is given.
  ///   - progress: Called with each rule, such as `release.choice=progress`, before it is tried.
  /// - Returns: A repair of two changes for each rule that helps so.
  /// - Throws: ``EvaluatorError`` when the request is of no use.
  public func ruleRepairs(
    changing isWanted: (TunableSetting) -> Bool = { _ in true },
    progress: (String) -> Void = { _ in }
  ) throws(EvaluatorError) -> [SettingRepair] {
    var repairs: [SettingRepair] = []
    for decider in settings where decider.decides {
      guard case .word(let word, let choices) = decider.value else { continue }
      for choice in choices where choice != word {
        progress("\(decider.key)=\(choice)")
        var changed = labelled
        changed.request.assignments.append(Assignment(key: decider.key, value: choice))
        let search: RepairSearch
        do throws(EvaluatorError) {
          search = try RepairSearch(changed) { setting in
            setting.deciders.contains(decider.key) && isWanted(setting)
          }
        } catch {
          // The request has values that this rule does not allow, so it is no choice here.
          continue
        }
        let outcome = try search.outcome()
        guard let outcome, !isRight(outcome), let own = try search.singleRepairs().first else {
          continue
        }
        let change = Self.change(of: decider, from: word, to: choice)
        repairs.append(SettingRepair(changes: [change] + own.changes, target: own.target))
      }
    }
    return SettingRepair.ranked(repairs)
  }

  private static func change(
    of setting: TunableSetting, from old: String, to new: String
  ) -> SettingRepair.Change {
    SettingRepair.Change(
      key: setting.key, unit: setting.unit, old: old, new: new, size: 1,
      kind: setting.decides ? .rule : setting.isSwitch ? .amount : .choice)
  }

  func target(of outcome: Outcome) -> String {
    let decided = outcome.decidedTarget ?? ""
    return intents.contains(decided) ? decided : outcome.finalTarget ?? ""
  }

  func outcomes(_ tried: TriedSettings) throws(EvaluatorError) -> [Outcome?] {
    var outcomes = [Outcome?](repeating: nil, count: tried.rows.count)
    try evaluator.evaluate(tried) { row, _, outcome in
      outcomes[row] = outcome
    }
    return outcomes
  }

  /// Whether the gesture goes where the hand meant.
  func isRight(_ outcome: Outcome) -> Bool { outcome.meets(intents) }

  /// The target that is reached with a number; nil where it does not help.
  private func target(_ key: String, _ number: Double) throws(EvaluatorError) -> String? {
    let tried = TriedSettings(keys: [key], rows: [[TriedValue(number)]])
    return try outcomes(tried)[0].flatMap { isRight($0) ? target(of: $0) : nil }
  }

  /// The first index from `start` on whose row helps, or does not; nil when there is none.
  ///
  /// Rows are tried some at a time, which is cheaper than one by one, and mostly far from all.
  func firstIndex(
    from start: Int = 0, helping isWanted: Bool = true, of count: Int,
    _ helps: (Range<Int>) throws(EvaluatorError) -> [Bool]
  ) throws(EvaluatorError) -> Int? {
    var index = start
    while index < count {
      let some = index..<min(index + 16, count)
      if let found = try helps(some).firstIndex(of: isWanted) { return index + found }
      index = some.upperBound
    }
    return nil
  }

  private func firstIndex(
    from start: Int = 0, helping isWanted: Bool = true, of numbers: [Double], _ key: String
  ) throws(EvaluatorError) -> Int? {
    try firstIndex(from: start, helping: isWanted, of: numbers.count) {
      some throws(EvaluatorError) in
      let rows = numbers[some].map { [TriedValue($0)] }
      return try outcomes(TriedSettings(keys: [key], rows: rows)).map { $0.map(isRight) ?? false }
    }
  }
}

// One number.
extension RepairSearch {
  /// Sizes of changes at which is looked first, up to `most`, which is the last.
  static func sizes(upTo most: Double) -> [Double] {
    var sizes: [Double] = []
    var size = 0.005
    while size < most {
      sizes.append(size)
      size += max(0.005, 0.04 * size)
    }
    return most > 0 ? sizes + [most] : []
  }

  private func repair(
    _ setting: TunableSetting, _ number: Double, _ range: ClosedRange<Double>
  ) throws(EvaluatorError) -> SettingRepair? {
    let scale = setting.scale(at: number)
    var best: SettingRepair?
    for (side, end) in [(-1.0, range.lowerBound), (1.0, range.upperBound)] {
      let most = min((end - number).magnitude / scale, best?.size ?? .infinity)
      let sizes = Self.sizes(upTo: most)
      let numbers = sizes.map { size in
        size == most && best == nil ? end : number + side * size * scale
      }.map { min(max($0, range.lowerBound), range.upperBound) }
      guard let index = try firstIndex(of: numbers, setting.key) else { continue }
      let inside = index == 0 ? number : numbers[index - 1]
      let turn = try turn(of: setting.key, from: inside, to: numbers[index])
      if number == 0, (turn / scale).magnitude < 1e-6 {
        guard best?.size ?? .infinity > 1 else { continue }
        best = try switchedOn(setting, numbers, from: index, scale)
        continue
      }
      let new = try shortest(turn, from: number, range, setting.key)
      let size = (new.number - number).magnitude / scale
      guard size < best?.size ?? .infinity else { continue }
      var target = new.target
      if target == nil { target = try self.target(setting.key, turn) }
      guard let target else { continue }
      let change = SettingRepair.Change(
        key: setting.key, unit: setting.unit, old: plain(number), new: new.text, size: size)
      best = SettingRepair(changes: [change], target: target)
    }
    return best
  }

  /// The repair by a number that helps as soon as it is not zero, and so switches something on: that
  /// which helps and is the farthest from zero, because it is most often the one that does least; the
  /// scale where all help.
  private func switchedOn(
    _ setting: TunableSetting, _ numbers: [Double], from first: Int, _ scale: Double
  ) throws(EvaluatorError) -> SettingRepair? {
    var text = plain(scale)
    if let wrong = try firstIndex(from: first, helping: false, of: numbers, setting.key) {
      let last = try turn(of: setting.key, from: numbers[wrong], to: numbers[wrong - 1])
      text = Self.outward(last, from: numbers[wrong])
      if try target(setting.key, Double(text) ?? 0) == nil { text = plain(last) }
    }
    guard let target = try self.target(setting.key, Double(text) ?? 0) else { return nil }
    let change = SettingRepair.Change(
      key: setting.key, unit: setting.unit, old: "0", new: text, size: 1)
    return SettingRepair(changes: [change], target: target)
  }

  /// The number nearest to `wrong` that helps, by halving; `right` does.
  private func turn(
    of key: String, from wrong: Double, to right: Double
  ) throws(EvaluatorError) -> Double {
    var (wrong, right) = (wrong, right)
    // That is to the last bit, or as near to zero as matters.
    for _ in 0..<64 {
      let middle = 0.5 * (wrong + right)
      guard middle != wrong, middle != right else { break }
      if try target(key, middle) != nil { right = middle } else { wrong = middle }
    }
    return right
  }

  /// A number near `turn`, away from `old`, in few decimals, that helps too; `turn` where there is none.
  private func shortest(
    _ turn: Double, from old: Double, _ range: ClosedRange<Double>, _ key: String
  ) throws(EvaluatorError) -> (number: Double, text: String, target: String?) {
    let text = Self.outward(turn, from: old)
    if let rounded = Double(text), range.contains(rounded),
      let target = try self.target(key, rounded)
    {
      return (rounded, text, target)
    }
    return (turn, plain(turn), nil)
  }

  /// `number` in as few decimals as come within a fifth of a percent of its way from `old`, and no
  /// nearer to that.
  static func outward(_ number: Double, from old: Double) -> String {
    let change = number - old
    var scale = 1.0
    while 0.5 > change.magnitude * scale * 0.002, scale < 1e9 { scale *= 10 }
    let scaled = number * scale
    guard scaled.magnitude < 0x1p53 else { return plain(number) }
    return plain((change > 0 ? scaled.rounded(.up) : scaled.rounded(.down)) / scale)
  }
}

extension TunableSetting {
  /// Whether it is on or off.
  fileprivate var isSwitch: Bool {
    if case .word(_, let choices) = value { choices == ["true", "false"] } else { false }
  }
}
