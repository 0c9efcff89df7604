import ArgumentParser

struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "tune")
}
