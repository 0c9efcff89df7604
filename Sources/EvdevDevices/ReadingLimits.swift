public import Quantities

/// When the reading of devices ends, and how often it speaks up.
public struct ReadingLimits: Hashable, Sendable {
  /// How long to read; nil means until something else ends it.
  public var duration: Seconds?
  /// After how long without an event ``DeviceSignal/quiet`` is sent; nil means never.
  public var quietInterval: Seconds?

  /// Creates limits; without arguments there are none.
  public init(duration: Seconds? = nil, quietInterval: Seconds? = nil) {
    self.duration = duration
    self.quietInterval = quietInterval
  }
}
