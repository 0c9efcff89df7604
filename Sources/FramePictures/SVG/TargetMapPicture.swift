import Portraits
import Quantities

/// Returns a picture of `map` as an SVG document.
///
/// The horizontal axis is the velocity of a release, the vertical axis its position, and the colour its target. Starts
/// with equal targets share one panel; the picture has at most six panels. The same map always gives the same text. The
/// document loads no other files.
public func svgPicture(of map: TargetMap) -> String {
  let panels = map.panels
  let shown = Array(panels.prefix(6))
  let columns = max(1, min(shown.count, 3))
  let lines = (shown.count + columns - 1) / columns
  let height = 114.0 + Double(lines) * (MapPanel.height + 74)
  let title = printable(map.title, most: 110)
  var picture = SVGText(width: 960, height: Int(height), title: title)
  picture.style(styleRules)
  picture.write(title, "title", x: 24, y: 30)
  picture.write(
    "the target of a release, by position and velocity of the release; down is positive", x: 24,
    y: 50)
  drawLegend(map.names, on: &picture)
  let width = (936 - 66.0) / Double(columns)
  for (index, panel) in shown.enumerated() {
    let left = 66 + Double(index % columns) * width
    let top = 114 + Double(index / columns) * (MapPanel.height + 74)
    let area = MapPanel(map, left: left, top: top, width: width - (columns > 1 ? 36 : 22))
    area.draw(panel.targets, map, labelsCandidates: index % columns == 0, on: &picture)
    let starts = panels.count == 1 ? "anywhere" : panel.starts.joined(separator: " or ")
    picture.write("from \(printable(starts, most: 40))", "strong", x: left, y: top - 8)
  }
  if panels.count > shown.count {
    picture.write(
      "and \(panels.count - shown.count) more starts", "end", x: 936, y: height - 12)
  }
  picture.finish()
  return picture.text
}

/// The colours of the targets, in the order of their names; the seventh target has the first colour again.
///
/// Colour-blind readers can distinguish these colours. They are lighter than those of their source, Okabe and Ito,
/// "Color Universal Design", 2008, so that text on the colours is readable.
private let colours = ["#8cc4ea", "#f3c567", "#79c9ae", "#d9a3c4", "#e79a6b", "#c9c48a"]

private var styleRules: String {
  let fills = colours.enumerated().map { ".map\($0){fill:\($1)}" }.joined()
  return "\(fills).mapgone{fill:#9a9a9a}"
    + ".here{stroke:#222;stroke-opacity:.55;stroke-dasharray:5 4}"
}

private func kind(of target: Int, _ map: [String]) -> String {
  map[target] == "gone" ? "mapgone" : "map\(target % colours.count)"
}

private func drawLegend(_ names: [String], on picture: inout SVGText) {
  var x = 24.0
  for (index, name) in names.enumerated() where x < 820 {
    picture.rectangle(kind(of: index, names), x: x, y: 64, width: 14, height: 14, radius: 3)
    let words = printable(name, most: 16)
    picture.write(words, "strong", x: x + 20, y: 75.5)
    x += 44 + 7 * Double(words.count)
  }
}

/// One panel of a map of targets.
private struct MapPanel {
  static let height = 420.0

  let left: Double
  let top: Double
  let width: Double
  /// The horizontal axis, from points per second to pixels; the outermost velocities are half a cell from the edges.
  let velocity: Scale
  /// The vertical axis, from points to pixels; the outermost positions are half a cell from the edges.
  let position: Scale

  init(_ map: TargetMap, left: Double, top: Double, width: Double) {
    self.left = left
    self.top = top
    self.width = width
    velocity = Scale(Self.domain(map.velocities), from: left, to: left + width)
    position = Scale(Self.domain(map.positions), from: top, to: top + Self.height)
  }

  private static func domain(_ steps: [some Quantity]) -> ClosedRange<Double> {
    let low = steps[0].value
    let high = max(steps[steps.count - 1].value, low + 1e-9)
    let half = (high - low) / Double(steps.count - 1) / 2
    return (low - half)...(high + half)
  }

  func draw(
    _ targets: [[Int]], _ map: TargetMap, labelsCandidates: Bool, on picture: inout SVGText
  ) {
    let blocks = targetBlocks(targets)
    for target in map.names.indices {
      picture.path(
        kind(of: target, map.names), data(blocks.filter { $0.target == target }, map))
    }
    let bottom = top + Self.height
    for tick in velocity.ticks(about: Int(width / 60)) {
      let x = velocity(tick.value)
      picture.line(tick.value == 0 ? "zero" : "grid", from: (x, top), to: (x, bottom))
      picture.write(tick.text, "small middle", x: x, y: bottom + 16)
    }
    picture.write(
      "velocity at the release, pt/s", "middle", x: left + width / 2, y: bottom + 36)
    drawCandidates(map, withNumbers: labelsCandidates, on: &picture)
    picture.rectangle("box", x: left, y: top, width: width, height: Self.height)
    writeTargets(targets, map, on: &picture)
  }

  private func drawCandidates(_ map: TargetMap, withNumbers: Bool, on picture: inout SVGText) {
    var taken: [Double] = []
    for rest in map.rests {
      let y = position(rest.y.value)
      picture.line("here", from: (left, y), to: (left + width, y))
      guard withNumbers, taken.allSatisfy({ ($0 - y).magnitude > 24 }) else { continue }
      taken.append(y)
      let line = min(y + 1, top + Self.height - 14)
      picture.write(printable(rest.name, most: 9), "small strong end", x: left - 6, y: line)
      picture.write("\(brief(rest.y.value, 1)) pt", "small end", x: left - 6, y: line + 12)
    }
  }

  /// Writes the name of each target at the centre of its area.
  ///
  /// Areas of less than 2 % of the map get no name, nor do areas whose centre belongs to another target.
  private func writeTargets(_ targets: [[Int]], _ map: TargetMap, on picture: inout SVGText) {
    for (target, name) in map.names.enumerated() {
      var (rows, columns, count) = (0, 0, 0)
      for (row, line) in targets.enumerated() {
        for (column, answer) in line.enumerated() where answer == target {
          (rows, columns, count) = (rows + row, columns + column, count + 1)
        }
      }
      guard count * 50 > targets.count * map.velocities.count else { continue }
      let (row, column) = (rows / count, columns / count)
      guard targets[row][column] == target else { continue }
      picture.write(
        printable(name, most: 16), "label middle", x: velocity(map.velocities[column].value),
        y: position(map.positions[row].value) + 4)
    }
  }

  private func data(_ blocks: [TargetBlock], _ map: TargetMap) -> String {
    let cell = (
      width: width / Double(map.velocities.count),
      height: Self.height / Double(map.positions.count)
    )
    return blocks.map { block in
      let x = left + Double(block.columns.lowerBound) * cell.width
      let y = top + Double(block.rows.lowerBound) * cell.height
      let right = left + Double(block.columns.upperBound) * cell.width
      let bottom = top + Double(block.rows.upperBound) * cell.height
      return "M\(point(x, y))H\(brief(right, 1))V\(brief(bottom, 1))H\(brief(x, 1))Z"
    }.joined()
  }
}
