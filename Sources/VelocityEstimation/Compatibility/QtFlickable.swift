internal import Quantities

let qtFlickableEstimator = EstimatorDescription(
  "qt.flickable",
  "Qt Flickable: 0.7 × the mean of the velocities from sample to sample in the last three frames",
  parameters: [
    EstimatorParameter(
      "gap", unit: "ms", default: 100, range: 1...1_000,
      "A release at least this long after the last sample has no velocity.",
      source: "Qt 6.12, qquickflickable.cpp, handleReleaseEvent; measured"),
    EstimatorParameter(
      "frame", unit: "ms", default: 1_000.0 / 60, range: 0...1_000,
      "Only the newest sample in each interval of this length is used; 0 uses all.",
      source: "Qt 6.12, qquickdeliveryagent.cpp, which delivers one touch update for each frame"),
    EstimatorParameter(
      "factor", unit: "", default: 0.7, range: 0.01...1,
      "The factor of all velocities.",
      source:
        "Qt 6.12, qeventpoint.cpp: a filter with gain 0.7 whose memory is always zero; measured"),
    StampGrid.parameter(source: "Qt 6.12, QInputEvent::timestamp, in whole milliseconds"),
  ]
) { QtFlickable($0) }

/// The mean of the velocities at the last three delivered samples.
///
/// Qt Quick delivers the newest sample of each frame. The velocity at this sample is measured from the previous sample,
/// whether or not Qt delivered that sample. The release first delivers a sample that was not delivered yet; the release
/// itself is not a sample.
///
/// Source: Qt 6.9, `qquickflickable.cpp` and `qeventpoint.cpp`; compared with Qt 6.12 in 140 runs.
struct QtFlickable: VelocityEstimator {
  /// The maximum number of samples that are kept, which is enough for three frames at 500 samples per second.
  private static let capacity = 32

  private let longestSilence: Double
  private let frame: Int64
  private let factor: Double
  private var grid: StampGrid
  /// The newest sample, with its exact time.
  private var newest: SampleHistory
  private var history: SampleHistory

  init(_ values: EstimatorValues) {
    history = values.history(capacity: Self.capacity)
    newest = values.history(capacity: 1)
    let ticks = history.ticksPerSecond
    longestSilence = values.seconds("gap")
    frame = Int64((values.seconds("frame") * ticks).rounded())
    grid = StampGrid(seconds: values.seconds("grid"), ticksPerSecond: ticks)
    factor = values["factor"]
  }

  mutating func reset() {
    history.removeAll()
    newest.removeAll()
    grid.reset()
  }

  mutating func receive(_ sample: PanSample) {
    guard newest.admit(sample) != .rejected else { return }
    grid.receive(sample.microseconds)
    _ = history.admit(
      PanSample(microseconds: grid.stamp(sample.microseconds), position: sample.position))
  }

  func live() -> VelocityEstimate {
    guard history.count > 1 else { return .none(.tooFew) }
    var sum = Velocity.zero
    var used = 0
    var lastFrame: Int64?
    for index in 0..<(history.count - 1) where used < 3 {
      let own = frame > 0 ? grid.elapsed(history[index].microseconds) / frame : Int64(index)
      guard own != lastFrame else { continue }
      lastFrame = own
      sum = sum + history.segmentVelocity(index)
      used += 1
    }
    return VelocityEstimate(
      velocity: sum * (factor / Double(used)), samplesUsed: history.count,
      span: Seconds(history.age(history.count - 1)), degree: 0, reason: .ok
    ).checked
  }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate {
    guard history.count > 0 else { return .none(.tooFew) }
    return history.silence(until: microseconds) >= longestSilence ? .none(.stopped) : live()
  }
}
