import FrameLogs
import Portraits
import Quantities

/// Draws the screen as it is at the end, with the places of rest, the way that a surface took which
/// moves in both directions, one dot for each frame, and the finger.
func drawScreen(_ portrait: Portrait, _ expected: Portrait?, on picture: inout SVGText) {
  let area = SVGLayout.screenArea
  let bottom = portrait.touchpad == nil ? area.bottom : area.bottom - 150
  let count = portrait.run.frames.count
  guard let scene = portrait.scene(count - 1) else { return }
  let size = portrait.size(of: scene)
  let scale = min((area.right - area.left) / size.width, (bottom - area.top) / size.height)
  let left = area.left + (area.right - area.left - size.width * scale) / 2
  let view = SVGView(left: left, top: area.top, scale: scale, size: size)
  picture.begin(view)
  picture.draw(scene, view)
  for rest in portrait.restLayers {
    guard let part = rest.layer.part else { continue }
    picture.draw(part, "rest")
    // In what is high the name stands at the right edge, beside what may be in the middle.
    let isHigh = part.height > 160
    picture.write(
      rest.name, isHigh ? "scene end" : "scene middle",
      x: isHigh ? part.left + part.width - 12 : part.centre.x,
      y: isHigh ? part.top + 28 : part.centre.y + 6)
  }
  if let expected, let other = expected.scene(expected.run.frames.count - 1) {
    for layer in other.layers where layer.role == .surface || layer.role == .page {
      if let part = layer.part { picture.draw(part, "other-surface") }
    }
  }
  let kept = thinned(count)
  func path(_ kind: String, _ points: [(x: Double, y: Double)]) {
    picture.path(kind, pathData(points.map(\.x), points.map(\.y)))
  }
  path("finger", kept.map { (portrait.fingerX[$0], portrait.fingerY[$0]) })
  if let expected { path("expected", expected.path(thinned(expected.run.frames.count))) }
  let middles = portrait.path(kept)
  let seen = middles.filter { $0.x.isFinite && $0.y.isFinite }
  picture.path("dots", seen.map { "M\(point($0.x, $0.y))h0" }.joined())
  if !middles.isEmpty { drawProjections(portrait, view, on: &picture) }
  picture.end()
  picture.rectangle(
    "screen", x: left, y: area.top, width: size.width * scale, height: size.height * scale,
    radius: 2)
  if let touchpad = portrait.touchpad {
    drawTouchpad(touchpad, top: area.top + size.height * scale + 16, on: &picture)
  }
  let hint = middles.isEmpty ? "as it ended" : "as it ended; one dot a frame; × projected rest"
  picture.write(hint, "small", x: area.left, y: area.top - 8)
}

/// Draws a cross where each of the last decisions saw the surface come to rest by itself.
private func drawProjections(
  _ portrait: Portrait, _ view: SVGView, on picture: inout SVGText
) {
  guard var frame = portrait.run.frames.last else { return }
  let arm = 5 / view.scale
  for event in portrait.run.events.filter({ $0.kind == .decision }).suffix(20) {
    let payload = LogValue.fields(event.payload)
    guard let x = payload["projectedX"]?.asNumber, let y = payload["projectedY"]?.asNumber,
      x.isFinite, y.isFinite
    else { continue }
    frame.position = Position(x: Points(bounded(x)), y: Points(bounded(y)))
    let layer = portrait.scenery.scene(frame).layers.first { $0.role == .surface }
    guard let part = layer?.part else { continue }
    let middle = (
      x: min(max(part.centre.x, 0), view.size.width),
      y: min(max(part.centre.y, 0), view.size.height)
    )
    let (left, right) = (middle.x - arm, middle.x + arm)
    let (upper, lower) = (middle.y - arm, middle.y + arm)
    picture.line("cross", from: (left, upper), to: (right, lower))
    picture.line("cross", from: (left, lower), to: (right, upper))
  }
}

/// Draws a touchpad with the way of the hand on it.
private func drawTouchpad(_ touchpad: Touchpad, top: Double, on picture: inout SVGText) {
  let size = Touchpad.size
  let scale = 2.2
  let middle = (SVGLayout.screenArea.left + SVGLayout.screenArea.right) / 2
  let left = middle - size.width * scale / 2
  picture.rectangle(
    "pad", x: left, y: top, width: size.width * scale, height: size.height * scale, radius: 8)
  let kept = thinned(touchpad.x.count)
  picture.path(
    "finger",
    pathData(
      kept.map { middle + touchpad.x[$0] * scale },
      kept.map { top + (size.height / 2 + touchpad.y[$0]) * scale }))
  picture.write(
    "touchpad", "small middle", x: middle, y: top + size.height * scale + 13)
}

/// Draws small screens in a row, at instants that are evenly spread.
func drawFilm(_ portrait: Portrait, top: Double, on picture: inout SVGText) {
  let count = portrait.run.frames.count
  guard count > 0 else { return }
  let steps = min(count, 9)
  let pitch = 866 / 9.0
  for step in 0..<steps {
    let index = steps > 1 ? step * (count - 1) / (steps - 1) : 0
    guard let scene = portrait.scene(index) else { continue }
    let size = portrait.size(of: scene)
    let scale = min((pitch - 16) / size.width, SVGLayout.filmHeight / size.height)
    let (width, height) = (size.width * scale, size.height * scale)
    let left = 24 + Double(step) * pitch + (pitch - width) / 2
    let view = SVGView(left: left, top: top, scale: scale, size: size)
    picture.begin(view)
    picture.draw(scene, view)
    let finger = (x: portrait.fingerX[index], y: portrait.fingerY[index])
    if finger.x.isFinite, finger.y.isFinite {
      picture.path("touch", "M\(point(finger.x, finger.y))h0")
    }
    picture.end()
    picture.rectangle("screen", x: left, y: top, width: width, height: height, radius: 2)
    let time = portrait.times[index]
    let words = time.isFinite ? "\(brief(time, 2)) s" : "–"
    picture.write(words, "small middle", x: left + width / 2, y: top + height + 13)
  }
}

/// Draws actual less expected position over time and marks the first frame that differs.
func drawDifference(
  _ portrait: Portrait, _ expected: Portrait, in panel: SVGPanel, on picture: inout SVGText
) {
  let differences = SVGLayout.differences(portrait, expected)
  let count = differences[0].count
  let first = (0..<count).first { portrait.run.frames[$0] != expected.run.frames[$0] }
  var title = "actual − expected, pt"
  let isPlanar = differences[0].contains { $0 != 0 }
  if isPlanar { title += " (blue x, green y)" }
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
  panel.write(title, on: &picture)
  guard let first, times[first].isFinite else { return }
  let x = panel.time(times[first])
  picture.line("mark", from: (x, panel.top), to: (x, panel.bottom))
}
