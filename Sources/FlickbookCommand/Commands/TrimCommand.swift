import ArgumentParser
import Flickbook

struct TrimCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trim",
    abstract: "Cut a part out of a recording, by time or by contacts.",
    discussion: """
      Frames are kept whole. What the device had said before them is kept as the state at the \
      start, so that fingers and coordinates are where they were; the times count from the first \
      event that is kept. Seconds and contacts are those that 'flickbook inspect' shows.

      IN may have any format; OUT is a libinput recording, since no other format holds a state at \
      the start.

      Example: flickbook trim long.yml flick.yml --contacts 3-4 --intent half
      """)

  @Argument(help: "The recording, or a case; - is standard input.", completion: .file())
  var input: String

  @Argument(help: "Where to write the part; - is standard output.", completion: .file())
  var output: String

  @Option(
    parsing: .unconditional,
    help: "Where to begin, in seconds from the first event. (default: there)")
  var from: Double?

  @Option(
    parsing: .unconditional,
    help: "Where to end, in seconds from the first event. (default: the end)")
  var to: Double?

  @Option(help: "From where the first of these contacts begins to where the last ends: 3, or 3-5.")
  var contacts: String?

  @Option(help: "The target that the hand meant, such as half; several with | between.")
  var intent: String?

  @Option(help: "What is worth saying about the part.")
  var note: String?

  @Option(help: "Where the recording comes from: device, project, file, licence.")
  var source: String?

  @OptionGroup var choice: SourceOptions

  @OptionGroup var device: DeviceCorrections

  @OptionGroup var writing: OutputOptions

  func run() throws {
    let input = try recordingPath(named: input)
    guard from != nil || to != nil || contacts != nil else {
      throw Failure(
        .usage, "flickbook trim: no part was named; give --from, --to or --contacts.")
    }
    guard output == "-" || [".yml", ".yaml"].contains(where: output.hasSuffix) else {
      throw Failure(
        .usage, "\(output): a part is a libinput recording; give a name that ends in .yml.")
    }
    guard output == "-" || !isSameFile(input, output) else {
      throw Failure(.usage, "\(output): it is the recording itself; give another name.")
    }
    var loaded = try choice.recording(at: input, as: device.kind)
    device.apply(to: &loaded.recording)
    var recording = loaded.recording.trimmed(to: try times(in: loaded.recording))
    guard !recording.events.isEmpty else {
      throw Failure(
        .usage, "\(input): no frame lies there; 'flickbook inspect' shows its contacts.")
    }
    recording.intent = intent ?? recording.intent
    recording.note = note ?? recording.note
    recording.source = source ?? recording.source
    try writing.check(file: output)
    let bytes = libinputText(of: loaded.file(of: recording, device: choice.device))
    try writing.write(bytes, to: output, madeFrom: [input] + choice.files)
    tellMissingRanges(of: recording, at: input)
  }

  /// What to keep, in microseconds of the recording's clock.
  private func times(in recording: Recording) throws(Failure) -> ClosedRange<Int64> {
    var (first, last) = (Int64.min, Int64.max)
    if let contacts { (first, last) = try times(ofContacts: contacts, in: recording) }
    return try microseconds(from: from, to: to, in: recording, within: first...max(first, last))
  }

  private func times(
    ofContacts text: String, in recording: Recording
  ) throws(Failure) -> (Int64, Int64) {
    let known = RecordingInspection(of: recording).contacts
    let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(numbers.count), let first = numbers[0],
      let last = numbers[numbers.count - 1], first <= last
    else {
      throw Failure(.usage, "--contacts: found '\(text)'; give one or a range, such as 3 or 3-5.")
    }
    let meant = known.filter { (first...last).contains($0.id) }
    guard meant.contains(where: { $0.id == first }), meant.contains(where: { $0.id == last }) else {
      throw Failure(
        .usage, "--contacts: found '\(text)'; the recording has \(count(known.count, "contact")).")
    }
    let ends = meant.map { contact in
      contact.beganMicroseconds + Int64((contact.duration.value * 1e6).rounded())
    }
    return (meant.map(\.beganMicroseconds).min() ?? .min, ends.max() ?? .max)
  }
}

/// The part of a recording between two times in seconds from its first event, in microseconds of its
/// clock; no wider than `known`.
func microseconds(
  from: Double?, to: Double?, in recording: Recording,
  within known: ClosedRange<Int64> = .min ... .max
) throws(Failure) -> ClosedRange<Int64> {
  func time(_ option: String, _ seconds: Double) throws(Failure) -> Int64 {
    let seconds = try checked(option, seconds, 0...1e9, "seconds")
    let zero = recording.events.first?.microseconds ?? 0
    let (time, overflows) = zero.addingReportingOverflow(Int64((seconds * 1e6).rounded()))
    return overflows ? .max : time
  }
  var (first, last) = (known.lowerBound, known.upperBound)
  if let from { first = max(first, try time("--from", from)) }
  if let to { last = min(last, try time("--to", to)) }
  guard first <= last else {
    throw Failure(.usage, "--to: the end lies before the beginning; swap them.")
  }
  return first...last
}
