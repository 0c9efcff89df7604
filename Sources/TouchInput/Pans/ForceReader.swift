/// How hard the hand presses, as a fraction of what its device can tell.
///
/// Source: Apple, `UITouch.force` by `maximumPossibleForce`, for which the range of the device's
/// pressure axis stands in. Few touchscreens have one, and on most of them it grows with the area
/// that a finger covers; touchpads that have one seldom see its upper half.
struct ForceReader: Hashable, Sendable {
  private let range: ClosedRange<Double>?
  /// What was told last in this touch; nil before that.
  private var last: Double??

  /// Creates a reader for a device.
  init(device: DeviceDescription) {
    let axis = device.axis(AbsoluteAxis.contactPressure) ?? device.axis(AbsoluteAxis.pressure)
    range = axis.flatMap {
      $0.maximum > $0.minimum ? Double($0.minimum)...Double($0.maximum) : nil
    }
  }

  /// Begins with the next touch.
  mutating func begin() { last = .none }

  /// What is to be told after a frame: the force of the finger that presses hardest, or once that
  /// the device cannot tell it.
  ///
  /// - Returns: Nil when there is nothing new; a force of nil when the device has no such axis.
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
