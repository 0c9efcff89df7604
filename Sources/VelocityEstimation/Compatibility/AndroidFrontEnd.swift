internal import Quantities

/// What every Android strategy does to samples before it computes: the ring, the pause, the lift.
///
/// A pause of more than 40 ms between samples drops what came before it; a lift more than 40 ms
/// after the last sample drops everything, so that a finger that stopped does not fling.
///
/// Source: AOSP frameworks/native, libs/input/VelocityTracker.cpp, android-14.
struct AndroidFrontEnd: Sendable {
  /// The longest pause that belongs to one motion, in seconds; upstream `ASSUME_POINTER_STOPPED`.
  private let longestPause: Double
  /// The longest silence before the lift, in seconds.
  private let longestLift: Double
  /// Whether a silence of exactly the longest is too long already, as in Chromium.
  private let endsAtLongest: Bool
  /// The samples since the last pause.
  var history: SampleHistory

  /// Creates a front end from the parameters `gap` and `history`.
  init(_ values: EstimatorValues) {
    self.longestPause = values.seconds("gap")
    self.longestLift = longestPause
    self.endsAtLongest = false
    self.history = values.history(capacity: values.count("history"))
  }

  /// Creates Chromium's, in which a lift may come after `up` and each time is itself too long.
  init(chromium values: EstimatorValues) {
    self.longestPause = values.seconds("gap")
    self.longestLift = values.seconds("up")
    self.endsAtLongest = true
    self.history = values.history(capacity: values.count("history"))
  }

  /// The front end's parameters.
  static let parameters = [
    EstimatorParameter(
      "gap", unit: "ms", default: 40, range: 1...1_000,
      "After so long without a sample the hand stood still, and what was before does not count.",
      source: "AOSP, ASSUME_POINTER_STOPPED_TIME"),
    EstimatorParameter(
      "history", unit: "samples", default: 20, range: 1...1_000, "How many samples are kept.",
      source: "AOSP, HISTORY_SIZE"),
  ]

  /// Takes in a sample, dropping what lies before a pause.
  mutating func receive(_ sample: PanSample) {
    if pauses(before: sample) { history.removeAll() }
    _ = history.admit(sample)
  }

  /// Whether the finger has paused for so long that `sample` begins a new motion.
  func pauses(before sample: PanSample) -> Bool {
    history.count > 0 && sample.position.isFinite
      && isTooLong(history.silence(until: sample.microseconds), longestPause)
  }

  /// Whether the finger rested before it lifted at `microseconds`.
  func rested(until microseconds: Int64) -> Bool {
    isTooLong(history.silence(until: microseconds), longestLift)
  }

  private func isTooLong(_ silence: Double, _ longest: Double) -> Bool {
    endsAtLongest ? silence >= longest : silence > longest
  }
}
