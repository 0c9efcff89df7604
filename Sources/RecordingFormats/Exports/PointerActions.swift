extension ScreenGesture {
  /// The gesture as W3C WebDriver Actions.
  ///
  /// All fingers act in ticks: the n-th actions of all fingers belong to the same tick. Some ticks only wait for a
  /// duration; moves have no duration. A driver that follows the standard inserts positions into a move with a
  /// duration, and ChromeDriver 156 sends such a move at the beginning of its duration, which is too early. The times
  /// of the reports are rounded to milliseconds, so the sum of the durations is off by at most half a millisecond.
  ///
  /// ChromeDriver 156 sends nothing for `pointerCancel`, so a finger that is cancelled is lifted instead.
  ///
  /// Source: W3C, WebDriver, section Actions.
  var pointerActions: String {
    var ticks: [Tick] = []
    var waited: Int64 = 0
    for report in reports {
      let milliseconds = roundedMilliseconds(report.microseconds)
      if milliseconds > waited { ticks.append(Tick(milliseconds: milliseconds - waited)) }
      waited = milliseconds
      ticks += Self.ticks(of: report)
    }
    let count = (reports.flatMap(\.touches).map(\.finger).max() ?? 0) + 1
    let sources = (0..<count).map { finger in
      let actions = ticks.map { tick in
        tick.actions[finger] ?? #"{"type":"pause","duration":\#(tick.milliseconds)}"#
      }
      return """
        {"type":"pointer","id":"finger\(finger + 1)","parameters":{"pointerType":"touch"},"actions":[
        \(actions.joined(separator: ",\n"))
        ]}
        """
    }
    return #"{"actions":["# + sources.joined(separator: ",") + "]}\n"
  }

  /// The actions of all fingers at the same time.
  private struct Tick {
    /// The duration for fingers without an action.
    var milliseconds: Int64 = 0
    /// The action of each finger, as JSON.
    var actions: [Int: String] = [:]
  }

  /// Returns the ticks of a report: fingers lift, then move, then touch the screen.
  private static func ticks(of report: Report) -> [Tick] {
    var (lifts, moves, downs) = (Tick(), Tick(), Tick())
    for touch in report.touches {
      switch touch.phase {
      case .up, .cancel: lifts.actions[touch.finger] = #"{"type":"pointerUp","button":0}"#
      case .move: moves.actions[touch.finger] = move(touch)
      case .down:
        moves.actions[touch.finger] = move(touch)
        downs.actions[touch.finger] = #"{"type":"pointerDown","button":0\#(pressure(touch))}"#
      }
    }
    return [lifts, moves, downs].filter { !$0.actions.isEmpty }
  }

  private static func move(_ touch: ScreenTouch) -> String {
    #"{"type":"pointerMove","duration":0,"x":\#(touch.x),"y":\#(touch.y)\#(pressure(touch)),"origin":"viewport"}"#
  }

  private static func pressure(_ touch: ScreenTouch) -> String {
    touch.force.map { #","pressure":\#($0)"# } ?? ""
  }
}

/// Returns a time in milliseconds, rounded half up.
func roundedMilliseconds(_ microseconds: Int64) -> Int64 { (microseconds + 500) / 1000 }
