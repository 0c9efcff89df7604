public import Quantities

/// Somebody with habits: how fast, how far, how steady and how cleanly they let go.
///
/// Source of the numbers: ours; people differ by a factor of two in speed and in how far they trust a
/// throw to carry, and a hand aims about as well as a thumb is wide.
public struct SyntheticPerson: Hashable, Sendable {
  /// What the finger does while it lifts.
  public enum LiftOff: String, Hashable, Sendable, CaseIterable {
    /// It leaves as it moved.
    case clean
    /// It rolls on a little after it has come to rest.
    case drifting
    /// It slows down before it leaves.
    case slowing
    /// It turns back a little before it leaves.
    case hooked
  }

  /// What the person is called, such as `p07`.
  public let name: String
  /// How fast the hand drags, in points per second; 250…900.
  public let dragSpeed: PointsPerSecond
  /// For how long the person takes what is thrown to go on as fast; 0.1…0.8 s.
  ///
  /// A hand that throws over `d` points does so at `d / glide`.
  public let glide: Seconds
  /// How often the person throws rather than drags, 0.35…0.9; unitless.
  public let throwing: Double
  /// How far the person drags before leaving the rest to the surface, as a share of the way: 0.6…1.
  public let patience: Double
  /// The standard deviation of where a drag ends, across and along; 4…22 pt.
  public let aim: Points
  /// The standard deviation of a finger that rests, in each scan; 0.05…0.6 pt.
  public let tremor: Points
  /// How often the device scans, in hertz; people have different ones.
  public let rate: Double
  /// What the finger does while it lifts, mostly.
  public let liftOff: LiftOff
  /// How often it does so rather than leave cleanly, 0.5…1; unitless.
  public let habit: Double

  /// The person that `random` makes up.
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
