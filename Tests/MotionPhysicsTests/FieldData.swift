import FieldData
import Foundation
import Testing

/// The tables of other implementations' tests.
enum FieldData {
  /// The records of a table, each a dictionary, without records that document a mistake.
  static func records(_ name: String) throws -> [[String: Any]] {
    let file = FieldFolder.tables("spring").appending(path: "\(name).json")
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
