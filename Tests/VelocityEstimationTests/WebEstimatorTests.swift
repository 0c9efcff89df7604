import Quantities
import Testing
import VelocityEstimation

/// The velocities of libraries for web pages, as their own code computes them.
@Suite("Estimators of web libraries") struct WebEstimatorTests {
  /// Random gestures of 8 ms per report, with pauses: the times in milliseconds and the positions; the last time is that
  /// of the lift.
  static let gestures: [(samples: [(time: Double, x: Double)], lift: Double)] = {
    var random = SeededGenerator(seed: 54)
    return (0..<200).map { _ in
      var (samples, time, x) = ([(time: 0.0, x: 0.0)], 0.0, 0.0)
      for _ in 0..<random.whole(in: 1...60) {
        time += random.happens(0.05) ? Double(random.whole(in: 60...260)) : 8
        x += Double(random.whole(in: -6...20))
        samples.append((time, x))
      }
      return (samples, time + random.one(of: [0, 6, 79, 81, 169, 171]))
    }
  }()

  private func velocity(
    _ name: String, _ gesture: (samples: [(time: Double, x: Double)], lift: Double)
  ) throws -> Double {
    var estimator = try Estimator.named(name)
    for sample in gesture.samples {
      estimator.receive(
        PanSample(
          microseconds: Int64(sample.time * 1_000),
          position: Position(x: Points(sample.x), y: .zero)))
    }
    return estimator.released(atMicroseconds: Int64(gesture.lift * 1_000)).velocity.x.value / 1_000
  }

  @Test("Embla's mean starts again after 170 ms, at the last sample of a frame, and a rest ends it")
  func embla() throws {
    for gesture in Self.gestures {
      var (start, last) = (gesture.samples[0], gesture.samples[0])
      // The last samples of the frames of 1/60 s after the touch-down.
      let down = start.time
      func frame(_ time: Double) -> Double { ((time - down) * 0.06 - 1e-6).rounded(.up) }
      for (sample, next) in zip(gesture.samples.dropFirst(), gesture.samples.dropFirst(2)) {
        if frame(sample.time) < frame(next.time), sample.time - start.time > 170 { start = sample }
      }
      last = gesture.samples[gesture.samples.count - 1]
      if last.time - start.time > 170 { start = last }
      let time = gesture.lift - start.time
      let expected = time == 0 || gesture.lift - last.time > 170 ? 0 : (last.x - start.x) / time
      #expect((try velocity("embla", gesture) - expected).magnitude < 1e-9)
    }
  }

  @Test("Zag's mean is over 100 ms, and over the whole drag after a rest of 80 ms")
  func zag() throws {
    for gesture in Self.gestures {
      // The touch-down is not a sample.
      let samples = Array(gesture.samples.dropFirst())
      guard let (first, newest) = samples.first.flatMap({ f in samples.last.map { (f, $0) } }),
        samples.count > 1
      else { continue }
      let window = samples.filter { $0.time >= newest.time - 100 }
      let expected =
        window.count > 1 && gesture.lift - newest.time <= 80
        ? (newest.x - window[0].x) / (newest.time - window[0].time)
        : (newest.x - first.x) / max(newest.time - first.time, 50)
      #expect((try velocity("zag:frame=0", gesture) - expected).magnitude < 1e-9)
    }
  }

  @Test("Base UI takes the last step, over at least 16 ms, and nothing after a rest of 80 ms")
  func baseUI() throws {
    for gesture in Self.gestures {
      let samples = Array(gesture.samples.dropFirst())
      guard samples.count > 1, let newest = samples.last else { continue }
      let before = samples[samples.count - 2]
      let expected =
        gesture.lift - newest.time > 80
        ? 0 : (newest.x - before.x) / max(newest.time - before.time, 16)
      #expect((try velocity("base-ui:frame=0", gesture) - expected).magnitude < 1e-9)
    }
  }

  @Test("of the reports within a frame, only the newest counts", arguments: ["zag", "base-ui"])
  func frames(name: String) throws {
    // Frames of 16.7 ms: the reports at 20 and 30 ms are in the second, that at 40 ms in the third.
    let all = [(time: 0.0, x: 0.0), (10, 1), (20, 5), (30, 8), (40, 20)]
    let newest = [(time: 0.0, x: 0.0), (10, 1), (30, 8), (40, 20)]
    #expect(try velocity(name, (all, 40)) == velocity("\(name):frame=0", (newest, 40)))
  }
}
