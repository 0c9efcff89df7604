internal import Quantities

let androidImpulseEstimator = EstimatorDescription(
  "android.impulse", "Android: speed from the work that the finger did in the last 100 ms",
  parameters: [impulseHorizonParameter, differentialParameter] + AndroidFrontEnd.parameters
) { AndroidImpulse($0) }

/// The horizon of the impulse strategy.
///
/// Strategies that use the impulse strategy for movements instead of positions have this parameter, too.
let impulseHorizonParameter = EstimatorParameter(
  "horizon", unit: "ms", default: 100, range: 1...10_000,
  "Samples up to this age, counted from the newest, are used.", source: "AOSP, HORIZON")

/// The parameter that states whether each sample has a movement instead of a position, as on a scroll wheel.
let differentialParameter = EstimatorParameter(
  "differential", unit: "", default: 0, range: 0...1,
  "Whether each position is the step from the previous position: 1 for yes, 0 for no.",
  source: "AOSP, AXIS_SCROLL: 1 if every position is the step from the previous one")

/// The velocity that corresponds to the work of the finger on the screen, for a screen of mass 1.
///
/// For each segment with the mean velocity vᵢ, in order:
///
///     W += (vᵢ − sgn(W) √(2|W|)) |vᵢ|,   v = sgn(W) √(2|W|)
///
/// W is halved after the first segment, because AOSP assumes that the screen is already moving.
///
/// Source: AOSP frameworks/native, libs/input/VelocityTracker.cpp,
/// ImpulseVelocityTrackerStrategy, android-14.
struct AndroidImpulse: VelocityEstimator {
  let horizon: Double
  let differential: Bool
  var frontEnd: AndroidFrontEnd

  /// Creates the strategy from `horizon`, `differential` and the parameters of the front end.
  init(_ values: EstimatorValues) {
    self.horizon = values.seconds("horizon")
    self.differential = values["differential"] == 1
    self.frontEnd = AndroidFrontEnd(values)
  }

  mutating func reset() { frontEnd.history.removeAll() }

  mutating func receive(_ sample: PanSample) { frontEnd.receive(sample) }

  func live() -> VelocityEstimate {
    let history = frontEnd.history
    guard history.count > 0 else { return .none(.tooFew) }
    var used = 0
    while used < history.count, history.age(used) <= horizon { used += 1 }
    return impulse(of: history, used: used, differential: differential)
  }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate {
    guard frontEnd.history.count > 0 else { return .none(.tooFew) }
    return frontEnd.rested(until: microseconds) ? .none(.stopped) : live()
  }
}

/// Returns the impulse estimate over the newest `used` samples.
func impulse(of history: SampleHistory, used: Int, differential: Bool) -> VelocityEstimate {
  guard used > 1 else { return .none(.tooFew) }
  var work = (x: 0.0, y: 0.0)
  for index in stride(from: used - 2, through: 0, by: -1) {
    let step = differential ? history[index].position : history.step(index)
    let time = history.interval(before: index)
    let velocity = (x: step.x.value / time, y: step.y.value / time)
    work.x += (velocity.x - speed(fromWork: work.x)) * velocity.x.magnitude
    work.y += (velocity.y - speed(fromWork: work.y)) * velocity.y.magnitude
    if index == used - 2 { work = (work.x * 0.5, work.y * 0.5) }
  }
  return VelocityEstimate(
    velocity: Velocity(speed(fromWork: work.x), speed(fromWork: work.y)), samplesUsed: used,
    span: Seconds(history.age(used - 1)), degree: 0, reason: .ok
  ).checked
}

/// Returns the velocity of a body of mass 1 after `work`, with the sign of the work.
private func speed(fromWork work: Double) -> Double {
  let speed = (2 * work.magnitude).squareRoot()
  return work < 0 ? -speed : speed
}
