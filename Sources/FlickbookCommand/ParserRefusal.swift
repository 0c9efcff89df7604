import ArgumentParser
import Flickbook

extension FlickbookCommand {
  /// What the argument parser found wrong, in the form that every refusal has: where, what was found, and
  /// what to do next, as one sentence.
  ///
  /// The parser says it as `Error: Unknown option '--scenaro'. Did you mean '--scenario'?` above the usage.
  static func refusal(_ error: any Error) -> String {
    let command = namedCommand(in: fullMessage(for: error))
    var found = message(for: error).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // Our own checks say it so already.
    if found.hasPrefix("--"), found.contains(";") || found.contains(":") { return found }
    if let option = found.firstMatch(of: /^Unknown option '(--[^']+)'/)?.output.1,
      let near = nearestName(to: String(option), in: ["--help", "--version"])
    {
      let meant = near == "--help" ? "\(command) --help" : "flickbook --version"
      return "\(command): unknown option '\(option)'; did you mean '\(meant)'?"
    }
    if let question = found.firstRange(of: ". Did you mean ") {
      found.replaceSubrange(question, with: "; did you mean ")
    } else if !found.contains("; give ") {
      if found.hasSuffix(".") { found.removeLast() }
      found += "; '\(command) --help' says what it takes."
    }
    return "\(command): \(found.prefix(1).lowercased())\(found.dropFirst())"
  }

  /// The command whose help the parser points to.
  ///
  /// It says so in its last line: `See 'flickbook case new --help' for more information.`
  private static func namedCommand(in text: String) -> String {
    let last = text.split(separator: "\n").last ?? ""
    let words = last.split(separator: "'", omittingEmptySubsequences: false)
    guard words.count == 3, words[1].hasSuffix(" --help") else { return "flickbook" }
    return String(words[1].dropLast(" --help".count))
  }
}
