/// The range of a device's pressure axis, by which a pressure becomes a force from 0 to 1.
package struct ForceScale: Hashable, Sendable {
  private let range: ClosedRange<Double>

  /// Creates the scale; nil if the device has no range of pressures.
  package init?(of device: DeviceDescription) {
    let axis = device.axis(AbsoluteAxis.contactPressure) ?? device.axis(AbsoluteAxis.pressure)
    guard let axis, axis.maximum > axis.minimum else { return nil }
    range = Double(axis.minimum)...Double(axis.maximum)
  }

  /// Returns a pressure, in device units, as a fraction of the range; 0 or 1 for a pressure outside the range.
  package func fraction(of pressure: Int32) -> Double {
    let fraction = (Double(pressure) - range.lowerBound) / (range.upperBound - range.lowerBound)
    return min(max(fraction, 0), 1)
  }
}
