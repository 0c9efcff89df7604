import Quantities
import Testing
import VelocityEstimation

/// What the default estimator makes of a change at the end of a pan, and of samples that are off or lost.
@Suite("Adaptive changes") struct AdaptiveChangesTests {
  /// A place at a time, in points and seconds.
  private typealias Path = (Double) -> (x: Double, y: Double)

  /// Samples of a path, the last one after `duration`, each off by `noise` points to and fro, turned by 0.6 rad.
  private func samples(_ path: Path, for duration: Double, rate: Double, noise: Double = 0.2)
    -> [PanSample]
  {
    let count = Int(duration * rate)
    return (0...count).map { index in
      let time = duration - Double(count - index) / rate
      let off = [1.0, -0.6, 0.3, -1, 0.9, -0.4, -0.2][index % 7] * noise
      let (x, y) = (path(time).x + off, path(time).y - off)
      return PanSample(
        microseconds: Int64((time * 1e6).rounded()),
        position: Position(x: Points(0.825 * x - 0.565 * y), y: Points(0.565 * x + 0.825 * y)))
    }
  }

  /// Moves the sample so many before the newest, on the same axes as the path.
  private func move(_ samples: inout [PanSample], _ back: Int, by x: Double, _ y: Double) {
    let index = samples.count - 1 - back
    samples[index].position.x += Points(0.825 * x - 0.565 * y)
    samples[index].position.y += Points(0.565 * x + 0.825 * y)
  }

  /// Adds noise of a standard deviation along each axis.
  private func addNoise(
    _ deviation: Double, to samples: inout [PanSample], _ random: inout SeededGenerator
  ) {
    for index in samples.indices {
      samples[index].position.x += Points(deviation * random.normal())
      samples[index].position.y += Points(deviation * random.normal())
    }
  }

  /// How far the estimate is off from a velocity on the same axes as the path, over its length.
  private func error(_ samples: [PanSample], _ x: Double, _ y: Double) throws -> Double {
    var estimator = try Estimator.named("adaptive")
    for sample in samples { estimator.receive(sample) }
    let estimate = estimator.released(
      atMicroseconds: (samples.last?.microseconds ?? 0) + 3_000)
    let truth = Velocity(
      x: PointsPerSecond(0.825 * x - 0.565 * y), y: PointsPerSecond(0.565 * x + 0.825 * y))
    return (estimate.velocity - truth).length.value / truth.length.value
  }

  /// 0.3 s at `before` pt/s, and then another velocity.
  private func step(_ before: Double, to after: (x: Double, y: Double)) -> Path {
    let turn = 0.3
    return { t in
      let late = max(t - turn, 0)
      return (before * min(t, turn) + after.x * late, after.y * late)
    }
  }

  @Test(
    "a hand that keeps half of its speed for the last 25 ms has half of it",
    arguments: [120.0, 165, 240], [0.5, 0.6, 0.7])
  func slower(rate: Double, part: Double) throws {
    for speed in [800.0, 1_600, 3_000] {
      let path = step(speed, to: (part * speed, 0))
      let off = try error(samples(path, for: 0.325, rate: rate), part * speed, 0)
      #expect(off < 0.06, "\(speed) pt/s")
    }
  }

  @Test(
    "a thumb that keeps a fifth of its speed for 20 ms has rolled off, aside or not",
    arguments: [120.0, 165, 240], [0.0, 0.3])
  func roll(rate: Double, aside: Double) throws {
    for speed in [800.0, 1_600, 3_000] {
      let path = step(speed, to: (0.2 * speed, aside * speed))
      let off = try error(samples(path, for: 0.32, rate: rate), speed, 0)
      #expect(off < 0.08, "\(speed) pt/s")
    }
  }

  @Test(
    "a hand that turns about a corner for the last 24 ms goes where it has turned to",
    arguments: [60.0, 90, 120, 165, 240], [1.0, -1])
  func corner(rate: Double, side: Double) throws {
    for speed in [800.0, 1_600, 3_000] {
      let path = step(speed, to: (0, side * speed))
      let off = try error(samples(path, for: 0.324, rate: rate), 0, side * speed)
      #expect(off < 0.06, "\(speed) pt/s")
    }
  }

  @Test(
    "samples that are off by themselves change nothing, however many there are",
    arguments: [90.0, 120, 165, 240])
  func outliers(rate: Double) throws {
    let path: Path = { (1_200 * $0, 0) }
    for back in 2..<8 {
      var samples = samples(path, for: 0.35, rate: rate)
      for (index, size) in [(back, 9.0), (back + 4, -6), (back + 9, 11)] {
        samples[samples.count - 1 - index].position.x += Points(size)
      }
      #expect(try error(samples, 1_200, 0) < 0.006, "\(back) samples before the newest")
    }
  }

  @Test("two samples that are lost in a row hide no tremor", arguments: [120.0, 165, 240])
  func tremor(rate: Double) throws {
    let path: Path = {
      (900 * $0 + 1.4 * sine(9.5 * 2 * .pi * $0), 1.1 * cosine(9.5 * 2 * .pi * $0))
    }
    for back in [4, 8, 12] {
      for duration in [0.25, 0.28, 0.31, 0.34] {
        var samples = samples(path, for: duration, rate: rate, noise: 0.1)
        samples.removeSubrange(samples.count - 2 - back..<samples.count - back)
        #expect(try error(samples, 900, 0) < 0.04, "\(duration) s, \(back) samples")
      }
    }
  }

  @Test("noise hides no tremor that is wide itself", arguments: [90.0, 120, 165, 240])
  func noisyTremor(rate: Double) throws {
    let path: Path = {
      (900 * $0 + 2.2 * sine(9.5 * 2 * .pi * $0), 2.2 * cosine(9.5 * 2 * .pi * $0))
    }
    var random = SeededGenerator(seed: 1)
    var sum = 0.0
    for _ in 0..<60 {
      let duration = random.uniform(in: 0.25...0.35)
      var samples = samples(path, for: duration, rate: rate, noise: 0)
      addNoise(1.2, to: &samples, &random)
      let off = try error(samples, 900, 0)
      sum += off * off
    }
    #expect((sum / 60).squareRoot() < 0.08)
  }

  @Test(
    "samples that are off hide no tremor, the newest among them or not",
    arguments: [60.0, 90, 120, 165, 240])
  func outliersOfATremor(rate: Double) throws {
    let path: Path = {
      (900 * $0 + 1.4 * sine(9.5 * 2 * .pi * $0), 1.1 * cosine(9.5 * 2 * .pi * $0))
    }
    for (ahead, aside) in [(0.0, 0.0), (0, 12), (-9, 6)] {
      for duration in [0.25, 0.28, 0.31, 0.34] {
        var samples = samples(path, for: duration, rate: rate, noise: 0.1)
        for (index, x, y) in [(0, ahead, aside), (5, 0, 9), (10, 0, -7)] {
          move(&samples, index, by: x, y)
        }
        let off = try error(samples, 900, 0)
        #expect(off < 0.04, "\(duration) s, newest off by \(ahead), \(aside) pt: \(off)")
      }
    }
  }

  @Test(
    "a newest sample that is off ahead and further aside changes nothing",
    arguments: [90.0, 120, 165, 240], [1.0, -1])
  func newestIsOff(rate: Double, side: Double) throws {
    let path: Path = { (1_200 * $0, 0) }
    for (ahead, aside) in [(0.0, 8.0), (3, 6), (4, 8)] {
      var samples = samples(path, for: 0.3, rate: rate)
      move(&samples, 0, by: ahead, side * aside)
      #expect(try error(samples, 1_200, 0) < 0.01, "\(ahead) pt ahead and \(aside) aside")
    }
  }

  @Test(
    "two steps after a rest have their speed, however late in a scan the finger began",
    arguments: [60.0, 90, 120, 165, 240], [0.2, 0.3, 0.4])
  func twoStepsAfterARest(rate: Double, part: Double) throws {
    for speed in [600.0, 1_500, 4_000] {
      // The newest was in motion for one scan and a part of another.
      let places = [0, part * speed / rate, (1 + part) * speed / rate]
      let samples = [0.0, 0.08, 0.08 + 1 / rate].enumerated().map { index, time in
        PanSample(
          microseconds: Int64((time * 1e6).rounded()),
          position: Position(
            x: Points(0.825 * places[index]), y: Points(0.565 * places[index])))
      }
      #expect(try error(samples, speed, 0) < 0.02, "\(speed) pt/s")
    }
  }

  @Test(
    "a hand that is three times as fast straight ahead in its last scan has sped up",
    arguments: [90.0, 120, 165, 240])
  func lastScan(rate: Double) throws {
    for speed in [800.0, 1_200, 1_500] {
      let path = step(speed, to: (3 * speed, 0))
      let off = try error(samples(path, for: 0.3 + 1 / rate, rate: rate), 3 * speed, 0)
      #expect(off < 0.12, "\(speed) pt/s: \(off)")
    }
  }

  @Test(
    "a hand that goes straight on with 0.37 of its speed for the last 22 ms has that",
    arguments: [165.0, 240])
  func slowerStraightOn(rate: Double) throws {
    for speed in [1_200.0, 1_600, 3_000] {
      let path = step(speed, to: (0.37 * speed, 0))
      let off = try error(samples(path, for: 0.322, rate: rate), 0.37 * speed, 0)
      #expect(off < 0.12, "\(speed) pt/s: \(off)")
    }
  }

  @Test(
    "a hand that goes straight on with 0.35 of its speed for its last two or three scans has that",
    arguments: [90.0, 120, 165, 240], [0.35, 0.42])
  func slowerStraightOnInTwoScans(rate: Double, part: Double) throws {
    for speed in [1_600.0, 2_400, 3_000] {
      let path = step(speed, to: (part * speed, 0))
      let off = try error(samples(path, for: 0.321, rate: rate), part * speed, 0)
      #expect(off < 0.25, "\(speed) pt/s: \(off)")
    }
  }

  @Test(
    "a thumb that keeps as much but goes aside has rolled off", arguments: [90.0, 120, 165, 240],
    [0.25, 0.35])
  func rollAside(rate: Double, aside: Double) throws {
    for speed in [1_600.0, 2_400, 3_000] {
      let path = step(speed, to: (0.3 * speed, aside * speed))
      let off = try error(samples(path, for: 0.321, rate: rate), speed, 0)
      #expect(off < 0.12, "\(speed) pt/s: \(off)")
    }
  }

  @Test(
    "a roll of any number of samples is told", arguments: [60.0, 90, 120, 144, 165, 200, 240],
    [0.012, 0.014, 0.016, 0.018, 0.02])
  func rolls(rate: Double, time: Double) throws {
    for speed in [500.0, 800, 1_600] {
      let path = step(speed, to: (-0.2 * speed, 0.3 * speed))
      let off = try error(samples(path, for: 0.3 + time, rate: rate, noise: 0.5), speed, 0)
      #expect(off < 0.08, "\(speed) pt/s: \(off)")
    }
  }

  @Test("a hand that turned back two scans ago goes back", arguments: [60.0, 90, 120])
  func turnBack(rate: Double) throws {
    for speed in [800.0, 1_600, 3_000] {
      for scans in [1.7, 1.85, 2.0] {
        let path = step(speed, to: (-0.7 * speed, 0))
        let duration = 0.3 + max(scans / rate, 0.024)
        let off = try error(samples(path, for: duration, rate: rate), -0.7 * speed, 0)
        #expect(off < 0.1, "\(speed) pt/s, \(scans) scans: \(off)")
      }
    }
  }

  @Test(
    "a hand that turns about a corner in its last scan goes where it has turned to",
    arguments: [50.0, 60, 90], [1.0, -1])
  func cornerInTheLastScan(rate: Double, side: Double) throws {
    for speed in [800.0, 1_600, 3_000] {
      for part in [0.8, 1, 1.3] {
        let path = step(speed, to: (-0.1 * speed, side * part * speed))
        let samples = samples(path, for: 0.3 + 1 / rate, rate: rate)
        let off = try error(samples, -0.1 * speed, side * part * speed)
        #expect(off < 0.1, "\(speed) pt/s, \(part): \(off)")
      }
    }
  }

  @Test(
    "where other samples are off by themselves so is a newest that is off, in any direction",
    arguments: [120.0, 165, 240], [(9.0, 0.5), (-3, 8), (-12, 9)])
  func newestIsOffAsOthers(rate: Double, ahead: (x: Double, y: Double)) throws {
    let path: Path = { (1_200 * $0, 0) }
    var samples = samples(path, for: 0.3, rate: rate)
    for (back, x, y) in [(0, ahead.x, ahead.y), (6, 0, 9), (12, 3, -8)] {
      move(&samples, back, by: x, y)
    }
    let off = try error(samples, 1_200, 0)
    #expect(off < 0.02, "\(off)")
  }

  @Test("a hand that slows down straight on is no roll", arguments: [60.0, 90])
  func slowerInTheLastScan(rate: Double) throws {
    for length in [150.0, 300, 600] {
      for part in [0.7, 0.74] {
        for stroke in [0.2, 0.25, 0.3] {
          // A stroke with the least jerk.
          let path: Path = {
            let s = $0 / stroke
            return (length * s * s * s * (10 - 15 * s + 6 * s * s), 0)
          }
          let speed = length / stroke * 30 * part * part * (1 - part) * (1 - part)
          let off = try error(
            samples(path, for: part * stroke, rate: rate, noise: 0.1), speed, 0)
          #expect(off < 0.098, "\(length) pt in \(stroke) s until \(part): \(off)")
        }
      }
    }
  }

  /// The root mean square of the errors at `count` random gestures with noise.
  private func error(
    of count: Int, noise: Double, _ gesture: (inout SeededGenerator) -> ([PanSample], Double)
  ) throws -> Double {
    var random = SeededGenerator(seed: 5)
    var sum = 0.0
    for _ in 0..<count {
      var (samples, speed) = gesture(&random)
      addNoise(noise, to: &samples, &random)
      let off = try error(samples, speed, 0)
      sum += off * off
    }
    return (sum / Double(count)).squareRoot()
  }

  @Test(
    "a hand that becomes faster straight ahead in its last scan has sped up",
    arguments: zip([60.0, 90, 120], [0.03, 0.15, 0.21]))
  func fasterInTheLastScan(rate: Double, most: Double) throws {
    let off = try error(of: 400, noise: 0.5) { random in
      let (speed, factor) = (random.uniform(in: 600...1_500), random.uniform(in: 2...4))
      let path = step(speed, to: (factor * speed, 0))
      return (samples(path, for: 0.3 + 1 / rate, rate: rate, noise: 0), factor * speed)
    }
    #expect(off < most, "\(off)")
  }

  @Test(
    "a hand that sped up ever more for five scans is as fast as it has become, and one that rested before no faster",
    arguments: [60.0, 90])
  func growing(rate: Double) throws {
    for speed in [1_200.0, 2_400, 4_000] {
      let growth = 0.5 * rate
      let path: Path = { (speed / growth * exponential(growth * ($0 - 5 / rate)), 0) }
      let off = try error(samples(path, for: 5 / rate, rate: rate, noise: 0.05), speed, 0)
      #expect(off < 0.15, "\(speed) pt/s: \(off)")
      let flick: Path = { (speed * max($0 - 0.3, 0), 0) }
      let samples = samples(flick, for: 0.3 + 1.6 / rate, rate: rate, noise: 0.05)
      #expect(try error(samples, speed, 0) < 0.05, "\(speed) pt/s after a rest")
    }
  }

  @Test(
    "samples across the way tell the noise where few along it do",
    arguments: zip([60.0, 90], [0.034, 0.028]))
  func fewSamples(rate: Double, most: Double) throws {
    let off = try error(of: 400, noise: 0.5) { random in
      let (speed, duration) = (random.uniform(in: 400...1_200), random.uniform(in: 0.13...0.2))
      // It slows down evenly by two thirds.
      let path: Path = { (speed * (3 * $0 - $0 * $0 / duration), 0) }
      return (samples(path, for: duration, rate: rate, noise: 0), speed)
    }
    #expect(off < most, "\(off)")
  }

  @Test(
    "a finger that lies still for 30 to 120 ms has not rolled off at 60 Hz, but for one in 400 at a point of noise",
    arguments: [0.5, 1])
  func shortRest(noise: Double) throws {
    var random = SeededGenerator(seed: 3)
    var flings = 0
    for _ in 0..<4_000 {
      let speed = random.uniform(in: 500...1_500)
      let (brake, rest) = (random.uniform(in: 0.025...0.06), random.uniform(in: 0.03...0.12))
      let path: Path = { t in
        let s = min(max(t - 0.3, 0), brake)
        return (speed * (min(t, 0.3) + s - s * s / (2 * brake)), 0)
      }
      let duration = 0.3 + brake + rest
      // The last look is any time before the lift.
      let last = duration - random.uniform(in: 0...1 / 60)
      var samples = samples(path, for: last, rate: 60, noise: 0)
      addNoise(noise, to: &samples, &random)
      var estimator = try Estimator.named("adaptive")
      for sample in samples { estimator.receive(sample) }
      let estimate = estimator.released(atMicroseconds: Int64(duration * 1e6))
      if estimate.velocity.length > PointsPerSecond(200) { flings += 1 }
    }
    #expect(flings <= Int(10 * noise))
  }
}
