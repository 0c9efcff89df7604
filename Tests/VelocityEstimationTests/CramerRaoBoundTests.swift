import Quantities
import Testing
import VelocityEstimation
import VelocityAccuracy

/// The lower bound of the error of any unbiased velocity estimator.
@Suite("Cramér–Rao bound") struct CramerRaoBoundTests {
  /// Samples of a polynomial of `degree` at the given times, with equal variances.
  private func polynomial(_ times: [Double], degree: Int, variance: Double) -> CramerRaoBound {
    var bound = CramerRaoBound(parameters: degree + 1)
    for time in times {
      var powers = [1.0]
      for _ in 0..<degree { powers.append((powers.last ?? 0) * time) }
      bound.add(gradient: powers, variance: variance)
    }
    return bound
  }

  private static let uneven = [-0.1, -0.08, -0.05, -0.041, -0.02, -0.013, 0]

  @Test("the slope of a line has the variance σ² / Σ (t − t̄)²")
  func line() {
    let times = Self.uneven
    let mean = times.reduce(0, +) / Double(times.count)
    let spread = times.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let bound = polynomial(times, degree: 1, variance: 0.25).leastVariance(of: [0, 1])
    #expect((bound * spread / 0.25 - 1).magnitude < 1e-12)
  }

  /// The slope at the end of a parabola has a closed-form variance.
  ///
  /// For n samples with a period h it is 12 σ² (2n − 1)(8n − 11) / (h² n (n − 1)(n² − 4)(n + 1)).
  @Test(
    "the slope at the end of a parabola has its closed-form variance", arguments: [3, 4, 8, 24])
  func parabola(count: Int) {
    let period = 1 / 120.0
    let times = (0..<count).map { -Double($0) * period }
    let n = Double(count)
    let closed =
      12 * (2 * n - 1) * (8 * n - 11)
      / (period * period * n * (n - 1) * (n * n - 4) * (n + 1))
    let bound = polynomial(times, degree: 2, variance: 1).leastVariance(of: [0, 1, 0])
    #expect((bound / closed - 1).magnitude < 1e-9)
  }

  @Test(
    "another sample never increases the bound, and the bound is proportional to the noise variance")
  func monotone() {
    for degree in 1...3 {
      let gradient = (0...degree).map { $0 == 1 ? 1.0 : 0 }
      var last = Double.infinity
      for count in (degree + 1)...40 {
        let times = (0..<count).map { -Double($0) * 0.004 }
        let quiet = polynomial(times, degree: degree, variance: 1).leastVariance(of: gradient)
        let noisy = polynomial(times, degree: degree, variance: 9).leastVariance(of: gradient)
        #expect(quiet < last)
        #expect((noisy / quiet - 9).magnitude < 1e-6)
        last = quiet
      }
    }
  }

  @Test("an unobservable parameter has an infinite bound, and does not affect the others")
  func unknown() {
    // Two samples determine a line but not a parabola; a third number that moves none is unknown.
    let times = [0, 0.01]
    let parabola = polynomial(times, degree: 2, variance: 1)
    #expect(parabola.leastVariance(of: [0, 0, 1]) == .infinity)
    var idle = CramerRaoBound(parameters: 3)
    for time in times { idle.add(gradient: [1, time, 0], variance: 1) }
    #expect((idle.leastVariance(of: [0, 1, 0]) * 0.01 * 0.01 / 2 - 1).magnitude < 1e-9)
    #expect(idle.leastVariance(of: [0, 0, 1]) == .infinity)
  }

  /// Gestures of the class, as a device of this kind reports them.
  private func bound(
    _ gesture: GestureClass, rate: Double, noise: Double, count: Int = 25
  ) throws -> VelocityBound {
    let sensor = Sensor(rate: rate, noise: noise, isOneDimensional: true)
    let comparison = gesture.comparison(of: [], over: gesture.trials(count, sensor: sensor))
    return try #require(comparison.bound)
  }

  static let moving = GestureClass.allCases.filter { !$0.isStop && $0 != .slowDrag }

  @Test("less noise and more samples lower the bound of every class", arguments: moving)
  func classes(gesture: GestureClass) throws {
    for rate in [60.0, 120, 240] {
      let quiet = try bound(gesture, rate: rate, noise: 0.5)
      let noisy = try bound(gesture, rate: rate, noise: 2)
      #expect(quiet.told < noisy.told)
      #expect(quiet.untold < noisy.untold)
      // A short flick has three samples at every rate.
      guard gesture != .shortFlick, rate < 240 else { continue }
      #expect(try bound(gesture, rate: rate * 2, noise: 0.5).told < quiet.told)
    }
  }

  /// In other classes, either bound can be the lower one: the polynomial that an oracle chose may
  /// have an unnoticeable bias.
  @Test(
    "if the motion is a polynomial, knowing that does not lower the bound",
    arguments: [GestureClass.constant, .accelerating, .decelerating, .shortFlick, .drops])
  func told(gesture: GestureClass) throws {
    for noise in [0.1, 2] {
      let bound = try bound(gesture, rate: 120, noise: noise)
      #expect((bound.untold / bound.told - 1).magnitude < 0.01)
    }
  }

  /// Three standard deviations of the root mean square of 400 errors.
  ///
  /// Speeds from 300 to 3000 pt/s weigh the squares as 1 / v², of which the fourth moment is 3.7
  /// times the squared second, so the mean square is known to √((3 · 3.7 − 1) / 400) and its root
  /// to half of that.
  static let chance = 0.24

  /// A line is unbiased on a steady motion, and a parabola is also unbiased on an accelerated one.
  @Test(
    "no unbiased estimator has a smaller error than the bound",
    arguments: [
      (GestureClass.constant, ["android.lsq1", "android.lsq2", "gesture-handler.web"]),
      (.drops, ["android.lsq1"]), (.accelerating, ["android.lsq2", "gesture-handler.web"]),
      (.decelerating, ["android.lsq2", "android.lsq3"]),
      (.shortFlick, ["android.lsq1", "android.lsq2"]),
    ])
  func unbiased(gesture: GestureClass, names: [String]) throws {
    for rate in [60.0, 120, 240] {
      let sensor = Sensor(rate: rate, noise: 0.5, isOneDimensional: true)
      let trials = gesture.trials(400, sensor: sensor)
      let least = try bound(gesture, rate: rate, noise: 0.5, count: 400).told
      for name in names {
        let error = gesture.accuracy(of: try Estimator.named(name), over: trials).error
        // The root mean square of 400 gestures is known to 1 / √800, 3.5 %; the test allows three
        // times that.
        #expect(error >= 0.9 * least, "\(name) at \(rate) Hz")
      }
    }
  }

  @Test(
    "the best estimator of a steady motion reaches the bound", arguments: [120.0, 240])
  func reached(rate: Double) throws {
    // The line through all samples is the best estimator of a steady motion.
    let sensor = Sensor(rate: rate, noise: 1, isOneDimensional: true)
    let trials = GestureClass.constant.trials(400, sensor: sensor)
    let line = try Estimator.named("android.lsq1:horizon=1000,history=1000")
    let error = GestureClass.constant.accuracy(of: line, over: trials).error
    let told = try bound(.constant, rate: rate, noise: 1, count: 400).told
    #expect((error / told - 1).magnitude < Self.chance)
  }

  @Test("a line is near the bound of a steady motion, and the last two samples are not")
  func near() throws {
    let sensor = Sensor(rate: 120, noise: 1, isOneDimensional: true)
    func isNear(_ name: String) throws -> Bool {
      GestureClass.constant.comparison(
        of: [(name: name, estimator: try Estimator.named(name))],
        over: GestureClass.constant.trials(400, sensor: sensor)
      ).isNearBound
    }
    #expect(try isNear("android.lsq1:horizon=1000,history=1000"))
    #expect(try !isNear("last-sample"))
  }

  @Test("a gesture depends only on its number, and gestures with other numbers differ")
  func numbers() {
    let sensor = Sensor(rate: 120, noise: 1)
    let some = GestureClass.constant.trials(3, from: 5, sensor: sensor)
    #expect(
      some.map(\.samples) == GestureClass.constant.trials(8, sensor: sensor)[5...].map(\.samples))
    let hand = HandGestureClass.flick.trials(2, from: 1, sensor: sensor)
    #expect(
      hand.map(\.samples) == HandGestureClass.flick.trials(3, sensor: sensor)[1...].map(\.samples))
  }
}
