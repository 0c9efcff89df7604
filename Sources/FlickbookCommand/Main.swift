import ArgumentParser
import Flickbook
import Glibc

@main
struct FlickbookCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flickbook",
    abstract: "Records touch gestures and replays them through the physics of an interface.",
    discussion: """
      A recording of a touchpad or touchscreen goes in; what a sheet or a Picture-in-Picture \
      window would have done with the gesture comes out, the same to the last bit every time.

      First steps:
        flickbook synth flick -o flick.yml
        flickbook replay flick.yml --scenario sheet
      """,
    version: flickbookVersion,
    subcommands: [
      DevicesCommand.self, RecordCommand.self, InspectCommand.self, ReplayCommand.self,
      TestCommand.self, AcceptCommand.self, DiffCommand.self, PlotCommand.self,
      ViewCommand.self, ConvertCommand.self, TuneCommand.self, SynthCommand.self,
      ScenarioCommand.self, VelocityCommand.self, SpringCommand.self,
      PolicyCommand.self,
      CompareEnginesCommand.self,
    ])

  static func main() async {
    do {
      try suggestCommand(CommandLine.arguments)
      var command = try parseAsRoot()
      do {
        if var asynchronous = command as? any AsyncParsableCommand {
          try await asynchronous.run()
        } else {
          try command.run()
        }
      } catch let status as ExitCode {
        try finishResults()
        throw status
      }
      try finishResults()
    } catch let failure as Failure {
      printError(failure.description)
      Glibc.exit(failure.status.rawValue)
    } catch {
      exit(withError: error)
    }
  }

  /// A first word that is no command but nearly one gets the command's name in answer.
  private static func suggestCommand(_ arguments: [String]) throws(Failure) {
    var words = arguments.dropFirst()
    if words.first == "help" { words.removeFirst() }
    guard let word = words.first, !word.hasPrefix("-") else { return }
    let names =
      configuration.subcommands.map { $0._commandName } + ["help"]
    guard !names.contains(word) else { return }
    let near = nearestName(to: word, in: names)
    throw Failure(
      .usage,
      "flickbook: there is no command '\(word)'; "
        + (near.map { "did you mean 'flickbook \($0)'?" } ?? "'flickbook --help' lists them."))
  }
}
