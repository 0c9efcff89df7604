/// A grid of times, which begins at the touch-down and has a fixed interval; times are rounded down to the grid.
///
/// On some platforms, for example, the times of events are whole milliseconds.
struct StampGrid: Sendable {
  /// The interval, in ticks of the clock; 0 keeps all times.
  private let interval: Int64
  /// The time of the touch-down; nil until the touch-down.
  private var touchDown: Int64?

  /// The parameter `grid`, with the source of the whole milliseconds.
  static func parameter(source: String) -> EstimatorParameter {
    EstimatorParameter(
      "grid", unit: "ms", default: 1, range: 0...100,
      "Times are rounded down to multiples of this interval since the touch-down; 0 keeps them.",
      source: source)
  }

  /// Creates a grid with an interval in seconds, for a clock with `ticksPerSecond`.
  init(seconds: Double, ticksPerSecond: Double) {
    interval = Int64((seconds * ticksPerSecond).rounded())
  }

  mutating func reset() { touchDown = nil }

  /// Receives the time of a sample; the first sample is the touch-down.
  mutating func receive(_ microseconds: Int64) {
    if touchDown == nil { touchDown = microseconds }
  }

  /// Returns the time since the touch-down; zero until the touch-down, and if the time cannot be represented.
  func elapsed(_ microseconds: Int64) -> Int64 {
    guard let touchDown else { return 0 }
    let (elapsed, overflow) = microseconds.subtractingReportingOverflow(touchDown)
    return overflow ? 0 : elapsed
  }

  /// Returns a time that is rounded down to the grid.
  func stamp(_ microseconds: Int64) -> Int64 {
    interval > 0 ? microseconds - elapsed(microseconds) % interval : microseconds
  }
}
