/// The colours of an SVG picture, and the CSS rules for its parts.
struct SVGTheme {
  /// The colours of the lines in a picture of several runs.
  ///
  /// The colours are based on Okabe and Ito, "Color Universal Design", 2008. For a white background, they are darkened
  /// so that each has a contrast of 4.5 to 1 with the background.
  let runs: [String]
  private var ink: String
  private var soft: String
  let paper: String
  private var screen: String
  private var page: String
  private var ground: String
  private var groundEdge: String
  private var content: String
  private var surface: String
  private var scrimOpacity: String
  private var held: String
  private var moving: String
  private var other: String
  private var second: String
  private var finger: String
  private var target: String
  private var expected: String
  private var difference: String
  private var light: String

  /// The largest number of runs that a picture can distinguish, with four dash patterns for each of six colours.
  static let mostRuns = 24

  static let onLight = SVGTheme(
    runs: ["#0b63c4", "#c2410c", "#0a7554", "#7b3fb5", "#333333", "#806200"], ink: "#222222",
    soft: "#555555", paper: "#ffffff", screen: "#f1f3f5", page: "#ffffff", ground: "#edf0f3",
    groundEdge: "#c3cad2", content: "#c5ced8", surface: "#d5e5f7", scrimOpacity: "1",
    held: "#4a7fd4", moving: "#3aa66a", other: "#a05ac8", second: "#0a7554", finger: "#a86f00",
    target: "#b0307a", expected: "#d9480f", difference: "#c92a2a", light: "#ffc229")

  static let onDark = SVGTheme(
    runs: ["#6cb2ff", "#ff9a62", "#4fd1a5", "#c79bff", "#e6e6e6", "#e3c04f"], ink: "#f0f2f5",
    soft: "#aeb6c0", paper: "#14171b", screen: "#1f242a", page: "#2b323a", ground: "#262c33",
    groundEdge: "#46505b", content: "#4b5865", surface: "#274766", scrimOpacity: "1",
    held: "#5b8fe0", moving: "#49b67a", other: "#b070d8", second: "#4fd1a5", finger: "#ffc24d",
    target: "#ff8cc6", expected: "#ff8a4d", difference: "#ff7b7b", light: "#ffc229")

  /// Returns the CSS rules for a picture of `count` runs in `theme`.
  static func rules(_ theme: PlotStyle.Theme, runs count: Int) -> String {
    let kinds = shapes + (count > 1 ? dashes(count) : "")
    switch theme {
    case .light: return kinds + onLight.colours(count)
    case .dark: return kinds + onDark.colours(count)
    case .auto:
      return kinds + onLight.colours(count)
        + "@media (prefers-color-scheme:dark){\n\(onDark.colours(count))}\n"
    }
  }

  /// The CSS rules that do not depend on the colours.
  private static let shapes = """
    text{font:12px system-ui,"DejaVu Sans",sans-serif}
    .title{font-size:17px;font-weight:600}.small{font-size:10.5px}.scene{font-size:11px}
    .label{paint-order:stroke;stroke-width:4;stroke-linejoin:round}
    .end{text-anchor:end}.middle{text-anchor:middle}
    .curve,.second,.expected,.run,.finger,.target,.cross,.difference,.dots,.other-surface,.box,.screen,\
    .rest,.s-outline{fill:none;stroke-linejoin:round}
    .box{stroke-width:1}.screen{stroke-width:1.5}.grid{stroke-opacity:.1}.zero{stroke-opacity:.4}
    .dragging,.pressed{fill-opacity:.16}.settling{fill-opacity:.1}.resting{fill-opacity:.03}
    .gone{fill-opacity:.12}.other{fill-opacity:.14}
    .curve,.run{stroke-width:2}.second{stroke-width:2;stroke-dasharray:7 2.5}
    .expected{stroke-width:4;stroke-opacity:.45}
    .finger{stroke-width:2;stroke-dasharray:.1 3.6;stroke-linecap:round}
    .target{stroke-width:1.3;stroke-dasharray:6 4}.dots{stroke-width:3.4;stroke-linecap:round}
    .rest,.s-outline{stroke-dasharray:3 3}.mark{stroke-opacity:.55;stroke-dasharray:2 3}
    .cross{stroke-width:1.8}.difference{stroke-width:1.6}.sign{stroke-width:1.8}
    .s-surface{stroke-width:1.4}.s-page{stroke-width:1.2}.other-surface{stroke-width:1.8}
    .touch{stroke-width:1.4}

    """

  private static func dashes(_ count: Int) -> String {
    (0..<count).map { ".run\($0){stroke-dasharray:\(dashes(of: $0))}" }.joined() + "\n"
  }

  /// Returns the dash pattern for the line of run `index`.
  ///
  /// Six consecutive runs have six different patterns. No two of ``mostRuns`` runs have both the same colour and the
  /// same pattern.
  static func dashes(of index: Int) -> String {
    ["none", "7 3", "2.2 2.2", "9 3 2 3", "16 3", "9 3 2 3 2 3"][(index + index / 6) % 6]
  }

  private func colours(_ count: Int) -> String {
    var text = """
      text{fill:\(soft)}.title,.strong,.label{fill:\(ink)}.label{stroke:\(paper)}
      .paper{fill:\(paper)}.box,.screen,.rest,.s-outline{stroke:\(soft)}.pad{fill:\(screen);stroke:\(soft)}
      .grid,.zero,.mark{stroke:\(ink)}.dragging,.pressed{fill:\(held)}.settling{fill:\(moving)}
      .resting,.gone{fill:\(ink)}.other{fill:\(other)}.curve,.dots{stroke:\(runs[0])}
      .second{stroke:\(second)}.expected,.other-surface{stroke:\(expected)}.finger{stroke:\(finger)}
      .target,.cross{stroke:\(target)}.difference{stroke:\(difference)}
      .view-paper{fill:\(screen)}.s-ground{fill:\(ground);stroke:\(groundEdge)}
      .s-scrim{fill:#000;fill-opacity:\(scrimOpacity)}.s-page{fill:\(page);stroke:\(runs[0])}
      .s-surface{fill:\(surface);stroke:\(runs[0])}.s-content{fill:\(content)}.s-light{fill:\(light)}
      .s-handle{fill:\(runs[0])}.view text{fill:\(ink)}
      .touch{fill:\(light);stroke:\(ink)}.sign{fill:\(paper);stroke:\(runs[0])}

      """
    guard count > 1 else { return text }
    for index in 0..<count {
      let colour = runs[index % runs.count]
      text += ".run\(index){stroke:\(colour)}.sign\(index){fill:\(paper);stroke:\(colour)}"
    }
    return text + "\n"
  }
}
