import Foundation
import Testing

/// The 40-digit reference tables in `Reference/`, whose numbers are strings of decimals.
enum Reference {
  /// A number written as decimals, as a fraction such as `1/240`, or as a root such as
  /// `0.135^(1/1000)`; text after a space is a remark.
  static func number(_ text: String) throws -> Double {
    if let power = text.firstRange(of: "^(") {
      let exponent = text[power.upperBound...].prefix { $0 != ")" }
      return pow(try number(String(text[..<power.lowerBound])), try number(String(exponent)))
    }
    let parts = try text.split(separator: "/").map { try #require(Double($0)) }
    return parts.count == 2 ? parts[0] / parts[1] : try #require(parts.first)
  }

  private struct Table<Record: Decodable>: Decodable { var records: [Record] }

  /// The `records` of a table.
  static func records<Record: Decodable>(_ name: String, as type: Record.Type) throws -> [Record] {
    let file = try #require(
      Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Reference"))
    return try JSONDecoder().decode(Table<Record>.self, from: Data(contentsOf: file)).records
  }
}
