public import FrameLogs
import Quantities
package import ReleaseRules
import Scenarios

extension ReplayRequest {
  /// Creates the request that reproduces a run, from the header of its `run.json`.
  ///
  /// Every setting in the header is set explicitly, without a preset. Returns nil if the header has no scenario, or if
  /// a value is invalid, for example because another version wrote the header.
  public init?(header: [LogField]) {
    let values = LogValue.fields(header)
    guard let scenario = values["scenario"]?.asText else { return nil }
    self.init(scenario: scenario)
    for option in RequestOption.inHeader {
      guard option.read(values, in: &self) else { return nil }
    }
    for setting in Self.settings(inHeader: header) {
      assignments.append(Assignment(key: setting.key, value: setting.value))
    }
    guard case .list(let commands)? = values["commands"] else { return }
    for command in commands {
      guard let time = command["time"]?.asNumber, TimedCommand.times.contains(time),
        let key = command["key"]?.asText, let value = command["value"]?.asText,
        let command = TimedCommand(at: Seconds(time), key, value)
      else { return nil }
      self.commands.append(command)
    }
  }

  /// Returns the settings in a header, with their values as text, in the order of the header.
  public static func settings(
    inHeader header: [LogField]
  ) -> [(key: String, value: String, unit: String, from: String)] {
    guard case .fields(let settings)? = LogValue.fields(header)["settings"] else { return [] }
    var told: [(key: String, value: String, unit: String, from: String)] = []
    for setting in settings {
      guard let value = setting.value["value"]?.asSetting else { continue }
      told.append(
        (
          setting.key, value, setting.value["unit"]?.asText ?? "",
          setting.value["from"]?.asText ?? ""
        ))
    }
    return told
  }
}

extension LogValue {
  /// The value as text for a setting; nil if it is null, a list or an object.
  package var asSetting: String? {
    switch self {
    case .number(let number): plain(number)
    case .integer(let number): "\(number)"
    case .text(let text): text
    case .flag(let flag): flag ? "true" : "false"
    case .none, .list, .fields: nil
    }
  }
}

extension ReplayRequest {
  /// Returns the request as fields of `run.json`: every value with its origin.
  ///
  /// - Throws: `SettingError` for a command with an invalid value.
  package func header<Tuning>(
    _ resolved: ResolvedTuning<Tuning>, scenario: String
  ) throws(SettingError) -> [LogField] {
    let commands = try resolved.plainValues(of: commands)
    let settings = resolved.settings.map { setting, origin in
      LogField(
        setting.key,
        .fields([
          LogField("value", setting.logValue(in: resolved.tuning)),
          LogField("unit", setting.unit.isEmpty ? .none : .text(setting.unit)),
          LogField("from", .text(origin.text)),
        ]))
    }
    return [
      LogField("scenario", .text(scenario)),
      LogField("preset", .text(preset ?? "flickbook")),
    ] + RequestOption.inHeader.flatMap { $0.logFields(in: self) } + [
      LogField(
        "from",
        .fields(
          (["preset"] + RequestOption.inHeader.map { $0.name }).map {
            LogField($0, .text((origins[$0] ?? .standard).text))
          })),
      LogField("settings", .fields(settings)),
      LogField("commands", .list(commands.map { .fields($0.logFields) })),
    ]
  }
}

extension Setting {
  /// Returns the value in `tuning` as a log value.
  package func logValue(in tuning: Tuning) -> LogValue {
    switch access {
    case .number(_, let get, _): .number(get(tuning))
    case .flag(let get, _): .flag(get(tuning))
    case .word(_, let get, _), .text(_, let get, _): .text(get(tuning))
    }
  }
}
