import ArgumentParser

/// The two levels of help: `--help` has the options that most people need, and `--help-hidden` has all options.
enum HelpDetail {
  /// Whether this process prints the help that leaves out options.
  ///
  /// The parser library also leaves hidden options out of manuals, of completions, and of the options that it suggests
  /// for a mistyped one. The options are therefore hidden only in this help.
  static let isBrief: Bool = {
    let words = CommandLine.arguments.dropFirst()
    return words.first == "help" || words.contains("--help") || words.contains("-h")
  }()

  /// Returns the text that explains a command in its help.
  ///
  /// - Parameters:
  ///   - summary: What most people need to know.
  ///   - details: What only `--help-hidden` and the manual explain; empty if there are no details.
  ///   - example: Commands that work, one a line.
  ///   - page: The page of the documentation to read next.
  /// - Returns: The paragraphs of the text.
  static func text(
    _ summary: String, details: String = "", example: String, readOn page: String
  ) -> String {
    let lines = example.split(separator: "\n").joined(separator: "\n         ")
    let isShortened = isBrief && !details.isEmpty
    let parts = [
      summary, isShortened ? "" : details, "Example: \(lines)",
      "Read on: \(page)\(isShortened ? "; --help-hidden has the details." : "")",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }
}

extension ArgumentVisibility {
  /// The visibility of options that `--help` leaves out and `--help-hidden` lists.
  static var detail: ArgumentVisibility { HelpDetail.isBrief ? .hidden : .default }
}

extension ArgumentHelp {
  /// Returns the help of an option that `--help` leaves out and `--help-hidden` lists.
  static func detail(_ text: String, valueName: String? = nil) -> ArgumentHelp {
    ArgumentHelp(text, valueName: valueName, visibility: .detail)
  }
}
