import Portraits
import Quantities

/// Returns runs as strips of small screens, as an SVG document.
///
/// Each small screen shows the surface at one of `style.moments`, the path of the finger up to that moment, and the
/// events at that moment. Each run has its own strip; the moments of the first run apply to all strips. If a run was
/// recorded on a touchpad, the touchpad is below each of its screens. The same runs always give the same text. The
/// document loads no other files.
///
/// - Parameters:
///   - runs: The runs; traps unless there are 1 to ``PlotStyle/mostRuns``.
///   - style: The style of the picture.
/// - Returns: The document.
package func svgFilmstrip(of runs: [PlottedRun], style: PlotStyle = PlotStyle()) -> String {
  precondition(
    (1...PlotStyle.mostRuns).contains(runs.count),
    "\(runs.count) runs in a picture are outside 1...\(PlotStyle.mostRuns)")
  return SVGFilmstrip(SVGPlot(runs, style)).text
}

private struct SVGFilmstrip {
  let plot: SVGPlot
  let moments: [Moment]
  /// The number of small screens per row.
  let columns: Int
  /// The distance from one small screen to the next in a row.
  let pitch: Double
  /// The height of the highest small screen.
  let screenHeight: Double
  /// The height of the touchpad and of the gap above it; 0 if no run has a touchpad.
  let padHeight: Double
  /// The height of the time and of the events below a small screen.
  let wordsHeight: Double

  init(_ plot: SVGPlot) {
    self.plot = plot
    moments = plot.moments
    let most = 12
    let rows = max(1, (moments.count + most - 1) / most)
    columns = max(1, (moments.count + rows - 1) / rows)
    pitch = min(936 / Double(columns), 210)
    let shapes = plot.portraits.map { $0.screen.height / $0.screen.width }
    screenHeight = SVGFilmCell.height(forWidth: pitch, shape: shapes.max() ?? 1)
    padHeight = plot.portraits.contains { $0.touchpad != nil } ? 44 : 0
    wordsHeight = moments.contains { !$0.words.isEmpty } ? 34 : 22
  }

  private var rowHeight: Double { screenHeight + padHeight + wordsHeight }
  private var rows: Int { max(1, (moments.count + columns - 1) / columns) }
  private var blockHeight: Double { 30 + Double(rows) * (rowHeight + 8) }

  var text: String {
    let isOne = plot.portraits.count == 1
    let head = isOne ? 34.0 : 44
    let height = head + blockHeight * Double(plot.portraits.count)
    let width = max(24 + pitch * Double(columns), 560)
    var picture = SVGText(
      width: Int(width), height: Int(height), title: plot.title, description: plot.description,
      theme: plot.style.theme, runs: plot.portraits.count)
    picture.write(plot.title, "title", x: 20, y: 28)
    for (number, portrait) in plot.portraits.enumerated() {
      let top = head + blockHeight * Double(number)
      let name = plot.names[number]
      let told = caption(portrait.run)
      let words = isOne ? told : "\(name.isEmpty ? "\(number + 1)" : name) · \(told)"
      picture.write(
        printable(words, most: Int(width / 6.2)), isOne ? "" : "strong", x: 20, y: top + 14)
      draw(portrait, top: top + 28, on: &picture)
    }
    picture.end()
    return picture.text
  }

  private func draw(_ portrait: Portrait, top: Double, on picture: inout SVGText) {
    for (number, moment) in moments.enumerated() {
      let cell = SVGFilmCell(
        left: 12 + Double(number % columns) * pitch,
        top: top + Double(number / columns) * (rowHeight + 8), width: pitch, height: screenHeight,
        padHeight: padHeight)
      cell.draw(portrait, moment, on: &picture)
    }
  }
}
