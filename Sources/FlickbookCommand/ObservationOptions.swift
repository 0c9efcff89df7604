import ArgumentParser
import Flickbook

/// The options for reading a table of observed motion.
struct ObservationOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      The name of a column in the table, such as y=scrollTop; the columns are time, x, y, vx, vy, targetX and \
      targetY. Repeatable. (default: each column has its own name, and y can also be named position)
      """, valueName: "column=name"))
  var column: [String] = []

  @Option(help: .detail("The unit of the times in the table: s, ms or us. (default: s)"))
  var timeUnit: String?

  @Option(
    parsing: .unconditional,
    help: .detail("The time of the recording's first event in the table, in seconds. (default: 0)"))
  var startTime: Double?

  @Option(
    parsing: .unconditional,
    help: """
      The position in the table that is zero in the scenario: a number, or x,y, in the unit of the table. \
      (default: 0)
      """)
  var origin: String?

  @Option(
    parsing: .unconditional,
    help: """
      The number of points in a unit of the table: a number, or x,y. -1 reverses the direction, as for a scroll offset. \
      (default: 1)
      """)
  var scale: String?

  /// The first given option; nil if none was given.
  var given: String? {
    let all: [(String, Bool)] = [
      ("--column", !column.isEmpty), ("--time-unit", timeUnit != nil),
      ("--start-time", startTime != nil), ("--origin", origin != nil), ("--scale", scale != nil),
    ]
    return all.first(where: \.1)?.0
  }

  /// Reads the table at `path`; `-` is standard input.
  private func table(at path: String) throws -> MotionTable {
    var names: [MotionTable.Column: String] = [:]
    for text in column {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[1].isEmpty,
        let column = MotionTable.Column(rawValue: String(parts[0]))
      else {
        let known = MotionTable.Column.allCases.map(\.rawValue).joined(separator: ", ")
        throw Failure(
          .usage, at: "--column", "found '\(excerpt(of: text))'",
          "give COLUMN=NAME with one of the columns \(known)")
      }
      try require(
        names.updateValue(String(parts[1]), forKey: column) == nil, at: "--column",
        "found \(column.rawValue) twice", "name each column once")
    }
    let used = names.values.sorted()
    if let twice = zip(used, used.dropFirst()).first(where: { $0 == $1 })?.0 {
      throw Failure(
        .usage, at: "--column", "found '\(excerpt(of: twice))' for two columns",
        "name another column for one of them")
    }
    let unit: MotionTable.TimeUnit? = try timeUnit.map { try checked("--time-unit", $0) }
    let bytes = try fileBytes(at: path, atMost: largestMotionTable)
    return try MotionTable(bytes, named: inputName(path), columns: names, timesIn: unit)
  }

  /// Returns the relation between a table with these notes and the run.
  private func placement(_ notes: [String: String], at path: String) throws -> ObservationScale {
    var placement = try ObservationScale(notes: notes, named: path)
    if let startTime {
      try require(
        startTime.isFinite, at: "--start-time", "found \(plain(startTime))", "give seconds")
      placement.startTime = startTime
    }
    if let origin { placement.origin = try pair("--origin", origin) }
    if let scale {
      placement.scale = try pair("--scale", scale)
      try require(
        placement.scale.x != 0 && placement.scale.y != 0, at: "--scale",
        "found '\(excerpt(of: scale))'", "give a number other than 0")
    }
    return placement
  }

  private func pair(_ option: String, _ text: String) throws -> (x: Double, y: Double) {
    guard let pair = ObservationScale.pair(text) else {
      throw Failure(
        .usage, at: option, "found '\(excerpt(of: text))'", "give a number, or two such as 0,600")
    }
    return pair
  }

  /// Reads the table at `path` in seconds and points; `-` is standard input.
  func motion(at path: String) throws -> MotionTable {
    let (table, placement, source) = try unplacedTable(at: path)
    return table.placed(by: placement, source)
  }

  private func unplacedTable(
    at path: String
  ) throws -> (table: MotionTable, placement: ObservationScale, source: ObservationSource) {
    let (table, file) = (try table(at: path), inputName(path))
    return (
      table, try placement(table.notes, at: file),
      try ObservationSource(notes: table.notes, named: file)
    )
  }

  /// Creates the run of the table at `path`, with the touches of `model`.
  ///
  /// - Parameters:
  ///   - path: The path of the table; `-` is standard input.
  ///   - change: Changes what the notes of the table say about the software.
  ///   - model: A replay of the recording that drove the software.
  /// - Returns: The run, and the table in points.
  /// - Throws: ``Failure`` if the table cannot be read, or if it does not fit `model`.
  func observation(
    of path: String, changing change: (inout ObservationSource) -> Void = { _ in },
    touchedAs model: Run
  ) throws -> (run: Run, table: MotionTable) {
    var (table, placement, source) = try unplacedTable(at: path)
    change(&source)
    try table.check(placement, against: model, named: inputName(path))
    let placed = table.placed(by: placement, source)
    return (Run(observing: placed, of: source, touchedAs: model), placed)
  }
}
