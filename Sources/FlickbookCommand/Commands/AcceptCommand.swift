import ArgumentParser
import Flickbook
@preconcurrency import Glibc

struct AcceptCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Makes what a case gives now its expected run, and keeps the reason.",
    discussion: """
      Rewrites the named cases only; every case of a folder needs --all. The run and the reason are \
      kept together or not at all, and all that case.yml said before stays in it.
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
    var failures: [Failure] = []
    for (recordingCase, outcome) in zip(cases, await parallelResults(of: cases) { $0.outcome() }) {
      let name = withoutControls(recordingCase.name)
      switch outcome {
      case .identical where recordingCase.findings().contains { $0.kind == .otherRecording }:
        failures += accepted(recordingCase, "its recording is another one, with the same frames")
      case .identical: print("\(name): identical, left as it is")
      case .failed(let message):
        failures.append(Failure(.badInput, message))
        printError("\(name): \(message)")
      case .otherFields(let change):
        failures += accepted(recordingCase, withoutControls(change.sentence))
      case .different(let difference, _):
        failures += accepted(recordingCase, difference.sentence)
      case .new:
        failures += accepted(recordingCase, "nothing was expected of it before")
      case .damaged(let findings):
        let damage = findings.first.map { withoutControls($0.message) } ?? ""
        failures += accepted(recordingCase, "what was expected before was damaged: \(damage)")
      }
    }
    if let first = failures.first {
      guard cases.count > 1 else { throw ExitCode(first.status.rawValue) }
      throw Failure(
        first.status,
        "flickbook accept: \(count(failures.count, "case")) cannot be accepted; see above.")
    }
  }

  /// Accepts a case, for others are meant too; gives the failure, if any.
  private func accepted(_ recordingCase: RecordingCase, _ change: String) -> [Failure] {
    do throws(CaseError) { try recordingCase.accept(because: because) } catch {
      printError(Failure(error).description)
      return [Failure(error)]
    }
    print("\(withoutControls(recordingCase.name)): accepted; \(change)")
    // Told before a signal can end the command.
    fflush(stdout)
    return []
  }
}
