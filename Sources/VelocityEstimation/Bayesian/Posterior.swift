internal import Quantities

/// The average over everything that may have happened, each weighed by how well it explains the scans.
struct Posterior {
  /// What happened.
  enum Kind {
    case motion
    case roll
    case rest
  }

  /// 1 for each axis along which the finger moves, 0 for the others, whose velocity is 0.
  private let moves: SIMD2<Double>

  /// Creates an average over nothing.
  init(moves: SIMD2<Double> = SIMD2(1, 1)) { self.moves = moves }

  /// The log likelihood of the likeliest; the weights are relative to it.
  private(set) var best = -Double.infinity
  private var weight = 0.0
  private var rolled = 0.0
  private var rested = 0.0
  private var velocity = SIMD2<Double>.zero
  /// The mean squares of the velocities that move, and their mean variances.
  private var (xx, xy, yy) = (0.0, 0.0, 0.0)
  private var within = 0.0

  /// Adds a hypothesis with this log likelihood; its covariance is multiplied by `scale`.
  mutating func add(_ score: Double, _ kind: Kind, _ belief: VelocityBelief, scale: Double) {
    guard score > best - 20 else { return }
    if score > best {
      let fade = exponential(max(best - score, -700))
      weight *= fade
      rolled *= fade
      rested *= fade
      velocity *= fade
      xx *= fade
      xy *= fade
      yy *= fade
      within *= fade
      best = score
    }
    let part = exponential(score - best)
    weight += part
    if kind == .rest { return rested += part }
    if kind == .roll { rolled += part }
    let v = belief.velocity * moves
    let variance = scale * moves * SIMD2(belief.xx, belief.yy)
    velocity += part * v
    xx += part * (v.x * v.x + variance.x)
    xy += part * (v.x * v.y + scale * moves.x * moves.y * belief.xy)
    yy += part * (v.y * v.y + variance.y)
    within += part * variance.sum()
  }

  /// The probability that the finger is at rest.
  var restProbability: Double { rested / weight }
  /// The probability that the end is a roll of the lifting finger.
  var rollProbability: Double { rolled / weight }
  /// The mean variance of the velocity of a finger that moves, along each of `axes` axes.
  func meanVariance(_ axes: Double) -> Double { within / (weight - rested) / axes }

  /// The velocity of a finger that moves.
  var moving: VelocityBelief {
    let part = weight - rested
    guard part > 0 else { return VelocityBelief(velocity: .zero) }
    let v = velocity / part
    return VelocityBelief(
      velocity: v, xx: xx / part - v.x * v.x, xy: xy / part - v.x * v.y,
      yy: yy / part - v.y * v.y)
  }

  /// The error of taking the finger for one at rest.
  var aboutRest: VelocityBelief {
    VelocityBelief(velocity: .zero, xx: xx / weight, xy: xy / weight, yy: yy / weight)
  }
}
