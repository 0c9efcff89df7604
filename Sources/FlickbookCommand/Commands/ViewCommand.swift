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

  func run() throws {
    guard !directories.isEmpty else {
      throw Failure(.usage, "flickbook view: no run was given; name one or more run directories.")
    }
    var runs: [Run] = []
    for directory in directories {
      runs.append(try orFail { () throws(FileError) in try storedRun(at: directory) })
    }
    let page = htmlPlayer(of: runs, names: directories)
    try orFail { () throws(FileError) in try writeFile(Array(page.utf8), at: output) }
    if output != "-" { print("\(output): \(count(runs.count, "run"))") }
  }
}
