import ArgumentParser
import Flickbook

struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert a recording to another format.",
    discussion: HelpDetail.text(
      """
      The format of INPUT is detected from its content; the format of OUTPUT follows from its file \
      extension or --to. A warning on standard error lists whatever the new format cannot hold. Users \
      who may not read INPUT may not read OUTPUT either, unless you pass --share.
      """,
      details: """
        The output of libinput debug-events has gestures and no contacts; of all formats, only libinput and \
        touches can hold gestures.

        --anonymous removes names, serial numbers, notes, comments, the time of day and other details of \
        the owner or the computer. Every replay still has the same frames. \
        'flickbook inspect --privacy' lists the removed data.

        Some values of --to write the gesture for other drivers; Flickbook cannot read these files. cdp, webdriver, \
        playwright and puppeteer play the gesture in a browser; espresso, uinput and sendevent on Android; appium, \
        maestro, flutter and xcuitest in apps; touches is for your own programs. sendevent and uinput send the events \
        of the device; all others map the touchscreen to a screen (--viewport). docs/exports.md lists the data that \
        each format keeps.
        """,
      example: """
        flickbook convert trace.events trace.yml
        flickbook convert flick.yml flick.mjs --to playwright
        """,
      readOn: "docs/exports.md"))

  @Argument(help: "The recording, or a case; - is standard input.", completion: .file())
  var input: String

  @Argument(help: "The file to write; - is standard output.", completion: .file())
  var output: String

  @Option(
    name: .customLong("to"),
    help: """
      The format to write: libinput, evemu or csv; or for other drivers touches, webdriver, \
      cdp, playwright, puppeteer, appium, maestro, flutter, xcuitest, espresso, sendevent or uinput.
      """)
  var formatName: String?

  @Option(
    name: [.customLong("viewport"), .customLong("screen")],
    help: """
      The size of the screen to which formats for other drivers map the touchscreen, in points. (default: 390x844)
      """)
  var viewport: String?

  @Option(help: "Pixels per point, for appium, maestro and espresso. (default: 1)")
  var dpr: Double?

  @Option(help: descriptionHelp, completion: .file())
  var desc: String?

  @OptionGroup(title: OptionTitle.device, visibility: .detail) var axes: AxisOptions

  @OptionGroup(title: OptionTitle.device, visibility: .detail) var correction: DeviceCorrections

  @Option(parsing: .unconditional, help: "Keep only the device with this number, counted from 1.")
  var device: Int?

  @Flag(help: "Remove the information about the owner that no replay needs; the gesture is kept.")
  var anonymous = false

  @Flag(help: "Remove the jumps that 'flickbook inspect' reports, as libinput does.")
  var discardJumps = false

  @OptionGroup(title: OptionTitle.output, visibility: .detail) var writing: OutputOptions

  func run() throws {
    let export = formatName.flatMap { ExportFormat(rawValue: $0) }
    let format = export == nil ? try format() : nil
    try checkOptions(for: export)
    let correction = try correction.request()
    let input = try recordingPath(named: input)
    var file = try loadedRecordingFile(at: input, description: desc).file
    if let device {
      try require(
        file.recordings.indices.contains(device - 1), at: "--device", "found \(device)",
        "the recording has \(count(file.recordings.count, "device"))")
      file.recordings = [file.recordings[device - 1]]
      file.preserved = file.preserved.only(device: device)
    }
    try axes.add(to: &file, correctedBy: correction, at: input)
    if discardJumps {
      guard let jumps = file.discardJumps() else {
        throw Failure(
          .badInput, at: input, "--discard-jumps needs contacts in slots, and axes with ranges",
          "leave it out")
      }
      printError(
        "\(input): \(count(jumps, "jump")) discarded; all positions after a jump are moved back by "
          + "the length of the jump.")
    }
    try require(
      output == "-" || !isSameFile(input, output), at: output, "this is the input recording",
      "give another name")
    try writing.check(file: output)
    if anonymous { file = file.anonymized }
    let sources = anonymous ? [] : [input] + [desc].compactMap { $0 }
    if let export {
      try writing.write(exported(file, as: export, at: input), to: output, madeFrom: sources)
    } else if let format {
      try write(file, as: format, readFrom: input, madeFrom: sources)
    }
  }

  private func write(
    _ file: RecordingFile, as format: RecordingFormat, readFrom input: String,
    madeFrom sources: [String]
  ) throws {
    let bytes: [UInt8]
    do throws(RecordingError) { bytes = try file.text(as: format) } catch {
      throw Failure(.badInput, "\(input): \(error.description)")
    }
    try writing.write(bytes, to: output, madeFrom: sources)
    for recording in file.recordings { reportMissingRanges(of: recording, at: input) }
    for warning in file.warnings.prefix(3) { printError("\(input): \(warning)") }
    // The native format keeps all data, so it needs no comparison.
    let differences = format == .libinput ? [] : differences(readingBack: bytes, of: file)
    let losses = file.losses(as: format) + differences
    if !losses.isEmpty {
      printError(
        "\(output): \(format.title) cannot hold \(losses.joined(separator: ", ")); keep \(input).")
    }
  }

  /// Throws if an option or the extension of the output belongs to other formats than the value of `--to`.
  private func checkOptions(for export: ExportFormat?) throws {
    // Do not check Maestro, because its flows are YAML files like libinput recordings.
    if let export, export != .maestro, let named = RecordingFormat(fileName: output) {
      throw Failure(
        .usage, at: "--to \(export.rawValue)", "\(output) has the extension of \(named.title)",
        "give the output another extension")
    }
    try require(
      export?.hasScreen == true || viewport == nil, at: "--viewport",
      "only formats that map positions to a screen use it",
      "leave it out")
    guard let dpr else { return }
    try require(
      export?.hasPixels == true, at: "--dpr", "only appium, maestro and espresso have pixels",
      "leave it out")
    try require(
      dpr > 0 && dpr <= 100, at: "--dpr", "found \(dpr)", "give a number above 0 and up to 100")
  }

  /// Returns the only recording in `file`, converted to a format for another test driver, such as Playwright.
  private func exported(
    _ file: RecordingFile, as format: ExportFormat, at input: String
  ) throws -> [UInt8] {
    guard file.recordings.count == 1, let recording = file.recordings.first else {
      throw Failure(
        .usage, at: input, "found \(count(file.recordings.count, "device"))",
        "choose one of them with --device")
    }
    guard let size = viewport.map(Screen.size(from:)) ?? SurfaceMapping.defaultScreen else {
      throw Failure(
        .usage, at: "--viewport", "found '\(excerpt(of: viewport ?? ""))'",
        "give a size such as 390x844")
    }
    let text = try locating(input) {
      try recording.exported(as: format, screen: size, pixelRatio: dpr ?? 1)
    }
    return Array(text.utf8)
  }

  private func format() throws -> RecordingFormat {
    let known =
      RecordingFormat.allCases.filter(\.isWritable).map(\.rawValue)
      + ExportFormat.allCases.map(\.rawValue)
    if let formatName {
      guard let format = RecordingFormat(rawValue: formatName), format.isWritable else {
        throw Failure.unknown(
          formatName, in: known, "--to: there is no format '\(formatName)' to write")
      }
      try checkEnding(format)
      return format
    }
    guard let format = RecordingFormat(fileName: output), format.isWritable else {
      throw Failure(
        .usage, at: output, "no format that can be written has this file extension",
        "give --to with one of \(known.joined(separator: ", "))")
    }
    return format
  }

  /// Throws if the extension of the output belongs to another format than the value of `--to`.
  private func checkEnding(_ format: RecordingFormat) throws {
    guard output != "-" else { return }
    let said = RecordingFormat(fileName: output)
    try require(
      said.map({ $0 == format }) ?? (OtherKind(output) == nil), at: "--to \(format.rawValue)",
      "\(output) has the extension of \(said?.title ?? ending(of: output))",
      "give the output another extension\(said == nil ? "" : ", or leave --to out")")
  }
}
