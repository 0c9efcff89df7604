public import Quantities
public import TouchInput

/// One gesture with its true velocity at the last sample.
public struct GestureTrial: Sendable {
  /// What the device reports.
  public var samples: [PanSample]
  /// When the finger left, in microseconds.
  public var releaseMicroseconds: Int64
  /// The velocity that the hand meant, at the last sample.
  public var truth: Velocity
  /// The direction of the motion, of length one; errors are measured along it.
  public var direction: Position
}

/// How gestures are sampled.
public struct Sensor: Sendable {
  /// Samples per second.
  public var rate: Double
  /// The standard deviation of a sample along each axis, in points.
  public var noise: Double
  /// Whether gestures go along the horizontal axis alone, with no noise on the other.
  public var isOneDimensional: Bool

  /// Creates a sensor.
  public init(rate: Double, noise: Double, isOneDimensional: Bool = false) {
    self.rate = rate
    self.noise = noise
    self.isOneDimensional = isOneDimensional
  }
}

/// A way along a line, sampled.
private struct Way {
  /// Where the finger is after `t` seconds, in points along the line.
  var place: (Double) -> Double
  /// How long the samples go on, in seconds.
  var duration: Double
  /// The true velocity at the last sample, in pt/s along the line.
  var truth: (Double) -> Double
  /// The silence between the end of the samples and the release, in seconds.
  var silence = 0.0
}

extension GestureClass {
  /// The gesture with this number; the same number always gives the same gesture.
  public func trial(_ number: Int, sensor: Sensor) -> GestureTrial {
    var random = SeededRandom(seed: UInt64(number) &* 1_000_003 &+ seed)
    let way = way(&random, sensor)
    var times = sampleTimes(way, &random, sensor)
    var places = times.map(way.place)
    if self == .drops {
      let kept = times.indices.filter { $0 + 1 >= times.count || !random.happens(0.2) }
      (times, places) = (kept.map { times[$0] }, kept.map { places[$0] })
    }
    let last = times.last ?? 0
    let release =
      way.silence > 0
      ? last + way.silence : min(way.duration, last + random.uniform(0, 1) / sensor.rate)
    disturb(&times, &places, &random, sensor)
    return scattered(times, places, way.truth(last), max(release, times.last ?? 0), &random, sensor)
  }

  private var seed: UInt64 {
    UInt64(Self.allCases.firstIndex(of: self) ?? 0) &* 7_919
  }

  /// When samples are taken: at the sensor's rate with a random phase, to the end of the way.
  private func sampleTimes(
    _ way: Way, _ random: inout SeededRandom, _ sensor: Sensor
  ) -> [Double] {
    let period = 1 / sensor.rate
    let phase = random.uniform(0, period)
    if self == .shortFlick { return [0, period, 2 * period] }
    var times: [Double] = []
    var time = phase
    while time <= way.duration {
      times.append(time)
      time += period
    }
    return times
  }

  private func way(_ random: inout SeededRandom, _ sensor: Sensor) -> Way {
    let speed = random.uniform(300, 3_000)
    let long = random.uniform(0.2, 0.4)
    switch self {
    case .constant, .timestampJitter, .bursts, .drops, .outlier:
      return Way(place: { speed * $0 }, duration: long, truth: { _ in speed })
    case .accelerating:
      let acceleration = random.uniform(6_000, 20_000)
      let time = random.uniform(0.15, 0.28)
      return Way(
        place: { acceleration * $0 * $0 / 2 }, duration: time, truth: { acceleration * $0 })
    case .decelerating:
      let acceleration = random.uniform(6_000, 20_000)
      let time = random.uniform(0.15, 0.25)
      let end = random.uniform(180, 800)
      return Way(
        place: { (end + acceleration * time) * $0 - acceleration * $0 * $0 / 2 },
        duration: time, truth: { end + acceleration * (time - $0) })
    case .minimumJerk:
      let length = random.uniform(200, 800)
      let stroke = random.uniform(0.2, 0.4)
      let end = random.uniform(0.5, 0.75)
      return Way(
        place: { length * minimumJerkPlace($0 / stroke) }, duration: stroke * end,
        truth: { length / stroke * minimumJerkSpeed($0 / stroke) })
    case .shortFlick:
      let fast = random.uniform(2_000, 4_000)
      return Way(place: { fast * $0 }, duration: 3 / sensor.rate, truth: { _ in fast })
    case .hook:
      return hook(speed, long, &random, sensor)
    case .silentStop, .briefSilentStop:
      let silence = self == .silentStop ? (0.05, 0.15) : (0.025, 0.038)
      return Way(
        place: { speed * $0 }, duration: long, truth: { _ in 0 },
        silence: random.uniform(silence.0, silence.1))
    case .chatteringStop:
      return Way(
        place: { speed * braked($0 - long, in: 0.025) + speed * long }, duration: long + 0.085,
        truth: { _ in 0 })
    case .reversal:
      let back = random.uniform(300, 3_000)
      let turn = long - random.uniform(0.05, 0.09)
      return Way(
        place: { $0 < turn ? -speed * $0 : -speed * turn + back * ($0 - turn) }, duration: long,
        truth: { _ in back })
    case .slowDrag:
      let slow = random.uniform(20, 80)
      return Way(place: { slow * $0 }, duration: 2 * long, truth: { _ in slow })
    }
  }

  /// A steady motion that turns to a part of its speed for the last one or two samples.
  private func hook(
    _ speed: Double, _ time: Double, _ random: inout SeededRandom, _ sensor: Sensor
  ) -> Way {
    let part = random.uniform(-0.4, 0.6)
    let turned = random.happens(0.5) ? 1.0 : 2.0
    let turn = time - turned / sensor.rate
    return Way(
      place: { $0 < turn ? speed * $0 : speed * (turn + part * ($0 - turn)) }, duration: time,
      truth: { _ in speed })
  }

  /// What goes wrong between the finger and the log.
  private func disturb(
    _ times: inout [Double], _ places: inout [Double], _ random: inout SeededRandom,
    _ sensor: Sensor
  ) {
    switch self {
    case .timestampJitter:
      for index in times.indices { times[index] += 0.0015 * random.normal() }
      for index in times.indices.dropFirst() {
        times[index] = max(times[index], times[index - 1] + 1e-5)
      }
    case .bursts:
      for index in stride(from: times.count - 3, through: 0, by: -2) {
        times[index] = times[index + 1] - 0.001
      }
    case .outlier:
      let size = random.uniform(15, 30) * (random.happens(0.5) ? 1 : -1)
      let back = Int(random.uniform(0, min(16, Double(places.count))))
      places[places.count - 1 - back] += size
    case .slowDrag:
      break
    case .constant, .accelerating, .decelerating, .minimumJerk, .shortFlick, .hook, .silentStop,
      .briefSilentStop, .chatteringStop, .reversal, .drops:
      break
    }
  }

  /// Turns places along a line into samples in the plane, with noise.
  private func scattered(
    _ times: [Double], _ places: [Double], _ truth: Double, _ release: Double,
    _ random: inout SeededRandom, _ sensor: Sensor
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
    let samples = zip(times, places).map { time, place in
      var x = direction.x.value * place + noise * random.normal()
      var y = direction.y.value * place
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

/// A stroke from 0 to 1 with the least jerk; still before and after.
///
/// Source: Flash, Hogan, "The coordination of arm movements", J. Neuroscience 5(7), 1985.
private func minimumJerkPlace(_ s: Double) -> Double {
  let s = min(max(s, 0), 1)
  return s * s * s * (10 - 15 * s + 6 * s * s)
}

/// The speed of that stroke.
private func minimumJerkSpeed(_ s: Double) -> Double { 30 * s * s * (1 - s) * (1 - s) }

/// The way at a speed of one that is braked to rest from time zero within `time` seconds.
private func braked(_ t: Double, in time: Double) -> Double {
  if t <= 0 { return t }
  return t >= time ? time / 2 : t - t * t / (2 * time)
}
