import Fitting
import Foundation
import Quantities
import Testing

@Suite("Fitting laws of motion")
struct MotionFitTests {
  /// The result of one synthetic observation.
  struct Outcome {
    var isNamed: Bool
    /// Whether every other law that is not a generalization and has no more parameters differs by twice the noise.
    var isDistinct: Bool
    var covered: Int
    var intervals: Int
    /// The pairs of laws that differ by less than a tenth of the noise, and those that the fit does not tell apart.
    var pairs: Int
    var called: Int
  }

  /// The number of observations; a fit takes a fifth of a second, so a run with `FLICKBOOK_SAMPLE` has a quarter of them.
  private static func observations(_ count: Int) -> Range<Int> {
    let isSample = ProcessInfo.processInfo.environment["FLICKBOOK_SAMPLE"] != nil
    return 0..<(isSample ? count / 4 : count)
  }

  static func outcome(_ law: MotionLaw, seed: UInt64, isShort: Bool) -> Outcome? {
    let seen = SyntheticObservation(law: law, seed: seed, isShort: isShort)
    let window = seen.from...100
    guard
      let shown = try? ObservedThrow(
        "shown", times: seen.times, positions: seen.positions, in: window),
      let exact = try? ObservedThrow("exact", times: seen.times, positions: seen.exact, in: window),
      let fit = try? MotionFit([shown]), let truth = try? MotionFit([exact]),
      let own = truth.ranking.first(where: { $0.law == law })
    else { return nil }
    let others = truth.ranking.filter {
      $0.law != law && !$0.law.contains(law) && $0.parameterCount <= own.parameterCount
    }
    let nearest = others.map { $0.rms }.min() ?? .infinity
    let mine = fit.ranking.first { $0.law == law }
    let intervals = mine?.intervals ?? []
    let best = ([fit.ranking[0]] + fit.equals).map { $0.law }
    let alike = others.filter { $0.rms <= 0.1 * seen.noise }
    let called = alike.filter { other in
      fit.winner == nil || best.contains(law) && best.contains(other.law) || law.contains(best[0])
    }
    return Outcome(
      isNamed: fit.winner?.law == law, isDistinct: nearest >= 2 * seen.noise,
      covered: zip(intervals, seen.values).count { $0.contains($1) }, intervals: intervals.count,
      pairs: alike.count, called: called.count)
  }

  @Test("the true law is named, and its parameters lie in their 95 % intervals")
  func named() {
    var (distinct, named, covered, intervals) = (0, 0, 0, 0)
    let indices = Self.observations(80)
    for index in indices {
      let law = MotionLaw.allCases[index % MotionLaw.allCases.count]
      guard let outcome = Self.outcome(law, seed: 310_000_000 + UInt64(index), isShort: false)
      else { continue }
      distinct += outcome.isDistinct ? 1 : 0
      named += outcome.isDistinct && outcome.isNamed ? 1 : 0
      covered += outcome.covered
      intervals += outcome.intervals
    }
    print(
      "fits: named \(named) of \(distinct), \(covered) of \(intervals) parameters in their interval"
    )
    #expect(distinct > indices.count * 5 / 8)
    // At most one in twenty has another name; of fewer than twenty, at most one.
    #expect(Double(distinct - named) <= max(1, 0.05 * Double(distinct)))
    #expect(intervals > indices.count && Double(covered) >= 0.93 * Double(intervals))
  }

  @Test("laws that noise makes alike are not told apart")
  func alike() {
    var (pairs, called) = (0, 0)
    let indices = Self.observations(160)
    for index in indices {
      let law = MotionLaw.allCases[index % MotionLaw.allCases.count]
      guard let outcome = Self.outcome(law, seed: 350_000_000 + UInt64(index), isShort: true)
      else { continue }
      pairs += outcome.pairs
      called += outcome.called
    }
    print("fits: \(called) of \(pairs) pairs are not told apart")
    #expect(pairs >= indices.count / 12 && Double(called) >= 0.9 * Double(pairs))
  }

  /// A spring of response 0.4 s and ratio 0.7, and a friction of 4 per second, at 60 Hz.
  private static let times = (0..<90).map { Double($0) / 60 }
  private static let spring = times.map { 500 - springOffset(300, -200, 0.4, 0.7, $0) }
  private static let glide = times.map { 900 - 350 * exp(-4 * $0) }

  private static func fit(
    _ positions: [Double], _ times: [Double] = times, laws: [MotionLaw] = MotionLaw.allCases
  ) throws -> MotionFit {
    try MotionFit(
      [ObservedThrow("motion", times: times, positions: positions, in: -1000...1000)], laws: laws)
  }

  @Test(
    "a motion that is shifted, mirrored or later has the same law and parameters",
    arguments: [spring, glide])
  func invariant(positions: [Double]) throws {
    let laws: [MotionLaw] = [.spring, .exponential, .constant]
    let fit = try Self.fit(positions, laws: laws)
    let moved = [
      try Self.fit(positions.map { $0 - 1234 }, laws: laws),
      try Self.fit(positions.map { -$0 }, laws: laws),
      try Self.fit(positions, Self.times.map { $0 + 7 }, laws: laws),
    ]
    for other in moved {
      #expect(other.winner?.law == fit.winner?.law)
      for (one, two) in zip(fit.ranking[0].values, other.ranking[0].values) {
        #expect(abs(one / two - 1) < 1e-6)
      }
    }
  }

  @Test("the constants are found: the derivation is the textbook's formula")
  func exact() throws {
    let spring = try #require(try Self.fit(Self.spring).winner)
    #expect(spring.law == .spring)
    #expect(abs(spring.values[0] - 0.4) < 1e-5 && abs(spring.values[1] - 0.7) < 1e-5)
    let glide = try #require(try Self.fit(Self.glide).winner)
    #expect(glide.law == .exponential && abs(glide.values[0] - 4) < 1e-4)
    #expect(abs(glide.rests[0] - 900) < 1e-3)
  }

  @Test("a motion twice as large has the same spring and friction, and twice the deceleration")
  func scaled() throws {
    let throwing = Self.times.map { 600 - 0.5 * 1500 * pow(max(0, 0.9 - $0), 2) }
    let (one, two) = (try Self.fit(throwing), try Self.fit(throwing.map { 2 * $0 }))
    #expect(one.winner?.law == .constant && two.winner?.law == .constant)
    #expect(abs(one.ranking[0].values[0] - 1500) < 0.1)
    #expect(abs(two.ranking[0].values[0] - 3000) < 0.2)
  }

  @Test("gestures of one surface share its parameters, and a row that is wrong is left out")
  func joint() throws {
    let slow = Self.times.map { 100 - springOffset(40, 90, 0.4, 0.7, $0) }
    var wrong = Self.spring
    wrong[20] += 25
    let fit = try MotionFit([
      ObservedThrow("one", times: Self.times, positions: wrong, in: 0...9),
      ObservedThrow("two", times: Self.times, positions: slow, in: 0...9),
    ])
    #expect(fit.winner?.law == .spring && abs(fit.ranking[0].values[0] - 0.4) < 1e-5)
    #expect(fit.gestures.map { $0.outliers } == [1, 0])
  }

  @Test("motions that no law explains have no winner")
  func unexplained() throws {
    let odd = Self.times.map { 200 * sin(5 * $0 * $0) + 20 * sin(31 * $0) }
    let fit = try Self.fit(odd)
    #expect(fit.winner == nil && !fit.isExplained)
  }

  @Test("a throw that an edge stops is used until the edge")
  func stopped() throws {
    let stopped = Self.times.map { min(700, 900 - 800 * exp(-4 * $0)) }
    let motion = try ObservedThrow(
      "motion", times: Self.times, positions: stopped, in: 0...9, isThrown: true)
    #expect(motion.isStopped && motion.positions.allSatisfy { $0 < 700 })
    let fit = try MotionFit([motion])
    #expect(fit.winner?.law == .exponential && abs(fit.ranking[0].values[0] - 4) < 0.01)
  }

  @Test("frames that a recorder repeats are left out")
  func repeated() throws {
    var positions = Self.spring
    for row in stride(from: 5, to: 20, by: 3) { positions[row] = positions[row - 1] }
    let motion = try ObservedThrow("motion", times: Self.times, positions: positions, in: 0...9)
    #expect(motion.repeated >= 3)
    #expect(try MotionFit([motion]).winner?.law == .spring)
  }

  @Test("more motions or rows than a fit can use are refused")
  func large() throws {
    let motion = try ObservedThrow(
      "motion", times: Self.times, positions: Self.spring, in: 0...9)
    let many = [ObservedThrow](repeating: motion, count: MotionFit.largest.motions + 1)
    #expect(throws: FitError.self) { try MotionFit(many, laws: [.exponential]) }
    let times = (0..<30_000).map { Double($0) / 1000 }
    let long = try ObservedThrow(
      "long", times: times, positions: times.map { 900 * sin($0 / 20) }, in: 0...99)
    #expect(throws: FitError.self) { try MotionFit([long], laws: [.exponential]) }
  }

  @Test("motions that cannot be fitted are refused with the reason")
  func refused() {
    func kind(_ positions: [Double]) -> FitError.Kind? {
      let times = positions.indices.map { Double($0) / 60 }
      do {
        _ = try ObservedThrow("table", times: times, positions: positions, in: 0...99)
        return nil
      } catch {
        #expect(error.description.hasPrefix("table: ") && error.description.contains("; "))
        return error.kind
      }
    }
    #expect(kind([Double](repeating: 5, count: 50)) == .still)
    #expect(kind([0]) == .still)
    #expect(kind([0, 40, 60, 70]) == .short)
    var cut = Self.spring
    for row in 40..<cut.count { cut[row] += 300 }
    #expect(kind(cut) == .jump)
    let twice = Self.glide + [Double](repeating: 899, count: 60) + Self.glide.map { $0 + 349 }
    #expect(kind(twice.map { $0.rounded() }) == .severalMotions)
  }
}

@Suite("Fitting rules and bands")
struct RuleFitTests {
  /// Releases between detents at 54, 422 and 748 pt.
  private static let detents = [54.0, 422, 748]

  private static func nearest(_ place: Double) -> Double {
    detents.min { abs($0 - place) < abs($1 - place) } ?? 0
  }

  private static func releases(_ seed: UInt64, _ rule: (Double, Double) -> Double)
    -> [ObservedRelease]
  {
    var random = SeededGenerator(seed: seed)
    return (0..<400).map { _ in
      let position = Double.random(in: 60...740, using: &random)
      let velocity = Double.random(in: -1500...1500, using: &random)
      return ObservedRelease(
        position: position, velocity: velocity, rest: rule(position, velocity))
    }
  }

  @Test(
    "a threshold lies between its bounds, and explains every release", arguments: [150.0, 300, 700])
  func threshold(flick: Double) throws {
    let releases = Self.releases(1) { position, velocity in
      guard abs(velocity) >= flick else { return Self.nearest(position) }
      return velocity > 0
        ? Self.detents.first { $0 > position } ?? 748 : Self.detents.last { $0 < position } ?? 54
    }
    let bounds = try #require(RuleFit(releases)).threshold
    #expect(bounds.explained == releases.count)
    let (above, atMost) = (try #require(bounds.above), try #require(bounds.atMost))
    #expect(above < flick && flick <= atMost && atMost - above < 60)
  }

  @Test("a projection time lies between its bounds", arguments: [0.1, 0.2, 0.499])
  func projection(time: Double) throws {
    let releases = Self.releases(2) { Self.nearest($0 + $1 * time) }
    let bounds = try #require(RuleFit(releases)).projection
    #expect(bounds.explained == releases.count)
    let (above, atMost) = (try #require(bounds.above), try #require(bounds.atMost))
    #expect(above <= time && time <= atMost && atMost - above < 0.02)
  }

  @Test("releases from which a threshold cannot be seen leave it undetermined")
  func undetermined() throws {
    let slow = Self.releases(3) { place, _ in Self.nearest(place) }
      .map { ObservedRelease(position: $0.position, velocity: $0.velocity / 100, rest: $0.rest) }
    let rule = try #require(RuleFit(slow))
    #expect(rule.threshold.atMost == nil && rule.threshold.explained == slow.count)
    #expect(RuleFit(Array(slow.prefix(3))) == nil)
  }

  /// A drag to 400 pt beyond an edge at 600, shown one frame late.
  private static func drag(_ band: (Double) -> Double) -> ObservedDrag {
    let fingerTimes = (0..<120).map { Double($0) / 120 }
    let fingers = fingerTimes.map { 100 + 700 * sin($0 * 1.5) }
    let times = (1..<60).map { Double($0) / 60 }
    let positions = times.map { time in
      let place = 100 + 700 * sin((time - 1.0 / 60) * 1.5) + 250
      return place <= 600 ? place : 600 + band(place - 600)
    }
    return ObservedDrag(
      times: times, positions: positions, fingerTimes: fingerTimes, fingers: fingers)
  }

  @Test(
    "the stiffness, the reach and the edge of a rubber band are found", arguments: [300.0, 844])
  func band(reach: Double) throws {
    let drag = Self.drag { (1 - 1 / ($0 * 0.55 / reach + 1)) * reach }
    let fits = BandFit.all([drag], side: 1)
    let best = try #require(fits.first)
    #expect(best.law == .rubberBand && best.rms < 0.2, "\(fits.map { ($0.law.name, $0.rms) })")
    #expect(abs(best.edge - 600) < 2 && abs(best.lag - 1.0 / 60) < 0.005)
    let (stiffness, far) = (try #require(best.stiffness), try #require(best.reach))
    #expect(abs(stiffness.value - 0.55) < 0.02 && abs(far.value / reach - 1) < 0.05)
    #expect(stiffness.interval.contains(stiffness.value))
  }

  @Test("bands of other systems are told apart")
  func foreign() throws {
    let half = try #require(BandFit.all([Self.drag { $0 / 2 }], side: 1).first)
    #expect(half.law == .foreign(.half) || half.law == .rubberBand)
    let capped = try #require(BandFit.all([Self.drag { min(0.35 * $0, 48) }], side: 1).first)
    #expect(capped.law == .foreign(.capped))
    let stop = try #require(BandFit.all([Self.drag { _ in 0 }], side: 1).first)
    #expect(stop.law == .stop)
    #expect(BandFit.all([], side: 1).isEmpty)
  }
}
