public import Quantities

/// The time for which devices are read, and the time without events after which they are reported as quiet.
public struct ReadingLimits: Hashable, Sendable {
  /// The time to read; nil means no limit.
  public var duration: Seconds?
  /// The time without events after which ``DeviceSignal/quiet`` is sent; nil means never.
  public var quietInterval: Seconds?

  /// Creates limits; by default, the time is not limited, and quiet devices are not reported.
  public init(duration: Seconds? = nil, quietInterval: Seconds? = nil) {
    self.duration = duration
    self.quietInterval = quietInterval
  }
}
