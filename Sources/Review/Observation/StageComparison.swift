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
  /// The largest root mean square of the distance between the positions after a release.
  public var path = Points(3)
  /// The largest difference of the times from a release to rest.
  public var settleTime = Seconds(0.05)
  /// The known delay of the observed software, on top of one frame, by which its motion may be late.
  public var lag = Seconds.zero

  /// Creates the default tolerances.
  ///
  /// They are our choice: 2 pt is what a user can notice at rest, and most software rounds to whole pixels and shows a
  /// position up to a frame late.
  public init() {}
}

/// The comparison of a model with observed motion, stage by stage.
///
/// The runs are aligned first: the observed motion may be late by at most one frame and the ``StageTolerance/lag``. The
/// time shift is the one at which the positions under the finger differ least.
public struct StageComparison: Hashable, Sendable {
  /// What a stage compares.
  public enum Quantity: String, CaseIterable, Sendable {
    /// The positions while a finger is down.
    case drag
    /// The velocity at a release.
    case velocity
    /// The position of rest after a release.
    case target
    /// The positions after a release.
    case path
    /// The time from a release to rest.
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
    public var quantity: Quantity
    /// The time of the release, or of the first touch of a drag.
    public var time: Seconds
    /// The value of the model: points, pt/s or seconds; nil for a path or a drag.
    public var expected: Double?
    /// The observed value; nil for a path or a drag.
    public var actual: Double?
    /// The difference, in ``Quantity/unit``.
    public var difference: Double
    /// The largest difference that is allowed, in the same unit.
    public var allowed: Double

    /// Whether the difference is within the tolerance.
    public var isAllowed: Bool { difference <= allowed }
  }

  /// The time by which the observed motion is late.
  public var shift: Seconds
  /// The differences, in the order of the gesture.
  public var differences: [Difference]
  /// The releases at which the observed velocity is unknown, because the table has no velocities.
  public var unknownVelocities: Int

  /// The first difference beyond its tolerance; nil if the model agrees with the observed motion.
  public var firstDifference: Difference? { differences.first { !$0.isAllowed } }

  /// Compares two runs of the same recording at the same frame rate.
  ///
  /// - Parameters:
  ///   - model: The run of the model.
  ///   - observed: The observed run.
  ///   - tolerance: The tolerances.
  public init(
    _ model: Run, with observed: Run, within tolerance: StageTolerance = StageTolerance()
  ) {
    // Velocities that were computed from rounded positions are too inexact to compare.
    let hasVelocities = observed.hasObservedVelocity
    let start = model.frames.firstIndex { $0.touching } ?? 0
    let most = 1 + tolerance.lag.value * model.rate.framesPerSecond
    let path = Path(observed.frames)
    // Steps of an eighth of a frame: a finer shift changes the distance by less than the rounding of positions.
    let shifts = (0...Int((most * 8).rounded(.up))).map { Double($0) / 8 }.filter { $0 <= most }
    let aligned = Self.alignedFrames(of: model)
    let late =
      shifts.map { (shift: $0, error: path.error(from: model.frames, in: aligned, late: $0)) }
      .min { $0.error < $1.error }?.shift ?? 0
    shift = Seconds(late * model.rate.interval.value)
    differences = []
    unknownVelocities = 0
    var index = start
    while index < model.frames.count {
      let isTouched = model.frames[index].touching
      let end = model.frames[index...].firstIndex { $0.touching != isTouched } ?? model.frames.count
      if isTouched {
        compareDrag(model, path, index..<end, late, tolerance)
      } else {
        if !hasVelocities { unknownVelocities += 1 }
        let isLast = end == model.frames.count
        compareRelease(
          model, observed, path, index..<(isLast ? max(end, observed.frames.count) : end), late,
          tolerance, comparesVelocity: hasVelocities, isLast: isLast)
      }
      index = end
    }
  }

  /// Returns the frames by which to align the runs: those with a finger, or all if the finger moves nothing.
  ///
  /// A drag shows the delay of the software alone. After the release, another law of motion would look like a delay.
  private static func alignedFrames(of model: Run) -> [Int] {
    let touched = model.frames.indices.filter { model.frames[$0].touching }
    let positions = touched.map { model.frames[$0].position }
    let isMoved = positions.contains { ($0 - (positions.first ?? $0)).length > Points(1) }
    return isMoved ? touched : Array(model.frames.indices)
  }

  private mutating func compareDrag(
    _ model: Run, _ path: Path, _ frames: Range<Int>, _ late: Double, _ tolerance: StageTolerance
  ) {
    let greatest =
      frames.map { (path.position($0, late: late) - model.frames[$0].position).length.value }
      .max() ?? 0
    differences.append(
      Difference(
        quantity: .drag, time: model.rate.time(ofFrame: frames.lowerBound), expected: nil,
        actual: nil, difference: greatest, allowed: tolerance.drag.value))
  }

  private mutating func compareRelease(
    _ model: Run, _ observed: Run, _ path: Path, _ frames: Range<Int>, _ late: Double,
    _ tolerance: StageTolerance, comparesVelocity: Bool, isLast: Bool
  ) {
    let time = model.rate.time(ofFrame: frames.lowerBound)
    func add(
      _ quantity: Quantity, _ expected: Double?, _ actual: Double?, _ difference: Double,
      _ allowed: Double
    ) {
      differences.append(
        Difference(
          quantity: quantity, time: time, expected: expected, actual: actual,
          difference: difference, allowed: allowed))
    }
    if comparesVelocity {
      let expected = model.frames[frames.lowerBound].velocity.length.value
      let actual = path.velocity(frames.lowerBound, late: late).length.value
      add(
        .velocity, expected, actual,
        100 * (expected - actual).magnitude / max(expected, actual, 1), 100 * tolerance.velocity)
    }
    let own = Path(model.frames)
    // A surface that is caught in flight has no position of rest.
    if isLast {
      let (expected, actual) = (
        own.position(frames.upperBound, late: 0), path.position(frames.upperBound, late: late)
      )
      let along = (expected - actual).x.magnitude > (expected - actual).y.magnitude
      add(
        .target, along ? expected.x.value : expected.y.value,
        along ? actual.x.value : actual.y.value, (expected - actual).length.value,
        tolerance.target.value)
    }
    let squares = frames.reduce(0.0) { sum, index in
      let distance = (own.position(index, late: 0) - path.position(index, late: late)).length.value
      return sum + distance * distance
    }
    add(
      .path, nil, nil, (squares / Double(frames.count)).squareRoot(), tolerance.path.value)
    if isLast {
      let expected = own.restTime(from: frames.lowerBound, model.rate)
      let actual = path.restTime(from: frames.lowerBound, model.rate) - shift.value
      add(
        .settleTime, expected, actual, (expected - actual).magnitude, tolerance.settleTime.value)
    }
  }
}

/// Positions at times between frames, and after the last frame.
private struct Path {
  private let frames: [Frame]

  init(_ frames: [Frame]) { self.frames = frames }

  /// Returns the position of the frame that is `late` frames after frame `index`; the last position stays.
  func position(_ index: Int, late: Double) -> Position {
    let (lower, upper, fraction) = place(index, late)
    return frames[lower].position + (frames[upper].position - frames[lower].position) * fraction
  }

  func velocity(_ index: Int, late: Double) -> Velocity {
    let (lower, upper, fraction) = place(index, late)
    return frames[lower].velocity + (frames[upper].velocity - frames[lower].velocity) * fraction
  }

  private func place(_ index: Int, _ late: Double) -> (Int, Int, Double) {
    let whole = Int(late)
    let last = frames.count - 1
    return (min(index + whole, last), min(index + whole + 1, last), late - Double(whole))
  }

  /// Returns the sum of the squared distances from the frames of another run with these indices.
  func error(from others: [Frame], in indices: [Int], late: Double) -> Double {
    indices.reduce(0) { sum, index in
      let distance = (position(index, late: late) - others[index].position).length.value
      return sum + distance * distance
    }
  }

  /// Returns the time in seconds from frame `start` until the surface stays at rest.
  func restTime(from start: Int, _ rate: FrameRate) -> Double {
    guard let rest = frames.last?.position, start < frames.count else { return 0 }
    let moving = frames[start...].lastIndex { ($0.position - rest).length.value > Run.restDistance }
    return moving.map { Double($0 + 1 - start) * rate.interval.value } ?? 0
  }
}
