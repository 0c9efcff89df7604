import FrameLogs
import YAMLNodes

/// The name of a file that says what holds for all cases below its folder.
///
/// Its one key is `tolerance`, in points.
let casesFileName = "cases.yml"

extension RecordingCase {
  /// How far numbers may be from the expected ones: as `tried` says, or the case, or the nearest folder
  /// above it with a `cases.yml`, or by 0.001 pt.
  ///
  /// - Throws: ``FileError`` when a `cases.yml` is none.
  func tolerance(
    _ own: RunTolerance?, trying tried: RequestFile?
  ) throws(FileError) -> RunTolerance {
    if let told = tried?.tolerance ?? own { return told }
    return try folderTolerance(above: folder) ?? RunTolerance()
  }
}

private func folderTolerance(above path: String) throws(FileError) -> RunTolerance? {
  // Where it really lies, for a path such as `.` has no folders above it.
  var folder = resolved(path)
  while folder.contains("/") {
    folder = CaseFolders.folder(of: folder)
    let path = folder == "/" ? "/\(casesFileName)" : "\(folder)/\(casesFileName)"
    if kindOfFile(at: path) == .file {
      guard let told = try toleranceFile(at: path) else { return nil }
      return told
    }
    if folder == "/" { return nil }
  }
  return nil
}

private func toleranceFile(at path: String) throws(FileError) -> RunTolerance? {
  let text = String(decoding: try fileBytes(at: path, atMost: largestRequest), as: UTF8.self)
  let yaml = YAMLReader(path: path)
  guard let mapping = try requestMapping(in: text, path: path) else { return nil }
  try yaml.check(mapping, keys: ["tolerance"])
  guard let node = mapping["tolerance"] else { return nil }
  let number = try yaml.number(node, "points")
  guard RunTolerance.range.contains(number) else {
    throw yaml.wrong(node, "a tolerance from 0 to 1000 pt")
  }
  return RunTolerance(absolute: number)
}

extension RunTolerance {
  /// What may be told, in points.
  static let range = 0.0...1_000
}
