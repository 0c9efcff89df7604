import FrameLogs
import Portraits

/// The text of an SVG document, to which shapes are appended; all coordinates are pixels with one decimal.
///
/// The parameter `kind` of the methods is the CSS class of the shape.
struct SVGText {
  private(set) var text: String

  /// Creates an empty part of a document, for ``add(_:)``.
  init() { text = "" }

  init(
    width: Int, height: Int, title: String, description: String = "",
    theme: PlotStyle.Theme = .light, runs: Int = 1, rules: String = ""
  ) {
    let words = description.isEmpty ? "" : "\n<desc>\(escaped(description))</desc>"
    text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
      height="\(height)" role="img">
      <title>\(escaped(title))</title>\(words)
      <style>
      \(SVGTheme.rules(theme, runs: runs))\(rules)</style>
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

  mutating func circle(_ kind: String, x: Double, y: Double, radius: Double) {
    text += "<circle class=\"\(kind)\" cx=\"\(brief(x, 1))\" cy=\"\(brief(y, 1))\" "
    text += "r=\"\(brief(radius, 1))\"/>\n"
  }

  mutating func path(_ kind: String, _ data: String) {
    guard !data.isEmpty else { return }
    text += "<path class=\"\(kind)\" d=\"\(data)\"/>\n"
  }

  mutating func write(_ words: String, _ kind: String = "", x: Double, y: Double) {
    let attribute = kind.isEmpty ? "" : " class=\"\(kind)\""
    text += "<text\(attribute) x=\"\(brief(x, 1))\" y=\"\(brief(y, 1))\">\(escaped(words))</text>\n"
  }

  /// Begins a part that shows a screen: shapes are clipped to the screen, and coordinates count from its upper left
  /// corner.
  mutating func begin(_ view: SVGView) {
    let (width, height) = (view.size.width * view.scale, view.size.height * view.scale)
    text += """
      <svg class="view" x="\(brief(view.left, 1))" y="\(brief(view.top, 1))" \
      width="\(brief(width, 1))" height="\(brief(height, 1))">

      """
    rectangle("view-paper", x: 0, y: 0, width: width, height: height)
  }

  /// Adds a part of a document.
  mutating func add(_ part: SVGText) { text += part.text }

  /// Adds the part of a drawing that is left of `x`.
  mutating func add(_ part: SVGText, clippedTo x: Double, height: Int) {
    text += "<svg width=\"\(brief(max(x, 0), 1))\" height=\"\(height)\">\n"
    add(part)
    end()
  }

  /// Begins a group of shapes with a CSS class and a CSS style.
  mutating func beginGroup(_ kind: String, _ style: String) {
    text += "<g class=\"\(kind)\" style=\"\(style)\">\n"
  }

  /// Ends a group that ``beginGroup(_:_:)`` began.
  mutating func endGroup() { text += "</g>\n" }

  /// Ends the document, or a part that ``begin(_:)`` began.
  mutating func end() { text += "</svg>\n" }

  /// Draws the layers of a scene from back to front, with the labels that are large enough to read.
  mutating func draw(_ scene: Scene, _ view: SVGView) {
    for layer in scene.layers where layer.opacity > 0 {
      let opacity = layer.opacity < 1 ? " opacity=\"\(brief(layer.opacity, 2))\"" : ""
      for part in layer.parts(on: view.size) {
        draw(part, "s-\(layer.role.rawValue)", view, opacity)
      }
      guard !layer.label.isEmpty, let part = layer.part else { continue }
      write(layer.label, large: layer.role == .page, in: part, view)
    }
  }

  /// Writes the label of a layer at its middle, unless the text would be smaller than 8 pixels.
  private mutating func write(
    _ label: String, large isLarge: Bool, in part: ScenePart, _ view: SVGView
  ) {
    let points = isLarge ? min(max(min(part.width, part.height) / 3.2, 19), 120) : 19
    let size = points * view.scale
    guard size >= 8 else { return }
    let middle = view.place(part.centre.x, part.centre.y)
    text += """
      <text class="middle" style="font-size:\(brief(size, 1))px" x="\(brief(middle.x, 1))" \
      y="\(brief(middle.y + size * 0.35, 1))">\(escaped(printable(label, most: 30)))</text>

      """
  }

  /// Draws a part of a scene, rotated about its middle, with `attributes` added to its element.
  mutating func draw(
    _ part: ScenePart, _ kind: String, _ view: SVGView, _ attributes: String = ""
  ) {
    var more = attributes
    let scale = view.scale
    if part.angle != 0 {
      let middle = view.place(part.centre.x, part.centre.y)
      let place = "\(brief(middle.x, 1)) \(brief(middle.y, 1))"
      more += " transform=\"rotate(\(brief(part.angle, 2)) \(place))\""
    }
    let corner = part.radius > 0 ? " rx=\"\(brief(part.radius * scale, 1))\"" : ""
    let place = view.place(part.left, part.top)
    text += "<rect class=\"\(kind)\" x=\"\(brief(place.x, 1))\" y=\"\(brief(place.y, 1))\" "
    text += "width=\"\(brief(part.width * scale, 1))\" "
    text += "height=\"\(brief(part.height * scale, 1))\"\(corner)\(more)/>\n"
  }
}

/// Returns a position in the syntax of path data.
func point(_ x: Double, _ y: Double) -> String { "\(brief(x, 1)),\(brief(y, 1))" }

/// Returns `text` escaped for XML 1.0, between tags or in an attribute.
///
/// In an attribute, line ends and tabs become character references, because an XML parser would replace them by spaces.
/// A character that XML forbids is replaced by its number in the form `\u{1b}`.
package func escaped(_ text: String, isAttribute: Bool = false) -> String {
  var result = ""
  for character in text.unicodeScalars {
    switch character {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    case "\n", "\t": result += isAttribute ? "&#\(character.value);" : String(character)
    case "\r": result += "&#13;"
    case _ where character.value < 0x20 || [0xfffe, 0xffff].contains(character.value):
      result += "\\u{\(String(character.value, radix: 16))}"
    default: result.unicodeScalars.append(character)
    }
  }
  return result
}

/// Returns the path data of a line through positions; a NaN interrupts the line.
///
/// If there are more than 1,500 positions, each column of pixels keeps only its first, highest, lowest and last
/// position, which gives the same picture.
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
    // Leave NaN out, because NaN has no order, and a minimum over positions that include NaN would be arbitrary.
    let column = (start..<end).filter { ys[$0].isFinite }
    let ends: [Int?] = [
      start, column.first, column.min { ys[$0] < ys[$1] }, column.max { ys[$0] < ys[$1] },
      column.last, end - 1,
    ]
    for index in ends.compactMap({ $0 }).sorted() where kept.last != index { kept.append(index) }
    start = end
  }
  return kept
}

/// The position and the scale of a screen in a picture.
struct SVGView {
  /// The left edge of the screen, in pixels.
  var left: Double
  /// The upper edge of the screen, in pixels.
  var top: Double
  /// The number of pixels per point.
  var scale: Double
  /// The size of the screen, in pt.
  var size: (width: Double, height: Double)

  /// Converts a position on the screen from points to pixels; both count from the upper left corner of the screen.
  func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) { (x * scale, y * scale) }

  /// Returns the path data of a line through positions on the screen.
  func pathData(_ places: [(x: Double, y: Double)]) -> String {
    let pixels = places.map { place($0.x, $0.y) }
    return FramePictures.pathData(pixels.map(\.x), pixels.map(\.y))
  }
}
