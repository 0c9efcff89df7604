import Quantities
import Testing
import VelocityEstimation

/// The default estimator with samples that arrive in bursts.
@Suite("Bursts") struct BurstsTests {
  private func release(_ samples: [PanSample]) throws -> Double {
    var estimator = try Estimator.named("bayes")
    for sample in samples { estimator.receive(sample) }
    return estimator.released(atMicroseconds: (samples.last?.microseconds ?? 0) + 3_000)
      .velocity.y.value
  }

  private func sample(_ time: Double, _ way: Double) -> PanSample {
    PanSample(
      microseconds: Int64((time * 1e6).rounded()),
      position: Position(x: Points(100), y: Points(100 + way)))
  }

  @Test(
    "a stroke that arrives two or three scans at a time is read as if it arrived scan by scan",
    arguments: [(60.0, 2), (90, 2), (90, 3), (120, 2), (120, 3), (240, 2), (240, 3)])
  func strokes(rate: Double, size: Int) throws {
    for length in [200.0, 500] {
      let count = 6 * Int(rate / 60) * 2
      let time = Double(count) / rate
      func way(_ t: Double) -> Double {
        let s = t / time * 0.7
        return length * s * s * s * (10 - 15 * s + 6 * s * s)
      }
      let even = (0...count).map { sample(Double($0) / rate, way(Double($0) / rate)) }
      let late = (0...count).map { index in
        // The last sample of each burst has its scan time; every other sample is 1 ms before the
        // next one.
        let after = (count - index) % size
        let report = index == 0 ? 0 : Double(index + after) / rate - 0.001 * Double(after)
        return sample(report, way(Double(index) / rate))
      }
      let (expected, found) = (try release(even), try release(late))
      #expect(abs(found - expected) < 0.05 * expected, "\(length) pt: \(found), \(expected)")
    }
  }

  @Test(
    "a position that is reported twice does not change the velocity", arguments: [60.0, 120, 240])
  func twice(rate: Double) throws {
    for speed in [600.0, 2_000] {
      let samples = (0...24).flatMap { index in
        let time = Double(index) / rate
        return [sample(time, speed * time), sample(time + 0.001, speed * time)]
      }
      #expect(abs(try release(samples) - speed) < 0.02 * speed)
    }
  }
}
