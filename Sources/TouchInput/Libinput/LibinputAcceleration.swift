import Quantities

/// libinput's acceleration for touchpads: the adaptive profile at the default speed.
///
/// Source: libinput 1.22.1, src/filter-touchpad.c and src/filter.c.
struct LibinputAcceleration: Hashable, Sendable {
  /// The factor by which libinput slows all movements of touchpads; unitless.
  private static let slowdown = 0.2968
  /// The factor of movements at moderate speeds, below ``threshold``; unitless.
  private static let baseline = 0.9
  /// The resolution of a mouse, to which movements are scaled, in units per inch.
  private static let mouseResolution = 1000.0
  /// The speed above which movements are accelerated, in millimetres per second.
  private static let threshold = 130.0
  /// The pause after which the time since the last movement is ignored, in microseconds.
  private static let longestPause: Int64 = 1_000_000

  private let speedFactor: Double
  private let resolution: Double
  private let xPerY: Double
  private let isBluetooth: Bool
  /// The time of the last movement, or of the last touch-down if it is later; nil before the first of them.
  private var lastTime: Int64?
  /// The speed of the last movement, in units per microsecond.
  private var lastSpeed = 0.0

  init(_ surface: LibinputSurface, _ rules: LibinputRules) {
    speedFactor = rules.speedFactor
    resolution = Double(Int(Double(surface.horizontal.resolution) * 25.4))
    xPerY = Double(surface.horizontal.resolution) / Double(surface.vertical.resolution)
    isBluetooth = surface.quirks.isBluetooth
  }

  /// Makes the time of the next movement count from the touch-down of a finger.
  mutating func restart(at microseconds: Int64) { lastTime = microseconds }

  /// Returns a movement whose vertical component is converted to units of the horizontal axis.
  func square(_ movement: LibinputVector) -> LibinputVector {
    LibinputVector(x: movement.x, y: movement.y * xPerY)
  }

  /// Returns a movement in libinput's unit, without acceleration.
  func unaccelerated(_ movement: LibinputVector) -> LibinputVector {
    normalized(square(movement)) * (Self.baseline * Self.slowdown)
  }

  /// Returns a movement in libinput's unit, with acceleration; a movement of zero has no effect.
  mutating func accelerated(_ movement: LibinputVector, at microseconds: Int64) -> LibinputVector {
    guard !movement.isZero else { return .zero }
    let movement = square(movement)
    let speed = movement.length / time(until: microseconds)
    lastTime = microseconds
    // Simpson's rule gives the mean factor for speeds between the speed of the previous movement and the speed of this
    // movement.
    let factor =
      (factor(atSpeed: speed) + factor(atSpeed: lastSpeed)
        + 4 * factor(atSpeed: (lastSpeed + speed) / 2)) / 6
    lastSpeed = speed
    return normalized(movement * factor)
  }

  /// The time in which a movement happened, in microseconds.
  private func time(until microseconds: Int64) -> Double {
    guard let lastTime, microseconds - lastTime <= Self.longestPause else {
      return Double(Self.longestPause + 1)
    }
    let time = microseconds - lastTime + 1
    // Bluetooth sends several reports together, so their times are uneven.
    return isBluetooth && time < 50_000 ? 10_000 : Double(time)
  }

  private func normalized(_ movement: LibinputVector) -> LibinputVector {
    LibinputVector(
      x: movement.x * Self.mouseResolution / resolution,
      y: movement.y * Self.mouseResolution / resolution)
  }

  /// Returns the factor of a movement at `speed`, in units per microsecond; the factor increases with the speed.
  private func factor(atSpeed speed: Double) -> Double {
    let speed = speed * 1_000_000 * 25.4 / resolution
    let factor: Double
    if speed < 7 {
      factor = min(Self.baseline, 0.1 * speed + 0.3)
    } else if speed < Self.threshold {
      factor = Self.baseline
    } else {
      let limited = min(speed, 4 * Self.threshold)
      factor =
        0.0025 * (limited / Self.threshold) * (limited - Self.threshold) + Self.baseline
    }
    return factor * speedFactor * Self.slowdown
  }
}
