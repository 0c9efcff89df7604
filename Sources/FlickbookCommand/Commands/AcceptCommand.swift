import ArgumentParser
import Flickbook

struct AcceptCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Makes what a case gives now its expected run, and keeps the reason.",
    discussion: """
      Rewrites the named cases only; every case of a folder needs --all.
      Example: flickbook accept Recordings/sheet/flick --because "the new default estimator"
      """)

  @OptionGroup var selection: CaseOptions

  @Option(help: "Why the new run is right; kept in case.yml.")
  var because: String

  @Flag(help: "Accepts every case of the folders that are named.")
  var all = false

  func run() async throws {
    let cases = try selection.cases()
    guard because.contains(where: { !$0.isWhitespace }) else {
      throw Failure(.usage, "--because: the reason is empty; say why the new run is right.")
    }
    guard all || cases.count == 1 else {
      throw Failure(
        .usage,
        "flickbook accept: \(cases.count) cases are meant; name one, or accept them with --all.")
    }
    var failures = 0
    for (recordingCase, outcome) in zip(cases, await outcomes(of: cases)) {
      let name = withoutControls(recordingCase.name)
      switch outcome {
      case .identical: print("\(name): identical, left as it is")
      case .failed(let message):
        failures += 1
        printError("\(name): \(message)")
      case .different(let difference):
        try accept(recordingCase)
        print("\(name): accepted; \(difference.sentence)")
      case .new:
        try accept(recordingCase)
        print("\(name): accepted; nothing was expected of it before")
      }
    }
    guard failures == 0 else {
      throw Failure(
        .badInput, "flickbook accept: \(count(failures, "case")) cannot be replayed; see above.")
    }
  }

  private func accept(_ recordingCase: RecordingCase) throws(Failure) {
    let run: Run
    do throws(CaseError) { run = try recordingCase.run() } catch { throw Failure(error) }
    try orFail { () throws(FileError) in try recordingCase.accept(run, because: because) }
  }
}
