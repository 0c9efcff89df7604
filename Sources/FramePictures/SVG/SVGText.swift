import FrameLogs
import Portraits

/// The text of an SVG picture under construction; coordinates are pixels with one decimal.
struct SVGText {
  private(set) var text: String

  init(width: Int, height: Int, title: String) {
    text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
      height="\(height)" role="img">
      <title>\(escaped(title))</title>
      <style>
      text{font:12px system-ui,"DejaVu Sans",sans-serif;fill:#555}
      .title{font-size:17px;font-weight:600;fill:#222}.strong{fill:#222}.small{font-size:10.5px}
      .label{fill:#222;paint-order:stroke;stroke:#fff;stroke-width:4;stroke-linejoin:round}
      .end{text-anchor:end}.middle{text-anchor:middle}
      .paper{fill:#fff}.box{fill:none;stroke:#999}.screen{fill:none;stroke:#777;stroke-width:1.5}
      .grid{stroke:#000;stroke-opacity:.09}.zero{stroke:#000;stroke-opacity:.35}
      .dragging,.pressed{fill:#4a7fd4;fill-opacity:.13}.settling{fill:#3aa66a;fill-opacity:.12}
      .resting{fill:#000;fill-opacity:.03}.gone{fill:#000;fill-opacity:.1}
      .other{fill:#a05ac8;fill-opacity:.12}
      .curve{fill:none;stroke:#0b63c4;stroke-width:2;stroke-linejoin:round}
      .second{fill:none;stroke:#0d9488;stroke-width:1.6;stroke-linejoin:round}
      .expected{fill:none;stroke:#d9480f;stroke-width:4;stroke-opacity:.45;stroke-linejoin:round}
      .finger{fill:none;stroke:#e8a200;stroke-width:1.6;stroke-dasharray:1 3;stroke-linecap:round}
      .target{fill:none;stroke:#b0307a;stroke-width:1.3;stroke-dasharray:6 4}
      .dots{fill:none;stroke:#0b63c4;stroke-width:4;stroke-linecap:round}
      .rest,.s-outline{fill:none;stroke:#888;stroke-dasharray:3 3}.pad{fill:#f1f3f5;stroke:#777}
      .view *{vector-effect:non-scaling-stroke}.view-paper{fill:#f1f3f5}
      .s-ground{fill:#edf0f3;stroke:#c3cad2}.s-scrim{fill:#000}.s-page{fill:#fff;stroke:#0b63c4}
      .s-surface{fill:#d5e5f7;stroke:#0b63c4;stroke-width:1.5}.s-content{fill:#c5ced8}
      .s-light{fill:#ffc229}.s-handle{fill:#0b63c4}
      .scene{font-size:19px}.other-surface{fill:none;stroke:#d9480f;stroke-width:2;stroke-opacity:.6}
      .touch{fill:none;stroke:#e8a200;stroke-width:7;stroke-linecap:round}
      .mark{stroke:#222;stroke-opacity:.5;stroke-dasharray:2 3}
      .cross{fill:none;stroke:#b0307a;stroke-width:1.6}
      .difference{fill:none;stroke:#c92a2a;stroke-width:1.6;stroke-linejoin:round}
      </style>
      <rect class="paper" width="\(width)" height="\(height)"/>

      """
  }

  mutating func rectangle(
    _ kind: String, x: Double, y: Double, width: Double, height: Double, radius: Double = 0
  ) {
    let corner = radius > 0 ? " rx=\"\(brief(radius, 1))\"" : ""
    text += "<rect class=\"\(kind)\" x=\"\(brief(x, 1))\" y=\"\(brief(y, 1))\" "
    text += "width=\"\(brief(width, 1))\" height=\"\(brief(height, 1))\"\(corner)/>\n"
  }

  mutating func line(_ kind: String, from: (x: Double, y: Double), to: (x: Double, y: Double)) {
    text += "<path class=\"\(kind)\" d=\"M\(point(from.x, from.y))L\(point(to.x, to.y))\"/>\n"
  }

  mutating func path(_ kind: String, _ data: String) {
    guard !data.isEmpty else { return }
    text += "<path class=\"\(kind)\" d=\"\(data)\"/>\n"
  }

  mutating func write(_ words: String, _ kind: String = "", x: Double, y: Double) {
    let attribute = kind.isEmpty ? "" : " class=\"\(kind)\""
    text += "<text\(attribute) x=\"\(brief(x, 1))\" y=\"\(brief(y, 1))\">\(escaped(words))</text>\n"
  }

  /// Begins a part whose coordinates are pt of a screen, and out of which nothing is seen.
  mutating func begin(_ view: SVGView) {
    let (width, height) = (view.size.width, view.size.height)
    text += """
      <svg class="view" x="\(brief(view.left, 1))" y="\(brief(view.top, 1))" \
      width="\(brief(width * view.scale, 1))" height="\(brief(height * view.scale, 1))" \
      viewBox="0 0 \(brief(width, 1)) \(brief(height, 1))">

      """
    rectangle("view-paper", x: 0, y: 0, width: width, height: height)
  }

  /// Ends such a part.
  mutating func end() { text += "</svg>\n" }

  /// Draws what is on a screen, from back to front; names only where they can be read.
  mutating func draw(_ scene: Scene, _ view: SVGView) {
    for layer in scene.layers where layer.opacity > 0 {
      let opacity = layer.opacity < 1 ? " opacity=\"\(brief(layer.opacity, 2))\"" : ""
      for part in layer.parts(on: view.size) { draw(part, "s-\(layer.role.rawValue)", opacity) }
      guard !layer.label.isEmpty, let part = layer.part else { continue }
      write(layer.label, large: layer.role == .page, in: part, view)
    }
  }

  /// Writes the name of a layer into its middle, as large as a page allows; not where it cannot be
  /// read.
  private mutating func write(
    _ label: String, large isLarge: Bool, in part: ScenePart, _ view: SVGView
  ) {
    let size = isLarge ? min(max(min(part.width, part.height) / 3.2, 19), 120) : 19
    guard size * view.scale >= 8 else { return }
    text += """
      <text class="middle" style="font-size:\(brief(size, 0))px" x="\(brief(part.centre.x, 1))" \
      y="\(brief(part.centre.y + size * 0.35, 1))">\(escaped(printable(label, most: 30)))</text>

      """
  }

  /// Draws a box, turned about its middle.
  mutating func draw(_ part: ScenePart, _ kind: String, _ attributes: String = "") {
    var more = attributes
    if part.angle != 0 {
      let middle = "\(brief(part.centre.x, 1)) \(brief(part.centre.y, 1))"
      more += " transform=\"rotate(\(brief(part.angle, 2)) \(middle))\""
    }
    let corner = part.radius > 0 ? " rx=\"\(brief(part.radius, 1))\"" : ""
    text += "<rect class=\"\(kind)\" x=\"\(brief(part.left, 1))\" y=\"\(brief(part.top, 1))\" "
    text +=
      "width=\"\(brief(part.width, 1))\" height=\"\(brief(part.height, 1))\"\(corner)\(more)/>\n"
  }

  /// Adds rules of style for the kinds of one picture.
  mutating func style(_ rules: String) { text += "<style>\(rules)</style>\n" }

  mutating func finish() { text += "</svg>\n" }
}

/// A place as path data.
func point(_ x: Double, _ y: Double) -> String { "\(brief(x, 1)),\(brief(y, 1))" }

/// `text` as it may stand between tags and in attributes.
func escaped(_ text: String) -> String {
  var result = ""
  for character in text.unicodeScalars {
    switch character {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    default: result.unicodeScalars.append(character)
    }
  }
  return result
}

/// Path data of a line through places; it is broken where a place is NaN.
///
/// Of the places in one pixel column only the first, the highest, the lowest and the last are kept
/// when there are many, which draws the same.
func pathData(_ xs: [Double], _ ys: [Double]) -> String {
  let kept = xs.count > 1_500 ? extremes(xs, ys) : Array(xs.indices)
  var data = ""
  var isDown = false
  for index in kept {
    guard xs[index].isFinite, ys[index].isFinite else {
      isDown = false
      continue
    }
    data += (isDown ? "L" : "M") + point(xs[index], ys[index])
    isDown = true
  }
  return data
}

private func extremes(_ xs: [Double], _ ys: [Double]) -> [Int] {
  var kept: [Int] = []
  var start = 0
  while start < xs.count {
    var end = start + 1
    while end < xs.count, xs[end].rounded(.down) == xs[start].rounded(.down) { end += 1 }
    let column = start..<end
    let ends = [
      start, column.min { ys[$0] < ys[$1] } ?? start, column.max { ys[$0] < ys[$1] } ?? start,
      end - 1,
    ]
    for index in ends.sorted() where kept.last != index { kept.append(index) }
    start = end
  }
  return kept
}

/// A screen in a picture: where its upper left corner is, and how many pixels a point is.
struct SVGView {
  var left: Double
  var top: Double
  var scale: Double
  /// In pt.
  var size: (width: Double, height: Double)
}
