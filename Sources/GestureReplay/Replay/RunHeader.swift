import FrameLogs
import Quantities
import ReleaseRules
import Scenarios
import Surfaces
import TouchInput

extension ReplayRequest {
  /// The request as it stands in `run.json`: every value, and where it came from.
  func header<Tuning>(_ resolved: ResolvedTuning<Tuning>, scenario: String) -> [LogField] {
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
  /// The value in `tuning` as it stands in a log.
  func logValue(in tuning: Tuning) -> LogValue {
    switch access {
    case .number(_, let get, _): .number(get(tuning))
    case .flag(let get, _): .flag(get(tuning))
    case .word(_, let get, _), .text(_, let get, _): .text(get(tuning))
    }
  }
}
