import ArgumentParser
import Flickbook

struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write a recording in another format.",
    discussion: """
      What IN is, its content says; what OUT becomes, its ending or --to says. What the other \
      format cannot hold is said on standard error. Users who may not read IN \
      may not read OUT, unless you pass --share.

      With --anonymous OUT is without what IN tells about its owner, and every replay has the same \
      frames; flickbook inspect --privacy shows what that is.

      Example: flickbook convert trace.events trace.yml
      """)

  @Argument(help: "The recording, or a case; - is standard input.", completion: .file())
  var input: String

  @Argument(help: "Where to write it; - is standard output.", completion: .file())
  var output: String

  @Option(name: .customLong("to"), help: "libinput, evemu, evtest, getevent, raw or csv.")
  var formatName: String?

  @Option(help: descriptionHelp, completion: .file())
  var desc: String?

  @OptionGroup var axes: AxisOptions

  @OptionGroup var kind: DeviceCorrections

  @Option(parsing: .unconditional, help: "The number of the only device to keep, counted from 1.")
  var device: Int?

  @Flag(help: "Leave out what tells about the owner; the gesture stays.")
  var anonymous = false

  @Flag(help: "Drop the steps that 'flickbook inspect' reports as jumps, as libinput does.")
  var discardJumps = false

  @OptionGroup var writing: OutputOptions

  func run() throws {
    let format = try format()
    let input = try recordingPath(named: input)
    var file: RecordingFile
    do throws(LoadError) {
      file = try loadedRecordingFile(at: input, description: desc).file
    } catch { throw Failure(error) }
    if let device { try keepOnly(device, of: &file) }
    for index in file.recordings.indices {
      try axes.add(to: &file.recordings[index], at: input)
      kind.apply(to: &file.recordings[index])
    }
    if discardJumps { try discardJumps(of: &file, at: input) }
    if kind.kind != nil { file.warnings.removeAll { $0.kind == .assumedTouchscreen } }
    guard output == "-" || !isSameFile(input, output) else {
      throw Failure(.usage, "\(output): it is the recording itself; give another name.")
    }
    try writing.check(file: output)
    if anonymous { file = file.anonymized }
    let bytes: [UInt8]
    do throws(RecordingError) { bytes = try file.text(as: format) } catch {
      throw Failure(.badInput, "\(input): \(error.description)")
    }
    try writing.write(
      bytes, to: output, madeFrom: anonymous ? [] : [input] + [desc].compactMap { $0 })
    if format != .raw, format != .getevent {
      for recording in file.recordings { tellMissingRanges(of: recording, at: input) }
    }
    for warning in file.warnings.prefix(3) { printError("\(input): \(warning)") }
    // Without a device there is nothing to compare, and the native format keeps all.
    let differences =
      format == .raw || format == .libinput ? [] : differences(readingBack: bytes, of: file)
    let losses = file.losses(as: format) + differences
    if !losses.isEmpty {
      printError(
        "\(output): \(format.title) cannot hold \(losses.joined(separator: ", ")); keep \(input).")
    }
  }

  private func format() throws(Failure) -> RecordingFormat {
    let known = RecordingFormat.allCases.filter(\.isWritable).map(\.rawValue)
    if let formatName {
      guard let format = RecordingFormat(rawValue: formatName), format.isWritable else {
        let near = nearestName(to: formatName, in: known).map { "did you mean '\($0)'?" }
        throw Failure(
          .usage,
          "--to: there is no format '\(formatName)' to write; "
            + (near ?? "use one of \(known.joined(separator: ", "))."))
      }
      try checkEnding(format)
      return format
    }
    guard let format = RecordingFormat(fileName: output), format.isWritable else {
      throw Failure(
        .usage,
        """
        \(output): its ending says no format; say it with --to and one of \
        \(known.joined(separator: ", ")).
        """)
    }
    return format
  }

  /// Refuses a name whose ending says something else than `--to`.
  private func checkEnding(_ format: RecordingFormat) throws(Failure) {
    guard output != "-" else { return }
    let said = RecordingFormat(fileName: output)
    guard said.map({ $0 == format }) ?? (OtherKind(output) == nil) else {
      throw Failure(
        .usage,
        "--to \(format.rawValue): \(output) ends as \(said?.title ?? ending(of: output)) does; give it "
          + "another ending\(said == nil ? "" : ", or leave --to out").")
    }
  }

  private func discardJumps(of file: inout RecordingFile, at input: String) throws(Failure) {
    var jumps = 0
    for index in file.recordings.indices {
      guard let (recording, number) = file.recordings[index].discardingJumps() else {
        throw Failure(
          .badInput,
          "\(input): --discard-jumps needs contacts in slots, and axes with ranges; leave it out.")
      }
      file.recordings[index] = recording
      jumps += number
    }
    printError(
      "\(input): \(count(jumps, "jump")) discarded; what comes later is moved by as much.")
  }

  private func keepOnly(_ number: Int, of file: inout RecordingFile) throws(Failure) {
    guard file.recordings.indices.contains(number - 1) else {
      throw Failure(
        .usage,
        "--device: found \(number); the recording has \(count(file.recordings.count, "device")).")
    }
    file.recordings = [file.recordings[number - 1]]
    if file.preserved.devices.indices.contains(number - 1) {
      file.preserved.devices = [file.preserved.devices[number - 1]]
    }
  }
}
