import Quantities

/// Turns device units into millimetres.
struct Ruler {
  /// How many millimetres a unit of each axis is.
  let x: Double
  let y: Double
  /// The size of the device in millimetres; nil if it does not say.
  let width: Double?
  let height: Double?
  /// Whether the device does not say its size, so that lengths rest on an assumed one.
  let isAssumed: Bool

  init(_ device: DeviceDescription, _ surface: SurfaceMapping) {
    if let horizontal = device.across, let vertical = device.down, horizontal.resolution > 0,
      vertical.resolution > 0
    {
      x = 1 / Double(horizontal.resolution)
      y = 1 / Double(vertical.resolution)
      width = (Double(horizontal.maximum) - Double(horizontal.minimum)) * x
      height = (Double(vertical.maximum) - Double(vertical.minimum)) * y
      isAssumed = false
      return
    }
    x = surface.unit.x.value / SurfaceMapping.defaultPointsPerMillimeter
    y = surface.unit.y.value / SurfaceMapping.defaultPointsPerMillimeter
    width = nil
    height = nil
    isAssumed = true
  }

  /// The length in millimetres of a distance in device units.
  func length(x across: Double, y down: Double) -> Double {
    let (across, down) = (across * x, down * y)
    return (across * across + down * down).squareRoot()
  }
}
