public import Quantities

/// A fictitious person with random habits, such as the speed of drags and the movement of the finger at the lift.
///
/// We chose the ranges of these numbers. People differ by a factor of two or more in their speed and in the distance
/// that they expect a flicked surface to travel, and the error of their aim is about the width of a thumb.
public struct SyntheticPerson: Hashable, Sendable {
  /// The movement of the finger while it lifts.
  public enum LiftOff: String, Hashable, Sendable, CaseIterable {
    /// The finger keeps its velocity.
    case clean
    /// The finger rolls a little after it has come to rest.
    case drifting
    /// The finger slows down.
    case slowing
    /// The finger turns back a little.
    case hooked
  }

  /// The name of the person, such as `p07`.
  public let name: String
  /// The speed of drags; 250…900 pt/s.
  public let dragSpeed: PointsPerSecond
  /// The time for which the person believes that a surface keeps its speed after a flick; 0.1…0.8 s.
  ///
  /// To flick a surface over a distance `d`, the person releases it at the speed `d / expectedGlideTime`.
  public let expectedGlideTime: Seconds
  /// The probability that the person flicks the surface instead of dragging it to the goal, 0.35…0.9.
  public let throwing: Double
  /// The smallest fraction of the distance that the person drags before lifting, 0.6…1.
  public let patience: Double
  /// The standard deviation of the end position of a drag, in each coordinate; 4…22 pt.
  public let aim: Points
  /// The standard deviation of the finger's position in each scan; 0.05…0.6 pt.
  public let tremor: Points
  /// The scan rate of the person's device, in hertz.
  public let rate: Double
  /// The person's usual movement at the lift; ``habit`` is its probability.
  public let liftOff: LiftOff
  /// The probability that the person makes the usual movement at a lift instead of a clean lift, 0.5…1.
  public let habit: Double

  /// Creates a person with random habits.
  init(name: String, from random: inout SeededGenerator) {
    self.name = name
    dragSpeed = PointsPerSecond(random.uniform(in: 250...900))
    expectedGlideTime = Seconds(random.uniform(in: 0.1...0.8))
    throwing = random.uniform(in: 0.35...0.9)
    patience = min(1, random.uniform(in: 0.6...1.2))
    aim = Points(random.uniform(in: 4...22))
    tremor = Points(random.uniform(in: 0.05...0.6))
    rate = random.one(of: [60, 90, 120, 120, 240])
    liftOff = random.one(of: LiftOff.allCases)
    habit = random.uniform(in: 0.5...1)
  }
}
