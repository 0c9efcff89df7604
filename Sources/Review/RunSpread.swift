public import FrameLogs
import Quantities

/// Repeated runs of one recording through a program that moves a little differently each time.
public struct RunSpread: Hashable, Sendable {
  /// The runs, in the order in which they were made; at least one.
  public let runs: [Run]

  /// Creates the spread of `runs`; traps if there is none.
  public init(of runs: [Run]) {
    precondition(!runs.isEmpty, "a spread of no runs")
    self.runs = runs
  }

  /// Returns whether two of the runs differ by more than `tolerance`.
  public func isApart(beyond tolerance: RunTolerance) -> Bool {
    let first = RunRows(runs[0])
    return runs.dropFirst().contains { run in
      !RunComparison(expected: first, actual: RunRows(run), within: tolerance).isAllowed
    }
  }

  /// The run that is nearest to all others: the one with the smallest sum of distances in all frames.
  public var central: Run {
    let sums = runs.map { run in
      runs.reduce(0) { sum, other in
        zip(run.frames, other.frames).reduce(sum) {
          $0 + ($1.0.position - $1.1.position).length.value
        }
      }
    }
    return runs[sums.indices.min { sums[$0] < sums[$1] } ?? 0]
  }

  /// Returns `expected` with each value that lies within the spread replaced by the value of the first run.
  ///
  /// A number lies within the spread if it is no farther from the runs than they are from each other within 0.1 s:
  ///
  ///     least − s ≤ number ≤ greatest + s, where s = max (greatest − least) of the frames within 0.1 s
  ///
  /// A few runs seldom include the extremes, so the spread is widened by s on both sides. A word lies within the spread
  /// if one of the runs has it. The result therefore differs from the first run only where `expected` differs from all
  /// runs. A velocity that is only the change of the position has the spread of the positions. A time or a phase that
  /// comes one frame earlier or later lies within the spread, because a change between two frames is reported in one of
  /// them.
  ///
  /// Source: ours. If runs differ by one evenly distributed number, the spread of five runs misses a sixth run in 2 %
  /// of cases. 0.1 s is short compared with a motion, so that a spread in the motion does not widen the spread at rest.
  public func settled(_ expected: Run) -> Run {
    var settled = expected
    settle(countOf: &settled)
    let all = settled.frames.indices.compactMap { index -> [Frame]? in
      let frames = runs.compactMap { run in
        // A run that has ended rests in its last frame.
        run.frames.isEmpty ? nil : run.frames[min(index, run.frames.count - 1)]
      }
      return frames.count == runs.count ? frames : nil
    }
    guard all.count == settled.frames.count else { return expected }
    let window = Int(0.1 * expected.rate.framesPerSecond)
    for index in settled.frames.indices {
      let near = all[max(0, index - window)...min(all.count - 1, index + window)]
      Self.settle(&settled.frames[index], all[index], near: near)
      let beside = all[max(0, index - 1)...min(all.count - 1, index + 1)].joined()
      if beside.contains(where: { $0.phase == settled.frames[index].phase }) {
        settled.frames[index].phase = all[index][0].phase
      }
    }
    settle(velocitiesOf: &settled.frames, all)
    settle(eventsOf: &settled)
    if runs.contains(where: { $0.ending == settled.ending }) { settled.ending = runs[0].ending }
    return settled
  }

  /// Gives `run` the number of frames of the first run, if the number of its own frames lies within the spread.
  private func settle(countOf run: inout Run) {
    let counts = runs.map { Double($0.frames.count) }
    let spread = max(Self.spreadOf(counts), 1)
    guard Self.settled(Double(run.frames.count), counts, spread) == counts[0] else { return }
    let wanted = runs[0].frames
    run.frames = Array(run.frames.prefix(wanted.count)) + wanted.dropFirst(run.frames.count)
  }

  private static func settle(
    _ frame: inout Frame, _ frames: [Frame], near: ArraySlice<[Frame]>
  ) {
    let (nearNumbers, frameNumbers) = (
      near.map { $0.map { $0.numbers } }, frames.map { $0.numbers }
    )
    var numbers = frame.numbers
    for index in numbers.indices {
      let spread = nearNumbers.map { spreadOf($0.map { $0[index] }) }.max() ?? 0
      numbers[index] = settled(numbers[index], frameNumbers.map { $0[index] }, spread)
    }
    frame.numbers = numbers
    for description in frame.own.descriptions {
      let values = frames.compactMap { $0.own[description.key] }
      guard let known = frame.own[description.key], values.count == frames.count else { continue }
      frame.own[description.key] = settled(known, values)
    }
  }

  /// Replaces each velocity that is only the change of a position, if both positions are those of the first run.
  private func settle(velocitiesOf frames: inout [Frame], _ all: [[Frame]]) {
    for index in frames.indices {
      let before = max(0, index - 1)
      let (known, last) = (all[index][0], all[before][0])
      let change = known.position - last.position
      let rate = runs[0].rate.framesPerSecond
      guard frames[index].position == known.position, frames[before].position == last.position
      else { continue }
      if known.velocity.x.value == change.x.value * rate {
        frames[index].velocity.x = known.velocity.x
      }
      if known.velocity.y.value == change.y.value * rate {
        frames[index].velocity.y = known.velocity.y
      }
    }
  }

  /// Replaces each value of an event that lies within the spread of the runs.
  ///
  /// Only runs with the same kinds of events in the same order are used; without such a run, nothing is replaced.
  private func settle(eventsOf run: inout Run) {
    func outline(_ run: Run) -> [[String]] {
      run.events.map { [$0.kind.rawValue] + $0.payload.map { $0.key } }
    }
    let own = outline(run)
    let alike = runs.filter { outline($0) == own }
    guard let first = alike.first else { return }
    // A little more than the time between two frames, because times are sums.
    let frame = 1.001 / runs[0].rate.framesPerSecond
    for index in run.events.indices {
      let events = alike.map { $0.events[index] }
      let times = events.map { $0.time.value }
      run.events[index].time.value = Self.settled(
        run.events[index].time.value, times, max(Self.spreadOf(times), frame))
      for place in run.events[index].payload.indices {
        run.events[index].payload[place].value = Self.settled(
          run.events[index].payload[place].value, events.map { $0.payload[place].value })
      }
    }
    // If the events lie within the spread, use the events of the first run, even if they are of other kinds.
    if run.events == first.events { run.events = runs[0].events }
  }

  private static func settled(_ value: LogValue, _ values: [LogValue]) -> LogValue {
    let numbers = values.compactMap { $0.finite }
    guard let number = value.finite, numbers.count == values.count else {
      return values.contains(value) ? values[0] : value
    }
    return settled(number, numbers) == numbers[0] ? values[0] : value
  }

  /// Returns the first of `numbers` if `number` lies within their spread; otherwise returns `number`.
  private static func settled(
    _ number: Double, _ numbers: [Double], _ spread: Double? = nil
  ) -> Double {
    guard let least = numbers.min(), let greatest = numbers.max() else { return number }
    let spread = spread ?? greatest - least
    return number >= least - spread && number <= greatest + spread ? numbers[0] : number
  }

  private static func spreadOf(_ numbers: [Double]) -> Double {
    (numbers.max() ?? 0) - (numbers.min() ?? 0)
  }
}

extension Frame {
  /// The numbers of a frame that may differ between runs, as a list, because Embedded Swift has no key paths.
  fileprivate var numbers: [Double] {
    get {
      [
        position.x.value, position.y.value, velocity.x.value, velocity.y.value, target.x.value,
        target.y.value, progress,
      ]
    }
    set {
      position = Position(x: Points(newValue[0]), y: Points(newValue[1]))
      velocity = Velocity(x: PointsPerSecond(newValue[2]), y: PointsPerSecond(newValue[3]))
      target = Position(x: Points(newValue[4]), y: Points(newValue[5]))
      progress = newValue[6]
    }
  }
}
