package import Quantities

/// What tells the time of input: the microseconds of a recording's clock as seconds from an origin, which
/// never go back.
public struct InputClock: Sendable {
  /// Where the seconds begin, on the recording's clock.
  package let originMicroseconds: Int64
  /// The time of the last input.
  package private(set) var now = Seconds.zero

  /// Begins at an origin.
  package init(originMicroseconds: Int64) { self.originMicroseconds = originMicroseconds }

  /// Moves on to input at `microseconds` of the recording's clock, and tells its time.
  package mutating func time(ofMicroseconds microseconds: Int64) -> Seconds {
    let (elapsed, overflow) = microseconds.subtractingReportingOverflow(originMicroseconds)
    if !overflow { now = max(now, .microseconds(elapsed)) }
    return now
  }
}
