import ArgumentParser
import Flickbook

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Tells where two runs first part, in which stage, and how badly.",
    discussion: """
      Exit status 0 when the runs are the same or within tolerance, 1 when they differ.
      Example: flickbook diff run-before run-after
      """)

  @Argument(help: "The run directory that is expected.")
  var expected: String

  @Argument(help: "The run directory to compare with it.")
  var actual: String

  @Option(help: "How far numbers may be apart, in their own unit. (default: 0.001)")
  var tolerance: Double?

  @Flag(help: "Prints the difference as JSON.")
  var json = false

  func run() throws {
    let limit = tolerance ?? 0.001
    guard limit >= 0, limit.isFinite else {
      throw Failure(.usage, "--tolerance: found \(limit); give a number of 0 or more.")
    }
    let rows = try orFail { () throws(FileError) in
      (try loadedRun(at: expected).rows, try loadedRun(at: actual).rows)
    }
    let found = difference(
      expected: rows.0, actual: rows.1, within: RunTolerance(absolute: limit))
    if json {
      printJSON(
        [LogField("class", .text(found?.kind.words ?? "identical"))] + (found?.logFields ?? []))
    } else {
      printText(found)
    }
    if let found, found.kind > .withinTolerance {
      throw ExitCode(Failure.Status.differences.rawValue)
    }
  }

  private func printText(_ difference: RunDifference?) {
    guard let difference else { return print("the runs are identical") }
    print(difference.sentence)
    for field in difference.greatest {
      print("  \(field.key): at most \(field.value.asNumber ?? 0) apart")
    }
  }
}
