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

  @OptionGroup var writing: OutputOptions

  func run() throws {
    try writing.check(file: output)
    let run = try wholeRun(at: directory)
    let picture: String
    if let expected {
      let before = try wholeRun(at: expected)
      picture = svgPicture(
        comparing: before, with: run, scenery: (expected: before.scenery, actual: run.scenery))
    } else {
      picture = svgPicture(of: run, scenery: run.scenery)
    }
    try writing.write(Array(picture.utf8), to: output)
    if output != "-" { print("\(output): \(count(run.frames.count, "frame"))") }
  }
}

/// The run in a directory that is as it was written; one that was changed shows what never was.
func wholeRun(at path: String) throws(Failure) -> Run {
  try orFail { () throws(FileError) in
    let run = try storedRun(at: path)
    try checkRun(at: path)
    return run
  }
}
