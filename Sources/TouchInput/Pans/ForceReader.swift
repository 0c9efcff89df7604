/// Reads the force of a touch, as a fraction of the device's pressure range.
///
/// The force corresponds to Apple's `UITouch.force` divided by `maximumPossibleForce`, for which the range of the
/// device's pressure axis is used here. Few touchscreens have a pressure axis, and on most of these touchscreens
/// the value grows with the area that the finger covers. Touchpads seldom use the upper half of their pressure
/// range.
struct ForceReader: Hashable, Sendable {
  private let scale: ForceScale?
  /// The last returned force of this touch; nil until a force has been returned.
  private var last: Double??

  init(device: DeviceDescription) {
    scale = ForceScale(of: device)
  }

  /// Begins a new touch.
  mutating func begin() { last = .none }

  /// Returns the force of the finger that presses hardest, if this force differs from the last returned force.
  ///
  /// - Parameter contacts: The contacts of the frame.
  /// - Returns: The force, 0 to 1; `.none` if it has not changed. If the device has no pressure axis,
  ///   `.some(nil)` once per touch.
  mutating func change(in contacts: [Contact]) -> Double?? {
    var force: Double?
    if let scale {
      let hardest = contacts.filter { $0.isDown }.compactMap { $0.pressure }.max()
      guard let hardest else { return .none }
      force = scale.fraction(of: hardest)
    }
    guard last != .some(force) else { return .none }
    last = .some(force)
    return .some(force)
  }
}
