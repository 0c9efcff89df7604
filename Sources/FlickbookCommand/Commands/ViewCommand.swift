import ArgumentParser
import Flickbook
import FramePictures

struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Makes a page that plays runs, side by side and frame by frame.",
    discussion: """
      The page is one file that works without a network.
      Example: flickbook view run-before run-after -o runs.html
      """)

  @Argument(help: "Run directories.")
  var directories: [String] = []

  @Option(name: [.customShort("o"), .long], help: "Where to write the page; - is standard output.")
  var output: String

  @OptionGroup var writing: OutputOptions

  func run() throws {
    guard !directories.isEmpty else {
      throw Failure(.usage, "flickbook view: no run was given; name one or more run directories.")
    }
    try writing.check(file: output)
    var runs: [Run] = []
    for directory in directories {
      runs.append(try wholeRun(at: directory))
    }
    let page = htmlPlayer(of: runs, names: directories, sceneries: runs.map(\.scenery))
    try writing.write(Array(page.utf8), to: output)
    if output != "-" { print("\(output): \(count(runs.count, "run"))") }
  }
}
