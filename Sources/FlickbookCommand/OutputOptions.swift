import ArgumentParser
import Flickbook

/// The options of all commands that write files or folders: what they may overwrite, and who may read it.
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

  /// Returns who may read a file that is made from the files and folders at `paths`.
  func readers(of paths: [String]) -> Readers { share ? .everyone : Readers(ofAll: paths) }

  /// Rejects `--force` and `--share` for a command line that writes no file.
  func checkUnused() throws(Failure) {
    guard force || share else { return }
    let option = force ? "--force" : "--share"
    throw Failure(.usage, "\(option): no file is written; name an output, or leave \(option) out.")
  }

  /// Throws if a file cannot be written to `path`; called before the work begins.
  func check(file path: String) throws(Failure) {
    try orFail { () throws(FileError) in try checkPlace(ofFile: path, over: over) }
  }

  /// Rejects `path` for a libinput recording if its extension is that of another format.
  func check(recording path: String) throws(Failure) {
    let format = RecordingFormat(fileName: path)
    guard OtherKind(path) != nil || ending(of: path) == "txt" || format ?? .libinput != .libinput
    else { return }
    throw Failure(
      .usage,
      "\(path): its extension is not that of a libinput recording, the output format; give a name that "
        + "ends in .yml.")
  }

  /// Rejects `path` for run directories if its extension is that of a file.
  func check(nameOfRun path: String) throws(Failure) {
    // An existing file or folder at the path gets a more precise error later.
    guard
      kindOfFile(at: path).exists
        || OtherKind(path) == nil && RecordingFormat(fileName: path) == nil
    else {
      throw Failure(
        .usage,
        "\(path): a run is a folder, but the name has the extension of a file; leave it out.")
    }
  }

  /// Throws if a run cannot be written to `path`; called before the work begins.
  func check(run path: String) throws(Failure) {
    try orFail { () throws(FileError) in try checkPlace(ofRun: path, over: over) }
  }

  /// Writes a file that is made from the files and folders at `paths`.
  func write(
    _ bytes: [UInt8], to path: String, madeFrom paths: [String]
  ) throws(Failure) {
    try orFail { () throws(FileError) in
      try writeFile(bytes, at: path, over: over, readers: readers(of: paths))
    }
  }

  /// Writes files into the folder at `folder`, all or none of them.
  func write(
    _ files: [NewFile], in folder: String, madeFrom paths: [String]
  ) throws(Failure) {
    try orFail { () throws(FileError) in
      try writeFiles(files, in: folder, over: over, readers: readers(of: paths))
    }
  }

  /// Writes a run directory that `readers` may read.
  func write(_ run: Run, to path: String, readers: Readers) throws(Failure) {
    try orFail { () throws(FileError) in
      try writeRun(run, at: path, over: over, readers: readers)
    }
  }
}

/// A file extension that does not belong to a recording.
enum OtherKind: String {
  case svg, png, html, htm, json, jsonl

  /// Reads the extension of `path`; nil for any other.
  init?(_ path: String) { self.init(rawValue: ending(of: path)) }
}

/// Returns the extension of the last component of `path`, without the dot and in lower case; empty if there is
/// none.
func ending(of path: String) -> String {
  let name = path.split(separator: "/").last ?? ""
  guard let point = name.lastIndex(of: "."), point > name.startIndex else { return "" }
  return name[name.index(after: point)...].lowercased()
}

/// Reports on standard error if a recording lacks axis ranges, which a replay needs, and the options for them.
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
    \(path == "-" ? "standard input" : path): the recording has no axis ranges, so the output cannot be \
    replayed; give the ranges with --axis x=0:1079 --axis y=0:2339, or with --desc.
    """)
}

extension RawEvent {
  fileprivate func isAbsolute(_ code: UInt16) -> Bool {
    type == EventType.absolute && self.code == code
  }
}
