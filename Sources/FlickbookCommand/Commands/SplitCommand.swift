import ArgumentParser
import Flickbook

struct SplitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "split",
    abstract: "Split a recording into one file for each gesture.",
    discussion: HelpDetail.text(
      """
      A gesture lasts from the first touch until all fingers have lifted; every contact belongs to \
      exactly one gesture. The files are named after the recording, with a number. Each file replays \
      exactly like the file that 'flickbook trim' makes for the same times.

      INPUT may have any format; the files are libinput recordings. If one of the files exists already, \
      no file is written, unless you pass --force.
      """,
      example: """
        flickbook split long.yml -o gestures
        """,
      readOn: "docs/first-recording.md"))

  @Argument(help: "The recording, or a case; - is standard input.", completion: .file())
  var input: String

  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")],
    help: ArgumentHelp(
      "The folder to write the files to; it is created if it is missing.", valueName: "dir"),
    completion: .directory)
  var output: String

  @Option(
    parsing: .unconditional,
    help: "The time without contacts to keep before and after each gesture, in seconds.")
  var quiet: Double = 0.1

  @OptionGroup var given: CorrectedSource

  @Flag(help: "Print one line of JSON for each gesture.")
  var json = false

  @OptionGroup(title: OptionTitle.output, visibility: .detail) var writing: OutputOptions

  func run() throws {
    let quiet = Seconds(try checked("--quiet", quiet, 0...60, "seconds"))
    let input = try recordingPath(named: input)
    let loaded = try given.recording(at: input)
    let gestures = loaded.recording.gestureRanges(quiet: quiet)
    guard !loaded.recording.hasOnlyGestures else {
      throw Failure(
        .badInput,
        """
        \(input): the recording has the gestures that libinput recognized and no contacts; extract one gesture by \
        time with 'flickbook trim --from SECONDS --to SECONDS'.
        """)
    }
    try require(
      !gestures.isEmpty, .badInput, at: input, "the recording has no touches",
      "'flickbook inspect' shows its contents")
    let paths = (1...gestures.count).map { path(ofGesture: $0, of: gestures.count) }
    try checkPlaces(paths)
    // Correct the clock once for all gestures, because the correction reads the whole recording.
    let corrected = loaded.recording.clockCorrection.recording
    let preserved = loaded.file.preserved.only(device: given.source.device ?? 1)
    let parts = zip(gestures, paths).map { gesture, path in
      let part = RecordingFile(
        format: .libinput, recordings: [corrected.slice(gesture.events)], preserved: preserved)
      return NewFile(path: lastPart(of: path), bytes: libinputText(of: part))
    }
    try writing.write(parts, in: output, madeFrom: [input] + given.source.files)
    for (index, gesture) in gestures.enumerated() {
      tell(index + 1, gesture, paths[index], corrected)
    }
    reportMissingRanges(of: loaded.recording, at: input)
    if gestures.last?.isUnfinished == true {
      printError("\(input): a finger was still down at the end; the last gesture is cut short.")
    }
  }

  /// Returns the path of the file of a gesture.
  private func path(ofGesture number: Int, of count: Int) -> String {
    let digits = zeroPadded(number, upTo: count)
    return "\(output)/\(input == "-" ? "gesture" : stem(of: input))-\(digits).yml"
  }

  /// Throws if the output folder or one of `paths` cannot be used; call this method before any file is written.
  private func checkPlaces(_ paths: [String]) throws {
    try require(
      !output.isEmpty && output != "-", at: "--output", "found '\(output)'",
      "give the name of a folder")
    switch kindOfFile(at: output) {
    case .nothing, .folder: break
    case .file, .stream:
      throw Failure(.usage, at: output, "found a file", "give the name of a folder")
    }
    let recording = try recordingPath(named: input)
    for path in paths {
      try require(
        recording == "-" || !isSameFile(recording, path), at: path, "this is the input recording",
        "give another folder")
      guard kindOfFile(at: output).exists else { continue }
      try writing.check(file: path)
    }
  }

  private func tell(
    _ number: Int, _ gesture: GestureRange, _ path: String, _ recording: Recording
  ) {
    let events = recording.events[gesture.events]
    let zero = recording.events.first?.microseconds ?? 0
    func seconds(_ microseconds: Int64?) -> Double { Double((microseconds ?? zero) &- zero) / 1e6 }
    let report: Report = [
      .note(singleLine(path)), .data("gesture", number), .data("file", path),
      // The part begins at the time of its first SYN_REPORT, because the events of a report count at this time.
      .data("from", seconds(events.first { $0.isReport }?.microseconds)),
      .data("to", seconds(events.last?.microseconds)),
      .data("touchFrom", seconds(gesture.firstMicroseconds)),
      .data("touchTo", seconds(gesture.lastMicroseconds)), .data("contacts", gesture.contacts),
      .data("events", events.count), .data("unfinished", gesture.isUnfinished),
    ]
    show(report, json: json)
  }
}
