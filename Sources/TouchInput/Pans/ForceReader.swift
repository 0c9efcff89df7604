/// Reads the force of a touch, as a fraction of the device's pressure range.
///
/// The force corresponds to Apple's `UITouch.force` divided by `maximumPossibleForce`, for which the range of the
/// device's pressure axis is used here. Few touchscreens have a pressure axis, and on most of these touchscreens
/// the value grows with the area that the finger covers. Touchpads seldom use the upper half of their pressure
/// range.
struct ForceReader: Hashable, Sendable {
  private let range: ClosedRange<Double>?
  /// The last returned force of this touch; nil until a force has been returned.
  private var last: Double??

  /// Creates a reader for a device.
  init(device: DeviceDescription) {
    range = device.pressureRange
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
    if let range {
      let hardest = contacts.filter { $0.isDown }.compactMap { $0.pressure }.max()
      guard let hardest else { return .none }
      let fraction = (Double(hardest) - range.lowerBound) / (range.upperBound - range.lowerBound)
      force = min(max(fraction, 0), 1)
    }
    guard last != .some(force) else { return .none }
    last = .some(force)
    return .some(force)
  }
}

extension DeviceDescription {
  /// The range of the pressure axis, in device units; nil if the device has none.
  package var pressureRange: ClosedRange<Double>? {
    let axis = axis(AbsoluteAxis.contactPressure) ?? axis(AbsoluteAxis.pressure)
    return axis.flatMap {
      $0.maximum > $0.minimum ? Double($0.minimum)...Double($0.maximum) : nil
    }
  }
}
