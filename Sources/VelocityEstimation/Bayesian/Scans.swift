internal import Quantities

/// The samples of the window as the sensor scanned them, the oldest first; places count from the newest.
struct Scans {
  /// A scan: seconds before the newest, negative, and the place in points.
  struct Scan {
    var time: Double
    var place: SIMD2<Double>
  }

  private(set) var scans: [Scan] = []
  /// Whether the finger lay still before the first interval.
  private(set) var beginsAtRest = false
  /// 1 for each axis along which the places differ, 0 for the others.
  private(set) var moves = SIMD2<Double>.zero
  /// The number of axes along which the places differ.
  var axes: Int { Int(moves.sum()) }

  var count: Int { scans.count }
  subscript(index: Int) -> Scan { scans[index] }

  /// Takes the newest samples of `history`, which are a `period` apart; `silence` is the time since the newest.
  init(
    _ history: SampleHistory, period: Double, silence: Double, reportedTwice: Bool,
    _ tuning: BayesianTuning
  ) {
    scans.reserveCapacity(history.count + 4)
    // A finger at rest sends no reports, so a late release means that it moved less than a report.
    let missing = min(max(0, Int(silence / period - tuning.late)), 4)
    for index in (0..<missing) {
      scans.append(Scan(time: Double(missing - index) * period, place: .zero))
    }
    for index in 0..<history.count {
      let age = history.age(index)
      if index > 1, age > tuning.horizon {
        // Beyond the horizon only the sample before a pause counts.
        let next = history.age(index - 1)
        guard next <= tuning.horizon, age - next > tuning.pause * period else { break }
      }
      let place = history.place(index)
      if reportedTwice, index > 0, place == history.place(index - 1) {
        // The first report is when it was scanned.
        scans[scans.count - 1].time = -age
      } else {
        scans.append(Scan(time: -age, place: place))
      }
    }
    scans.reverse()
    evenBursts(period, tuning)
    beginAfterPause(period, isWhole: count >= history.count, tuning)
    evenAll(tuning)
    let newest = scans[count - 1].time
    for index in scans.indices { scans[index].time -= newest }
    var squares = SIMD2<Double>.zero
    for scan in scans { squares += scan.place * scan.place }
    // What rounding leaves is no motion.
    moves = SIMD2(squares.x > 1e-18 ? 1 : 0, squares.y > 1e-18 ? 1 : 0)
  }

  /// Leaves out what was before the last pause, but for the place at which the finger lay still.
  private mutating func beginAfterPause(
    _ period: Double, isWhole: Bool, _ tuning: BayesianTuning
  ) {
    let longest = max(tuning.pause * period, tuning.silence.shortest)
    for index in (1..<count).reversed()
    where interval(index) > (index == 1 && isWhole ? tuning.firstPause * period : longest) {
      let neighbour = index + 1 < count ? index + 1 : index - 1
      let isSlow = neighbour > 0 && speed(index) < tuning.late * speed(neighbour)
      guard isSlow || count == 2 || interval(index) > tuning.longestGap else { continue }
      // It lay still until a period before it was elsewhere.
      scans[index - 1].time = scans[index].time - period
      scans.removeFirst(index - 1)
      beginsAtRest = true
      return
    }
  }

  private func interval(_ index: Int) -> Double { scans[index].time - scans[index - 1].time }

  private func speed(_ index: Int) -> Double {
    let step = scans[index].place - scans[index - 1].place
    return (step * step).sum().squareRoot() / interval(index)
  }

  /// Moves scans that came together with the next one into the time since the one before them.
  private mutating func evenBursts(_ period: Double, _ tuning: BayesianTuning) {
    var first = 1
    while first < count {
      var last = first
      while last + 1 < count,
        tuning.isBurst(interval(last + 1), speed(last + 1), after: speed(first), period)
      {
        last += 1
      }
      let begin = scans[first - 1].time
      let step = (scans[last].time - begin) / Double(last - first + 1)
      for index in first..<last { scans[index].time = begin + Double(index - first + 1) * step }
      first = last + 1
    }
  }

  /// Gives the scans even times where their time stamps are off even ones by more than a little.
  private mutating func evenAll(_ tuning: BayesianTuning) {
    guard count > 5, !beginsAtRest else { return }
    let period = (1..<count).map { scans[$0].time - scans[$0 - 1].time }.sorted()[(count - 1) / 2]
    var number = 0.0
    var time = scans[count - 1].time
    // The number of each scan from the newest, along a clock that follows the stamps slowly.
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
      time += tuning.clockGain * (stamp - time)
      number -= steps
      numbers.append(number)
      sumK += number
      sumT += stamp
      sumKK += number * number
      sumKT += number * stamp
    }
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
    guard unevenness > tuning.unevenness.least, unevenness < tuning.unevenness.mostPeriods * period,
      3 * lost < count
    else { return }
    for index in 0..<count { scans[count - 1 - index].time = slope * numbers[index] }
  }
}

extension SampleHistory {
  /// The place of the sample at `index` as seen from the newest, in points.
  func place(_ index: Int) -> SIMD2<Double> {
    let offset = offset(index)
    return SIMD2(offset.x.value, offset.y.value)
  }
}
