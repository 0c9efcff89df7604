import FrameLogs
import Quantities
import Testing

@testable import FramePictures
@testable import Portraits

@Suite("Scenes")
struct SceneTests {
  static let screen = Planar(x: Points(390), y: Points(844))

  /// A key that lights up with the progress of the run, below a scrim, and a rotated needle.
  static let scenery = Scenery(curves: [
    SceneCurve("brightness", isEdge: true, value: { $0.progress })
  ]) { frame in
    let key = SceneBox(centre: screen / 2, diameter: Points(100))
    return Scene(
      screen: screen,
      layers: [
        SceneLayer(.scrim, SceneBox(filling: screen), opacity: 0.25),
        SceneLayer(.surface, key, cornerRadius: Points(20)),
        SceneLayer(.light, key, opacity: frame.progress),
        SceneLayer(.handle, key, angle: 30, label: "A & B"),
        .rows(SceneBox(x: .zero, y: Points(-100), width: Points(200), height: Points(1_000))),
      ])
  }

  @Test("an SVG picture draws every layer at its position, with its rotation and opacity")
  func svg() {
    var picture = SVGText(width: 10, height: 10, title: "")
    let frame = SampleMotion.sheet.frames[10]
    for scale in [1.0, 0.5] {
      picture.draw(
        Self.scenery.scene(frame), SVGView(left: 7, top: 9, scale: scale, size: (390, 844)))
    }
    let whole = svgPicture(of: SampleMotion.sheet, scenery: Self.scenery)
    for word in [
      #"class="s-scrim" x="0" y="0" width="390" height="844" opacity="0.25""#,
      #"class="s-scrim" x="0" y="0" width="195" height="422" opacity="0.25""#,
      #"class="s-surface" x="145" y="372" width="100" height="100" rx="20"/>"#,
      #"class="s-surface" x="72.5" y="186" width="50" height="50" rx="10"/>"#,
      #"transform="rotate(30 195 422)""#, #"transform="rotate(30 97.5 211)""#, "A &amp; B",
    ] {
      #expect(picture.text.contains(word), "\(word)")
    }
    for word in ["A &amp; B", "brightness", "change, 1/s"] {
      #expect(whole.contains(word), "\(word)")
    }
  }

  @Test("only the visible rows of a list are drawn")
  func rows() throws {
    let layer = SceneLayer.rows(
      SceneBox(x: .zero, y: Points(-100), width: Points(200), height: Points(1_000)),
      window: SceneBox(x: .zero, y: Points(20), width: Points(390), height: Points(100)))
    // The rows are 64 pt apart, starting at −100 pt. A gap takes one eighth, so each row is 56 pt
    // high.
    let parts = layer.parts(on: (390, 844))
    let edges = parts.map { [$0.top, $0.top + $0.height] }
    #expect(edges == [[28, 84], [92, 120]])
    #expect(parts.allSatisfy { $0.width == 200 })
  }

  @Test("a box with an invalid size is not drawn", arguments: [Double.nan, .infinity, -5])
  func noBox(number: Double) {
    let size = Planar(x: Points(number), y: Points(20))
    let layer = SceneLayer(.surface, SceneBox(centre: .zero, size: size))
    #expect(layer.parts(on: (390, 844)).count == (number == .infinity ? 1 : 0))
    let lost = SceneLayer(
      .surface, SceneBox(centre: Position(x: Points(.nan), y: .zero), size: Self.screen))
    #expect(lost.part == nil)
  }

  @Test("a point is in a rotated box exactly if the point, rotated back, is in the unrotated box")
  func turned() {
    var box = ScenePart(centre: (100, 50), width: 80, height: 20, radius: 5, angle: 0)
    let inside = (x: 137.0, y: 57.0)
    let outside = (x: 139.5, y: 59.5)  // In the corner that is cut off.
    #expect(box.contains(inside.x, inside.y) && !box.contains(outside.x, outside.y))
    box.angle = 90
    #expect(box.contains(100 - 7, 50 + 37) && !box.contains(100 - 9.5, 50 + 39.5))
    #expect(box.outline.allSatisfy { ($0.x - 100).magnitude < 10.001 })
  }

  @Test(
    "the terminal shows the scene beside the curve, or a touchpad if the finger has no position")
  func terminal() {
    let text = terminalPicture(of: SampleMotion.sheet, scenery: Self.scenery)
    #expect(text.contains("brightness"))
    #expect(text.contains("╭") && text.contains("A & B"))
    var pad = SampleMotion.sheet
    for index in pad.frames.indices {
      pad.frames[index].own["fingerX"] = LogValue.none
      pad.frames[index].own["fingerY"] = LogValue.none
    }
    let frames = terminalPicture(of: pad, scenery: Self.scenery).count { $0 == "╭" }
    #expect(frames == 2)
    #expect(svgPicture(of: pad, scenery: Self.scenery).contains(">touchpad<"))
  }

  @Test("a single frame is drawn at the requested size, without any other elements")
  func oneFrame() throws {
    let frame = try #require(SampleMotion.sheet.frames.first)
    let rows = terminalPicture(
      of: frame, scenery: Self.scenery, style: TerminalStyle(width: 60, height: 20)
    ).split(separator: "\n")
    #expect(rows.count == 20)
    #expect(Set(rows.map(\.count)).count == 1)
  }
}
