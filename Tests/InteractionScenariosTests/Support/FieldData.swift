import Foundation

/// Field data that is not part of the package.
enum FieldData {
  /// Where it is: the environment says, or the folder beside the package.
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["FLICKBOOK_FIELD_DATA"] {
      return URL(fileURLWithPath: path)
    }
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return package.appendingPathComponent("../shared/data").standardizedFileURL
  }()

  /// Whether the decision tables are there; where they are not, their tests are skipped, and this
  /// says so.
  static let hasSnapTables: Bool = {
    let isThere = FileManager.default.fileExists(atPath: folder.appendingPathComponent("snap").path)
    if !isThere {
      print("No field data at \(folder.path); set FLICKBOOK_FIELD_DATA to its folder.")
    }
    return isThere
  }()

  /// A decision table, as the values of JSON.
  static func snap(_ name: String) throws -> [String: Any] {
    let url = folder.appendingPathComponent("snap/\(name).json")
    let value = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    guard let fields = value as? [String: Any] else { throw CocoaError(.fileReadCorruptFile) }
    return fields
  }
}

/// How many random sequences to try: `standard`, or what FLICKBOOK_SEQUENCES asks for.
func sequenceCount(standard: Int) -> Int {
  ProcessInfo.processInfo.environment["FLICKBOOK_SEQUENCES"].flatMap(Int.init) ?? standard
}
