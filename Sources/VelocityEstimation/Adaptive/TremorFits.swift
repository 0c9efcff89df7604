internal import Quantities

/// The fits of a steady motion of a hand that trembles.
///
/// Hands tremble at 8 to 12 Hz, by a point or so, and do not mean it:
///
///     place(t) = a + b t + c sin ωt + d cos ωt
///
/// Only a motion that keeps within a few points of a straight and steady one for a period of the
/// tremor, and yet is further off than noise, is tried.
///
/// Source: Elble, Koller, *Tremor*, 1990: physiological tremor of the hand, 8 to 12 Hz.
struct TremorFits {
  /// Some samples that follow each other so closely that they are seen as one.
  private struct Point {
    var t = 0.0
    var x = 0.0
    var y = 0.0
  }

  private let search: FitSearch
  private let tuning: AdaptiveTuning
  private var points = InlineArray<48, Point>(repeating: Point())
  private var count = 0
  private var samples = 0.0
  private var cost = 0.0
  /// Whether the newest sample is left out.
  private let isWithoutNewest: Bool

  /// The samples of a motion, or all but the newest where that is off, as far as it may be a steady
  /// one with a tremor; nil otherwise.
  init?(
    _ history: SampleHistory, _ search: FitSearch, withoutNewest isWithoutNewest: Bool = false,
    period: Double, _ tuning: AdaptiveTuning
  ) {
    self.search = search
    self.tuning = tuning
    self.isWithoutNewest = isWithoutNewest
    if isWithoutNewest, !isOff(0, history, period: period) { return nil }
    var index = 0
    while index < history.count, count < 48 {
      var sum = Point()
      var number = 0.0
      let start = history.age(index)
      guard start <= tuning.longestTremor else { break }
      repeat {
        let offset = history.offset(index)
        let isOff =
          search.outliers.contains(index)
          || (index == 0
            ? isWithoutNewest
            : search.outliers.suspects.contains(index) && isOff(index, history, period: period))
        if isOff { cost += index > 0 ? tuning.outlier : search.costOfHook(search.bend(1)) }
        if !isOff && (number == 0 || history.isBelieved(index, period: period, tuning)) {
          sum.t -= history.age(index)
          sum.x += offset.x.value
          sum.y += offset.y.value
          number += 1
        }
        index += 1
      } while index < history.count && history.age(index) - start < tuning.tremorStep
      guard number > 0 else { continue }
      samples += number
      let fraction = 1 / number
      points[count] = Point(
        t: sum.t * fraction / FitSearch.unit, x: sum.x * fraction, y: sum.y * fraction)
      count += 1
      if index < history.count, index > 0,
        history.interval(before: index - 1) > tuning.pause * period,
        history.isPause(index - 1, tuning)
      {
        break
      }
    }
    guard count >= 8, -points.span[count - 1].t * FitSearch.unit >= tuning.shortestTremor,
      mayTremble
    else { return nil }
  }

  /// Whether a sample is off by itself: further from the line that its neighbours tell than noise and
  /// a tremor make it, and than these are from the lines that theirs tell.
  private func isOff(_ index: Int, _ history: SampleHistory, period: Double) -> Bool {
    /// The next sample whose timestamp is to be believed; nil beyond the first and the newest.
    func neighbour(_ index: Int, _ step: Int) -> Int? {
      var index = index + step
      while index >= 0, index < history.count,
        !history.isBelieved(index, period: period, tuning)
      {
        index += step
      }
      return index < 0 || index >= history.count ? nil : index
    }
    func squared(_ index: Int) -> Double {
      guard let after = neighbour(index, -1), let before = neighbour(index, 1) else { return 0 }
      return squaredDistance(history[index], fromLineThrough: history[before], history[after])
    }
    let limit = tuning.widestTremor * tuning.widestTremor + tuning.outlierJump * search.variance
    guard index > 0 else {
      guard let one = neighbour(0, 1), let two = neighbour(one, 1) else { return false }
      // Where a line leads to is known half as well as where it comes through.
      return squaredDistance(history[0], fromLineThrough: history[two], history[one]) > 4 * limit
        && 16 * squared(two) < squared(one)
    }
    guard history.isBelieved(index, period: period, tuning) else { return false }
    let off = squared(index)
    guard off > limit, let before = neighbour(index, 1), let after = neighbour(index, -1) else {
      return false
    }
    // A newest that is off makes the one before it look off, and none further back; one that is off
    // itself makes that before it look half as far off, of which noise may take another half.
    let offBefore = squared(before)
    return off > offBefore && (after > 0 ? off > squared(after) : 16 * offBefore >= off)
  }

  /// Whether it is further from a straight and steady motion than noise, and by no more than a tremor.
  private var mayTremble: Bool {
    let points = points.span
    var (t, x, y, tt, tx, ty, squares) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for index in 0..<count {
      let p = points[index]
      t += p.t
      x += p.x
      y += p.y
      tt += p.t * p.t
      tx += p.t * p.x
      ty += p.t * p.y
      squares += p.x * p.x + p.y * p.y
    }
    let n = Double(count)
    let spread = tt - t * t / n
    let (cx, cy) = (tx - t * x / n, ty - t * y / n)
    let off = max(squares - (x * x + y * y) / n - (cx * cx + cy * cy) / spread, 0) / n
    let noise = search.variance * (1 + search.noiseRatio)
    return off < tuning.widestTremor * tuning.widestTremor + noise
      && off * samples / n > tuning.leastTremor * noise
  }

  /// Adds a fit for each of a few frequencies, and for the one between them that fits best.
  func addFits(to mixture: inout FitMixture) {
    var residuals = InlineArray<5, Double>(repeating: 0)
    var best = 0
    for step in 0..<5 {
      residuals[step] = addFit(8.4 + 0.8 * Double(step), to: &mixture)
      if residuals[step] < residuals[best] { best = step }
    }
    // The vertex of the parabola through the residuals of three frequencies, within 8 to 12 Hz.
    let middle = min(max(best, 1), 3)
    let (before, after) = (residuals[middle - 1], residuals[middle + 1])
    let bend = before - 2 * residuals[middle] + after
    guard bend > 0 else { return }
    let vertex = min(max((before - after) / (2 * bend), -1.5), 1.5)
    _ = addFit(8.4 + 0.8 * (Double(middle) + vertex), to: &mixture)
  }

  /// Adds the fit of a tremor of a frequency in Hz; its sum of squared residuals.
  private func addFit(_ frequency: Double, to mixture: inout FitMixture) -> Double {
    let points = points.span
    let kinds = 1 + search.noiseRatio
    let n = Double(count)
    let before = (samples - Double(search.window)) * kinds
    let omega = 2 * Double.pi * frequency * FitSearch.unit
    var fit = GrowingFit()
    var (s, c, last) = (0.0, 1.0, 0.0)
    for index in 0..<count {
      let point = points[index]
      let angle = omega * (point.t - last)
      last = point.t
      let (p, q) = (sine(angle), cosine(angle))
      (s, c) = (s * q + c * p, c * q - s * p)
      fit.add((point.t, s, c), point.x, point.y)
    }
    let slope = fit.reading((1, 0, 0))
    let (one, other) = (fit.reading((0, 1, 0)), fit.reading((0, 0, 1)))
    let amplitude = one.x * one.x + one.y * one.y + other.x * other.x + other.y * other.y
    // A tremor is no clean oscillation.
    let r = fit.residual * (samples / n) / (n * kinds * search.variance)
    guard !isWithoutNewest || search.canBeHook(search.bend(1), slope) else { return fit.residual }
    let misfit = n * kinds * (r > 1 ? 1 + naturalLogarithm(r) : r) + (samples - n) * kinds
    mixture.add(
      FitMixture.Member(
        cost: misfit + cost + tuning.tremor + amplitude / (tuning.tremorWidth * tuning.tremorWidth)
          + 4 * search.noiseRatio - before,
        x: slope.x, y: slope.y, variance: slope.variance * n / samples, used: count,
        span: -points[count - 1].t, degree: 1, leftOut: 0))
    return fit.residual
  }
}
