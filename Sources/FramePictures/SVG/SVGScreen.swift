import FrameLogs

/// Draws the way of a surface over the screen, one dot for each frame.
func drawScreen(_ portrait: Portrait, _ expected: Portrait?, on picture: inout SVGText) {
  let area = SVGLayout.screenArea
  let width = max(portrait.screen.width, 1)
  let height = max(portrait.screen.height, 1)
  let scale = min((area.right - area.left) / width, (area.bottom - area.top) / height)
  let left = area.left + (area.right - area.left - width * scale) / 2
  func across(_ x: Double) -> Double { left + min(max(x, -width), 2 * width) * scale }
  func down(_ y: Double) -> Double { area.top + min(max(y, -height), 2 * height) * scale }
  func draw(_ kind: String, _ xs: [Double], _ ys: [Double]) {
    let kept = thinned(xs.count)
    picture.path(kind, pathData(kept.map { across(xs[$0]) }, kept.map { down(ys[$0]) }))
  }
  func window(_ kind: String, _ x: Double, _ y: Double) {
    guard let window = portrait.window, x.isFinite, y.isFinite else { return }
    picture.rectangle(
      kind, x: across(x - window.width / 2), y: down(y - window.height / 2),
      width: min(window.width, width) * scale, height: min(window.height, height) * scale,
      radius: 5)
  }
  picture.rectangle(
    "screen", x: left, y: area.top, width: width * scale, height: height * scale, radius: 10)
  for rest in portrait.rests {
    window("rest", rest.x, rest.y)
    picture.write(rest.name, "small middle", x: across(rest.x), y: down(rest.y) + 4)
  }
  window("window", portrait.x.last ?? .nan, portrait.y.last ?? .nan)
  draw("finger", portrait.fingerX, portrait.fingerY)
  if let expected { draw("expected", expected.x, expected.y) }
  let kept = thinned(portrait.x.count).filter {
    portrait.x[$0].isFinite && portrait.y[$0].isFinite
  }
  picture.path(
    "dots", kept.map { "M\(place(across(portrait.x[$0]), down(portrait.y[$0])))h0" }.joined())
  for event in portrait.run.events.filter({ $0.kind == .decision }).suffix(20) {
    let payload = LogValue.fields(event.payload)
    guard let x = payload["projectedX"]?.asNumber, let y = payload["projectedY"]?.asNumber,
      x.isFinite, y.isFinite
    else { continue }
    let middle = (x: across(min(max(x, 0), width)), y: down(min(max(y, 0), height)))
    let (left, right) = (middle.x - 5, middle.x + 5)
    let (upper, lower) = (middle.y - 5, middle.y + 5)
    picture.line("cross", from: (left, upper), to: (right, lower))
    picture.line("cross", from: (left, lower), to: (right, upper))
  }
  picture.write("one dot for each frame; × projected rest", "small", x: 24, y: area.bottom + 16)
}

/// The indices of at most 3,000 of `count` frames, evenly spread.
private func thinned(_ count: Int) -> [Int] {
  Array(stride(from: 0, to: count, by: max(1, (count + 2_999) / 3_000)))
}

/// Draws actual less expected position over time and marks the first frame that differs.
func drawDifference(
  _ portrait: Portrait, _ expected: Portrait, in panel: SVGPanel, on picture: inout SVGText
) {
  let differences = SVGLayout.differences(portrait, expected)
  let count = differences[0].count
  let first = (0..<count).first { portrait.run.frames[$0] != expected.run.frames[$0] }
  var title = "actual − expected, pt"
  if portrait.isPlanar { title += " (blue x, green y)" }
  if let first {
    title += " · frame \(first) is the first that differs"
  } else if portrait.times.count != expected.times.count {
    title += " · the same up to frame \(count - 1), where one run ends"
  } else {
    title += " · every frame is the same"
  }
  panel.drawAxes(timeLabels: true, on: &picture)
  let times = Array(portrait.times.prefix(count))
  panel.draw(portrait.isPlanar ? "second" : "difference", differences[1], at: times, on: &picture)
  if portrait.isPlanar { panel.draw("curve", differences[0], at: times, on: &picture) }
  panel.write(title, on: &picture)
  guard let first, times[first].isFinite else { return }
  let x = panel.time(times[first])
  picture.line("mark", from: (x, panel.top), to: (x, panel.bottom))
}
