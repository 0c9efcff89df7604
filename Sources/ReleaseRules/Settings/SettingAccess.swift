public import Quantities
public import VelocityEstimation

/// A closure that calls its second argument with a part of a tuning.
///
/// Write it as `{ $1(&$0.part) }`. The same closure is used to read the part and to change it.
public typealias Accessor<Tuning, Value> =
  @Sendable (inout Tuning, (inout Value) -> Void) -> Void

extension Setting.Access {
  /// The access to a number within `range`, at `part`.
  public static func number(
    _ range: ClosedRange<Double>, _ part: @escaping Accessor<Tuning, Double>
  ) -> Self {
    .number(
      range, get: { tuning in shown(of: tuning, part, or: 0) { $0 } },
      set: { tuning, number in part(&tuning) { $0 = number } })
  }

  /// The access to a quantity within `range`, in its unit, at `part`.
  public static func number<Number: Quantity>(
    _ range: ClosedRange<Double>, _ part: @escaping Accessor<Tuning, Number>
  ) -> Self {
    .number(
      range, get: { tuning in shown(of: tuning, part, or: 0) { $0.value } },
      set: { tuning, number in part(&tuning) { $0.value = number } })
  }

  /// The access to a switch at `part`.
  public static func flag(_ part: @escaping Accessor<Tuning, Bool>) -> Self {
    .flag(
      get: { tuning in shown(of: tuning, part, or: false) { $0 } },
      set: { tuning, flag in part(&tuning) { $0 = flag } })
  }

  /// The access to a whole number within `range`, at `part`; other numbers are rounded.
  package static func whole(
    _ range: ClosedRange<Int>, _ part: @escaping Accessor<Tuning, Int>
  ) -> Self {
    .number(
      Double(range.lowerBound)...Double(range.upperBound),
      get: { tuning in shown(of: tuning, part, or: 0) { Double($0) } },
      set: { tuning, number in part(&tuning) { $0 = Int(number.rounded()) } })
  }

  /// The access to a case of an enumeration, at `part`.
  public static func word<Word: RawRepresentable & CaseIterable & Sendable>(
    _ part: @escaping Accessor<Tuning, Word>
  ) -> Self where Word.RawValue == String {
    .word(
      choices: Word.allCases.map { $0.rawValue },
      get: { tuning in shown(of: tuning, part, or: "") { $0.rawValue } },
      set: { tuning, text in
        guard let word = Word(rawValue: text) else { return }
        part(&tuning) { $0 = word }
      })
  }
}

/// Returns the result of `get` for the `part` of `whole`; `none` if the accessor does not call its closure.
private func shown<Whole, Part, Value>(
  of whole: Whole, _ part: @escaping Accessor<Whole, Part>, or none: Value,
  _ get: (Part) -> Value
) -> Value {
  // An accessor needs a mutable tuning, even to read it.
  var (copy, value) = (whole, none)
  part(&copy) { value = get($0) }
  return value
}

/// An enumeration whose cases are the values of a setting; each case has a meaning.
public protocol SettingWord: RawRepresentable, CaseIterable, Sendable where RawValue == String {
  /// The meaning, in one sentence.
  var meaning: String { get }
}

/// A condition on another setting under which a setting has an effect.
public struct SettingCondition<Tuning>: Sendable {
  /// The key of the other setting, such as `release.choice`.
  public var key: String
  /// The values of the other setting that meet the condition.
  public var words: [String]
  /// Whether a tuning meets the condition.
  public var holds: @Sendable (Tuning) -> Bool

  /// Creates a condition.
  public init(_ key: String, _ words: [String], holds: @escaping @Sendable (Tuning) -> Bool) {
    self.key = key
    self.words = words
    self.holds = holds
  }

  /// The condition as text, such as `release.choice=page`.
  public var text: String { "\(key)=\(words.joined(separator: "|"))" }
}

extension Setting {
  /// True if the setting has an effect in `tuning`; if false, the value reads as the default, and setting the value
  /// changes nothing.
  @inlinable
  public func applies(in tuning: Tuning) -> Bool {
    conditions.allSatisfy { $0.holds(tuning) }
  }

  /// Returns the setting with `condition` added.
  func only(_ condition: SettingCondition<Tuning>) -> Self {
    var setting = self
    setting.conditions.append(condition)
    return setting
  }

  /// This setting with ``decides`` set to true, so that a user's value is applied before the settings whose conditions
  /// depend on it.
  var deciding: Self {
    var setting = self
    setting.decides = true
    return setting
  }

  /// Returns this setting with the given onset.
  package func counting(from onset: SettingOnset) -> Self {
    var setting = self
    setting.onset = onset
    return setting
  }

  /// Returns the setting for a larger tuning that contains this tuning at `part`.
  public func lifted<Whole>(into part: @escaping Accessor<Whole, Tuning>) -> Setting<Whole> {
    lifted(
      reading: { whole, body in
        var copy = whole
        part(&copy) { body($0) }
      },
      changing: part)
  }

  /// Returns the setting for a larger tuning, with closures that read this tuning from the larger tuning and write it
  /// back.
  package func lifted<Whole>(
    reading part: @escaping @Sendable (Whole) -> Tuning,
    writing put: @escaping @Sendable (inout Whole, Tuning) -> Void
  ) -> Setting<Whole> {
    lifted(
      reading: { whole, body in body(part(whole)) },
      changing: { whole, body in
        var changed = part(whole)
        body(&changed)
        put(&whole, changed)
      })
  }

  /// Returns the setting for a larger tuning, with closures that read and change this tuning in the larger tuning.
  private func lifted<Whole>(
    reading read: @escaping @Sendable (Whole, (Tuning) -> Void) -> Void,
    changing change: @escaping Accessor<Whole, Tuning>
  ) -> Setting<Whole> {
    @Sendable func shown<Value>(_ whole: Whole, or none: Value, _ get: (Tuning) -> Value) -> Value {
      var value = none
      read(whole) { value = get($0) }
      return value
    }
    let lifted: Setting<Whole>.Access =
      switch access {
      case .number(let range, let get, let set):
        .number(
          range, get: { shown($0, or: 0, get) },
          set: { whole, new in change(&whole) { set(&$0, new) } })
      case .flag(let get, let set):
        .flag(
          get: { shown($0, or: false, get) },
          set: { whole, new in change(&whole) { set(&$0, new) } })
      case .word(let choices, let get, let set):
        .word(
          choices: choices, get: { shown($0, or: "", get) },
          set: { whole, new in change(&whole) { set(&$0, new) } })
      case .text(let form, let get, let set):
        .text(
          form: form, get: { shown($0, or: "", get) },
          set: { whole, new in
            var isTaken = false
            change(&whole) { isTaken = set(&$0, new) }
            return isTaken
          })
      }
    var setting = Setting<Whole>(
      key, unit: unit, lifted, meaning, source: source, describesSituation: describesSituation)
    (setting.decides, setting.onset) = (decides, onset)
    if let policy {
      setting.policy = { whole, body in change(&whole) { policy(&$0, body) } }
    }
    setting.conditions = conditions.map { condition in
      SettingCondition(condition.key, condition.words) {
        shown($0, or: false, condition.holds)
      }
    }
    return setting
  }
}

extension Array {
  /// Returns the settings, with the conditions of the settings called `keys` removed, so that these settings always
  /// have an effect.
  package func always<Tuning>(_ keys: String...) -> [Setting<Tuning>]
  where Element == Setting<Tuning> {
    map { setting in
      var setting = setting
      if keys.contains(setting.key) { setting.conditions = [] }
      return setting
    }
  }
}

extension EstimatorDescription {
  /// The parameters of the estimator in the form of settings.
  public var settings: [Setting<EstimatorValues>] {
    parameters.map { parameter in
      let name = parameter.name
      return Setting(
        name, unit: parameter.unit,
        .number(parameter.range, get: { $0[name] }, set: { $0[name] = $1 }), parameter.meaning,
        source: parameter.source)
    }
  }

  /// The default parameters of the estimator.
  public var standardValues: EstimatorValues { EstimatorValues(defaultsOf: parameters) }
}
