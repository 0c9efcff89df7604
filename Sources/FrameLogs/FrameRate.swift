public import Quantities

/// How many frames there are in a second.
public struct FrameRate: Hashable, Sendable {
  /// The rates that a display may have, in frames per second.
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

  /// The time from one frame to the next.
  public var interval: Seconds { Seconds(1 / framesPerSecond) }

  /// The instant of frame `index`: `index / framesPerSecond`, correctly rounded, so that frames of
  /// two rates that fall together have the same bits.
  public func time(ofFrame index: Int) -> Seconds { Seconds(Double(index) / framesPerSecond) }

  /// A frame that no run comes to: 10¹⁵, or the largest number there is on a machine of 32 bits.
  static let unreached = Int(clamping: 1_000_000_000_000_000 as Int64)

  /// The first frame whose instant is `time` or later; 0 for anything before the first frame, and
  /// 10¹⁵ (2³¹ - 1 on a machine of 32 bits) for what would come after that frame.
  public func firstFrame(at time: Seconds) -> Int {
    guard time > .zero else { return 0 }
    let estimate = (time.value * framesPerSecond).rounded(.down)
    guard estimate < Double(Self.unreached) else { return Self.unreached }
    var index = max(0, Int(estimate) - 1)
    while self.time(ofFrame: index) < time { index += 1 }
    return index
  }
}
