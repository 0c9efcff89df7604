import Quantities

// The comparison of runs at different frame rates.
extension RunComparison {
  /// Compares two runs at equal times, even if their frame rates differ.
  ///
  /// If the rates differ, the run with the higher rate is read at the times of the frames of the other run. At a time
  /// between two of its frames, each value between the values in these two frames counts as equal, because the frames
  /// do not show when the value changed. A reported difference is therefore never larger than with interpolated values.
  /// Frame numbers count frames at the lower rate.
  ///
  /// - Parameters:
  ///   - expected: The expected run.
  ///   - expectedRate: The frame rate of the expected run; if one of the rates is nil, the rates count as equal.
  ///   - actual: The actual run.
  ///   - actualRate: The frame rate of the actual run.
  ///   - tolerance: The tolerance for numbers, as for runs with equal rates.
  /// - Complexity: One comparison per field.
  public init(
    expected: RunRows, at expectedRate: FrameRate?, actual: RunRows, at actualRate: FrameRate?,
    within tolerance: RunTolerance = RunTolerance()
  ) {
    var (expected, actual) = (expected, actual)
    if let expectedRate, let actualRate {
      if expectedRate.framesPerSecond < actualRate.framesPerSecond {
        actual = actual.read(atTimesOf: expected, expectedRate)
      } else if actualRate.framesPerSecond < expectedRate.framesPerSecond {
        expected = expected.read(atTimesOf: actual, actualRate)
      }
    }
    self.init(expected: expected, actual: actual, within: tolerance)
  }
}

extension RunRows {
  /// Returns the rows of this run at the times of the frames of `slower`, whose frame rate is `rate`.
  ///
  /// The result has as many frames as `slower` if this run may have ended at the last frame of `slower`. It never has
  /// more frames than this run, whatever times the rows contain.
  fileprivate func read(atTimesOf slower: RunRows, _ rate: FrameRate) -> RunRows {
    let times = frames.map { LogValue.fields($0)["time"]?.finite ?? 0 }
    // The motion ended after the second-to-last frame, and not after the last frame.
    let ends = times.suffix(2).map { rate.firstFrame(at: Seconds($0)) + 1 }
    let latest = ends.last ?? 0
    let earliest = min(ends.first ?? 0, latest)
    let count = min(frames.count, max(min(slower.frames.count, latest), earliest))
    var next = 0
    var result = RunRows(frames: [], events: events.map { Self.renumbered($0, at: rate) })
    guard !frames.isEmpty else { return result }
    for index in 0..<count {
      let time = rate.time(ofFrame: index).value
      while next < frames.count - 1, times[next] < time { next += 1 }
      var row = frames[next]
      if next > 0, times[next] > time, index < slower.frames.count {
        row = Self.row(between: frames[next - 1], frames[next], nearest: slower.frames[index])
      }
      for (place, field) in row.enumerated() {
        if field.key == "frame" { row[place].value = .integer(index) }
        if field.key == "time" { row[place].value = .number(time) }
      }
      result.frames.append(row)
    }
    return result
  }

  /// Returns the event with the number of the first frame at `rate` that shows its effect.
  private static func renumbered(_ event: [LogField], at rate: FrameRate) -> [LogField] {
    guard let time = LogValue.fields(event)["time"]?.finite else { return event }
    return event.map {
      $0.key == "frame" ? LogField($0.key, .integer(rate.firstFrame(at: Seconds(time)))) : $0
    }
  }

  /// Returns a row whose values are between the values of two consecutive rows, and as near as possible to the values
  /// of `other`.
  private static func row(
    between before: [LogField], _ after: [LogField], nearest other: [LogField]
  ) -> [LogField] {
    let (later, wanted) = (LogValue.fields(after), LogValue.fields(other))
    return before.map { field in
      guard let end = later[field.key], let value = wanted[field.key] else { return field }
      return LogField(field.key, Self.value(between: field.value, end, nearest: value))
    }
  }

  private static func value(
    between before: LogValue, _ after: LogValue, nearest value: LogValue
  ) -> LogValue {
    if value == before || value == after { return value }
    guard let number = value.finite else { return before }
    guard let start = before.finite, let end = after.finite else {
      // Only one of the two frames has a number, so the number begins or ends between them, and every value is
      // possible.
      return before.isNull || after.isNull ? value : before
    }
    return .number(min(max(number, min(start, end)), max(start, end)))
  }
}
