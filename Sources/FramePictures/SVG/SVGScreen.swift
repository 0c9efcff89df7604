import FrameLogs
import Portraits
import Quantities

extension SVGPlot {
  /// Draws the screen in the last frame of the first run, with the rest positions and the path of the finger.
  ///
  /// If the surface moves in both directions, its path is drawn as one dot per frame.
  func drawScreen(_ layout: SVGLayout, on picture: inout SVGText) {
    let count = first.run.frames.count
    guard let scene = first.scene(count - 1) else { return }
    let area = SVGLayout.screenColumns
    let height = SVGLayout.screenHeight - (first.touchpad == nil ? 0 : 150)
    let size = first.size(of: scene)
    let scale = min((area.right - area.left) / size.width, height / size.height)
    let left = area.left + (area.right - area.left - size.width * scale) / 2
    let view = SVGView(left: left, top: layout.top, scale: scale, size: size)
    picture.begin(view)
    picture.draw(scene, view)
    for rest in first.restLayers {
      guard let part = rest.layer.part else { continue }
      picture.draw(part, "rest", view)
      // Write the name of a tall part at its upper right corner, because the names of other parts may be in its middle.
      let isHigh = part.height > 160
      let place = view.place(
        isHigh ? part.left + part.width - 12 : part.centre.x,
        isHigh ? part.top + 28 : part.centre.y + 6)
      picture.write(
        rest.name, isHigh ? "scene end" : "scene middle", x: place.x, y: place.y)
    }
    drawOthers(view, on: &picture) { $0.run.frames.count - 1 }
    picture.path("finger", view.pathData(thinnedPath(first.fingerX, first.fingerY)))
    for (index, portrait) in portraits.enumerated().dropFirst() where portrait.isOn(size) {
      picture.path(line(index, curve: 0), view.pathData(portrait.thinnedPath))
    }
    let surfaceCentres = first.thinnedPath
    let seen = surfaceCentres.filter { $0.x.isFinite && $0.y.isFinite }.map {
      view.place($0.x, $0.y)
    }
    picture.path("dots", seen.map { "M\(point($0.x, $0.y))h.01" }.joined())
    if !surfaceCentres.isEmpty { drawProjections(first, view, on: &picture) }
    picture.end()
    picture.rectangle(
      "screen", x: left, y: layout.top, width: size.width * scale, height: size.height * scale,
      radius: 2)
    if let touchpad = first.touchpad {
      drawTouchpad(touchpad, top: layout.top + size.height * scale + 16, on: &picture)
    }
    let hint =
      surfaceCentres.isEmpty ? "last frame" : "last frame; one dot per frame; × projected rest"
    picture.write(hint, "small", x: area.left, y: layout.top - 8)
  }

  /// Draws outlines of the surfaces of the other runs, except for those that cover the surface of the first run
  /// exactly.
  func drawOthers(
    _ view: SVGView, on picture: inout SVGText, frame: (Portrait) -> Int
  ) {
    guard portraits.count > 1 else { return }
    func parts(_ portrait: Portrait) -> [SceneLayer] {
      portrait.scene(frame(portrait))?.layers.filter { $0.role == .surface || $0.role == .page }
        ?? []
    }
    let own = Set(parts(first).map(\.box))
    for (index, portrait) in portraits.enumerated().dropFirst() where portrait.isOn(view.size) {
      for layer in parts(portrait) where !own.contains(layer.box) {
        guard let part = layer.part else { continue }
        picture.draw(part, isComparison ? "other-surface" : "other-surface run\(index)", view)
      }
    }
  }
}

extension Portrait {
  /// Returns whether the screen has the given size; only runs with equal screens can be drawn over one another.
  fileprivate func isOn(_ size: (width: Double, height: Double)) -> Bool {
    screen.width == size.width && screen.height == size.height
  }
}

/// Draws a cross at the projected position of each of the last 20 decisions.
private func drawProjections(
  _ portrait: Portrait, _ view: SVGView, on picture: inout SVGText
) {
  guard var frame = portrait.run.frames.last else { return }
  for event in portrait.run.events.filter({ $0.kind == .decision }).suffix(20) {
    let payload = LogValue.fields(event.payload)
    guard let x = payload["projectedX"]?.asNumber, let y = payload["projectedY"]?.asNumber,
      x.isFinite, y.isFinite
    else { continue }
    frame.position = Position(x: Points(bounded(x)), y: Points(bounded(y)))
    let layer = portrait.scenery.scene(frame).layers.first { $0.role == .surface }
    guard let part = layer?.part else { continue }
    // Draw a position beyond the screen at the edge of the screen.
    let inner = 6 / view.scale
    let middle = view.place(
      min(max(part.centre.x, inner), view.size.width - inner),
      min(max(part.centre.y, inner), view.size.height - inner))
    let (left, right) = (middle.x - 5, middle.x + 5)
    let (upper, lower) = (middle.y - 5, middle.y + 5)
    picture.line("cross", from: (left, upper), to: (right, lower))
    picture.line("cross", from: (left, lower), to: (right, upper))
  }
}

/// Draws a touchpad below the screen, with the path of the finger.
private func drawTouchpad(_ touchpad: Touchpad, top: Double, on picture: inout SVGText) {
  let size = Touchpad.size
  let scale = 2.2
  let middle = (SVGLayout.screenColumns.left + SVGLayout.screenColumns.right) / 2
  let left = middle - size.width * scale / 2
  picture.rectangle(
    "pad", x: left, y: top, width: size.width * scale, height: size.height * scale, radius: 8)
  let path = thinnedPath(touchpad.x, touchpad.y)
  picture.path(
    "finger",
    pathData(
      path.map { middle + $0.x * scale }, path.map { top + (size.height / 2 + $0.y) * scale }))
  picture.write(
    "touchpad", "small middle", x: middle, y: top + size.height * scale + 13)
}

/// Returns a frame as a line of a frame log.
///
/// Frames are compared as text, so that a run that was read from a file can equal a run that was just computed.
private func text(_ frame: Frame) -> [UInt8] {
  var text = JSONText()
  text.appendLine(frame.logFields)
  return text.bytes
}

/// Draws the difference between the actual and the expected position over time, and marks the first frame that differs.
func drawDifference(
  _ portrait: Portrait, _ expected: Portrait, in panel: SVGPanel, on picture: inout SVGText
) {
  let differences = SVGLayout.differences(portrait, expected)
  let count = differences[0].count
  let first = (0..<count).first { text(portrait.run.frames[$0]) != text(expected.run.frames[$0]) }
  var title = "actual − expected, pt"
  let isPlanar = differences[0].contains { $0 != 0 }
  if let first {
    title += " · frame \(first) is the first that differs"
  } else if portrait.times.count != expected.times.count {
    title += " · the same up to frame \(count - 1), where one run ends"
  } else {
    title += " · every frame is the same"
  }
  panel.drawAxes(timeLabels: true, on: &picture)
  let times = Array(portrait.times.prefix(count))
  panel.draw(isPlanar ? "second" : "difference", differences[1], at: times, on: &picture)
  if isPlanar { panel.draw("curve", differences[0], at: times, on: &picture) }
  panel.write(
    title, keys: isPlanar ? [("curve", "x"), ("second", "y")] : [],
    beside: differences.map { (times, $0) }, on: &picture)
  guard let first, times[first].isFinite else { return }
  let x = panel.time(times[first])
  picture.line("mark", from: (x, panel.top), to: (x, panel.bottom))
}
