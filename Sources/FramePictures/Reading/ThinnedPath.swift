import FrameLogs
import Portraits

/// The indices of at most `most` points of a path, all of them if there are no more.
///
/// Of a longer path, each part keeps its first and last point and those that lie farthest to each side, so
/// that a short touch in a long recording is drawn and no peak is lost. Where the path is interrupted, one
/// point that is not finite is kept, so that what lies before and after is not joined.
///
/// - Parameters:
///   - path: The points; one that is not finite interrupts the path.
///   - most: The largest number of indices, at least 12.
/// - Returns: The indices in ascending order.
func thinned(_ path: [(x: Double, y: Double)], most: Int = 3_000) -> [Int] {
  guard path.count > most else { return Array(path.indices) }
  func isThere(_ index: Int) -> Bool { path[index].x.isFinite && path[index].y.isFinite }
  // A part keeps up to six points, and a gap before each of them.
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

/// The points of a path that are drawn.
func thinnedPath(_ xs: [Double], _ ys: [Double]) -> [(x: Double, y: Double)] {
  let path = zip(xs, ys).map { (x: $0, y: $1) }
  return thinned(path).map { path[$0] }
}

extension Portrait {
  /// The middles of a surface that moves in both directions, as far as they are drawn; else nothing.
  var thinnedPath: [(x: Double, y: Double)] {
    let path = path(Array(run.frames.indices))
    return thinned(path).map { path[$0] }
  }
}
