package import FrameLogs
import Portraits
import Quantities

/// A screen that is drawn in a part of a canvas; it converts points of the screen to dots of the canvas.
struct TerminalScreen {
  let columns: Range<Int>
  let rows: Range<Int>
  let size: (width: Double, height: Double)
  private let across: Scale
  private let down: Scale

  init(columns: Range<Int>, rows: Range<Int>, size: (width: Double, height: Double)) {
    (self.columns, self.rows, self.size) = (columns, rows, size)
    across = Scale(
      0...max(size.width, 1), from: Double(2 * columns.lowerBound),
      to: Double(2 * columns.upperBound - 1))
    down = Scale(
      0...max(size.height, 1), from: Double(4 * rows.lowerBound),
      to: Double(4 * rows.upperBound - 1))
  }

  /// Returns the canvas dot that shows a point of the screen.
  ///
  /// For a point beyond the screen, the dot lies outside the part of the canvas that the screen covers.
  func dot(_ x: Double, _ y: Double) -> (x: Int, y: Int) {
    func cell(_ number: Double, _ side: Double, _ scale: Scale) -> Int {
      let begin = scale.start
      let dots = begin + bounded(number) / max(side, 1) * (scale.end - begin)
      return Int(min(max(dots, -10_000), 10_000).rounded())
    }
    return (cell(x, size.width, across), cell(y, size.height, down))
  }

  /// Returns the middle of a cell, in pt.
  private func point(_ column: Int, _ row: Int) -> (x: Double, y: Double) {
    (
      (Double(column - columns.lowerBound) + 0.5) / Double(columns.count) * size.width,
      (Double(row - rows.lowerBound) + 0.5) / Double(rows.count) * size.height
    )
  }

  /// Draws a border around the screen, in the cells next to the screen.
  func drawFrame(on canvas: inout TerminalCanvas) {
    let (left, right) = (columns.lowerBound - 1, columns.upperBound)
    let (top, bottom) = (rows.lowerBound - 1, rows.upperBound)
    for column in columns {
      canvas.put(canvas.sign("─", "-"), column: column, row: top, .axis)
      canvas.put(canvas.sign("─", "-"), column: column, row: bottom, .axis)
    }
    for row in rows {
      canvas.put(canvas.sign("│", "|"), column: left, row: row, .axis)
      canvas.put(canvas.sign("│", "|"), column: right, row: row, .axis)
    }
    let corners: [(Character, Int, Int)] = [
      ("╭", left, top), ("╮", right, top), ("╰", left, bottom), ("╯", right, bottom),
    ]
    for (sign, column, row) in corners {
      canvas.put(canvas.sign(sign, "+"), column: column, row: row, .axis)
    }
  }

  /// Draws the layers of `scene` from back to front; `ink` is the colour of the surface.
  func draw(_ scene: Scene, ink: TerminalCanvas.Ink, on canvas: inout TerminalCanvas) {
    for layer in scene.layers where layer.opacity > 0.02 {
      for part in layer.parts(on: size) { draw(part, of: layer, ink, on: &canvas) }
      guard !layer.label.isEmpty, let part = layer.part else { continue }
      write(layer.label, in: part, on: &canvas)
    }
  }

  private func draw(
    _ part: ScenePart, of layer: SceneLayer, _ ink: TerminalCanvas.Ink,
    on canvas: inout TerminalCanvas
  ) {
    switch layer.role {
    case .outline: outline(part, .axis, every: 3, on: &canvas)
    case .ground: outline(part, .axis, on: &canvas)
    case .scrim: shade(part, canvas.sign("·", ":"), .axis, clears: false, on: &canvas)
    case .page:
      shade(part, " ", .plain, on: &canvas)
      outline(part, .surface, on: &canvas)
    case .surface:
      shade(part, canvas.sign("░", "."), ink, on: &canvas)
      outline(part, .surface, on: &canvas)
    case .content: outline(part, .axis, every: 2, least: 12, on: &canvas)
    case .light:
      let signs: [(Character, Character)] = [("░", "."), ("▒", ":"), ("▓", "%"), ("█", "#")]
      let strength = signs[min(3, max(0, Int(layer.opacity * 4)))]
      shade(part, canvas.sign(strength.0, strength.1), .finger, on: &canvas)
      outline(part, .surface, on: &canvas)
    case .handle: line(along: part, .surface, on: &canvas)
    }
  }

  /// Puts `sign` into every cell whose middle is inside `part`, and first removes the previous content if `clears`.
  private func shade(
    _ part: ScenePart, _ sign: Character, _ ink: TerminalCanvas.Ink, clears: Bool = true,
    on canvas: inout TerminalCanvas
  ) {
    for row in rows {
      for column in columns {
        let point = point(column, row)
        guard part.contains(point.x, point.y) else { continue }
        if clears { canvas.clear(column: column, row: row) }
        canvas.put(under: sign, column: column, row: row, ink)
      }
    }
  }

  /// Draws the outline of `part`; a single line if `part` is less than `least` dots high, because its edges would
  /// touch.
  private func outline(
    _ part: ScenePart, _ ink: TerminalCanvas.Ink, every gap: Int = 1, least: Int = 5,
    on canvas: inout TerminalCanvas
  ) {
    let dots = part.outline.map { dot($0.x, $0.y) }
    let heights = dots.map(\.y)
    if let high = heights.min(), let low = heights.max(), low - high < least {
      return line(along: part, ink, every: gap, on: &canvas)
    }
    for (start, end) in zip(dots, dots.dropFirst()) {
      draw(from: start, to: end, ink, every: gap, on: &canvas)
    }
  }

  /// Draws a line through the middle of `part`, along its longer side.
  private func line(
    along part: ScenePart, _ ink: TerminalCanvas.Ink, every gap: Int = 1,
    on canvas: inout TerminalCanvas
  ) {
    let corners = part.corners
    func middle(_ first: Int, _ second: Int) -> (x: Int, y: Int) {
      dot(
        (corners[first].x + corners[second].x) / 2, (corners[first].y + corners[second].y) / 2)
    }
    let ends =
      part.width > part.height ? (middle(0, 3), middle(1, 2)) : (middle(0, 1), middle(2, 3))
    draw(from: ends.0, to: ends.1, ink, every: gap, on: &canvas)
  }

  /// Draws the dots of a line that are on the screen.
  func draw(
    from start: (x: Int, y: Int), to end: (x: Int, y: Int), _ ink: TerminalCanvas.Ink,
    every gap: Int, on canvas: inout TerminalCanvas
  ) {
    let steps = max(abs(end.x - start.x), abs(end.y - start.y), 1)
    for step in stride(from: 0, through: steps, by: gap) {
      let fraction = Double(step) / Double(steps)
      let x = Int((Double(start.x) + fraction * Double(end.x - start.x)).rounded())
      let y = Int((Double(start.y) + fraction * Double(end.y - start.y)).rounded())
      if columns.contains(x >> 1), rows.contains(y >> 2) { canvas.dot(x, y, ink) }
    }
  }

  private func write(_ label: String, in part: ScenePart, on canvas: inout TerminalCanvas) {
    let text = printable(label, most: columns.count)
    let middle = dot(part.centre.x, part.centre.y)
    let (column, row) = ((middle.x >> 1) - text.count / 2, middle.y >> 2)
    guard rows.contains(row), column >= columns.lowerBound,
      column + text.count <= columns.upperBound
    else { return }
    canvas.write(text, column: column, row: row, .plain)
  }

  /// Puts a character at a point of the screen, on top of everything else.
  func put(
    _ sign: Character, _ x: Double, _ y: Double, _ ink: TerminalCanvas.Ink,
    on canvas: inout TerminalCanvas
  ) {
    guard x.isFinite, y.isFinite else { return }
    let dot = dot(x, y)
    guard columns.contains(dot.x >> 1), rows.contains(dot.y >> 2) else { return }
    canvas.put(sign, column: dot.x >> 1, row: dot.y >> 2, ink)
  }
}

/// Returns a picture of one frame for a terminal: the screen with its border, the surface and the finger.
///
/// The picture is `style.height` rows high. Its width follows from the shape of the screen, up to `style.width`. Every
/// row ends in a newline.
package func terminalPicture(
  of frame: Frame, scenery: Scenery, style: TerminalStyle = TerminalStyle()
) -> String {
  let scene = scenery.scene(frame)
  let size = (
    width: max(1, bounded(scene.screen.x.value)), height: max(1, bounded(scene.screen.y.value))
  )
  let (width, height) = style.size
  let shape = min(max(size.width / size.height, 0.1), 10)
  let columns = min(max(Int((2 * Double(height - 2) * shape).rounded()), 8), width - 2)
  var canvas = TerminalCanvas(width: columns + 2, height: height, style: style)
  let screen = TerminalScreen(columns: 1..<(columns + 1), rows: 1..<(height - 1), size: size)
  screen.drawFrame(on: &canvas)
  screen.draw(scene, ink: frame.phase.ink, on: &canvas)
  screen.put(
    canvas.sign("●", "o"), frame.number("fingerX", or: .nan), frame.number("fingerY", or: .nan),
    .finger, on: &canvas)
  return canvas.text
}
