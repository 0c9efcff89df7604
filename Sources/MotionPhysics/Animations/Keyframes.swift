public import Quantities

/// A motion as arrays of values, for drawing or for the keyframe animations of other systems.
public struct Keyframes<Value: AnimatableValue>: Hashable, Sendable {
  /// The values; the first is the start and the last the end.
  public let values: [Value]
  /// The change of each component per second at the times of ``values``; zero at the end.
  public let velocities: [Value]
  /// The times of ``values`` as fractions of ``duration``, from 0 to 1; if the motion ends immediately, only `[1]`.
  public let keyTimes: [Double]
  /// The duration of the motion, rounded up to a whole number of frames; zero if the motion ends immediately.
  public let duration: Seconds

  /// The times of the values, relative to the start.
  public var times: [Seconds] { keyTimes.map { duration * $0 } }
}

/// An animation of one value whose future motion can be computed in advance.
public protocol KeyframedAnimation: Sendable {
  /// The type of the animated value.
  associatedtype Value: AnimatableValue

  /// The current value.
  var value: Value { get }

  /// The change of each component per second.
  var velocity: Value { get }

  /// The time until the animation ends if nothing changes it before; nil if it never ends.
  var remainingTime: Seconds? { get }

  /// Starts the animation, or restarts it if it has ended.
  mutating func start()

  /// Advances by `interval`; in the frame in which the animation ends, returns the event for the end.
  mutating func advance(by interval: Seconds) -> AnimationEvent<Value>?
}

extension SpringAnimation: KeyframedAnimation {}
extension DecayAnimation: KeyframedAnimation {}
extension BasicAnimation: KeyframedAnimation {}

extension KeyframedAnimation {
  /// Returns the value at every frame from now until the end, as if the animation were started now.
  ///
  /// Frame k is computed in one step of k times the interval rather than in k steps, so that rounding errors do not
  /// accumulate. The last value is the end value of the animation, at the first frame after its end.
  ///
  /// - Parameter interval: The time between two frames; above zero.
  /// - Returns: The keyframes; nil if the animation does not end within ``SpringCurve/mostFrames``.
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
