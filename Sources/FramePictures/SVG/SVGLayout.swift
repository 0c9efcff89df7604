import Portraits

/// The positions and sizes of the panels of a picture.
struct SVGLayout {
  /// A panel, with the curves that are drawn in it as lines.
  struct Entry {
    var title: String
    /// The lines, each as the index of a run and the index of a curve of that run; the leading line comes first.
    var lines: [(run: Int, curve: Int)]
    var panel: SVGPanel
  }

  /// The panels for the positions, one for each title of a curve.
  let curves: [Entry]
  /// The panels for the velocities.
  ///
  /// In a picture of a single run, all velocities of one unit share a panel; otherwise each curve has its own panel.
  let rates: [Entry]
  /// The upper edge of the screen and of the first panel.
  let top: Double
  /// The upper edge of the first row of small screens.
  let film: Double
  /// The moments of the first run that the small screens show.
  let moments: [Moment]
  /// The panel for the difference between two runs; nil unless the picture compares two runs.
  let difference: SVGPanel?
  /// The height of the picture.
  let height: Int

  init(_ plot: SVGPlot) {
    let portraits = plot.portraits
    let isOne = portraits.count == 1
    top = isOne ? 96 : Self.legendTop + Self.legendPitch * Double(portraits.count) + 34
    var column = Column(portraits, top: top)
    let groups = Self.groups(portraits) { $0.title }
    curves = groups.map { title, lines in
      Entry(
        title: title, lines: lines, panel: column.panel(groups.count > 1 ? 155 : 310, of: lines))
    }
    let isSmall = groups.count > 1
    let changes = isOne ? Self.groups(portraits) { $0.rateTitle } : groups
    rates = changes.map { title, lines in
      let rateTitle = column.curve(lines[0]).rateTitle
      return Entry(
        title: isOne || !isSmall ? rateTitle : "\(rateTitle) · \(SVGPlot.name(title))",
        lines: lines, panel: column.ratePanel(isSmall ? 125 : 140, of: lines))
    }
    film = max(column.below + 34, top + Self.screenHeight + 34)
    moments = plot.moments
    let rows = (moments.count + Self.filmColumns - 1) / Self.filmColumns
    column.below = film + Double(max(rows, 1)) * (Self.filmHeight + 34) - 4
    if plot.isComparison {
      column.below += 10
      let differences: [Double] = [0] + Self.differences(portraits[0], portraits[1]).joined()
      difference = column.panel(
        90, extent(of: differences, margin: 0.1, least: 1e-9), growsDown: true)
    } else {
      difference = nil
    }
    height = Int(column.below) + 16
  }

  /// The column of panels right of the screen, which is filled from top to bottom.
  private struct Column {
    let portraits: [Portrait]
    let right: Double
    let duration: ClosedRange<Double>
    /// The upper edge of the next panel.
    var below: Double

    init(_ portraits: [Portrait], top: Double) {
      self.portraits = portraits
      // Leave room for the names of the rest positions, which are right of the panels.
      let names = portraits.flatMap { $0.curves.flatMap { $0.rests.map(\.name.count) } }
      right = min(890, 950 - 6.3 * Double(names.max() ?? 0))
      duration = 0...(portraits.map(\.duration.upperBound).max() ?? 1)
      below = top
    }

    func curve(_ line: (run: Int, curve: Int)) -> Portrait.Curve {
      portraits[line.run].curves[line.curve]
    }

    mutating func panel(
      _ height: Double, _ values: ClosedRange<Double>, growsDown: Bool
    ) -> SVGPanel {
      defer { below += height + 17 }
      return SVGPanel(
        left: SVGLayout.left, top: below, width: right - SVGLayout.left, height: height,
        duration: duration, values: values, growsDown: growsDown)
    }

    mutating func panel(_ height: Double, of lines: [(run: Int, curve: Int)]) -> SVGPanel {
      let values = lines.flatMap { curve($0).extent }
      let leading = curve(lines[0])
      return panel(
        height, extent(of: values, least: leading.least), growsDown: leading.growsDown)
    }

    mutating func ratePanel(_ height: Double, of lines: [(run: Int, curve: Int)]) -> SVGPanel {
      let speeds: [Double] = [0] + lines.flatMap { curve($0).rates }
      let least = lines.map { curve($0).least }.min() ?? 1
      // The velocities grow in the same direction, up or down, as the positions in the panel above.
      return panel(
        height, extent(of: speeds, least: least),
        growsDown: lines.allSatisfy { curve($0).growsDown })
    }
  }

  /// Returns the curves of all runs, grouped by `name`; the groups are in the order of their first curves.
  static func groups(
    _ portraits: [Portrait], by name: (Portrait.Curve) -> String
  ) -> [(title: String, lines: [(run: Int, curve: Int)])] {
    var groups: [(title: String, lines: [(run: Int, curve: Int)])] = []
    for (run, portrait) in portraits.enumerated() {
      for (index, curve) in portrait.curves.enumerated() {
        let title = name(curve)
        if let known = groups.firstIndex(where: { $0.title == title }) {
          groups[known].lines.append((run, index))
        } else {
          groups.append((title, [(run, index)]))
        }
      }
    }
    return groups
  }

  /// The baseline of the first line in the legend of several runs.
  static let legendTop = 54.0
  /// The distance between two lines of the legend.
  static let legendPitch = 18.0

  /// The left edge of the panels.
  static let left = 320.0

  /// The left and the right edge of the area for the screen.
  static let screenColumns = (left: 24.0, right: 250.0)
  /// The height of the area for the screen and the touchpad below it.
  static let screenHeight = 478.0

  /// The maximum height of a small screen.
  static let filmHeight = 130.0
  /// The number of small screens per row.
  static let filmColumns = 9

  /// Returns the actual minus the expected position for every frame that both runs have: first for x, then for y.
  static func differences(_ actual: Portrait, _ expected: Portrait) -> [[Double]] {
    [(actual.x, expected.x), (actual.y, expected.y)].map { actual, expected in
      zip(actual, expected).map { $0 - $1 }
    }
  }
}
