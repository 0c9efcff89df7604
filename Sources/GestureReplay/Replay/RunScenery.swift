public import FrameLogs
import Quantities
import ReleaseRules
import Scenarios
import Surfaces

extension Run {
  /// How the run is looked at.
  ///
  /// It looks as its scenario does with the settings that the header tells, at every frame those that
  /// held then. All of it is derived, so that a run that was stored looks as it did. A setting that is not known any more has the scenario's own value. Nil for a run of no known
  /// scenario.
  public var scenery: Scenery? {
    let name = LogValue.fields(header)["scenario"]?.asText ?? ""
    return scenarioKinds.first { $0.name == name }?.scenery(self)
  }

  /// The stage that the header tells; the standard one where it tells none that can be.
  fileprivate var stage: Stage {
    let fields = LogValue.fields(header)
    guard let width = fields["screenWidth"]?.asNumber,
      let height = fields["screenHeight"]?.asNumber,
      Stage.range.contains(width), Stage.range.contains(height)
    else { return Stage() }
    return Stage(screen: Planar(x: Points(width), y: Points(height)))
  }
}

extension Scenario {
  /// How `run` looks, which is one of this scenario.
  static func scenery(of run: Run) -> Scenery {
    let header = LogValue.fields(run.header)
    var (tuning, stage) = (standardTuning, run.stage)
    if case .fields(let values)? = header["settings"] {
      for setting in values { set(setting.key, setting.value["value"], in: &tuning) }
    }
    let first = scenery(tuning, on: stage)
    var views = [(time: Seconds.zero, view: first)]
    if case .list(let commands)? = header["commands"] {
      let times = commands.map { $0["time"]?.asNumber ?? 0 }
      for index in commands.indices.sorted(by: { (times[$0], $0) < (times[$1], $1) }) {
        let command = commands[index]
        guard let time = command["time"]?.asNumber, let key = command["key"]?.asText else {
          continue
        }
        if key == "screen", let size = command["value"]?.asText.flatMap(Stage.size) {
          stage = Stage(screen: size)
        } else {
          set(key, command["value"], in: &tuning)
        }
        views.append((time: Seconds(time), view: scenery(tuning, on: stage)))
      }
    }
    return Scenery(curves: first.curves) { [views] frame in
      (views.last { $0.time <= frame.time }?.view ?? first).scene(frame)
    }
  }

  /// Gives the setting `key` a value as it stands in a log, if there is such a setting.
  private static func set(_ key: String, _ value: LogValue?, in tuning: inout Tuning) {
    let text: String
    switch value {
    case .text(let word): text = word
    case .flag(let flag): text = flag ? "true" : "false"
    case .number(let number): text = plain(number)
    case .integer(let integer): text = plain(integer)
    case .list, .fields, LogValue.none?, nil: return
    }
    guard let setting = settings.first(where: { $0.key == key && $0.applies(in: tuning) }) else {
      return
    }
    var changed = tuning
    if setting.set(text, in: &changed) { tuning = changed }
  }
}
