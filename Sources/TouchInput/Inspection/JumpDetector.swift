/// Recognizes steps of one contact that are farther than a finger goes, from frame to frame.
///
/// Source: libinput, `tp_detect_jumps` in evdev-mt-touchpad.c, from which all limits are.
struct JumpDetector: Hashable, Sendable {
  /// The interval to which lengths are scaled, and the longest in which a step may be a jump, in
  /// microseconds.
  private static let interval = 12_000.0
  private static let longestInterval: Int64 = 30_000
  /// A step is a jump if it is longer than this, in millimetres.
  private static let longestStep = 20.0
  /// On a touchpad it is one, too, if it is this many millimetres longer than the step before.
  private static let largestIncrease = 7.0

  private let isTouchpad: Bool
  private var lastMillimeters = 0.0

  /// Creates a detector for a contact that begins.
  init(isTouchpad: Bool) { self.isTouchpad = isTouchpad }

  /// Takes in a step, and returns its length scaled to 12 ms if it is a jump.
  ///
  /// - Parameters:
  ///   - millimeters: The length of the step. A step of 0 is none: the device said nothing of the contact.
  ///   - microseconds: The time since the frame before.
  /// - Returns: The length in millimetres; nil if the step is no jump.
  mutating func receive(millimeters: Double, microseconds: Int64) -> Double? {
    guard microseconds > 0, microseconds <= Self.longestInterval, millimeters > 0 else {
      return nil
    }
    let scaled = millimeters * Self.interval / Double(microseconds)
    let increase = scaled - lastMillimeters
    lastMillimeters = scaled
    let isJump = scaled > Self.longestStep || isTouchpad && increase > Self.largestIncrease
    return isJump ? scaled : nil
  }
}
