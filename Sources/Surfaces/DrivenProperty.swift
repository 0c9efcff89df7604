package import MotionPhysics
import Quantities

/// A number that changes when a drag begins or ends, but does not follow the finger, such as the scale of a surface.
///
/// The velocity of the finger has no meaning for such a number, so the number does not inherit this velocity. A
/// separate spring starts from the current value and rate of the number, so the number does not jump unless the
/// response of this spring is zero. The number is a closed form of time, even if a stepping engine moves the surface.
package struct DrivenProperty: Sendable {
  /// The values of a number at each position and during a drag, and the spring that moves the number from one value to
  /// another.
  package struct Plan: Hashable, Sendable {
    var name: String
    /// The value at all positions that are not in ``numbers``.
    var resting: Double
    /// The value while a finger holds the surface.
    var held: Double
    /// The values at positions whose value is not ``resting``, by the name of the position.
    var numbers: [String: Double] = [:]
    /// The spring; if its response is zero, the number jumps.
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

    /// Returns the value at the position called `name`.
    func number(at name: String) -> Double { numbers[name] ?? resting }

    /// The distance to the target and the rate below which the number counts as settled.
    ///
    /// The distance is 1/400 of the difference between ``resting`` and ``held``. For comparison, the distance of
    /// ``SettleTolerance/standard`` is 1/400 of 40 pt, and the edges of a large card move by less than 40 pt when a
    /// finger holds the card. A property is therefore at least as precise as a position.
    var tolerance: SettleTolerance {
      // If both values are equal, the tolerance must still be above zero.
      let span = max((held - resting).magnitude, 1e-3)
      return SettleTolerance(distance: Points(span / 400), speed: PointsPerSecond(span / 8))
    }
  }

  private(set) var plan: Plan
  private var trajectory: NumberTrajectory

  /// Creates the property of a surface that rests at the position called `name`.
  init(_ plan: Plan, at name: String) {
    self.plan = plan
    trajectory = NumberTrajectory(resting: plan.number(at: name))
  }

  /// Returns the number at `time`, and its rate of change per second.
  func state(at time: Seconds) -> (number: Double, perSecond: Double) {
    trajectory.state(at: time)
  }

  var target: Double { trajectory.target }

  /// Starts to move the number to its value at the position called `name`; nil stands for the value while held.
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

  /// Replaces the plan at `time`, and starts to move the number to its new value at the position called `name`.
  ///
  /// The value jumps only if the spring of the new plan has a response of zero.
  mutating func adapt(to plan: Plan, heading name: String?, at time: Seconds) {
    guard plan != self.plan else { return }
    self.plan = plan
    send(to: name, at: time)
  }

  /// The time at which the number is settled; nil if it never is.
  var settleTime: Seconds? { trajectory.settleTime(within: plan.tolerance) }

  /// Sets the number to its target and stops it.
  mutating func rest() { trajectory = NumberTrajectory(resting: target) }
}

/// All properties of a surface that change when a drag begins or ends, but do not follow the finger.
struct DrivenProperties: Sendable {
  private var all: [DrivenProperty]

  /// Creates the properties of a surface that rests at the position called `name`.
  init(_ plans: [DrivenProperty.Plan], at name: String) {
    all = plans.map { DrivenProperty($0, at: name) }
  }

  var isEmpty: Bool { all.isEmpty }

  /// Returns the number called `name` at `time`; nil if there is no such number.
  func number(of name: String, at time: Seconds) -> Double? {
    all.first { $0.plan.name == name }?.state(at: time).number
  }

  /// The time at which all numbers are settled; nil if one of them never settles.
  var settleTime: Seconds? {
    all.reduce(Seconds.zero) { end, property in
      guard let end, let next = property.settleTime else { return nil }
      return max(end, next)
    }
  }

  /// Starts to move all numbers to their values at the position called `name`; nil stands for the values while held.
  mutating func send(to name: String?, at time: Seconds) {
    for index in all.indices { all[index].send(to: name, at: time) }
  }

  /// Sets all numbers to their targets and stops them.
  mutating func rest() {
    for index in all.indices { all[index].rest() }
  }

  /// Replaces the plans of all properties at `time`.
  ///
  /// - Parameters:
  ///   - plans: The new plans, one for each property, in the same order.
  ///   - name: The position at which the surface rests or to which it moves; nil while a finger holds the surface.
  ///   - time: The current time.
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
