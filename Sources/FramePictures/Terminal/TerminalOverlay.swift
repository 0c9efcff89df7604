public import FrameLogs
import Portraits

/// A small picture for a terminal of a run over the one that is expected: the number that matters over
/// time, of the first curve in which they differ, or else of the first.
///
/// Today's run is a line, the expected one is dotted beneath it. Without its time axis and its legend the
/// picture is `style.height` rows high. Every row ends in a newline. Runs without frames give an empty
/// text.
///
/// - Parameters:
///   - expected: The run that is expected.
///   - actual: The run of today.
///   - scenery: How they are looked at; nil shows no more than where the surfaces are.
///   - style: What the terminal can show.
/// - Returns: The picture.
public func terminalOverlay(
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
