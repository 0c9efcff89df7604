public import Quantities
public import VelocityEstimation

/// One gesture with its true velocity at the last sample.
public struct GestureTrial: Sendable {
  /// The samples that the device reports.
  public var samples: [PanSample]
  /// The time of the lift, in microseconds.
  public var releaseMicroseconds: Int64
  /// The intended velocity at the last sample.
  public var truth: Velocity
  /// The direction of the motion, of length 1; errors are measured along it.
  public var direction: Position
  /// The motion behind the samples, for the bounds on the error.
  var motion: SampledMotion
}

/// The properties of a simulated sensor.
public struct Sensor: Sendable {
  /// The number of samples per second.
  public var rate: Double
  /// The standard deviation of the noise along each axis, in points.
  public var noise: Double
  /// Whether gestures are horizontal, without vertical noise.
  public var isOneDimensional: Bool

  /// Creates a sensor.
  public init(rate: Double, noise: Double, isOneDimensional: Bool = false) {
    self.rate = rate
    self.noise = noise
    self.isOneDimensional = isOneDimensional
  }
}

extension GestureClass {
  /// Returns the gesture with this number; the same number always gives the same gesture.
  public func trial(_ number: Int, sensor: Sensor) -> GestureTrial {
    var random = SeededGenerator(seed: UInt64(number) &* 1_000_003 &+ seed)
    let stroke = stroke(&random, sensor)
    let trajectory = stroke.trajectory
    var times = sampleTimes(stroke, &random, sensor)
    if self == .drops {
      times = times.indices.filter { $0 + 1 >= times.count || !random.happens(0.2) }
        .map { times[$0] }
    }
    var positions = times.map { trajectory.position(trajectory.parameters, $0) }
    let last = times.last ?? 0
    let release =
      stroke.silence > 0
      ? last + stroke.silence : min(stroke.duration, last + random.uniform(0, 1) / sensor.rate)
    var motion = SampledMotion(
      trajectory: trajectory, times: times,
      variances: times.map { variance(trajectory, at: $0, sensor) }, meantUntil: stroke.meantUntil)
    motion.displaced = disturb(&times, &positions, &random)
    return scattered(times, positions, motion, max(release, times.last ?? 0), &random, sensor)
  }

  /// The variance of a sample along the line, in pt², from sensor noise, rounding to whole points, or
  /// timestamp errors.
  private func variance(_ trajectory: Trajectory, at time: Double, _ sensor: Sensor) -> Double {
    // The variance of rounding to whole points.
    if self == .slowDrag { return 1 / 12.0 }
    let late = self == .timestampJitter ? 0.0015 * trajectory.speed(trajectory.parameters, time) : 0
    return sensor.noise * sensor.noise + late * late
  }

  private var seed: UInt64 {
    UInt64(Self.allCases.firstIndex(of: self) ?? 0) &* 7_919
  }

  /// The times of the samples: at the sensor's rate, with a random phase, to the end of the stroke.
  private func sampleTimes(
    _ stroke: Stroke, _ random: inout SeededGenerator, _ sensor: Sensor
  ) -> [Double] {
    let period = 1 / sensor.rate
    let phase = random.uniform(0, period)
    if self == .shortFlick { return [0, period, 2 * period] }
    var times: [Double] = []
    var time = phase
    while time <= stroke.duration {
      times.append(time)
      time += period
    }
    return times
  }

  /// Applies the device errors of the class to the samples.
  ///
  /// - Returns: The samples that are displaced by one common amount.
  private func disturb(
    _ times: inout [Double], _ positions: inout [Double], _ random: inout SeededGenerator
  ) -> Set<Int> {
    switch self {
    case .timestampJitter:
      for index in times.indices { times[index] += 0.0015 * random.normal() }
      for index in times.indices.dropFirst() {
        times[index] = max(times[index], times[index - 1] + 1e-5)
      }
      return []
    case .bursts:
      let late = stride(from: times.count - 3, through: 0, by: -2)
      for index in late { times[index] = times[index + 1] - 0.001 }
      return Set(late)
    case .outlier:
      let size = random.uniform(15, 30) * (random.happens(0.5) ? 1 : -1)
      let back = Int(random.uniform(0, min(16, Double(positions.count))))
      positions[positions.count - 1 - back] += size
      return [positions.count - 1 - back]
    case .constant, .accelerating, .decelerating, .minimumJerk, .shortFlick, .hook, .silentStop,
      .briefSilentStop, .chatteringStop, .reversal, .drops, .slowDrag:
      return []
    }
  }

  /// Converts positions along a line into samples in the plane, with noise.
  private func scattered(
    _ times: [Double], _ positions: [Double], _ motion: SampledMotion, _ release: Double,
    _ random: inout SeededGenerator, _ sensor: Sensor
  ) -> GestureTrial {
    let truth = motion.truth
    var direction = Position(x: Points(1), y: .zero)
    if !sensor.isOneDimensional {
      repeat {
        direction = Position(x: Points(random.uniform(-1, 1)), y: Points(random.uniform(-1, 1)))
      } while direction.length > Points(1) || direction.length < Points(0.1)
      direction = direction / direction.length.value
    }
    let noise = self == .slowDrag ? 0 : sensor.noise
    let origin = 1_000_000.0
    let samples = zip(times, positions).map { time, position in
      var x = direction.x.value * position + noise * random.normal()
      var y = direction.y.value * position
      if !sensor.isOneDimensional { y += noise * random.normal() }
      if self == .slowDrag { (x, y) = (x.rounded(), y.rounded()) }
      return PanSample(
        microseconds: Int64((origin + time * 1e6).rounded()),
        position: Position(x: Points(x), y: Points(y)))
    }
    return GestureTrial(
      samples: samples, releaseMicroseconds: Int64((origin + release * 1e6).rounded()),
      truth: Velocity(
        x: PointsPerSecond(direction.x.value * truth), y: PointsPerSecond(direction.y.value * truth)
      ), direction: direction, motion: motion)
  }
}
