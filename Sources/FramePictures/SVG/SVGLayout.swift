/// Where the panels of a picture are.
struct SVGLayout {
  /// One panel for each coordinate.
  var positions: [SVGPanel]
  var velocity: SVGPanel
  /// The strip for the difference of two runs.
  var difference: SVGPanel?
  /// The height of the picture.
  var height: Int

  init(_ portrait: Portrait, _ expected: Portrait?) {
    let both = [portrait] + (expected.map { [$0] } ?? [])
    let left = portrait.isPlanar ? SVGLayout.screenArea.right + 70 : 66.0
    let width = 890 - left
    let duration = 0...(both.map(\.duration.upperBound).max() ?? 1)
    var top = 96.0
    func panel(_ height: Double, _ values: ClosedRange<Double>) -> SVGPanel {
      defer { top += height + 14 }
      return SVGPanel(
        left: left, top: top, width: width, height: height, duration: duration, values: values)
    }
    let vertical = extent(
      of: both.flatMap { $0.y + $0.targetY + $0.fingerY } + portrait.rests.map(\.y), least: 20)
    if portrait.isPlanar {
      let horizontal = extent(
        of: both.flatMap { $0.x + $0.targetX + $0.fingerX } + portrait.rests.map(\.x), least: 20)
      positions = [panel(160, horizontal), panel(160, vertical)]
    } else {
      positions = [panel(300, vertical)]
    }
    var speeds: [Double] = [0]
    for portrait in both {
      speeds += portrait.velocityY
      if portrait.isPlanar { speeds += portrait.velocityX }
    }
    velocity = panel(portrait.isPlanar ? 130 : 150, extent(of: speeds, least: 20))
    if let expected {
      top += 30
      let differences: [Double] = [0] + SVGLayout.differences(portrait, expected).joined()
      difference = panel(90, extent(of: differences, margin: 0.1, least: 1e-9))
    }
    height = Int(top) + 36
  }

  /// Where the screen is drawn.
  static let screenArea = (left: 24.0, top: 96.0, right: 250.0, bottom: 574.0)

  /// Actual less expected position, x and y, for every frame that both have.
  static func differences(_ actual: Portrait, _ expected: Portrait) -> [[Double]] {
    [(actual.x, expected.x), (actual.y, expected.y)].map { actual, expected in
      zip(actual, expected).map { $0 - $1 }
    }
  }
}
