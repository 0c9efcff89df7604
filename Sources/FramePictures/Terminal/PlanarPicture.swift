import FrameLogs

/// The picture of a surface that moves in both directions: its way over the screen, and its
/// coordinates over time.
func planarPicture(of portrait: Portrait, style: TerminalStyle) -> String {
  let (width, full) = style.size
  let height = max(full, 8)
  var canvas = TerminalCanvas(width: width, height: height + 6, style: style)
  // Two dots are as wide as four are high in a cell that is twice as high as wide.
  let shape = portrait.screen.width / max(portrait.screen.height, 1)
  let wanted = Int((Double(2 * height) * min(max(shape, 0.1), 10)).rounded())
  let columns = min(max(wanted, 8), width / 2 - 10)
  drawScreen(portrait, columns: columns, rows: height, &canvas)
  let left = columns + 2 + labelWidth(portrait) + 2
  let middle = 1 + height / 2
  let plots = [
    (portrait.x, portrait.targetX, portrait.fingerX, 1..<middle, "x"),
    (portrait.y, portrait.targetY, portrait.fingerY, (middle + 1)..<(height + 1), "y"),
  ]
  for (numbers, targets, fingers, rows, name) in plots {
    let plot = TerminalPlot(
      columns: left..<(width - 1), rows: rows, duration: portrait.duration,
      values: extent(of: numbers + targets + fingers, least: 20))
    drawTargets(portrait, targets, plot, &canvas)
    plot.put(canvas.sign("∘", "o"), along: fingers, at: portrait.times, .finger, on: &canvas)
    plot.draw(numbers, at: portrait.times, .surface, on: &canvas)
    canvas.write(name, column: left - 3, row: rows.lowerBound, .plain)
    plot.drawAxis(edgeLabels(plot), on: &canvas)
    guard name == "y" else {
      drawMarks(portrait, plot, &canvas)
      continue
    }
    plot.drawTimeAxis(row: height + 2, on: &canvas)
    drawPhases(portrait, plot, row: height + 1, &canvas)
  }
  drawLegend(portrait, column: 1, row: height + 4, &canvas)
  return canvas.text
}

/// Draws the screen with its places of rest, the way over it, and the window where it ended.
private func drawScreen(
  _ portrait: Portrait, columns: Int, rows: Int, _ canvas: inout TerminalCanvas
) {
  drawFrame(columns: columns, rows: rows, &canvas)
  let across = Scale(0...max(portrait.screen.width, 1), from: 2, to: Double(2 * columns + 1))
  let down = Scale(0...max(portrait.screen.height, 1), from: 4, to: Double(4 * rows + 3))
  func place(_ x: Double, _ y: Double) -> (x: Int, y: Int) {
    (Int(across(x).rounded()), Int(down(y).rounded()))
  }
  func outline(_ x: Double, _ y: Double, _ ink: TerminalCanvas.Ink, every gap: Int) {
    guard x.isFinite, y.isFinite, let window = portrait.window else { return }
    let low = place(x - window.width / 2, y - window.height / 2)
    let high = place(x + window.width / 2, y + window.height / 2)
    let corners = [low, (x: high.x, y: low.y), high, (x: low.x, y: high.y), low]
    for (start, end) in zip(corners, corners.dropFirst()) {
      canvas.line(from: start, to: end, ink, every: gap)
    }
  }
  for rest in portrait.rests { outline(rest.x, rest.y, .axis, every: 3) }
  for (x, y) in zip(portrait.fingerX, portrait.fingerY) where x.isFinite && y.isFinite {
    let dot = place(x, y)
    canvas.put(under: canvas.sign("∘", "o"), column: dot.x >> 1, row: dot.y >> 2, .finger)
  }
  outline(portrait.x.last ?? .nan, portrait.y.last ?? .nan, .surface, every: 1)
  var last: (x: Int, y: Int)?
  for (x, y) in zip(portrait.x, portrait.y) where x.isFinite && y.isFinite {
    let here = place(x, y)
    canvas.line(from: last ?? here, to: here, .surface)
    last = here
  }
}

private func drawFrame(columns: Int, rows: Int, _ canvas: inout TerminalCanvas) {
  for column in 1...columns {
    canvas.put(canvas.sign("─", "-"), column: column, row: 0, .axis)
    canvas.put(canvas.sign("─", "-"), column: column, row: rows + 1, .axis)
  }
  for row in 1...rows {
    canvas.put(canvas.sign("│", "|"), column: 0, row: row, .axis)
    canvas.put(canvas.sign("│", "|"), column: columns + 1, row: row, .axis)
  }
  let corners: [(Character, Int, Int)] = [
    ("╭", 0, 0), ("╮", columns + 1, 0), ("╰", 0, rows + 1), ("╯", columns + 1, rows + 1),
  ]
  for (sign, column, row) in corners {
    canvas.put(canvas.sign(sign, "+"), column: column, row: row, .axis)
  }
}
