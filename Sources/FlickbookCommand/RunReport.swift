import Flickbook

/// The text summary of a run, in a few lines.
struct RunReport {
  var name: String
  var run: Run
  /// The last pan that moved mainly across the axis of the surface; nil if there is none.
  var across: PanAcross?
  /// The reason why libinput recognizes no pan in the recording of a touchpad.
  ///
  /// Nil if the run has a pan, or if it lacks pans for a reason other than libinput.
  var missing: ReplayError?

  /// The lines, without a newline at the end.
  var text: String {
    let summary = run.summary()
    let length = run.frames.last.map { decimals($0.time.value, 2) } ?? "0"
    var lines = [
      singleLine(name),
      "  \(count(summary.pans, "pan")), \(count(summary.frames, "frame")) in \(length) s"
        + (summary.catches > 0 ? ", caught \(summary.catches)×" : "")
        + (summary.gaps > 0 ? ", \(count(summary.gaps, "gap")) in the recording" : "")
        + (fingers.map { ", pans by \(count($0, "finger")) (the recording never has more at once)" }
          ?? ""),
    ]
    lines += run.events.filter { $0.kind == .decision }.prefix(12).map(decisionLine)
    if summary.decisions > 12 { lines.append("  … and \(summary.decisions - 12) more decisions") }
    if let across { lines.append("  \(across.text)") }
    if let missing { lines.append("  \(missing.description)") }
    lines.append("  " + ending(summary))
    return lines.joined(separator: "\n")
  }

  /// The number of fingers that pan on a touchpad; nil unless the number was derived from the recording.
  private var fingers: Int? {
    let header = LogValue.fields(run.header)
    guard header["from"]?["touchpadFingers"]?.asText == SettingOrigin.recording.text else {
      return nil
    }
    return header["touchpadFingers"]?.asNumber.map { Int($0) }
  }

  private func decisionLine(_ event: RunEvent) -> String {
    let payload = LogValue.fields(event.payload)
    func number(_ key: String) -> Double { payload[key]?.asNumber ?? 0 }
    func word(_ key: String) -> String { singleLine(payload[key]?.asText ?? "") }
    let velocity = Velocity(
      x: PointsPerSecond(number("velocityX")), y: PointsPerSecond(number("velocityY")))
    // A program under test may leave out everything except the target.
    let isKnown = payload["velocityX"] != nil || payload["velocityY"] != nil
    let speed = isKnown ? "\(decimals(velocity.length.value, 0)) pt/s\(arrow(velocity))" : ""
    let known = [word("reason"), speed, word("velocityReason")].filter { !$0.isEmpty }
    let from = word("from").isEmpty ? "" : "\(word("from")) "
    return "  \(padded(decimals(event.time.value, 3), 8)) s  \(from)→ \(word("target"))"
      + (known.isEmpty ? "" : "  (\(known.joined(separator: ", ")))")
  }

  private func ending(_ summary: Summary) -> String {
    let target = summary.finalTarget.map { "at \(singleLine($0))" } ?? "where it was"
    let time = summary.settleTime.map { " after \(decimals($0.value, 3)) s" } ?? ""
    let past =
      summary.overshoot > Points(0.05)
      ? ", overshoot \(decimals(summary.overshoot.value, 1)) pt" : ""
    return switch summary.ending {
    case .rested: "settled \(target)\(time)\(past)"
    case .gone: "dismissed\(time)"
    case .timeLimit: "still moving 10 s after the last input"
    }
  }
}

extension PanAcross {
  /// The movement, the axis of the surface and the settings that change this axis, in one line.
  var text: String {
    let down = "\(decimals(y.value.magnitude, 0)) pt \(y < .zero ? "up" : "down")"
    let right = "\(decimals(x.value.magnitude, 0)) pt \(x < .zero ? "left" : "right")"
    let turned = turns.map { "--set \($0.key)=\($0.new)" }.joined(separator: " or ")
    return "pan \(pan) moved \(down) and \(right); this \(scenario) follows only "
      + "\(axis == .horizontal ? "horizontal" : "vertical") movement"
      + (turned.isEmpty ? "" : "; to follow the other axis: \(turned)")
  }
}

/// Returns an arrow in the direction of a velocity, with a leading space; empty for a velocity of zero.
func arrow(_ velocity: Velocity) -> String {
  let (x, y) = (velocity.x.value, velocity.y.value)
  if x == 0 && y == 0 { return "" }
  if x.magnitude > 2 * y.magnitude { return x > 0 ? " →" : " ←" }
  if y.magnitude > 2 * x.magnitude { return y > 0 ? " ↓" : " ↑" }
  return y > 0 ? (x > 0 ? " ↘" : " ↙") : (x > 0 ? " ↗" : " ↖")
}
