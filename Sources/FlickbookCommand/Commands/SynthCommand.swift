import ArgumentParser
import Flickbook

struct SynthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "synth",
    abstract: "Synthesize a recording of a gesture, with its true velocity in the note.",
    discussion: """
      A simulated finger makes smooth (minimum-jerk) movements, and a simulated device adds realistic \
      noise; the same seed always gives the same recording. Without -o, the recording goes to standard output.

      Example: flickbook synth flick --from 195,650 --to 195,450 --speed 1500 -o flick.yml
               flickbook synth flick --case sheet/flick-up --intent half

      --corpus N makes a folder of N recordings by several simulated people with different habits. For \
      each recording, a target of the scenario is chosen at random, and the person makes the gesture \
      that they expect to move the surface to this target. The labels hold the intent, the person and the \
      session. The scenario is sheet, pip, modal or card, with the settings of --preset and --set; if \
      the surface can be dismissed, some gestures intend a dismissal.

      Example: flickbook synth --corpus 500 --scenario sheet --set start=half -o people
      """)

  @Argument(help: "The gesture; --list prints all gestures.", completion: .gestures)
  var gesture: String?

  @Option(
    name: [.customShort("o", allowingJoined: true), .long], help: "The recording to write.",
    completion: .file())
  var output: String?

  @Option(name: .customLong("case"), help: "Create a case in Recordings/, named scenario/name.")
  var caseName: String?

  @Option(
    parsing: .unconditional,
    help: "Make a folder with this number of recordings by several people.")
  var corpus: Int?

  @Option(
    help:
      "With --corpus: the number of people. (default: one for every 25 recordings, from 2 to 20)")
  var people: Int?

  @Option(
    help: "With --corpus: the scenario, sheet, pip, modal or card. (default: sheet)",
    completion: .scenarios
  )
  var scenario: String?

  @Option(
    help: "With --case or --corpus: a preset of the scenario, or a YAML file with a preset.",
    completion: .presets)
  var preset: String?

  @Option(
    name: .customLong("set"),
    help: "A setting for the case or the corpus, such as start=half; repeatable.",
    completion: .settings)
  var settings: [String] = []

  @Option(help: "The start of the gesture, x,y in points.")
  var from: String?

  @Option(help: "The end of the gesture, x,y in points.")
  var to: String?

  @Option(parsing: .unconditional, help: "The speed of the flick, in points per second.")
  var speed: Double?

  @Option(parsing: .unconditional, help: "The scan rate of the device, in hertz.")
  var rate = 120.0

  @Option(
    parsing: .unconditional,
    help: "The noise of each coordinate, as a standard deviation in points.")
  var noise = 0.2

  @Option(parsing: .unconditional, help: "The fraction of scans that are lost, 0 to 0.9.")
  var dropped = 0.0

  @Option(parsing: .unconditional, help: "The seed of the random numbers.")
  var seed: UInt64 = 1

  @Option(help: "The target that the gesture intends, such as half; separate alternatives with |.")
  var intent: String?

  @Flag(help: "Simulate two fingers on a touchpad instead of one finger on a touchscreen.")
  var touchpad = false

  @Flag(help: "List the gestures, and exit.")
  var list = false

  @OptionGroup var writing: OutputOptions

  func run() throws {
    if list {
      let others: [Any?] = [
        gesture, output, caseName, corpus, people, scenario, preset, settings.first, from, to,
        speed,
        intent,
      ]
      guard !touchpad, others.allSatisfy({ $0 == nil }) else {
        throw Failure(
          .usage,
          "--list: this option only lists the gestures; leave out everything else, or --list.")
      }
      return printList()
    }
    if let corpus { return try makeCorpus(of: corpus) }
    guard people == nil, scenario == nil else {
      throw Failure(
        .usage, "--people, --scenario: found without --corpus; add --corpus N.")
    }
    try checkOutput()
    var recording = try recording()
    recording.start = try assignments(settings).last { $0.key == "start" }?.value
    let file = RecordingFile(format: .libinput, recordings: [recording])
    let bytes = libinputText(of: file)
    if let caseName { return try makeCase(caseName, bytes) }
    guard let output, output != "-" else {
      return print(String(decoding: bytes, as: UTF8.self), terminator: "")
    }
    try writing.write(bytes, to: output, madeFrom: [])
    say("\(singleLine(output)): \(count(recording.events.count, "event")), \(recording.note ?? "")")
  }

  /// Throws if two destinations are given, or an option that does not apply to the destination.
  private func checkOutput() throws(Failure) {
    guard caseName == nil || output == nil else {
      throw Failure(.usage, "--case: found with -o; leave one of them out.")
    }
    guard caseName != nil || settings.isEmpty && preset == nil else {
      throw Failure(
        .usage,
        "--set, --preset: these options are for a case or a corpus; add --case SCENARIO/NAME or "
          + "--corpus N."
      )
    }
    guard let output, output != "-" else { return try writing.checkUnused() }
    try writing.check(recording: output)
  }

  private func recording() throws(Failure) -> Recording {
    let names = allGestures.map(\.name)
    let known = names.joined(separator: ", ")
    guard let gesture else {
      throw Failure(
        .usage, "flickbook synth: no gesture was given; use one of \(known).")
    }
    guard let known = SyntheticGesture.named(gesture) else {
      throw Failure.unknown(
        gesture, in: names, "flickbook synth: there is no gesture '\(gesture)'",
        otherwise: "'flickbook synth --list' names them.")
    }
    let options = SyntheticGesture.Options(
      from: try position("--from", from), to: try position("--to", to),
      speed: speed.map(PointsPerSecond.init),
      digitizer: Digitizer(
        kind: touchpad ? .touchpad : .touchscreen, rate: rate, noise: Points(noise),
        droppedScans: dropped, seed: seed),
      intent: intent)
    do throws(SyntheticHandError) { return try known.recording(options) } catch {
      throw Failure(.usage, "flickbook synth: \(error.description)")
    }
  }

  private func position(_ option: String, _ text: String?) throws(Failure) -> Position? {
    guard let text else { return nil }
    let numbers = text.split(separator: ",").map { Double($0) }
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else {
      throw Failure(.usage, "\(option): found '\(text)'; give x,y in points, such as 195,650.")
    }
    return Position(x: Points(x), y: Points(y))
  }

  private func makeCase(_ name: String, _ bytes: [UInt8]) throws(Failure) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, !parts[1].hasPrefix(".") else {
      throw Failure(
        .usage, "--case: found '\(name)'; give SCENARIO/NAME, such as sheet/flick-up."
      )
    }
    do throws(SettingError) { _ = try Flickbook.scenario(named: parts[0]) } catch {
      throw Failure(error)
    }
    let folder = "Recordings/\(name)"
    guard !kindOfFile(at: folder).exists else {
      throw Failure(.inputOutput, "\(folder): the case exists already; choose another name.")
    }
    let text = try caseSettings(scenario: parts[0], in: folder)
    _ = try orFail { () throws(FileError) in
      try writeCase(recording: bytes, settings: text, at: folder)
    }
    reportCreatedCase(folder)
  }

  private func caseSettings(
    scenario: String, in folder: String
  ) throws(Failure) -> String {
    var request = ReplayRequest(scenario: scenario)
    if let preset { try request.usePreset(preset) }
    request.assignments += try assignments(settings)
    if touchpad { request.beginPansWithoutSlop() }
    do throws(SettingError) { try request.check() } catch { throw Failure(error) }
    if let intent { try checkIntent(intent, of: request, called: scenario) }
    return try caseText(of: request, in: folder)
  }

  private func printList() {
    for gesture in allGestures {
      let space = String(repeating: " ", count: max(1, 26 - gesture.name.count))
      say("\(gesture.name)\(space)\(gesture.summary)")
    }
  }
}
