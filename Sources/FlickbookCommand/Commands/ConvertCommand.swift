import ArgumentParser
import Flickbook

struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Writes a recording in another format.",
    discussion: """
      What IN is, its content says; what OUT becomes, its ending or --to says. What the other \
      format cannot hold is said on standard error.

      Example: flickbook convert trace.events trace.yml
      """)

  @Argument(help: "The recording; - is standard input.")
  var input: String

  @Argument(help: "Where to write it; - is standard output.")
  var output: String

  @Option(name: .customLong("to"), help: "libinput, evemu, evtest, getevent, raw or csv.")
  var formatName: String?

  @Option(help: "The .desc file of an evemu recording that has only events.")
  var desc: String?

  @Option(help: "The number of the only device to keep, counted from 1.")
  var device: Int?

  @Flag(help: "Replaces OUT when it is there already.")
  var force = false

  func run() throws {
    let format = try format()
    var file: RecordingFile
    do throws(LoadError) {
      file = try loadedRecordingFile(at: input, description: desc).file
    } catch { throw Failure(error) }
    if let device { try keepOnly(device, of: &file) }
    guard output == "-" || !isSameFile(input, output) else {
      throw Failure(.usage, "\(output): it is the recording itself; give another name.")
    }
    if output != "-" { try refuseToReplace(output, unless: force) }
    let bytes: [UInt8]
    do throws(RecordingError) { bytes = try text(of: file, as: format) } catch {
      throw Failure(.badInput, "\(input): \(error.description)")
    }
    try orFail { () throws(FileError) in try writeFile(bytes, at: output) }
    for warning in file.warnings.prefix(3) { printError("\(input): \(warning)") }
    let losses = losses(writing: file, as: format)
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

  private func keepOnly(_ number: Int, of file: inout RecordingFile) throws(Failure) {
    guard file.recordings.indices.contains(number - 1) else {
      throw Failure(
        .usage, "--device: found \(number); the recording has \(file.recordings.count) devices.")
    }
    file.recordings = [file.recordings[number - 1]]
    if file.preserved.devices.indices.contains(number - 1) {
      file.preserved.devices = [file.preserved.devices[number - 1]]
    }
  }
}
