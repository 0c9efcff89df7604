import ArgumentParser
import Flickbook

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show the contents of recordings, and check them for problems.",
    discussion: HelpDetail.text(
      """
      The report lists for each device: its kind and size, the regularity of its reports, its contacts \
      and its pans with their velocity, and warnings that you should know before you trust the \
      recording. 'flickbook explain WORD' explains a word in the report.
      """,
      details: """
        For a touchpad, the report also lists the gestures that libinput recognizes, because compositors and \
        shells on Linux receive these. Their lengths are in libinput's unit: 10.5 units are 1 mm of finger.

        For the output of libinput debug-events, which has gestures and no contacts, the report lists the pans \
        and states what is unknown. If a recording has both the events of the device and those of libinput, the \
        report states whether Flickbook recognizes the same gestures.

        With --privacy, the report lists instead what the recordings reveal about their owner, and which \
        of these details 'flickbook convert --anonymous' removes.

        With --strict, the exit status is 1 if there is a warning or a problem, or, with --privacy, a \
        detail that can be removed.
        """,
      example: """
        flickbook inspect flick.yml
        """,
      readOn: "docs/recording-format.md"))

  @Argument(help: "Recordings in any format, or cases; - is standard input.", completion: .file())
  var files: [String] = []

  @Option(help: descriptionHelp, completion: .file())
  var desc: String?

  @OptionGroup(title: OptionTitle.device, visibility: .detail) var axes: AxisOptions

  @OptionGroup(title: OptionTitle.device, visibility: .detail) var device: DeviceCorrections

  @Option(parsing: .unconditional, help: requestHelp("touchpad-fingers", hasPresets: false))
  var touchpadFingers: String?

  @Option(
    help: "The velocity estimator for the pans, such as android.lsq2:horizon=80.",
    completion: .estimators)
  var estimator: String?

  @Option(help: requestHelp("libinput-version", hasPresets: false))
  var libinputVersion: String?

  @Flag(help: "List what the recordings reveal about their owner.")
  var privacy = false

  @Flag(help: "Print one line of JSON for each device; with --privacy, for each file.")
  var json = false

  @Flag(help: "Exit with status 1 if there are warnings or problems.")
  var strict = false

  func run() throws {
    try require(
      !files.isEmpty, at: "flickbook inspect", "no recording was given", "name one or more files")
    let panOptions = [
      (touchpadFingers, "--touchpad-fingers"), (estimator, "--estimator"),
      (libinputVersion, "--libinput-version"),
    ]
    if privacy, let other = panOptions.first(where: { $0.0 != nil }) {
      throw Failure(
        .usage, at: "--privacy", "this report lists neither pans nor gestures",
        "leave out \(other.1)")
    }
    let (request, device) = (try request(), try device.request())
    var isSuspicious = false
    try processEach(
      Array(files.enumerated()), at: "flickbook inspect", problem: "files cannot be read"
    ) { index, file in
      if index > 0 && !json { say() }
      if privacy {
        let path = try recordingPath(named: file)
        let report = try PrivacyReport(on: path, description: desc)
        show(report.report, json: json)
        if report.hasRemovableDetails { isSuspicious = true }
        return
      }
      let reports = try reports(on: file, correctedBy: device, request)
      for report in reports { show(report.report, json: json) }
      if reports.contains(where: \.isSuspicious) { isSuspicious = true }
    }
    if strict && isSuspicious { throw ExitCode.differences }
  }

  /// Returns a request without scenario, with the options that change how contacts become pans.
  private func request() throws -> ReplayRequest {
    var request = ReplayRequest(scenario: "")
    if let touchpadFingers { try request.set("touchpad-fingers", to: touchpadFingers) }
    if let libinputVersion { try request.set("libinput-version", to: libinputVersion) }
    if let estimator {
      _ = try Estimator.named(estimator)
      request.estimator = estimator
    }
    return request
  }

  private func reports(
    on file: String, correctedBy device: ReplayRequest, _ request: ReplayRequest
  ) throws -> [InspectionReport] {
    let activity = ActivityLine("reading the recording")
    defer { activity.end() }
    let path = try recordingPath(named: file)
    var loaded = try loadedRecordingFile(at: path, description: desc).file
    try axes.add(to: &loaded, correctedBy: device, at: file)
    let option =
      touchpadFingers != nil
      ? "--touchpad-fingers" : libinputVersion != nil ? "--libinput-version" : nil
    if let option, !loaded.recordings.contains(where: { $0.device.kind == .touchpad }) {
      throw Failure(
        .usage, at: option, "this option is for touchpads, but \(file) is from a touchscreen",
        "leave it out")
    }
    return loaded.recordings.enumerated().map { index, recording in
      InspectionReport(
        file: inputName(file), format: loaded.format,
        device: index + 1, devices: loaded.recordings.count, recording: recording,
        warnings: index == 0 ? loaded.warnings : [], request: request)
    }
  }
}
