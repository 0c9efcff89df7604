import ArgumentParser
import Flickbook

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replays recordings through a scenario, one run for each.",
    discussion: """
      Prints what was decided and a picture of the motion. With -o the run is written as a \
      directory: run.json, frames.jsonl, events.jsonl, summary.json; with several recordings it \
      holds one run for each.

      Example: flickbook replay flick.yml --scenario sheet --set start=half -o run
      """)

  @Argument(help: "Recordings: libinput record, evemu, evtest, getevent and others.")
  var files: [String] = []

  @Option(help: "What to replay them through: sheet, pip; 'flickbook scenario list' tells more.")
  var scenario: String?

  @OptionGroup var options: ReplayOptions
  @OptionGroup var source: SourceOptions

  @Option(name: [.customShort("o"), .long], help: "Where to write the run directory.")
  var output: String?

  @Flag(help: "Prints the summaries as JSON, one line each.")
  var json = false

  @Flag(help: "Prints no picture.")
  var noPicture = false

  @Flag(help: "Explains every field of a frame and exits.")
  var helpFields = false

  @Flag(help: "Lists the velocity estimators and exits.")
  var helpEstimators = false

  func run() throws {
    if helpFields { return try printFields() }
    if helpEstimators { return printEstimators() }
    guard !files.isEmpty else {
      throw Failure(.usage, "flickbook replay: no recording was given; name one or more files.")
    }
    let request = try options.request(scenario: scenario)
    let names = try outputNames()
    for (file, directory) in zip(files, names) {
      let loaded = try source.recording(at: file)
      let run: Run
      do throws(ReplayError) { run = try loaded.run(request) } catch {
        throw Failure(error, path: file)
      }
      if let directory { try orFail { () throws(FileError) in try writeRun(run, at: directory) } }
      report(run, of: file, directory: directory)
    }
  }

  private func report(_ run: Run, of file: String, directory: String?) {
    if json {
      print(jsonLine(run, of: file, directory: directory), terminator: "")
      return
    }
    print(RunReport(name: file, run: run).text)
    if !noPicture { print(picture(of: run)) }
    if let directory { print("  run: \(directory)") }
  }

  private func jsonLine(_ run: Run, of file: String, directory: String?) -> String {
    var text = JSONText()
    text.appendLine(
      [LogField("recording", .text(file)), LogField("run", directory.map(LogValue.text) ?? .none)]
        + run.summary().logFields(framesDigest: SHA256.hexadecimal(of: run.frameText())))
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// One directory for one recording; below it, one for each of several.
  private func outputNames() throws(Failure) -> [String?] {
    guard let output else { return files.map { _ in nil } }
    guard files.count > 1 else { return [output] }
    let names = files.map { file in
      let last = file.split(separator: "/").last.map(String.init) ?? file
      let dot = last.lastIndex(of: ".") ?? last.endIndex
      return last[..<dot].isEmpty ? last : String(last[..<dot])
    }
    guard Set(names).count == names.count else {
      throw Failure(
        .usage, "-o \(output): several recordings have the same name; replay them one by one.")
    }
    return names.map { "\(output)/\($0)" }
  }

  private func printFields() throws(Failure) {
    for common in Frame.commonFields { print(describe(common)) }
    for type in allScenarios where scenario == nil || type.name == scenario {
      print("\nin the scenario \(type.name):")
      for own in type.ownFields { print(describe(own)) }
    }
  }

  private func describe(_ field: FieldDescription) -> String {
    let name = field.unit.isEmpty ? field.key : "\(field.key) [\(field.unit)]"
    return "  \(name)\(String(repeating: " ", count: max(1, 20 - name.count)))\(field.meaning)"
  }

  private func printEstimators() {
    for estimator in allEstimators {
      let space = String(repeating: " ", count: max(1, 26 - estimator.name.count))
      print("  \(estimator.name)\(space)\(estimator.summary)")
    }
  }
}
