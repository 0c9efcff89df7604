import Quantities
import VelocityEstimation

/// Measures the angle and the angular velocity with which two fingers of a touch turn around each other.
///
/// The rate is the velocity of a fingertip along its arc, divided by its distance from the midpoint. The
/// velocity comes from a second estimator of the same kind as the estimator of the pan's velocity.
struct TwistReader: Sendable {
  /// The longest time between two lifts that count as one release.
  ///
  /// If the second finger lifts within this time after the first finger, the rate at the first lift is used. The
  /// value is our choice. Fingers that lift together leave a touchscreen within a few frames.
  private static let togetherMicroseconds: Int64 = 100_000

  /// The smallest distance of a fingertip from the midpoint for which a rate is computed.
  ///
  /// The value is our choice. The centres of two fingers are at least the width of a finger apart.
  private static let leastRadius = Points(1)

  private var path = TwistPath()
  private var estimator: Estimator
  private var lastRadius: Points?
  /// The rate when one of the two fingers lifted, and the time of that lift.
  private var parted: (rate: Double, microseconds: Int64)?

  init(estimator: Estimator) { self.estimator = estimator }

  /// The angle of the twist since the touch-down, clockwise, in radians.
  var angle: Double { path.angle }

  /// The arc length that a fingertip has moved around the midpoint.
  var arc: Points { path.arc }

  /// Begins a new touch.
  mutating func begin() {
    path = TwistPath()
    (lastRadius, parted) = (nil, nil)
    estimator.reset()
  }

  /// Follows the fingers to the next frame.
  mutating func follow(
    _ frame: ContactReport, _ contacts: [Contact], on surface: SurfaceMapping, holds: Bool
  ) {
    path.follow(contacts, on: surface, holds: holds)
    guard let radius = path.radius else {
      if let lastRadius {
        let estimate = estimator.released(atMicroseconds: frame.microseconds)
        parted = (rate(estimate, lastRadius), frame.microseconds)
      }
      lastRadius = nil
      return
    }
    if lastRadius == nil || holds { estimator.reset() }
    (lastRadius, parted) = (radius, nil)
    estimator.receive(
      PanSample(microseconds: frame.microseconds, position: Position(x: path.arc, y: .zero)))
  }

  /// Returns the current rate, in radians per second; zero with one finger.
  func rate() -> Double { lastRadius.map { rate(estimator.live(), $0) } ?? 0 }

  /// Returns the rate at a release at `microseconds`, in radians per second.
  func rate(releasedAtMicroseconds microseconds: Int64) -> Double {
    if let lastRadius { return rate(estimator.released(atMicroseconds: microseconds), lastRadius) }
    guard let parted, microseconds - parted.microseconds <= Self.togetherMicroseconds else {
      return 0
    }
    return parted.rate
  }

  private func rate(_ estimate: VelocityEstimate, _ radius: Points) -> Double {
    radius < Self.leastRadius ? 0 : estimate.velocity.x.value / radius.value
  }
}
