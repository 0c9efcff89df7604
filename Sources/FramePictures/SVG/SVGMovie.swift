import FrameLogs
import Portraits

/// A moving picture of runs, as one SVG document for each moment.
///
/// Each document shows a screen with the surface and the finger of the first run and with the outlines of the surfaces
/// of the other runs, the time and the latest event, and the curves of the runs with a cursor at the moment. The same
/// runs always give the same documents. A document loads no other files.
package struct SVGMovie {
  /// The width of a document in pixels, an even number, as videos require.
  package static let width = 780
  /// The height of a document in pixels, an even number.
  package let height: Int

  private let plot: SVGPlot
  private let cell: SVGFilmCell
  private let entries: [SVGLayout.Entry]
  private let marks: [Mark]
  private let decided: [Double: String]
  /// The part of every document behind the curves.
  private var background: SVGText
  /// The curves over the whole time; a document shows the part up to its moment.
  private var curves = SVGText()

  /// The left edge of the panels, right of the screen and of the numbers of the axis.
  private static let left = 352.0
  /// The upper edge of the screen.
  private static let top = 44.0
  /// The distance between two lines of the legend, each of which has the names of two runs.
  private static let legendPitch = 16.0

  /// Prepares the documents.
  ///
  /// - Parameters:
  ///   - runs: The runs, with the leading run first; traps unless there are 1 to ``PlotStyle/mostRuns``, and if the
  ///     first has no frames.
  ///   - times: The times in s that the axes show.
  ///   - isComparison: Whether the second of two runs is the expected run of the first.
  ///   - style: The style of the pictures; `style.moments` has no effect.
  package init(
    of runs: [PlottedRun], showing times: ClosedRange<Double>, isComparison: Bool = false,
    style: PlotStyle = PlotStyle()
  ) {
    precondition(
      (1...PlotStyle.mostRuns).contains(runs.count),
      "\(runs.count) runs in a picture are outside 1...\(PlotStyle.mostRuns)")
    precondition(!runs[0].run.frames.isEmpty, "a moving picture of a run without frames")
    plot = SVGPlot(runs, style, isComparison: isComparison)
    let portrait = plot.first
    (marks, decided) = (portrait.marks, portrait.decided)
    let (screenWidth, pad) = (300.0, portrait.touchpad == nil ? 0.0 : 64)
    let shape = portrait.screen.height / portrait.screen.width
    let screen = SVGFilmCell.height(forWidth: screenWidth, shape: shape)
    cell = SVGFilmCell(left: 0, top: Self.top, width: screenWidth, height: screen, padHeight: pad)
    let legend = runs.count > 1 ? Self.legendPitch * Double((runs.count - 1) / 2) : 0
    // 200 pixels are enough for two panels beside a very low screen.
    let tall = Int(Self.top + max(screen + pad, 200 + legend)) + 40
    height = tall + tall % 2
    entries = Self.entries(
      plot, times, width: Double(Self.width), top: Self.top + legend, bottom: Double(height) - 36)
    background = SVGText(
      width: Self.width, height: height, title: plot.title, theme: style.theme, runs: runs.count,
      rules: ".cursor{stroke-dasharray:none;stroke-opacity:.8}\n")
    background.write(printable(plot.title, most: 36), "title", x: 12, y: 28)
    if runs.count > 1 { drawLegend() }
    for entry in entries { draw(entry) }
  }

  /// Returns the document that shows the frames nearest to `time`, in s.
  package func picture(at time: Double) -> String {
    var picture = background
    let first = plot.first
    let x = entries.first?.panel.time(time) ?? 0
    picture.add(curves, clippedTo: x, height: height)
    for entry in entries {
      let panel = entry.panel
      picture.line("mark cursor", from: (x, panel.top), to: (x, panel.bottom))
      for line in entry.lines.reversed() where !(plot.isComparison && line.run == 1) {
        let portrait = plot.portraits[line.run]
        let value = portrait.curves[line.curve].values[portrait.frame(at: time)]
        guard value.isFinite else { continue }
        picture.circle(plot.sign(line.run), x: x, y: panel.value(value), radius: 3.5)
      }
    }
    let index = first.frame(at: time)
    let newest = marks.last { $0.frame <= index }
    let moment = Moment(time: time, words: newest.map { [$0.words(decided)] } ?? [])
    cell.draw(first, moment, on: &picture) { view, picture in
      plot.drawOthers(view, on: &picture) { $0.frame(at: time) }
    }
    picture.end()
    return picture.text
  }

  /// The panels, from top to bottom: one for each curve of the first run, which also contains this curve of the other
  /// runs.
  private static func entries(
    _ plot: SVGPlot, _ times: ClosedRange<Double>, width: Double, top: Double, bottom: Double
  ) -> [SVGLayout.Entry] {
    let groups = SVGLayout.groups(plot.portraits) { $0.title }.filter { $0.lines[0].run == 0 }
    let names = plot.portraits.flatMap { $0.curves.flatMap { $0.rests.map(\.name.count) } }
    let right = min(width - 12, width - 16 - 6.3 * Double(min(names.max() ?? 0, 20)))
    let pitch = (bottom - top) / Double(max(groups.count, 1))
    return groups.enumerated().map { index, group in
      let curves = group.lines.map { plot.portraits[$0.run].curves[$0.curve] }
      return SVGLayout.Entry(
        title: group.title, lines: group.lines,
        panel: SVGPanel(
          left: left, top: top + pitch * Double(index), width: right - left,
          height: pitch - (index + 1 < groups.count ? 14 : 0), duration: times,
          values: extent(of: curves.flatMap(\.extent), least: curves[0].least),
          growsDown: curves[0].growsDown))
    }
  }

  private mutating func drawLegend() {
    for (run, name) in plot.names.enumerated() {
      let x = Self.left + 200 * Double(run % 2)
      let y = 28 + Self.legendPitch * Double(run / 2)
      background.line(plot.line(run, curve: 0), from: (x, y - 4), to: (x + 26, y - 4))
      background.write(
        printable(name.isEmpty ? "\(run + 1)" : name, most: 26), "small", x: x + 31, y: y)
    }
  }

  /// Draws a panel, and its curves in weak colours; the same curves in full colours are added to ``curves``.
  private mutating func draw(_ entry: SVGLayout.Entry) {
    let (panel, first) = (entry.panel, plot.first)
    let isLast = entry.title == entries.last?.title
    panel.drawPhases(first.spans, on: &background)
    panel.drawAxes(timeLabels: isLast, on: &background)
    panel.drawRests(first.curves[entry.lines[0].curve].rests, on: &background)
    var lines = SVGText()
    for line in entry.lines.reversed() {
      let portrait = plot.portraits[line.run]
      func draw(_ kind: String, _ numbers: [Double]) {
        panel.draw(kind, numbers, at: portrait.times, on: &lines) {
          panel.time.domain.contains(portrait.times[$0])
        }
      }
      if line.run == 0 { draw("finger", portrait.curves[line.curve].fingers) }
      draw(plot.line(line.run, curve: line.curve), portrait.curves[line.curve].values)
    }
    background.beginGroup("weak", "opacity:.3")
    background.add(lines)
    background.endGroup()
    curves.add(lines)
    panel.write(
      entry.title,
      beside: entry.lines.map {
        (plot.portraits[$0.run].times, plot.portraits[$0.run].curves[$0.curve].values)
      }, on: &background)
  }
}
