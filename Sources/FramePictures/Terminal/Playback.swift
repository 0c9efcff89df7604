public import FrameLogs

/// How a run is played: which frame is shown after how long, and what keys do to that.
///
/// Time comes in; nothing here asks for it.
public struct Playback: Hashable, Sendable {
  /// What whoever watches can ask for.
  public enum Key: Hashable, Sendable, CaseIterable {
    /// To see no more.
    case quit
    /// To hold still, or to go on.
    case pause
    /// The frame before, and to hold still.
    case back
    /// The frame after, and to hold still.
    case forward
    /// The first frame.
    case start
    /// Twice as fast.
    case faster
    /// Half as fast.
    case slower

    /// The keys in the bytes of a terminal: a space, q, arrows or comma and full stop, 0 or Home, + and −;
    /// all others are passed over.
    public static func all(in bytes: [UInt8]) -> [Key] {
      var keys: [Key] = []
      var rest = bytes[...]
      while let byte = rest.popFirst() {
        switch byte {
        case UInt8(ascii: " "): keys.append(.pause)
        case UInt8(ascii: "q"), UInt8(ascii: "Q"): keys.append(.quit)
        case UInt8(ascii: ","): keys.append(.back)
        case UInt8(ascii: "."): keys.append(.forward)
        case UInt8(ascii: "0"): keys.append(.start)
        case UInt8(ascii: "+"), UInt8(ascii: "="): keys.append(.faster)
        case UInt8(ascii: "-"): keys.append(.slower)
        case 0x1b where rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "O"):
          rest.removeFirst()
          // What stands between is a number, which says that another key is held.
          while let byte = rest.popFirst() {
            guard (0x40...0x7e).contains(byte) else { continue }
            if byte == UInt8(ascii: "C") { keys.append(.forward) }
            if byte == UInt8(ascii: "D") { keys.append(.back) }
            if byte == UInt8(ascii: "H") { keys.append(.start) }
            break
          }
        default: break
        }
      }
      return keys
    }
  }

  /// The speeds at which a run may be played, as multiples of its own.
  ///
  /// Source: ours; a frame of 120 in a second is then shown for 0.8 s, and ten seconds pass in a tenth.
  public static let speeds = 0.01...100.0

  private let frames: Int
  private let rate: FrameRate
  /// How far it is played, in s of the run.
  public private(set) var time = 0.0
  /// How fast it is played; 1 is its own speed.
  public private(set) var speed: Double
  /// Whether it holds still.
  public private(set) var isPaused = false
  /// Whether nothing is left to be seen, or nobody wants to see it.
  public private(set) var isOver: Bool

  /// Creates the playback of so many frames, from the first one on.
  ///
  /// Traps when `speed` is outside ``speeds``.
  public init(frames: Int, rate: FrameRate, speed: Double = 1) {
    precondition(Self.speeds.contains(speed), "speed \(speed) is outside \(Self.speeds)")
    (self.frames, self.rate, self.speed) = (frames, rate, speed)
    isOver = frames < 1
  }

  /// The frame that is shown.
  public var frame: Int {
    min(Int((time * rate.framesPerSecond + 1e-9).rounded(.down)), frames - 1)
  }

  /// The time of the last frame, in s.
  public var end: Double { Double(max(frames - 1, 0)) / rate.framesPerSecond }

  /// Lets `seconds` of whoever watches pass; it is over when the last frame has been shown as long as
  /// any other.
  public mutating func advance(by seconds: Double) {
    guard !isPaused, !isOver, seconds > 0 else { return }
    time += seconds * speed
    guard time >= end + 1 / rate.framesPerSecond else { return }
    time = end
    isOver = true
  }

  /// Does what a key asks for.
  public mutating func press(_ key: Key) {
    switch key {
    case .quit: isOver = true
    case .pause: isPaused.toggle()
    case .back: step(-1)
    case .forward: step(1)
    case .start: time = 0
    case .faster: speed = min(speed * 2, Self.speeds.upperBound)
    case .slower: speed = max(speed / 2, Self.speeds.lowerBound)
    }
  }

  private mutating func step(_ count: Int) {
    isPaused = true
    time = Double(min(max(frame + count, 0), frames - 1)) / rate.framesPerSecond
  }
}
