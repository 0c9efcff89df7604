public import Quantities

/// A frame rate, which need not be a whole number of frames per second.
public struct FrameRate: Hashable, Sendable {
  /// The supported frame rates, in frames per second.
  public static let range = 1.0...1_000.0

  /// The number of frames per second; only the initializer checks that it is in ``range``.
  public var framesPerSecond: Double

  /// Creates a rate.
  ///
  /// Traps if the rate is outside ``range``.
  public init(framesPerSecond: Double) {
    precondition(
      Self.range.contains(framesPerSecond),
      "\(framesPerSecond) frames per second is outside \(Self.range)")
    self.framesPerSecond = framesPerSecond
  }

  /// The time between consecutive frames, rounded; ``time(ofFrame:)`` is more precise than a multiple of it.
  public var interval: Seconds { Seconds(1 / framesPerSecond) }

  /// The time of frame `index`, which is `index / framesPerSecond`, correctly rounded.
  ///
  /// The time is rounded only once. If frames at two rates fall on the same instant, their times are therefore equal.
  public func time(ofFrame index: Int) -> Seconds { Seconds(Double(index) / framesPerSecond) }

  /// A frame number that no run reaches: 10¹⁵, or the largest `Int` on 32-bit machines.
  static let unreached = Int(clamping: 1_000_000_000_000_000 as Int64)

  /// Returns the first frame whose time is `time` or later; 0 for any time before the first frame.
  ///
  /// The result is at most 10¹⁵ (2³¹ − 1 on 32-bit machines).
  public func firstFrame(at time: Seconds) -> Int {
    guard time > .zero else { return 0 }
    let estimate = (time.value * framesPerSecond).rounded(.down)
    guard estimate < Double(Self.unreached) else { return Self.unreached }
    // The product is rounded, so the estimate may be one frame too late.
    var index = max(0, Int(estimate) - 1)
    while self.time(ofFrame: index) < time { index += 1 }
    return index
  }
}
