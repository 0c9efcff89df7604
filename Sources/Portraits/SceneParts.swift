package import FrameLogs
import Quantities

/// The box of a layer as plain numbers for drawing; lengths are in points, the angle is in degrees.
package struct ScenePart {
  package var centre: (x: Double, y: Double)
  package var width: Double
  package var height: Double
  package var radius: Double
  package var angle: Double

  package var left: Double { centre.x - width / 2 }
  package var top: Double { centre.y - height / 2 }

  /// The four corners of the rotated box, clockwise from the upper left.
  package var corners: [(x: Double, y: Double)] {
    let turn = sineAndCosine(angle * (Double.pi / 180))
    return [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { corner in
      let (x, y) = (corner.0 * width, corner.1 * height)
      return (
        centre.x + x * turn.cosine - y * turn.sine, centre.y + x * turn.sine + y * turn.cosine
      )
    }
  }

  /// Returns whether a point is inside the rotated box with its rounded corners.
  package func contains(_ x: Double, _ y: Double) -> Bool {
    let turn = sineAndCosine(angle * (Double.pi / 180))
    let (offX, offY) = (x - centre.x, y - centre.y)
    let across = (offX * turn.cosine + offY * turn.sine).magnitude
    let down = (offY * turn.cosine - offX * turn.sine).magnitude
    guard across <= width / 2, down <= height / 2 else { return false }
    let cut = (x: across - (width / 2 - radius), y: down - (height / 2 - radius))
    return cut.x <= 0 || cut.y <= 0 || cut.x * cut.x + cut.y * cut.y <= radius * radius
  }

  /// The points of a closed polygon along the edge of the rotated box with its rounded corners.
  ///
  /// The last point repeats the first.
  package var outline: [(x: Double, y: Double)] {
    guard radius > 0 else { return corners + corners.prefix(1) }
    let turn = sineAndCosine(angle * (Double.pi / 180))
    let quarters: [(x: Double, y: Double, from: Double)] = [
      (1, -1, -90), (1, 1, 0), (-1, 1, 90), (-1, -1, 180),
    ]
    var points: [(x: Double, y: Double)] = []
    for quarter in quarters {
      let (x, y) = (quarter.x * (width / 2 - radius), quarter.y * (height / 2 - radius))
      for step in 0...4 {
        let direction = sineAndCosine((quarter.from + 22.5 * Double(step)) * (Double.pi / 180))
        let (offX, offY) = (x + radius * direction.cosine, y + radius * direction.sine)
        points.append(
          (
            centre.x + offX * turn.cosine - offY * turn.sine,
            centre.y + offX * turn.sine + offY * turn.cosine
          ))
      }
    }
    return points + points.prefix(1)
  }
}

extension SceneLayer {
  /// The box of the layer for drawing; nil if its position is not finite or its size is not positive.
  package var part: ScenePart? {
    Self.part(
      bounded(box.centre.x.value), bounded(box.centre.y.value), bounded(box.size.x.value),
      bounded(box.size.y.value), radius: cornerRadius.value, angle: angle)
  }

  private static func part(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double, angle: Double
  ) -> ScenePart? {
    guard x.isFinite, y.isFinite, width > 0, height > 0 else { return nil }
    return ScenePart(
      centre: (x, y), width: width, height: height,
      radius: radius > 0 ? min(radius, width / 2, height / 2) : 0,
      angle: angle.isFinite && angle.magnitude < 1e9 ? angle : 0)
  }

  /// Returns the boxes to draw: the visible cells of a layer with a pitch, or the box of a layer without a pitch.
  package func parts(on screen: (width: Double, height: Double)) -> [ScenePart] {
    guard let whole = part, opacity > 0 else { return [] }
    let view = seen(on: screen)
    guard pitch.x > .zero || pitch.y > .zero else { return [whole] }
    let columns = Self.cuts(whole.left, whole.width, pitch.x.value, view.left, view.right)
    let rows = Self.cuts(whole.top, whole.height, pitch.y.value, view.top, view.bottom)
    return rows.flatMap { row in
      columns.compactMap { column in
        Self.part(
          (column.low + column.high) / 2, (row.low + row.high) / 2, column.high - column.low,
          row.high - row.low, radius: cornerRadius.value, angle: 0)
      }
    }
  }

  /// Returns the part of the screen on which the layer can be visible.
  package func seen(
    on screen: (width: Double, height: Double)
  ) -> (left: Double, top: Double, right: Double, bottom: Double) {
    guard let window else { return (0, 0, screen.width, screen.height) }
    let (centre, size) = (window.centre, window.size)
    return (
      max(0, bounded((centre.x - size.x / 2).value)),
      max(0, bounded((centre.y - size.y / 2).value)),
      min(screen.width, bounded((centre.x + size.x / 2).value)),
      min(screen.height, bounded((centre.y + size.y / 2).value))
    )
  }

  /// Returns the segments of a side of a box that is divided into cells, clipped to the range from `low` to `high`.
  ///
  /// A segment begins every `pitch`, and the gap between two segments is an eighth of the pitch. At most 100 segments
  /// are returned.
  private static func cuts(
    _ start: Double, _ length: Double, _ pitch: Double, _ low: Double, _ high: Double
  ) -> [(low: Double, high: Double)] {
    guard pitch > 0 else { return [(start, start + length)] }
    let first = max(0, ((low - start) / pitch).rounded(.down))
    // The number of segments is limited, because a tiny pitch would give millions of segments.
    return (0..<100).compactMap { step in
      let begin = start + (first + Double(step)) * pitch
      let cut = (
        low: max(begin, low), high: min(begin + pitch * 0.875, start + length, high)
      )
      return cut.high - cut.low > 0.01 ? cut : nil
    }
  }
}
