import Foundation
import Testing

/// All commands with their options, as the program describes them for manuals and completions.
enum CommandTree {
  /// The command `flickbook`, with its subcommands.
  static func root() throws -> [String: Any] {
    let described = try Flickbook()("--experimental-dump-help").output
    let tool = try #require(
      try JSONSerialization.jsonObject(with: Data(described.utf8)) as? [String: Any])
    return try #require(tool["command"] as? [String: Any])
  }

  /// The long options of each command without subcommands, by command name.
  static func options(
    of command: [String: Any], after words: [String]
  ) throws -> [(command: String, options: Set<String>)] {
    let commands = (command["subcommands"] as? [[String: Any]] ?? [])
      .filter { $0["commandName"] as? String != "help" }
    guard commands.isEmpty else {
      return try commands.flatMap { inner in
        try options(of: inner, after: words + [#require(inner["commandName"] as? String)])
      }
    }
    let arguments = command["arguments"] as? [[String: Any]] ?? []
    let names = arguments.filter { $0["kind"] as? String != "positional" }.compactMap { argument in
      (argument["names"] as? [[String: String]])?.first { $0["kind"] == "long" }?["name"]
    }
    return [(words.joined(separator: " "), Set(names).subtracting(["help", "version"]))]
  }
}
