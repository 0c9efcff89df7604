public import FrameLogs
import Quantities
import ReleaseRules
import Scenarios
package import Surfaces

extension Run {
  /// The curves and scenes that display the run; nil if its scenario is unknown.
  ///
  /// A scene depends on the settings in the header and on the commands up to the frame, so a stored run is displayed in
  /// the same way as when it was computed. A setting in the header that no longer exists is ignored.
  public var scenery: Scenery? {
    let name = LogValue.fields(header)["scenario"]?.asText ?? ""
    if name == ReplayRequest.subjectName { return sceneryOfSubject }
    return scenarioKinds.first { $0.name == name }?.surface.scenery(of: self)
  }

  /// The curves and scenes of a run of a program under test: an edge, or a box if the surface moves along x.
  package var sceneryOfSubject: Scenery {
    let start = frames.first?.position.x ?? .zero
    let isPlanar = frames.contains { ($0.position.x - start).magnitude > Points(0.5) }
    return .plain(screen.size, isPlanar: isPlanar)
  }

  /// The screen in the header; the default screen if the header has no valid screen size.
  package var screen: Screen {
    let fields = LogValue.fields(header)
    guard let width = fields["screenWidth"]?.asNumber,
      let height = fields["screenHeight"]?.asNumber,
      Screen.range.contains(width), Screen.range.contains(height)
    else { return Screen() }
    return Screen(size: Planar(x: Points(width), y: Points(height)))
  }
}

extension Scenario {
  /// Returns the scenery of `run`, which must be a run of this scenario.
  static func scenery(of run: Run) -> Scenery {
    let header = LogValue.fields(run.header)
    var (tuning, screen) = (standardTuning, run.screen)
    if case .fields(let values)? = header["settings"] {
      for setting in values { set(setting.key, setting.value["value"], in: &tuning) }
    }
    let first = scenery(tuning, on: screen)
    var views = [(time: Seconds.zero, view: first)]
    if case .list(let commands)? = header["commands"] {
      let times = commands.map { $0["time"]?.asNumber ?? 0 }
      for index in commands.indices.sorted(by: { (times[$0], $0) < (times[$1], $1) }) {
        let command = commands[index]
        guard let time = command["time"]?.asNumber, let key = command["key"]?.asText else {
          continue
        }
        if key == "screen", let size = command["value"]?.asText.flatMap(Screen.size) {
          screen = Screen(size: size)
        } else {
          set(key, command["value"], in: &tuning)
        }
        views.append((time: Seconds(time), view: scenery(tuning, on: screen)))
      }
    }
    return Scenery(curves: first.curves) { [views] frame in
      (views.last { $0.time <= frame.time }?.view ?? first).scene(frame)
    }
  }

  /// Sets the setting `key` to a value from a log, if the setting exists.
  private static func set(_ key: String, _ value: LogValue?, in tuning: inout Tuning) {
    let text: String
    switch value {
    case .text(let word): text = word
    case .flag(let flag): text = flag ? "true" : "false"
    case .number(let number): text = plain(number)
    case .integer(let integer): text = plain(integer)
    case .list, .fields, LogValue.none?, nil: return
    }
    guard let setting = allSettings.first(where: { $0.key == key && $0.applies(in: tuning) }) else {
      return
    }
    var changed = tuning
    if setting.set(text, in: &changed) { tuning = changed }
  }
}
