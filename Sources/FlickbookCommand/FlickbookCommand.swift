import ArgumentParser

@main
struct FlickbookCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flickbook", subcommands: [DevicesCommand.self, RecordCommand.self])
}
