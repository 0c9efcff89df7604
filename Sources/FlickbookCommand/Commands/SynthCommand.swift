import ArgumentParser
import Flickbook

struct SynthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "synth",
    abstract: "Make up a recording of a gesture, with its true velocity in the note.",
    discussion: """
      The hand moves in minimum-jerk strokes and the device sees it as imperfectly as real ones do; \
      the same seed always gives the same recording. Without -o it goes to standard output.

      Example: flickbook synth flick --from 195,650 --to 195,450 --speed 1500 -o flick.yml
               flickbook synth flick --case sheet/flick-up --intent half

      With --corpus N it makes a folder of N recordings by several people with habits of their own. \
      Each wants the surface to go to one of the places of the scenario, drawn beforehand, and does \
      what it believes will take it there; the recordings say what was meant, by whom and in which \
      session. The scenario is a sheet, pip, modal or card, as --preset, --set and so on make it; \
      where it can be dismissed, some want it gone.

      Example: flickbook synth --corpus 500 --scenario sheet --set start=half -o people
      """)

  @Argument(help: "The gesture; --list names them all.", completion: .gestures)
  var gesture: String?

  @Option(
    name: [.customShort("o", allowingJoined: true), .long], help: "Where to write the recording.",
    completion: .file())
  var output: String?

  @Option(name: .customLong("case"), help: "Make a case of it in Recordings/, as scenario/name.")
  var caseName: String?

  @Option(
    parsing: .unconditional, help: "Make a folder of so many recordings by several people.")
  var corpus: Int?

  @Option(help: "How many people make a corpus. (default: one for 25 recordings, 2 to 20)")
  var people: Int?

  @Option(
    help:
      "What the surface is on which the people of a corpus act: sheet, pip, modal or card. (default: sheet)",
    completion: .scenarios
  )
  var scenario: String?

  @Option(
    help: "A preset of the scenario, or a file with one, for a case or where a corpus may go.",
    completion: .presets)
  var preset: String?

  @Option(
    name: .customLong("set"),
    help: "A setting for the case or the corpus, such as start=half; repeatable.",
    completion: .settings)
  var settings: [String] = []

  @Option(help: "Where the hand begins, x,y in points.")
  var from: String?

  @Option(help: "Where the hand goes, x,y in points.")
  var to: String?

  @Option(parsing: .unconditional, help: "The speed of the flick, in points per second.")
  var speed: Double?

  @Option(parsing: .unconditional, help: "How often the device scans, in hertz.")
  var rate = 120.0

  @Option(
    parsing: .unconditional,
    help: "The noise of each coordinate, in points; one standard deviation.")
  var noise = 0.2

  @Option(parsing: .unconditional, help: "The fraction of scans that are lost, 0 to 0.9.")
  var dropped = 0.0

  @Option(parsing: .unconditional, help: "What the random numbers start from.")
  var seed: UInt64 = 1

  @Option(help: "The target that the hand means, such as half; several with | between.")
  var intent: String?

  @Flag(help: "Record two fingers on a touchpad instead of one on a screen.")
  var touchpad = false

  @Flag(help: "List the gestures and exit.")
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
          .usage, "--list: it only lists the gestures; leave out everything else, or --list.")
      }
      return printList()
    }
    if let corpus { return try makeCorpus(of: corpus) }
    guard people == nil, scenario == nil else {
      throw Failure(
        .usage, "--people, --scenario: found without --corpus; give --corpus N with them.")
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

  /// Refuses what says twice, or not at all, where the recording goes.
  private func checkOutput() throws(Failure) {
    guard caseName == nil || output == nil else {
      throw Failure(.usage, "--case: it says where the recording goes; leave -o out.")
    }
    guard caseName != nil || settings.isEmpty && preset == nil else {
      throw Failure(
        .usage,
        "--set, --preset: they are for a case or a corpus; give --case SCENARIO/NAME or --corpus N."
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
      let near = nearestName(to: gesture, in: names)
      throw Failure(
        .usage,
        "flickbook synth: there is no gesture '\(gesture)'; "
          + (near.map { "did you mean '\($0)'?" } ?? "'flickbook synth --list' names them."))
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
        .usage, "--case: found '\(name)'; give scenario/what-the-hand-does, such as sheet/flick-up."
      )
    }
    do throws(SettingError) { _ = try Flickbook.scenario(named: parts[0]) } catch {
      throw Failure(error)
    }
    let folder = "Recordings/\(name)"
    guard !kindOfFile(at: folder).exists else {
      throw Failure(.inputOutput, "\(folder): the case is there already; choose another name.")
    }
    let text = try caseSettings(scenario: parts[0], in: folder)
    try orFail { () throws(FileError) in
      try writeCase(recording: bytes, settings: text, at: folder)
    }
    tellMade(folder)
  }

  private func caseSettings(
    scenario: String, in folder: String
  ) throws(Failure) -> String {
    var request = ReplayRequest(scenario: scenario)
    if let preset { try request.usePreset(preset) }
    request.assignments += try assignments(settings)
    if touchpad { request.beginPansAtOnce() }
    do throws(SettingError) { try request.check() } catch { throw Failure(error) }
    if let intent { try checkIntent(intent, of: request, called: scenario) }
    return caseText(of: request, in: folder)
  }

  private func printList() {
    for gesture in allGestures {
      let space = String(repeating: " ", count: max(1, 26 - gesture.name.count))
      say("\(gesture.name)\(space)\(gesture.summary)")
    }
  }
}
