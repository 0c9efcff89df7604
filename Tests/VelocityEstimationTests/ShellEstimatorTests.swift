import Quantities
import Testing
import VelocityEstimation

/// The velocities of shells and toolkits on a touchpad, which get movements as events.
@Suite("Estimators of touchpad gestures") struct ShellEstimatorTests {
  /// The movements of a gesture: whole milliseconds since its begin, and points.
  typealias Steps = [(milliseconds: Int, delta: Double)]

  /// Random gestures, with pauses within them and before the lift; the last component is the time of the lift.
  static let gestures: [(steps: Steps, lift: Int)] = {
    var random = SeededGenerator(seed: 59)
    return (0..<200).map { _ in
      var (steps, time) = (Steps(), 0)
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        steps.append((time, Double.random(in: -5...20, using: &random)))
        time +=
          Int.random(in: 0..<12, using: &random) == 0 ? 160 : Int.random(in: 5...17, using: &random)
      }
      return (steps, time + [0, 0, 149, 151, 400][Int.random(in: 0..<5, using: &random)])
    }
  }()

  /// The velocity of the estimator in points per millisecond, which counts from the report before the first step.
  private func velocity(_ name: String, _ steps: Steps, lift: Int) throws -> Double {
    var estimator = try Estimator.named(name)
    var position = Points.zero
    let begin = Int64(steps[0].milliseconds) * 1_000
    estimator.receive(PanSample(microseconds: begin - 1, position: .zero))
    for step in steps {
      position = position + Points(step.delta)
      estimator.receive(
        PanSample(
          microseconds: Int64(step.milliseconds) * 1_000, position: Position(x: position, y: .zero))
      )
    }
    return estimator.released(atMicroseconds: Int64(lift) * 1_000).velocity.x.value / 1_000
  }

  /// The history of `swipeTracker.js` and `adw-swipe-tracker.c`: the begin is an event without a movement.
  ///
  /// GNOME Shell removes nothing if every event is older than 150 ms; libadwaita then removes all.
  private func history(_ steps: Steps, lift: Int, keepsAll: Bool) -> Double {
    var history: Steps = [(steps[0].milliseconds, 0)]
    func trim(_ now: Int) {
      let index = history.firstIndex { $0.milliseconds >= now - 150 }
      history.removeFirst(index ?? (keepsAll ? 0 : history.count))
    }
    for step in steps {
      trim(step.milliseconds)
      history.append(step)
    }
    trim(lift)
    guard let first = history.first, let last = history.last, last.milliseconds > first.milliseconds
    else { return 0 }
    let moved = history.dropFirst().map(\.delta).reduce(0, +)
    return moved / Double(last.milliseconds - first.milliseconds)
  }

  @Test("GNOME Shell and libadwaita measure as their histories do, with pauses anywhere")
  func histories() throws {
    for (name, keepsAll) in [("gnome.touchpad:grid=0", true), ("adw.touchpad:grid=0", false)] {
      for gesture in Self.gestures {
        let expected = history(gesture.steps, lift: gesture.lift, keepsAll: keepsAll)
        let found = try velocity(name, gesture.steps, lift: gesture.lift)
        #expect((found - expected).magnitude < 1e-9, "\(name) \(gesture)")
      }
    }
  }

  @Test("a flick in GNOME Shell survives a rest of any length, and none elsewhere")
  func rests() throws {
    let flick: Steps = (0..<10).map { ($0 * 8, 8) }
    // Ten steps in nine intervals.
    #expect((try velocity("gnome.touchpad", flick, lift: 2_000) - 80.0 / 72).magnitude < 1e-9)
    for name in ["adw.touchpad", "gtk.scroll", "niri.swipe"] {
      #expect(try velocity(name, flick, lift: 2_000) == 0, "\(name)")
    }
  }

  @Test("niri and GTK divide the whole movement in the window by the time up to the end")
  func upToTheEnd() throws {
    for gesture in Self.gestures {
      let used = gesture.steps.filter { $0.milliseconds >= gesture.lift - 150 }
      let time = gesture.lift - (used.first?.milliseconds ?? gesture.lift)
      let expected = time > 0 ? used.map(\.delta).reduce(0, +) / Double(time) : 0
      for name in ["niri.swipe", "gtk.scroll:grid=0"] {
        let found = try velocity(name, gesture.steps, lift: gesture.lift)
        #expect((found - expected).magnitude < 1e-9, "\(name) \(gesture)")
      }
    }
  }

  @Test("Hyprland's mean is the path per report, in the direction of the whole movement")
  func meanDelta() throws {
    func mean(_ deltas: [Double], every interval: Int = 8) throws -> Double {
      let steps = deltas.enumerated().map {
        (milliseconds: $0.offset * interval, delta: $0.element)
      }
      return try velocity("hyprland.mean-delta", steps, lift: 9_999) * 1_000
    }
    #expect(try mean([40, -10, 20]) == 70.0 / 3)
    #expect(try mean([-40, 10, -20]) == -70.0 / 3)
    #expect(try mean([40, -10, 20], every: 16) == mean([40, -10, 20]), "times have no effect")
    // The same stroke in twice as many reports.
    #expect(try mean([20, 20, -5, -5, 10, 10]) == 35.0 / 3)
    #expect(try mean([50, -48.1]) == 0, "a swipe that ends within 2 of its start")
    #expect(try mean([50, -48]) == 49)
  }

  @Test("Pantheon takes the last two reports, and a rest changes nothing")
  func lastReports() throws {
    let slowing: Steps = [(0, 20), (8, 20), (16, 4)]
    for lift in [16, 24, 900] {
      #expect(try velocity("gala.swipe", slowing, lift: lift) == 0.5)
    }
  }
}
