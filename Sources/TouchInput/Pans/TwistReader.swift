import Quantities
import VelocityEstimation

/// Reads from the fingers of a touch how far and how fast they turn about each other.
///
/// The rate is that of the arc that a fingertip draws, by an estimator of its own of the same kind
/// as that of the pan, over the distance of the fingertip from the middle.
struct TwistReader: Sendable {
  /// A hand whose fingers do not lift in the same moment lets go when the first does, if the last
  /// follows this soon.
  ///
  /// Source: ours; fingers that lift together leave a touchscreen within a few frames.
  private static let togetherMicroseconds: Int64 = 100_000

  /// A fingertip nearer to the middle than this has no angle worth a rate.
  ///
  /// Source: ours; two fingers are farther apart than their width.
  private static let leastRadius = Points(1)

  private var path = TwistPath()
  private var estimator: Estimator
  private var lastRadius: Points?
  /// How fast they turned when one of the two left, and when.
  private var parted: (rate: Double, microseconds: Int64)?

  init(estimator: Estimator) { self.estimator = estimator }

  /// The angle that the hand has turned since it went down, clockwise, in radians.
  var angle: Double { path.angle }

  /// How far a fingertip has gone about the middle.
  var arc: Points { path.arc }

  /// Starts with a hand that goes down.
  mutating func begin() {
    path = TwistPath()
    (lastRadius, parted) = (nil, nil)
    estimator.reset()
  }

  /// Follows the fingers to the next frame.
  mutating func follow(
    _ frame: ContactFrame, _ contacts: [Contact], on surface: SurfaceMapping, holds: Bool
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

  /// How fast they turn now, in radians per second; zero with one finger.
  func rate() -> Double { lastRadius.map { rate(estimator.live(), $0) } ?? 0 }

  /// How fast they turned when the hand let go at `microseconds`.
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
