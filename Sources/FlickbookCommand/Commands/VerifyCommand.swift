import ArgumentParser
import Flickbook

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check that cases and runs on disk are whole and as they were written.",
    discussion: """
      Looks at every file and every digest: the four files of a run, the recording and the settings of \
      a case, and what interrupted commands left. Replays nothing and writes nothing. Exit status 0 \
      when nothing is found, 1 otherwise; 'flickbook repair' mends what can be mended.

      Example: flickbook verify Recordings run
      """)

  @Argument(
    help: "Cases, run directories, or folders with them. (default: Recordings)", completion: .file()
  )
  var paths: [String] = []

  @Flag(help: "Print one line of JSON for each finding.")
  var json = false

  func run() throws {
    let stored = try StoredRuns(in: paths)
    var found: [RunFinding] = []
    for folder in stored.others { found += leftoverFindings(in: folder) }
    for recordingCase in stored.cases { found += recordingCase.findings() }
    for directory in stored.runs { found += findings(inRunAt: directory) }
    for finding in found {
      if json { printJSON(finding.logFields) } else { say(singleLine(finding.message)) }
    }
    if !json { say("\(stored.text): \(found.isEmpty ? "whole" : count(found.count, "finding"))") }
    guard found.isEmpty else { throw ExitCode(Failure.Status.differences.rawValue) }
  }
}

struct RepairCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract:
      "Write damaged files of cases and runs anew, where what is left tells what they were.",
    discussion: """
      Finishes or takes back what interrupted commands left. A damaged expected run is written anew \
      from the replay when that gives what was accepted, as the digests and files that are left tell; \
      the summary of any run from its frames and events. Frames that cannot be told any more are \
      never made up: the case is then to be accepted anew. Exit status 1 when something remains.

      Example: flickbook repair Recordings/sheet/flick
      """)

  @Argument(
    help: "Cases, run directories, or folders with them. (default: Recordings)", completion: .file()
  )
  var paths: [String] = []

  func run() throws {
    for path in paths.isEmpty ? ["Recordings"] : paths {
      for folder in try orFail({ () throws(FileError) in try foldersWithLeftovers(in: path) }) {
        try tellMended(in: folder)
      }
    }
    let stored = try StoredRuns(in: paths)
    var hopeless = 0
    func tell(_ path: String, _ outcome: RepairOutcome) {
      switch outcome {
      case .whole: break
      case .mended(let names):
        say("\(singleLine(path)): \(names.joined(separator: ", ")) written anew")
      case .hopeless(let sentence):
        hopeless += 1
        printError(sentence)
      }
    }
    for found in stored.cases {
      tell(found.expectedPath, try orFail { () throws(FileError) in try found.repair() })
    }
    for directory in stored.runs {
      tell(directory, try orFail { () throws(FileError) in try repairRun(at: directory) })
    }
    say("\(stored.text): \(hopeless == 0 ? "whole" : "\(hopeless) cannot be repaired")")
    guard hopeless == 0 else { throw ExitCode(Failure.Status.differences.rawValue) }
  }
}

/// The cases and run directories in some folders.
private struct StoredRuns {
  private(set) var cases: [RecordingCase] = []
  private(set) var runs: [String] = []
  /// The folders in which something was left that are no cases.
  private(set) var others: [String] = []

  init(in paths: [String]) throws(Failure) {
    for path in paths.isEmpty ? ["Recordings"] : paths {
      let found = try orFail { () throws(FileError) in
        (
          try recordingCases(in: path), try runDirectories(in: path),
          try foldersWithLeftovers(in: path)
        )
      }
      guard !found.0.isEmpty || !found.1.isEmpty || !found.2.isEmpty else {
        throw Failure(.noInput, "\(path): there is no case and no run in it; check the path.")
      }
      cases += found.0
      runs += found.1
      let known = Set(cases.map(\.folder))
      others += found.2.filter { !known.contains($0) }
    }
  }

  /// How many there are.
  var text: String {
    [(cases.count, "case"), (runs.count, "run")].filter { $0.0 > 0 }
      .map { count($0.0, $0.1) }.joined(separator: ", ")
  }
}
