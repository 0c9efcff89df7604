import Quantities

/// A motion along a line.
struct Trajectory: Sendable {
  /// The position of the finger at a time in seconds, in points.
  var position: @Sendable (_ time: Double) -> Double
  /// The intended velocity if the last sample is taken at a time in seconds, in pt/s.
  var speed: @Sendable (_ time: Double) -> Double

  /// A motion with constant velocity.
  static func steady(_ speed: Double) -> Trajectory {
    Trajectory(position: { speed * $0 }, speed: { _ in speed })
  }
}

extension GestureClass {
  /// A motion and its duration.
  struct Stroke {
    /// The motion.
    var trajectory: Trajectory
    /// The time during which samples are taken, in seconds.
    var duration: Double
    /// The time from the last sample to the release if the class ends with a silence, otherwise 0; in seconds.
    var silence = 0.0
  }

  /// Returns a random stroke of the class.
  func stroke(_ random: inout SeededGenerator, _ sensor: Sensor) -> Stroke {
    let speed = random.uniform(300, 3_000)
    let long = random.uniform(0.2, 0.4)
    switch self {
    case .constant, .timestampJitter, .bursts, .drops, .outlier:
      return Stroke(trajectory: .steady(speed), duration: long)
    case .accelerating, .decelerating:
      return changing(&random)
    case .minimumJerk:
      return stroke(&random)
    case .shortFlick:
      return Stroke(
        trajectory: .steady(random.uniform(2_000, 4_000)), duration: 3 / sensor.rate)
    case .hook:
      return hook(speed, long, &random, sensor)
    case .silentStop, .briefSilentStop:
      let silence = self == .silentStop ? (0.05, 0.15) : (0.025, 0.038)
      var stopping = Trajectory.steady(speed)
      stopping.speed = { _ in 0 }
      return Stroke(
        trajectory: stopping, duration: long, silence: random.uniform(silence.0, silence.1))
    case .chatteringStop:
      let braking = Trajectory(
        position: { speed * (long + braked($0 - long, in: 0.025)) }, speed: { _ in 0 })
      return Stroke(trajectory: braking, duration: long + 0.085)
    case .reversal:
      let back = random.uniform(300, 3_000)
      let turn = long - random.uniform(0.05, 0.09)
      let turning = Trajectory(
        position: { ($0 < turn ? -speed : back) * ($0 - turn) - speed * turn },
        speed: { _ in back })
      return Stroke(trajectory: turning, duration: long)
    case .slowDrag:
      return Stroke(trajectory: .steady(random.uniform(20, 80)), duration: 2 * long)
    }
  }

  /// A motion with constant acceleration.
  private func changing(_ random: inout SeededGenerator) -> Stroke {
    let size = random.uniform(6_000, 20_000)
    let isSlowing = self == .decelerating
    let time = random.uniform(0.15, isSlowing ? 0.25 : 0.28)
    let first = isSlowing ? random.uniform(180, 800) + size * time : 0
    let acceleration = isSlowing ? -size : size
    return Stroke(
      trajectory: Trajectory(
        position: { $0 * (first + $0 * acceleration / 2) }, speed: { first + acceleration * $0 }),
      duration: time)
  }

  /// A part of a minimum-jerk stroke.
  private func stroke(_ random: inout SeededGenerator) -> Stroke {
    let length = random.uniform(200, 800)
    let stroke = random.uniform(0.2, 0.4)
    let end = random.uniform(0.5, 0.75)
    return Stroke(
      trajectory: Trajectory(
        position: { length * minimumJerkPosition($0 / stroke) },
        speed: { length / stroke * minimumJerkSpeed($0 / stroke) }),
      duration: stroke * end)
  }

  /// A steady motion whose last one or two samples have −0.4 to 0.6 times its velocity.
  private func hook(
    _ speed: Double, _ time: Double, _ random: inout SeededGenerator, _ sensor: Sensor
  ) -> Stroke {
    let part = random.uniform(-0.4, 0.6)
    let turned = random.happens(0.5) ? 1.0 : 2.0
    let turn = time - turned / sensor.rate
    let turning = Trajectory(
      position: { speed * (turn + ($0 < turn ? 1 : part) * ($0 - turn)) }, speed: { _ in speed })
    return Stroke(trajectory: turning, duration: time)
  }
}

/// The position of a minimum-jerk stroke from 0 to 1, which rests before and after.
///
/// Source: Flash, Hogan, "The coordination of arm movements", J. Neuroscience 5(7), 1985.
private func minimumJerkPosition(_ s: Double) -> Double {
  let s = min(max(s, 0), 1)
  return s * s * s * (10 - 15 * s + 6 * s * s)
}

/// The speed of a minimum-jerk stroke.
private func minimumJerkSpeed(_ s: Double) -> Double { 30 * s * s * (1 - s) * (1 - s) }

/// The position of a motion with speed 1 that brakes to rest from time zero within `time` seconds.
private func braked(_ t: Double, in time: Double) -> Double {
  if t <= 0 { return t }
  return t >= time ? time / 2 : t - t * t / (2 * time)
}
