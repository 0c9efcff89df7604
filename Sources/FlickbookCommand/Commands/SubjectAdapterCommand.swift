import ArgumentParser
import Flickbook

struct SubjectAdapterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adapter", abstract: "Write the file that speaks the protocol for your program.",
    discussion: HelpDetail.text(
      """
      An adapter is one file without dependencies. Your program imports it, and gives it the class of your surface or \
      the function of your rule. Without a language, the command lists the adapters.
      """,
      example: """
        flickbook subject adapter javascript -o .
        """,
      readOn: "docs/adapters.md"))

  @Argument(
    help: "The language: javascript, python, swift or c.",
    completion: .list(SubjectAdapter.allCases.map(\.rawValue)))
  var language: String?

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: "The folder to write the adapter to. Without this option, the adapter is printed.",
    completion: .directory)
  var output: String?

  @Flag(help: "Overwrite an existing file.")
  var force = false

  func run() throws {
    guard let language else {
      try require(
        output == nil && !force, at: "flickbook subject adapter", "found no language",
        "give one of \(SubjectAdapter.allCases.map(\.rawValue).joined(separator: ", "))")
      return say(alignedTable(SubjectAdapter.allCases.map { [$0.rawValue, $0.file, $0.needs] }))
    }
    let adapter: SubjectAdapter = try checked("flickbook subject adapter", language)
    guard let output else {
      try require(
        !force, at: "--force", "no file is written", "add -o FOLDER, or leave --force out")
      return try writeFile(adapter.bytes, at: "-")
    }
    let file = NewFile(path: adapter.file, bytes: adapter.bytes)
    let over: Overwriting = force ? .anything : .ours
    // Check the file here, too: only the error of this check names the file.
    if kindOfFile(at: output).isFolder {
      try checkPlace(ofFile: "\(output)/\(adapter.file)", over: over)
    }
    try writeFiles([file], in: output, over: over)
    say("\(singleLine(output)): wrote \(adapter.file), for \(adapter.needs)")
  }
}
