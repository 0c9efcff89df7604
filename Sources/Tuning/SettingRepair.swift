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
/// A number is looked at on either side of its value, up to the ends of its range: every half percent
/// of its scale up to the whole of it, and beyond in steps of two percent of the way. Where the answer
/// first is right, halving finds the number at which it turns. What turns right and wrong again within
/// such a step is not seen.
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

  /// What the rows that help come to; nil for the others.
  private func helpful(_ key: String, _ numbers: [Double]) throws(EvaluatorError) -> [String?] {
    let tried = TriedSettings(keys: [key], rows: numbers.map { [TriedValue($0)] })
    return try outcomes(tried).map { outcome in
      outcome.flatMap { $0.meets(intents) ? target(of: $0) : nil }
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
      size = size < 0.9999 ? Double(sizes.count + 1) * 0.005 : size * 1.02
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
      let found = try helpful(setting.key, numbers)
      guard let index = found.firstIndex(where: { $0 != nil }) else { continue }
      let inside = index == 0 ? number : numbers[index - 1]
      let turn = try turn(of: setting.key, from: inside, to: numbers[index])
      if number == 0, (turn.number / scale).magnitude < 1e-6 {
        guard best?.size ?? .infinity > 1 else { continue }
        best = try switchedOn(setting, numbers, found, scale)
        continue
      }
      let new = try shortest(turn.number, from: number, range, setting.key)
      let size = (new.number - number).magnitude / scale
      guard let target = new.target ?? turn.target ?? found[index], size < best?.size ?? .infinity
      else { continue }
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
    _ setting: TunableSetting, _ numbers: [Double], _ found: [String?], _ scale: Double
  ) throws(EvaluatorError) -> SettingRepair? {
    let first = found.firstIndex { $0 != nil } ?? 0
    var text = plain(scale)
    if let wrong = found[first...].firstIndex(of: nil) {
      let last = try turn(of: setting.key, from: numbers[wrong], to: numbers[wrong - 1])
      text = Self.outward(last.number, from: numbers[wrong])
      if try helpful(setting.key, [Double(text) ?? 0])[0] == nil { text = plain(last.number) }
    }
    guard let target = try helpful(setting.key, [Double(text) ?? 0])[0] else { return nil }
    let change = SettingRepair.Change(
      key: setting.key, unit: setting.unit, old: "0", new: text, size: 1)
    return SettingRepair(changes: [change], target: target)
  }

  /// The number nearest to `wrong` that helps; `right` does.
  private func turn(
    of key: String, from wrong: Double, to right: Double
  ) throws(EvaluatorError) -> (number: Double, target: String?) {
    var (wrong, right) = (wrong, right)
    var target: String?
    let pieces = 16
    for _ in 0..<16 {
      let step = (right - wrong) / Double(pieces)
      let numbers = (1..<pieces).map { wrong + step * Double($0) }
      guard step != 0, numbers[0] != wrong, numbers[pieces - 2] != right else { break }
      let found = try helpful(key, numbers)
      if let index = found.firstIndex(where: { $0 != nil }) {
        (right, target) = (numbers[index], found[index])
        if index > 0 { wrong = numbers[index - 1] }
      } else {
        wrong = numbers[pieces - 2]
      }
    }
    return (right, target)
  }

  /// A number near `turn`, away from `old`, in few decimals, that helps too; `turn` where there is none.
  private func shortest(
    _ turn: Double, from old: Double, _ range: ClosedRange<Double>, _ key: String
  ) throws(EvaluatorError) -> (number: Double, text: String, target: String?) {
    let text = Self.outward(turn, from: old)
    if let rounded = Double(text), range.contains(rounded),
      let target = try helpful(key, [rounded])[0]
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
