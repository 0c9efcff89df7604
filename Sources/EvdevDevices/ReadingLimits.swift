package import Quantities

/// The time for which devices are read, and the time without events after which they are reported as quiet.
package struct ReadingLimits: Hashable, Sendable {
  /// The time to read; nil means no limit.
  package var duration: Seconds?
  /// The time without events after which ``DeviceSignal/quiet`` is sent; nil means never.
  package var quietInterval: Seconds?

  /// Creates limits; by default, the time is not limited, and quiet devices are not reported.
  package init(duration: Seconds? = nil, quietInterval: Seconds? = nil) {
    self.duration = duration
    self.quietInterval = quietInterval
  }
}
