public import Foundation

/// Where the tests find what others measured: tables of numbers beside this file, and recordings of
/// real devices, which are not part of the package.
public enum FieldFolder {
  /// The folder that `FLICKBOOK_FIELD_DATA` names; nil when it is not set.
  private static let named = ProcessInfo.processInfo.environment["FLICKBOOK_FIELD_DATA"]
    .map { URL(filePath: $0) }

  private static let committed = URL(filePath: #filePath).deletingLastPathComponent()

  /// The folder of one kind of tables: `snap`, `spring` or `velocity`.
  ///
  /// It is the folder of that name in `FLICKBOOK_FIELD_DATA`, or the one beside this file; so it is
  /// always there, and no test that reads it is ever skipped.
  public static func tables(_ kind: String) -> URL {
    if let other = named?.appending(path: kind), exists(other) { return other }
    return committed.appending(path: kind)
  }

  /// The recordings of real devices, in `FLICKBOOK_FIELD_DATA` or in `../shared/data` beside the
  /// package; nil when they are not there.
  public static let recordings: URL? = {
    let beside = committed.appending(path: "../../../shared/data").standardizedFileURL
    let folder = (named ?? beside).appending(path: "recordings").standardizedFileURL
    return exists(folder) ? folder : nil
  }()

  private static func exists(_ folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.path)
  }
}
