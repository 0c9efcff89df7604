import Quantities

/// A motion along a line, with a few parameters.
struct Trajectory: Sendable {
  /// The parameters: positions in points, times in seconds, speeds in pt/s.
  var parameters: [Double]
  /// The position of the finger at a time, in points.
  var position: @Sendable (_ parameters: [Double], _ time: Double) -> Double
  /// The intended velocity if the last sample is taken at a time, in pt/s.
  var speed: @Sendable (_ parameters: [Double], _ time: Double) -> Double

  /// A motion with constant velocity.
  static func steady(_ speed: Double) -> Trajectory {
    Trajectory(
      parameters: [0, speed], position: { $0[0] + $0[1] * $1 },
      speed: { parameters, _ in
        parameters[1]
      })
  }
}

/// A trajectory with the errors of its samples.
struct SampledMotion: Sendable {
  /// The motion.
  var trajectory: Trajectory
  /// The true time of each sample, in seconds.
  var times: [Double]
  /// The variance of each sample along the line, in pt², from all its errors.
  var variances: [Double]
  /// The indices of samples that are also displaced, by one common unknown amount.
  var displaced: Set<Int> = []
  /// The end of the intended motion, in seconds.
  var meantUntil = Double.infinity

  /// The intended velocity at the lift, in pt/s along the line.
  var truth: Double { trajectory.speed(trajectory.parameters, times.last ?? 0) }
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
    /// The end of the intended motion, in seconds.
    var meantUntil = Double.infinity
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
      stopping.speed = { _, _ in 0 }
      return Stroke(
        trajectory: stopping, duration: long, silence: random.uniform(silence.0, silence.1))
    case .chatteringStop:
      let braking = Trajectory(
        parameters: [speed * long, speed, long, 0.025],
        position: { $0[0] + $0[1] * braked($1 - $0[2], in: $0[3]) }, speed: { _, _ in 0 })
      return Stroke(trajectory: braking, duration: long + 0.085)
    case .reversal:
      let back = random.uniform(300, 3_000)
      let turn = long - random.uniform(0.05, 0.09)
      let turning = Trajectory(
        parameters: [-speed * turn, speed, turn, back],
        position: { $0[0] + ($1 < $0[2] ? -$0[1] : $0[3]) * ($1 - $0[2]) },
        speed: { parameters, _ in parameters[3] })
      return Stroke(trajectory: turning, duration: long)
    case .slowDrag:
      return Stroke(trajectory: .steady(random.uniform(20, 80)), duration: 2 * long)
    }
  }

  /// A motion with constant acceleration.
  private func changing(_ random: inout SeededGenerator) -> Stroke {
    let acceleration = random.uniform(6_000, 20_000)
    let isSlowing = self == .decelerating
    let time = random.uniform(0.15, isSlowing ? 0.25 : 0.28)
    let first = isSlowing ? random.uniform(180, 800) + acceleration * time : 0
    return Stroke(
      trajectory: Trajectory(
        parameters: [0, first, isSlowing ? -acceleration : acceleration],
        position: { $0[0] + $1 * ($0[1] + $1 * $0[2] / 2) }, speed: { $0[1] + $0[2] * $1 }),
      duration: time)
  }

  /// A part of a minimum-jerk stroke.
  private func stroke(_ random: inout SeededGenerator) -> Stroke {
    let length = random.uniform(200, 800)
    let stroke = random.uniform(0.2, 0.4)
    let end = random.uniform(0.5, 0.75)
    return Stroke(
      trajectory: Trajectory(
        parameters: [0, length, stroke, 0],
        position: { $0[0] + $0[1] * minimumJerkPosition(($1 - $0[3]) / $0[2]) },
        speed: { $0[1] / $0[2] * minimumJerkSpeed(($1 - $0[3]) / $0[2]) }),
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
      parameters: [speed * turn, speed, turn, part],
      position: { $0[0] + $0[1] * ($1 < $0[2] ? 1 : $0[3]) * ($1 - $0[2]) },
      speed: { parameters, _ in parameters[1] })
    return Stroke(trajectory: turning, duration: time, meantUntil: turn)
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
