import ArgumentParser
import Flickbook

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two runs, and show where, in which stage and how far they differ.",
    discussion: """
      The exit status is 0 if the runs are equal or differ within the tolerance, and 1 otherwise. If a \
      run was modified after it was written, a warning is printed on standard error, and the run is compared anyway.

      Example: flickbook diff run-before run-after
      """)

  @Argument(
    help: "The expected run: a run directory, or a case with an expected run.", completion: .file())
  var expected: String

  @Argument(help: "The run directory to compare with the expected run.", completion: .file())
  var actual: String

  @Option(
    parsing: .unconditional,
    help: "The largest accepted difference of a number, in its own unit. (default: 0.001)")
  var tolerance: Double?

  @Flag(help: "Print the difference as JSON.")
  var json = false

  func run() throws {
    let limit = tolerance ?? 0.001
    guard limit >= 0, limit.isFinite else {
      throw Failure(.usage, "--tolerance: found \(plain(limit)); give a number of 0 or more.")
    }
    let (expected, actual) = (runPath(named: expected), runPath(named: actual))
    let runs = try orFail { () throws(FileError) in
      (try loadedRun(at: expected), try loadedRun(at: actual))
    }
    for path in [expected, actual] {
      do throws(FileError) { try checkRun(at: path) } catch { printError(error.description) }
    }
    let compared = RunComparison(
      expected: runs.0.rows, actual: runs.1.rows, within: RunTolerance(absolute: limit))
    let found = compared.difference
    if json {
      printJSON(
        [LogField("class", .text(found?.kind.words ?? "identical"))] + (found?.logFields ?? [])
          + compared.fields.logFields)
    } else {
      for line in inputDifferences(runs.0.header, runs.1.header) { say(singleLine(line)) }
      if !compared.fields.isEmpty { say(singleLine(compared.fields.sentence)) }
      printText(found, sharedOnly: !compared.fields.isEmpty)
    }
    if let found, found.kind > .withinTolerance {
      throw ExitCode(Failure.Status.differences.rawValue)
    }
  }

  /// Returns a line for each difference between the inputs of two runs.
  ///
  /// The inputs are the scenario, the preset, the estimator, the frame rate, the recording and the settings.
  private func inputDifferences(_ expected: [LogField], _ actual: [LogField]) -> [String] {
    let plain = ["scenario", "preset", "estimator", "framesPerSecond", "recordingSHA256"]
    var lines: [String] = []
    for key in plain {
      let values = (LogValue.fields(expected)[key], LogValue.fields(actual)[key])
      if values.0 != values.1 { lines.append(line(key, values.0, values.1)) }
    }
    guard case .fields(let settings)? = LogValue.fields(expected)["settings"] else { return lines }
    for setting in settings {
      let other = LogValue.fields(actual)["settings"]?[setting.key]?["value"]
      let value = setting.value["value"]
      if let other, value != other { lines.append(line(setting.key, value, other)) }
    }
    return lines
  }

  private func line(_ key: String, _ expected: LogValue?, _ actual: LogValue?) -> String {
    "different input: \(key) \(text(expected)) and \(text(actual))"
  }

  private func text(_ value: LogValue?) -> String {
    var text = JSONText()
    text.append(value ?? .none)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  private func printText(_ difference: RunDifference?, sharedOnly: Bool) {
    guard let difference else {
      return say(
        sharedOnly ? "all other fields are identical" : "the runs are identical")
    }
    say(singleLine(difference.sentence))
    if !difference.divergence.isEmpty {
      say("first difference: \(singleLine(difference.divergence))")
    }
    for field in difference.greatest where field.key != "frame" && field.key != "time" {
      say("  \(singleLine(field.key)): at most \(readable(field.value.asNumber ?? 0)) apart")
    }
  }
}
