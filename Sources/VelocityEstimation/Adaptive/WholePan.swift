internal import Quantities

/// The fits that take a whole pan for one motion.
///
/// A short pan often is one: a finger that keeps its speed or changes it evenly, or a stroke. A
/// stroke begins at rest and changes its acceleration only in time, so that it starts as the third
/// power of time:
///
///     place(s) = a + b s³ + c s⁴ + d s⁵,   s = share of the time since the hand began to move
///
/// A stroke with the least jerk is one of these, wherever it is released. Where it is released at
/// its fastest, its acceleration is zero there, and it is known far better.
///
/// The finger began to move at a time between its first sample and the one that the device would
/// have taken before it; a few of these times are tried.
///
/// Source: Flash, Hogan, "The coordination of arm movements", J. Neuroscience 5(7), 1985.
struct WholePan {
  /// A sample as seen from the newest.
  private struct Point {
    /// How long before the newest it was, in seconds.
    var age = 0.0
    var x = 0.0
    var y = 0.0
    /// How many of the search's samples came after it.
    var newer = 0
  }

  /// The fewest samples: one more than the fits have numbers, and one to tell them by.
  private static let fewest = 6

  private let search: FitSearch
  private let period: Double
  private let tuning: AdaptiveTuning
  /// The time from the first sample to the last, in seconds.
  private let duration: Double
  /// The cost that the samples before the search's window would have, one for each and axis.
  let costBefore: Double
  private let precision: Double
  /// Whether it goes back beyond the search's window.
  let isLongerThanWindow: Bool
  /// The samples from the first to the newest, without those whose timestamps are too close to the
  /// next one's to be believed.
  private var points = InlineArray<100, Point>(repeating: Point())
  private(set) var count = 0

  /// The samples of a pan; nil where it is too long, too short or interrupted, or where not all of
  /// its samples are known any more.
  init?(_ history: SampleHistory, _ search: FitSearch, period: Double, _ tuning: AdaptiveTuning) {
    let oldest = history.count - 1
    guard history.count >= Self.fewest, history.count < Adaptive.capacity else { return nil }
    duration = history.age(oldest)
    guard duration <= tuning.longestStroke else { return nil }
    isLongerThanWindow = history.count > search.samples
    costBefore =
      Double(history.count - search.window) * (1 + search.noiseRatio)
      - tuning.outlier * Double(search.outliers.count)
    precision = 1 / search.variance
    self.search = search
    self.period = period
    self.tuning = tuning
    for index in (0...oldest).reversed() {
      guard index == 0 || history.interval(before: index - 1) <= tuning.longestPause
      else { return nil }
      guard history.isBelieved(index, period: period, tuning), !search.outliers.contains(index)
      else { continue }
      let offset = history.offset(index)
      points[count] = Point(
        age: history.age(index), x: offset.x.value, y: offset.y.value,
        newer: search.rank(index))
      count += 1
    }
  }

  /// Calls `body` with each sample, the newest first: when it was taken, in units of the search's time
  /// after the newest, and where.
  @inline(__always)
  func forEachSample(_ body: (_ t: Double, _ x: Double, _ y: Double) -> Void) {
    let points = points.span
    for index in (0..<count).reversed() {
      body(-points[index].age / FitSearch.unit, points[index].x, points[index].y)
    }
  }

  /// Adds all fits to the pan, and to the pan without its newest samples.
  func addFits(to mixture: inout FitMixture) {
    if isLongerThanWindow { addPolynomials(to: &mixture) }
    let starts = min(max((period / tuning.startStep).rounded(), 1), tuning.mostStarts)
    let price = 2 * naturalLogarithm(starts)
    for start in 0..<Int(starts) {
      addStrokes(to: &mixture, lead: period * (Double(start) + 0.5) / starts, price: price)
    }
  }

  /// Adds lines and parabolas, where the windows of the search do not reach back so far.
  private func addPolynomials(to mixture: inout FitMixture) {
    var fit = GrowingFit()
    for index in 0..<count {
      let point = points.span[index]
      let t = -point.age / FitSearch.unit
      fit.add(t, point.x, point.y)
      guard isHopeful(fit, tuning.lineOfAll, mixture) else { return }
      guard point.newer <= search.bendable, fit.count >= Self.fewest else { continue }
      let residuals = fit.residuals
      add(fit.line, Fit(tuning.lineOfAll, residuals.line, 1, fit.count), upTo: point, to: &mixture)
      add(
        fit.parabola(at: t), Fit(tuning.parabolaOfAll, residuals.parabola, 2, fit.count),
        upTo: point, to: &mixture)
    }
  }

  /// Adds the strokes that began `lead` seconds before the first sample.
  private func addStrokes(to mixture: inout FitMixture, lead: Double, price: Double) {
    var fit = GrowingFit()
    let perSecond = 1 / (duration + lead)
    // Slopes per unit of the search's time.
    let scale = FitSearch.unit * perSecond
    for index in 0..<count {
      let point = points.span[index]
      let s = 1 - point.age * perSecond
      let (s2, s3, s4) = (s * s, s * s * s, s * s * s * s)
      fit.add((s3, s4, s4 * s), point.x, point.y)
      guard isHopeful(fit, tuning.strokeAtItsFastest + price, mixture) else { return }
      guard point.newer <= search.bendable, fit.count >= Self.fewest else { continue }
      let slope = (3 * s2 * scale, 4 * s3 * scale, 5 * s4 * scale)
      let free = fit.reading(slope)
      let isLate = going(free, at: point) * s / scale < tuning.goingOn
      if !isLate || point.newer == 0 {
        let late = isLate ? tuning.goingOut : 0
        add(
          free, Fit(tuning.stroke + price + late, fit.residual, 3, fit.count), upTo: point,
          to: &mixture)
      }
      let fastest = fit.reading(slope, whereZero: (6 * s, 12 * s2, 20 * s3))
      add(
        fastest.reading,
        Fit(tuning.strokeAtItsFastest + price, fit.residual + fastest.excess, 2, fit.count),
        upTo: point, to: &mixture)
    }
  }

  /// How fast a stroke is at `point` over the way that it has come.
  private func going(_ reading: GrowingFit.Reading, at point: Point) -> Double {
    let (x, y) = (point.x - points.span[0].x, point.y - points.span[0].y)
    return (reading.x * x + reading.y * y) / (x * x + y * y)
  }

  /// Whether a fit can still count, however the samples to come lie; its residual only grows.
  private func isHopeful(_ fit: GrowingFit, _ price: Double, _ mixture: FitMixture) -> Bool {
    fit.residual * precision + price - costBefore < mixture.best.cost + FitMixture.negligible
  }

  /// What a fit costs besides its hook: its price, its residual and how many numbers beyond a place
  /// it has.
  private struct Fit {
    var price: Double
    var residual: Double
    var numbers: Int
    var used: Int

    init(_ price: Double, _ residual: Double, _ numbers: Int, _ used: Int) {
      self.price = price
      self.residual = residual
      self.numbers = numbers
      self.used = used
    }
  }

  private func add(
    _ reading: GrowingFit.Reading, _ fit: Fit, upTo point: Point, to mixture: inout FitMixture
  ) {
    let cost =
      fit.residual * precision + Double(fit.numbers) * search.noiseRatio + fit.price - costBefore
    guard cost < mixture.best.cost + FitMixture.negligible else { return }
    let bend = search.bend(point.newer)
    guard search.canBeHook(bend, reading), bend.movedLately(reading, atLeast: tuning.leastGoing)
    else { return }
    mixture.add(
      FitMixture.Member(
        cost: cost + search.costOfHook(bend) + search.costOfKeeping(bend, reading),
        x: reading.x, y: reading.y,
        variance: reading.variance, used: fit.used,
        span: (duration - point.age) / FitSearch.unit, degree: fit.numbers, leftOut: point.newer,
        isHook: bend.slows(reading)))
  }
}
