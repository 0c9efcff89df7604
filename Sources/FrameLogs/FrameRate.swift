public import Quantities

/// A frame rate.
public struct FrameRate: Hashable, Sendable {
  /// The supported frame rates, in frames per second.
  public static let range = 1.0...1_000.0

  /// Frames per second.
  public var framesPerSecond: Double

  /// Creates a rate.
  ///
  /// Traps outside ``range``.
  public init(framesPerSecond: Double) {
    precondition(
      Self.range.contains(framesPerSecond),
      "\(framesPerSecond) frames per second is outside \(Self.range)")
    self.framesPerSecond = framesPerSecond
  }

  /// The time between consecutive frames.
  public var interval: Seconds { Seconds(1 / framesPerSecond) }

  /// The instant of frame `index`: `index / framesPerSecond`, correctly rounded.
  ///
  /// Frames of two rates at the same instant have the same bits, because there is one rounding.
  public func time(ofFrame index: Int) -> Seconds { Seconds(Double(index) / framesPerSecond) }

  /// A frame number that no run reaches: 10¹⁵, or the largest `Int` on 32-bit machines.
  static let unreached = Int(clamping: 1_000_000_000_000_000 as Int64)

  /// Returns the first frame whose instant is `time` or later; 0 for any time before the first frame.
  ///
  /// At most 10¹⁵ (2³¹ − 1 on 32-bit machines).
  public func firstFrame(at time: Seconds) -> Int {
    guard time > .zero else { return 0 }
    let estimate = (time.value * framesPerSecond).rounded(.down)
    guard estimate < Double(Self.unreached) else { return Self.unreached }
    var index = max(0, Int(estimate) - 1)
    while self.time(ofFrame: index) < time { index += 1 }
    return index
  }
}
