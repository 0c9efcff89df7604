import Portraits

/// A plot of numbers over time in a part of a canvas.
struct TerminalPlot {
  let columns: Range<Int>
  let rows: Range<Int>
  /// The horizontal axis, from seconds to dots; a column of the canvas is two dots wide.
  let time: Scale
  /// The vertical axis, from the plotted numbers to dots; a row of the canvas is four dots high.
  let value: Scale

  init(
    columns: Range<Int>, rows: Range<Int>, duration: ClosedRange<Double>,
    values: ClosedRange<Double>, growsDown: Bool
  ) {
    self.columns = columns
    self.rows = rows
    time = Scale(
      duration, from: Double(2 * columns.lowerBound), to: Double(2 * columns.upperBound - 1))
    let ends = (top: Double(4 * rows.lowerBound), bottom: Double(4 * rows.upperBound - 1))
    value =
      growsDown
      ? Scale(values, from: ends.top, to: ends.bottom)
      : Scale(values, from: ends.bottom, to: ends.top)
  }

  func column(_ seconds: Double) -> Int { Int(time(seconds).rounded()) >> 1 }

  func row(_ number: Double) -> Int { Int(value(number).rounded()) >> 2 }

  /// Draws `numbers` at `times` as a line of dots; a number or a time that is not finite interrupts the line.
  func draw(
    _ numbers: [Double], at times: [Double], _ ink: TerminalCanvas.Ink,
    on canvas: inout TerminalCanvas
  ) {
    var last: (x: Int, y: Int)?
    for (seconds, number) in zip(times, numbers) {
      guard seconds.isFinite, number.isFinite else {
        last = nil
        continue
      }
      let here = (x: Int(time(seconds).rounded()), y: Int(value(number).rounded()))
      canvas.line(from: last ?? here, to: here, ink)
      last = here
    }
  }

  /// Puts a character into the cell of each of the `numbers` at `times`, behind the dots of the cell.
  func put(
    _ sign: Character, along numbers: [Double], at times: [Double], _ ink: TerminalCanvas.Ink,
    on canvas: inout TerminalCanvas
  ) {
    for (seconds, number) in zip(times, numbers) where seconds.isFinite && number.isFinite {
      canvas.put(under: sign, column: column(seconds), row: row(number), ink)
    }
  }

  /// Draws the left axis with `labels` on its left.
  ///
  /// If several labels belong to one row, only the first is drawn.
  func drawAxis(_ labels: [Scale.Tick], on canvas: inout TerminalCanvas) {
    let column = columns.lowerBound - 1
    for row in rows { canvas.put(canvas.sign("│", "|"), column: column, row: row, .axis) }
    for label in labels where value.domain.contains(label.value) {
      let row = row(label.value)
      guard !canvas.isTaken(column: column - 1, row: row) else { continue }
      canvas.put(canvas.sign("┤", "+"), column: column, row: row, .axis)
      canvas.write(label.text, before: column, row: row, .axis)
    }
  }

  /// Draws the time axis into `row` and its labels into the next row.
  func drawTimeAxis(row: Int, on canvas: inout TerminalCanvas) {
    let ticks = time.ticks(about: max(2, columns.count / 10))
    for column in columns { canvas.put(canvas.sign("─", "-"), column: column, row: row, .axis) }
    canvas.put(canvas.sign("└", "+"), column: columns.lowerBound - 1, row: row, .axis)
    var free = columns.lowerBound - 1
    for (index, tick) in ticks.enumerated() {
      let column = column(tick.value)
      canvas.put(canvas.sign("┴", "+"), column: column, row: row, .axis)
      let text = index == ticks.count - 1 ? tick.text + " s" : tick.text
      let start = min(max(column - tick.text.count / 2, free), canvas.width - text.count)
      guard start >= free else { continue }
      canvas.write(text, column: start, row: row + 1, .axis)
      free = start + text.count + 1
    }
  }
}
