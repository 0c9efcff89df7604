public import FrameLogs

/// The playback of a run in a terminal: the frame to show now, and the effects of the viewer's keys.
///
/// The caller reports how much time has passed; this type never reads a clock.
public struct Playback: Hashable, Sendable {
  /// A command of the viewer.
  public enum Key: Hashable, Sendable, CaseIterable {
    /// Ends the playback.
    case quit
    /// Pauses or resumes.
    case pause
    /// Pauses and goes to the previous frame.
    case back
    /// Pauses and goes to the next frame.
    case forward
    /// Goes to the first frame.
    case start
    /// Doubles the speed.
    case faster
    /// Halves the speed.
    case slower

    /// Returns the commands for the bytes that a terminal has sent.
    ///
    /// Space pauses, q quits, the left arrow or a comma goes back, the right arrow or a full stop goes forward, 0 or
    /// Home goes to the start, + is faster and − slower. All other keys are ignored.
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
          // Skip the numbers before the final byte, which report modifier keys.
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

  /// The permitted speeds, as multiples of the speed of the run.
  ///
  /// The limits are our choice. At the lowest speed, a frame at 120 Hz is visible for 0.8 s. At the highest speed, a
  /// run of 10 s takes 0.1 s.
  public static let speeds = 0.01...100.0

  private let frames: Int
  private let rate: FrameRate
  /// The current time in the run, in s.
  public private(set) var time = 0.0
  /// The speed as a multiple of the speed of the run.
  public private(set) var speed: Double
  /// Whether the playback is paused.
  public private(set) var isPaused = false
  /// Whether the playback has reached its end, or the viewer has ended it.
  public private(set) var isOver: Bool

  /// Creates the playback of `frames` frames, starting at the first frame.
  ///
  /// Traps if `speed` is outside ``speeds``.
  public init(frames: Int, rate: FrameRate, speed: Double = 1) {
    precondition(Self.speeds.contains(speed), "speed \(speed) is outside \(Self.speeds)")
    (self.frames, self.rate, self.speed) = (frames, rate, speed)
    isOver = frames < 1
  }

  /// The current frame.
  public var frame: Int {
    min(Int((time * rate.framesPerSecond + 1e-9).rounded(.down)), frames - 1)
  }

  /// The time of the last frame, in s.
  public var end: Double { Double(max(frames - 1, 0)) / rate.framesPerSecond }

  /// Advances the playback by `seconds` of real time.
  ///
  /// The playback is over after the last frame has been visible as long as every other frame.
  public mutating func advance(by seconds: Double) {
    guard !isPaused, !isOver, seconds > 0 else { return }
    time += seconds * speed
    guard time >= end + 1 / rate.framesPerSecond else { return }
    time = end
    isOver = true
  }

  /// Applies a key.
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
