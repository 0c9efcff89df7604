import Quantities

/// A release in one dimension: along the line on which a surface travels.
///
/// A position is a distance in points from the highest candidate; down is positive. Most rules of other systems work in
/// one dimension, so this type converts a release from two dimensions to one.
struct Travel {
  /// The candidates from the highest to the lowest, in the reverse order of the candidates of a ``ReleaseContext``.
  let candidates: [RestCandidate]
  /// The positions of ``candidates`` on the line, ascending.
  let positions: [Double]
  /// The position of the surface on the line.
  let here: Double
  /// The velocity, in points per second; positive is down.
  let velocity: Double
  /// The mean velocity of the whole touch, in points per second; zero if it is not known.
  let mean: Double
  /// The movement of the surface divided by the movement of the finger; ``velocity`` is the velocity of the finger.
  let gain: Double
  /// The index of the candidate at which the surface rested, or to which it was moving, before the touch.
  let start: Int
  /// The dismissed position; nil if the surface cannot be dismissed.
  let hidden: Double?
  /// The speed of the finger across the line, in points per second.
  let crossSpeed: Double
  /// The dismissed position on the screen.
  private let exit: Position

  /// Creates the line of a release, from the highest to the lowest candidate.
  ///
  /// A single candidate has no lower neighbour, so the line then goes from this candidate to the dismissed position. If
  /// the surface has no dismissed position either, the line points straight down.
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
    // `velocity` is zero along an axis on which the surface cannot move, so this uses the velocity of the finger.
    crossSpeed = context.hand.cross(heading).magnitude
    mean = context.mean.map(along) ?? 0
    gain = context.gain
    start = candidates.firstIndex { $0.name == context.start } ?? 0
    hidden = context.hidden.map { along($0 - origin) }
    exit = context.hidden ?? context.position
  }

  /// Returns the verdict to rest at the candidate with `index`; if it is the only one, the reason is `single`.
  func rest(at index: Int, _ reason: Decision.Reason) -> Verdict {
    .rest(candidates[index], candidates.count == 1 ? .single : reason)
  }

  /// Returns the verdict to dismiss the surface.
  func gone(_ reason: Decision.Reason) -> Verdict { .gone(exit, reason) }

  /// The length of the line.
  var length: Double { positions[positions.count - 1] }

  /// The displacement of the surface from the start; positive is down.
  var displacement: Double { here - positions[start] }

  /// Returns the index of the candidate nearest to `position`.
  ///
  /// If several candidates are equally near, returns the highest of them, or with `prefersLower` the lowest.
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
