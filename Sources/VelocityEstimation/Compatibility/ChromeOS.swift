internal import Quantities

/// The description of the ChromeOS touchpad fling.
let chromeOSEstimator = EstimatorDescription(
  "chromeos.lsq1", "ChromeOS touchpads: straight line through the last steps in the same direction",
  parameters: [
    EstimatorParameter(
      "depth", unit: "steps", default: 10, range: 1...100,
      "The number of last steps that are used.", source: "libgestures, Fling Buffer Depth"),
    EstimatorParameter(
      "floor", unit: "pt/s", default: 64, range: 0...10_000,
      "A mean speed below this gives a velocity of zero.",
      source: "libgestures, Fling Buffer Min Avg Speed 10 mm/s, at 6.4 points per mm"),
  ]
) { ChromeOSFling($0) }

/// The slope of a straight line through the ends of the newest steps that have the same direction.
///
/// A step is the movement from one sample to the next, and its direction is up, down, left or right. Steps of length
/// zero are ignored, including their time. If the mean speed of the remaining steps is below a minimum, the
/// velocity is zero. The original also ignores fingers whose pressure changes, but the samples here have no pressure.
///
/// Source: libgestures immediate_interpreter.cc, ScrollManager::ComputeFling.
struct ChromeOSFling: VelocityEstimator {
  private enum Direction { case right, left, down, up }

  private struct Displacement {
    var x: Double
    var y: Double
    var time: Double

    var direction: Direction {
      if x.magnitude > y.magnitude { return x > 0 ? .right : .left }
      return y > 0 ? .down : .up
    }
  }

  private let depth: Int
  private let floor: Double
  private var latest: SampleHistory
  /// The kept steps, newest first.
  private var steps: [Displacement] = []
  /// Whether the step to the newest sample is among the kept steps.
  private var newestStepIsKept = false

  init(_ values: EstimatorValues) {
    self.depth = values.count("depth")
    self.floor = values["floor"]
    self.latest = values.history(capacity: 2)
    steps.reserveCapacity(depth + 1)
  }

  mutating func reset() {
    latest.removeAll()
    steps.removeAll(keepingCapacity: true)
    newestStepIsKept = false
  }

  mutating func receive(_ sample: PanSample) {
    switch latest.admit(sample) {
    case .rejected:
      return
    case .replaced:
      if newestStepIsKept { steps.removeFirst() }
    case .appended:
      break
    }
    newestStepIsKept = false
    guard latest.count == 2 else { return }
    let step = latest.step(0)
    guard step != .zero else { return }
    newestStepIsKept = true
    steps.insert(
      Displacement(x: step.x.value, y: step.y.value, time: latest.interval(before: 0)), at: 0)
    if steps.count > depth { steps.removeLast() }
  }

  func live() -> VelocityEstimate {
    guard let newest = steps.first else { return .none(.tooFew) }
    guard meanSpeed >= floor else { return .none(.stopped) }
    let used = steps.prefix { $0.direction == newest.direction }.count
    let time = steps[..<used].reduce(0) { $0 + $1.time }
    // A line needs two points, so a single step counts with its own velocity.
    guard used > 1 else {
      return VelocityEstimate(
        velocity: Velocity(newest.x / newest.time, newest.y / newest.time), samplesUsed: 2,
        span: Seconds(time), degree: 1, reason: .ok
      ).checked
    }
    return VelocityEstimate(
      velocity: slope(through: used), samplesUsed: used, span: Seconds(time), degree: 1, reason: .ok
    ).checked
  }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate { live() }

  /// The distance from the start of the oldest step to the end of the newest, divided by the time of all steps.
  private var meanSpeed: Double {
    let whole = steps.reduce(Displacement(x: 0, y: 0, time: 0)) {
      Displacement(x: $0.x + $1.x, y: $0.y + $1.y, time: $0.time + $1.time)
    }
    return Velocity(whole.x, whole.y).length.value / whole.time
  }

  /// The slope of the straight line through the ends of the newest `used` steps.
  private func slope(through used: Int) -> Velocity {
    withUnsafeTemporaryAllocation(of: FitPoint.self, capacity: used) { buffer in
      var end = FitPoint(t: 0, weight: 1, x: 0, y: 0)
      for index in 0..<used {
        buffer.initializeElement(at: index, to: end)
        end.t -= steps[index].time
        end.x -= steps[index].x
        end.y -= steps[index].y
      }
      let points = UnsafeBufferPointer(rebasing: buffer[..<used])
      return PolynomialFit(points, highestDegree: 1, minimumNorm: 0).velocity(degree: 1)
    }
  }
}
