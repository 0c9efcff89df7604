import ArgumentParser
import Flickbook

extension FlickbookCommand {
  /// Returns a message of the parser; for an unknown option, with the option that the user probably meant.
  ///
  /// The parser suggests only options of a similar length. This method also finds an option by its first letters, an
  /// option of a subcommand, and a setting, which `--set` takes.
  static func withSuggestion(_ message: String, for arguments: [String]) -> String {
    let start = "Unknown option '"
    guard message.hasPrefix(start), let (command, path) = try? named(by: arguments) else {
      return message
    }
    let typed = String(message.dropFirst(start.count).prefix { $0 != "'" })
    // The parser reads a word with one dash as several options of one letter.
    let word =
      typed.hasPrefix("--")
      ? typed : arguments.first { $0.hasPrefix(typed) && !$0.hasPrefix("--") } ?? typed
    let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
    guard let meant = meant(by: name, in: command, path) else { return message }
    return "\(start)\(word)'. Did you mean '\(meant)'?"
  }

  private static func meant(
    by name: String, in command: any ParsableCommand.Type, _ path: String
  ) -> String? {
    guard name.count > 1 else { return nil }
    let options = longOptions(of: command)
    let begun = options.filter { $0.hasPrefix(name) }
    if let near = begun.count == 1 ? begun[0] : nearestName(to: name, in: options) {
      return "--\(near)"
    }
    if let place = place(of: name, below: command) { return "\(path) \(place) --\(name)" }
    guard options.contains("set") else { return nil }
    let keys = allScenarios.flatMap { CompletionKind.settingNames($0) }
    let named = keys.filter { $0 == name || $0.hasSuffix(".\(name)") }
    // If several settings end with the name, such as spring.response and snap.response, suggest the setting that most
    // scenarios have.
    let counts = Dictionary(named.map { ($0, 1) }, uniquingKeysWith: +)
    return counts.min { (-$0.value, $0.key) < (-$1.value, $1.key) }.map { "--set \($0.key)=…" }
  }

  /// Returns the words of the first subcommand of `command` with the option `name`; nil if none has it.
  private static func place(
    of name: String, below command: any ParsableCommand.Type
  ) -> String? {
    for inner in command.configuration.subcommands where inner.configuration.shouldDisplay {
      if longOptions(of: inner).contains(name) { return inner._commandName }
      if let rest = place(of: name, below: inner) { return "\(inner._commandName) \(rest)" }
    }
    return nil
  }

  private static func longOptions(of command: any ParsableCommand.Type) -> [String] {
    let help = helpMessage(for: command, includeHidden: true)
    return help.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("  -"), let dashes = line.firstRange(of: "--") else { return nil }
      return String(line[dashes.upperBound...].prefix { $0.isLetter || $0 == "-" })
    }
  }
}
