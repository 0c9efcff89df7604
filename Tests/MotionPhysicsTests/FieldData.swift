import Foundation
import Testing

/// Tables of other implementations' tests, kept outside the package.
enum FieldData {
  /// The folder that `FLICKBOOK_FIELD_DATA` names, or `../shared/data` beside the package.
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["FLICKBOOK_FIELD_DATA"] {
      return URL(fileURLWithPath: path)
    }
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return package.deletingLastPathComponent().appendingPathComponent("shared/data")
  }()

  /// Whether the spring tables are there; prints why tests are skipped if not.
  static let hasSprings: Bool = {
    let path = folder.appendingPathComponent("spring/literals.json").path
    let exists = FileManager.default.fileExists(atPath: path)
    if !exists { print("skipped: no field data at \(path); set FLICKBOOK_FIELD_DATA") }
    return exists
  }()

  /// The records of a table, each a dictionary, without those that write down a mistake.
  static func records(_ name: String) throws -> [[String: Any]] {
    let file = folder.appendingPathComponent("spring/\(name).json")
    let table = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    let records = try #require((table as? [String: Any])?["records"] as? [[String: Any]])
    return records.filter { $0["encodes_bug"] == nil }
  }
}

extension [String: Any] {
  func number(_ key: String) -> Double? {
    (self[key] as? NSNumber)?.doubleValue ?? (self[key] as? String).flatMap(Double.init)
  }
  func numbers(_ key: String) -> [Double]? { (self[key] as? [NSNumber])?.map(\.doubleValue) }
  func text(_ key: String) -> String { self[key] as? String ?? "" }
  func table(_ key: String) -> [String: Any] { self[key] as? [String: Any] ?? [:] }
}
