public import FrameLogs
public import Quantities

/// The greatest difference at which a model still agrees with observed motion, for each stage.
public struct StageTolerance: Hashable, Sendable {
  /// The largest distance between the positions while a finger is down.
  public var drag = Points(2)
  /// The largest difference of the release velocities, as a fraction of the faster one.
  public var velocity = 0.05
  /// The largest distance between the positions of rest.
  public var target = Points(2)
  /// The largest root mean square of the distances between both positions in the frames after a release.
  public var path = Points(3)
  /// The largest difference of the times from a release to rest.
  public var settleTime = Seconds(0.05)
  /// The known delay of the observed software, by which its motion may be late in addition to one frame.
  public var lag = Seconds.zero

  /// Creates the default tolerances.
  ///
  /// They are our choice: 2 pt is what a user can notice at rest, and most software rounds positions to whole pixels.
  public init() {}

  /// The keys of the tolerances, in the order of the stages.
  public static let keys = ["drag", "velocity", "target", "path", "settleTime", "lag"]

  /// The tolerances with their keys, in the units of ``set(_:to:)``.
  public var values: [(key: String, value: Double)] {
    [
      ("drag", drag.value), ("velocity", velocity * 100), ("target", target.value),
      ("path", path.value), ("settleTime", settleTime.value), ("lag", lag.value),
    ]
  }

  /// Sets the tolerance of a key; velocities are in percent, all others in points or seconds.
  ///
  /// - Returns: True if the key is known and the number is 0 or more, and for `lag` at most 0.25.
  public mutating func set(_ key: String, to number: Double) -> Bool {
    guard number >= 0, number.isFinite else { return false }
    switch key {
    case "drag": drag = Points(number)
    case "velocity": velocity = number / 100
    case "target": target = Points(number)
    case "path": path = Points(number)
    case "settleTime": settleTime = Seconds(number)
    case "lag" where number <= 0.25: lag = Seconds(number)
    default: return false
    }
    return true
  }
}

/// The comparison of a model with observed motion, stage by stage.
///
/// The runs are aligned first: the observed motion may be late by at most one frame, of the model or of the table, and
/// by the ``StageTolerance/lag``. The time shift is the one at which the positions in the first drag differ least.
/// Later positions are not used, because another law of motion would look like a delay. The path after each release may
/// be shifted relative to the drag by up to one more frame, because software notices a lift and a movement in different
/// frames.
public struct StageComparison: Hashable, Sendable {
  /// A quantity that is compared.
  public enum ComparedQuantity: String, CaseIterable, Sendable {
    /// The positions while a finger is down.
    ///
    /// The difference is the distance that 95 % of the frames do not exceed, after the distance that the surface moves
    /// in half a row of the table is subtracted, so that a repeated frame does not count as a different drag.
    case drag
    /// The velocity at a release.
    case velocity
    /// The position of rest after the last release.
    case target
    /// The positions after a release, until both surfaces are at rest.
    case path
    /// The time from the last release to rest, within ``StageComparison/restDistance``.
    case settleTime

    /// The stage of a replay to which the quantity belongs.
    public var stage: RunDifference.Stage {
      switch self {
      case .drag: .input
      case .velocity: .velocity
      case .target: .decision
      case .path, .settleTime: .spring
      }
    }

    /// The unit of the difference.
    public var unit: String {
      switch self {
      case .drag, .target, .path: "pt"
      case .velocity: "%"
      case .settleTime: "s"
      }
    }
  }

  /// The difference of one quantity in one part of the runs.
  public struct Difference: Hashable, Sendable {
    /// The quantity.
    public var quantity: ComparedQuantity
    /// The time of the release, or of the first touch of a drag.
    public var time: Seconds
    /// The value of the model: points, pt/s or seconds; nil for a path or a drag.
    public var expected: Double?
    /// The observed value; nil for a path or a drag.
    public var actual: Double?
    /// The difference, in ``ComparedQuantity/unit``.
    public var difference: Double
    /// The largest difference that is allowed, in the same unit.
    public var allowed: Double

    /// Whether the difference is within the tolerance; a difference that is not a number is not.
    public var isAllowed: Bool { difference <= allowed }
  }

  /// The distance from the final position within which a surface counts as at rest, in points.
  ///
  /// This distance is well above the rounding to whole pixels, which would change the time at which a slow motion seems
  /// to end.
  public static let restDistance = 2.0

  /// The time by which the observed motion is late.
  public var shift: Seconds
  /// Whether the shift is the largest that is allowed, so that the motion may be later than that.
  public var isShiftLimited: Bool
  /// The time from the recording's first event to the next row of the table; nil if it is unknown.
  public var rowPhase: Seconds?
  /// The additional time by which the observed path after each release is late, relative to the drag; negative if
  /// early.
  public var releaseShifts: [Seconds]
  /// The differences, in the order of the gesture.
  public var differences: [Difference]
  /// Whether the velocities are not compared, because the table has none.
  public var lacksVelocities: Bool
  /// Whether the place of rest and the time to rest are not compared, because the table ends while the surface moves.
  public var lacksRest: Bool

  /// The first difference beyond its tolerance; nil if the model agrees with the observed motion.
  public var firstDifference: Difference? { differences.first { !$0.isAllowed } }

  /// Compares two runs of the same recording at the same frame rate; traps if one has no frames.
  ///
  /// - Parameters:
  ///   - model: The run of the model.
  ///   - observed: The observed run.
  ///   - tolerance: The tolerances.
  public init(
    _ model: Run, with observed: Run, within tolerance: StageTolerance = StageTolerance()
  ) {
    precondition(!model.frames.isEmpty && !observed.frames.isEmpty, "a run without frames")
    let own = Path(model)
    var path = Path(observed)
    let interval = max(model.rate.interval, observed.rowInterval)
    let most = (interval.value + tolerance.lag.value) * model.rate.framesPerSecond
    path.late = path.lateness(after: own, atMost: most)
    shift = Seconds(path.late * model.rate.interval.value)
    isShiftLimited = path.late > 0 && path.late + 0.125 > most
    rowPhase = observed.rowPhase
    // Velocities that were computed from rounded positions are too inexact to compare.
    lacksVelocities = !observed.hasObservedVelocity
    lacksRest = observed.ending == .timeLimit
    differences = []
    releaseShifts = []
    let parts = own.parts
    // Nothing is compared before the first touch.
    let first = parts.firstIndex { own.frames[$0.lowerBound].touching } ?? 0
    for part in parts[first...] {
      if own.frames[part.lowerBound].touching {
        compareDrag(own, path, part, interval, tolerance)
      } else {
        compareRelease(own, path, part, interval, tolerance)
      }
    }
  }

  private mutating func compareDrag(
    _ own: Path, _ path: Path, _ frames: Range<Int>, _ interval: Seconds,
    _ tolerance: StageTolerance
  ) {
    let distances = frames.map { index in
      let distance = (path.position(index) - own.position(index)).length
      return max(0, distance.value - own.frames[index].velocity.length.value * interval.value / 2)
    }.sorted()
    differences.append(
      Difference(
        quantity: .drag, time: own.frames[frames.lowerBound].time, expected: nil, actual: nil,
        difference: distances[(distances.count - 1) * 95 / 100], allowed: tolerance.drag.value))
  }

  private mutating func compareRelease(
    _ own: Path, _ path: Path, _ frames: Range<Int>, _ interval: Seconds,
    _ tolerance: StageTolerance
  ) {
    let start = frames.lowerBound
    func add(
      _ quantity: ComparedQuantity, _ expected: Double?, _ actual: Double?, _ difference: Double,
      _ allowed: Double
    ) {
      differences.append(
        Difference(
          quantity: quantity, time: own.frames[start].time, expected: expected, actual: actual,
          difference: difference, allowed: allowed))
    }
    let released = released(path, own, frames, interval)
    if !lacksVelocities {
      // Use the shifted path, because the software may report no velocity before it notices the release.
      let (expected, actual) = (own.velocity(start), released.path.velocity(start))
      let fastest = max(expected.length.value, actual.length.value, 1)
      add(
        .velocity, own.alongMotion(expected.x.value, expected.y.value),
        own.alongMotion(actual.x.value, actual.y.value),
        100 * (expected - actual).length.value / fastest, 100 * tolerance.velocity)
    }
    // A surface that is caught in flight has no position of rest.
    let isLast = frames.upperBound == own.frames.count
    let comparesRest = isLast && !lacksRest
    if comparesRest {
      let (expected, actual) = (own.rest, path.rest)
      add(
        .target, own.alongMotion(expected.x.value, expected.y.value),
        own.alongMotion(actual.x.value, actual.y.value), (expected - actual).length.value,
        tolerance.target.value)
    }
    releaseShifts.append(Seconds((released.path.late - path.late) * own.interval.value))
    add(.path, nil, nil, released.error, tolerance.path.value)
    if comparesRest {
      let interval = own.interval.value
      let expected = Double(own.restFrame(from: start) - start) * interval
      let actual = max(0, Double(path.restFrame(from: start) - start) * interval - shift.value)
      // A position that is rounded by half a point reaches the distance earlier or later.
      let rounding =
        Double(own.restFrame(from: start, 0.75) - own.restFrame(from: start, 1.25)) * interval
      add(
        .settleTime, expected, actual, (expected - actual).magnitude,
        tolerance.settleTime.value + rounding)
    }
  }
}

extension StageComparison {
  /// Returns the comparison with the spread of repeated runs; the model need not agree with a single run in all stages.
  ///
  /// The difference of a target or of a settle time is its distance from the range of the runs' values. The difference
  /// of every other quantity is the difference from the nearest run. Software on a wall clock gives another result in
  /// each run, and no single run is right.
  ///
  /// - Parameter runs: The comparisons of one model with at least one run.
  /// - Returns: The comparison; its differences are those of the first run, in the same order.
  public static func comparison(withRangeOf runs: [StageComparison]) -> StageComparison {
    precondition(!runs.isEmpty, "a spread of no runs")
    var all = runs[0]
    for index in all.differences.indices {
      let own = all.differences[index]
      let same = runs.compactMap { run in
        run.differences.first { $0.quantity == own.quantity && $0.time == own.time }
      }
      guard let nearest = same.min(by: { $0.difference < $1.difference }) else { continue }
      all.differences[index] = nearest
      let values = same.compactMap { $0.actual }
      guard own.quantity != .velocity, let model = own.expected, let low = values.min(),
        let high = values.max(), low <= model, model <= high
      else { continue }
      all.differences[index].difference = 0
    }
    return all
  }

  /// Returns `path`, shifted by at most one more frame so that it differs least after a release, and the difference.
  private func released(
    _ path: Path, _ own: Path, _ frames: Range<Int>, _ interval: Seconds
  ) -> (path: Path, error: Double) {
    let compared = comparedFrames(own, path, frames)
    func error(_ path: Path) -> Double {
      (path.squaredDistance(from: own, in: compared) / Double(compared.count)).squareRoot()
    }
    return path.shifts(by: interval.value / own.interval.value)
      .map { (path: $0, error: error($0)) }
      .min { $0.error < $1.error } ?? (path, 0)
  }

  /// Returns the frames after a release in which the positions are compared.
  private func comparedFrames(_ own: Path, _ path: Path, _ frames: Range<Int>) -> Range<Int> {
    let start = frames.lowerBound
    guard frames.upperBound == own.frames.count else { return frames }
    guard !lacksRest else { return start..<max(start + 1, path.frames.count) }
    // Leave out frames in which both surfaces rest: they would reduce the mean difference, most of all in a long table.
    return start..<(max(own.restFrame(from: start), path.restFrame(from: start)) + 1)
  }
}

/// The motion of a run, with positions between frames and after the last frame.
private struct Path {
  let frames: [Frame]
  let interval: Seconds
  /// The number of frames by which the motion is late; positions and velocities are those without this delay.
  var late = 0.0
  private let isHorizontal: Bool

  /// The limit for the number of shifts that are tried in one direction.
  ///
  /// With this limit, the work is proportional to the number of frames, however far the motion may be shifted.
  ///
  /// With 256, the steps are wider than a sixteenth of a frame if the rows of the table are more than 16 frames apart.
  private static let mostShifts = 256

  init(_ run: Run) {
    frames = run.frames
    interval = run.rate.interval
    isHorizontal = run.extent.x > run.extent.y
  }

  /// The position in the last frame.
  var rest: Position { frames[frames.count - 1].position }

  /// The frames in parts with and without a finger.
  var parts: [Range<Int>] { partsByTouch(of: frames) }

  /// The frames of the first touch that moves the surface by more than 1 pt; all frames if no touch does.
  private var firstDrag: Range<Int> {
    parts.first { part in
      let first = frames[part.lowerBound]
      return first.touching
        && frames[part].contains { ($0.position - first.position).length > Points(1) }
    } ?? 0..<frames.count
  }

  /// Returns how many frames the motion is behind `own` in the first drag, from 0 to `most`.
  func lateness(after own: Path, atMost most: Double) -> Double {
    let drag = own.firstDrag
    func error(_ late: Double) -> Double {
      var path = self
      path.late = late
      return path.squaredDistance(from: own, in: drag)
    }
    // Use steps of an eighth of a frame, because a finer shift changes the distance by less than positions are rounded.
    let size = max(1 / 8, most / Double(Self.mostShifts))
    let shifts = (0...Int((most / size).rounded(.up))).map { min(Double($0) * size, most) }
    return shifts.map { (late: $0, error: error($0)) }.min { $0.error < $1.error }?.late ?? 0
  }

  /// Returns the motion with shifts of up to `most` frames in both directions; the unchanged motion comes first.
  func shifts(by most: Double) -> [Path] {
    // Use steps of a sixteenth of a frame: at 5,000 pt/s and 120 Hz, half a step is 1.3 pt.
    let size = max(1 / 16, most / Double(Self.mostShifts))
    let steps = Int((most / size).rounded(.up))
    return (0...steps).flatMap { step in [Double(step), -Double(step)].prefix(step > 0 ? 2 : 1) }
      .map { step in
        var path = self
        path.late = max(0, late + max(-most, min(step * size, most)))
        return path
      }
  }

  /// Returns the sum of the squared distances between the positions of two motions.
  func squaredDistance(from other: Path, in frames: Range<Int>) -> Double {
    frames.reduce(0) { sum, index in
      let distance = (position(index) - other.position(index)).length.value
      return sum + distance * distance
    }
  }

  /// Returns the component along the axis on which the surface moves farther.
  func alongMotion(_ x: Double, _ y: Double) -> Double { isHorizontal ? x : y }

  /// Returns the position in frame `index`; after the last frame, the last position.
  func position(_ index: Int) -> Position {
    let (lower, upper, fraction) = neighbours(index)
    return frames[lower].position + (frames[upper].position - frames[lower].position) * fraction
  }

  /// Returns the velocity in frame `index`; after the last frame, the last velocity.
  func velocity(_ index: Int) -> Velocity {
    let (lower, upper, fraction) = neighbours(index)
    return frames[lower].velocity + (frames[upper].velocity - frames[lower].velocity) * fraction
  }

  private func neighbours(_ index: Int) -> (Int, Int, Double) {
    let whole = Int(late)
    let last = frames.count - 1
    return (min(index + whole, last), min(index + whole + 1, last), late - Double(whole))
  }

  /// Returns the first frame from `start` on from which the surface stays within a distance of its rest.
  ///
  /// - Parameters:
  ///   - start: The number of the first frame.
  ///   - factor: The distance, as a multiple of ``StageComparison/restDistance``.
  /// - Returns: The number of the frame; `start` if the surface is at rest from there on.
  func restFrame(from start: Int, _ factor: Double = 1) -> Int {
    guard start < frames.count else { return start }
    let distance = StageComparison.restDistance * factor
    let moving = frames[start...].lastIndex { ($0.position - rest).length.value > distance }
    return moving.map { $0 + 1 } ?? start
  }
}
