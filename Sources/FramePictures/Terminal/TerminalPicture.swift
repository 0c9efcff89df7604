package import FrameLogs
import Portraits
import Quantities

/// Returns a picture of `run` for a terminal: the final frame on its screen, the curves over time, phases and events.
///
/// A small screen shows the surface in the final frame, the rest positions and the path of the finger. If the recording
/// is from a touchpad, the touchpad is below the screen. Beside the screen are one or two curves over time; the area
/// that the surface covers is shaded. Signs above the curves show the events, and a strip below them shows the phases.
/// The picture has about `style.height` + 8 rows and is never wider than `style.width`. A picture of fewer than 60
/// columns has no screen. Every row ends in a newline. For a run without frames the text is empty.
///
/// - Parameters:
///   - run: The run.
///   - scenery: The scenery of the run; nil draws only the position of the surface.
///   - style: The size and the capabilities of the terminal.
/// - Returns: The picture.
package func terminalPicture(
  of run: Run, scenery: Scenery? = nil, style: TerminalStyle = TerminalStyle()
) -> String {
  guard !run.frames.isEmpty else { return "" }
  let portrait = Portrait(run, scenery)
  let (width, height) = style.size
  let count = portrait.curves.count
  let rows = count > 1 ? max(height, 8) : height
  var canvas = TerminalCanvas(width: width, height: rows + 6, style: style)
  let screen = width >= 60 ? drawScreen(portrait, rows: rows, &canvas) : 0
  let left = screen + labelWidth(portrait) + 1
  for (index, curve) in portrait.curves.enumerated() {
    let from = 1 + index * rows / count + (index > 0 ? 1 : 0)
    let to = 1 + (index + 1) * rows / count
    let plot = TerminalPlot(
      columns: left..<(width - 1), rows: from..<to, duration: portrait.duration,
      values: extent(of: curve.extent, least: curve.least), growsDown: curve.growsDown)
    draw(curve, of: portrait, plot, &canvas)
    if index == 0 { drawMarks(portrait, plot, &canvas) }
    guard index == count - 1 else { continue }
    plot.drawTimeAxis(row: rows + 2, on: &canvas)
    drawPhases(portrait, plot, row: rows + 1, &canvas)
  }
  drawLegend(portrait, column: 1, row: rows + 4, &canvas)
  return canvas.text
}

private func draw(
  _ curve: Portrait.Curve, of portrait: Portrait, _ plot: TerminalPlot,
  _ canvas: inout TerminalCanvas
) {
  if curve.isEdge { fillBody(curve, of: portrait, plot, &canvas) }
  drawTargets(portrait, curve.targets, plot, &canvas)
  plot.put(canvas.sign("∘", "o"), along: curve.fingers, at: portrait.times, .finger, on: &canvas)
  plot.draw(curve.values, at: portrait.times, .surface, on: &canvas)
  plot.drawAxis(restLabels(curve.rests) + edgeLabels(plot), on: &canvas)
  writeTitle(of: curve, at: portrait.times, plot, &canvas)
}

/// Writes the title of the curve into the first corner of the plot through which the curve does not pass.
private func writeTitle(
  of curve: Portrait.Curve, at times: [Double], _ plot: TerminalPlot,
  _ canvas: inout TerminalCanvas
) {
  let title = printable(curve.title, most: plot.columns.count)
  let (left, right) = (plot.columns.lowerBound + 1, plot.columns.upperBound - title.count)
  let (top, bottom) = (plot.rows.lowerBound, plot.rows.upperBound - 1)
  func isFree(_ corner: (column: Int, row: Int)) -> Bool {
    zip(times, curve.values).allSatisfy { time, value in
      let columns = corner.column - 1...corner.column + title.count
      return
        !(time.isFinite && value.isFinite && plot.row(value) == corner.row
        && columns.contains(plot.column(time)))
    }
  }
  let corners = [(right, top), (left, top), (right, bottom), (left, bottom)]
  let (column, row) = corners.first(where: isFree) ?? (right, top)
  canvas.write(title, column: column, row: row, .axis)
}

/// Draws the screen at the end of the run on the left, and returns its width in columns.
private func drawScreen(
  _ portrait: Portrait, rows: Int, _ canvas: inout TerminalCanvas
) -> Int {
  let pad = portrait.touchpad != nil && rows >= 14 ? 6 : 0
  let size = portrait.size(of: portrait.scene(portrait.run.frames.count - 1))
  let shape = min(max(size.width / size.height, 0.1), 10)
  // A cell of a terminal is twice as high as wide, so 2 × 4 dots per cell give square dots.
  let wanted = Int((Double(2 * (rows - pad)) * shape).rounded())
  let columns = min(max(wanted, 10), canvas.width / 2 - 10)
  let high = min(rows - pad, max(3, Int((Double(columns) / (2 * shape)).rounded(.up))))
  let screen = TerminalScreen(columns: 1..<(columns + 1), rows: 1..<(high + 1), size: size)
  screen.drawFrame(on: &canvas)
  for rest in portrait.restLayers {
    guard let outline = rest.layer.part?.outline.map({ screen.dot($0.x, $0.y) }) else { continue }
    for (start, end) in zip(outline, outline.dropFirst()) {
      screen.draw(from: start, to: end, .axis, every: 3, on: &canvas)
    }
  }
  if let last = portrait.run.frames.last {
    screen.draw(portrait.scenery.scene(last), ink: last.phase.ink, on: &canvas)
  }
  for (x, y) in zip(portrait.fingerX, portrait.fingerY) where x.isFinite && y.isFinite {
    let dot = screen.dot(x, y)
    guard screen.columns.contains(dot.x >> 1), screen.rows.contains(dot.y >> 2) else { continue }
    canvas.put(under: canvas.sign("∘", "o"), column: dot.x >> 1, row: dot.y >> 2, .finger)
  }
  var last: (x: Int, y: Int)?
  for middle in portrait.thinnedPath where middle.x.isFinite && middle.y.isFinite {
    let here = screen.dot(middle.x, middle.y)
    screen.draw(from: last ?? here, to: here, .surface, every: 1, on: &canvas)
    last = here
  }
  if let touchpad = portrait.touchpad, pad > 0 {
    draw(touchpad, columns: min(columns, 12), row: high + 2, &canvas)
  }
  return columns + 2
}

/// Draws a touchpad of four rows and the path of the finger on it.
private func draw(
  _ touchpad: Touchpad, columns: Int, row: Int, _ canvas: inout TerminalCanvas
) {
  let pad = TerminalScreen(
    columns: 1..<(columns + 1), rows: (row + 1)..<(row + 4), size: Touchpad.size)
  pad.drawFrame(on: &canvas)
  for (x, y) in zip(touchpad.x, touchpad.y) {
    pad.put(
      canvas.sign("∘", "o"), x + Touchpad.size.width / 2, y + Touchpad.size.height / 2, .finger,
      on: &canvas)
  }
}

/// Returns the number of columns for the labels of the vertical axis.
func labelWidth(_ portrait: Portrait) -> Int {
  let names = portrait.curves.flatMap { $0.rests.map(\.name.count) }
  return min(12, max(6, (names.max().map { $0 + 5 } ?? 0) + 1))
}

/// Returns a label for each rest position: its name, shortened to 6 characters, and its value.
func restLabels(_ rests: [(name: String, value: Double)]) -> [Scale.Tick] {
  rests.map { rest in
    let number = decimals(rest.value, 0)
    let name = rest.name.count <= 6 ? rest.name : String(rest.name.prefix(5)) + "."
    // A page is named by its number, so the label would contain the number twice.
    return Scale.Tick(value: rest.value, text: name == number ? name : "\(name) \(number)")
  }
}

/// Returns labels with round numbers, for the rows that have no rest position.
func edgeLabels(_ plot: TerminalPlot) -> [Scale.Tick] {
  plot.value.ticks(about: max(2, plot.rows.count / 3))
}

/// Shades the area below the curve, which the surface covers; more densely while a finger holds the surface.
private func fillBody(
  _ curve: Portrait.Curve, of portrait: Portrait, _ plot: TerminalPlot,
  _ canvas: inout TerminalCanvas
) {
  var index = 0
  for column in plot.columns {
    while index + 1 < portrait.times.count, plot.column(portrait.times[index]) < column {
      index += 1
    }
    let phase = portrait.run.frames[index].phase
    guard phase != .gone, curve.values[index].isFinite else { continue }
    let isHeld = phase == .dragging || phase == .pressed
    let sign = isHeld ? canvas.sign("▒", ":") : canvas.sign("░", ".")
    for row in plot.rows where row > plot.row(curve.values[index]) {
      canvas.put(under: sign, column: column, row: row, phase.ink)
    }
  }
}

/// Draws the target in each frame in which the surface moves without a finger.
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

/// Puts the symbols of the events into the row above the plot.
///
/// Each symbol is in the column of its time, or in the next free column to the right.
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

/// Draws the phases as a strip, and writes the name of each phase into its part of the strip if the name fits.
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

/// Draws a legend of the symbols that occur in the picture.
func drawLegend(
  _ portrait: Portrait, column: Int, row: Int, _ canvas: inout TerminalCanvas
) {
  var entries: [(sign: String, ink: TerminalCanvas.Ink, words: String)] = [
    (canvas.sign("⣀", "*").description, .surface, portrait.headerText("scenario") ?? "surface")
  ]
  let isSeen = portrait.fingerY.contains(where: \.isFinite) || portrait.touchpad != nil
  if isSeen {
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
  var cell = (column: column, row: row)
  for entry in entries {
    if cell.column + entry.words.count + 2 > canvas.width { cell = (column, row + 1) }
    canvas.write(entry.sign, column: cell.column, row: cell.row, entry.ink)
    canvas.write(entry.words, column: cell.column + 2, row: cell.row, .plain)
    cell.column += entry.words.count + 4
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

  /// The character for the phase in the strip below a plot.
  func strip(on canvas: TerminalCanvas) -> Character {
    switch self {
    case .dragging, .pressed: canvas.sign("━", "=")
    case .resting, .gone: canvas.sign("·", ".")
    default: canvas.sign("─", "-")
    }
  }
}

/// The size of a picture and the capabilities of a terminal.
package struct TerminalStyle: Hashable, Sendable {
  /// The width of the picture in columns; limited to 40...400.
  package var width: Int
  /// The height of the picture in rows, without its axes and legend; limited to 6...200.
  package var height: Int
  /// Whether the picture may contain characters other than ASCII.
  package var usesUnicode: Bool
  /// Whether the picture may contain ANSI colours; the caller checks the environment variable `NO_COLOR`.
  package var usesColor: Bool

  /// Creates a style.
  ///
  /// The defaults are our choice. Every terminal has 80 columns. In a terminal of 24 rows, a picture of 16 rows leaves
  /// room for the command and its report.
  package init(
    width: Int = 80, height: Int = 16, usesUnicode: Bool = true, usesColor: Bool = false
  ) {
    self.width = width
    self.height = height
    self.usesUnicode = usesUnicode
    self.usesColor = usesColor
  }

  /// The size within its limits.
  var size: (width: Int, height: Int) { (min(max(width, 40), 400), min(max(height, 6), 200)) }
}

/// Returns a small picture for a terminal that shows one curve of an actual run over the same curve of the expected
/// run.
///
/// The curve is the first curve in which the runs differ, or the first curve if they do not differ. The actual run is a
/// line, and the expected run is a row of dots behind the line. The picture has `style.height` rows, plus the time axis
/// and the legend. Every row ends in a newline. For runs without frames the text is empty.
///
/// - Parameters:
///   - expected: The expected run.
///   - actual: The actual run.
///   - scenery: The scenery of both runs; nil draws only the positions of the surfaces.
///   - style: The size and the capabilities of the terminal.
/// - Returns: The picture.
package func terminalOverlay(
  expected: Run, actual: Run, scenery: Scenery? = nil, style: TerminalStyle = TerminalStyle()
) -> String {
  let portraits = (old: Portrait(expected, scenery), new: Portrait(actual, scenery))
  let curves = Array(zip(portraits.old.curves, portraits.new.curves))
  guard !expected.frames.isEmpty, !actual.frames.isEmpty,
    let (old, new) = curves.first(where: { $0.values != $1.values }) ?? curves.first
  else { return "" }
  let (width, height) = style.size
  var canvas = TerminalCanvas(width: width, height: height + 3, style: style)
  let left = max(labelWidth(portraits.old), labelWidth(portraits.new)) + 1
  let times = portraits.old.times + portraits.new.times
  let plot = TerminalPlot(
    columns: left..<(width - 1), rows: 0..<height,
    duration: 0...max(times.filter(\.isFinite).max() ?? 0, 0.001),
    values: extent(of: old.values + new.values, least: new.least),
    growsDown: new.growsDown)
  plot.put(
    canvas.sign("·", "."), along: old.values, at: portraits.old.times, .target, on: &canvas)
  plot.draw(new.values, at: portraits.new.times, .surface, on: &canvas)
  let shown = new.rests.filter { plot.value.domain.contains($0.value) }
  plot.drawAxis(restLabels(shown) + edgeLabels(plot), on: &canvas)
  plot.drawTimeAxis(row: height, on: &canvas)
  var column = left
  for (sign, ink, words) in [
    (canvas.sign("⣀", "*"), TerminalCanvas.Ink.surface, "\(new.title) now"),
    (canvas.sign("·", "."), .target, "expected"),
  ] {
    canvas.write(String(sign), column: column, row: height + 2, ink)
    canvas.write(words, column: column + 2, row: height + 2, .plain)
    column += words.count + 5
  }
  return canvas.text
}
