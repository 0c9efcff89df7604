public import Quantities

/// A person with habits: speed, distance, steadiness and lift-off.
///
/// Source of the numbers: our choice: people differ by a factor of two in speed and in how far they expect a
/// throw to carry, and their aim is about as precise as a thumb is wide.
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
  /// How long the person believes that a thrown surface keeps its speed; 0.1…0.8 s.
  ///
  /// To throw a surface over `d` points, the person releases it at `d / glide`.
  public let glide: Seconds
  /// The probability that the person throws instead of dragging, 0.35…0.9; unitless.
  public let throwing: Double
  /// The least fraction of the distance that the person drags before they lift; 0.6…1.
  public let patience: Double
  /// The standard deviation of the end of a drag, in each coordinate; 4…22 pt.
  public let aim: Points
  /// The standard deviation of the finger's position in each scan; 0.05…0.6 pt.
  public let tremor: Points
  /// The scan rate of the person's device, in hertz.
  public let rate: Double
  /// The person's habitual lift-off movement.
  public let liftOff: LiftOff
  /// The probability that the person lifts in the habitual way instead of cleanly, 0.5…1; unitless.
  public let habit: Double

  /// Draws a person from `random`.
  init(name: String, from random: inout SeededGenerator) {
    self.name = name
    dragSpeed = PointsPerSecond(random.uniform(in: 250...900))
    glide = Seconds(random.uniform(in: 0.1...0.8))
    throwing = random.uniform(in: 0.35...0.9)
    patience = min(1, random.uniform(in: 0.6...1.2))
    aim = Points(random.uniform(in: 4...22))
    tremor = Points(random.uniform(in: 0.05...0.6))
    rate = random.one(of: [60, 90, 120, 120, 240])
    liftOff = random.one(of: LiftOff.allCases)
    habit = random.uniform(in: 0.5...1)
  }
}
