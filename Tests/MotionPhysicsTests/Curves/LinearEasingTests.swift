import MotionPhysics
import Quantities
import Testing

/// The text of `linear()` easings, parsed as a browser parses it and compared with the spring.
@Suite("Linear easing")
struct LinearEasingTests {
  /// A `linear()` easing as CSS defines it: W3C, CSS Easing Functions Level 2, section 2.2.
  struct BrowserEasing {
    var points: [(time: Double, progress: Double)] = []

    init(_ text: String) throws {
      try #require(text.hasPrefix("linear(") && text.hasSuffix(")"))
      for stop in text.dropFirst(7).dropLast().split(separator: ", ") {
        let words = stop.split(separator: " ")
        let progress = try #require(Double(words[0]))
        let percent = words.count > 1 ? words[1] : points.isEmpty ? "0%" : "100%"
        try #require(percent.hasSuffix("%"))
        points.append((try #require(Double(percent.dropLast())) / 100, progress))
      }
    }

    func progress(at time: Double) -> Double {
      var index = points.count - 2
      // Finds the last stop that is not after the time, by bisection.
      var (low, high) = (0, points.count - 1)
      while high - low > 1 {
        let middle = (low + high) / 2
        if points[middle].time <= time { low = middle } else { high = middle }
      }
      index = low
      let (from, to) = (points[index], points[index + 1])
      guard to.time > from.time else { return to.progress }
      return from.progress
        + (to.progress - from.progress) * ((time - from.time) / (to.time - from.time))
    }
  }

  static let ratios = [0.01, 0.05, 0.1, 0.3, 0.64, 0.8, 0.999, 1, 1.001, 1.5, 3, 20]

  /// Returns the largest distance between the text and the spring.
  ///
  /// The distance is computed at forty times or more between two stops, and at times beyond the
  /// end.
  static func worst(_ easing: LinearEasing, _ spring: Spring, _ velocity: Double) throws -> Double {
    let browser = try BrowserEasing(easing.css)
    #expect(zip(browser.points, browser.points.dropFirst()).allSatisfy { $0.time <= $1.time })
    #expect(browser.points.first?.progress == 0 && browser.points.last?.progress == 1)
    let start = Spring.Motion(offset: Points(-1), velocity: PointsPerSecond(velocity))
    let inside = max(4_000, 40 * browser.points.count)
    return (0...inside + 400).map { step in
      let fraction = Double(step) / Double(inside)
      let shown = fraction < 1 ? browser.progress(at: fraction) : 1
      let exact = spring.motion(after: easing.duration * fraction, from: start).offset.value + 1
      return (shown - exact).magnitude
    }.max() ?? .infinity
  }

  @Test("the text is within 0.1 % of the distance from the spring at every time", arguments: ratios)
  func exact(ratio: Double) throws {
    for (response, velocity) in [(0.02, 0.0), (0.5, 0), (0.5, -8), (0.5, 40), (3, 2), (60, 0.1)] {
      let spring = Spring(dampingRatio: ratio, response: Seconds(response))
      let timing = SpringTiming(
        spring: spring, initialVelocity: RelativeVelocity(dx: velocity))
      let easing = try #require(timing.linearEasing())
      let worst = try Self.worst(easing, spring, velocity)
      #expect(worst <= 0.001, "\(response) s with relative velocity \(velocity) /s")
      let milliseconds = easing.duration.value * 1_000
      #expect((milliseconds - milliseconds.rounded()).magnitude < 1e-6)
    }
  }

  @Test("a smaller tolerance is met as well", arguments: [0.01, 1e-4, 1e-6])
  func tolerances(tolerance: Double) throws {
    let spring = Spring(dampingRatio: 0.3, response: Seconds(0.5))
    let easing = try #require(
      SpringTiming(spring: spring).linearEasing(within: tolerance))
    #expect(try Self.worst(easing, spring, 0) <= tolerance)
  }

  /// A lower bound for the number of stops.
  ///
  /// A line that stays within ε of a curve, above and below, is at most 4 √(ε / f″) long, where f″
  /// is the second derivative of the curve. So no polyline has fewer stops than ∫ √f″ dt / 4 √ε.
  @Test("the number of stops is small: no polyline could have a fifth fewer", arguments: ratios)
  func few(ratio: Double) throws {
    let spring = Spring(dampingRatio: ratio, response: Seconds(0.5))
    let easing = try #require(SpringTiming(spring: spring).linearEasing())
    let start = Spring.Motion(offset: Points(-1), velocity: .zero)
    let steps = 100_000
    let bound =
      (0..<steps).reduce(0) { sum, step in
        let time = easing.duration * ((Double(step) + 0.5) / Double(steps))
        let acceleration = spring.acceleration(at: spring.motion(after: time, from: start))
        return sum + (acceleration.magnitude / 0.001).squareRoot() / 4
      } * easing.duration.value / Double(steps)
    #expect(Double(easing.stops.count) <= bound * 1.12 + 4, "\(bound)")
  }

  @Test("a motion that never settles or oscillates for too long has no easing")
  func endless() {
    for ratio in [0, 1e-7] {
      let spring = Spring(dampingRatio: ratio, response: Seconds(0.5))
      #expect(SpringTiming(spring: spring).linearEasing() == nil)
    }
    let fast = SpringTiming(
      spring: .bouncy, initialVelocity: RelativeVelocity(dx: .greatestFiniteMagnitude))
    #expect(fast.linearEasing() == nil)
  }

  @Test(
    "the text is within 0.1 % of the distance from a decay", arguments: [0.9, 0.99, 0.998, 0.99999])
  func decays(rate: Double) throws {
    let decay = Decay(rate: rate)
    let easing = try #require(LinearEasing(decay: decay))
    let browser = try BrowserEasing(easing.css)
    let start = Decay.Motion(
      position: .zero, velocity: decay.velocity(toGo: Points(1)))
    for step in 0...10_000 {
      let fraction = Double(step) / 9_000
      let exact = decay.motion(after: easing.duration * fraction, from: start).position.value
      let shown = fraction < 1 ? browser.progress(at: fraction) : 1
      #expect((shown - exact).magnitude <= 0.001)
    }
    // ∫ √f″ dt / 4 √ε = 2 / 4 √0.001.
    #expect(Double(easing.stops.count) <= 0.5 / 0.001.squareRoot() * 1.12 + 4)
  }

  @Test("the text of a frame curve does not depend on its frame rate", arguments: [5.0, 60, 480])
  func frames(hz: Double) throws {
    let spring = Spring(dampingRatio: 0.4, response: Seconds(0.5))
    let curve = try #require(
      SpringCurve(
        spring: spring, from: Points(100), to: Points(-220), velocity: PointsPerSecond(900),
        every: Seconds(1 / hz)))
    let browser = try BrowserEasing(try #require(curve.cssLinear()))
    let start = Spring.Motion(offset: Points(320), velocity: PointsPerSecond(900))
    for step in 0..<5_000 {
      let fraction = Double(step) / 5_000
      let offset = spring.motion(after: curve.duration * fraction, from: start).offset
      #expect((browser.progress(at: fraction) - (1 - offset.value / 320)).magnitude <= 0.001)
    }
  }
}
