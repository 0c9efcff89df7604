public import Foundation

/// The folders of test data from other projects.
///
/// Tables of numbers are in the folder of this file; recordings of real devices are not part of the
/// package.
public enum FieldFolder {
  /// The folder in the environment variable `FLICKBOOK_FIELD_DATA`; nil if it is not set.
  private static let named = ProcessInfo.processInfo.environment["FLICKBOOK_FIELD_DATA"]
    .map { URL(filePath: $0) }

  private static let committed = URL(filePath: #filePath).deletingLastPathComponent()

  /// The folder with one kind of tables: `snap`, `spring` or `velocity`.
  ///
  /// The folder is in `FLICKBOOK_FIELD_DATA` if it exists there, otherwise next to this file. The
  /// latter always exists, so no test that reads tables is skipped.
  public static func tables(_ kind: String) -> URL {
    if let other = named?.appending(path: kind), exists(other) { return other }
    return committed.appending(path: kind)
  }

  /// The recordings of real devices, in `FLICKBOOK_FIELD_DATA` or in `../shared/data` beside the
  /// package; nil if they do not exist.
  public static let recordings: URL? = {
    let beside = committed.appending(path: "../../../shared/data").standardizedFileURL
    let folder = (named ?? beside).appending(path: "recordings").standardizedFileURL
    return exists(folder) ? folder : nil
  }()

  private static func exists(_ folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.path)
  }
}
