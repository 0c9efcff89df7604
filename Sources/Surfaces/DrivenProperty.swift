package import MotionPhysics
import Quantities

/// A number that changes with a gesture without being moved by it, such as how large a surface is
/// while a hand holds it.
///
/// Only what lives in the space of the gesture takes over the gesture's velocity. A property like
/// this has a spring of its own; it sets off from where it is with the speed that it has, and
/// nothing that is done to it makes it jump. It is a closed form of time, whatever engine steps the
/// surface.
package struct DrivenProperty: Sendable {
  /// What the number is at each position, while it is held, and how it gets there.
  package struct Plan: Hashable, Sendable {
    /// What the number is called.
    var name: String
    /// The number where the surface rests.
    var resting: Double
    /// The number while a hand holds the surface.
    var held: Double
    /// The number at the positions, by their names, that have one of their own.
    var numbers: [String: Double] = [:]
    /// The spring; a response of zero jumps.
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

    /// How near its target, and how slow, the number counts as settled.
    ///
    /// Source: ours; a 400th of the way, which ``SettleTolerance/standard`` is of 40 pt: more than the
    /// edges of a large card go when it is held.
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

  /// The number at `time`, and how fast it changes, per second.
  func state(at time: Seconds) -> (number: Double, perSecond: Double) {
    trajectory.state(at: time)
  }

  /// The number that it is heading for.
  var target: Double { trajectory.target }

  /// Sets off for the number while held, or for that at the position called `name`.
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

  /// Takes on another plan at `time` and sets off for what it says; the number goes on from where it
  /// is.
  mutating func adapt(to plan: Plan, heading name: String?, at time: Seconds) {
    guard plan != self.plan else { return }
    self.plan = plan
    send(to: name, at: time)
  }

  /// When it is settled; nil when it never is.
  var settleTime: Seconds? { trajectory.settleTime(within: plan.tolerance) }

  /// Stops at its target.
  mutating func rest() { trajectory = NumberTrajectory(resting: target) }
}

/// All that changes with a surface without being moved by the hand.
struct DrivenProperties: Sendable {
  private var all: [DrivenProperty]

  /// The properties of a surface that rests at the position called `name`.
  init(_ plans: [DrivenProperty.Plan], at name: String) {
    all = plans.map { DrivenProperty($0, at: name) }
  }

  /// Whether there are none.
  var isEmpty: Bool { all.isEmpty }

  /// The number called `name` at `time`; nil when there is none.
  func number(of name: String, at time: Seconds) -> Double? {
    all.first { $0.plan.name == name }?.state(at: time).number
  }

  /// When all are settled; nil when one never is.
  var settleTime: Seconds? {
    all.reduce(Seconds.zero) { end, property in
      guard let end, let next = property.settleTime else { return nil }
      return max(end, next)
    }
  }

  /// Sends them to their numbers at the position called `name`; nil is under a hand.
  mutating func send(to name: String?, at time: Seconds) {
    for index in all.indices { all[index].send(to: name, at: time) }
  }

  /// Stops them at their targets.
  mutating func rest() {
    for index in all.indices { all[index].rest() }
  }

  /// Takes on other plans of as many properties at `time`, on a surface that is at or heads for the
  /// position called `name`.
  ///
  /// - Returns: Whether one of them has another target now.
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
