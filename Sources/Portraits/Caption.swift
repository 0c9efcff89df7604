package import FrameLogs
import Quantities

/// The run in a sentence: what was decided last and how it ended.
package func caption(_ run: Run) -> String {
  let summary = run.summary()
  var parts: [String] = []
  if let decision = run.events.last(where: { $0.kind == .decision }) {
    let payload = LogValue.fields(decision.payload)
    func word(_ key: String) -> String { printable(payload[key]?.asText ?? "?", most: 20) }
    let velocity = Velocity(
      x: PointsPerSecond(payload["velocityX"]?.asNumber ?? 0),
      y: PointsPerSecond(payload["velocityY"]?.asNumber ?? 0))
    parts.append("\(word("from")) → \(word("target")) (\(word("reason")))")
    parts.append("released at \(decimals(velocity.length.value, 0)) pt/s")
  }
  switch summary.ending {
  case .rested: parts.append("at rest")
  case .gone: parts.append("dismissed")
  case .timeLimit: parts.append("still moving at the end")
  }
  if let time = summary.settleTime { parts.append("after \(decimals(time.value, 3)) s") }
  if summary.overshoot > Points(0.05) {
    parts.append("\(decimals(summary.overshoot.value, 1)) pt past the target")
  }
  return parts.joined(separator: " · ")
}
