public import FrameLogs
import Quantities

/// A picture of `run` as an SVG document: position and velocity over time in pt and pt/s, the
/// phases, the finger, the targets and the events; for a surface that moves in both directions also
/// its way over the screen.
///
/// The same run always gives the same text. It needs nothing from elsewhere and stays below 300 kB
/// for a run of any length.
public func svgPicture(of run: Run) -> String {
  let portrait = Portrait(run)
  return svgPicture(portrait, expected: nil)
}

/// A picture of two runs, `expected` below and `actual` on top, with their difference over time.
///
/// Frames are compared by their number; the first that differs at all is marked.
public func svgPicture(comparing expected: Run, with actual: Run) -> String {
  svgPicture(Portrait(actual), expected: Portrait(expected))
}

private func svgPicture(_ portrait: Portrait, expected: Portrait?) -> String {
  let panels = SVGLayout(portrait, expected)
  var picture = SVGText(width: 960, height: panels.height, title: portrait.title)
  picture.write(portrait.title, "title", x: 24, y: 30)
  picture.write(caption(portrait.run), x: 24, y: 50)
  drawLegend(portrait, expected, on: &picture)
  let all = panels.positions + [panels.velocity]
  for panel in all {
    panel.drawPhases(portrait.spans, on: &picture)
  }
  panels.velocity.writePhases(portrait.spans, on: &picture)
  let coordinates =
    portrait.isPlanar
    ? [
      Coordinate("x, pt (0 is the left edge)", \.x, \.fingerX, \.targetX, { $0.x }),
      Coordinate("y, pt (0 is the top edge)", \.y, \.fingerY, \.targetY, { $0.y }),
    ] : [Coordinate("y, pt (0 is the top edge)", \.y, \.fingerY, \.targetY, { $0.y })]
  for (panel, coordinate) in zip(panels.positions, coordinates) {
    draw(coordinate, of: portrait, expected, in: panel, on: &picture)
  }
  drawVelocity(portrait, expected, in: panels.velocity, on: &picture)
  panels.positions[0].drawMarks(portrait.marks, downTo: panels.velocity.bottom, on: &picture)
  if portrait.isPlanar { drawScreen(portrait, expected, on: &picture) }
  if let expected, let strip = panels.difference {
    drawDifference(portrait, expected, in: strip, on: &picture)
  }
  picture.finish()
  return picture.text
}

/// One coordinate of the surface and what is drawn with it.
struct Coordinate {
  var title: String
  var value: KeyPath<Portrait, [Double]>
  var finger: KeyPath<Portrait, [Double]>
  var target: KeyPath<Portrait, [Double]>
  var rest: (Portrait.Rest) -> Double

  init(
    _ title: String, _ value: KeyPath<Portrait, [Double]>, _ finger: KeyPath<Portrait, [Double]>,
    _ target: KeyPath<Portrait, [Double]>, _ rest: @escaping (Portrait.Rest) -> Double
  ) {
    self.title = title
    self.value = value
    self.finger = finger
    self.target = target
    self.rest = rest
  }
}

private func draw(
  _ coordinate: Coordinate, of portrait: Portrait, _ expected: Portrait?, in panel: SVGPanel,
  on picture: inout SVGText
) {
  panel.drawAxes(timeLabels: false, on: &picture)
  panel.drawRests(
    portrait.rests.map { ($0.name, coordinate.rest($0)) }, on: &picture)
  let frames = portrait.run.frames
  panel.draw("target", portrait[keyPath: coordinate.target], at: portrait.times, on: &picture) {
    frames[$0].phase != .dragging && frames[$0].phase != .pressed && frames[$0].phase != .resting
  }
  panel.draw("finger", portrait[keyPath: coordinate.finger], at: portrait.times, on: &picture)
  if let expected {
    panel.draw("expected", expected[keyPath: coordinate.value], at: expected.times, on: &picture)
  }
  panel.draw("curve", portrait[keyPath: coordinate.value], at: portrait.times, on: &picture)
  panel.write(coordinate.title, on: &picture)
}

private func drawVelocity(
  _ portrait: Portrait, _ expected: Portrait?, in panel: SVGPanel, on picture: inout SVGText
) {
  let title = portrait.isPlanar ? "velocity, pt/s (blue x, green y)" : "velocity, pt/s"
  panel.drawAxes(timeLabels: true, on: &picture)
  if let expected {
    if portrait.isPlanar {
      panel.draw("expected", expected.velocityX, at: expected.times, on: &picture)
    }
    panel.draw("expected", expected.velocityY, at: expected.times, on: &picture)
  }
  if portrait.isPlanar {
    panel.draw("curve", portrait.velocityX, at: portrait.times, on: &picture)
    panel.draw("second", portrait.velocityY, at: portrait.times, on: &picture)
  } else {
    panel.draw("curve", portrait.velocityY, at: portrait.times, on: &picture)
  }
  panel.write(title, on: &picture)
}

/// The run in a sentence: what was decided last and how it ended.
func caption(_ run: Run) -> String {
  let summary = run.summary()
  var parts: [String] = []
  if let decision = run.events.last(where: { $0.kind == .decision }) {
    let payload = LogValue.fields(decision.payload)
    func word(_ key: String) -> String { printable(payload[key]?.asText ?? "?", most: 20) }
    let velocity = Velocity(
      x: PointsPerSecond(payload["velocityX"]?.asNumber ?? 0),
      y: PointsPerSecond(payload["velocityY"]?.asNumber ?? 0))
    parts.append("\(word("from")) → \(word("target")) (\(word("reason")))")
    parts.append("released at \(decimals(velocity.length.value, 0)) pt/s")
  }
  switch summary.ending {
  case .rested: parts.append("at rest")
  case .gone: parts.append("dismissed")
  case .timeLimit: parts.append("still moving at the end")
  }
  if let time = summary.settleTime { parts.append("after \(decimals(time.value, 3)) s") }
  if summary.overshoot.value > 0.05 {
    parts.append("\(decimals(summary.overshoot.value, 1)) pt past the target")
  }
  return parts.joined(separator: " · ")
}

private func drawLegend(
  _ portrait: Portrait, _ expected: Portrait?, on picture: inout SVGText
) {
  var entries = [("curve", expected == nil ? "surface" : "actual")]
  if expected != nil { entries.append(("expected", "expected")) }
  if portrait.fingerY.contains(where: \.isFinite) { entries.append(("finger", "finger")) }
  entries.append(("target", "target"))
  var x = 930.0
  for (kind, words) in entries.reversed() {
    x -= 6.4 * Double(words.count)
    picture.write(words, "small", x: x, y: 30)
    picture.line(kind, from: (x - 32, 26), to: (x - 6, 26))
    x -= 46
  }
}
