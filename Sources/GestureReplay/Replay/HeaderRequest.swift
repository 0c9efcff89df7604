public import FrameLogs
import Quantities
package import ReleaseRules
import Scenarios
import Surfaces
import TouchInput

extension ReplayRequest {
  /// Creates the request that reproduces a run, from the header of its `run.json`.
  ///
  /// Every setting in the header is set explicitly, without a preset. Returns nil if a value that this version
  /// needs is missing or invalid, for example because another version wrote the header.
  public init?(header: [LogField]) {
    let values = LogValue.fields(header)
    guard let scenario = values["scenario"]?.asText, let estimator = values["estimator"]?.asText,
      let rate = values["framesPerSecond"]?.asNumber, FrameRate.range.contains(rate),
      let width = values["screenWidth"]?.asNumber, let height = values["screenHeight"]?.asNumber,
      let screen = Stage.size(from: "\(plain(width))x\(plain(height))"),
      let recognizer = values["recognizer"]?.asText.flatMap(PanRecognizer.init(rawValue:)),
      let slop = values["slop"]?.asNumber,
      let fingers = values["touchpadFingers"]?.asNumber, fingers >= 1, fingers <= 10,
      let scale = values["pointsPerMillimeter"]?.asNumber
    else { return nil }
    self.init(scenario: scenario)
    self.estimator = estimator
    self.rate = FrameRate(framesPerSecond: rate)
    stage = Stage(screen: screen)
    pans.recognizer = recognizer
    pans.slop = Points(slop)
    pans.touchpadFingers = Int(fingers)
    // The headers of versions without these settings do not contain them.
    pans.fingerMatch =
      values["fingerMatch"]?.asText.flatMap(FingerMatch.init(rawValue:)) ?? .atLeast
    pans.fingerChange =
      values["fingerChange"]?.asText.flatMap(FingerChange.init(rawValue:)) ?? .ignore
    pointsPerMillimeter = scale
    deviceKind = values["deviceKind"]?.asText.flatMap(DeviceKind.init(rawValue:))
    rotation = values["rotate"]?.asNumber.flatMap { degrees in
      PanelOrientation.Rotation.allCases.first { Double($0.rawValue) == degrees }
    }
    flip = values["flip"]?.asText.flatMap(PanelOrientation.Flip.init(rawValue:))
    if let pan = values["pan"]?.asNumber, pan >= 1, pan <= 1e6 { onlyPan = Int(pan) }
    for setting in Self.settings(inHeader: header) {
      assignments.append(Assignment(key: setting.key, value: setting.value))
    }
    // Assigning the estimator has added an origin, but the origins of the request are unknown.
    origins = [:]
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
  fileprivate var asSetting: String? {
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
      LogField("estimator", .text(estimator)),
      LogField("framesPerSecond", .number(rate.framesPerSecond)),
      LogField("screenWidth", .number(stage.screen.x.value)),
      LogField("screenHeight", .number(stage.screen.y.value)),
      LogField("recognizer", .text(pans.recognizer.rawValue)),
      LogField("slop", .number(pans.slop.value)),
      LogField("touchpadFingers", .integer(pans.touchpadFingers)),
      LogField("fingerMatch", .text(pans.fingerMatch.rawValue)),
      LogField("fingerChange", .text(pans.fingerChange.rawValue)),
      LogField("pointsPerMillimeter", .number(pointsPerMillimeter)),
      LogField("deviceKind", deviceKind.map { .text($0.rawValue) } ?? .none),
      LogField("rotate", rotation.map { .integer($0.rawValue) } ?? .none),
      LogField("flip", flip.map { .text($0.rawValue) } ?? .none),
      LogField("pan", onlyPan.map(LogValue.integer) ?? .none),
      LogField(
        "from",
        .fields(
          Choice.allCases.map {
            LogField($0.rawValue, .text((origins[$0] ?? .standard).text))
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
