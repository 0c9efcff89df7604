import MotionPhysics
import Quantities
import Testing

@Suite("Bands of other systems")
struct OverdragBandTests {
  /// Drags from a ten-millionth of a point to a million points, each slightly longer than the last.
  static let drags = (0...400).map { Points(1e-7 * exponentialOfTwo(Double($0) * 0.108)) }

  private static func exponentialOfTwo(_ power: Double) -> Double {
    var (left, result) = (power, 1.0)
    while left >= 1 { (left, result) = (left - 1, result * 2) }
    return result * (1 + left)
  }

  @Test("without a drag beyond an edge, a band shows zero", arguments: bands)
  func zero(band: ForeignRubberBand) {
    #expect(band.shown(.zero) == .zero)
    #expect(band.pull(shown: .zero) == .zero)
  }

  static let bands = ForeignRubberBand.allCases

  @Test("a drag in the opposite direction is mirrored to the last bit", arguments: bands)
  func odd(band: ForeignRubberBand) {
    for drag in Self.drags {
      #expect(band.shown(-drag) == -band.shown(drag))
      #expect(band.pull(shown: -drag) == -band.pull(shown: drag))
      #expect(band.slope(at: -drag) == band.slope(at: drag))
    }
  }

  @Test("a longer drag never shows less, and it shows more unless the band is flat there")
  func monotone() {
    for band in Self.bands {
      for (drag, next) in zip(Self.drags, Self.drags.dropFirst()) {
        let (shown, more) = (band.shown(drag), band.shown(next))
        let isFlat = band.slope(at: drag) == 0 || next < Points(1e-5)
        #expect(isFlat ? more >= shown : more > shown, "\(band) at \(drag.value)")
      }
    }
  }

  @Test("only the capped band has a maximum, at 48 pt")
  func bounded() {
    for band in Self.bands {
      let far = band.shown(Points(1e9))
      #expect((far <= Points(48)) == (band == .capped), "\(band) shows \(far.value)")
      #expect(far.value.isFinite && band.shown(Points(.greatestFiniteMagnitude)).value.isFinite)
    }
  }

  @Test("only one band jumps at its edge, by 2.5 pt, and only one is flat there, for e² − 1 pt")
  func edges() {
    for band in Self.bands {
      let step = band.shown(Points(1e-12)).value
      #expect(band == .rootWithStep ? (step - 2.5).magnitude < 1e-9 : step < 1e-5, "\(band)")
      // The flat part of the logarithmic band ends at e² − 1 = 6.389056098930650 pt.
      #expect((band.shown(Points(6.389)) == .zero) == (band == .logarithm), "\(band)")
      #expect(band.shown(Points(6.39)) > .zero)
    }
  }

  @Test(
    "the slope is the derivative of the band, except at corners", arguments: bands)
  func slope(band: ForeignRubberBand) {
    // The slope jumps where the logarithm starts, where 0.35 x reaches 48, and where Swiper's band begins.
    let corners: [ForeignRubberBand: Double] = [.logarithm: 6.389, .capped: 137.143, .swiper: 1]
    let corner = corners[band]
    for drag in Self.drags where drag > Points(0.01) && drag < Points(1e4) {
      if let corner, (drag.value - corner).magnitude < 0.01 { continue }
      let step = drag * 1e-5
      let rise = (band.shown(drag + step) - band.shown(drag - step)) / (step * 2)
      #expect((rise - band.slope(at: drag)).magnitude < 1e-6 * max(1, rise), "\(drag.value)")
    }
  }

  @Test("the pull inverts the band if its slope is positive", arguments: bands)
  func inverse(band: ForeignRubberBand) {
    for drag in Self.drags where band.slope(at: drag) > 0 {
      let shown = band.shown(drag)
      let back = band.shown(band.pull(shown: shown))
      #expect((back - shown).magnitude.value <= 1e-12 * max(1, shown.value), "\(drag.value)")
    }
  }

  @Test("for a position that a band never shows, the pull is that of the nearest shown position")
  func gaps() {
    #expect(ForeignRubberBand.rootWithStep.pull(shown: Points(2)) == .zero)
    // 48 / 0.35 = 137.142857…
    #expect((ForeignRubberBand.capped.pull(shown: Points(300)).value - 48 / 0.35).magnitude < 1e-12)
    for band in Self.bands {
      #expect(band.pull(shown: Points(.greatestFiniteMagnitude)) <= Points(1e9), "\(band)")
    }
  }

  /// The hand-calculated position that a band shows for a drag.
  struct Drag: CustomTestStringConvertible, Sendable {
    var band: ForeignRubberBand
    var dragged: Double
    var shown: Double
    var testDescription: String

    init(_ why: String, _ band: ForeignRubberBand, _ dragged: Double, shows shown: Double) {
      (testDescription, self.band, self.dragged, self.shown) = (why, band, dragged, shown)
    }
  }

  @Test(
    "a band shows the value of its formula",
    arguments: [
      Drag("1 to any power", .power, 1, shows: 1),
      Drag("1024^0.7 = 2^7", .power, 1_024, shows: 128),
      Drag("the root of a square", .root, 144, shows: 12),
      Drag("2.5 · √4", .rootWithStep, 3, shows: 5),
      Drag("2.5 · (√4 − 1)", .rootWithoutStep, 3, shows: 2.5),
      // e³ − 1 = 19.085536923187668.
      Drag("8 · (3 − 2)", .logarithm, 19.085536923187668, shows: 8),
      Drag("0.35 · 100", .capped, 100, shows: 35),
      Drag("0.35 · 200 is 70", .capped, 200, shows: 48),
      // e² = 7.38905609893065, and 0.85 · 2 = 1.7; e^1.7 = 5.473947391727200.
      Drag("e^1.7 − 1", .swiper, 7.38905609893065, shows: 4.4739473917272),
    ])
  func formulas(drag: Drag) {
    #expect((drag.band.shown(Points(drag.dragged)).value - drag.shown).magnitude < 1e-11)
  }
}
