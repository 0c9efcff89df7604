import FrameLogs
import Quantities
import Testing

@testable import FramePictures

@Suite("Pictures of several runs")
struct PlotTests {
  private static let sheet = PlottedRun(SampleMotion.sheet, name: "one")

  private func count(_ word: String, in text: String) -> Int {
    text.split(separator: word, omittingEmptySubsequences: false).count - 1
  }

  /// The drawn elements, without the style rules.
  private func drawn(_ text: String) -> Substring? {
    text.split(separator: "</style>").last
  }

  @Test("a picture of any runs is well-formed and loads nothing")
  func wellFormed() {
    let runs = [SampleMotion.sheet, SampleMotion.window] + SampleMotion.oddRuns
    let many = runs.map { PlottedRun($0, name: "<b> & \"\u{1b}") }
    for theme in PlotStyle.Theme.allCases {
      for moments in [
        PlotStyle.Moments.spread(0), .spread(14), .events, .times([]), .times([0, 0.3, 1e300, -1]),
      ] {
        let style = PlotStyle(theme: theme, moments: moments)
        SVGPictureTests.expectWellFormed(svgPicture(of: many, style: style))
        SVGPictureTests.expectWellFormed(svgFilmstrip(of: many, style: style))
        for run in many {
          SVGPictureTests.expectWellFormed(svgPicture(of: [run], style: style))
          SVGPictureTests.expectWellFormed(svgFilmstrip(of: [run], style: style))
        }
      }
    }
  }

  @Test("the legend names every run, and no two curves have the same colour and dashes")
  func legend() {
    let runs = (1...PlotStyle.mostRuns).map { PlottedRun(SampleMotion.sheet, name: "run \($0)") }
    let text = svgPicture(of: runs)
    for index in 1...PlotStyle.mostRuns { #expect(text.contains(">run \(index)<")) }
    for theme in [SVGTheme.onLight, .onDark] {
      let looks = (0..<PlotStyle.mostRuns).map {
        "\(theme.runs[$0 % theme.runs.count]) \(SVGTheme.dashes(of: $0))"
      }
      #expect(Set(looks).count == PlotStyle.mostRuns)
      #expect(Set(theme.runs).count == theme.runs.count)
    }
    // Six consecutive curves can be distinguished even without colours.
    let dashes = (0..<PlotStyle.mostRuns).map(SVGTheme.dashes)
    #expect(Set(dashes.prefix(6)).count == 6)
    for (one, next) in zip(dashes, dashes.dropFirst()) { #expect(one != next) }
  }

  @Test("the curve of every run has a contrast of at least 4.5 to 1 with its background")
  func contrast() throws {
    for theme in [SVGTheme.onLight, .onDark] {
      let paper = try luminance(theme.paper)
      for colour in theme.runs {
        let line = try luminance(colour)
        let contrast = (max(line, paper) + 0.05) / (min(line, paper) + 0.05)
        #expect(contrast >= 4.5, "\(colour) on \(theme.paper): \(contrast)")
      }
    }
  }

  /// The approximate relative luminance of `#rrggbb`.
  ///
  /// An exponent of 2.2 approximates the sRGB curve.
  private func luminance(_ colour: String) throws -> Double {
    let number = try #require(Int(colour.dropFirst(), radix: 16))
    let parts = [number >> 16, number >> 8 & 0xff, number & 0xff].map { part in
      (0..<11).reduce((1.0, Double(part) / 255)) { state, _ in (state.0 * state.1, state.1) }.0
    }
    // The fifth root of the 11th power is the power of 2.2.
    func fifthRoot(_ number: Double) -> Double {
      (0..<60).reduce(0.5) { root, _ in
        root - (root * root * root * root * root - number) / (5 * root * root * root * root + 1e-12)
      }
    }
    return 0.2126 * fifthRoot(parts[0]) + 0.7152 * fifthRoot(parts[1])
      + 0.0722 * fifthRoot(parts[2])
  }

  @Test("a theme changes only colours")
  func themes() {
    let runs = [Self.sheet, PlottedRun(SampleMotion.window, name: "two")]
    let texts = PlotStyle.Theme.allCases.map { svgPicture(of: runs, style: PlotStyle(theme: $0)) }
    #expect(Set(texts).count == 3)
    #expect(Set(texts.map(drawn)).count == 1)
    #expect(texts[2].contains("prefers-color-scheme:dark"))
  }

  @Test(
    "small screens are evenly spaced in time: as many as requested, but at most one per frame"
  )
  func spread() {
    for (asked, frames, drawn) in [(1, 120, 1), (5, 120, 5), (9, 3, 3), (99, 120, 36)] {
      let run = PlottedRun(SampleMotion(count: frames).run)
      let style = PlotStyle(moments: .spread(asked))
      let strip = svgFilmstrip(of: [run], style: style)
      #expect(count("class=\"screen\"", in: strip) == drawn, "\(asked) of \(frames)")
      #expect(strip.contains(">0 s<"))
      // The picture has one more screen, the large one.
      #expect(count("class=\"screen\"", in: svgPicture(of: [run], style: style)) == drawn + 1)
    }
    // The last of 120 frames is at 0.99 s, and frame 60, nearest to the middle, is at 0.5 s.
    let strip = svgFilmstrip(of: [Self.sheet], style: PlotStyle(moments: .spread(3)))
    #expect(strip.contains(">0.99 s<") && strip.contains(">0.5 s<"))
  }

  @Test("screens show the requested times, or the frames of the events")
  func moments() {
    let times = svgFilmstrip(of: [Self.sheet], style: PlotStyle(moments: .times([0.25, 0.5])))
    #expect(count("class=\"screen\"", in: times) == 2)
    #expect(times.contains(">0.25 s<") && times.contains(">0.5 s<"))
    let events = svgFilmstrip(of: [Self.sheet], style: PlotStyle(moments: .events))
    for word in [">down<", ">release → half<", ">settled<"] {
      #expect(events.contains(word), "\(word)")
    }
    // The screens show the touch-down, the release, the rest and the end; a finger is present in
    // the first two.
    #expect(count("class=\"screen\"", in: events) == 4)
    #expect(count("class=\"touch\"", in: events) == 2)
  }

  @Test("runs with different fields have separate panels")
  func mixed() {
    let one = svgPicture(of: [Self.sheet, Self.sheet])
    #expect(count("class=\"box\"", in: one) == 2)
    let window = PlottedRun(SampleMotion.window, name: "two")
    // The panels are y of both runs, x of the window, and the velocity of each.
    let both = svgPicture(of: [Self.sheet, window])
    #expect(count("class=\"box\"", in: both) == 4)
    for word in [">y, pt<", ">x, pt<", "· x<", "· y<"] { #expect(both.contains(word), "\(word)") }
  }

  @Test("each additional run adds at most 140 kB to the picture, even if it is long and irregular")
  func size() {
    var run = SampleMotion(scenario: "pip", count: 20_000).run
    for index in run.frames.indices {
      let jump = Double(index &* 7_919 % 613)
      run.frames[index].position = Position(x: Points(jump / 2), y: Points(jump))
      run.frames[index].velocity = Velocity(x: PointsPerSecond(jump), y: PointsPerSecond(-jump))
    }
    let rough = PlottedRun(run, name: "rough")
    let sizes = [1, 4].map { svgPicture(of: Array(repeating: rough, count: $0)).utf8.count }
    #expect(sizes[0] < 300_000)
    #expect(sizes[1] - sizes[0] < 3 * 140_000, "\(sizes)")
  }

  @Test("markers on the curve show the decision and the position at which the surface rests")
  func signs() {
    let text = svgPicture(of: SampleMotion.sheet)
    #expect(count("<circle class=\"sign\"", in: text) == 1)
    #expect(count("<rect class=\"sign\"", in: text) == 1)
  }
}
