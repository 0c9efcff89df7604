import ArgumentParser
import Flickbook

/// The options of all commands that write files: which files they may overwrite, and who may read the new files.
struct OutputOptions: ParsableArguments {
  @Flag(
    help: """
      Overwrite existing files. Without this option, only empty files and folders, and runs that \
      Flickbook wrote, are overwritten.
      """)
  var force = false

  @Flag(
    help: """
      Let other users of this machine read the output, as far as the umask allows. Without this option, \
      only users who may read all of the input may read the output.
      """)
  var share = false

  private var over: Overwriting { force ? .anything : .ours }

  /// Returns the users who may read a file that is made from the files and folders at `paths`.
  func readers(of paths: [String]) -> Readers { share ? .everyone : Readers(ofAll: paths) }

  /// Throws if `--force` or `--share` is given; call this method if the command writes no file.
  func checkUnused() throws {
    guard force || share else { return }
    let option = force ? "--force" : "--share"
    throw Failure(
      .usage, at: option, "no file is written", "name an output, or leave \(option) out")
  }

  /// Throws if a file cannot be written to `path`, or if these options are given although `path` is nil.
  ///
  /// Call this method before the command begins its work.
  func check(file path: String?) throws {
    guard let path else { return try checkUnused() }
    try checkPlace(ofFile: path, over: over)
  }

  /// Throws if the extension of `path`, to which a libinput recording will be written, belongs to another format.
  func check(recording path: String) throws {
    let format = RecordingFormat(fileName: path)
    guard OtherKind(path) != nil || ending(of: path) == "txt" || format ?? .libinput != .libinput
    else { return }
    throw Failure(
      .usage, at: path, "its extension is not that of a libinput recording, the output format",
      "give a name that ends in .yml")
  }

  /// Throws if `path`, at which a run directory will be created, has the extension of a file.
  func check(nameOfRun path: String) throws {
    // Accept the path of an existing file or folder here, because a later check reports it more precisely.
    guard
      kindOfFile(at: path).exists
        || OtherKind(path) == nil && RecordingFormat(fileName: path) == nil
    else {
      throw Failure(
        .usage, at: path, "a run is a folder, but the name has the extension of a file",
        "leave out the extension")
    }
  }

  /// Throws if a run cannot be written to `path`; call this method before the command begins its work.
  func check(run path: String) throws {
    try checkPlace(ofRun: path, over: over)
  }

  /// Writes a file that is made from the files and folders at `paths`.
  func write(_ bytes: [UInt8], to path: String, madeFrom paths: [String]) throws {
    try writeFile(bytes, at: path, over: over, readers: readers(of: paths))
  }

  /// Writes files into the folder at `folder`; writes either all files or none.
  func write(_ files: [NewFile], in folder: String, madeFrom paths: [String]) throws {
    try writeFiles(files, in: folder, over: over, readers: readers(of: paths))
  }

  /// Writes a run directory that `readers` may read.
  func write(_ run: Run, to path: String, readers: Readers) throws {
    try writeRun(run, at: path, over: over, readers: readers)
  }
}

/// A file extension that a libinput recording must not have.
enum OtherKind: String {
  case svg, png, gif, apng, mp4, webm, html, htm, json, jsonl

  /// Returns the extension of `path` if it is one of the extensions above; otherwise nil.
  init?(_ path: String) { self.init(rawValue: ending(of: path)) }
}

/// Returns the extension of `path` in lower case and without the dot; empty if there is no extension.
func ending(of path: String) -> String {
  let name = lastPart(of: path)
  guard let point = name.lastIndex(of: "."), point > name.startIndex else { return "" }
  return name[name.index(after: point)...].lowercased()
}

/// Returns a number for the name of a file, with zeros in front so that all numbers up to `count` have equally many digits.
///
/// The alphabetical order of the files is then the order of their numbers.
func zeroPadded(_ number: Int, upTo count: Int) -> String {
  padded("\(number)", "\(count)".count).replacing(" ", with: "0")
}

/// Returns the last component of `path` without its extension.
func stem(of path: String) -> String {
  let name = lastPart(of: path)
  return String(name[..<(name.dropFirst().lastIndex(of: ".") ?? name.endIndex)])
}

/// Warns if a recording has no axis ranges, without which it cannot be replayed, and names the options that add them.
func reportMissingRanges(of recording: Recording, at path: String) {
  let codes =
    recording.device.axis(AbsoluteAxis.positionX) == nil
      && !recording.events.contains { $0.isAbsolute(AbsoluteAxis.positionX) }
    ? [AbsoluteAxis.x, AbsoluteAxis.y] : [AbsoluteAxis.positionX, AbsoluteAxis.positionY]
  let isMissing = codes.contains { code in
    recording.events.contains { $0.isAbsolute(code) }
      && recording.device.axis(code).map { $0.minimum < $0.maximum } != true
  }
  guard isMissing else { return }
  printError(
    """
    \(inputName(path)): the recording has no axis ranges, so the output cannot be \
    replayed; give the ranges with --axis x=0:1079 --axis y=0:2339, or with --desc.
    """)
}

extension RawEvent {
  fileprivate func isAbsolute(_ code: UInt16) -> Bool {
    type == EventType.absolute && self.code == code
  }
}
