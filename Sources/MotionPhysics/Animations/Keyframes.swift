public import Quantities

/// A motion as rows of values, for drawing it or for playing it elsewhere, as keyframe animations take
/// them.
public struct Keyframes<Value: AnimatableValue>: Hashable, Sendable {
  /// The values, the first being the start and the last the end.
  public let values: [Value]
  /// The change of every number per second at the same times; zero at the end.
  public let velocities: [Value]
  /// The times as fractions of ``duration``, from 0 to 1; 1 alone for a motion that is over at once.
  public let keyTimes: [Double]
  /// How long the motion takes.
  public let duration: Seconds

  /// The times of the values, from the start.
  public var times: [Seconds] { keyTimes.map { duration * $0 } }
}

/// An animation of one value, whose motion is known in advance.
public protocol KeyframedAnimation: Sendable {
  /// What is animated.
  associatedtype Value: AnimatableValue

  /// Where the value is.
  var value: Value { get }

  /// The change of every number per second.
  var velocity: Value { get }

  /// When the animation ends if nothing happens, counted from now; nil if never.
  var remainingTime: Seconds? { get }

  /// Starts the animation; starts it again if it has ended.
  mutating func start()

  /// Moves on by `interval`; returns the end of the animation, in the frame in which it comes.
  mutating func advance(by interval: Seconds) -> AnimationEvent<Value>?
}

extension SpringAnimation: KeyframedAnimation {}
extension DecayAnimation: KeyframedAnimation {}
extension BasicAnimation: KeyframedAnimation {}

extension KeyframedAnimation {
  /// What the animation would show at every frame from now until its end, if it were started now.
  ///
  /// Frame k is the state after k times the interval, as in a replay, not the sum of k steps. The
  /// last key is the end, in the first frame that shows it.
  ///
  /// - Parameter interval: The time between two frames; above zero.
  /// - Returns: The keys; nil if it would not end within ``SpringCurve/mostFrames``.
  /// - Complexity: One update of the animation for each frame.
  public func keyframes(every interval: Seconds = Seconds(1.0 / 60)) -> Keyframes<Value>? {
    precondition(interval > .zero, "frames of \(interval.value) s")
    var start = self
    start.start()
    guard let end = start.remainingTime, end / interval <= Double(SpringCurve.mostFrames) else {
      return nil
    }
    var (values, velocities): ([Value], [Value]) = ([], [])
    for frame in 0...SpringCurve.mostFrames {
      var animation = start
      let isOver = animation.advance(by: interval * Double(frame)) != nil
      values.append(animation.value)
      velocities.append(isOver ? .zero : animation.velocity)
      guard isOver else { continue }
      return Keyframes(
        values: values, velocities: velocities,
        keyTimes: frame == 0 ? [1] : (0...frame).map { Double($0) / Double(frame) },
        duration: interval * Double(frame))
    }
    return nil
  }
}
