import Flickbook

/// What a program must know to give a setting a value.
struct SettingKind {
  /// `number`, `flag`, `word` or `text`.
  var name: String
  /// The least and the greatest number, or all words; none for others.
  var values: LogValue

  init<Tuning>(of setting: Setting<Tuning>) {
    switch setting.access {
    case .number(let range, _, _):
      self.init(
        name: "number", values: .list([.number(range.lowerBound), .number(range.upperBound)]))
    case .flag: self.init(name: "flag", values: .none)
    case .word(let choices, _, _):
      self.init(name: "word", values: .list(choices.map { .text($0) }))
    case .text: self.init(name: "text", values: .none)
    }
  }

  private init(name: String, values: LogValue) {
    (self.name, self.values) = (name, values)
  }
}

extension Setting {
  /// What other settings must be for it to mean something, by their keys: each with its words.
  var conditionValue: LogValue {
    conditions.isEmpty
      ? .none
      : .fields(
        conditions.map { LogField($0.key, .list($0.words.map { .text($0) })) })
  }
}
