import ArgumentParser
import Flickbook

/// What a command that writes a file or a folder may write over; the same rule for all of them.
struct OutputOptions: ParsableArguments {
  @Flag(
    help: """
      Write over what is there. Without it only what is empty, or a run that Flickbook wrote, is \
      written over.
      """)
  var force = false

  @Flag(
    help: """
      Let others on this machine read what is written, as far as the umask lets them. Without it only \
      those may who may read all that it is made from.
      """)
  var share = false

  private var over: Overwriting { force ? .anything : .ours }

  /// Who may read what is made from the files and folders at `paths`.
  func readers(of paths: [String]) -> Readers { share ? .everyone : Readers(ofAll: paths) }

  /// Refuses `--force` and `--share` where nothing is written.
  func checkUnused() throws(Failure) {
    guard force || share else { return }
    let option = force ? "--force" : "--share"
    throw Failure(.usage, "\(option): no file is written; name an output, or leave \(option) out.")
  }

  /// Checks, before any work, that a file may be written to `path`.
  func check(file path: String) throws(Failure) {
    try orFail { () throws(FileError) in try checkPlace(ofFile: path, over: over) }
  }

  /// Refuses `path` for a recording in our own format where its ending says that it is something else.
  func check(recording path: String) throws(Failure) {
    let format = RecordingFormat(fileName: path)
    guard OtherKind(path) != nil || ending(of: path) == "txt" || format ?? .libinput != .libinput
    else { return }
    throw Failure(
      .usage,
      "\(path): its ending is not that of the libinput recording that is written; give a name that "
        + "ends in .yml.")
  }

  /// Refuses `path` for run directories where its ending is that of a file.
  func check(nameOfRun path: String) throws(Failure) {
    // What is in the way already is told by what it is.
    guard
      kindOfFile(at: path).exists
        || OtherKind(path) == nil && RecordingFormat(fileName: path) == nil
    else {
      throw Failure(
        .usage,
        "\(path): its ending is that of a file, and a run is a folder; leave the ending out.")
    }
  }

  /// Checks, before any work, that a run may be written to `path`.
  func check(run path: String) throws(Failure) {
    try orFail { () throws(FileError) in try checkPlace(ofRun: path, over: over) }
  }

  /// Writes a file that is made from those at `paths`, and from the files in the folders among them.
  func write(
    _ bytes: [UInt8], to path: String, madeFrom paths: [String]
  ) throws(Failure) {
    try orFail { () throws(FileError) in
      try writeFile(bytes, at: path, over: over, readers: readers(of: paths))
    }
  }

  /// Writes files into the folder at `folder`, none of them before all are made.
  func write(
    _ files: [NewFile], in folder: String, madeFrom paths: [String]
  ) throws(Failure) {
    try orFail { () throws(FileError) in
      try writeFiles(files, in: folder, over: over, readers: readers(of: paths))
    }
  }

  /// Writes a run directory, which `readers` may read.
  func write(_ run: Run, to path: String, readers: Readers) throws(Failure) {
    try orFail { () throws(FileError) in
      try writeRun(run, at: path, over: over, readers: readers)
    }
  }
}

/// What a file is by its name, where that is nothing that is recorded.
enum OtherKind: String {
  case svg, png, html, htm, json, jsonl

  /// Takes it from the ending of `path`; nil for any other.
  init?(_ path: String) { self.init(rawValue: ending(of: path)) }
}

/// The ending of the last part of `path`, without the point and in small letters; empty for none.
func ending(of path: String) -> String {
  let name = path.split(separator: "/").last ?? ""
  guard let point = name.lastIndex(of: "."), point > name.startIndex else { return "" }
  return name[name.index(after: point)...].lowercased()
}

/// Says which options give the ranges without which no replay takes a recording; nothing where it has them.
func tellMissingRanges(of recording: Recording, at path: String) {
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
    \(path == "-" ? "standard input" : path): it tells no range of its axes, so that no replay takes \
    what was written; give them by --axis x=0:1079 --axis y=0:2339, or by --desc.
    """)
}

extension RawEvent {
  fileprivate func isAbsolute(_ code: UInt16) -> Bool {
    type == EventType.absolute && self.code == code
  }
}
