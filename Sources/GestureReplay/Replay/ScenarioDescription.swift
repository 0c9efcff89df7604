package import FrameLogs
package import ReleaseRules
package import Scenarios
package import VelocityEstimation

extension Scenario {
  /// Returns the description of the scenario as named values.
  ///
  /// The values of settings, and whether a setting applies, come from `request`, or from the scenario's defaults
  /// if `request` is nil.
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
          allSettings.map { $0.descriptionFields(in: tuning) })),
      LogField("sliders", list(sliders.map { $0.logFields })),
      LogField(
        "presets", list(presets.map { $0.descriptionFields })),
      LogField(
        "fields",
        list(
          ownFields.map { $0.descriptionFields })),
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
  /// The description of the setting, with its value in `tuning`.
  package func descriptionFields(in tuning: Tuning) -> [LogField] {
    [LogField("key", .text(key))] + words(in: tuning)
      + [LogField("only", conditionValue), LogField("applies", .flag(applies(in: tuning)))]
  }

  /// The description of the setting, without its key and the conditions under which it applies.
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

extension RequestOption {
  /// The description of the option as named values, for the page.
  package var descriptionFields: [LogField] {
    [LogField("key", .text(key))] + setting.words(in: ReplayRequest(scenario: "")) + [
      LogField("suggestions", .list(suggestions.map { .text($0) })),
      LogField("presets", .flag(isOfSystem)), LogField("touchpads", .flag(isForTouchpads)),
    ]
  }
}

extension FieldDescription {
  /// The description of the field as named values.
  package var descriptionFields: [LogField] {
    [
      LogField("key", .text(key)), LogField("unit", unit.isEmpty ? .none : .text(unit)),
      LogField("meaning", .text(meaning)),
    ]
  }
}

extension Preset {
  package var descriptionFields: [LogField] {
    [
      LogField("preset", .text(name)),
      LogField("otherNames", .list(otherNames.map { .text($0) })),
      LogField("meaning", .text(meaning)),
      LogField("source", .text(source)),
      LogField("known", strongestEvidence.map { .text($0) } ?? .none),
      LogField("observations", .list(observations.map { .fields($0.logFields) })),
      LogField(
        "decisions",
        .list(
          decisions.map {
            .fields([
              LogField("software", .text($0.software)), LogField("releases", .integer($0.releases)),
            ])
          })),
      LogField("notReproduced", notReproduced.isEmpty ? .none : .text(notReproduced)),
      LogField("extends", extends.map { .text($0) } ?? .none),
      LogField("choices", .fields(choices.map { LogField($0.key, .text($0.value)) })),
      LogField("unknown", .list(unknown.map { .text($0) })),
      LogField("values", .fields(values.map { LogField($0.key, .text($0.value)) })),
    ]
  }
}

extension PresetObservation {
  package var logFields: [LogField] {
    [
      LogField("software", .text(software)), LogField("date", .text(date)),
      LogField("clock", clock.isEmpty ? .none : .text(clock)),
      LogField("runs", .number(Double(runs))), LogField("recordings", .number(Double(recordings))),
      LogField("failures", .number(Double(failures))),
      LogField("worst", .fields(worst.map { LogField($0.stage, .number($0.difference)) })),
    ]
  }
}

/// The kind and the allowed values of a setting, for programs that set it.
package struct SettingKind {
  /// `number`, `flag`, `word` or `text`.
  package var name: String
  /// The least and the greatest number, or all allowed words; `none` for the kinds `flag` and `text`.
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
  /// The conditions under which the setting applies: keys of other settings, each with the words that it may have.
  package var conditionValue: LogValue {
    conditions.isEmpty
      ? .none
      : .fields(
        conditions.map { LogField($0.key, .list($0.words.map { .text($0) })) })
  }
}

extension ReplayRequest {
  /// Returns all values of the request with their origins, as in `run.json`.
  ///
  /// - Throws: `SettingError` if the request is invalid.
  package func headerFields() throws(SettingError) -> [LogField] {
    try check()
    return try kind().surface.header(of: self)
  }
}

extension ScenarioKind {
  /// The bundled presets of the scenario; the default is the first.
  package var presets: [Preset] { surface.presets }

  /// Returns the description of the scenario as named values.
  ///
  /// The values of settings, and whether a setting applies, come from `request`, or from the scenario's defaults
  /// if `request` is nil.
  ///
  /// - Throws: `SettingError` if the request is invalid.
  package func descriptionFields(asked request: ReplayRequest?) throws(SettingError) -> [LogField] {
    try surface.description(asked: request)
  }
}

extension EstimatorDescription {
  /// The description of the estimator as named values.
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
