import ArgumentParser
import CaseFolders
import EvdevDevices
import Flickbook

/// `flickbook play`: plays a recording into a virtual device.
struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play a recording into a virtual touch device, in real time.",
    discussion: HelpDetail.text(
      """
      With --uinput, the kernel creates a device with the name, numbers, axes and properties of the recorded \
      device, and sends the recorded events at the recorded times. Every program that reads input \
      devices receives the touches, including the desktop. The device exists until the command ends. Creating \
      a device needs permission to write to /dev/uinput, which usually only root has.
      """,
      details: """
        Only touch axes, touch buttons and mouse buttons are played. Events that were lost during the \
        recording cannot be played. Ctrl-C lifts all fingers and removes the device.

        To play a recording into a web page or a window instead, use the Python package flickbook-drive.

        The exit status is 0 if the recording was played to its end, 130 if Ctrl-C stopped it, 66 if there \
        is no /dev/uinput, 74 if the kernel refuses the device, and 77 if you may not create devices.
        """,
      example: """
        sudo flickbook play flick.yml --uinput
        """,
      readOn: "docs/first-recording.md"))

  @Argument(help: "The recording, or a case; - is standard input.", completion: .file())
  var file: String

  @Flag(help: "Create a virtual device with uinput, and play the recording into it.")
  var uinput = false

  @Option(
    parsing: .unconditional,
    help: "The time before the first event, in seconds, so that programs can open the device.")
  var delay: Double = 1

  @OptionGroup(title: OptionTitle.device, visibility: .detail) var source: SourceOptions

  @Flag(help: "Print one line of JSON.")
  var json = false

  func run() throws {
    try require(
      uinput, at: "flickbook play", "found no place to play to",
      "add --uinput, which creates a touch device that all programs of this machine receive touches from"
    )
    let delay = Seconds(try checked("--delay", delay, 0...60, "seconds"))
    let path = try recordingPath(named: file)
    let recording = try source.recording(at: path).recording
    let schedule = try locating(path) { try PlaybackSchedule(recording) }
    let (outcome, node) = try played(schedule, after: delay)
    reportOmissions(from: schedule, at: path)
    if outcome.isLifted {
      printError("\(path): fingers or buttons were still down at the end; they were lifted.")
    }
    tell(outcome, of: schedule, at: path, node)
    if outcome.isStopped { throw ExitCode.interrupted }
  }

  private func played(
    _ schedule: PlaybackSchedule, after delay: Seconds
  ) throws -> (outcome: PlaybackOutcome, node: String?) {
    let interruption = Interruption()
    defer { interruption.end() }
    let device = try VirtualDevice(schedule.device)
    printError(
      """
      playing on \(device.node ?? "a new device"), '\(schedule.device.name)', for \
      \(plain(Double(schedule.microseconds / 1000) / 1000)) s; press Ctrl-C to stop
      """)
    var nextDrawing = Int64.min
    let outcome = try device.play(schedule, after: delay) {
      interruption.isAsked
    } report: { time in
      guard time >= nextDrawing else { return }
      // People cannot read a line that changes faster than ten times a second.
      nextDrawing = time + 100_000
      printProgress(progress(at: time, of: schedule))
    }
    printProgress("")
    return (outcome, device.node)
  }

  private func progress(at microseconds: Int64, of schedule: PlaybackSchedule) -> String {
    func seconds(_ microseconds: Int64) -> String {
      plain(Double(microseconds / 100_000) / 10)
    }
    guard microseconds >= 0 else { return "starts in \(seconds(-microseconds)) s" }
    return "\(seconds(microseconds)) of \(seconds(schedule.microseconds)) s"
  }

  private func reportOmissions(from schedule: PlaybackSchedule, at path: String) {
    if schedule.gapCount > 0 {
      printError(
        """
        \(path): events were lost \(count(schedule.gapCount, "time")) during the recording, and cannot be played; \
        find the gaps with: flickbook inspect \(path)
        """)
    }
    if schedule.omittedEventCount > 0 {
      printError(
        """
        \(path): \(count(schedule.omittedEventCount, "event")) cannot be played: keys, and events that the \
        description of the device does not list.
        """)
    }
  }

  private func tell(
    _ outcome: PlaybackOutcome, of schedule: PlaybackSchedule, at path: String, _ node: String?
  ) {
    let played = schedule.frames.prefix(outcome.frames).last?.microseconds ?? 0
    let seconds = Double(played) / 1e6
    let late = Double(outcome.largestLateness) / 1000
    show(
      [
        .data("file", path), .data("device", schedule.device.name), .data("node", node),
        .data("frames", outcome.frames), .data("events", outcome.events),
        .data("seconds", seconds), .data("largestLatenessMilliseconds", late),
        .data("gaps", schedule.gapCount), .data("omittedEvents", schedule.omittedEventCount),
        .data("lifted", outcome.isLifted), .data("interrupted", outcome.isStopped),
        .note(
          """
          \(count(outcome.frames, "frame")), \(count(outcome.events, "event")) in \(plain(seconds)) s; \
          by the clock of this machine, at most \(plain(late)) ms late
          """),
      ], json: json)
  }
}
