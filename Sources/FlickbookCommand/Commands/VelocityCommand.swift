import ArgumentParser
import Flickbook

struct VelocityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "velocity",
    abstract: "Compare the velocity estimators on the pans of a recording.",
    discussion: HelpDetail.text(
      """
      The table has for each pan and estimator the live velocity (at the last sample before the lift) \
      and the release velocity, in pt/s, with standard errors along and across the direction of motion \
      if the estimator has them. For a synthetic recording, whose true velocity is known, the table \
      also has the error.
      """,
      example: """
        flickbook velocity flick.yml
        """,
      readOn: "docs/adding-an-estimator.md"))

  @Argument(help: "The recording, or a case.", completion: .file())
  var file: String

  @OptionGroup var given: CorrectedSource

  @Option(parsing: .unconditional, help: "Only this pan, counted from 1.")
  var pan: Int?

  @Option(parsing: .unconditional, help: requestHelp("touchpad-fingers", hasPresets: false))
  var touchpadFingers: String?

  @Flag(help: "Print one line of JSON for each pan and estimator.")
  var json = false

  func run() throws {
    let file = try recordingPath(named: file)
    let recording = try given.recording(at: file).recording
    try require(
      touchpadFingers == nil || recording.device.kind == .touchpad, at: "--touchpad-fingers",
      "this option is for touchpads, but \(file) is from a touchscreen", "leave it out")
    var request = ReplayRequest(scenario: "")
    if let touchpadFingers { try request.set("touchpad-fingers", to: touchpadFingers) }
    let mapping = try locating(file) { try request.mapping(of: recording.mappedDevice) }
    let options = try locating(file) { try request.panOptions(for: recording) }
    let all = recording.pans(mapping: mapping, options: options)
    let pans = all.filter { pan == nil || $0.number == pan }
    guard !pans.isEmpty else {
      guard let pan, !all.isEmpty else {
        try locating(file) {
          if let missing = try request.missingGesture(in: recording) { throw missing }
        }
        throw Failure(
          .badInput, at: file, "the recording has no pan", "'flickbook inspect' shows its contents")
      }
      throw Failure(
        .usage, at: "pan \(pan)", "the recording has \(count(all.count, "pan"))",
        "'flickbook inspect' lists them")
    }
    let truths = recording.trueReleaseVelocities
    for pan in pans {
      let truth = truths.indices.contains(pan.touch - 1) ? truths[pan.touch - 1] : nil
      var table = VelocityTable(
        samples: pan.samples, releaseMicroseconds: pan.releaseMicroseconds)
      // Discard estimates beyond the fastest plausible pan, as a replay does.
      for index in table.rows.indices {
        table.rows[index].release = table.rows[index].release.discardingImplausibleSpeed
        table.rows[index].live = table.rows[index].live.map { $0.discardingImplausibleSpeed }
      }
      let fastest = table.rows.map { $0.release.velocity.length.value }.max() ?? 0
      let rows = table.rows.map { report(on: $0, of: pan, truth: truth, fastest: fastest) }
      if json {
        for row in rows { printJSON(row.fields) }
      } else {
        let report: Report = [.note(headline(of: pan, truth: truth)), .table("rows", rows)]
        say("\(report.text)\n")
      }
    }
  }

  private func headline(of pan: RecordedPan, truth: Velocity?) -> String {
    let span =
      Double((pan.samples.last?.microseconds ?? 0) - (pan.samples.first?.microseconds ?? 0)) / 1e6
    return "pan \(pan.number): \(count(pan.samples.count, "sample")) in \(decimals(span, 3)) s"
      + (truth.map { ", true release velocity \(text(of: $0)) pt/s" } ?? "")
  }

  private func report(
    on row: VelocityTable.Row, of pan: RecordedPan, truth: Velocity?, fastest: Double
  ) -> Report {
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
