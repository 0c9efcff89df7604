package import MotionPhysics
import Quantities

/// A number that changes with a gesture but is not moved by it, such as the scale of a surface during a
/// drag.
///
/// Only a property in the coordinate space of the gesture inherits the velocity of the gesture. A property
/// like this one has a separate spring, which starts from the current value with the current speed, so
/// the value never jumps. The value is a closed form of time, whichever engine steps the surface.
package struct DrivenProperty: Sendable {
  /// The numbers at each position and during a drag, and the spring between them.
  package struct Plan: Hashable, Sendable {
    /// The name of the number.
    var name: String
    /// The number where the surface rests.
    var resting: Double
    /// The number while a finger holds the surface.
    var held: Double
    /// The numbers of those positions, by name, whose number differs from `resting`.
    var numbers: [String: Double] = [:]
    /// The spring; with a response of zero the number jumps.
    var spring: Spring

    package init(
      name: String, resting: Double, held: Double, numbers: [String: Double] = [:], spring: Spring
    ) {
      self.name = name
      self.resting = resting
      self.held = held
      self.numbers = numbers
      self.spring = spring
    }

    /// The number at the position called `name`.
    func number(at name: String) -> Double { numbers[name] ?? resting }

    /// The distance from the target, and the speed, below which the number counts as settled.
    ///
    /// Source: our choice: the tolerance is 1/400 of the distance, the same fraction as ``SettleTolerance/standard`` of
    /// 40 pt. The edges of a large card move by less than 40 pt when the card is held.
    var tolerance: SettleTolerance {
      let span = max((held - resting).magnitude, 1e-3)
      return SettleTolerance(distance: Points(span / 400), speed: PointsPerSecond(span / 8))
    }
  }

  private(set) var plan: Plan
  private var trajectory: NumberTrajectory

  /// A property of a surface that rests at the position called `name`.
  init(_ plan: Plan, at name: String) {
    self.plan = plan
    trajectory = NumberTrajectory(resting: plan.number(at: name))
  }

  /// The number at `time`, and its rate of change per second.
  func state(at time: Seconds) -> (number: Double, perSecond: Double) {
    trajectory.state(at: time)
  }

  /// The target of the number.
  var target: Double { trajectory.target }

  /// Starts towards the number of the position called `name`, or if nil, the number while held.
  mutating func send(to name: String?, at time: Seconds) {
    let goal = name.map { plan.number(at: $0) } ?? plan.held
    guard goal != target else { return }
    guard plan.spring.response > .zero else {
      trajectory = NumberTrajectory(resting: goal)
      return
    }
    let now = state(at: time)
    trajectory = NumberTrajectory(
      from: now.number, velocity: now.perSecond, to: goal, on: plan.spring, at: time)
  }

  /// Takes on another plan at `time` and starts towards its number; the current value does not jump.
  mutating func adapt(to plan: Plan, heading name: String?, at time: Seconds) {
    guard plan != self.plan else { return }
    self.plan = plan
    send(to: name, at: time)
  }

  /// The time at which the number is settled; nil if it never is.
  var settleTime: Seconds? { trajectory.settleTime(within: plan.tolerance) }

  /// Jumps to the target and stops.
  mutating func rest() { trajectory = NumberTrajectory(resting: target) }
}

/// All properties of a surface that change with a gesture but are not moved by it.
struct DrivenProperties: Sendable {
  private var all: [DrivenProperty]

  /// The properties of a surface that rests at the position called `name`.
  init(_ plans: [DrivenProperty.Plan], at name: String) {
    all = plans.map { DrivenProperty($0, at: name) }
  }

  /// Whether there are none.
  var isEmpty: Bool { all.isEmpty }

  /// The number called `name` at `time`; nil if there is no such number.
  func number(of name: String, at time: Seconds) -> Double? {
    all.first { $0.plan.name == name }?.state(at: time).number
  }

  /// The time at which all are settled; nil if any of them never is.
  var settleTime: Seconds? {
    all.reduce(Seconds.zero) { end, property in
      guard let end, let next = property.settleTime else { return nil }
      return max(end, next)
    }
  }

  /// Starts all towards their numbers at the position called `name`; nil means while held.
  mutating func send(to name: String?, at time: Seconds) {
    for index in all.indices { all[index].send(to: name, at: time) }
  }

  /// Makes all jump to their targets and stop.
  mutating func rest() {
    for index in all.indices { all[index].rest() }
  }

  /// Takes on other plans, one for each property in order, at `time`, for a surface that is at or heads
  /// for the position called `name`.
  ///
  /// - Returns: Whether any target has changed.
  mutating func adapt(
    to plans: [DrivenProperty.Plan], heading name: String?, at time: Seconds
  ) -> Bool {
    let targets = all.map { $0.target }
    for (index, plan) in zip(all.indices, plans) {
      all[index].adapt(to: plan, heading: name, at: time)
    }
    return all.map { $0.target } != targets
  }
}
