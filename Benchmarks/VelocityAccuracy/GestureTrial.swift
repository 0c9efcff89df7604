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
  /// Returns the gesture with the given number; the same number always gives the same gesture.
  public func trial(_ number: Int, sensor: Sensor) -> GestureTrial {
    var random = SeededGenerator(seed: UInt64(number) &* 1_000_003 &+ seed)
    let stroke = stroke(&random, sensor)
    let trajectory = stroke.trajectory
    var times = sampleTimes(stroke, &random, sensor)
    if self == .drops {
      times = times.indices.filter { $0 + 1 >= times.count || !random.happens(0.2) }
        .map { times[$0] }
    }
    var positions = times.map { trajectory.position($0) }
    let last = times.last ?? 0
    let release =
      stroke.silence > 0
      ? last + stroke.silence : min(stroke.duration, last + random.uniform(0, 1) / sensor.rate)
    // Timestamp errors of the device may move the last sample, but not the time at which the finger
    // had this speed.
    let truth = trajectory.speed(last)
    disturb(&times, &positions, &random)
    return scattered(times, positions, truth, max(release, times.last ?? 0), &random, sensor)
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
  private func disturb(
    _ times: inout [Double], _ positions: inout [Double], _ random: inout SeededGenerator
  ) {
    switch self {
    case .timestampJitter:
      for index in times.indices { times[index] += 0.0015 * random.normal() }
      for index in times.indices.dropFirst() {
        times[index] = max(times[index], times[index - 1] + 1e-5)
      }
    case .bursts:
      let late = stride(from: times.count - 3, through: 0, by: -2)
      for index in late { times[index] = times[index + 1] - 0.001 }
    case .outlier:
      let size = random.uniform(15, 30) * (random.happens(0.5) ? 1 : -1)
      let back = Int(random.uniform(0, min(16, Double(positions.count))))
      positions[positions.count - 1 - back] += size
    case .constant, .accelerating, .decelerating, .minimumJerk, .shortFlick, .hook, .silentStop,
      .briefSilentStop, .chatteringStop, .reversal, .drops, .slowDrag:
      break
    }
  }

  /// Converts positions along a line into samples in the plane, with noise.
  private func scattered(
    _ times: [Double], _ positions: [Double], _ truth: Double, _ release: Double,
    _ random: inout SeededGenerator, _ sensor: Sensor
  ) -> GestureTrial {
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
      ), direction: direction)
  }
}
