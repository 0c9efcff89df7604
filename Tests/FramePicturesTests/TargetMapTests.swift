import Quantities
import Testing

@testable import FramePictures

@Suite("Map of targets")
struct TargetMapTests {
  /// Targets that a fixed rule scatters without a pattern.
  private static func rough(rows: Int, columns: Int) -> [[Int]] {
    (0..<rows).map { row in (0..<columns).map { ($0 * 7 + row * row * 13) % 11 % 4 } }
  }

  @Test(
    "the blocks of a map cover every cell exactly once, with the cell's target",
    arguments: [
      [], [[0]], [[0, 0], [0, 0]], [[0, 1], [0, 1], [1, 1]], rough(rows: 19, columns: 23),
    ])
  func cover(targets: [[Int]]) {
    var seen = targets.map { $0.map { _ in -1 } }
    for block in targetBlocks(targets) {
      for row in block.rows {
        for column in block.columns {
          #expect(seen[row][column] == -1, "\(row), \(column) twice")
          seen[row][column] = block.target
        }
      }
    }
    #expect(seen == targets)
  }

  @Test("equal rows are merged, with one block for each run of equal cells")
  func merged() {
    let targets = Array(repeating: [0, 0, 1, 1, 1], count: 200)
    #expect(targetBlocks(targets).count == 2)
  }

  @Test("starts with equal maps share one panel")
  func panels() {
    let map = TargetMap(
      title: "a < b & \"c\"", positions: [Points(0), Points(1)],
      velocities: [PointsPerSecond(-1), PointsPerSecond(1)], rests: [], names: ["full", "gone"],
      layers: [
        .init(start: "full", targets: [[0, 0], [0, 1]]),
        .init(start: "half", targets: [[0, 0], [1, 1]]),
        .init(start: "tip", targets: [[0, 0], [0, 1]]),
      ])
    #expect(map.panels.map(\.starts) == [["full", "tip"], ["half"]])
    let picture = svgPicture(of: map)
    #expect(picture.contains("from full or tip"))
    #expect(picture.contains("a &lt; b &amp; &quot;c&quot;"))
    #expect(picture.contains("class=\"mapgone\""))
    #expect(picture == svgPicture(of: map))
  }
}
