package import FrameLogs
package import ReleaseRules
package import Scenarios
package import VelocityEstimation

extension Scenario {
  /// What there is to know about the scenario, as named values.
  ///
  /// Values and what applies are those of `request`; of the scenario itself when nobody asks.
  package static func descriptionFields(
    asked request: ReplayRequest?
  ) throws(SettingError) -> [LogField] {
    let tuning =
      try request.map { request throws(SettingError) in try resolved(request).tuning }
      ?? standardTuning
    func list(_ items: [[LogField]]) -> LogValue { .list(items.map(LogValue.fields)) }
    return [
      LogField("scenario", .text(name)),
      LogField("meaning", .text(meaning)),
      LogField(
        "transitions",
        list(
          machine.transitions.map { step in
            [
              LogField("from", .text(step.from.rawValue)),
              LogField("trigger", .text(step.trigger)), LogField("to", .text(step.to.rawValue)),
            ]
          })),
      LogField(
        "settings",
        list(
          settings.map { $0.descriptionFields(in: tuning) })),
      LogField(
        "presets", list(presets.map { $0.descriptionFields })),
      LogField(
        "fields",
        list(
          ownFields.map { field in
            [
              LogField("key", .text(field.key)),
              LogField("unit", field.unit.isEmpty ? .none : .text(field.unit)),
              LogField("meaning", .text(field.meaning)),
            ]
          })),
      LogField(
        "events",
        list(
          events.map { event in
            [
              LogField("event", .text(event.kind.rawValue)),
              LogField("meaning", .text(event.meaning)),
              LogField("fields", .list(event.payload.map { .text($0.key) })),
            ]
          })),
    ]
  }
}

extension Setting {
  /// What there is to know about the setting, with its value in `tuning`.
  fileprivate func descriptionFields(in tuning: Tuning) -> [LogField] {
    [LogField("key", .text(key))] + words(in: tuning)
      + [LogField("only", conditionValue), LogField("applies", .flag(applies(in: tuning)))]
  }

  /// What a program may want to know of the setting, besides its key and when it means something.
  package func words(in tuning: Tuning) -> [LogField] {
    let kind = SettingKind(of: self)
    return [
      LogField("default", .text(text(in: tuning))),
      LogField("unit", unit.isEmpty ? .none : .text(unit)),
      LogField("allowed", .text(expectation)),
      LogField("kind", .text(kind.name)), LogField("values", kind.values),
      LogField("meaning", .text(meaning)), LogField("source", .text(source)),
    ]
  }
}

extension Preset {
  /// What there is to know about the preset.
  package var descriptionFields: [LogField] {
    [
      LogField("preset", .text(name)),
      LogField("otherNames", .list(otherNames.map { .text($0) })),
      LogField("meaning", .text(meaning)),
      LogField("source", .text(source)),
      LogField("notReproduced", notReproduced.isEmpty ? .none : .text(notReproduced)),
      LogField("extends", extends.map { .text($0) } ?? .none),
      LogField("choices", .fields(choices.map { LogField($0.key, .text($0.value)) })),
      LogField("unknown", .list(unknown.map { .text($0) })),
      LogField("values", .fields(values.map { LogField($0.key, .text($0.value)) })),
    ]
  }
}

/// What a program must know to give a setting a value.
package struct SettingKind {
  /// `number`, `flag`, `word` or `text`.
  package var name: String
  /// The least and the greatest number, or all words; none for others.
  package var values: LogValue

  package init<Tuning>(of setting: Setting<Tuning>) {
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
  package var conditionValue: LogValue {
    conditions.isEmpty
      ? .none
      : .fields(
        conditions.map { LogField($0.key, .list($0.words.map { .text($0) })) })
  }
}

extension ReplayRequest {
  /// All values of the request with where each came from, as `run.json` has them.
  ///
  /// - Throws: ``SettingError`` when the request is none that can be.
  package func headerFields() throws(SettingError) -> [LogField] {
    try check()
    return try ScenarioKind.named(scenario).header(self)
  }
}

extension ScenarioKind {
  /// The bundled presets, the default first.
  package var presets: [Preset] { namedPresets() }

  /// What there is to know about the scenario, as named values.
  ///
  /// Values and what applies are those of `request`; of the scenario itself when nobody asks.
  ///
  /// - Throws: ``SettingError`` when the request is none that can be.
  package func descriptionFields(asked request: ReplayRequest?) throws(SettingError) -> [LogField] {
    try description(request)
  }
}

extension EstimatorDescription {
  /// What there is to know about the estimator, as named values.
  package var descriptionFields: [LogField] {
    let values = standardValues
    let parameters = settings.map { setting in
      LogValue.fields([LogField("parameter", .text(setting.key))] + setting.words(in: values))
    }
    return [
      LogField("estimator", .text(name)),
      LogField("meaning", .text(summary)),
      LogField("parameters", .list(parameters)),
    ]
  }
}
