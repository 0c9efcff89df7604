import FrameLogs
import Portraits

/// A linear map from numbers to coordinates of a picture, such as from seconds to pixels.
struct Scale {
  /// The range of numbers; its length is never zero.
  var domain: ClosedRange<Double>
  /// The coordinate of the lower bound of the domain.
  var start: Double
  /// The coordinate of the upper bound of the domain; smaller than `start` if larger numbers have smaller coordinates.
  var end: Double

  init(_ domain: ClosedRange<Double>, from start: Double, to end: Double) {
    self.domain = domain
    self.start = start
    self.end = end
  }

  /// Returns the coordinate of `number`.
  ///
  /// For a number outside the domain, the result is the coordinate of the nearer bound; for NaN it is `start`.
  func callAsFunction(_ number: Double) -> Double {
    let inside = number > domain.lowerBound ? min(number, domain.upperBound) : domain.lowerBound
    let fraction = (inside - domain.lowerBound) / (domain.upperBound - domain.lowerBound)
    return start + fraction * (end - start)
  }

  /// A number on an axis, with its label.
  struct Tick {
    var value: Double
    var text: String
  }

  /// Returns about `count` round numbers in the domain, in steps of 1, 2 or 5 times a power of ten.
  func ticks(about count: Int) -> [Tick] {
    let rough = (domain.upperBound - domain.lowerBound) / Double(max(count, 1))
    var decimals = 0
    var unit = 1.0
    while unit * 10 <= rough { unit *= 10 }
    while unit > rough, decimals < 6 {
      unit /= 10
      decimals += 1
    }
    let steps: [(Double, multiple: Double)] = [(1.5, 1), (3.5, 2), (7.5, 5)]
    // Each limit is the middle between two multiples, so the step is the multiple of the unit that is nearest to
    // `rough`.
    let multiple = steps.first { rough < $0.0 * unit }?.multiple ?? 10
    let step = unit * multiple
    let first = (domain.lowerBound / step).rounded(.up)
    let last = (domain.upperBound / step).rounded(.down)
    guard last >= first, last - first <= 1_000 else { return [] }
    return stride(from: first, through: last, by: 1).map { index in
      Tick(value: index * step, text: brief(index * step, decimals))
    }
  }
}

/// Returns the indices of at most `most` points that represent a path.
///
/// A path with at most `most` points keeps all its points. A longer path is divided into parts of equal length. Each
/// part keeps its first and last point and its leftmost, rightmost, highest and lowest point, so that a picture shows
/// short touches of a long recording and all peaks. An interruption keeps one point that is not finite, so that the
/// picture does not connect the points before and after the interruption.
///
/// - Parameters:
///   - path: The points; a point that is not finite interrupts the path.
///   - most: The largest number of indices, at least 12.
/// - Returns: The indices in ascending order.
func thinned(_ path: [(x: Double, y: Double)], most: Int = 3_000) -> [Int] {
  guard path.count > most else { return Array(path.indices) }
  func isThere(_ index: Int) -> Bool { path[index].x.isFinite && path[index].y.isFinite }
  // A part keeps up to six points and up to six interruptions before them, so up to twelve indices.
  let length = (path.count + most / 12 - 1) / (most / 12)
  var kept: [Int] = []
  for start in stride(from: 0, to: path.count, by: length) {
    let part = (start..<min(start + length, path.count)).filter(isThere)
    let ends: [Int?] = [
      part.first, part.last,
      part.min { path[$0].x < path[$1].x }, part.max { path[$0].x < path[$1].x },
      part.min { path[$0].y < path[$1].y }, part.max { path[$0].y < path[$1].y },
    ]
    for index in Set(ends.compactMap { $0 }).sorted() {
      if let previous = kept.last, let gap = (previous..<index).first(where: { !isThere($0) }) {
        kept.append(gap)
      }
      kept.append(index)
    }
  }
  return kept
}

/// Returns the points of a path that a picture draws: at most 3,000 points that represent the path.
func thinnedPath(_ xs: [Double], _ ys: [Double]) -> [(x: Double, y: Double)] {
  let path = zip(xs, ys).map { (x: $0, y: $1) }
  return thinned(path).map { path[$0] }
}

extension Portrait {
  /// The points that represent the path of the surface's middle; empty unless the surface moves in both directions.
  var thinnedPath: [(x: Double, y: Double)] {
    let path = path(Array(run.frames.indices))
    return thinned(path).map { path[$0] }
  }
}
