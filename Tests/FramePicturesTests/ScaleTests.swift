import Portraits
import Testing

@testable import FramePictures

@Suite("Scale")
struct ScaleTests {
  static let domains: [ClosedRange<Double>] = [
    0...1, -5...5, 0...0.001, 68...844, -3_000...2_900, 0...1e9, 3.999...4.001, -1e9...1e9,
    0...12_345.6, 1e-12...2e-12,
  ]

  @Test("ticks are round numbers in order, within the domain, and neither too few nor too many")
  func ticks() {
    for domain in Self.domains {
      for count in [2, 4, 7, 20] {
        let ticks = Scale(domain, from: 0, to: 100).ticks(about: count)
        #expect(ticks.allSatisfy { domain.contains($0.value) }, "\(domain)")
        #expect(ticks.count <= 2 * count + 1, "\(domain)")
        #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0.value < $1.value })
        #expect(Set(ticks.map(\.text)).count == ticks.count, "\(domain): \(ticks.map(\.text))")
        guard domain.upperBound - domain.lowerBound > 1e-4 else { continue }
        #expect(2 * ticks.count >= count - 1, "\(domain): \(ticks.map(\.text))")
        for tick in ticks {
          let error = (Double(tick.text) ?? .nan) - tick.value
          #expect(error.magnitude <= 1e-12 * max(1, tick.value.magnitude), "\(tick.text)")
        }
      }
    }
  }

  @Test(
    "the step between ticks is the nearest of 1, 2, 5 and 10 to the wanted step, in its power of ten"
  )
  func step() {
    for thousandths in stride(from: 1_001, to: 10_000, by: 7) {
      // A rough step between 1 and 10.
      let rough = Double(thousandths) / 1_000
      let ticks = Scale(0...(20 * rough), from: 0, to: 100).ticks(about: 20)
      let step = ticks[1].value - ticks[0].value
      let nearest = [1.0, 2, 5, 10].map { ($0 - rough).magnitude }.min() ?? 0
      #expect((step - rough).magnitude <= nearest + 1e-9, "\(rough): \(step)")
    }
  }

  @Test("positions are proportional to values, and a value outside the domain is at the nearer end")
  func positions() {
    let scale = Scale(10...20, from: 100, to: 300)
    #expect(scale(10) == 100)
    #expect(scale(15) == 200)
    #expect(scale(20) == 300)
    #expect(scale(-1e300) == 100)
    #expect(scale(.infinity) == 300)
    #expect(scale(.nan) == 100)
  }

  @Test("a short number has no trailing zeros")
  func briefText() {
    #expect(brief(12.50, 2) == "12.5")
    #expect(brief(100, 2) == "100")
    #expect(brief(-0.001, 2) == "0")
    #expect(brief(1e300, 1) == "1e+300")
  }

  @Test("the extent of any numbers is never empty")
  func extents() {
    #expect(extent(of: []) == 0...1)
    #expect(extent(of: [.nan, .infinity]) == 0...1)
    #expect(extent(of: [5, 5], least: 20) == -5...15)
    #expect(extent(of: [0, 100], margin: 0.05) == -5...105)
  }
}
