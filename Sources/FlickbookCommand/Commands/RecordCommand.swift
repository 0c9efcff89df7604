import ArgumentParser
import EvdevDevices
import Flickbook
import Glibc

/// `flickbook record`: captures what a hand does on a real device.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record a touchpad or touchscreen until Ctrl-C.",
    discussion: """
      Only touch axes, touch buttons and mouse buttons are recorded; a keyboard, or a surface with \
      keys for text or digits, is not even opened. Nobody else may read the file, unless you \
      --share it. While it runs, the recording is FILE.partial, which is readable at any time; it becomes FILE when it \
      is whole. Where the kernel dropped events, the recording says so and goes on from the state \
      that the device then had.

      Several devices are recorded into one file, on one clock: replay FILE --device 2 takes the \
      second. While it runs, each has a file of its own, NAME-1.yml.partial and so on. A device that \
      goes away ends its own part alone.

      With --case the recording goes into a folder of Recordings, with a case.yml beside it, so that \
      'flickbook test' finds it once its run is accepted.

      With --adb it records the touchscreen of a phone that is attached by USB or network and has \
      USB debugging turned on; DEVICE is then one of the phone's. Surfaces with keys for digits are \
      refused there, too; letters are allowed, because many touchscreens of phones list them for the \
      signs that wake the phone.

      Exits with 0 when it ended as asked, 130 when Ctrl-C came before that, 66 without a device, \
      74 when the device went away, the disk is full or adb fails, 77 when you may not read the \
      device.
      """)

  @Argument(
    help: ArgumentHelp(
      """
      A device: a path, event5, touchpad, touchscreen or a part of its name; several are recorded \
      into one file. Not needed when there is only one.
      """, valueName: "device"))
  var devices: [String] = []

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The recording to write; there must be none yet.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    name: .customLong("case"),
    help: ArgumentHelp(
      """
      Make a case of it in Recordings/, such as sheet/flick-up-from-half; with --split, one of each \
      gesture.
      """,
      valueName: "scenario/gesture"))
  var caseName: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("End after this many seconds.", valueName: "seconds"))
  var duration: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("End when the last finger has left this many times.", valueName: "n"))
  var gestures: Int?

  @Option(help: "The target that you mean to reach, such as half; kept in the recording.")
  var intent: String?

  @Option(help: "Where the surface stands at the start, such as half; kept in the recording.")
  var start: String?

  @Option(help: "Anything worth saying about the recording; kept in it.")
  var note: String?

  @Option(
    help: ArgumentHelp(
      "Where the events come from, when not from the device itself; kept in the recording."))
  var source: String?

  @OptionGroup var panel: PanelOptions

  @Flag(help: "Record the touchscreen of a phone, through adb.")
  var adb = false

  @Option(
    help: ArgumentHelp(
      "With --adb: the phone, as 'adb devices' lists it. Not needed when there is only one.",
      valueName: "serial"))
  var serial: String?

  @Flag(help: "Take the device away from everybody else, the desktop too, while recording.")
  var grab = false

  @Flag(help: "Write each gesture to a file of its own, trimmed to it: NAME-1.yml, NAME-2.yml, ….")
  var split = false

  @Flag(help: "Let others on this machine read the recording, as far as the umask lets them.")
  var share = false

  @Flag(
    help: """
      Record the surface of a device that also has keys for text or digits. The keys are never \
      recorded, but touches may tell what was typed beside them.
      """)
  var despiteKeys = false

  func validate() throws {
    guard (output == nil) != (caseName == nil) else {
      let found = output == nil ? "no place" : "both a file and a case"
      throw ValidationError(
        "Found \(found) to record to; give either -o FILE or --case SCENARIO/GESTURE.")
    }
    if let output, let fault = fault(ofRecordingName: output) {
      throw ValidationError("--output: \(fault)")
    }
    if devices.count > 1 {
      let together = [
        ("--adb", adb, "a phone's touchscreen is recorded alone"),
        ("--split", split, "a gesture's own file is of one device"),
        ("--case", caseName != nil, "a case is of one device"),
      ]
      for (option, isGiven, reason) in together where isGiven {
        throw ValidationError("\(option): \(reason); name one device, or leave it out.")
      }
    }
    if adb, grab {
      throw ValidationError("--grab: it acts on devices of this machine alone; leave out --adb.")
    }
    if serial != nil, !adb {
      throw ValidationError("--serial: it names a phone; add --adb.")
    }
    if let duration, !(duration > 0 && duration.isFinite) {
      throw ValidationError("--duration: found \(plain(duration)); give seconds above 0.")
    }
    if let gestures, gestures < 1 {
      throw ValidationError("--gestures: found \(gestures); give at least 1.")
    }
  }

  /// The case that was asked for; nil when none was.
  private func recordedCase() throws(Failure) -> RecordedCase? {
    guard let caseName else { return nil }
    return try RecordedCase(caseName, intent: intent, isSplit: split)
  }

  func run() throws {
    try recordedCase()?.checkPlace()
    let code = try record()
    guard code == .success else { throw code }
  }

  private func record() throws(Failure) -> ExitCode {
    let stop = try orDeviceFailure { () throws(DeviceError) in try StopSwitch() }
    let source = try orDeviceFailure { () throws(DeviceError) in try openedSource(stop: stop) }
    guard let source else { return .interrupted }
    let devices = source.descriptions
    var statuses = devices.map { status(of: $0.device) }
    let names = devices.count > 1 ? devices.map(\.device.name) : []
    let outcome: RecordingSession.Outcome
    do throws(RecordingOutputError) {
      outcome = try session(reportingEvery: statuses.first?.interval)
        .record(source, stop: stop) { index, signal, progress in
          if case .ended(.unplugged)? = signal, !names.isEmpty {
            statuses[index].clear()
            printError(
              "\(devices[index].path): \(names[index]) went away; what it did until then is recorded."
            )
          }
          statuses[index].show(progress, of: names)
        }
    } catch {
      statuses.first?.clear()
      throw Failure(.inputOutput, error.description)
    }
    statuses.first?.clear()
    printSummary(of: outcome, path: devices.map(\.path).joined(separator: ", "))
    if let device = devices.first?.device {
      try recordedCase()?.make(of: outcome.paths, on: device.kind)
    }
    return exitCode(for: outcome)
  }

  /// The devices that are to be recorded; nil if Ctrl-C came while a phone was looked for.
  private func openedSource(stop: StopSwitch) throws(DeviceError) -> RecordingSource? {
    if adb {
      stop.pressOnSignals()
      do throws(AdbError) {
        return try AndroidDevice.chosen(
          named: devices.first, serial: serial, despiteKeys: despiteKeys, stop: stop
        ).map(RecordingSource.phone)
      } catch { throw .adb(error) }
    }
    var readers: [DeviceReader] = []
    for path in try pickedNodes(named: devices, several: !split && caseName == nil) {
      let opened = try InputDevice(opening: path, despiteKeys: despiteKeys)
      if grab { try opened.grab() } else { warn(about: opened) }
      readers.append(DeviceReader(opened))
    }
    // Only now, so that Ctrl-C still ends the question which device is meant.
    stop.pressOnSignals()
    return .devices(readers)
  }

  private func status(of device: DeviceDescription) -> RecordingStatus {
    var device = device
    panel.apply(to: &device)
    return RecordingStatus(device)
  }

  private func session(reportingEvery interval: Seconds?) -> RecordingSession {
    RecordingSession(
      destination: caseName.map { .caseFolder("Recordings/\($0)") } ?? .file(output ?? ""),
      settings: Capture.Settings(
        intent: intent, note: note, source: source, gestureLimit: gestures, isSplit: split,
        start: start, orientation: panel.orientation),
      limits: ReadingLimits(duration: duration.map { Seconds($0) }, quietInterval: interval),
      isShared: share)
  }

  private func warn(about opened: borrowing InputDevice) {
    if !opened.wasCheckedBeforeOpening {
      printError(
        """
        \(opened.path): /sys/class/input does not list it, so it had to be opened to see that it \
        is a touch device, which it is.
        """)
    }
    if opened.isGrabbedByAnother() {
      printError(
        """
        \(opened.path): another program has grabbed it, so nothing will arrive until that lets \
        go; find it: sudo fuser -v \(opened.path)
        """)
    }
  }

  private func printSummary(of outcome: RecordingSession.Outcome, path: String) {
    let progress = outcome.progress
    let milliseconds = progress.spanMicroseconds / 1000
    let fraction = String(milliseconds % 1000 + 1000).dropFirst()
    for file in outcome.paths { say(singleLine(file)) }
    say(
      """
      \(count(progress.gestures, "gesture")), \(count(progress.frames, "frame")), \
      \(count(progress.events, "event")) in \(milliseconds / 1000).\(fraction) s
      """)
    if progress.drops > 0 {
      printError(
        """
        \(path): the kernel dropped events \(count(progress.drops, "time")), because they were \
        not fetched in time; \(count(progress.resynchronizedEvents, "value")) were taken over \
        anew; the recording says where: flickbook inspect \(outcome.paths.first ?? "FILE")
        """)
    }
    if progress.unfinishedGestures > 0 {
      printError("\(path): a finger was still down at the end; the last gesture is cut short.")
    }
    if case .device(.unplugged) = outcome.end, outcome.departures.isEmpty {
      printError("\(path): the device went away; everything until then is recorded.")
    }
    if case .device(.failed(let error)) = outcome.end, outcome.departures.isEmpty {
      printError(error.description)
    }
    for departure in outcome.departures {
      if case .failed(let error) = departure.end { printError(error.description) }
    }
  }

  private func exitCode(for outcome: RecordingSession.Outcome) -> ExitCode {
    guard outcome.departures.isEmpty else { return .inputOutput }
    return switch outcome.end {
    case .gestures, .device(.elapsed): .success
    case .device(.stopped): duration == nil && gestures == nil ? .success : .interrupted
    case .device(.unplugged), .device(.failed): .inputOutput
    }
  }
}
