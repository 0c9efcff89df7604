import Foundation
import FrameLogs
import Portraits
import Quantities
import Testing

@testable import FramePictures

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("SVG picture")
struct SVGPictureTests {
  static func expectWellFormed(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let parser = XMLParser(data: Data(text.utf8))
    #expect(
      parser.parse(), "\(parser.parserError.debugDescription)", sourceLocation: sourceLocation)
    let outside = text.replacing("http://www.w3.org/2000/svg", with: "")
    for word in ["http", "href", "url(", "<script", "@import", "nan", "inf"] {
      #expect(!outside.contains(word), "\(word)", sourceLocation: sourceLocation)
    }
  }

  @Test("a picture is well-formed and loads nothing from elsewhere")
  func wellFormed() {
    let runs = [SampleMotion.sheet, SampleMotion.window] + SampleMotion.oddRuns
    for run in runs {
      Self.expectWellFormed(svgPicture(of: run))
      for other in runs { Self.expectWellFormed(svgPicture(comparing: run, with: other)) }
    }
  }

  @Test("pictures of the longest and most irregular runs stay below 300 kB")
  func size() {
    for scenario in ["sheet", "pip"] {
      var run = SampleMotion(scenario: scenario, count: 20_000).run
      for index in run.frames.indices {
        let jump = Double(index &* 7_919 % 613)
        run.frames[index].position = Position(x: Points(jump / 2), y: Points(jump))
        run.frames[index].velocity = Velocity(x: PointsPerSecond(jump), y: PointsPerSecond(-jump))
        run.frames[index].own = SampleMotion.own(finger: (jump / 3, jump))
        run.frames[index].phase = index % 2 == 0 ? .settling : .dragging
      }
      run.events += (0..<20_000).map { index in
        RunEvent(time: Seconds(Double(index) / 60), kind: index % 2 == 0 ? .touchDown : .touchUp)
      }
      let other = svgPicture(comparing: SampleMotion.window, with: run)
      #expect(svgPicture(of: run).utf8.count < 300_000)
      #expect(other.utf8.count < 300_000)
    }
  }

  @Test("if many frames are reduced to few points, every peak is kept")
  func peaks() {
    let xs = (0..<10_000).map { Double($0) / 20 }
    var ys = xs.map { _ in 50.0 }
    ys[7_777] = 3.5
    ys[5_005] = 96.5
    ys[6_000] = .nan
    let data = pathData(xs, ys)
    #expect(data.contains(",3.5"))
    #expect(data.contains(",96.5"))
    #expect(data.count < 30_000)
  }

  @Test("a touch within one pixel column that begins and ends with a gap is drawn with its peak")
  func gapInColumn() {
    // A pixel column has 20 samples. The touch has 9 of them, in the middle of column 389.
    let xs = (0..<10_000).map { Double($0) / 20 }
    for peak in [3.5, 96.5] {
      var ys = xs.map { _ in Double.nan }
      for index in 7_786...7_794 { ys[index] = 50 }
      ys[7_790] = peak
      #expect(pathData(xs, ys) == "M389.3,50L389.5,\(peak)L389.7,50")
    }
  }

  @Test("a short touch in a recording of minutes is drawn on the screen")
  func shortTouch() {
    // The touch lasts a tenth of a second in five minutes. All its frames lie between those that an
    // even selection of 3,000 frames would keep.
    var run = SampleMotion(scenario: "pip", count: 36_000).run
    for index in run.frames.indices { run.frames[index].own = SampleMotion.own(finger: nil) }
    for (step, index) in (7_201..<7_211).enumerated() {
      run.frames[index].own = SampleMotion.own(finger: (100 + Double(step), 200 - Double(step)))
    }
    let picture = svgPicture(of: run)
    // The screen of 390 × 844 pt is scaled to its area in the picture.
    let area = SVGLayout.screenColumns
    let scale = min((area.right - area.left) / 390, SVGLayout.screenHeight / 844)
    let paths = picture.matches(of: /class="finger" d="M([^"]*)"/).map {
      $0.1.split(separator: "L").map { String($0) }
    }
    let first = "\(brief(100 * scale, 1)),\(brief(200 * scale, 1))"
    let last = "\(brief(109 * scale, 1)),\(brief(191 * scale, 1))"
    #expect(paths.contains { $0.first == first && $0.last == last }, "\(paths)")
  }

  @Test("a long path keeps its extremes and its gaps, and has at most the allowed number of points")
  func longPath() {
    var path = (0..<50_000).map { (x: Double($0), y: 0.0) }
    (path[20_001].y, path[30_001].y) = (5, -5)
    for index in [25_003, 25_004, 40_001] { path[index].x = .nan }
    let kept = thinned(path)
    #expect(kept == kept.sorted() && Set(kept).count == kept.count && kept.count <= 3_000)
    #expect(kept.first == 0 && kept.last == 49_999)
    for index in [20_001, 30_001, 25_003, 40_001] { #expect(kept.contains(index), "\(index)") }
    #expect(thinned(Array(path.prefix(3_000))) == Array(0..<3_000))
    #expect(thinned(path.map { _ in (x: .nan, y: .nan) }).isEmpty)
  }

  @Test("axes have units, and phases, events and resting positions have names")
  func words() {
    let sheet = svgPicture(of: SampleMotion.sheet)
    for word in [
      "y, pt", "velocity, pt/s", " s<", "dragging", "settling", "half", "down",
      "release", "settled", "start → half (projected)", "1200 pt/s",
    ] {
      #expect(sheet.contains(word), "\(word)")
    }
    let window = svgPicture(of: SampleMotion.window)
    for word in ["x, pt", "y, pt", "topLeft", "projected rest", "class=\"dots\""] {
      #expect(window.contains(word), "\(word)")
    }
  }

  @Test("a comparison of runs names the first frame that differs")
  func comparison() {
    for run in [SampleMotion.sheet, SampleMotion.window] {
      #expect(svgPicture(comparing: run, with: run).contains("every frame is the same"))
      var other = run
      other.frames[57].position.y += Points(0.25)
      #expect(
        svgPicture(comparing: run, with: other).contains("frame 57 is the first that differs"))
      other = run
      other.frames.removeLast(20)
      #expect(svgPicture(comparing: run, with: other).contains("the same up to frame 99"))
    }
  }

  @Test("the same run gives the same text")
  func deterministic() {
    let run = SampleMotion.window
    #expect(svgPicture(of: run) == svgPicture(of: run))
  }
}
