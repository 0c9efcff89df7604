import Glibc

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
      guard width == nil else {
        throw Failure(
          .usage, at: "--width", "an SVG has no fixed size", "name a file that ends in .png")
      }
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
  func bytes(of picture: String) throws -> [UInt8] {
    guard let size else { return Array(picture.utf8) }
    return try output(
      of: ["rsvg-convert", "--format", "png"] + size, reading: Array(picture.utf8))
  }
}

/// Runs a program from the PATH with `input` as its standard input, and returns its standard output.
///
/// - Throws: ``Failure`` if there is no such program, or if it fails.
private func output(of command: [String], reading input: [UInt8]) throws -> [UInt8] {
  let name = command[0]
  func failure(_ found: String) -> Failure {
    Failure(.inputOutput, at: name, "\(found)", "name a file that ends in .svg for now")
  }
  // Use temporary files instead of pipes, so that this process does not have to read and write at the same time.
  guard let source = tmpfile(), let result = tmpfile() else {
    throw failure("a temporary file could not be created: \(String(cString: strerror(errno)))")
  }
  defer {
    fclose(source)
    fclose(result)
  }
  guard fwrite(input, 1, input.count, source) == input.count, fflush(source) == 0 else {
    throw failure("a temporary file could not be written: \(String(cString: strerror(errno)))")
  }
  rewind(source)
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_adddup2(&actions, fileno(source), 0)
  posix_spawn_file_actions_adddup2(&actions, fileno(result), 1)
  var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
  defer { for word in words { free(word) } }
  words.append(nil)
  var process = pid_t()
  let trouble = posix_spawnp(&process, name, &actions, nil, words, environ)
  guard trouble != ENOENT else {
    throw Failure(
      .inputOutput, at: name, "this program is needed for PNG and not installed",
      "install librsvg2-bin (sudo apt-get install librsvg2-bin), or name a file that ends in .svg")
  }
  guard trouble == 0 else { throw failure(String(cString: strerror(trouble))) }
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0 {
    guard errno == EINTR else { throw failure("wait failed: \(String(cString: strerror(errno)))") }
  }
  guard status == 0 else { throw failure("the program failed (status \(status >> 8 & 0xff))") }
  fseek(result, 0, SEEK_END)
  let length = ftell(result)
  rewind(result)
  var bytes = [UInt8](repeating: 0, count: max(0, length))
  guard length > 0, fread(&bytes, 1, length, result) == length else {
    throw failure("the program wrote no output")
  }
  return bytes
}
