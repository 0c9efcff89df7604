internal import Quantities

/// The preprocessing of samples that all Android strategies share: the ring buffer, pauses and the lift.
///
/// A pause of more than 40 ms between two samples removes the samples before it. A lift more than 40 ms after the last
/// sample removes all samples, so that a finger that has stopped does not start a fling.
///
/// Source: AOSP frameworks/native, libs/input/VelocityTracker.cpp, android-14.
struct AndroidFrontEnd: Sendable {
  /// The upper limit for a pause within one motion, in seconds; `ASSUME_POINTER_STOPPED_TIME` in AOSP.
  private let longestPause: Double
  /// The time without a sample before the lift, in seconds, above which the finger counts as stopped.
  private let longestLift: Double
  /// Whether a time without a sample is too long if it equals the limit, as in Chromium.
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

  /// Creates Chromium's variant, which has a separate limit, `up`, for the time between the last sample and the lift.
  ///
  /// In Chromium, a time that equals its limit is already too long; in Android, only a longer time is too long.
  init(chromium values: EstimatorValues) {
    self.longestPause = values.seconds("gap")
    self.longestLift = values.seconds("up")
    self.endsAtLongest = true
    self.history = values.history(capacity: values.count("history"))
  }

  /// The parameters of the front end.
  static let parameters = [
    EstimatorParameter(
      "gap", unit: "ms", default: 40, range: 1...1_000,
      "After this time without a sample, the finger counts as stopped, and older samples are ignored.",
      source: "AOSP, ASSUME_POINTER_STOPPED_TIME"),
    EstimatorParameter(
      "history", unit: "samples", default: 20, range: 1...1_000, "The number of samples kept.",
      source: "AOSP, HISTORY_SIZE"),
  ]

  /// Adds a sample, and removes the samples before a pause.
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
