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

  /// The first frame whose instant is `time` or later; 0 for anything before the first frame, and
  /// 10¹⁵ for what would come after that frame.
  public func firstFrame(at time: Seconds) -> Int {
    guard time > .zero else { return 0 }
    let estimate = (time.value * framesPerSecond).rounded(.down)
    guard estimate < 1e15 else { return Int(1e15) }
    var index = max(0, Int(estimate) - 1)
    while self.time(ofFrame: index) < time { index += 1 }
    return index
  }
}
