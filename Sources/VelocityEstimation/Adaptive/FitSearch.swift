internal import Quantities

/// All fits to the samples of one pan that end at its newest sample.
struct FitSearch {
  /// A sample relative to the newest.
  private struct Point {
    var t = 0.0
    var x = 0.0
    var y = 0.0
    /// Whether its timestamp is too close to the next one's to be believed.
    var cameInBurst = false
  }

  /// The most samples that a window holds; 150 ms at 320 Hz, 48 ms at 1 kHz.
  ///
  /// Source: ours; a steady motion at 1 kHz is read to 1 % with these.
  static let capacity = 48

  /// The unit of time inside a fit, in seconds; it keeps the columns of a cubic alike in size.
  static let unit = 0.025

  /// The least deviation of a sample, in points; places are sums of coordinates, and what rounding
  /// makes of these is no motion.
  ///
  /// Source: ours; coordinates of a thousand points are rounded to 1e-13, and no device counts finer
  /// than a thousandth.
  private static let rounding = 1e-9

  /// How many samples may be used.
  let window: Int
  /// The noise across the motion over that along it.
  let noiseRatio: Double
  /// The variance of a sample along each axis, in pt².
  let variance: Double
  /// How far the pan has come along its longer side, in points.
  private let extent: Double
  /// How many of the newest samples are recent enough to be bent by the lift.
  let bendable: Int
  /// Whether the newest sample is the last of the pan.
  private let isRelease: Bool
  private let tuning: AdaptiveTuning
  /// The samples; read through their span, because to read one of the array copies them all.
  private var points = InlineArray<48, Point>(repeating: Point())

  /// Prepares the newest `window` samples of `history`, which come every `period` seconds.
  init(
    _ history: SampleHistory, window: Int, variance: Double, noiseRatio: Double, period: Double,
    extent: Double, isRelease: Bool, tuning: AdaptiveTuning
  ) {
    self.extent = extent
    self.noiseRatio = noiseRatio
    self.variance = max(variance, Self.rounding * Self.rounding)
    self.isRelease = isRelease
    self.tuning = tuning
    var bendable = 0
    var count = 0
    var age = 0.0
    var untilNext = Double.infinity
    for index in 0..<window where count < Self.capacity {
      let offset = history.offset(index)
      points[count] = Point(
        t: -age / Self.unit, x: offset.x.value, y: offset.y.value,
        cameInBurst: untilNext < tuning.burst * period)
      if index > 0, age <= tuning.longestHook { bendable = count }
      count += 1
      guard index + 1 < history.count else { break }
      untilNext = history.interval(before: index)
      // A finger that lies still sends nothing, so that it was still there one scan before it moved.
      if untilNext > tuning.stillPeriods * period, count < Self.capacity,
        history.isPause(index, tuning)
      {
        let offset = history.offset(index + 1)
        points[count] = Point(
          t: -(age + period) / Self.unit, x: offset.x.value, y: offset.y.value)
        count += 1
        // How long a finger lay still after its touch-down tells nothing.
        if index + 2 == history.count { break }
      }
      age += untilNext
      if age > tuning.horizon { break }
    }
    self.window = count
    self.bendable = bendable
  }

  /// The cost of leaving out what came before the sample at `oldest`: one for each sample and axis,
  /// as if it were explained, and the price of a change.
  @inline(__always)
  private func costOfPast(before oldest: Int, isRest: Bool = false) -> Double {
    let count = Double(window - 1 - oldest)
    let time = (points.span[oldest].t - points.span[window - 1].t) * Self.unit
    let change = isRelease ? tuning.change : tuning.changeLive
    let linear = change * min(count, time / tuning.changeInterval)
    let most = isRest ? tuning.mostChangeToRest : .infinity
    return count * (1 + noiseRatio) + min(linear, most)
  }

  /// Adds the fits that use all samples of their window.
  func addPlainFits(to mixture: inout FitMixture) {
    addFits(to: &mixture, without: nil, from: 0, cost: 0)
  }

  /// Adds the fits that leave out one sample near the end, or the newest ones.
  ///
  /// A sample further back that does not fit is noticed by ``addPlainFits(to:)`` itself.
  func addFitsWithoutOneOrTheNewest(to mixture: inout FitMixture) {
    for index in 1...3 where index + 1 < window && isOff(index) {
      addFits(to: &mixture, without: index, from: 0, cost: tuning.outlier)
    }
    var newest = 1
    while newest <= bendable, newest + 3 < window {
      let leftOut = -points.span[newest].t
      let run = points.span[newest].t - points.span[window - 1].t
      guard newest <= 2 || run >= tuning.runBeforeHook * leftOut else { return }
      addFits(to: &mixture, without: nil, from: newest, cost: costOfHook(newest))
      newest += newest < 2 ? 1 : 1 + bendable / AdaptiveTuning.mostHooks
    }
  }

  /// The cost of leaving out so many of the newest samples.
  func costOfHook(_ newest: Int) -> Double {
    guard newest > 0 else { return 0 }
    let intervals = -points.span[newest].t * Self.unit / tuning.hookInterval
    return tuning.hook * max(min(Double(newest), intervals), 1)
  }

  /// Whether a sample is so far from the line between its neighbours that leaving it out can pay.
  private func isOff(_ index: Int) -> Bool {
    let before = points.span[index + 1]
    let point = points.span[index]
    let after = points.span[index - 1]
    let share = (point.t - before.t) / (after.t - before.t)
    let x = point.x - before.x - share * (after.x - before.x)
    let y = point.y - before.y - share * (after.y - before.y)
    // Noise alone makes this off by its variance for the sample and what the neighbours add.
    let expected = 1 + share * share + (1 - share) * (1 - share)
    return x * x + y * y > tuning.outlier * expected * variance
  }

  /// Grows a window from the sample at `start` into the past and adds the fits of every size.
  ///
  /// They tell the velocity at that sample: nothing says that a motion whose end was left out went
  /// on to change as it did before.
  private func addFits(
    to mixture: inout FitMixture, without omitted: Int?, from start: Int, cost: Double
  ) {
    var fit = GrowingFit()
    var cost = cost
    var mayLeaveOut = omitted == nil
    let precision = 1 / variance
    let newest = points.span[start].t
    let least = min(tuning.line, tuning.rest, 0) + noiseRatio
    for index in start..<window {
      let point = points.span[index]
      if index == omitted || point.cameInBurst { continue }
      let before = fit
      fit.add(point.t - newest, point.x, point.y)
      if mayLeaveOut, fit.count > 4, index + 1 < window,
        (fit.residual - before.residual) * precision > tuning.outlier
      {
        fit = before
        cost += tuning.outlier
        mayLeaveOut = false
        continue
      }
      // Residuals only grow with the window, so a fit that is hopeless now stays so; one that only
      // leaves out too much does not.
      let least = fit.residual * precision + cost + least - mixture.best.cost
      guard least <= FitMixture.negligible else { return }
      let past = costOfPast(before: index)
      guard least + min(past, tuning.mostChangeToRest) <= FitMixture.negligible else { continue }
      add(
        fit, to: &mixture, cost: cost + past, precision: precision, from: start,
        span: newest - point.t, oldest: index, past: past)
    }
  }

  /// Adds the fits of every degree to one window; a single sample that is left out at the end can be
  /// just wrong, and anywhere.
  @inline(__always)
  private func add(
    _ fit: GrowingFit, to mixture: inout FitMixture, cost: Double, precision: Double,
    from start: Int, span: Double, oldest: Int, past: Double
  ) {
    @inline(__always)
    func add(_ degree: Int, _ price: Double, _ residual: Double, _ reading: GrowingFit.Reading) {
      let total = residual * precision + cost + price + Double(degree) * noiseRatio
      guard total < mixture.best.cost + FitMixture.negligible,
        canBeHook(from: start, reading),
        degree < 2 || !isRelease || movedLately(until: start, reading, atLeast: tuning.leastBent)
      else { return }
      mixture.add(
        FitMixture.Member(
          cost: total, x: reading.x, y: reading.y, variance: reading.variance, used: fit.count,
          span: span, degree: degree, leftOut: start, isHook: slows(from: start, reading)))
    }
    let residuals = fit.residuals
    if fit.count >= 2 { add(1, tuning.line, residuals.line, fit.line) }
    if fit.count >= 3 {
      // The past of a rest that is longer than a roll need not be told by anything.
      let less =
        start == 0 && isRelease && span * Self.unit > tuning.longestRoll
        ? costOfPast(before: oldest, isRest: true) - past : 0
      add(0, tuning.rest + less, residuals.rest, GrowingFit.Reading(x: 0, y: 0, variance: 0))
    }
    if fit.count >= 4 { add(2, tuning.parabola, residuals.parabola, fit.parabola) }
    if fit.count >= 5 {
      add(3, tuning.cubic, residuals.cubic, fit.cubic)
      let least = residuals.cubic * precision + cost + tuning.peak
      guard isRelease, least < mixture.best.cost + FitMixture.negligible else { return }
      let peak = fit.peak
      add(2, tuning.peak, residuals.cubic + peak.beyond, peak.reading)
    }
  }

  /// Whether a lift can have made of the motion what the samples after `start` did.
  ///
  /// It can slow it down, roll back a little or aside, but not throw it the other way, and not make
  /// it faster along its way.
  func canBeHook(from start: Int, _ reading: GrowingFit.Reading) -> Bool {
    guard start > 0 else { return true }
    let squaredSpeed = reading.x * reading.x + reading.y * reading.y
    if squaredSpeed == 0 {
      let (x, y) = (points.span[start].x, points.span[start].y)
      return x * x + y * y <= tuning.drift * tuning.drift * extent * extent
    }
    let onward = -(points.span[start].x * reading.x + points.span[start].y * reading.y)
    let expected = squaredSpeed * -points.span[start].t
    return (start < 2 || onward >= -tuning.hookReturn * expected)
      && (onward <= expected
        || start == 1 && onward > expected * (1 - tuning.leap * points.span[1].t * Self.unit))
  }

  /// Whether the finger had come along a motion for as long as a roll takes until the sample at `start`, at
  /// no less than a part of the speed that it is said to have there.
  func movedLately(
    until start: Int, _ reading: GrowingFit.Reading, atLeast part: Double
  ) -> Bool {
    let end = points.span[start]
    var oldest = start
    while oldest + 1 < window, (end.t - points.span[oldest].t) * Self.unit < tuning.longestRoll {
      oldest += 1
    }
    let begin = points.span[oldest]
    let onward = (end.x - begin.x) * reading.x + (end.y - begin.y) * reading.y
    let squaredSpeed = reading.x * reading.x + reading.y * reading.y
    return onward >= part * squaredSpeed * (end.t - begin.t)
  }

  /// Whether the samples after `start` did not come as far along the motion as it would have gone.
  func slows(from start: Int, _ reading: GrowingFit.Reading) -> Bool {
    let onward = -(points.span[start].x * reading.x + points.span[start].y * reading.y)
    let squaredSpeed = reading.x * reading.x + reading.y * reading.y
    return start > 0 && onward <= squaredSpeed * -points.span[start].t
  }

  /// The mixture's velocity, in pt/s, and its variance along one axis.
  func velocity(_ mixture: FitMixture) -> (x: Double, y: Double, variance: Double) {
    let (x, y) = mixture.mean
    let scale = 1 / (Self.unit * Self.unit)
    return (
      x / Self.unit, y / Self.unit,
      (mixture.varianceWithin * variance
        + tuning.disagreement * mixture.varianceBetween / (1 + noiseRatio)) * scale
    )
  }

  /// How far the finger has come along `(x, y)` since it was farthest back, in points.
  func wayCome(along x: Double, _ y: Double) -> Double {
    let length = (x * x + y * y).squareRoot()
    var farthest = 0.0
    for index in 0..<window {
      farthest = min(farthest, points.span[index].x * x + points.span[index].y * y)
    }
    return length > 0 ? -farthest / length : 0
  }

  /// Whether the oldest sample lies ahead of the newest along `(x, y)`.
  func isBackwards(_ x: Double, _ y: Double) -> Bool {
    points.span[window - 1].x * x + points.span[window - 1].y * y > 0
  }

  /// The standard deviation of the samples, in points.
  var deviation: Double { variance.squareRoot() }

  /// The time from the oldest sample of the best fit to its newest.
  func span(_ mixture: FitMixture) -> Double {
    mixture.best.span * Self.unit
  }
}

extension SampleHistory {
  /// Whether the finger lay still for all but the last period of the time before the sample at
  /// `index`, as far as its speed next to that time tells.
  func isPause(_ index: Int, _ tuning: AdaptiveTuning) -> Bool {
    let interval = interval(before: index)
    let neighbour = index > 0 ? index - 1 : index + 1
    guard neighbour + 1 < count else { return true }
    let (way, next) = (step(index), step(neighbour))
    let speed = (way.x.value * way.x.value + way.y.value * way.y.value).squareRoot() / interval
    let other =
      (next.x.value * next.x.value + next.y.value * next.y.value).squareRoot()
      / self.interval(before: neighbour)
    return speed < tuning.stillSpeed * other
  }
}
