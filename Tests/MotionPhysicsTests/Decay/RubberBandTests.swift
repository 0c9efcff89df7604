import MotionPhysics
import Quantities
import Testing

@Suite("Rubber band")
struct RubberBandTests {
  static let drags = stride(from: -2_000.0, through: 2_000, by: 37).map(Points.init)

  @Test("a drag of reach divided by stiffness shows half the reach")
  func half() {
    let shown = RubberBand.shown(Points(100 / 0.55), reach: Points(100))
    #expect((shown - Points(50)).magnitude < Points(1e-13))
  }

  @Test("the band mirrors the drag to the last bit", arguments: drags)
  func odd(drag: Points) {
    let shown = RubberBand.shown(drag, reach: Points(500))
    #expect(RubberBand.shown(-drag, reach: Points(500)) == -shown)
  }

  @Test("the band never decreases, and stays below its reach")
  func monotone() {
    var last = Points(-500)
    for drag in Self.drags {
      let shown = RubberBand.shown(drag, reach: Points(500))
      #expect(shown > last)
      #expect(shown.magnitude < Points(500))
      last = shown
    }
  }

  @Test("the slope is the derivative of the band", arguments: drags)
  func slope(drag: Points) {
    let step = Points(1e-3)
    let rise =
      RubberBand.shown(drag + step, reach: Points(500))
      - RubberBand.shown(drag - step, reach: Points(500))
    let slope = RubberBand.slope(at: drag, reach: Points(500))
    #expect((rise / (step * 2) - slope).magnitude < 1e-6)
  }

  @Test("the pull is the inverse of the band", arguments: drags)
  func inverse(drag: Points) {
    let shown = RubberBand.shown(drag, reach: Points(500), stiffness: 0.3)
    let pull = RubberBand.pull(shown: shown, reach: Points(500), stiffness: 0.3)
    #expect((pull - drag).magnitude.value <= 1e-13 * drag.magnitude.value)
  }

  struct Row: Decodable {
    var x: String
    var d: String
    var c: String
    var y: String
    var slope: String
    var inverse_check: String
  }

  @Test("band, slope and pull agree with the reference table of 40 digits")
  func reference() throws {
    for row in try Reference.records("reference-rubberband", as: Row.self) {
      let drag = Points(try Reference.number(row.x))
      let reach = Points(try Reference.number(row.d))
      let stiffness = try Reference.number(row.c)
      let shown = RubberBand.shown(drag, reach: reach, stiffness: stiffness)
      let expected = try Reference.number(row.y)
      #expect((shown.value - expected).magnitude <= 4 * expected.ulp)
      let slope = try Reference.number(row.slope)
      let found = RubberBand.slope(at: drag, reach: reach, stiffness: stiffness)
      #expect((found - slope).magnitude <= 4 * slope.ulp)
      // Near the reach, one ulp of the output is many ulps of the drag.
      let pull = RubberBand.pull(shown: Points(expected), reach: reach, stiffness: stiffness)
      let sensitivity = 1 + drag.value / reach.value
      #expect((pull - drag).magnitude.value <= 4e-16 * drag.value * sensitivity)
    }
  }
}
