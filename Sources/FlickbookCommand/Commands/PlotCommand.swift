import ArgumentParser
import Flickbook
import FramePictures

struct PlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draws a run as SVG, or two runs over each other.",
    discussion: """
      Example: flickbook plot run -o run.svg
               flickbook plot run --expected run-before -o change.svg
      """)

  @Argument(help: "The run directory.")
  var directory: String

  @Option(help: "Another run directory to draw behind it, for comparison.")
  var expected: String?

  @Option(
    name: [.customShort("o"), .long], help: "Where to write the picture; - is standard output.")
  var output: String

  func run() throws {
    let run = try orFail { () throws(FileError) in try storedRun(at: directory) }
    let picture: String
    if let expected {
      let before = try orFail { () throws(FileError) in try storedRun(at: expected) }
      picture = svgPicture(comparing: before, with: run)
    } else {
      picture = svgPicture(of: run)
    }
    try orFail { () throws(FileError) in try writeFile(Array(picture.utf8), at: output) }
    if output != "-" { print("\(output): \(count(run.frames.count, "frame"))") }
  }
}
