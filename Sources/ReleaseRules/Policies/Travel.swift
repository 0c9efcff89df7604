import Quantities

/// A release as seen along the line on which a surface travels, in points from its highest
/// candidate down.
///
/// The rules of the field know one dimension; this is where two become one.
struct Travel {
  /// The candidates from the highest, or last, to the lowest, or first.
  let candidates: [RestCandidate]
  /// Their positions on the line, ascending.
  let positions: [Double]
  /// Where the surface is.
  let here: Double
  /// The velocity, in points per second; positive is down.
  let velocity: Double
  /// The mean velocity of the whole touch, in points per second; zero when it is not known.
  let mean: Double
  /// How far the surface goes for each point of the hand; velocities are the hand's.
  let gain: Double
  /// The index of the candidate that the surface came from.
  let start: Int
  /// Where it is gone; nil when it cannot be dismissed.
  let hidden: Double?
  /// The speed of the hand across the line, in points per second.
  let crossSpeed: Double
  /// The position where it goes when it is dismissed.
  private let exit: Position

  /// The line of a release; with one candidate it goes to where the surface is gone, or down.
  init(_ context: ReleaseContext, velocity: Velocity) {
    candidates = context.candidates.reversed()
    let origin = candidates[0].position
    let ends = [candidates[candidates.count - 1].position, context.hidden ?? origin]
    let displacement = ends.map { $0 - origin }.first { $0.length > .zero }
    let length = displacement?.length.value ?? 1
    let heading =
      displacement.map { $0.heading / length } ?? Heading(x: .zero, y: Fraction(1))
    func along(_ pair: Planar<some Quantity>) -> Double { pair.dot(heading) }
    positions = candidates.map { along($0.position - origin) }
    here = along(context.position - origin)
    self.velocity = along(velocity)
    // The velocity of the surface has nothing across the axes along which it moves; the hand's does.
    crossSpeed = context.hand.cross(heading).magnitude
    mean = context.mean.map(along) ?? 0
    gain = context.gain
    start = candidates.firstIndex { $0.name == context.start } ?? 0
    hidden = context.hidden.map { along($0 - origin) }
    exit = context.hidden ?? context.position
  }

  /// To rest at the candidate of `index`; the only one needs no reason.
  func rest(at index: Int, _ reason: Decision.Reason) -> Verdict {
    .rest(candidates[index], candidates.count == 1 ? .single : reason)
  }

  /// To be gone.
  func gone(_ reason: Decision.Reason) -> Verdict { .gone(exit, reason) }

  /// The length of the line.
  var length: Double { positions[positions.count - 1] }

  /// How far the surface has gone from where it started; positive is down.
  var displacement: Double { here - positions[start] }

  /// The index of the candidate nearest to `position`; of equally near ones the highest, or with
  /// `prefersLower` the lowest.
  func nearest(to position: Double, prefersLower: Bool = false) -> Int {
    var best = 0
    for index in positions.indices.dropFirst() {
      let (new, old) = (
        (positions[index] - position).magnitude, (positions[best] - position).magnitude
      )
      if new < old || prefersLower && new == old { best = index }
    }
    return best
  }
}
