import MotionPhysics
import Quantities

/// A motion of a spring, with functions that return its largest difference from other motions.
struct PathDifference {
  /// The spring.
  var spring: Spring
  /// The distance from the start to the target, in points.
  var distance: Double
  /// The velocity at the start, towards the target, in points per second.
  var velocity: Double

  /// The motion at the start, relative to the target.
  var start: Spring.Motion {
    Spring.Motion(offset: Points(-distance), velocity: PointsPerSecond(velocity))
  }

  /// The time over which paths are compared: until the spring stays within 0.01 pt, at most 10 s.
  ///
  /// A spring without damping never settles; 10 s is also the time after which a replay ends.
  var duration: Double {
    let near = SettleTolerance(distance: Points(0.01), speed: PointsPerSecond(.infinity))
    return min(spring.settleTime(from: start, within: near)?.value ?? 10, 10)
  }

  /// The number of points in time at which two continuous paths are compared.
  ///
  /// We chose 4000, so that two points are less than 3 ms apart. The largest difference is then found to
  /// within a thousandth of its value, because the difference changes quadratically near its maximum.
  private static let samples = 4_000

  /// Returns the position of the spring `time` seconds after the start, as a distance from the start.
  func position(_ time: Double) -> Double {
    distance + spring.motion(after: Seconds(time), from: start).offset.value
  }

  /// Returns the largest difference from another path, in points.
  ///
  /// `other` returns the distance from the start, in points, at a time in seconds. The paths are compared for
  /// `seconds`; nil means ``duration``.
  func largest(over seconds: Double? = nil, from other: (Double) -> Double) -> Double {
    let end = seconds ?? duration
    return (0...Self.samples).reduce(0) { worst, index in
      let time = end * Double(index) / Double(Self.samples)
      return max(worst, (position(time) - other(time)).magnitude)
    }
  }

  /// Returns the largest difference from another spring, in points; `otherVelocity` is the velocity at its start.
  func largest(from other: Spring, velocity otherVelocity: Double? = nil) -> Double {
    let path = PathDifference(
      spring: other, distance: distance, velocity: otherVelocity ?? velocity)
    return largest(over: max(duration, path.duration)) { path.position($0) }
  }

  /// Returns the largest difference from an engine that is advanced by frames.
  ///
  /// - Parameters:
  ///   - name: The name of the engine in `allEngines`.
  ///   - interval: The time between two frames, in seconds.
  ///   - late: The number of frames by which the exact path is delayed before the comparison.
  /// - Returns: The difference in points; NaN if there is no such engine.
  func largest(fromEngine name: String, every interval: Double, late: Int = 0) -> Double {
    guard let kind = SpringEngineKind.named(name) else { return .nan }
    var engine = kind.engine(spring: spring, from: start)
    var worst = 0.0
    for frame in 0...Int((duration / interval).rounded(.up)) + late {
      if frame > 0 { engine.advance(by: Seconds(interval)) }
      let exact = frame < late ? 0 : position(Double(frame - late) * interval)
      worst = max(worst, (distance + engine.motion.offset.value - exact).magnitude)
    }
    return worst
  }
}

/// Returns the largest difference between two throws with the same velocity, in points.
func difference(
  of friction: Friction, from other: Friction, velocity: PointsPerSecond
) -> Double {
  let start = Decay.Motion(position: .zero, velocity: velocity)
  // After 5 s, a throw with any law is within a point of its place of rest.
  return (0...1_000).reduce(0) { worst, index in
    let time = Seconds(Double(index) / 200)
    let (one, two) = (
      friction.motion(after: time, from: start), other.motion(after: time, from: start)
    )
    return max(worst, (one.position.value - two.position.value).magnitude)
  }
}
