public import FrameLogs
import InteractionScenarios
public import Quantities

/// The software whose motion was observed, and how it was driven.
public struct ObservationSource: Hashable, Sendable {
  /// The clock by which the software moved.
  public enum Clock: String, CaseIterable, Sendable {
    /// The driver of the software gave each frame its time, so a repeated run gives the same motion.
    case driven
    /// The software moved in real time, so repeated runs differ.
    case wall
  }

  /// The name and version of the software, such as `GTK 4.8.3`.
  public var software: String
  /// The day of the observation, such as `2026-11-20`; empty if it is unknown.
  public var date: String
  /// The clock; nil if it is unknown.
  public var clock: Clock?

  /// Creates a source.
  public init(software: String, date: String = "", clock: Clock? = nil) {
    self.software = software
    self.date = date
    self.clock = clock
  }

  /// Creates the source that the notes `software`, `date` and `clock` of a table name.
  ///
  /// - Throws: ``MotionTableError`` if the clock is unknown.
  public init(notes: [String: String], named file: String) throws(MotionTableError) {
    self.init(software: notes["software"] ?? "", date: notes["date"] ?? "")
    guard let word = notes["clock"] else { return }
    clock = Clock(rawValue: word)
    guard clock != nil else {
      throw MotionTableError(
        "\(file): found the note 'clock: \(excerpt(of: word))'; give one of driven, wall.")
    }
  }
}

/// The relation between the numbers of a table and the time and the points of a run.
public struct ObservationScale: Sendable {
  /// The time in the table, in seconds, of the recording's first event.
  public var startTime = 0.0
  /// The position in the table that is zero in the run, along each axis, in the unit of the table.
  public var origin = (x: 0.0, y: 0.0)
  /// The points for each unit of the table, along each axis; a negative number reverses the direction.
  public var scale = (x: 1.0, y: 1.0)

  /// Creates a scale that leaves all numbers as they are.
  public init() {}

  /// Creates the scale that the notes `start-time`, `origin` and `scale` of a table give.
  ///
  /// - Throws: ``MotionTableError`` if a note is not a number that can be used.
  public init(notes: [String: String], named file: String) throws(MotionTableError) {
    func numbers(_ key: String) throws(MotionTableError) -> (x: Double, y: Double)? {
      guard let text = notes[key] else { return nil }
      if let pair = Self.pair(text), key != "scale" || (pair.x != 0 && pair.y != 0) { return pair }
      throw MotionTableError(
        "\(file): found the note '\(key): \(excerpt(of: text))'; give a number, or two such as 0,600."
      )
    }
    startTime = try numbers("start-time")?.x ?? 0
    origin = try numbers("origin") ?? origin
    scale = try numbers("scale") ?? scale
  }

  /// Returns the numbers for both axes in a text such as `600` or `0,600`; nil if they are not finite numbers.
  public static func pair(_ text: String) -> (x: Double, y: Double)? {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 1 || numbers.count == 2, let x = numbers[0], let y = numbers.last ?? nil,
      x.isFinite, y.isFinite
    else { return nil }
    return (x, y)
  }

  /// Returns a number of a column in seconds, in points, or in points per second.
  func placed(_ number: Double, in column: MotionTable.Column) -> Double {
    switch column {
    case .time: number - startTime
    case .x, .targetX: (number - origin.x) * scale.x
    case .y, .targetY: (number - origin.y) * scale.y
    case .vx: number * scale.x
    case .vy: number * scale.y
    }
  }
}

extension Run {
  /// The key of the header field that only runs of observed motion have.
  public static let observedKey = "observed"

  /// Whether the motion of the run was observed in other software.
  public var isObserved: Bool { LogValue.fields(header)[Self.observedKey] != nil }

  /// Whether a program under test made the run.
  public var isOfSubject: Bool {
    LogValue.fields(header)["scenario"]?.asText == ReplayRequest.subjectName
  }

  /// The median interval of the table's rows; the interval of the frames if the run was not observed, or if the
  /// interval in its header is above the limit for tables.
  var rowInterval: Seconds {
    guard let interval = observedNumber("rowInterval"), (0...longestRowInterval).contains(interval)
    else { return rate.interval }
    return Seconds(interval)
  }

  /// The time from the recording's first event to the next row of the table; always below the interval of the rows.
  ///
  /// It is nil if the run was not observed. Software that draws between the frames of the model shows the finger at other
  /// times, which looks like a time shift.
  var rowPhase: Seconds? { observedNumber("rowPhase").map { Seconds($0) } }

  /// Whether the velocities of the run were observed, too.
  var hasObservedVelocity: Bool {
    isOfSubject || LogValue.fields(header)[Self.observedKey]?["hasVelocity"] == .flag(true)
  }

  private func observedNumber(_ key: String) -> Double? {
    LogValue.fields(header)[Self.observedKey]?[key]?.asNumber
  }

  /// Creates a run from observed motion.
  ///
  /// Frame k has the position of the table at its time, interpolated linearly between two rows. Touches are those of
  /// `model`, so the phase is `pressed` or `dragging` as long as the model is touched. After a touch the phase is
  /// `settling` until the surface stays within ``restDistance`` of the position where the motion ends. The velocity is
  /// taken from the table, or is the change of the position over two frames.
  ///
  /// - Parameters:
  ///   - table: The observed motion, in seconds and points; see ``MotionTable/placed(by:_:)``. An axis that the table does
  ///     not have keeps the first position of `model`, and so does an axis on which neither the table nor the model moves.
  ///   - source: The observed software.
  ///   - model: A replay of the recording that drove the software, which has the touches and the frame rate.
  public init(
    observing table: MotionTable, of source: ObservationSource, touchedAs model: Run
  ) {
    let frames = observedFrames(table, model)
    let inputs: Set<RunEvent.Kind> = [
      .touchDown, .touchUp, .touchCancelled, .panBegan, .panEnded, .panCancelled, .gap,
    ]
    // These keys leave out the velocity in `panEnded`, which the model estimated and nobody observed.
    let keys: Set = ["pan", "fingers", "translationX", "translationY", "fingerX", "fingerY"]
    var events = model.events.filter { inputs.contains($0.kind) }
    for index in events.indices { events[index].payload.removeAll { !keys.contains($0.key) } }
    let isMoving = frames.last?.phase == .settling
    for (before, after) in zip(frames, frames.dropFirst())
    where before.phase == .settling && after.phase == .resting {
      events.append(
        RunEvent(
          time: after.time, kind: .settled,
          payload: [
            LogField("x", .number(after.position.x.value)),
            LogField("y", .number(after.position.y.value)),
          ]))
    }
    events.sort { $0.time < $1.time }
    let observed = [
      LogField("software", .text(source.software)), LogField("date", .text(source.date)),
      LogField("clock", source.clock.map { .text($0.rawValue) } ?? .none),
      LogField("hasVelocity", .flag(table.numbers[.vx] != nil || table.numbers[.vy] != nil)),
      LogField("rowInterval", .number(table.interval)),
      LogField("rowPhase", .number(table.phase)),
    ]
    self.init(
      header: model.header.filter { $0.key != Self.observedKey }
        + [LogField(Self.observedKey, .fields(observed))], rate: model.rate,
      ownFields: fingerFields(of: model), frames: frames, events: events,
      ending: isMoving ? .timeLimit : .rested)
  }

  /// The distance from the final position within which an observed surface counts as at rest, in points.
  ///
  /// Most software rounds positions to whole pixels.
  public static let restDistance = 0.5
}

/// Returns the fields of the finger's position, with which pictures draw the finger.
private func fingerFields(of model: Run) -> [FieldDescription] {
  model.ownFields.filter { $0.key == "fingerX" || $0.key == "fingerY" }
}

extension MotionTable {
  /// The median interval of the rows, in seconds.
  var interval: Double {
    let intervals = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    return intervals.isEmpty ? 0 : intervals[(intervals.count - 1) / 2]
  }

  /// The number of rows per second, as a whole number; the mean, or the median if rows are missing.
  ///
  /// The times of rows may be rounded, and some software draws up to 1 ms from the time of a frame.
  package var framesPerSecond: Double {
    let mean = ((times.last ?? 0) - (times.first ?? 0)) / Double(max(times.count - 1, 1))
    let median = interval
    return (1 / (abs(mean - median) < median / 10 ? mean : median)).rounded()
  }

  /// The time from zero to the first row at or after zero, minus as many whole intervals as fit.
  var phase: Double {
    let time = times.first { $0 >= 0 } ?? 0
    return interval > 0 ? time.truncatingRemainder(dividingBy: interval) : 0
  }

  /// Throws if a position, velocity or target is not below 10⁷ in points after scaling.
  ///
  /// No surface is larger than this, and sums of such numbers cannot overflow.
  public func check(_ scale: ObservationScale, named file: String) throws(MotionTableError) {
    for column in Column.allCases {
      for (row, number) in (numbers[column] ?? []).enumerated() {
        guard column == .time || scale.placed(number, in: column).magnitude < 1e7 else {
          throw MotionTableError(
            "\(file): found \(plain(number)) in the column \(column.rawValue) of row \(row + 1), which is "
              + "not below 10000000 pt; check --scale and --origin.")
        }
      }
    }
  }

  /// Throws if the table does not fit a replay of its recording.
  ///
  /// The table must cover the gesture, and have the axis along which the model moves. If a note names a screen, it must
  /// be the screen of the model.
  public func check(
    _ scale: ObservationScale, against model: Run, named file: String
  ) throws(MotionTableError) {
    try check(scale, named: file)
    try checkTimes(from: scale.startTime, model, named: file)
    let moved = model.extent
    // A model that ignores the gesture may be right, so do not check its axis and the times.
    guard moved.x > .zero || moved.y > .zero else { return try checkScreen(model, named: file) }
    let (axis, other) = moved.x > moved.y ? ("x", "y") : ("y", "x")
    guard numbers[moved.x > moved.y ? .x : .y] != nil else {
      throw MotionTableError(
        "\(file): found only the axis \(other), but the model moves along \(axis); name the column with "
          + "--column \(axis)=NAME.")
    }
    try checkScreen(model, named: file)
  }

  private func checkScreen(_ model: Run, named file: String) throws(MotionTableError) {
    let header = LogValue.fields(model.header)
    guard let screen = notes["screen"], let width = header["screenWidth"]?.asNumber,
      let height = header["screenHeight"]?.asNumber, screen != "\(plain(width))x\(plain(height))"
    else { return }
    throw MotionTableError(
      "\(file): the motion was observed on a screen of \(excerpt(of: screen)) pt, but the replay uses "
        + "\(plain(width))x\(plain(height)); add --screen \(excerpt(of: screen)).")
  }

  private func checkTimes(
    from start: Double, _ model: Run, named file: String
  ) throws(MotionTableError) {
    guard interval <= longestRowInterval else {
      throw MotionTableError(
        "\(file): half of the rows are \(readable(interval)) s apart or more; the limit for a motion is "
          + "\(longestRowInterval) s; record every frame, or check --time-unit.")
    }
    let (first, last) = (times.first ?? 0, times.last ?? 0)
    let touched = model.frames.filter { $0.touching }.map { $0.time.value }
    let (down, up) = (touched.first ?? 0, touched.last ?? 0)
    // A table may begin a frame after the touch, because the touch itself moves nothing.
    guard first - start <= down + 0.05, last - start >= up, last - start <= 100 * (up + 10) else {
      throw MotionTableError(
        "\(file): the table covers \(readable(first)) to \(readable(last)) s, but the fingers are down from "
          + "\(readable(down)) to \(readable(up)) s; check --time-unit and --start-time.")
    }
    guard (last - start) * model.rate.framesPerSecond <= Double(mostObservedFrames) else {
      throw MotionTableError(
        "\(file): the table has more than \(mostObservedFrames) frames at this --hz; remove the rows after the "
          + "motion.")
    }
  }

  /// Returns the difference between the greatest and the least number of a column; nil if there is no such column.
  public func extent(of column: Column) -> Double? {
    guard let numbers = numbers[column], let least = numbers.min(), let greatest = numbers.max()
    else { return nil }
    return greatest - least
  }
}

extension Run {
  /// Returns how far the surface moves along each axis, from its least to its greatest position.
  public var extent: Planar<Points> {
    func extent(_ values: [Points]) -> Points { (values.max() ?? .zero) - (values.min() ?? .zero) }
    return Planar(
      x: extent(frames.map { $0.position.x }), y: extent(frames.map { $0.position.y }))
  }
}

/// Returns the frames of observed motion, up to the last row of the table.
private func observedFrames(_ table: MotionTable, _ model: Run) -> [Frame] {
  let first = model.frames.first?.position ?? .zero
  let own = fingerFields(of: model)
  let moved = model.extent
  // Ignore a constant column if the model does not move along its axis either: the table may count from another origin.
  let hasX = table.extent(of: .x).map { $0 > 0 || moved.x > .zero } ?? false
  let hasY = table.extent(of: .y).map { $0 > 0 || moved.y > .zero } ?? false
  let last = table.times.last ?? 0
  var samples = TableSamples(table)
  var frames: [Frame] = []
  while frames.count < mostObservedFrames {
    let index = frames.count
    let time = model.rate.time(ofFrame: index)
    // Scaling the times rounds them, so a row may seem to be a little before its frame.
    guard time.value <= last + 1e-9 || index == 0 else { break }
    samples.advance(to: time.value)
    let touched = index < model.frames.count ? model.frames[index] : nil
    let isTouched = touched?.touching ?? false
    var position = first
    if hasX, let x = samples.number(.x) { position.x = Points(x) }
    if hasY, let y = samples.number(.y) { position.y = Points(y) }
    frames.append(
      Frame(
        index: index, time: time,
        phase: isTouched ? touched?.phase == .pressed ? .pressed : .dragging : .resting,
        touching: isTouched, position: position,
        velocity: Velocity(
          x: PointsPerSecond(samples.number(.vx) ?? .nan),
          y: PointsPerSecond(samples.number(.vy) ?? .nan)),
        target: Position(
          x: Points(samples.number(.targetX) ?? .nan),
          y: Points(samples.number(.targetY) ?? .nan)), progress: .nan,
        own: FieldValues(own, own.map { touched?.own[$0.key] ?? .none })))
  }
  fillVelocities(of: &frames, rate: model.rate)
  fillTargets(of: &frames)
  return frames
}

/// The upper limit for the median interval between the rows of a table, in seconds.
///
/// We chose a quarter of a second, the length of a short motion: rows that are farther apart do not show how a surface
/// moves. It is also the greatest ``StageTolerance/lag``.
private let longestRowInterval = 0.25

/// The limit for the number of frames of an observed run; at 120 frames per second, more than an hour.
///
/// A longer run would take more than 250 MB of memory.
public let mostObservedFrames = 500_000

/// Sets velocities that the table does not have to the change of the position over two frames.
private func fillVelocities(of frames: inout [Frame], rate: FrameRate) {
  for index in frames.indices {
    let (before, after) = (max(0, index - 1), min(frames.count - 1, index + 1))
    guard after > before else { continue }
    let interval = Double(after - before) * rate.interval.value
    let change = frames[after].position - frames[before].position
    if frames[index].velocity.x.value.isNaN {
      frames[index].velocity.x = PointsPerSecond(change.x.value / interval)
    }
    if frames[index].velocity.y.value.isNaN {
      frames[index].velocity.y = PointsPerSecond(change.y.value / interval)
    }
  }
}

/// Sets the targets that the table does not have, and the phases without a finger.
///
/// Under a finger, the target is the position. Otherwise the target is the position where the motion ends: before the
/// next touch, or in the last frame. If the surface still moves in the last frames, it is settling there.
private func fillTargets(of frames: inout [Frame]) {
  let unfinished = endsInMotion(frames)
  var wasTouched = false
  for part in partsByTouch(of: frames) {
    let isTouched = frames[part.lowerBound].touching
    let rest = frames[part.upperBound - 1].position
    let moving =
      unfinished && part.upperBound == frames.count
      ? frames.count - 1
      : frames[part].lastIndex { ($0.position - rest).length.value > Run.restDistance }
    for index in part {
      let target = isTouched ? frames[index].position : rest
      if frames[index].target.x.value.isNaN { frames[index].target.x = target.x }
      if frames[index].target.y.value.isNaN { frames[index].target.y = target.y }
      if !isTouched, wasTouched, let moving, index <= moving { frames[index].phase = .settling }
    }
    wasTouched = wasTouched || isTouched
  }
}

/// Divides the indices of frames into parts: in all frames of a part, a finger touches the device, or in none of them.
func partsByTouch(of frames: [Frame]) -> [Range<Int>] {
  var parts: [Range<Int>] = []
  while let start = parts.last?.upperBound ?? frames.indices.first, start < frames.count {
    let end = frames[start...].firstIndex { $0.touching != frames[start].touching }
    parts.append(start..<(end ?? frames.count))
  }
  return parts
}

/// Whether the surface moves by more than ``Run/restDistance`` in the last 50 ms.
private func endsInMotion(_ frames: [Frame]) -> Bool {
  guard let last = frames.last else { return false }
  let before = frames.last { $0.time.value <= last.time.value - 0.05 } ?? frames[0]
  return (last.position - before.position).length.value > Run.restDistance
}

/// Reads the numbers of a table at increasing times, interpolated linearly between two rows.
private struct TableSamples {
  private let table: MotionTable
  /// The last row at or before the time, or the first row.
  private var row = 0
  /// The fraction of the time to the next row.
  private var fraction = 0.0

  init(_ table: MotionTable) { self.table = table }

  mutating func advance(to time: Double) {
    while row + 1 < table.times.count, table.times[row + 1] <= time { row += 1 }
    fraction = 0
    guard row + 1 < table.times.count, time > table.times[row] else { return }
    fraction = (time - table.times[row]) / (table.times[row + 1] - table.times[row])
  }

  /// Returns the number of a column; nil if the table has no such column.
  func number(_ column: MotionTable.Column) -> Double? {
    guard let numbers = table.numbers[column] else { return nil }
    let next = fraction > 0 ? numbers[row + 1] : numbers[row]
    return numbers[row] + (next - numbers[row]) * fraction
  }
}
