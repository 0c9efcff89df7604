import ChildProcesses
import Flickbook

/// The output format of a picture: SVG, or PNG, to which the program `rsvg-convert` converts the SVG.
struct PictureFile {
  /// The options of `rsvg-convert` for the size; nil for SVG.
  private var size: [String]?

  /// Whether the file is a PNG.
  var isPNG: Bool { size != nil }

  /// Chooses the format by the extension of `path`; the path `-` means SVG.
  ///
  /// - Throws: ``Failure`` for any other extension, or if a width is given for an SVG.
  init(_ path: String, width: Int?) throws {
    switch path == "-" ? "svg" : ending(of: path) {
    case "svg":
      try require(
        width == nil, at: "--width", "an SVG has no fixed size", "name a file that ends in .png")
    case "png":
      // Without a width, a PNG is as sharp as the SVG on a screen with two pixels per point.
      let width = try width.map { width in
        try checked("--width", width, 16...16_384, "pixels")
      }
      size = width.map { ["--width", "\($0)"] } ?? ["--zoom", "2"]
    default:
      throw Failure(
        .usage, at: path, "this is not the extension of a picture",
        "name a file that ends in .svg, .png, .gif, .apng, .mp4 or .webm, or -")
    }
  }

  /// Returns the bytes of a picture in the output format.
  ///
  /// - Throws: ``Failure`` if `rsvg-convert` is missing or fails.
  func bytes(of picture: String) throws -> [UInt8] {
    let picture = Array(picture.utf8)
    guard let size else { return picture }
    let name = "rsvg-convert"
    do throws(ChildProcessError) {
      var program = try ChildProcess([name, "--format", "png"] + size, takesInput: true)
      // The program reads the whole picture before it writes.
      _ = picture.withUnsafeBytes { program.write($0) }
      program.endInput()
      let bytes = program.wholeOutput()
      let status = program.status()
      guard status == 0, !bytes.isEmpty else {
        let printed = trimmed(String(decoding: program.printed(atMost: 300), as: UTF8.self))
        throw .failed(
          reason: (status == 0
            ? "the program wrote no output" : "the program failed with status \(status)")
            + (printed.isEmpty ? "" : " and printed '\(singleLine(printed))'"))
      }
      return bytes
    } catch .notInstalled {
      throw Failure(
        .inputOutput, at: name, "this program is needed for PNG and not installed",
        "install librsvg2-bin (sudo apt-get install librsvg2-bin), or name a file that ends in .svg"
      )
    } catch .failed(let reason) {
      throw Failure(.inputOutput, at: name, reason, "name a file that ends in .svg for now")
    }
  }
}
