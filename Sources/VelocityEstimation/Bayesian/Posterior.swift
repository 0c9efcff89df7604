internal import Quantities

/// The average of all hypotheses, weighted by how well each explains the scans.
struct Posterior {
  enum Kind {
    case motion
    case roll
    case rest
  }

  /// 1 for each axis along which the finger moves; 0 for an axis whose velocity is always 0.
  private let moves: SIMD2<Double>

  /// Creates an empty average.
  init(moves: SIMD2<Double> = SIMD2(1, 1)) { self.moves = moves }

  /// The log likelihood of the likeliest hypothesis; all weights are relative to it.
  private(set) var best = -Double.infinity
  private var weight = 0.0
  private var rolled = 0.0
  private var rested = 0.0
  private var velocity = SIMD2<Double>.zero
  /// The weighted sums of squared velocity plus variance over the hypotheses in which the finger moves.
  private var (xx, xy, yy) = (0.0, 0.0, 0.0)

  /// Adds a hypothesis with the log likelihood `score`; its covariance is multiplied by `scale`.
  mutating func add(_ score: Double, _ kind: Kind, _ belief: VelocityBelief, scale: Double) {
    // A weight below e⁻²⁰ does not change the average.
    guard score > best - 20 else { return }
    var part = 1.0
    if score > best {
      // Before the first hypothesis, all sums are zero.
      let fade = weight == 0 ? 0 : exponential(max(best - score, -700))
      weight *= fade
      rolled *= fade
      rested *= fade
      velocity *= fade
      xx *= fade
      xy *= fade
      yy *= fade
      best = score
    } else {
      part = exponential(score - best)
    }
    weight += part
    if kind == .rest { return rested += part }
    if kind == .roll { rolled += part }
    let v = belief.velocity * moves
    let variance = scale * moves * SIMD2(belief.xx, belief.yy)
    velocity += part * v
    xx += part * (v.x * v.x + variance.x)
    xy += part * (v.x * v.y + scale * moves.x * moves.y * belief.xy)
    yy += part * (v.y * v.y + variance.y)
  }

  var restProbability: Double { rested / weight }
  /// The probability that the finger rolled while it lifted.
  var rollProbability: Double { rolled / weight }

  /// The velocity if the finger moves.
  var moving: VelocityBelief {
    let part = weight - rested
    guard part > 0 else { return VelocityBelief(velocity: .zero) }
    let v = velocity / part
    return VelocityBelief(
      velocity: v, xx: xx / part - v.x * v.x, xy: xy / part - v.x * v.y,
      yy: yy / part - v.y * v.y)
  }

  /// A velocity of zero, with its mean squared error over all hypotheses as the covariance.
  var aboutRest: VelocityBelief {
    VelocityBelief(velocity: .zero, xx: xx / weight, xy: xy / weight, yy: yy / weight)
  }
}
