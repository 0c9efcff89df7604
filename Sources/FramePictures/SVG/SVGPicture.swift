public import FrameLogs
import Portraits
import Quantities

/// A picture of `run` as an SVG document: what its surface looks like at the end and on the way
/// there, the numbers that matter and their change over time, the phases, the finger, the targets
/// and the events.
///
/// The same run always gives the same text. It needs nothing from elsewhere and stays below 300 kB
/// for a run of any length.
///
/// - Parameters:
///   - run: The run.
///   - scenery: How it is looked at; nil shows no more than where its surface is.
/// - Returns: The document.
public func svgPicture(of run: Run, scenery: Scenery? = nil) -> String {
  svgPicture(Portrait(run, scenery), expected: nil)
}

/// A picture of two runs, `expected` below and `actual` on top, with their difference over time.
///
/// Frames are compared by their number; the first that differs at all is marked.
///
/// - Parameters:
///   - expected: The run below.
///   - actual: The run on top.
///   - scenery: How each of them is looked at.
/// - Returns: The document.
public func svgPicture(
  comparing expected: Run, with actual: Run,
  scenery: (expected: Scenery?, actual: Scenery?) = (nil, nil)
) -> String {
  svgPicture(
    Portrait(actual, scenery.actual), expected: Portrait(expected, scenery.expected))
}

private func svgPicture(_ portrait: Portrait, expected: Portrait?) -> String {
  let panels = SVGLayout(portrait, expected)
  var picture = SVGText(width: 960, height: panels.height, title: portrait.title)
  picture.write(portrait.title, "title", x: 24, y: 30)
  picture.write(caption(portrait.run), x: 24, y: 50)
  drawLegend(portrait, expected, on: &picture)
  for panel in panels.curves + [panels.rate] {
    panel.drawPhases(portrait.spans, on: &picture)
  }
  panels.rate.writePhases(portrait.spans, on: &picture)
  for (index, panel) in panels.curves.enumerated() {
    draw(portrait.curves[index], of: portrait, expected, index, in: panel, on: &picture)
  }
  drawRates(portrait, expected, in: panels.rate, on: &picture)
  panels.curves[0].drawMarks(portrait.marks, downTo: panels.rate.bottom, on: &picture)
  drawScreen(portrait, expected, on: &picture)
  drawFilm(portrait, top: panels.film, on: &picture)
  if let expected, let strip = panels.difference {
    drawDifference(portrait, expected, in: strip, on: &picture)
  }
  picture.finish()
  return picture.text
}

private func draw(
  _ curve: Portrait.Curve, of portrait: Portrait, _ expected: Portrait?, _ index: Int,
  in panel: SVGPanel, on picture: inout SVGText
) {
  panel.drawAxes(timeLabels: false, on: &picture)
  panel.drawRests(curve.rests, on: &picture)
  let frames = portrait.run.frames
  panel.draw("target", curve.targets, at: portrait.times, on: &picture) {
    frames[$0].phase != .dragging && frames[$0].phase != .pressed && frames[$0].phase != .resting
  }
  panel.draw("finger", curve.fingers, at: portrait.times, on: &picture)
  if let expected, index < expected.curves.count {
    panel.draw("expected", expected.curves[index].values, at: expected.times, on: &picture)
  }
  panel.draw(
    index == 0 ? "curve" : "second", curve.values, at: portrait.times, on: &picture)
  panel.write(curve.title, on: &picture)
}

private func drawRates(
  _ portrait: Portrait, _ expected: Portrait?, in panel: SVGPanel, on picture: inout SVGText
) {
  panel.drawAxes(timeLabels: true, on: &picture)
  for curve in expected?.curves ?? [] {
    panel.draw("expected", curve.rates, at: expected?.times ?? [], on: &picture)
  }
  for (index, curve) in portrait.curves.enumerated() {
    panel.draw(
      index == 0 ? "curve" : "second", curve.rates, at: portrait.times, on: &picture)
  }
  let colors = portrait.curves.count > 1 ? " (blue the upper, green the lower)" : ""
  panel.write((portrait.curves.first?.rateTitle ?? "") + colors, on: &picture)
}

private func drawLegend(
  _ portrait: Portrait, _ expected: Portrait?, on picture: inout SVGText
) {
  var entries = [("curve", expected == nil ? "surface" : "actual")]
  if expected != nil { entries.append(("expected", "expected")) }
  if portrait.fingerY.contains(where: \.isFinite) || portrait.touchpad != nil {
    entries.append(("finger", "finger"))
  }
  if portrait.curves.contains(where: { $0.targets.contains(where: \.isFinite) }) {
    entries.append(("target", "target"))
  }
  var x = 930.0
  for (kind, words) in entries.reversed() {
    x -= 6.4 * Double(words.count)
    picture.write(words, "small", x: x, y: 30)
    picture.line(kind, from: (x - 32, 26), to: (x - 6, 26))
    x -= 46
  }
}
