import FrameLogs
import Quantities

/// A table of motion that was observed in other software: a time and a position in each row.
///
/// The table is text, either comma-separated values with a line of column names, or JSON lines with one object in each
/// line. Columns that are not in ``Column`` are ignored. Lines that begin with `#` before the first row are notes, such as
/// the name of the software; see ``notes``.
///
///     # software: GTK 4.8.3
///     time,y
///     0.0000,600
///     0.0167,602.5
public struct MotionTable: Hashable, Sendable {
  /// A column that Flickbook reads.
  public enum Column: String, CaseIterable, Sendable {
    /// The time of the row.
    case time
    /// The horizontal position.
    case x
    /// The vertical position.
    case y
    /// The horizontal velocity, per second.
    case vx
    /// The vertical velocity, per second.
    case vy
    /// The horizontal position at which the surface will come to rest.
    case targetX
    /// The vertical position at which the surface will come to rest.
    case targetY
  }

  /// The unit of the times in a table.
  public enum TimeUnit: String, CaseIterable, Sendable {
    case seconds = "s"
    case milliseconds = "ms"
    case microseconds = "us"

    fileprivate var seconds: Double {
      switch self {
      case .seconds: 1
      case .milliseconds: 1e-3
      case .microseconds: 1e-6
      }
    }
  }

  /// The times of the rows, in seconds; no time is before the previous one.
  public private(set) var times: [Double] = []
  /// The numbers of each other column, one for each row, in the unit of the table.
  public private(set) var numbers: [Column: [Double]] = [:]
  /// The notes before the first row, such as `software` in `# software: GTK 4.8.3`.
  ///
  /// ``ObservationSource`` and ``ObservationScale`` use some of them; all others are ignored.
  public private(set) var notes: [String: String] = [:]

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - file: The name for errors.
  ///   - names: The names of columns in this table; a column without an entry has its standard name. If there is no
  ///     column `x` or `y`, the column `position` is read as `y`.
  ///   - unit: The unit of the times; nil uses the note `time-unit`, or seconds.
  /// - Throws: ``MotionTableError`` with the number of the line that cannot be read.
  public init(
    _ bytes: [UInt8], named file: String, columns names: [Column: String] = [:],
    timesIn unit: TimeUnit? = nil
  ) throws(MotionTableError) {
    var lines = TableLines(bytes)
    notes = lines.notes()
    let noted = try Self.unit(in: notes, file: file)
    let unit = unit ?? noted
    guard let first = lines.next() else {
      throw MotionTableError(
        "\(file): the table is empty; give a table whose first line names its columns, such as "
          + "time,y.")
    }
    let isJSON = first.text.first == UInt8(ascii: "{") || first.text.first == UInt8(ascii: "[")
    let header = try Self.header(first.text, isJSON: isJSON, file: file, line: first.number)
    let columns = try Self.columns(in: header, named: names, file: file, line: first.number)
    for read in columns where read.column != .time { numbers[read.column] = [] }
    var line: (number: Int, text: ArraySlice<UInt8>)? = isJSON ? first : lines.next()
    while let (number, text) = line {
      let row =
        isJSON
        ? try Self.jsonRow(text, columns, file: file, line: number)
        : try Self.row(text, columns, of: header.count, file: file, line: number)
      for (read, value) in zip(columns, row) {
        if read.column == .time {
          try append(time: value * unit.seconds, file: file, line: number)
        } else {
          numbers[read.column]?.append(value)
        }
      }
      line = lines.next()
    }
    guard times.count > 1 else {
      throw MotionTableError(
        "\(file): found \(times.count == 1 ? "1 row" : "no rows"); give a table with at least 2 rows."
      )
    }
  }

  /// Returns the names of the columns in the first line.
  private static func header(
    _ text: ArraySlice<UInt8>, isJSON: Bool, file: String, line: Int
  ) throws(MotionTableError) -> [String] {
    if isJSON {
      guard let fields = JSONReader.fields(in: text) else {
        throw notAnObject(text, file: file, line: line)
      }
      return fields.map { $0.key }
    }
    let header = cells(text).map(unquoted)
    for separator in [UInt8(ascii: ";"), 0x09] where header.count == 1 && text.contains(separator) {
      throw MotionTableError(
        "\(file):\(line): found \(separator == 0x09 ? "tabs" : "semicolons") between the column names; "
          + "separate all values by commas.")
    }
    return header
  }

  private static func unit(
    in notes: [String: String], file: String
  ) throws(MotionTableError) -> TimeUnit {
    guard let word = notes["time-unit"] else { return .seconds }
    if let unit = TimeUnit(rawValue: word) { return unit }
    throw MotionTableError(
      "\(file): found the note 'time-unit: \(excerpt(of: word))'; give one of s, ms, us.")
  }

  private mutating func append(
    time: Double, file: String, line: Int
  ) throws(MotionTableError) {
    if let last = times.last, time < last {
      throw MotionTableError(
        "\(file):\(line): found the time \(plain(time)) s after \(plain(last)) s; sort the rows by "
          + "time.")
    }
    times.append(time)
  }

  /// A column to read: its meaning, and its name and index in the table.
  private struct ReadColumn {
    var column: Column
    var name: String
    var index: Int
  }

  /// Returns the columns to read; the time comes first.
  private static func columns(
    in header: [String], named names: [Column: String], file: String, line: Int
  ) throws(MotionTableError) -> [ReadColumn] {
    var found: [ReadColumn] = []
    for column in Column.allCases {
      let name = names[column] ?? column.rawValue
      if let index = header.firstIndex(of: name) {
        found.append(ReadColumn(column: column, name: name, index: index))
      } else if names[column] != nil {
        throw MotionTableError(
          "\(file):\(line): there is no column '\(excerpt(of: name))'; the columns are "
            + "\(excerpt(of: header.joined(separator: ", "))).")
      }
    }
    func hasPosition() -> Bool { found.contains { $0.column == .x || $0.column == .y } }
    if !hasPosition(), let index = header.firstIndex(of: "position") {
      found.append(ReadColumn(column: .y, name: "position", index: index))
    }
    for (isThere, name) in [(found.first?.column == .time, "time"), (hasPosition(), "y")]
    where !isThere {
      throw MotionTableError(
        "\(file):\(line): found the columns '\(excerpt(of: header.joined(separator: ",")))', but "
          + "'\(name)' is missing; name it with --column \(name)=NAME.")
    }
    return found
  }

  private static func row(
    _ text: ArraySlice<UInt8>, _ columns: [ReadColumn], of count: Int, file: String, line: Int
  ) throws(MotionTableError) -> [Double] {
    let cells = cells(text)
    guard cells.count == count else {
      throw MotionTableError(
        "\(file):\(line): found \(cells.count) values; give \(count), one for each column of the "
          + "first line.")
    }
    var row: [Double] = []
    for read in columns {
      let word = unquoted(cells[read.index])
      guard let number = Double(word), number.isFinite else {
        throw notANumber(word, read.name, file: file, line: line)
      }
      row.append(number)
    }
    return row
  }

  private static func jsonRow(
    _ text: ArraySlice<UInt8>, _ columns: [ReadColumn], file: String, line: Int
  ) throws(MotionTableError) -> [Double] {
    guard let fields = JSONReader.fields(in: text) else {
      throw notAnObject(text, file: file, line: line)
    }
    let values = LogValue.fields(fields)
    var row: [Double] = []
    for read in columns {
      guard let number = values[read.name]?.asNumber, number.isFinite else {
        throw notANumber(
          values[read.name]?.asText ?? "no number", read.name, file: file, line: line)
      }
      row.append(number)
    }
    return row
  }

  private static func notAnObject(
    _ text: ArraySlice<UInt8>, file: String, line: Int
  ) -> MotionTableError {
    MotionTableError(
      "\(file):\(line): found '\(excerpt(of: String(decoding: text, as: UTF8.self)))'; give one JSON "
        + "object with finite numbers in each line.")
  }

  private static func notANumber(
    _ word: String, _ column: String, file: String, line: Int
  ) -> MotionTableError {
    MotionTableError(
      "\(file):\(line): found '\(excerpt(of: word))' in the column \(excerpt(of: column)); give a "
        + "finite number, or remove the row.")
  }
}

extension MotionTable {
  /// Returns the table in seconds after the recording's first event and in points of the scenario.
  ///
  /// The notes of the result still name the software, but no longer the unit, the start time, the origin and the scale.
  public func placed(by scale: ObservationScale, _ source: ObservationSource) -> MotionTable {
    var table = self
    table.times = times.map { scale.placed($0, in: .time) }
    for (column, values) in numbers {
      table.numbers[column] = values.map { scale.placed($0, in: column) }
    }
    for key in ["time-unit", "start-time", "origin", "scale"] { table.notes[key] = nil }
    table.notes["software"] = source.software.isEmpty ? nil : source.software
    table.notes["date"] = source.date.isEmpty ? nil : source.date
    table.notes["clock"] = source.clock?.rawValue
    return table
  }

  /// The table as comma-separated values, with its notes; numbers are rounded to 10⁻⁶.
  public var text: String {
    let columns = Column.allCases.filter { $0 == .time || numbers[$0] != nil }
    var lines = notes.sorted { $0.key < $1.key }.map { key, value in
      "# \(singleLine(key)): \(singleLine(value))"
    }
    lines.append(columns.map { $0.rawValue }.joined(separator: ","))
    for row in times.indices {
      lines.append(
        columns.map { column in
          plain(((numbers[column]?[row] ?? times[row]) * 1e6).rounded() / 1e6)
        }.joined(separator: ","))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The reason why a table of motion cannot be read, with the place and what to do.
public struct MotionTableError: Error, Hashable, CustomStringConvertible {
  /// The message, on one line.
  public var description: String

  /// Creates an error with a message, from which control characters and line ends are removed.
  public init(_ text: String) { description = singleLine(text) }
}
