public import FrameLogs

/// A picture of `run` for a terminal: where the surface is over time, and what made it go there.
///
/// A surface that moves up and down is drawn over time, its body filled in, with the finger, its
/// targets and the places where it may rest. One that moves in both directions is drawn on a small
/// screen, with its two coordinates over time beside it. A strip below says the phases, signs above
/// say the events. The picture is `style.height` and about eight rows high and never wider than
/// `style.width`; every row ends in a newline. A run without frames gives an empty text.
public func terminalPicture(of run: Run, style: TerminalStyle = TerminalStyle()) -> String {
  guard !run.frames.isEmpty else { return "" }
  let portrait = Portrait(run)
  return portrait.isPlanar
    ? planarPicture(of: portrait, style: style) : curvePicture(of: portrait, style: style)
}

private func curvePicture(of portrait: Portrait, style: TerminalStyle) -> String {
  let (width, height) = style.size
  var canvas = TerminalCanvas(width: width, height: height + 6, style: style)
  let left = labelWidth(portrait) + 1
  let plot = TerminalPlot(
    columns: left..<(width - 1), rows: 1..<(height + 1), duration: portrait.duration,
    values: extent(of: portrait.y + portrait.targetY + portrait.fingerY, least: 20))
  fillBody(portrait, plot, &canvas)
  drawTargets(portrait, portrait.targetY, plot, &canvas)
  plot.put(
    canvas.sign("∘", "o"), along: portrait.fingerY, at: portrait.times, .finger, on: &canvas)
  plot.draw(portrait.y, at: portrait.times, .surface, on: &canvas)
  plot.drawAxis(restLabels(portrait.rests) { $0.y } + edgeLabels(plot), on: &canvas)
  plot.drawTimeAxis(row: height + 2, on: &canvas)
  drawMarks(portrait, plot, &canvas)
  drawPhases(portrait, plot, row: height + 1, &canvas)
  drawLegend(portrait, column: left, row: height + 4, &canvas)
  return canvas.text
}

/// The columns that the labels of the vertical axis need.
func labelWidth(_ portrait: Portrait) -> Int {
  min(12, max(6, (portrait.rests.map { $0.name.count + 5 }.max() ?? 0) + 1))
}

/// The names of the places of rest, with their coordinate.
func restLabels(
  _ rests: [Portrait.Rest], _ coordinate: (Portrait.Rest) -> Double
) -> [Scale.Tick] {
  rests.map { rest in
    let number = decimals(coordinate(rest), 0)
    let name = rest.name.count <= 6 ? rest.name : String(rest.name.prefix(5)) + "."
    return Scale.Tick(value: coordinate(rest), text: "\(name) \(number)")
  }
}

/// Round numbers for where no place of rest is near.
func edgeLabels(_ plot: TerminalPlot) -> [Scale.Tick] {
  plot.value.ticks(about: max(2, plot.rows.count / 3))
}

/// Shades the screen below the edge of a sheet, as dense as it is held.
private func fillBody(
  _ portrait: Portrait, _ plot: TerminalPlot, _ canvas: inout TerminalCanvas
) {
  var index = 0
  for column in plot.columns {
    while index + 1 < portrait.times.count, plot.column(portrait.times[index]) < column {
      index += 1
    }
    let phase = portrait.run.frames[index].phase
    guard phase != .gone, portrait.y[index].isFinite else { continue }
    let isHeld = phase == .dragging || phase == .pressed
    let sign = isHeld ? canvas.sign("▒", ":") : canvas.sign("░", ".")
    for row in plot.rows where row > plot.row(portrait.y[index]) {
      canvas.put(under: sign, column: column, row: row, phase.ink)
    }
  }
}

/// Draws the target of a surface that moves by itself, and of nothing else.
func drawTargets(
  _ portrait: Portrait, _ targets: [Double], _ plot: TerminalPlot, _ canvas: inout TerminalCanvas
) {
  for (index, frame) in portrait.run.frames.enumerated() {
    guard frame.phase != .dragging, frame.phase != .pressed, frame.phase != .resting,
      targets[index].isFinite, portrait.times[index].isFinite
    else { continue }
    canvas.put(
      under: canvas.sign("┄", "-"), column: plot.column(portrait.times[index]),
      row: plot.row(targets[index]), .target)
  }
}

/// Puts the signs of the events into the row above the plot, each as near as it can be.
func drawMarks(_ portrait: Portrait, _ plot: TerminalPlot, _ canvas: inout TerminalCanvas) {
  let row = plot.rows.lowerBound - 1
  for mark in portrait.marks {
    var column = plot.column(mark.time)
    while column < plot.columns.upperBound, canvas.isTaken(column: column, row: row) { column += 1 }
    guard column < plot.columns.upperBound else { continue }
    canvas.put(
      canvas.sign(mark.kind.signs.unicode, mark.kind.signs.ascii), column: column, row: row, .mark)
  }
}

/// Draws the phases as a strip, with their names where there is room.
func drawPhases(
  _ portrait: Portrait, _ plot: TerminalPlot, row: Int, _ canvas: inout TerminalCanvas
) {
  for span in portrait.spans {
    let columns = plot.column(span.start)..<max(plot.column(span.end), plot.column(span.start) + 1)
    for column in columns {
      canvas.put(span.phase.strip(on: canvas), column: column, row: row, span.phase.ink)
    }
    let name = " \(printable(span.phase.rawValue, most: 16)) "
    guard name.count + 2 <= columns.count else { continue }
    let start = columns.lowerBound + (columns.count - name.count) / 2
    canvas.write(name, column: start, row: row, span.phase.ink)
  }
}

/// Explains the signs that occur.
func drawLegend(
  _ portrait: Portrait, column: Int, row: Int, _ canvas: inout TerminalCanvas
) {
  var entries: [(sign: String, ink: TerminalCanvas.Ink, words: String)] = [
    (canvas.sign("⣀", "*").description, .surface, portrait.headerText("scenario") ?? "surface")
  ]
  if portrait.fingerY.contains(where: \.isFinite) {
    entries.append((canvas.sign("∘", "o").description, .finger, "finger"))
  }
  if portrait.run.frames.contains(where: { $0.phase == .settling }) {
    entries.append((canvas.sign("┄", "-").description, .target, "target"))
  }
  let kinds = Set(portrait.marks.map(\.kind))
  for kind in Mark.Kind.allCases where kinds.contains(kind) {
    let sign = canvas.sign(kind.signs.unicode, kind.signs.ascii)
    entries.append((sign.description, .mark, kind.words))
  }
  var place = (column: column, row: row)
  for entry in entries {
    if place.column + entry.words.count + 2 > canvas.width { place = (column, row + 1) }
    canvas.write(entry.sign, column: place.column, row: place.row, entry.ink)
    canvas.write(entry.words, column: place.column + 2, row: place.row, .plain)
    place.column += entry.words.count + 4
  }
}

extension Phase {
  /// The colour of the phase.
  var ink: TerminalCanvas.Ink {
    switch self {
    case .dragging, .pressed: .held
    case .resting, .gone: .resting
    default: .moving
    }
  }

  /// The sign of the phase in the strip below a plot.
  func strip(on canvas: TerminalCanvas) -> Character {
    switch self {
    case .dragging, .pressed: canvas.sign("━", "=")
    case .resting, .gone: canvas.sign("·", ".")
    default: canvas.sign("─", "-")
    }
  }
}
