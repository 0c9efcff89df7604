package import Quantities

/// The result of playing a recording.
package struct PlaybackOutcome: Hashable, Sendable {
  /// The number of frames that were played.
  package var frames = 0
  /// The number of events in these frames.
  package var events = 0
  /// The longest time between the time of a frame in the schedule and the time at which it was sent, in microseconds.
  package var largestLateness: Int64 = 0
  /// Whether fingers or buttons were still down at the end, and were lifted.
  package var isLifted = false
  /// Whether the playback was stopped before its end.
  package var isStopped = false
}

extension VirtualDevice {
  /// The time for which the device stays after its last event, in microseconds.
  ///
  /// When the kernel removes a device, it discards the events that programs have not read. The time is our choice.
  private static var timeToRead: Int64 { 500_000 }
  /// The maximum time between two calls of `isStopped`, in microseconds; our choice.
  private static var longestSleep: Int64 { 100_000 }

  /// Plays a schedule in real time, and then lifts all fingers that are still down.
  ///
  /// The state before the first frame is sent at once, so that programs find it when they open the device.
  ///
  /// - Parameters:
  ///   - schedule: The schedule; the device must have its description.
  ///   - delay: The time before the first frame, in which programs can open the device.
  ///   - isStopped: Returns whether to stop; called before each frame, and at least ten times a second.
  ///   - report: Called before each wait, with the time since the first frame in microseconds, which is negative
  ///     during the delay.
  /// - Returns: The number of played frames, and how late they were.
  /// - Throws: ``VirtualDeviceError`` if the kernel does not accept an event.
  package borrowing func play(
    _ schedule: PlaybackSchedule, after delay: Seconds, isStopped: () -> Bool,
    report: (Int64) -> Void
  ) throws(VirtualDeviceError) -> PlaybackOutcome {
    var outcome = PlaybackOutcome()
    try send(schedule.preparation)
    // Every deadline counts from the start, so that the delays of frames do not add up.
    let start = monotonicMicroseconds() + microseconds(of: delay)
    for frame in schedule.frames {
      let due = start + frame.microseconds
      while !isStopped(), monotonicMicroseconds() < due {
        let now = monotonicMicroseconds()
        report(now - start)
        sleep(until: min(due, now + Self.longestSleep))
      }
      guard !isStopped() else {
        outcome.isStopped = true
        break
      }
      try send(frame.events)
      outcome.largestLateness = max(outcome.largestLateness, monotonicMicroseconds() - due)
      outcome.frames += 1
      outcome.events += frame.events.count
    }
    let lift = schedule.lift(afterFrames: outcome.frames)
    try send(lift)
    outcome.isLifted = !lift.isEmpty
    if outcome.frames > 0 { sleep(until: monotonicMicroseconds() + Self.timeToRead) }
    return outcome
  }
}
