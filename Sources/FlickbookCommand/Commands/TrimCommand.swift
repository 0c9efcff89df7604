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
      try times(ofContacts: text, in: loaded.recording)
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

  /// Returns the time from the start to the end of the given contacts, in microseconds of the clock of the recording.
  private func times(
    ofContacts text: String, in recording: Recording
  ) throws -> ClosedRange<Int64> {
    let known = RecordingInspection(of: recording).contacts
    let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(numbers.count), let first = numbers[0],
      let last = numbers[numbers.count - 1], first <= last
    else {
      throw Failure(
        .usage, at: "--contacts", "found '\(text)'", "give a number or a range, such as 3 or 3-5")
    }
    let meant = known.filter { (first...last).contains($0.id) }
    try require(
      meant.contains(where: { $0.id == first }) && meant.contains(where: { $0.id == last }),
      at: "--contacts", "found '\(text)'",
      "the recording has \(count(known.count, "contact"))")
    let ends = meant.map { contact in
      contact.beganMicroseconds + Int64((contact.duration.value * 1e6).rounded())
    }
    let begin = meant.map(\.beganMicroseconds).min() ?? .min
    return begin...max(begin, ends.max() ?? .max)
  }
}

/// Returns the part of a recording between two times, in seconds from its first event.
///
/// The part is limited to `known`, in microseconds of the clock of the recording. If `from` is nil, the part begins
/// where `known` begins, and if `to` is nil, it ends where `known` ends. `path` is the path of the recording, for error
/// messages.
///
/// - Throws: ``Failure`` if a time is outside of its range, or if the part has no event.
func part(
  of recording: Recording, at path: String, from: Double?, to: Double?,
  within known: ClosedRange<Int64> = .min ... .max
) throws -> Recording {
  func time(_ option: String, _ seconds: Double) throws -> Int64 {
    let seconds = try checked(option, seconds, 0...1e9, "seconds")
    let zero = recording.firstMicroseconds ?? 0
    let (time, overflows) = zero.addingReportingOverflow(Int64((seconds * 1e6).rounded()))
    return overflows ? .max : time
  }
  var (first, last) = (known.lowerBound, known.upperBound)
  if let from { first = max(first, try time("--from", from)) }
  if let to { last = min(last, try time("--to", to)) }
  try require(
    first <= last, at: "--to", "the end is before the start", "swap --from and --to")
  let part = recording.trimmed(to: first...last)
  try require(
    part.firstMicroseconds != nil, at: path, "no event is between --from and --to",
    "'flickbook inspect' shows the times")
  return part
}
