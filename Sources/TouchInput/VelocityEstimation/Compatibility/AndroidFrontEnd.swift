internal import Quantities

/// What every Android strategy does to samples before it computes: the ring, the pause, the lift.
///
/// A pause of more than 40 ms between samples drops what came before it; a lift more than 40 ms
/// after the last sample drops everything, so that a finger that stopped does not fling.
///
/// Source: AOSP frameworks/native, libs/input/VelocityTracker.cpp, android-14.
struct AndroidFrontEnd: Sendable {
  /// The longest pause that belongs to one motion, in seconds; upstream `ASSUME_POINTER_STOPPED`.
  var longestPause: Double
  /// The samples since the last pause.
  var history: SampleHistory

  /// Creates a front end from the parameters `gap` and `history`.
  init(_ values: EstimatorValues) {
    self.longestPause = values.seconds("gap")
    self.history = values.history(capacity: values.count("history"))
  }

  /// The front end's parameters.
  static let parameters = [
    EstimatorParameter(
      "gap", unit: "ms", default: 40, range: 1...1_000, source: "AOSP, ASSUME_POINTER_STOPPED_TIME"),
    EstimatorParameter(
      "history", unit: "samples", default: 20, range: 1...1_000, source: "AOSP, HISTORY_SIZE"),
  ]

  /// Takes in a sample, dropping what lies before a pause.
  mutating func receive(_ sample: PanSample) {
    if history.count > 0, sample.position.isFinite,
      history.silence(until: sample.microseconds) > longestPause
    {
      history.removeAll()
    }
    _ = history.admit(sample)
  }

  /// Whether the finger rested before it lifted at `microseconds`.
  func rested(until microseconds: Int64) -> Bool {
    history.silence(until: microseconds) > longestPause
  }
}
