/// The default estimator, by name.
let adaptiveEstimator = EstimatorDescription(
  "adaptive", "the default: weighs polynomial fits over all windows by how well they explain",
  parameters: [
    EstimatorParameter(
      "horizon", unit: "ms", default: 150, range: 10...1_000,
      "How far back before the newest sample others count.",
      source: "ours; the usual 100 ms leave a steady motion with half the precision"),
    EstimatorParameter(
      "stroke", unit: "ms", default: 400, range: 0...2_000,
      "A pan up to this long may be one motion, which is seen as a whole.",
      source: "ours; strokes with the least jerk take 0.2 to 0.4 s"),
    EstimatorParameter(
      "noise", unit: "pt", default: 0, range: 0...100,
      "How far from the finger a sample is expected to be.",
      source: "ours; 0 learns it from the samples, else the device's fuzz or resolution"),
    EstimatorParameter(
      "hook", unit: "ms", default: 36, range: 0...100,
      "How far before the lift a roll of the finger may begin, which does not count.",
      source: "ours; a thumb's roll takes 15 to 25 ms, and two intervals at 60 Hz take 34 ms"),
    EstimatorParameter(
      "silence", unit: "periods", default: 2.75, range: 1...100,
      "After so many typical periods without a sample the hand stood still.",
      source: "ours; with less than 2.5, one lost sample and a late lift would be a stop"),
    EstimatorParameter(
      "significance", unit: "", default: 1.35, range: 0...10,
      "A velocity below so many standard errors is none.",
      source: "ours; the standard errors below which a velocity is none"),
  ]
) { values in
  var tuning = AdaptiveTuning()
  tuning.horizon = values.seconds("horizon")
  tuning.longestStroke = values.seconds("stroke")
  tuning.noise = values["noise"]
  tuning.longestHook = values.seconds("hook")
  tuning.silentPeriods = values["silence"]
  tuning.significance = values["significance"]
  return Adaptive(tuning, ticksPerSecond: values.ticksPerSecond)
}
