import Foundation
import FrameLogs
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

  @Test("a picture is well formed and asks for nothing from elsewhere")
  func wellFormed() {
    let runs = [SampleMotion.sheet, SampleMotion.window] + SampleMotion.oddRuns
    for run in runs {
      Self.expectWellFormed(svgPicture(of: run))
      for other in runs { Self.expectWellFormed(svgPicture(comparing: run, with: other)) }
    }
  }

  @Test("the longest and roughest runs stay below 300 kB")
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

  @Test("many frames are thinned without losing a peak")
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

  @Test("axes have units, and phases, events and places of rest have names")
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

  @Test("a comparison names the first frame that differs")
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
