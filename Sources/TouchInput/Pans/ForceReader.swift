/// Reads the force of a touch, as a fraction of the device's pressure range.
///
/// Source: Apple, `UITouch.force` divided by `maximumPossibleForce`, for which the range of the device's
/// pressure axis is used here. Few touchscreens have such an axis, and on most of them the value grows with
/// the area that a finger covers; touchpads with one seldom use its upper half.
struct ForceReader: Hashable, Sendable {
  private let range: ClosedRange<Double>?
  /// The last reported force of this touch; nil before the first report.
  private var last: Double??

  /// Creates a reader for a device.
  init(device: DeviceDescription) {
    let axis = device.axis(AbsoluteAxis.contactPressure) ?? device.axis(AbsoluteAxis.pressure)
    range = axis.flatMap {
      $0.maximum > $0.minimum ? Double($0.minimum)...Double($0.maximum) : nil
    }
  }

  /// Begins a new touch.
  mutating func begin() { last = .none }

  /// Returns the force of the finger that presses hardest, if it differs from the last report.
  ///
  /// - Returns: Nil if there is nothing new; a force of nil, once per touch, if the device has no
  ///   pressure axis.
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
