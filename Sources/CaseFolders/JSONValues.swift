package import FrameLogs
import FoundationEssentials

/// The rows of a JSON Lines text: one object on each line.
///
/// Names come in the order of `order`, and after them those that it does not have, by their letters.
/// The row of a line that stands at the same place in `known` is left empty, for reading JSON costs
/// more than everything else in a comparison.
///
/// - Throws: ``FileError/malformed(path:line:found:expected:)`` at the first line that is none.
func logRows(
  in bytes: [UInt8], path: String, order: [String], unlessIn known: [ArraySlice<UInt8>] = []
) throws(FileError) -> [[LogField]] {
  var rows: [[LogField]] = []
  let decoder = JSONDecoder()
  var quick = QuickRows(order: order)
  let lines = logLines(of: bytes)
  for (index, line) in lines.enumerated() where !line.isEmpty {
    guard index >= known.count || line != known[index] else {
      rows.append([])
      continue
    }
    if let row = quick.row(line) {
      rows.append(row)
      continue
    }
    guard let value = try? decoder.decode(JSONValue.self, from: Data(line)),
      case .fields(let fields) = value.logValue(order: order), !fields.isEmpty
    else {
      throw .malformed(
        path: path, line: index + 1, found: "something else", expected: "a JSON object")
    }
    rows.append(fields)
  }
  return rows
}

/// The lines of a log; the last is empty when the log ends in a line end, as it should.
package func logLines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
  bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
}

/// The fields of a JSON document.
///
/// - Throws: ``FileError/malformed(path:line:found:expected:)`` when it is no JSON object.
package func logDocument(in bytes: [UInt8], path: String) throws(FileError) -> [LogField] {
  guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)),
    case .fields(let fields) = value.logValue(order: [])
  else { throw .malformed(path: path, line: nil, found: "no JSON", expected: "a JSON object") }
  return fields
}

private indirect enum JSONValue: Decodable {
  case null
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  /// Tries the commonest first, for a refused attempt costs more than the value.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      let isWhole = number.magnitude < 1e15 && number == number.rounded()
      self = isWhole ? .integer(Int(number)) : .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let object = try? container.decode([String: JSONValue].self) {
      self = .object(object)
    } else {
      self = .list(try container.decode([JSONValue].self))
    }
  }

  /// The value with the names of its objects in `order`, and then by their letters.
  func logValue(order: [String]) -> LogValue {
    switch self {
    case .null: .none
    case .flag(let flag): .flag(flag)
    case .integer(let integer): .integer(integer)
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case .list(let list): .list(list.map { $0.logValue(order: order) })
    case .object(let object): .fields(Self.fields(of: object, order: order))
    }
  }

  private static func fields(of object: [String: JSONValue], order: [String]) -> [LogField] {
    var rest = object
    var fields: [LogField] = []
    fields.reserveCapacity(object.count)
    for key in order {
      if let value = rest.removeValue(forKey: key) {
        fields.append(LogField(key, value.logValue(order: order)))
      }
    }
    for (key, value) in rest.sorted(by: { $0.key < $1.key }) {
      fields.append(LogField(key, value.logValue(order: order)))
    }
    return fields
  }
}
