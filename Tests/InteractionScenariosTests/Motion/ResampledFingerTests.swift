import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Surfaces
import Testing

/// A finger as a browser shows it; the frames are at multiples of 1/60 s.
@Suite("Resampled finger")
struct ResampledFingerTests {
  /// A report: the time in seconds, and the displacement in points.
  typealias Report = (time: Double, x: Double)

  static let limit = 0.008

  static let presets: [(any Scenario.Type, String)] = [
    (ScrollScenario.self, "chromium"), (PagingScenario.self, "css-snap"),
  ]

  /// Returns the displacement that is shown in each frame, in which `reports` of earlier times are known.
  static func frames(_ reports: [Report], count: Int) -> [Double] {
    var finger = ResampledFinger(limit: Seconds(limit))
    var left = reports[...]
    return (0..<count).map { frame in
      let time = Double(frame) / 60
      while let next = left.first, next.time <= time {
        finger.receive(Position(x: Points(next.x), y: .zero), at: Seconds(next.time))
        left.removeFirst()
      }
      return finger.shown(at: Seconds(time)).x.value
    }
  }

  @Test(
    "content under a finger at a constant velocity lags behind it by 5 ms",
    // With at most 10 ms between two reports, the line through them need not be prolonged by more than half of that.
    arguments: [0.0025, 0.004, 0.007, 0.01], [-900.0, 40, 1_500])
  func lag(interval: Double, velocity: Double) {
    let reports = (1...200).map { index -> Report in
      let time = 0.0013 + Double(index) * interval
      return (time, velocity * time)
    }
    let shown = Self.frames(reports, count: Int(reports[199].time * 60))
    for frame in 3..<shown.count {
      let expected = velocity * (Double(frame) / 60 - 0.005)
      #expect((shown[frame] - expected).magnitude < 1e-9, "frame \(frame)")
    }
  }

  @Test(
    "a finger is shown at most 8 ms and half an interval after its last report", arguments: 1...40)
  func ahead(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var reports: [Report] = [(0.001, 1)]
    for _ in 0..<60 {
      let last = reports[reports.count - 1]
      reports.append(
        (last.time + random.uniform(in: 0.003...0.019), last.x + random.uniform(in: 0.2...30)))
    }
    let shown = Self.frames(reports, count: Int(reports[60].time * 60))
    var farthest = 0.0
    for (frame, x) in shown.enumerated() {
      let known = reports.filter { $0.time <= Double(frame) / 60 }
      guard let last = known.last, let previous = known.dropLast().last else { continue }
      let interval = last.time - previous.time
      let most = last.x + (last.x - previous.x) * min(0.5, Self.limit / interval)
      // A frame does not move the content back to where an earlier report was expected.
      farthest = max(farthest, most)
      #expect(x <= farthest + 1e-9, "frame \(frame)")
      #expect(frame == 0 || x >= shown[frame - 1], "frame \(frame)")
    }
  }

  @Test("after the last report, a frame shows the finger once, and later frames keep its position")
  func rest() {
    // The frame at 50 ms shows the finger at 45 ms, between the reports at 40 and 48 ms.
    let shown = Self.frames([(0.03, 10), (0.04, 20), (0.048, 60)], count: 9)
    #expect((shown[3] - (20 + 40 * 5.0 / 8)).magnitude < 1e-9)
    #expect(shown[4...].allSatisfy { $0 == shown[3] })
  }

  @Test("a report after a gap moves the content as far as the finger")
  func gap() {
    // Without two reports within 20 ms there is no line, so the lag of the frame before stays.
    let shown = Self.frames([(0.03, 10), (0.04, 20), (0.048, 60), (0.09, 75)], count: 7)
    #expect((shown[6] - shown[5] - 15).magnitude < 1e-9)
  }

  @Test(
    "the position of the content at a time does not depend on the frame rate of the replay",
    arguments: 1...20)
  func rates(seed: UInt64) throws {
    for (scenario, preset) in Self.presets {
      var random = SeededGenerator(seed: seed)
      var hand = PageHand(scenario: scenario)
      var moved = 0.0
      for _ in 0..<12 {
        hand.hand.wait(random.uniform(in: 0.002...0.025))
        moved -= random.uniform(in: -5...40)
        hand.hand.move(x: moved, y: moved)
      }
      hand.hand.wait(random.uniform(in: 0.001...0.03))
      let velocity = random.uniform(in: -2_000...200)
      hand.hand.release(x: velocity, y: velocity)
      var trial = hand.trial
      trial.conditions = Conditions(try scenario.preset(named: preset).values)
      let (slow, fast) = (try trial.run(60), try trial.run(240))
      for (index, frame) in slow.frames.enumerated() where index * 4 < fast.frames.count {
        let other = fast.frames[index * 4]
        #expect(
          (frame.position - other.position).length < Points(1e-9), "\(preset), frame \(index)")
      }
    }
  }

  @Test(
    "a finger finds moving content where the last frame of the browser left it",
    arguments: [0.103, 0.107, 0.115])
  func caught(pause: Double) throws {
    for (scenario, preset) in Self.presets {
      func frames(isCaught: Bool, rate: Double) throws -> [Frame] {
        var hand = PageHand(scenario: scenario)
        for step in 1...10 {
          hand.hand.wait(0.01)
          hand.hand.move(x: Double(step) * -12, y: Double(step) * -12)
        }
        hand.hand.release(x: -900, y: -900)
        if isCaught {
          hand.hand.wait(pause)
          hand.hand.down()
          // A pan of zero keeps the content where the finger takes hold of it.
          hand.hand.move(x: 0, y: 0)
        }
        var trial = hand.trial
        trial.conditions = Conditions(try scenario.preset(named: preset).values)
        return try trial.run(rate).frames
      }
      let touch = 0.1 + pause
      let left = try frames(isCaught: false, rate: 60)[Int(touch * 60)]
      let found = try frames(isCaught: true, rate: 1_000).first {
        $0.time >= Seconds(touch - 1e-9)
      }
      #expect((try #require(found).position - left.position).length < Points(1e-9), "\(preset)")
    }
  }
}
