import Portraits
import Quantities

/// Runs as strips of small screens, as an SVG document: what the surface looks like at the moments that
/// the style asks for, the finger with the way it came, and what happened.
///
/// Several runs are strips below each other with the same moments, which are those of the first. A
/// touchpad stands below the screens of a hand without a place on them. The same runs always give the
/// same text, which needs nothing from elsewhere.
///
/// - Parameters:
///   - runs: The runs; 1 to ``PlotStyle/mostRuns``, else it traps.
///   - style: How they are drawn.
/// - Returns: The document.
public func svgFilmstrip(of runs: [PlottedRun], style: PlotStyle = PlotStyle()) -> String {
  precondition(
    (1...PlotStyle.mostRuns).contains(runs.count),
    "\(runs.count) runs in a picture are outside 1...\(PlotStyle.mostRuns)")
  return SVGFilmstrip(SVGPlot(runs, style)).text
}

private struct SVGFilmstrip {
  let plot: SVGPlot
  let moments: [Moment]
  /// How many small screens stand in a row.
  let columns: Int
  let pitch: Double
  /// How high the highest small screen is, and what stands below it.
  let screenHeight: Double
  let padHeight: Double
  let wordsHeight: Double

  init(_ plot: SVGPlot) {
    self.plot = plot
    moments = plot.moments
    let most = 12
    let rows = max(1, (moments.count + most - 1) / most)
    columns = max(1, (moments.count + rows - 1) / rows)
    pitch = min(936 / Double(columns), 210)
    let shapes = plot.portraits.map { $0.screen.height / $0.screen.width }
    screenHeight = min((pitch - 16) * min(shapes.max() ?? 1, 4), 420)
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
    picture.finish()
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
