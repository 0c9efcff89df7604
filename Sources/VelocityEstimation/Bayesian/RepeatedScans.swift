/// Detects devices that report every scan twice, with the same position or with a little noise.
struct RepeatedScans {
  /// Whether the device reports every scan twice.
  private(set) var areUsual = false
  /// The number of scans in a row that were reported twice.
  private var twice = 0
  /// The square of the step between the newest two scans, in pt².
  private var step = 0.0
  /// The square of the step to the last report if it repeated a scan, in pt²; otherwise nil.
  private var repeated: Double?

  /// A detector for the next pan of the same device, which remembers only ``areUsual``.
  var beforeFirst: RepeatedScans {
    var other = RepeatedScans()
    other.areUsual = areUsual
    return other
  }

  /// Records the squared length of the step to a report, in pt².
  ///
  /// Returns true if the report must be ignored, because it repeats a scan of a device that is known to repeat scans.
  mutating func note(_ squared: Double) -> Bool {
    let small = BayesianTuning.twice.step * BayesianTuning.twice.step
    // A scan is reported at most twice, so the report after a repeat belongs to another scan.
    guard let last = repeated else {
      if squared <= small * step {
        repeated = squared
        return areUsual
      }
      (step, twice) = (squared, 0)
      return false
    }
    (step, repeated) = (squared, nil)
    twice = last <= small * squared ? twice + 1 : 0
    if twice > BayesianTuning.twice.most { areUsual = true }
    return false
  }
}
