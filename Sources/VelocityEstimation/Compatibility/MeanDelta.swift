internal import Quantities

/// The description of Hyprland's estimator.
let meanDeltaEstimator = EstimatorDescription(
  "hyprland.mean-delta",
  "Hyprland: mean movement per report of the whole swipe, as pt/s at one report a second",
  parameters: [
    EstimatorParameter(
      "least", unit: "pt", default: 2, range: 0...1_000,
      "A swipe that ends nearer than this to its start has no velocity.",
      source: "Hyprland UnifiedWorkspaceSwipeGesture.cpp, end(), 2")
  ]
) { MeanDelta(history: $0.history(capacity: 2), least: $0["least"]) }

/// The mean length of the steps along each axis, with the sign of their sum.
///
/// The touch-down is the position before the first report. Times have no effect: the same stroke in fewer reports has longer
/// steps, and therefore a higher result.
///
/// Source: Hyprland at 6ffae9c, `UnifiedWorkspaceSwipeGesture.cpp`, `update` and `end`.
struct MeanDelta: VelocityEstimator {
  var history: SampleHistory
  let least: Double
  private var reports = 0.0
  private var last = Position.zero
  private var moved = Position.zero
  private var path = Position.zero

  init(history: SampleHistory, least: Double) {
    self.history = history
    self.least = least
  }

  mutating func reset() {
    history.removeAll()
    (reports, last, moved, path) = (0, .zero, .zero, .zero)
  }

  mutating func receive(_ sample: PanSample) {
    let admission = history.admit(sample)
    guard admission != .rejected, history.count == 2 else { return }
    // If the sample replaces the previous sample, remove the step to the replaced sample.
    let old = admission == .replaced ? last : .zero
    if admission == .appended { reports += 1 }
    last = history.step(0)
    moved = moved + last - old
    path = path + Self.lengths(last) - Self.lengths(old)
  }

  private static func lengths(_ step: Position) -> Position {
    Position(x: step.x.magnitude, y: step.y.magnitude)
  }

  func live() -> VelocityEstimate {
    guard reports > 0 else { return .none(.tooFew) }
    func mean(_ moved: Points, _ path: Points) -> Double {
      moved.value.magnitude < least ? 0 : (moved > .zero ? path.value : -path.value) / reports
    }
    return VelocityEstimate(
      velocity: Velocity(mean(moved.x, path.x), mean(moved.y, path.y)), samplesUsed: Int(reports),
      span: Seconds(history.age(1)), degree: 0, reason: .ok
    ).checked
  }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate { live() }
}
