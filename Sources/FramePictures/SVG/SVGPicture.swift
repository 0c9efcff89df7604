package import FrameLogs
import Portraits
import Quantities

/// Returns a picture of `run` as an SVG document.
///
/// The picture shows the surface in the last frame and at earlier moments, and the position, the velocity, the phases,
/// the finger, the targets and the events over time. The same run always gives the same text. The document loads no
/// other files and has less than 300 kB for a run of any length.
///
/// - Parameters:
///   - run: The run.
///   - scenery: The scenery of the run; nil draws only the position of the surface.
/// - Returns: The document.
package func svgPicture(of run: Run, scenery: Scenery? = nil) -> String {
  svgPicture(of: [PlottedRun(run, scenery: scenery)])
}

/// Returns a picture of several runs over one another, with a legend.
///
/// Each run has its own combination of line colour and dashes. The picture shows the phases, the events, the targets,
/// the finger and the small screens of the first run only; the surfaces of the other runs are outlines. Curves with
/// different names or units have separate panels, so that runs of different scenarios can be combined. Each further run
/// adds at most 140 kB.
///
/// - Parameters:
///   - runs: The runs, with the leading run first; traps unless there are 1 to ``PlotStyle/mostRuns``.
///   - style: The style of the picture.
/// - Returns: The document.
package func svgPicture(of runs: [PlottedRun], style: PlotStyle = PlotStyle()) -> String {
  precondition(
    (1...PlotStyle.mostRuns).contains(runs.count),
    "\(runs.count) runs in a picture are outside 1...\(PlotStyle.mostRuns)")
  return SVGPlot(runs, style).text
}

/// Returns a picture that shows `actual` over `expected`, and the difference between the two runs over time.
///
/// The picture compares the frames with the same number, and marks the first frame that differs.
///
/// - Parameters:
///   - expected: The expected run, which is drawn behind the actual run.
///   - actual: The actual run.
///   - scenery: The scenery of each run.
///   - style: The style of the picture.
/// - Returns: The document.
package func svgPicture(
  comparing expected: Run, with actual: Run,
  scenery: (expected: Scenery?, actual: Scenery?) = (nil, nil), style: PlotStyle = PlotStyle()
) -> String {
  SVGPlot(
    [
      PlottedRun(actual, name: "actual", scenery: scenery.actual),
      PlottedRun(expected, name: "expected", scenery: scenery.expected),
    ], style, isComparison: true
  ).text
}

/// A picture of one or several runs, before its layout is computed.
struct SVGPlot {
  let portraits: [Portrait]
  let names: [String]
  let style: PlotStyle
  /// Whether the second run is the expected run of the first.
  let isComparison: Bool

  init(_ runs: [PlottedRun], _ style: PlotStyle, isComparison: Bool = false) {
    portraits = runs.map { Portrait($0.run, $0.scenery) }
    names = runs.map { printable($0.name, most: 60) }
    self.style = style
    self.isComparison = isComparison
  }

  /// The leading run; the picture shows the phases, events and finger of this run only.
  var first: Portrait { portraits[0] }

  /// The title of the picture.
  ///
  /// If all runs have the same title, the picture has this title. Otherwise, the title is the number of runs, followed
  /// by the scenario if all runs have the same scenario.
  var title: String {
    let titles = Set(portraits.map(\.title))
    guard titles.count > 1 else { return first.title }
    let scenarios = Set(portraits.map { $0.headerText("scenario") ?? "surface" })
    let count = "\(portraits.count) runs"
    return scenarios.count > 1 ? count : "\(scenarios.first ?? "surface") · \(count)"
  }

  /// Returns the CSS class of the line of a curve.
  func line(_ run: Int, curve: Int) -> String {
    if isComparison, run == 1 { return "expected" }
    if isComparison || portraits.count == 1 { return curve == 0 ? "curve" : "second" }
    return "run run\(run)"
  }

  /// Returns the CSS class of the circles and squares on the curve of a run.
  func sign(_ run: Int) -> String {
    portraits.count == 1 || isComparison ? "sign" : "sign sign\(run)"
  }

  var text: String {
    let panels = SVGLayout(self)
    var picture = SVGText(
      width: 960, height: panels.height, title: title, description: description,
      theme: style.theme, runs: portraits.count)
    picture.write(title, "title", x: 24, y: 30)
    drawLegend(on: &picture)
    for entry in panels.curves + panels.rates {
      entry.panel.drawPhases(first.spans, on: &picture)
    }
    let last = panels.rates[panels.rates.count - 1].panel
    last.writePhases(first.spans, on: &picture)
    for entry in panels.curves { draw(entry, on: &picture) }
    for (index, entry) in panels.rates.enumerated() {
      drawRates(entry, timeLabels: index == panels.rates.count - 1, on: &picture)
    }
    panels.curves[0].panel.drawMarks(first.marks, first.decided, downTo: last.bottom, on: &picture)
    drawScreen(panels, on: &picture)
    drawFilm(panels, on: &picture)
    if isComparison, let strip = panels.difference {
      drawDifference(first, portraits[1], in: strip, on: &picture)
    }
    picture.end()
    return picture.text
  }

  /// A description of the runs in words, for readers who cannot see the picture.
  var description: String {
    zip(names, portraits).map { name, portrait in
      (portraits.count == 1 ? "" : "\(name): ") + caption(portrait.run)
    }.joined(separator: "\n")
  }

  private func draw(_ entry: SVGLayout.Entry, on picture: inout SVGText) {
    let panel = entry.panel
    panel.drawAxes(timeLabels: false, on: &picture)
    let leading = entry.lines[0]
    let curve = portraits[leading.run].curves[leading.curve]
    panel.drawRests(curve.rests, on: &picture)
    if leading.run == 0 {
      let frames = first.run.frames
      panel.draw("target", curve.targets, at: first.times, on: &picture) {
        ![.dragging, .pressed, .resting].contains(frames[$0].phase)
      }
      panel.draw("finger", curve.fingers, at: first.times, on: &picture)
    }
    // Draw the first line last, so that it is on top of the other lines.
    for line in entry.lines.reversed() {
      let portrait = portraits[line.run]
      let values = portrait.curves[line.curve].values
      let kind = self.line(line.run, curve: line.curve)
      panel.draw(kind, values, at: portrait.times, on: &picture)
      if !(isComparison && line.run == 1) {
        panel.drawSigns(portrait, values, sign(line.run), on: &picture)
      }
    }
    panel.write(entry.title, beside: lines(entry) { $0.values }, on: &picture)
  }

  private func drawRates(
    _ entry: SVGLayout.Entry, timeLabels: Bool, on picture: inout SVGText
  ) {
    entry.panel.drawAxes(timeLabels: timeLabels, on: &picture)
    for line in entry.lines.reversed() {
      let portrait = portraits[line.run]
      entry.panel.draw(
        self.line(line.run, curve: line.curve), portrait.curves[line.curve].rates,
        at: portrait.times, on: &picture)
    }
    // In a picture of a single run, several lines can share a panel, so each line needs its name.
    let keys =
      portraits.count == 1 && entry.lines.count > 1
      ? entry.lines.map { line in
        (self.line(line.run, curve: line.curve), Self.name(first.curves[line.curve].title))
      } : []
    entry.panel.write(
      entry.title, keys: keys, beside: lines(entry) { $0.rates }, isFreeAbove: true, on: &picture)
  }

  /// Returns the title of a curve without its unit, which follows a comma.
  static func name(_ title: String) -> String {
    title.split(separator: ",").first.map(String.init) ?? title
  }

  private func lines(
    _ entry: SVGLayout.Entry, _ numbers: (Portrait.Curve) -> [Double]
  ) -> [(times: [Double], numbers: [Double])] {
    entry.lines.map { line in
      (portraits[line.run].times, numbers(portraits[line.run].curves[line.curve]))
    }
  }

  /// Draws the legend of the lines and, in a picture of several runs, the line, the name and the caption of each run.
  private func drawLegend(on picture: inout SVGText) {
    let isOne = portraits.count == 1
    var entries: [(kind: String, words: String)] = isOne ? [("curve", "surface")] : []
    let whose = isOne ? "" : isComparison ? " (actual)" : " of the first"
    if first.fingerY.contains(where: \.isFinite) || first.touchpad != nil {
      entries.append(("finger", "finger\(whose)"))
    }
    if first.curves.contains(where: { $0.targets.contains(where: \.isFinite) }) {
      entries.append(("target", "target\(whose)"))
    }
    var x = 936.0
    for (kind, words) in entries.reversed() {
      x -= 6.4 * Double(words.count)
      picture.write(words, "small", x: x, y: 30)
      picture.line(kind, from: (x - 32, 26), to: (x - 6, 26))
      x -= 46
    }
    guard !isOne else { return picture.write(caption(first.run), x: 24, y: 50) }
    for (index, portrait) in portraits.enumerated() {
      let y = SVGLayout.legendTop + SVGLayout.legendPitch * Double(index)
      picture.line(line(index, curve: 0), from: (24, y - 4), to: (62, y - 4))
      let name = names[index].isEmpty ? "\(index + 1)" : names[index]
      picture.write(name, "strong", x: 70, y: y)
      // All captions begin at the same x, right of the longest name.
      let longest = names.map(\.count).max() ?? 0
      let x = 84 + 7.2 * Double(max(longest, 2))
      picture.write(
        printable(caption(portrait.run), most: Int((944 - x) / 5.5)), "small", x: x, y: y)
    }
  }
}

extension Portrait {
  /// The targets of the decisions, by the time of the decision in s.
  var decided: [Double: String] {
    var result: [Double: String] = [:]
    for event in run.events where event.kind == .decision && event.time.isFinite {
      let target = LogValue.fields(event.payload)["target"]?.asText
      result[bounded(event.time.value)] = target.map { printable($0, most: 20) }
    }
    return result
  }
}
