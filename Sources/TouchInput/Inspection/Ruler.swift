import Quantities

/// Converts device units to millimetres.
struct Ruler {
  /// The number of millimetres per device unit, on each axis.
  let x: Double
  let y: Double
  /// The size of the device in millimetres; nil if the device does not report it.
  let width: Double?
  let height: Double?
  /// Whether lengths are based on an assumed size, because the device does not report its size.
  let isAssumed: Bool

  init(_ device: DeviceDescription, _ surface: SurfaceMapping) {
    if let horizontal = device.across, let vertical = device.down, let size = device.millimeters {
      x = 1 / Double(horizontal.resolution)
      y = 1 / Double(vertical.resolution)
      width = size.width
      height = size.height
      isAssumed = false
      return
    }
    x = surface.unit.x.value / SurfaceMapping.defaultPointsPerMillimeter
    y = surface.unit.y.value / SurfaceMapping.defaultPointsPerMillimeter
    width = nil
    height = nil
    isAssumed = true
  }

  /// The length, in millimetres, of a distance in device units.
  func length(x across: Double, y down: Double) -> Double {
    let (across, down) = (across * x, down * y)
    return (across * across + down * down).squareRoot()
  }
}
