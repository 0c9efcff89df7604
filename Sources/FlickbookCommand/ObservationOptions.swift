import ArgumentParser
import Flickbook

/// The options for reading a table of observed motion.
struct ObservationOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      The name of a column in the table, such as y=scrollTop; the columns are time, x, y, vx, vy, targetX and \
      targetY. Repeatable. (default: their own names, and position for y)
      """, valueName: "column=name"))
  var column: [String] = []

  @Option(help: "The unit of the times in the table: s, ms or us. (default: s)")
  var timeUnit: String?

  @Option(
    parsing: .unconditional,
    help: "The time in the table of the recording's first event, in seconds. (default: 0)")
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
      The points for each unit of the table: a number, or x,y. -1 reverses the direction, as for a scroll offset. \
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
  func table(at path: String) throws(Failure) -> MotionTable {
    var names: [MotionTable.Column: String] = [:]
    for text in column {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[1].isEmpty,
        let column = MotionTable.Column(rawValue: String(parts[0]))
      else {
        let known = MotionTable.Column.allCases.map(\.rawValue).joined(separator: ", ")
        throw Failure(
          .usage,
          "--column: found '\(excerpt(of: text))'; give COLUMN=NAME with one of the columns \(known)."
        )
      }
      guard names.updateValue(String(parts[1]), forKey: column) == nil else {
        throw Failure(.usage, "--column: found \(column.rawValue) twice; name each column once.")
      }
    }
    let used = names.values.sorted()
    if let twice = zip(used, used.dropFirst()).first(where: { $0 == $1 })?.0 {
      throw Failure(
        .usage,
        "--column: found '\(excerpt(of: twice))' for two columns; name another column for one of them."
      )
    }
    let unit = timeUnit.map { MotionTable.TimeUnit(rawValue: $0) } ?? .seconds
    guard let unit else {
      throw Failure(
        .usage, "--time-unit: found '\(excerpt(of: timeUnit ?? ""))'; give one of s, ms, us.")
    }
    let bytes = try orFail { () throws(FileError) in try fileBytes(at: path, atMost: 1 << 28) }
    do throws(MotionTableError) {
      return try MotionTable(
        bytes, named: path == "-" ? "standard input" : path, columns: names, timesIn: unit)
    } catch { throw Failure(.badInput, error.description) }
  }

  /// Returns the relation between the table and the run.
  func placement() throws(Failure) -> ObservationScale {
    var placement = ObservationScale()
    if let startTime {
      guard startTime.isFinite else {
        throw Failure(.usage, "--start-time: found \(plain(startTime)); give seconds.")
      }
      placement.startTime = startTime
    }
    if let origin { placement.origin = try pair("--origin", origin) }
    if let scale {
      placement.scale = try pair("--scale", scale)
      guard placement.scale.x != 0, placement.scale.y != 0 else {
        throw Failure(.usage, "--scale: found '\(excerpt(of: scale))'; give a number other than 0.")
      }
    }
    return placement
  }

  private func pair(_ option: String, _ text: String) throws(Failure) -> (x: Double, y: Double) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 1 || numbers.count == 2, let x = numbers[0], let y = numbers.last ?? nil,
      x.isFinite, y.isFinite
    else {
      throw Failure(
        .usage, "\(option): found '\(excerpt(of: text))'; give a number, or two such as 0,600.")
    }
    return (x, y)
  }

  /// Creates the run of the table at `path`, with the touches of `model`.
  ///
  /// - Throws: ``Failure`` if the table cannot be read, or if its times do not overlap those of `model`.
  func run(
    of path: String, from source: ObservationSource, touchedAs model: Run
  ) throws(Failure) -> Run {
    let (table, placement) = (try table(at: path), try placement())
    do throws(MotionTableError) { try table.check(placement, named: path) } catch {
      throw Failure(.badInput, error.description)
    }
    try checkTimes(of: table, from: placement.startTime, model, at: path)
    try checkAxes(of: table, model, at: path)
    return Run(observing: table, of: source, by: placement, touchedAs: model)
  }

  /// Throws if the table does not cover the gesture, or is too long.
  private func checkTimes(
    of table: MotionTable, from start: Double, _ model: Run, at path: String
  ) throws(Failure) {
    let (first, last) = (table.times.first ?? 0, table.times.last ?? 0)
    let touched = model.frames.filter(\.touching).map(\.time.value)
    let (down, up) = (touched.first ?? 0, touched.last ?? 0)
    // A table may begin a frame after the touch, which moves nothing yet.
    guard first - start <= down + 0.05, last - start >= up, last - start <= 100 * (up + 10) else {
      throw Failure(
        .badInput,
        "\(path): the table covers \(readable(first)) to \(readable(last)) s, and the fingers are down from "
          + "\(readable(down)) to \(readable(up)) s; check --time-unit and --start-time.")
    }
    guard (last - start) * model.rate.framesPerSecond <= Double(mostObservedFrames) else {
      throw Failure(
        .badInput,
        "\(path): the table has more than \(mostObservedFrames) frames at this --hz; remove the rows after the "
          + "motion.")
    }
  }

  /// Throws if the table lacks the axis along which the model moves, or if the model does not move at all.
  private func checkAxes(of table: MotionTable, _ model: Run, at path: String) throws(Failure) {
    let moved = model.extent
    guard moved.x > .zero || moved.y > .zero else {
      throw Failure(
        .badInput,
        "\(path): the surface of this scenario does not move in the replay, so there is nothing to compare; "
          + "check --scenario.")
    }
    let (axis, other) = moved.x > moved.y ? ("x", "y") : ("y", "x")
    guard table.numbers[moved.x > moved.y ? .x : .y] != nil else {
      throw Failure(
        .badInput,
        "\(path): found only the axis \(other), and the model moves along \(axis); name the column with "
          + "--column \(axis)=NAME.")
    }
  }
}
