import FieldData
import Foundation

/// The reference tables, which describe how other projects behave.
enum FieldData {
  /// Returns the content of a reference table, as values of JSON.
  static func snap(_ name: String) throws -> [String: Any] {
    let url = FieldFolder.tables("snap").appending(path: "\(name).json")
    let value = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    guard let fields = value as? [String: Any] else { throw CocoaError(.fileReadCorruptFile) }
    return fields
  }
}

/// The number of random sequences: `standard`, or the value of FLICKBOOK_SEQUENCES.
func sequenceCount(standard: Int) -> Int {
  ProcessInfo.processInfo.environment["FLICKBOOK_SEQUENCES"].flatMap(Int.init) ?? standard
}
