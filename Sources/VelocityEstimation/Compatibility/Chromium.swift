internal import Quantities

/// The descriptions of Chromium's trackers; Chromium uses `lsq2_restricted` on Linux, Windows and ChromeOS.
let chromiumEstimators: [EstimatorDescription] = [
  fit(
    "chromium.lsq2_restricted", "Android's lsq2, but zero if the velocity is opposite to the path",
    degree: 2
  ) {
    $0.isRestricted = true
  },
  fit("chromium.lsq1", "Android's lsq1", degree: 1),
  fit("chromium.lsq2", "Android's lsq2", degree: 2),
  fit("chromium.lsq3", "Android's lsq3", degree: 3),
  fit("chromium.wlsq2_delta", "Android's wlsq2_delta", degree: 2, weighting: .delta),
  fit("chromium.wlsq2_central", "Android's wlsq2_central", degree: 2, weighting: .central),
  fit("chromium.wlsq2_recent", "Android's wlsq2_recent", degree: 2, weighting: .recent),
  recursion("chromium.int1", "Android's int1", degree: 1),
  recursion("chromium.int2", "Android's int2", degree: 2),
]

/// The parameters of all Chromium trackers, which are Android's plus a separate limit for the lift.
///
/// A pause of 40 ms or more removes the samples before it. A lift may come up to 80 ms after the last sample, because
/// some devices report the lift late.
///
/// Source: Chromium ui/events/gesture_detection/velocity_tracker.cc.
private let parameters = [
  EstimatorParameter(
    "gap", unit: "ms", default: 40, range: 1...1_000,
    "After this time without a sample, the finger counts as stopped, and older samples are ignored.",
    source: "Chromium, kAssumePointerMoveStoppedTimeMs"),
  EstimatorParameter(
    "up", unit: "ms", default: 80, range: 1...1_000,
    "A finger that lifts this long after its last sample counts as stopped.",
    source: "Chromium, kAssumePointerUpStoppedTimeMs"),
  EstimatorParameter(
    "history", unit: "samples", default: 20, range: 1...1_000, "The number of samples kept.",
    source: "Chromium, kHistorySize"),
]

private func fit(
  _ name: String, _ summary: String, degree: Int,
  weighting: AndroidLeastSquares.Weighting = .none,
  _ change: @escaping @Sendable (inout AndroidLeastSquares) -> Void = { _ in }
) -> EstimatorDescription {
  let horizon = EstimatorParameter(
    "horizon", unit: "ms", default: 100, range: 1...10_000,
    "Samples up to this age, counted from the newest, are used.", source: "Chromium, kHorizonMS")
  return EstimatorDescription(name, "Chromium: " + summary, parameters: [horizon] + parameters) {
    var fit = AndroidLeastSquares(
      degree: degree, weighting: weighting, solvesInClosedForm: false,
      horizon: $0.seconds("horizon"), frontEnd: AndroidFrontEnd(chromium: $0))
    change(&fit)
    return fit
  }
}

private func recursion(_ name: String, _ summary: String, degree: Int) -> EstimatorDescription {
  EstimatorDescription(
    name, "Chromium: " + summary, parameters: AndroidIntegrating.parameters + parameters
  ) { AndroidIntegrating($0, degree: degree, frontEnd: AndroidFrontEnd(chromium: $0)) }
}
