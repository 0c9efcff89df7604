import Portraits

/// A chart of a ``ReportPage``.
package struct Chart: Hashable, Sendable {
  /// A dot of a chart.
  package struct Point: Hashable, Sendable {
    /// The kind of a dot, which determines its style; dots of later kinds are drawn over dots of earlier kinds.
    package enum Kind: Int, Hashable, Sendable, CaseIterable {
      /// Any other trial.
      case rest
      /// A trial that is statistically indistinguishable from the best trial.
      case indistinguishable
      /// A trial on the Pareto front.
      case front
      /// The best trial.
      case best

      var name: String {
        switch self {
        case .rest: "rest"
        case .indistinguishable: "indistinguishable"
        case .front: "front"
        case .best: "best"
        }
      }
    }

    /// The horizontal coordinate.
    package var x: Double
    /// The vertical coordinate.
    package var y: Double
    /// The kind.
    package var kind: Kind
    /// The tooltip of the point.
    package var words: String

    /// Creates a point.
    package init(x: Double, y: Double, kind: Kind = .rest, words: String = "") {
      self.x = x
      self.y = y
      self.kind = kind
      self.words = words
    }
  }

  /// The content of a chart.
  package enum Drawing: Hashable, Sendable {
    /// Dots in a coordinate system; names, if there are any, replace the numbers 0, 1, 2… on the horizontal axis.
    case dots([Point], names: [String])
    /// A grid of mean values, shown as colours, with the bottom row first and nil for an empty cell.
    ///
    /// The cell with the smallest mean is the darkest.
    case heat([[Double?]], across: ClosedRange<Double>, along: ClosedRange<Double>)
  }

  /// The title.
  package var title: String
  /// The label of the horizontal axis, with its unit.
  package var across: String
  /// The label of the vertical axis, with its unit.
  package var along: String
  /// The content.
  package var drawing: Drawing

  /// Creates a chart.
  package init(title: String, across: String = "", along: String = "", _ drawing: Drawing) {
    self.title = title
    self.across = across
    self.along = along
    self.drawing = drawing
  }

  // MARK: Drawing

  private static let (width, height) = (370.0, 300.0)
  private static let (left, right, top, bottom) = (58.0, 356.0, 40.0, 256.0)

  /// The chart as an SVG element for an HTML page.
  var svg: String {
    let name = escaped(printable(title, most: 60))
    let body =
      switch drawing {
      case .dots(let points, let names): dots(points, names)
      case .heat(let cells, let across, let along): heat(cells, across, along)
      }
    return """
      <svg viewBox="0 0 \(brief(Self.width, 0)) \(brief(Self.height, 0))" \
      width="\(brief(Self.width, 0))" height="\(brief(Self.height, 0))" role="img" aria-label="\(name)">
      <text class="name" x="14" y="19">\(name)</text>
      \(body)</svg>

      """
  }

  private func dots(_ points: [Point], _ names: [String]) -> String {
    let known = points.filter { $0.x.isFinite && $0.y.isFinite }
    guard !known.isEmpty else { return "" }
    let range = names.isEmpty ? Self.range(known.map(\.x)) : -0.5...Double(names.count) - 0.5
    let x = Scale(range, from: Self.left, to: Self.right)
    let y = Scale(Self.range(known.map(\.y)), from: Self.bottom, to: Self.top)
    var text = axes(names.isEmpty ? x : nil, y)
    for (index, name) in names.enumerated() {
      let short = escaped(printable(name, most: max(3, 40 / names.count)))
      text += words(short, "middle", x(Double(index)), Self.bottom + 16)
    }
    // Draw only the first of several dots of one kind within half a pixel, so that the page stays small.
    var drawn: Set<[Int]> = []
    for kind in Point.Kind.allCases {
      for point in known where point.kind == kind {
        let place = (x: x(point.x), y: y(point.y))
        guard drawn.insert([kind.rawValue, Int(place.x * 2), Int(place.y * 2)]).inserted else {
          continue
        }
        let said =
          point.words.isEmpty ? "" : "<title>\(escaped(printable(point.words, most: 300)))</title>"
        text += """
          <circle class="\(kind.name)" cx="\(brief(place.x, 1))" cy="\(brief(place.y, 1))" \
          r="\(kind == .best ? 7 : kind == .rest ? 2.5 : 3.5)">\(said)</circle>

          """
      }
    }
    return text
  }

  private func heat(
    _ cells: [[Double?]], _ across: ClosedRange<Double>, _ along: ClosedRange<Double>
  ) -> String {
    let known = cells.flatMap { $0.compactMap { $0 } }
    guard let low = known.min(), let high = known.max(), let columns = cells.first?.count else {
      return ""
    }
    let x = Scale(across, from: Self.left, to: Self.right)
    let y = Scale(along, from: Self.bottom, to: Self.top)
    let width = (Self.right - Self.left) / Double(columns)
    let height = (Self.bottom - Self.top) / Double(cells.count)
    var text = ""
    for (row, line) in cells.enumerated() {
      for (column, value) in line.enumerated() {
        guard let value else { continue }
        let depth = high > low ? 1 - (value - low) / (high - low) : 0.5
        text += """
          <rect class="cell" fill-opacity="\(brief(0.08 + 0.87 * depth, 2))" \
          x="\(brief(Self.left + Double(column) * width, 1))" \
          y="\(brief(Self.bottom - Double(row + 1) * height, 1))" \
          width="\(brief(width, 1))" height="\(brief(height, 1))"><title>\(brief(value, 4))</title></rect>

          """
      }
    }
    return text + axes(x, y)
      + words("dark \(brief(low, 4)), light \(brief(high, 4))", "end", Self.right, 34)
  }

  private func axes(_ x: Scale?, _ y: Scale) -> String {
    var text = ""
    for tick in y.ticks(about: 5) {
      let at = y(tick.value)
      text += "<path class=\"grid\" d=\"M\(point(Self.left, at))H\(brief(Self.right, 1))\"/>\n"
      text += words(tick.text, "end", Self.left - 6, at + 4)
    }
    for tick in x?.ticks(about: 5) ?? [] {
      let at = x?(tick.value) ?? 0
      text += "<path class=\"grid\" d=\"M\(point(at, Self.top))V\(brief(Self.bottom, 1))\"/>\n"
      text += words(tick.text, "middle", at, Self.bottom + 16)
    }
    text += words(escaped(printable(across, most: 50)), "middle", 207, Self.bottom + 36)
    text += """
      <text class="middle" transform="translate(14 147) rotate(-90)">\
      \(escaped(printable(along, most: 40)))</text>

      """
    return text
  }

  private func words(_ words: String, _ kind: String, _ x: Double, _ y: Double) -> String {
    "<text class=\"\(kind)\" x=\"\(brief(x, 1))\" y=\"\(brief(y, 1))\">\(words)</text>\n"
  }

  /// Returns the range from the smallest to the largest number, extended by 4 % on each side.
  private static func range(_ numbers: [Double]) -> ClosedRange<Double> {
    let (low, high) = (numbers.min() ?? 0, numbers.max() ?? 1)
    let margin = high > low ? (high - low) * 0.04 : max(low.magnitude * 0.1, 1e-6)
    return (low - margin)...(high + margin)
  }
}
