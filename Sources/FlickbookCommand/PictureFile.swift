import Glibc

/// Where a picture goes: SVG, or PNG that `rsvg-convert` makes of it.
struct PictureFile {
  /// What the options of `rsvg-convert` say of the size; nil for SVG.
  private var size: [String]?

  /// Takes `path` by its ending; `-` is SVG.
  ///
  /// - Throws: ``Failure`` for another ending, and for a size of what has none or two.
  init(_ path: String, scale: Double?, width: Int?) throws(Failure) {
    let ending = path.split(separator: "/").last?.split(separator: ".").dropFirst().last
    switch path == "-" ? "svg" : ending?.lowercased() {
    case "svg":
      guard scale == nil, width == nil else {
        throw Failure(
          .usage,
          "\(scale == nil ? "--width" : "--scale"): an SVG has any size; name a file that ends in .png."
        )
      }
    case "png":
      guard scale == nil || width == nil else {
        throw Failure(.usage, "--scale: --width says already how large; leave one of them out.")
      }
      if let width {
        size = ["--width", "\(try checked("--width", width, 16...16_384, "pixels"))"]
      } else {
        size = ["--zoom", "\(try checked("--scale", scale ?? 2, 0.1...10, "a number"))"]
      }
    default:
      throw Failure(
        .usage, "\(path): pictures are SVG or PNG; name a file that ends in .svg or .png, or -.")
    }
  }

  /// What is written of a picture.
  func bytes(of picture: String) throws(Failure) -> [UInt8] {
    guard let size else { return Array(picture.utf8) }
    return try output(
      of: ["rsvg-convert", "--format", "png"] + size, reading: Array(picture.utf8))
  }
}

/// What a program says to standard output that reads `input`; it is looked for on the PATH.
///
/// - Throws: ``Failure`` when there is no such program, or it fails.
private func output(of command: [String], reading input: [UInt8]) throws(Failure) -> [UInt8] {
  let name = command[0]
  func failure(_ found: String) -> Failure {
    Failure(.inputOutput, "\(name): \(found); name a file that ends in .svg for now.")
  }
  // Files instead of pipes: nobody has to read and write at a time.
  guard let source = tmpfile(), let result = tmpfile() else {
    throw failure("there is no room for a temporary file: \(String(cString: strerror(errno)))")
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
      .inputOutput,
      """
      \(name): it is not installed, and makes the PNG; install librsvg2-bin (sudo apt-get install \
      librsvg2-bin), or name a file that ends in .svg.
      """)
  }
  guard trouble == 0 else { throw failure(String(cString: strerror(trouble))) }
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0 {
    guard errno == EINTR else { throw failure("it was lost: \(String(cString: strerror(errno)))") }
  }
  guard status == 0 else { throw failure("it failed (status \(status >> 8 & 0xff))") }
  fseek(result, 0, SEEK_END)
  let length = ftell(result)
  rewind(result)
  var bytes = [UInt8](repeating: 0, count: max(0, length))
  guard length > 0, fread(&bytes, 1, length, result) == length else {
    throw failure("it wrote nothing")
  }
  return bytes
}
