import ArgumentParser
import Flickbook

struct SynthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "synth",
    abstract: "Synthesize a recording of a gesture, with its true velocity in the note.",
    discussion: HelpDetail.text(
      """
      A simulated finger makes smooth (minimum-jerk) movements, and a simulated device adds realistic \
      noise; the same seed always gives the same recording. Without -o, the recording goes to standard output.

      To make a folder of recordings by several people, use 'flickbook corpus synth'.

      The gestures:

      \(gestureLines)
      """,
      example: """
        flickbook synth flick --from 195,650 --to 195,450 -o flick.yml
        flickbook synth flick --case sheet/flick-up --intent half
        """,
      readOn: "docs/first-recording.md"))

  @Argument(help: "The gesture; the list is above.", completion: .gestures)
  var gesture: String?

  @Option(
    name: [.customShort("o", allowingJoined: true), .long], help: "The recording to write.",
    completion: .file())
  var output: String?

  @Option(name: .customLong("case"), help: "Create a case in Recordings/, named scenario/name.")
  var caseName: String?

  @Option(
    help: .detail("With --case: a preset of the scenario, or a YAML file with a preset."),
    completion: .presets)
  var preset: String?

  @Option(
    name: .customLong("set"),
    help: .detail("With --case: a setting, such as start=half; repeatable."),
    completion: .settings)
  var settings: [String] = []

  @Option(help: "The start of the gesture, x,y in points.")
  var from: String?

  @Option(help: "The end of the gesture, x,y in points.")
  var to: String?

  @Option(parsing: .unconditional, help: "The speed of the flick, in points per second.")
  var speed: Double?

  @Option(parsing: .unconditional, help: .detail("The scan rate of the device, in hertz."))
  var rate = 120.0

  @Option(
    parsing: .unconditional,
    help: .detail("The noise of each coordinate, as a standard deviation in points."))
  var noise = 0.2

  @Option(parsing: .unconditional, help: .detail("The fraction of scans that are lost, 0 to 0.9."))
  var dropped = 0.0

  @Option(parsing: .unconditional, help: "The seed of the random numbers.")
  var seed: UInt64 = 1

  @Option(help: "The target that the gesture intends, such as half; separate alternatives with |.")
  var intent: String?

  @Flag(help: "Simulate fingers on a touchpad instead of one finger on a touchscreen.")
  var touchpad = false

  @Option(help: "With --touchpad: the number of fingers that move together, 1 to 5; by default 2.")
  var fingers: Int?

  @OptionGroup(title: OptionTitle.output, visibility: .detail) var writing: OutputOptions

  func run() throws {
    try checkOutput()
    var recording = try recording()
    recording.start = try assignments(settings).last { $0.key == "start" }?.value
    if let caseName { return try makeCase(caseName, recording) }
    let bytes = libinputText(of: RecordingFile(format: .libinput, recordings: [recording]))
    guard let output, output != "-" else {
      return print(String(decoding: bytes, as: UTF8.self), terminator: "")
    }
    try writing.write(bytes, to: output, madeFrom: [])
    say("\(singleLine(output)): \(count(recording.events.count, "event")), \(recording.note ?? "")")
  }

  /// Throws if two destinations are given, or an option that does not apply to the destination.
  private func checkOutput() throws {
    try require(
      caseName == nil || output == nil, at: "--case", "found with -o", "leave one of them out")
    try require(
      caseName != nil || settings.isEmpty && preset == nil, at: "--set, --preset",
      "these options are for a case", "add --case SCENARIO/NAME")
    guard let output, output != "-" else { return try writing.checkUnused() }
    try writing.check(recording: output)
  }

  private func recording() throws -> Recording {
    let names = allGestures.map(\.name)
    let known = names.joined(separator: ", ")
    guard let gesture else {
      throw Failure(.usage, at: "flickbook synth", "no gesture was given", "use one of \(known)")
    }
    guard let known = SyntheticGesture.named(gesture) else {
      throw Failure.unknown(
        gesture, in: names, "flickbook synth: there is no gesture '\(gesture)'",
        otherwise: "'flickbook synth --help' lists them.")
    }
    guard touchpad || fingers == nil else {
      throw Failure(.usage, "--fingers: this option is for touchpads; add --touchpad.")
    }
    var digitizer = Digitizer(
      kind: touchpad ? .touchpad : .touchscreen, rate: rate, noise: Points(noise),
      droppedScans: dropped, seed: seed)
    digitizer.touchpadFingers = fingers ?? digitizer.touchpadFingers
    let options = SyntheticGesture.Options(
      from: try position("--from", from), to: try position("--to", to),
      speed: speed.map(PointsPerSecond.init),
      digitizer: digitizer,
      intent: intent)
    return try locating("flickbook synth") { try known.recording(options) }
  }

  private func position(_ option: String, _ text: String?) throws -> Position? {
    guard let text else { return nil }
    let numbers = text.split(separator: ",").map { Double($0) }
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else {
      throw Failure(.usage, at: option, "found '\(text)'", "give x,y in points, such as 195,650")
    }
    return Position(x: Points(x), y: Points(y))
  }

  private func makeCase(_ name: String, _ recording: Recording) throws {
    let scenario = try scenarioName(ofCase: name)
    let folder = "Recordings/\(name)"
    try require(
      !kindOfFile(at: folder).exists, .inputOutput, at: folder, "the case exists already",
      "choose another name")
    var request = ReplayRequest(scenario: scenario)
    if let preset { try request.usePreset(preset) }
    request.assignments += try assignments(settings)
    try request.check()
    if let intent { try checkIntent(intent, of: request, called: scenario) }
    try NewCase(recording, request, in: folder).write()
    reportCreatedCase(folder)
  }

  /// The gestures, one in each line.
  private static var gestureLines: String {
    allGestures.map { "\($0.name): \($0.summary)" }.joined(separator: "\n")
  }
}
