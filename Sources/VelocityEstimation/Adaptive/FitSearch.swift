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
    /// Whether it is off by itself.
    var isOff = false
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
  /// The samples of the pan that are off by themselves.
  let outliers: Outliers
  /// The variance of a sample along each axis, in pt².
  let variance: Double
  /// How far the pan has come along its longer side, in points.
  let extent: Double
  /// How many of the newest samples are recent enough to be bent by the lift.
  let bendable: Int
  /// Whether the newest sample is the last of the pan.
  private let isRelease: Bool
  private let tuning: AdaptiveTuning
  /// The time of a usual roll as the device shows it, in seconds.
  private let usualRoll: Double
  /// The time of the oldest sample, in ``unit``s.
  private let oldest: Double
  /// The samples.
  ///
  /// Whoever reads them outside ``init`` takes their span once, because each time it is taken may copy
  /// them all.
  private var points = InlineArray<48, Point>(repeating: Point())
  /// Where each sample of the history is among them; beyond all of them where it is not.
  private var ranks = InlineArray<48, Int>(repeating: Self.capacity)
  /// The velocity since the sample before the newest, where that alone may tell that the hand has turned;
  /// nil where the hand had no time to, noise may have done it, or others are off as well.
  private var mayBeTurn: (x: Double, y: Double)?
  /// How many samples of the history the window holds.
  private(set) var samples = 0
  /// What leaving out the outliers of the window costs.
  private(set) var costOfOutliers = 0.0

  /// Prepares the newest `window` samples of `history`, which come every `period` seconds.
  init(
    _ history: SampleHistory, window: Int, variance: Double, noiseRatio: Double,
    outliers: Outliers, period: Double, extent: Double, isRelease: Bool, tuning: AdaptiveTuning
  ) {
    self.extent = extent
    self.outliers = outliers
    self.usualRoll = tuning.usualRoll + max(period - tuning.finePeriod, 0) / 2
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
        cameInBurst: untilNext < tuning.burst * period, isOff: outliers.contains(index))
      if index > 0, age <= tuning.longestHook { bendable = count }
      if points[count].isOff { costOfOutliers += tuning.outlier }
      ranks[index] = count
      samples = index + 1
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
    self.oldest = points.span[count - 1].t
    self.mayBeTurn = turnOfTheNewest()
  }

  private func turnOfTheNewest() -> (x: Double, y: Double)? {
    let before = points.span[min(1, window - 1)]
    guard isRelease, noiseRatio > 0, -before.t * Self.unit > tuning.changeInterval,
      outliers.suspects.upperBound <= 2,
      before.x * before.x + before.y * before.y > tuning.outlierJump * variance
    else { return nil }
    return (before.x / before.t, before.y / before.t)
  }

  /// The cost of leaving out what came before the sample at `index`, which was taken at `t`: one for
  /// each sample and axis, as if it were explained, and the price of a change.
  @inline(__always)
  private func costOfPast(before index: Int, at t: Double, isRest: Bool = false) -> Double {
    let count = Double(window - 1 - index)
    let time = (t - oldest) * Self.unit
    let change = isRelease ? tuning.change : tuning.changeLive
    let linear = change * min(count, time / tuning.changeInterval)
    let most = isRest ? tuning.mostChangeToRest : .infinity
    return count * (1 + noiseRatio) + min(linear, most)
  }

  /// Which of the window's samples that of the history at `index` is; beyond all where it is none.
  ///
  /// They differ where the finger lay still and the device was silent, see ``init``.
  func rank(_ index: Int) -> Int { index < Self.capacity ? ranks.span[index] : Self.capacity }

  /// Calls `body` with each sample whose timestamp is to be believed, relative to the newest, which is
  /// the first: when it was taken, in ``unit``s, and where.
  @inline(__always)
  func forEachSample(_ body: (_ t: Double, _ x: Double, _ y: Double) -> Void) {
    let points = points.span
    for index in 0..<window where !points[index].cameInBurst && !points[index].isOff {
      let point = points[index]
      body(point.t, point.x, point.y)
    }
  }

  /// Adds the fits that use all samples of their window.
  func addPlainFits(to mixture: inout FitMixture) {
    addFits(to: &mixture, without: nil, from: bend(0), cost: 0)
  }

  /// Adds the fits that leave out one sample near the end, or the newest ones.
  ///
  /// A sample further back that does not fit is noticed by ``addPlainFits(to:)`` itself.
  func addFitsWithoutOneOrTheNewest(to mixture: inout FitMixture) {
    // The oldest alone does not tell that the next one is off: the finger may have begun to move.
    for index in 1...3 where index + 2 < window && isOff(index) {
      addFits(to: &mixture, without: index, from: bend(0), cost: tuning.outlier)
    }
    var newest = 1
    while newest <= bendable, newest + 3 < window {
      let bend = bend(newest)
      guard newest <= 2 || bend.t - oldest >= tuning.runBeforeHook * -bend.t else { return }
      addFits(to: &mixture, without: nil, from: bend, cost: costOfHook(bend))
      newest += newest < 2 ? 1 : 1 + (bendable - 1) / AdaptiveTuning.mostHooks
    }
  }

  /// What the newest `count` samples are, if the lift bent them.
  func bend(_ count: Int) -> Bend {
    let points = points.span
    let start = points[count]
    var index = count
    while index + 1 < window, (start.t - points[index].t) * Self.unit < tuning.longestRoll {
      index += 1
    }
    let before = points[index]
    let first = count == 1 ? start : points[max(count - 1, 0)]
    let perTime = count > 0 ? 1 / first.t : 0
    return Bend(
      count: count, t: start.t, x: start.x, y: start.y,
      time: count > 0 ? -(start.t + points[count - 1].t) / 2 : 0,
      recent: (start.t - before.t, start.x - before.x, start.y - before.y),
      after: (-first.t, first.x * perTime, first.y * perTime))
  }

  /// The cost of leaving out the newest samples.
  func costOfHook(_ bend: Bend) -> Double {
    guard bend.count > 0 else { return 0 }
    let intervals = -bend.t * Self.unit / tuning.hookInterval
    let late = (bend.time * Self.unit - usualRoll) / tuning.hookInterval
    return tuning.hook * max(min(Double(bend.count), intervals), 1) + tuning.lateHook * max(late, 0)
  }

  /// What leaving them out costs besides where the finger keeps more of a motion than a lift leaves: it is
  /// late sooner, and one alone is hardly bent.
  func costOfKeeping(_ bend: Bend, _ reading: GrowingFit.Reading) -> Double {
    let time = bend.after.t
    guard time > 0, reading.x != 0 || reading.y != 0 else { return 0 }
    let kept = KeptVelocity(
      before: (reading.x, reading.y), after: (bend.after.x, bend.after.y),
      variance: 2 * variance / (time * time), isInPlane: noiseRatio > 0)
    guard bend.count > 1 else { return tuning.straightHook * kept.isSlower(tuning) }
    let more = kept.isMore(tuning)
    let late = bend.time * Self.unit - usualRoll
    // When that began is seen in the plane, however rarely the device looks.
    let age = noiseRatio > 0 ? bend.age(reading) * Self.unit - tuning.usualRoll : late
    let sooner = age + tuning.keptHookTime * more.surely + tuning.straightHookTime * more.asStraight
    return tuning.lateHook * max(max(sooner, 0) - max(late, 0), 0) / tuning.hookInterval
  }

  /// Whether a sample is so far from the line between its neighbours that leaving it out can pay.
  private func isOff(_ index: Int) -> Bool {
    let points = points.span
    let (before, point, after) = (points[index + 1], points[index], points[index - 1])
    let fraction = (point.t - before.t) / (after.t - before.t)
    let x = point.x - before.x - fraction * (after.x - before.x)
    let y = point.y - before.y - fraction * (after.y - before.y)
    // Noise alone makes this off by its variance for the sample and what the neighbours add.
    let expected = 1 + fraction * fraction + (1 - fraction) * (1 - fraction)
    return x * x + y * y > tuning.outlier * expected * variance
  }

  /// Grows a window from the sample before a bend into the past and adds the fits of every size.
  ///
  /// They tell the velocity at that sample: nothing says that a motion whose end was left out went
  /// on to change as it did before.
  private func addFits(
    to mixture: inout FitMixture, without omitted: Int?, from bend: Bend, cost: Double
  ) {
    let points = points.span
    var fit = GrowingFit()
    var cost = cost
    var mayLeaveOut = omitted == nil
    let precision = 1 / variance
    let least = min(tuning.line, tuning.rest, 0) + noiseRatio
    for index in bend.count..<window {
      let point = points[index]
      if index == omitted || point.cameInBurst { continue }
      if point.isOff {
        cost += tuning.outlier
        continue
      }
      let before = fit
      fit.add(point.t - bend.t, point.x, point.y)
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
      let past = costOfPast(before: index, at: point.t)
      guard least + min(past, tuning.mostChangeToRest) <= FitMixture.negligible else { continue }
      add(
        fit, to: &mixture, cost: cost + past, precision: precision, from: bend,
        since: point.t, oldest: index, past: past)
    }
  }

  /// Adds the fits of every degree to one window; a single sample that is left out at the end can be
  /// just wrong, and anywhere.
  @inline(__always)
  private func add(
    _ fit: GrowingFit, to mixture: inout FitMixture, cost: Double, precision: Double,
    from bend: Bend, since begin: Double, oldest: Int, past: Double
  ) {
    let span = bend.t - begin
    @inline(__always)
    func add(
      _ degree: Int, _ price: Double, _ residual: Double, _ reading: GrowingFit.Reading
    ) {
      let total = residual * precision + cost + price + Double(degree) * noiseRatio
      guard total < mixture.best.cost + FitMixture.negligible,
        canBeHook(bend, reading),
        degree < 2 || !isRelease || bend.movedLately(reading, atLeast: tuning.leastBent)
      else { return }
      mixture.add(
        FitMixture.Member(
          cost: total + costOfKeeping(bend, reading), x: reading.x, y: reading.y,
          variance: reading.variance, used: fit.count,
          span: span, degree: degree, leftOut: bend.count, isHook: bend.slows(reading)))
    }
    let residuals = fit.residuals
    // A report or two that repeat the last place are no rest.
    let isBrief = isRelease && bend.count == 0 && span * Self.unit < tuning.shortestRest
    @inline(__always)
    func costOfBrevity(_ reading: GrowingFit.Reading) -> Double {
      isBrief && hasSlowed(at: oldest, to: reading)
        ? tuning.briefRest * (tuning.shortestRest - span * Self.unit) / tuning.hookInterval : 0
    }
    if fit.count >= 2 { add(1, tuning.line + costOfBrevity(fit.line), residuals.line, fit.line) }
    if fit.count >= 3 {
      // The past of a rest that is longer than a roll need not be told by anything.
      let less =
        bend.count == 0 && isRelease && span * Self.unit > tuning.longestRoll
        ? costOfPast(before: oldest, at: begin, isRest: true) - past : 0
      let still = GrowingFit.Reading(x: 0, y: 0, variance: 0)
      add(0, tuning.rest + less + costOfBrevity(still), residuals.rest, still)
    }
    if fit.count >= 4 {
      add(2, tuning.parabola, residuals.parabola, fit.parabola)
    } else if fit.count == 3, isRelease, oldest == 2, hasGrown {
      add(2, tuning.parabolaOfThree, residuals.parabola, fit.parabola)
    }
    if fit.count >= 5 {
      add(3, tuning.cubic, residuals.cubic, fit.cubic)
      let least = residuals.cubic * precision + cost + tuning.peak
      guard isRelease, least < mixture.best.cost + FitMixture.negligible else { return }
      let peak = fit.peak
      add(2, tuning.peak, residuals.cubic + peak.excess, peak.reading)
    }
  }

  /// Whether the velocity changed in each of the last intervals, as many as there are up to four, in about
  /// one direction, and in the last but one by as much as an even change does.
  ///
  /// After a rest or a steady motion it does not, and a parabola through three samples tells too much.
  private var hasGrown: Bool {
    guard window > 3 else { return false }
    let points = points.span
    func velocity(_ index: Int) -> (x: Double, y: Double) {
      let (point, before) = (points[index], points[index + 1])
      let perTime = 1 / (point.t - before.t)
      return ((point.x - before.x) * perTime, (point.y - before.y) * perTime)
    }
    func change(_ index: Int) -> (x: Double, y: Double) {
      let (after, before) = (velocity(index), velocity(index + 1))
      return (after.x - before.x, after.y - before.y)
    }
    let (last, second) = (change(0), change(1))
    guard
      last.x * second.x + last.y * second.y
        > tuning.leastGrowth * (last.x * last.x + last.y * last.y)
    else { return false }
    guard window > 4 else { return true }
    let third = change(2)
    return last.x * third.x + last.y * third.y > 0
  }

  /// Whether a lift can have made of the motion what the samples of a bend did.
  ///
  /// It can slow it down, roll back a little or aside, but not throw it the other way, and not make
  /// it faster along its way.
  @inline(__always)
  func canBeHook(_ bend: Bend, _ reading: GrowingFit.Reading) -> Bool {
    bend.count == 0 || (!isTurn(reading) && isHook(bend, reading))
  }

  private func isHook(_ bend: Bend, _ reading: GrowingFit.Reading) -> Bool {
    let squared = bend.x * bend.x + bend.y * bend.y
    let squaredSpeed = reading.x * reading.x + reading.y * reading.y
    if squaredSpeed == 0 { return squared <= tuning.drift * tuning.drift * extent * extent }
    let onward = -(bend.x * reading.x + bend.y * reading.y)
    let expected = squaredSpeed * -bend.t
    if bend.count >= 2 {
      // Half of the first interval it still went on as before.
      let most = bend.time * Self.unit > usualRoll ? tuning.lateHookRatio : tuning.hookRatio
      let limit = most * bend.time + (-bend.t - bend.time)
      let speed = squaredSpeed.squareRoot()
      let aside = (bend.x * reading.y - bend.y * reading.x).magnitude / speed
      // Until it was bent it went on as before.
      let age = noiseRatio > 0 ? bend.age(reading) : -bend.t
      let noise = tuning.leastAside * deviation
      return aside <= tuning.widestRoll * speed * age + noise
        && squared <= squaredSpeed * limit * limit
        && onward + noise * speed >= squaredSpeed * (-bend.t - age - tuning.hookReturn * age)
        && onward <= expected
    }
    if onward <= expected { return true }
    let aside = (bend.x * reading.y - bend.y * reading.x).magnitude
    let noise = tuning.leastAside * deviation * squaredSpeed.squareRoot()
    // What is off more aside than ahead, and by more than noise, is no hand that gets faster.
    if onward <= expected + aside - noise { return true }
    // Where others were off by themselves, this one may be.
    if outliers.count > 0 { return true }
    // What is off by itself is so in any direction; what is off straight ahead is the hand.
    if noiseRatio > 0, aside + noise < tuning.straightAhead * (onward - expected) { return false }
    return onward > expected * (1 - tuning.leap * bend.t * Self.unit)
  }

  /// Whether the newest sample alone tells that the hand has turned from a motion: it is about as fast, and
  /// goes further aside or back than a lift does.
  private func isTurn(_ reading: GrowingFit.Reading) -> Bool {
    guard let (x, y) = mayBeTurn else { return false }
    let squared = reading.x * reading.x + reading.y * reading.y
    let turned = x * x + y * y
    return x * reading.x + y * reading.y < squared / 2
      && turned > tuning.leastTurn * tuning.leastTurn * squared
      && turned < tuning.mostTurn * tuning.mostTurn * squared
  }

  /// Whether the finger was more than twice as fast before the sample at `index`, for as long as a roll
  /// takes, as it is after it.
  private func hasSlowed(at index: Int, to reading: GrowingFit.Reading) -> Bool {
    let (t, x, y) = bend(index).recent
    return t > 0 && x * x + y * y > 4 * t * t * (reading.x * reading.x + reading.y * reading.y)
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

  /// Whether the finger has come back along `(x, y)` since it was farthest back by so much that neither noise
  /// nor its lift can have done that.
  func hasReturned(along x: Double, _ y: Double) -> Bool {
    let points = points.span
    let length = (x * x + y * y).squareRoot()
    guard length > 0 else { return false }
    func distance(_ index: Int) -> Double {
      -(points[index].x * x + points[index].y * y) / length
    }
    var farthest = 0
    for index in 1..<window where distance(index) > distance(farthest) { farthest = index }
    let mayBeLift = isRelease && -points[farthest].t * Self.unit < tuning.shortestRest
    return distance(farthest)
      >= max(tuning.leastReturn * deviation, mayBeLift ? tuning.liftReturn : 0)
  }

  /// Whether the oldest sample lies ahead of the newest along `(x, y)`.
  func isBackwards(_ x: Double, _ y: Double) -> Bool {
    let points = points.span
    return points[window - 1].x * x + points[window - 1].y * y > 0
  }

  /// The standard deviation of the samples, in points.
  var deviation: Double { variance.squareRoot() }

  /// The time from the oldest sample of the best fit to its newest.
  func span(_ mixture: FitMixture) -> Double {
    mixture.best.span * Self.unit
  }
}

extension SampleHistory {
  /// Whether the timestamp of the sample at `index` is not too close to the next one's to be believed, where
  /// samples come every `period` seconds.
  func isBelieved(_ index: Int, period: Double, _ tuning: AdaptiveTuning) -> Bool {
    index == 0 || interval(before: index - 1) >= tuning.burst * period
  }

  /// Whether the finger lay still for all but the last period of the time before the sample at
  /// `index`, as far as its speed next to that time tells.
  func isPause(_ index: Int, _ tuning: AdaptiveTuning) -> Bool {
    let interval = interval(before: index)
    let neighbour = index > 0 ? index - 1 : index + 1
    guard neighbour + 1 < count else { return true }
    let (first, next) = (step(index), step(neighbour))
    let speed = first.dot(first).squareRoot() / interval
    let other = next.dot(next).squareRoot() / self.interval(before: neighbour)
    return speed < tuning.stillSpeed * other
  }
}
