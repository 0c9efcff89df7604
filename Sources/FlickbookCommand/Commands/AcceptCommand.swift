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
    guard !because.isEmpty else {
      throw Failure(.usage, "--because: the reason is empty; say why the new run is right.")
    }
    guard all || cases.count == 1 else {
      throw Failure(
        .usage,
        "flickbook accept: \(cases.count) cases are meant; name one, or accept them with --all.")
    }
    for (recordingCase, outcome) in zip(cases, await outcomes(of: cases)) {
      switch outcome {
      case .identical:
        print("\(recordingCase.name): identical, left as it is")
      case .failed(let message): throw Failure(.badInput, message)
      case .different, .new:
        let run: Run
        do throws(CaseError) { run = try recordingCase.run() } catch { throw Failure(error) }
        try orFail { () throws(FileError) in try recordingCase.accept(run, because: because) }
        print("\(recordingCase.name): accepted")
      }
    }
  }
}
