public import InteractionScenarios
import Quantities
import ReleaseRules
import TouchInput

#if $Embedded
  /// The number of replays at a time, because Embedded Swift has no threads.
  private let processorCount = 1
#else
  import WorkerThreads
#endif

/// A change of one or two settings that makes a gesture go to its intended target.
public struct SettingRepair: Hashable, Sendable {
  /// The kind of a change, from the least to the most disruptive.
  ///
  /// Repairs of equal size are ranked by kind, the least disruptive first.
  public enum Kind: Int, Hashable, Sendable, Comparable {
    /// The change sets another number, or turns a switch on or off.
    case amount
    /// The change sets another word.
    case choice
    /// The change sets another word that selects which other settings exist, such as another release rule.
    case rule
    /// The change sets an option of the request, such as the estimator, which affects how all touches are read.
    case option

    /// Whether `left` is less disruptive.
    public static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  /// A new value of a setting.
  public struct Change: Hashable, Sendable {
    /// The name of the setting.
    public var key: String
    /// The unit; empty for plain numbers and words.
    public var unit: String
    /// The current value, as text.
    public var old: String
    /// The new value, as text.
    ///
    /// A new number is the number nearest to the old number that sends the gesture to an intended target, rounded to
    /// few decimals. The rounding moves the new number away from the old number, by at most 0.4 % of the change.
    public var new: String
    /// The size of the change divided by the scale of the setting, above 0; ``RepairSearch`` defines the scale.
    public var size: Double
    /// The kind of change.
    public var kind: Kind

    /// Creates a change.
    public init(
      key: String, unit: String, old: String, new: String, size: Double, kind: Kind = .amount
    ) {
      (self.key, self.unit, self.old, self.new) = (key, unit, old, new)
      (self.size, self.kind) = (size, kind)
    }
  }

  /// One change, or two changes that send the gesture to an intended target only if both are made.
  ///
  /// An example of two changes is another release rule and one of its numbers.
  public var changes: [Change]
  /// The target that the gesture reaches with the changes.
  public var target: String

  /// Creates a repair.
  public init(changes: [Change], target: String) {
    self.changes = changes
    self.target = target
  }

  /// The sum of the sizes of the changes; unitless.
  public var size: Double { changes.reduce(0) { $0 + $1.size } }

  /// The most disruptive kind among the changes.
  public var kind: Kind { changes.map { $0.kind }.max() ?? .amount }

  /// Returns `repairs` sorted by size, the smallest first; changes of options of the request come after all others.
  ///
  /// Repairs of equal size are sorted by kind. Repairs of equal size and kind keep their order.
  public static func ranked(_ repairs: [SettingRepair]) -> [SettingRepair] {
    repairs.enumerated()
      .sorted { left, right in
        left.element.rank == right.element.rank
          ? left.offset < right.offset : left.element.rank < right.element.rank
      }
      .map { $0.element }
  }

  private var rank: (Int, Double, Kind) { (kind == .option ? 1 : 0, size, kind) }

  /// The new values of the repair, in the form that an ``Evaluator`` takes.
  public var tried: TriedSettings {
    TriedSettings(keys: changes.map { $0.key }, rows: [changes.map { TriedValue($0.new) }])
  }
}

/// A search for the smallest changes of settings that make one gesture go to its intended target.
///
/// A change *helps* if the gesture then goes to an intended target. The size of a change is its amount divided by the
/// scale of the setting. The scale is the magnitude of the current value. If the current value is zero, the scale is
/// the scenario's default; if the default is zero too, the scale is 100 pt, 1000 pt/s, 0.1 s or 1, depending on the
/// unit.
///
/// A change to another word has the size 1. If a setting is zero, its zero may switch something off, and then every
/// other number helps, however small. Such a change also has the size 1, and its new number is the number farthest from
/// zero up to which all tried numbers help.
///
/// A number is searched in both directions up to the ends of its range. Each step is 0.5 % of the scale or 4 % of the
/// distance from the current value, whichever is larger. Between the first number that helps and the number tried
/// before it, bisection finds the threshold. The search may miss an interval of helpful numbers that is smaller than a
/// step.
///
/// If a replay takes about a second, as that of a page in a browser does, a step is 5 % of the scale or 25 % of the
/// distance. No change is larger than ten times the scale, the threshold is found to 0.4 % of the distance or 0.08 % of
/// the scale, and there is one replay for each core at a time.
public struct RepairSearch: Sendable {
  /// The gesture; its intents are the targets to reach.
  private let labelled: LabelledRecording
  private let evaluator: Evaluator
  private let steps: Steps
  /// The settings of the scenario and the options of the request that the search may change.
  public let settings: [TunableSetting]

  /// Creates a search for `labelled`, whose intents are the targets to reach.
  ///
  /// - Parameters:
  ///   - labelled: The gesture.
  ///   - isWanted: Returns whether the search may change a setting or an option. It is called for those that are numbers
  ///     or words and do not describe the situation. By default, all of these may be changed.
  /// - Throws: ``EvaluatorError`` if the recording cannot be replayed with its request.
  public init(
    _ labelled: LabelledRecording, changing isWanted: (TunableSetting) -> Bool = { _ in true }
  ) throws(EvaluatorError) {
    self.labelled = labelled
    evaluator = try Evaluator([labelled])
    steps = labelled.request.isSlow ? .coarse : .fine
    do throws(SettingError) {
      settings = try labelled.changeable().filter { setting in
        if case .text = setting.value { return false }
        return !setting.describesSituation && isWanted(setting)
      }
    } catch { throw EvaluatorError(name: labelled.name, error: .setting(error)) }
  }

  /// Returns the outcome of the gesture with its own request, without changes.
  public func outcome() throws(EvaluatorError) -> Outcome? {
    try outcomes(TriedSettings(keys: [], rows: [[]]))[0]
  }

  /// Returns, for each setting whose change alone helps, the smallest change that helps.
  ///
  /// The result is ordered by ``SettingRepair/ranked(_:)``. Changes from one word to another have equal sizes, so each
  /// word that helps has its own repair.
  ///
  /// - Parameter progress: Called with the name of each setting before it is tried.
  /// - Returns: The repairs, with one change each.
  /// - Throws: ``EvaluatorError`` if the request is not valid.
  /// - Complexity: At most a few thousand replays for each setting.
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
          guard let outcome, outcome.meets(labelled.intents) else { continue }
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

  /// Returns repairs that select another rule and change one of the settings of that rule.
  ///
  /// For each rule that does not help alone, the result has the smallest change of one setting with which the rule
  /// helps, if there is such a change. The result is ordered by ``SettingRepair/ranked(_:)``.
  ///
  /// - Parameters:
  ///   - isWanted: Returns whether the search may change a setting of a rule. By default, it may change all of them.
  ///   - progress: Called with each rule, such as `release.choice=progress`, before it is tried.
  /// - Returns: At most one repair for each rule, with two changes: the rule and the setting.
  /// - Throws: ``EvaluatorError`` if the request is not valid.
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
          // The request has values that this rule does not allow, so skip the rule.
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
      key: setting.key, unit: setting.unit, old: old, new: new, size: 1, kind: setting.changeKind)
  }

  func target(of outcome: Outcome) -> String {
    let decided = outcome.decidedTarget ?? ""
    return labelled.intents.contains(decided) ? decided : outcome.finalTarget ?? ""
  }

  func outcomes(_ tried: TriedSettings) throws(EvaluatorError) -> [Outcome?] {
    #if !$Embedded
      // A program under test has a process for each core.
      if steps.areCoarse, tried.rows.count > 1 {
        return try parallelResults(of: tried.rows) { row throws(EvaluatorError) in
          try self.outcomes(TriedSettings(keys: tried.keys, rows: [row]))[0]
        }
      }
    #endif
    var outcomes = [Outcome?](repeating: nil, count: tried.rows.count)
    try evaluator.evaluateChanges(tried) { row, _, outcome in
      outcomes[row] = outcome
    }
    return outcomes
  }

  /// Whether the gesture goes to an intended target in this outcome.
  func isRight(_ outcome: Outcome) -> Bool { outcome.meets(labelled.intents) }

  /// Returns the target that the gesture reaches if the setting `key` has the value `number`; nil if this value does
  /// not help.
  private func target(_ key: String, _ number: Double) throws(EvaluatorError) -> String? {
    let tried = TriedSettings(keys: [key], rows: [[TriedValue(number)]])
    return try outcomes(tried)[0].flatMap { isRight($0) ? target(of: $0) : nil }
  }

  /// Returns the first index from `start` on whose row helps, or whose row does not help if `isWanted` is false.
  ///
  /// Returns nil if no index below `count` has such a row. Rows are evaluated in batches, because a batch costs less than
  /// single evaluations, and the search usually ends after a few batches.
  func firstIndex(
    from start: Int = 0, helping isWanted: Bool = true, of count: Int,
    _ helps: (Range<Int>) throws(EvaluatorError) -> [Bool]
  ) throws(EvaluatorError) -> Int? {
    var index = start
    while index < count {
      let some = index..<min(index + steps.batch, count)
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

// Repairs that change one number.
extension RepairSearch {
  /// How finely the search tries numbers.
  private struct Steps: Sendable {
    /// The smallest step, in multiples of the scale of the setting.
    var least: Double
    /// The step as a fraction of the distance from the current value.
    var growth: Double
    /// The largest change, in multiples of the scale.
    var most: Double
    /// The number of halvings of the last step.
    var halvings: Int
    /// The number of rows in a batch.
    var batch: Int

    var areCoarse: Bool { halvings < Self.fine.halvings }
    /// The size of a change that cannot be told from zero, in multiples of the scale.
    var zero: Double { areCoarse ? least / 32 : 1e-6 }

    /// The steps for a replay that takes microseconds.
    ///
    /// A double has 53 significant bits, so 64 halvings determine all bits of the threshold. If the threshold is 0, the
    /// result is so close to 0 that the difference does not matter.
    static let fine = Steps(least: 0.005, growth: 0.04, most: .infinity, halvings: 64, batch: 16)
    /// The steps for a replay that takes about a second.
    static let coarse = Steps(
      least: 0.05, growth: 0.25, most: 10, halvings: 6, batch: processorCount)
  }

  /// Returns the sizes of changes to try, in increasing order; the last one is `most`.
  private func sizes(upTo most: Double) -> [Double] {
    var sizes: [Double] = []
    var size = steps.least
    while size < most {
      sizes.append(size)
      size += max(steps.least, steps.growth * size)
    }
    return most > 0 ? sizes + [most] : []
  }

  private func repair(
    _ setting: TunableSetting, _ number: Double, _ range: ClosedRange<Double>
  ) throws(EvaluatorError) -> SettingRepair? {
    let scale = setting.scale(at: number)
    var best: SettingRepair?
    for (side, end) in [(-1.0, range.lowerBound), (1.0, range.upperBound)] {
      // If a change in the other direction helps, do not try larger changes in this direction.
      let whole = (end - number).magnitude / scale
      let most = min(whole, steps.most, best?.size ?? .infinity)
      let sizes = sizes(upTo: most)
      let numbers = sizes.map { size in
        size == whole && best == nil ? end : number + side * size * scale
      }.map { min(max($0, range.lowerBound), range.upperBound) }
      guard let index = try firstIndex(of: numbers, setting.key) else { continue }
      let inside = index == 0 ? number : numbers[index - 1]
      let turn = try turn(of: setting.key, from: inside, to: numbers[index])
      if number == 0, (turn / scale).magnitude < steps.zero {
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
        key: setting.key, unit: setting.unit, old: plain(number), new: new.text, size: size,
        kind: setting.changeKind)
      best = SettingRepair(changes: [change], target: target)
    }
    return best
  }

  /// Returns the repair of a setting that is zero and that switches something on with any other number.
  ///
  /// The new value is the number farthest from zero up to which all tried numbers help, because the farther the number
  /// is from zero, the smaller its effect usually is. If all tried numbers help, the new value is the scale of the
  /// setting.
  private func switchedOn(
    _ setting: TunableSetting, _ numbers: [Double], from first: Int, _ scale: Double
  ) throws(EvaluatorError) -> SettingRepair? {
    var text = plain(scale)
    if let wrong = try firstIndex(from: first, helping: false, of: numbers, setting.key) {
      let last = try turn(of: setting.key, from: numbers[wrong], to: numbers[wrong - 1])
      text = Self.roundedAway(last, from: numbers[wrong])
      if try target(setting.key, Double(text) ?? 0) == nil { text = plain(last) }
    }
    guard let target = try self.target(setting.key, Double(text) ?? 0) else { return nil }
    let change = SettingRepair.Change(
      key: setting.key, unit: setting.unit, old: "0", new: text, size: 1, kind: setting.changeKind)
    return SettingRepair(changes: [change], target: target)
  }

  /// Returns the number nearest to `wrong` that helps, found by bisection.
  ///
  /// The number `wrong` must not help, and the number `right` must help.
  private func turn(
    of key: String, from wrong: Double, to right: Double
  ) throws(EvaluatorError) -> Double {
    var (wrong, right) = (wrong, right)
    for _ in 0..<steps.halvings {
      let middle = 0.5 * (wrong + right)
      guard middle != wrong, middle != right else { break }
      if try target(key, middle) != nil { right = middle } else { wrong = middle }
    }
    return right
  }

  /// Returns `turn` rounded away from `old` to few decimals, if the rounded number also helps; otherwise `turn` itself.
  private func shortest(
    _ turn: Double, from old: Double, _ range: ClosedRange<Double>, _ key: String
  ) throws(EvaluatorError) -> (number: Double, text: String, target: String?) {
    let text = Self.roundedAway(turn, from: old)
    if let rounded = Double(text), range.contains(rounded),
      let target = try self.target(key, rounded)
    {
      return (rounded, text, target)
    }
    return (turn, plain(turn), nil)
  }

  /// Returns `number` with as few decimals as possible, rounded away from `old`.
  ///
  /// Rounding moves the number by at most 0.4 % of the difference between `number` and `old`.
  static func roundedAway(_ number: Double, from old: Double) -> String {
    let change = number - old
    var scale = 1.0
    while 0.5 > change.magnitude * scale * 0.002, scale < 1e9 { scale *= 10 }
    let scaled = number * scale
    guard scaled.magnitude < 0x1p53 else { return plain(number) }
    return plain((change > 0 ? scaled.rounded(.up) : scaled.rounded(.down)) / scale)
  }
}

extension LabelledRecording {
  /// Returns the changes that send the gesture to an intended target, as ``SettingRepair/ranked(_:)`` orders them.
  ///
  /// Pairs of changes are tried only if no change of one setting, or of a release rule, helps.
  ///
  /// - Parameters:
  ///   - across: The last pan that moved across the axis of the surface. If another axis helps, it is the only change in
  ///     the result. If nil, the axis is a setting like all others.
  ///   - isWanted: Returns whether the search may change a setting.
  ///   - progress: Called with the name of each change before it is tried.
  /// - Returns: The changes; empty if none helps.
  /// - Throws: ``EvaluatorError`` if the request is not valid.
  public func repairs(
    turning across: PanAcross?, changing isWanted: (TunableSetting) -> Bool = { _ in true },
    progress: (String) -> Void = { _ in }
  ) throws(EvaluatorError) -> [SettingRepair] {
    // A surface with the wrong axis follows only the small part of the movement, so a release setting that sends this
    // recording to its target does so by chance. Therefore try nothing else if another axis helps.
    let turned = (across?.turns ?? []).compactMap(repair)
    guard turned.isEmpty else { return turned }
    progress("the present settings")
    let search = try RepairSearch(self, changing: isWanted)
    var repairs = try search.singleRepairs(progress: progress)
    repairs += try search.ruleRepairs(changing: isWanted, progress: progress)
    // A search for pairs takes hundreds of replays.
    if repairs.allSatisfy({ $0.kind == .option }), !request.isSlow {
      repairs += try search.pairRepairs(progress: progress)
    }
    return SettingRepair.ranked(repairs)
  }

  /// Returns the repair that consists of another axis; nil if it does not help.
  private func repair(by turn: PanAcross.Turn) -> SettingRepair? {
    var turned = request
    turned.assignments.append(Assignment(key: turn.key, value: turn.new))
    // With another axis, the surface can lack the intended target. Then the change does not help.
    guard let run = try? turned.run(of: recording),
      let verdict = GestureVerdict(run, intents: intents), verdict.isRight
    else { return nil }
    let change = SettingRepair.Change(
      key: turn.key, unit: "", old: turn.old, new: turn.new, size: 1, kind: .choice)
    return SettingRepair(changes: [change], target: verdict.finalTarget)
  }

  /// Returns the settings of the scenario, and then the options of the request.
  ///
  /// The options are left out for a page, whose replay takes about a second, because the page reads the touches itself.
  ///
  /// - Throws: `SettingError` if the request is invalid.
  package func changeable() throws(SettingError) -> [TunableSetting] {
    let settings = try request.tunableSettings()
    let kind = request.deviceKind ?? recording.device.kind
    return request.isSlow ? settings : settings + (try request.tunableOptions(on: kind))
  }
}

extension TunableSetting {
  /// The kind of a change of the setting.
  fileprivate var changeKind: SettingRepair.Kind {
    if ReplayRequest.isRequestOption(key) { return .option }
    if decides { return .rule }
    guard case .word(_, let choices) = value else { return .amount }
    // A switch is turned on or off like an amount.
    return choices == ["true", "false"] ? .amount : .choice
  }
}
