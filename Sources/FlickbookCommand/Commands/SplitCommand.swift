import ArgumentParser
import Flickbook

struct SplitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "split",
    abstract: "Cut a recording into one file for each gesture.",
    discussion: """
      A gesture lasts from the first contact that comes down until none is left; every contact is in \
      exactly one. The files are called after the recording, with a number. Each replays like what \
      'flickbook trim' cuts out at the same times, which are counted from the first event.

      IN may have any format; the files are libinput recordings. None is written when one of them is \
      there already, unless you --force it.

      Example: flickbook split long.yml -o gestures
      """)

  @Argument(help: "The recording, or a case; - is standard input.", completion: .file())
  var input: String

  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")],
    help: ArgumentHelp(
      "The folder to write the files to; it is made where it is missing.", valueName: "dir"),
    completion: .directory)
  var output: String

  @Option(
    parsing: .unconditional,
    help: "How much of the time without contacts to keep before and after, in seconds.")
  var quiet: Double = 0.1

  @OptionGroup var source: SourceOptions

  @OptionGroup var device: DeviceCorrections

  @Flag(help: "Print a line of JSON for each gesture.")
  var json = false

  @OptionGroup var writing: OutputOptions

  func run() throws {
    let quiet = Seconds(try checked("--quiet", quiet, 0...60, "seconds"))
    let input = try recordingPath(named: input)
    var loaded = try source.recording(at: input, as: device.kind)
    device.apply(to: &loaded.recording)
    let gestures = loaded.recording.gestureRanges(quiet: quiet)
    guard !gestures.isEmpty else {
      throw Failure(
        .badInput, "\(input): nothing touches there; 'flickbook inspect' shows what it has.")
    }
    let paths = (1...gestures.count).map { path(ofGesture: $0, of: gestures.count) }
    try checkPlaces(paths)
    // Once for all gestures, as it reads the whole recording.
    let corrected = loaded.recording.clockCorrection.recording
    let parts = zip(gestures, paths).map { gesture, path in
      let part = loaded.file(of: corrected.cut(gesture.events), device: source.device)
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return NewFile(path: name, bytes: libinputText(of: part))
    }
    try writing.write(parts, in: output, madeFrom: [input] + source.files)
    for (index, gesture) in gestures.enumerated() {
      show(index + 1, gesture, paths[index], corrected)
    }
    tellMissingRanges(of: loaded.recording, at: input)
    if gestures.last?.isUnfinished == true {
      printError("\(input): a finger was still down at the end; the last gesture is cut short.")
    }
  }

  /// The path of a file, with numbers of one width so that they sort.
  private func path(ofGesture number: Int, of count: Int) -> String {
    let width = "\(count)".count
    let digits = String(repeating: "0", count: width - "\(number)".count) + "\(number)"
    let name = input == "-" ? "gesture" : input.split(separator: "/").last.map(String.init) ?? ""
    let dot = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
    return "\(output)/\(name[..<dot])-\(digits).yml"
  }

  /// Refuses before anything is written.
  private func checkPlaces(_ paths: [String]) throws(Failure) {
    guard !output.isEmpty, output != "-" else {
      throw Failure(.usage, "--output: found '\(output)'; give the name of a folder.")
    }
    switch kindOfFile(at: output) {
    case .nothing, .folder: break
    case .file, .stream:
      throw Failure(.usage, "\(output): found a file; give the name of a folder.")
    }
    let recording = try recordingPath(named: input)
    for path in paths {
      guard recording == "-" || !isSameFile(recording, path) else {
        throw Failure(.usage, "\(path): it is the recording itself; give another folder.")
      }
      guard kindOfFile(at: output).exists else { continue }
      try writing.check(file: path)
    }
  }

  private func show(
    _ number: Int, _ gesture: GestureRange, _ path: String, _ recording: Recording
  ) {
    let events = recording.events[gesture.events]
    let zero = recording.events.first?.microseconds ?? 0
    func seconds(_ microseconds: Int64?) -> Double { Double((microseconds ?? zero) &- zero) / 1e6 }
    guard json else {
      say(singleLine(path))
      return
    }
    printJSON([
      LogField("gesture", .integer(number)), LogField("file", .text(path)),
      // The first frame counts by its report, as trim takes it.
      LogField("from", .number(seconds(events.first { $0.isReport }?.microseconds))),
      LogField("to", .number(seconds(events.last?.microseconds))),
      LogField("touchFrom", .number(seconds(gesture.firstMicroseconds))),
      LogField("touchTo", .number(seconds(gesture.lastMicroseconds))),
      LogField("contacts", .list(gesture.contacts.map { .integer($0) })),
      LogField("events", .integer(events.count)),
      LogField("unfinished", .flag(gesture.isUnfinished)),
    ])
  }
}

extension LoadedRecording {
  /// A file of some part of the recording, with what else the file says of its device and its system.
  func file(of part: Recording, device: Int?) -> RecordingFile {
    var part = RecordingFile(format: .libinput, recordings: [part], preserved: file.preserved)
    let index = device.map { $0 - 1 } ?? 0
    let devices = file.preserved.devices
    part.preserved.devices = devices.indices.contains(index) ? [devices[index]] : []
    return part
  }
}
