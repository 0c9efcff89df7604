import Flickbook

/// The velocities that all estimators compute for a pan.
struct PanVelocityReport {
  var pan: RecordedPan
  /// The true velocity at the release; nil if it is not known.
  var truth: Velocity?

  /// A report for each estimator.
  var rows: [Report] {
    var table = VelocityTable(samples: pan.samples, releaseMicroseconds: pan.releaseMicroseconds)
    // Discard estimates beyond the fastest plausible pan, as a replay does.
    for index in table.rows.indices {
      table.rows[index].release = table.rows[index].release.discardingImplausibleSpeed
      table.rows[index].live = table.rows[index].live.map { $0.discardingImplausibleSpeed }
    }
    let fastest = table.rows.map { $0.release.velocity.length.value }.max() ?? 0
    return table.rows.map { report(on: $0, fastest: fastest) }
  }

  /// The pan, and a table of the estimators.
  var report: Report { [.note(headline), .table("rows", rows)] }

  private var headline: String {
    let span =
      Double((pan.samples.last?.microseconds ?? 0) - (pan.samples.first?.microseconds ?? 0)) / 1e6
    return "pan \(pan.number): \(count(pan.samples.count, "sample")) in \(decimals(span, 3)) s"
      + (truth.map { ", true release velocity \(text(of: $0)) pt/s" } ?? "")
  }

  private func report(on row: VelocityTable.Row, fastest: Double) -> Report {
    let live = row.live.last?.velocity ?? .zero
    let (release, found) = (row.release.velocity, row.release)
    let along = found.covariance?.error(along: release)
    let across = found.covariance?.error(across: release)
    let errors = [along, across].compactMap { $0.map { decimals($0.value, 0) } }
    var report: Report = [
      .data("pan", pan.number), .value("estimator", row.estimator),
      .data("liveX", live.x), .data("liveY", live.y), .shown("live vx, vy", text(of: live)),
      .data("releaseX", release.x), .data("releaseY", release.y),
      .shown("release vx, vy", text(of: release)),
      .data("errorAlong", along), .data("errorAcross", across),
      .shown("± along, across", errors.joined(separator: ", ")),
      .data("restProbability", found.restProbability),
      .data("rollProbability", found.rollProbability),
      .data("samples", found.samplesUsed), .data("span", found.span),
      .data("degree", found.degree),
    ]
    if let truth { report += [.shown("error", error(release, truth))] }
    return report + [
      .value("reason", found.reason.rawValue), .data("trueX", truth?.x), .data("trueY", truth?.y),
      .shown("", bar(release.length.value, of: fastest)),
    ]
  }

  private func text(of velocity: Velocity) -> String {
    "\(decimals(velocity.x.value, 0)), \(decimals(velocity.y.value, 0))"
  }

  /// Returns the error in percent of the true speed, or in points per second if the true speed is 0.
  private func error(_ velocity: Velocity, _ truth: Velocity) -> String {
    let off = (velocity - truth).length.value
    let speed = truth.length.value
    return speed > 0 ? "\(decimals(100 * off / speed, 1)) %" : decimals(off, 0)
  }

  private func bar(_ speed: Double, of fastest: Double) -> String {
    guard fastest > 0 else { return "" }
    let length = Int((16 * speed / fastest).rounded())
    return String(repeating: Terminal.hasUnicode ? "█" : "#", count: length)
  }
}
