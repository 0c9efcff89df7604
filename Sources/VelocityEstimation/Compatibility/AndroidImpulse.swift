internal import Quantities

/// Impulse, by name, as Android ships it.
let androidImpulseEstimator = EstimatorDescription(
  "android.impulse", "Android: speed from the work that the finger did in the last 100 ms",
  parameters: [impulseHorizonParameter, differentialParameter] + AndroidFrontEnd.parameters
) { AndroidImpulse($0) }

/// How far back impulse looks, also where it stands in for another strategy.
let impulseHorizonParameter = EstimatorParameter(
  "horizon", unit: "ms", default: 100, range: 1...10_000,
  "How far back before the newest sample others count.", source: "AOSP, HORIZON")

/// Whether positions are steps already, as on a scroll wheel.
let differentialParameter = EstimatorParameter(
  "differential", unit: "", default: 0, range: 0...1,
  "Whether each position is the step since the last one: 1 for yes, 0 for no.",
  source: "AOSP, AXIS_SCROLL: 1 when every position is the step since the last")

/// The velocity that the finger's work on the screen adds up to.
///
///     W += (vᵢ − sgn(W) √(2|W|)) |vᵢ|,   v = sgn(W) √(2|W|)
///
/// over the segments' velocities, with W halved after the first segment because the screen is
/// taken to move already.
///
/// Source: AOSP frameworks/native, libs/input/VelocityTracker.cpp,
/// ImpulseVelocityTrackerStrategy, android-14.
struct AndroidImpulse: VelocityEstimator {
  let horizon: Double
  let differential: Bool
  var frontEnd: AndroidFrontEnd

  /// Creates the strategy from the parameters `horizon`, `differential` and the front end's.
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

/// The impulse estimate over the newest `used` samples.
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

/// The velocity of a body of mass one that `work` was done on; the sign is the work's.
private func speed(fromWork work: Double) -> Double {
  let speed = (2 * work.magnitude).squareRoot()
  return work < 0 ? -speed : speed
}
