internal import Quantities

/// The samples within the horizon, with the reconstructed times of their scans.
///
/// The oldest scan is first. Positions are relative to the newest sample.
struct Scans {
  /// One scan of the finger by the sensor.
  struct Scan {
    /// The time relative to the newest scan, in seconds; never positive.
    var time: Double
    /// The position, in points.
    var place: SIMD2<Double>
  }

  private(set) var scans: [Scan] = []
  /// Whether the finger lay still before the first interval.
  private(set) var beginsAtRest = false
  /// 1 for each axis along which the positions differ, and 0 for each axis along which they are equal.
  private(set) var moves = SIMD2<Double>.zero
  /// The number of axes along which the positions differ.
  var axes: Int { Int(moves.sum()) }

  var count: Int { scans.count }
  subscript(index: Int) -> Scan { scans[index] }

  /// Reconstructs the scans of the newest samples in `history`.
  ///
  /// `period` is the typical time between samples, and `silence` is the time from the newest sample to the lift.
  init(
    _ history: SampleHistory, period: Double, silence: Double, horizon: Double
  ) {
    scans.reserveCapacity(history.count + 4)
    // Devices report only changes, so each period without a report is a scan at the position of the newest sample.
    let missing = min(max(0, Int(silence / period - BayesianTuning.late)), 4)
    for index in (0..<missing) {
      scans.append(Scan(time: Double(missing - index) * period, place: .zero))
    }
    for index in 0..<history.count {
      let age = history.age(index)
      if index > 1, age > horizon {
        // Beyond the horizon, only the sample before a pause is used. The two newest samples are always used.
        let next = history.age(index - 1)
        guard next <= horizon, age - next > BayesianTuning.pause * period else { break }
      }
      scans.append(Scan(time: -age, place: history.place(index)))
    }
    scans.reverse()
    evenBursts(period)
    beginAfterPause(period, isWhole: count >= history.count)
    evenAll()
    let newest = scans[count - 1].time
    for index in scans.indices { scans[index].time -= newest }
    var squares = SIMD2<Double>.zero
    for scan in scans { squares += scan.place * scan.place }
    // Rounding errors are not a motion.
    moves = SIMD2(squares.x > 1e-18 ? 1 : 0, squares.y > 1e-18 ? 1 : 0)
  }

  /// Removes all scans before the last pause, except for the position at which the finger lay still.
  private mutating func beginAfterPause(
    _ period: Double, isWhole: Bool
  ) {
    let longest = max(BayesianTuning.pause * period, BayesianTuning.silence.shortest)
    for index in (1..<count).reversed()
    where interval(index) > (index == 1 && isWhole ? BayesianTuning.firstPause * period : longest) {
      let neighbour = index + 1 < count ? index + 1 : index - 1
      let isSlow = neighbour > 0 && speed(index) < BayesianTuning.late * speed(neighbour)
      // A finger that was fast during the gap did not pause; its samples were lost. A gap above `longestGap` is too
      // long to consist of lost samples, so it always counts as a pause.
      guard isSlow || count == 2 || interval(index) > BayesianTuning.longestGap else { continue }
      // The finger lay still until one period before the scan at its next position.
      scans[index - 1].time = scans[index].time - period
      scans.removeFirst(index - 1)
      beginsAtRest = true
      return
    }
  }

  /// The highest speed between two neighbouring scans, in pt/s; there must be at least two scans.
  var fastest: Double { (1..<count).reduce(0) { max($0, speed($1)) } }

  private func interval(_ index: Int) -> Double { scans[index].time - scans[index - 1].time }

  private func speed(_ index: Int) -> Double {
    let step = scans[index].place - scans[index - 1].place
    return (step * step).sum().squareRoot() / interval(index)
  }

  /// Spreads the scans of each burst evenly over the time since the scan before the burst.
  private mutating func evenBursts(_ period: Double) {
    var first = 1
    while first < count {
      var last = first
      while last + 1 < count,
        BayesianTuning.isBurst(interval(last + 1), speed(last + 1), after: speed(first), period)
      {
        last += 1
      }
      let begin = scans[first - 1].time
      let step = (scans[last].time - begin) / Double(last - first + 1)
      for index in first..<last { scans[index].time = begin + Double(index - first + 1) * step }
      first = last + 1
    }
  }

  /// Replaces the time stamps with evenly spaced times if the differences are small enough to be jitter.
  private mutating func evenAll() {
    guard count > 5, !beginsAtRest else { return }
    let period = (1..<count).map { scans[$0].time - scans[$0 - 1].time }.sorted()[(count - 1) / 2]
    var number = 0.0
    var time = scans[count - 1].time
    // The number of each scan, counted from the newest, on a clock that follows the time stamps slowly.
    var numbers = [0.0]
    numbers.reserveCapacity(count)
    var lost = 0
    var (sumK, sumT, sumKK, sumKT) = (0.0, time, 0.0, 0.0)
    for index in stride(from: count - 2, through: 0, by: -1) {
      let stamp = scans[index].time
      let steps = ((time - stamp) / period).rounded()
      guard steps >= 1, steps < 200 else { return }
      if steps > 1 { lost += 1 }
      time -= steps * period
      time += BayesianTuning.clockGain * (stamp - time)
      number -= steps
      numbers.append(number)
      sumK += number
      sumT += stamp
      sumKK += number * number
      sumKT += number * stamp
    }
    // A straight line through the time stamps over the numbers gives the evenly spaced times.
    let n = Double(count)
    let slope = (n * sumKT - sumK * sumT) / (n * sumKK - sumK * sumK)
    let begin = (sumT - slope * sumK) / n
    var squares = 0.0
    for index in 0..<count {
      let error = scans[count - 1 - index].time - begin - slope * numbers[index]
      squares += error * error
      guard error.magnitude < period else { return }
    }
    let unevenness = (squares / n).squareRoot()
    guard unevenness > BayesianTuning.unevenness.least,
      unevenness < BayesianTuning.unevenness.mostPeriods * period,
      3 * lost < count
    else { return }
    for index in 0..<count { scans[count - 1 - index].time = slope * numbers[index] }
  }
}

extension SampleHistory {
  /// The position of the sample at `index` relative to the newest, in points.
  func place(_ index: Int) -> SIMD2<Double> {
    let offset = offset(index)
    return SIMD2(offset.x.value, offset.y.value)
  }
}
