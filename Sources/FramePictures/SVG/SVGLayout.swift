import Portraits

/// Where the panels of a picture are.
struct SVGLayout {
  /// One panel for each number that matters.
  var curves: [SVGPanel]
  var rate: SVGPanel
  /// The upper edge of the strip of small screens.
  var film: Double
  /// The strip for the difference of two runs.
  var difference: SVGPanel?
  /// The height of the picture.
  var height: Int

  init(_ portrait: Portrait, _ expected: Portrait?) {
    let both = [portrait] + (expected.map { [$0] } ?? [])
    let left = SVGLayout.screenArea.right + 70
    let width = 890 - left
    let duration = 0...(both.map(\.duration.upperBound).max() ?? 1)
    var top = SVGLayout.screenArea.top
    func panel(_ height: Double, _ values: ClosedRange<Double>, growsDown: Bool) -> SVGPanel {
      defer { top += height + 14 }
      return SVGPanel(
        left: left, top: top, width: width, height: height, duration: duration, values: values,
        growsDown: growsDown)
    }
    let count = portrait.curves.count
    curves = portrait.curves.indices.map { index in
      let curve = portrait.curves[index]
      let values = both.filter { index < $0.curves.count }.flatMap { $0.curves[index].extent }
      return panel(
        count > 1 ? 155 : 310, extent(of: values, least: curve.least), growsDown: curve.growsDown)
    }
    let speeds: [Double] = [0] + both.map(\.rates).joined()
    let least = portrait.curves.map(\.least).min() ?? 1
    // Up is where the curve above goes when the number grows.
    rate = panel(
      count > 1 ? 125 : 140, extent(of: speeds, least: least),
      growsDown: portrait.curves.allSatisfy(\.growsDown))
    film = max(top + 34, SVGLayout.screenArea.bottom + 34)
    top = film + SVGLayout.filmHeight + 30
    if let expected {
      top += 10
      let differences: [Double] = [0] + SVGLayout.differences(portrait, expected).joined()
      difference = panel(
        90, extent(of: differences, margin: 0.1, least: 1e-9), growsDown: true)
    }
    height = Int(top) + 22
  }

  /// Where the screen is drawn, with the touchpad below it where there is one.
  static let screenArea = (left: 24.0, top: 96.0, right: 250.0, bottom: 574.0)

  /// How high the small screens are at most.
  static let filmHeight = 130.0

  /// Actual less expected position, x and y, for every frame that both have.
  static func differences(_ actual: Portrait, _ expected: Portrait) -> [[Double]] {
    [(actual.x, expected.x), (actual.y, expected.y)].map { actual, expected in
      zip(actual, expected).map { $0 - $1 }
    }
  }
}
