import ArgumentParser
import Flickbook

/// What a command that writes a file or a folder may write over; the same rule for all of them.
struct OutputOptions: ParsableArguments {
  @Flag(
    help: """
      Write over what is there. Without it only what is empty, or a run that Flickbook wrote and \
      nobody changed, is written over.
      """)
  var force = false

  private var over: Overwriting { force ? .anything : .ours }

  /// Checks, before any work, that a file may be written to `path`.
  func check(file path: String) throws(Failure) {
    try orFail { () throws(FileError) in try checkPlace(ofFile: path, over: over) }
  }

  /// Checks, before any work, that a run may be written to `path`.
  func check(run path: String) throws(Failure) {
    try orFail { () throws(FileError) in try checkPlace(ofRun: path, over: over) }
  }

  /// Writes a file; `newPermissions` says who may read it where there was none before.
  func write(
    _ bytes: [UInt8], to path: String, newPermissions: UInt32 = 0o666
  ) throws(Failure) {
    if path != "-" { try tellMended(beside: path) }
    try orFail { () throws(FileError) in
      try writeFile(bytes, at: path, over: over, newPermissions: newPermissions)
    }
  }

  /// Writes a run directory.
  func write(_ run: Run, to path: String) throws(Failure) {
    try tellMended(beside: path)
    try orFail { () throws(FileError) in try writeRun(run, at: path, over: over) }
  }
}

/// Mends what an interrupted command left in `folder`, and says so.
func tellMended(in folder: String) throws(Failure) {
  for note in try orFail({ () throws(FileError) in try mendedLeftovers(in: folder) }) {
    printError(note)
  }
}

/// Mends and tells what interrupted commands left in the folder that `path` is in.
func tellMended(beside path: String) throws(Failure) {
  var name = path[...]
  while name.count > 1, name.hasSuffix("/") { name = name.dropLast() }
  let slash = name.lastIndex(of: "/")
  try tellMended(in: slash.map { String(name[...$0]) } ?? ".")
}
