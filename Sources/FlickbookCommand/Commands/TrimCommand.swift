import ArgumentParser
import Flickbook

struct TrimCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trim",
    abstract: "Extract a part of a recording, by time or by contacts.",
    discussion: HelpDetail.text(
      """
      The part consists of whole device reports. The state of the device before the part, such as \
      fingers that are already down and their coordinates, is kept as the state at the start; times \
      count from the first event of the part. 'flickbook inspect' shows the seconds and contact numbers \
      that the options take.

      INPUT may have any format; OUTPUT is a libinput recording, because no other format can hold the \
      state at the start.
      """,
      example: """
        flickbook trim long.yml flick.yml --contacts 3-4 --intent half
        """,
      readOn: "docs/first-recording.md"))

  @Argument(help: "The recording, or a case; - is standard input.", completion: .file())
  var input: String

  @Argument(help: "The file to write; - is standard output.", completion: .file())
  var output: String

  @Option(
    parsing: .unconditional,
    help: "The start of the part, in seconds from the first event. (default: the first event)")
  var from: Double?

  @Option(
    parsing: .unconditional,
    help: "The end of the part, in seconds from the first event. (default: the last event)")
  var to: Double?

  @Option(help: "Keep only the time from the start to the end of these contacts, such as 3 or 3-5.")
  var contacts: String?

  @Option(help: "The target that the user intended, such as half; separate alternatives with |.")
  var intent: String?

  @Option(help: "A note about the part.")
  var note: String?

  @Option(help: .detail("The source of the recording, such as device, project, file and licence."))
  var source: String?

  @OptionGroup var given: CorrectedSource

  @OptionGroup(title: OptionTitle.output, visibility: .detail) var writing: OutputOptions

  func run() throws {
    let input = try recordingPath(named: input)
    try require(
      from != nil || to != nil || contacts != nil, at: "flickbook trim", "no part was given",
      "give --from, --to or --contacts")
    try require(
      output == "-" || [".yml", ".yaml"].contains(where: output.hasSuffix), at: output,
      "a part is a libinput recording", "give a name that ends in .yml")
    try require(
      output == "-" || !isSameFile(input, output), at: output, "this is the input recording",
      "give another name")
    let loaded = try given.recording(at: input)
    let known = try contacts.map { text in
      try loaded.recording.times(ofContacts: text)
    }
    var recording = try part(
      of: loaded.recording, at: input, from: from, to: to, within: known ?? .min ... .max)
    recording.intent = intent ?? recording.intent
    recording.note = note ?? recording.note
    recording.source = source ?? recording.source
    try writing.check(file: output)
    let file = RecordingFile(
      format: .libinput, recordings: [recording],
      preserved: loaded.file.preserved.only(device: given.source.device ?? 1))
    try writing.write(libinputText(of: file), to: output, madeFrom: [input] + given.source.files)
    reportMissingRanges(of: recording, at: input)
  }
}
