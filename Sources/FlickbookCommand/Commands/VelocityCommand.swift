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
      let report = PanVelocityReport(pan: pan, truth: truth)
      if json {
        for row in report.rows { printJSON(row.fields) }
      } else {
        say("\(report.report.text)\n")
      }
    }
  }
}
