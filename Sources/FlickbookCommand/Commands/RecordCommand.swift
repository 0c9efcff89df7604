import ArgumentParser
import EvdevDevices
import Flickbook
import Glibc

/// `flickbook record`: records touch gestures from a real device.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record a touchpad or touchscreen until Ctrl-C.",
    discussion: HelpDetail.text(
      """
      Only touch axes, touch buttons and mouse buttons are recorded. Keyboards, and touch surfaces with \
      keys for text or digits, are not even opened. Only you may read the file, unless you pass --share.
      """,
      details: """
        During the recording, the file is FILE.partial, which you can read at any time; it is renamed to \
        FILE at the end. If the kernel drops events, the recording marks the gap and continues with the \
        state of the device after the gap.

        Several devices are recorded into one file, with a shared clock; 'flickbook replay FILE --device \
        2' replays the second device. During the recording, each device has its own file, NAME-1.yml.partial \
        and so on. If a device is disconnected, the others are still recorded.

        With --case, the recording becomes a case in Recordings, with a case.yml; 'flickbook test' tests \
        the case as soon as you have accepted its run.

        With --adb, the command records the touchscreen of a phone that is attached by USB or network and \
        has USB debugging turned on; DEVICE is then a device of the phone. Touchscreens with keys for digits \
        are refused. Touchscreens with keys for letters are allowed, because many phones report such \
        keys for the gestures that wake the phone.

        The exit status is 0 if the recording ended as requested, 130 if Ctrl-C ended it before that, 66 \
        if there is no device, 74 if the device was disconnected, the disk is full or adb failed, and 77 if \
        you may not read the device.
        """,
      example: """
        flickbook record -o flick.yml
        """,
      readOn: "docs/first-recording.md"))

  @Argument(
    help: ArgumentHelp(
      """
      A device: a path, event5, touchpad, touchscreen or a part of its name. Several devices are \
      recorded into one file. Optional if there is only one device.
      """, valueName: "device"))
  var devices: [String] = []

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The recording to write; an existing file is refused.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    name: .customLong("case"),
    help: ArgumentHelp(
      """
      Create a case in Recordings/, such as sheet/flick-up-from-half; with --split, one case for each \
      gesture.
      """,
      valueName: "scenario/gesture"))
  var caseName: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Stop after this many seconds.", valueName: "seconds"))
  var duration: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Stop after this many gestures; a gesture ends when the last finger lifts.", valueName: "n"))
  var gestures: Int?

  @Option(help: "The target that you intend to reach, such as half; stored in the recording.")
  var intent: String?

  @Option(help: "The start position of the surface, such as half; stored in the recording.")
  var start: String?

  @Option(help: "A note about the recording; stored in the recording.")
  var note: String?

  @Option(
    help: .detail(
      "The source of the events, if they do not come from the device; stored in the recording."))
  var source: String?

  @OptionGroup(title: OptionTitle.device, visibility: .detail) var panel: PanelOptions

  @Flag(help: "Record the touchscreen of a phone, through adb.")
  var adb = false

  @Option(
    help: .detail(
      "With --adb: the phone, as 'adb devices' lists it. Optional if there is only one phone.",
      valueName: "serial"))
  var serial: String?

  @Flag(
    help: .detail(
      "Grab the device, so that no other program, not even the desktop, gets its events."))
  var grab = false

  @Flag(help: "Write each gesture to its own file: NAME-1.yml, NAME-2.yml, ….")
  var split = false

  @Flag(help: .detail("Let other users read the recording, as far as the umask allows."))
  var share = false

  @Flag(
    help: .detail(
      """
      Record the touch surface of a device that also has keys for text or digits. The keys are never \
      recorded, but touches may reveal what was typed next to them.
      """))
  var despiteKeys = false

  func validate() throws {
    guard (output == nil) != (caseName == nil) else {
      let found = output == nil ? "no file" : "both a file and a case"
      throw ValidationError(
        "Found \(found) to record to; give either -o FILE or --case SCENARIO/GESTURE.")
    }
    if let output, let fault = fault(ofRecordingName: output) {
      throw ValidationError("--output: \(fault)")
    }
    if devices.count > 1 {
      let together = [
        ("--adb", adb, "a phone cannot be recorded together with other devices"),
        ("--split", split, "the file of a gesture has only one device"),
        ("--case", caseName != nil, "a case has only one device"),
      ]
      for (option, isGiven, reason) in together where isGiven {
        throw ValidationError("\(option): \(reason); name one device, or leave out \(option).")
      }
    }
    if adb, grab {
      throw ValidationError(
        "--grab: this option works only with devices of this machine; leave out --adb or --grab.")
    }
    if serial != nil, !adb {
      throw ValidationError("--serial: this option names a phone; add --adb.")
    }
    if let duration, !(duration > 0 && duration.isFinite) {
      throw ValidationError("--duration: found \(plain(duration)); give seconds above 0.")
    }
    if let gestures, gestures < 1 {
      throw ValidationError("--gestures: found \(gestures); give at least 1.")
    }
  }

  /// Returns the case that `--case` names; nil if the option was not given.
  private func recordedCase() throws -> RecordedCase? {
    guard let caseName else { return nil }
    return try RecordedCase(caseName, intent: intent, isSplit: split)
  }

  func run() throws {
    _ = try panel.request()
    // Check the folder before the recording, so that the user records no gesture in vain.
    try recordedCase()?.checkPlace()
    let code = try record()
    guard code == .success else { throw code }
  }

  private func record() throws -> ExitCode {
    let stop = try StopSwitch()
    let source = try openedSource(stop: stop)
    guard let source else { return .interrupted }
    let panel = try panel.request()
    var display = RecordingDisplay(source.descriptions, orientedBy: panel)
    printError("recording \(display.title); press Ctrl-C to end")
    defer { display.clear() }
    let outcome = try session(panel, reportingEvery: display.interval)
      .record(source, stop: stop) { display.show($1, $2, ofDevice: $0) }
    display.clear()
    outcome.report(on: display.paths)
    try recordedCase()?.make(of: outcome.paths)
    return exitCode(for: outcome)
  }

  /// Opens the devices to record; returns nil if the user pressed Ctrl-C during the search for a phone.
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
    // From now on, Ctrl-C ends only the recording. Until now, it ended the command, even while it asked for a device.
    stop.pressOnSignals()
    return .devices(readers)
  }

  private func session(
    _ panel: ReplayRequest, reportingEvery interval: Seconds?
  ) -> RecordingSession {
    RecordingSession(
      destination: caseName.map { .caseFolder("Recordings/\($0)") } ?? .file(output ?? ""),
      settings: Capture.Settings(
        intent: intent, note: note, source: source, gestureLimit: gestures, isSplit: split,
        start: start,
        orientation: PanelOrientation(rotation: panel.rotation ?? .none, flip: panel.flip ?? .none)),
      limits: ReadingLimits(duration: duration.map { Seconds($0) }, quietInterval: interval),
      isShared: share)
  }

  private func exitCode(for outcome: RecordingSession.Outcome) -> ExitCode {
    guard outcome.departures.isEmpty else { return .inputOutput }
    return switch outcome.end {
    case .gestures, .device(.elapsed): .success
    // Ctrl-C is the usual end of a recording without a limit, but interrupts a recording with a limit.
    case .device(.stopped): duration == nil && gestures == nil ? .success : .interrupted
    case .device(.unplugged), .device(.failed): .inputOutput
    }
  }
}
