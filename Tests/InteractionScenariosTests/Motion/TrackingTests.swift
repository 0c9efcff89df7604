import FrameLogs
import InteractionScenarios
import MotionPhysics
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// How a surface follows the finger, within and beyond its limits.
@Suite("Tracking")
struct TrackingTests {
  /// The lowest detent of the standard sheet: 96 pt above the lower edge of 844 pt.
  static let tip = 844.0 - 96

  @Test("a tight spring follows the finger, and a loose spring takes over at the release")
  func twoSprings() throws {
    var hand = HandScript()
    hand.wait(0.1)
    hand.move(y: -100)
    hand.wait(0.05)
    hand.release(y: -500)
    let moments = try hand.onSheet(("tracking.response", "0.2")).moments()
    let tight = Spring(dampingRatio: 0.8, response: Seconds(0.2))
    let start = Spring.Motion(offset: Points(100), velocity: .zero)
    let dragging = moments.filter { $0.after.phase == .dragging }
    #expect(dragging.count > 10)
    for moment in dragging {
      let expected = tight.motion(after: moment.time - Seconds(0.1), from: start).offset
      let shown = moment.after.position.y - Points(Self.tip - 100)
      #expect((shown - expected).magnitude < Points(1e-9), "at \(moment.time.value) s")
    }
    let loose = Spring(dampingRatio: 0.8, response: Seconds(0.4))
    let release = try #require(moments.first { $0.eventsAfter.contains { $0.kind == .decision } })
    let from = Spring.Motion(
      offset: release.after.position.y - release.after.target.y,
      velocity: PointsPerSecond(-500))
    for moment in moments where moment.after.phase == .settling {
      let expected = loose.motion(after: moment.time - release.time, from: from).offset
      let shown = moment.after.position.y - moment.after.target.y
      #expect((shown - expected).magnitude < Points(1e-9), "at \(moment.time.value) s")
    }
  }

  @Test("with a response of zero, the surface follows the finger without delay")
  func oneToOne() throws {
    var hand = HandScript()
    for step in 1...50 {
      hand.wait(0.008)
      hand.move(y: -5 * Double(step), velocity: -625)
    }
    hand.release(y: -625)
    let moments = try hand.onSheet(("tracking.response", "0")).moments()
    var translation = 0.0
    for moment in moments where moment.after.phase == .dragging {
      switch moment.hand {
      case .panBegan(let pan), .panChanged(let pan, _): translation = pan.translation.y.value
      default: break
      }
      #expect(moment.after.position.y == Points(Self.tip + translation))
    }
  }

  @Test(
    "beyond a limit the surface lags more and more, never reverses and stays within the reach"
  )
  func rubberBand() throws {
    for edge in [-1.0, 1] {
      var hand = HandScript()
      for step in 1...400 {
        hand.wait(0.004)
        hand.move(y: edge * Double(step) * 10)
      }
      hand.release()
      var trial = hand.onSheet(("tracking.response", "0"), ("detents", "only:422"))
      trial.events.removeAll { $0.event == .touchUp }
      var last = 0.0
      var lastStep = Double.infinity
      for moment in try trial.moments() {
        guard case .panChanged(let pan, _) = moment.hand else { continue }
        let shown = (moment.after.position.y.value - 422) * edge
        let pulled = pan.translation.y.value * edge
        // b = d (1 − 1 / (c x / d + 1)) with d = 844 and c = 0.55.
        #expect((shown - 844 * (1 - 1 / (0.55 * pulled / 844 + 1))).magnitude < 1e-9)
        #expect(shown > last && shown - last <= lastStep && shown < 844)
        if last > 0 { lastStep = shown - last }
        last = shown
      }
      #expect(last > 600)
    }
  }

  @Test(
    "at half its reach, the rubber band passes on a quarter of its stiffness times the velocity")
  func bandSlope() throws {
    var hand = HandScript()
    hand.wait(0.1)
    // A drag of the reach divided by 0.55 beyond the limit shows half of the reach.
    hand.move(y: -844 / 0.55)
    hand.wait(0.1)
    hand.release(y: -1_000)
    let trial = hand.onSheet(("tracking.response", "0"), ("detents", "only:422"))
    let release = try #require(
      try trial.moments().first { !$0.eventsAfter.isEmpty && $0.after.phase == .settling })
    #expect((release.after.position.y.value - 0).magnitude < 1e-9)
    #expect((release.after.velocity.y.value + 1_000 * 0.55 / 4).magnitude < 1e-9)
  }

  @Test(
    "with `stop` the surface stays at the limit, with `free` it follows the finger",
    arguments: [("stop", 422.0), ("free", 222)])
  func otherLimits(style: String, expected: Double) throws {
    var hand = HandScript()
    hand.wait(0.1)
    hand.move(y: -200)
    hand.wait(0.1)
    hand.release()
    let trial = hand.onSheet(
      ("tracking.response", "0"), ("detents", "only:422"), ("limits", style))
    let dragged = try #require(try trial.moments().last { $0.after.phase == .dragging })
    #expect(dragged.after.position.y == Points(expected))
  }

  @Test(
    "a surface caught beyond a limit follows the finger from there, in every limit style",
    arguments: LimitStyle.allCases.map(\.rawValue))
  func caughtBeyondLimit(style: String) throws {
    var hand = HandScript()
    hand.wait(0.01)
    hand.move(y: -20)
    hand.release(y: -6_000)
    let trial = hand.onSheet(
      ("tracking.response", "0"), ("detents", "low:100,high:422"), ("limits", style),
      ("spring.dampingRatio", "0.3"))
    let beyond = try trial.settlingSnapshots().filter { $0.frame.position.y < Points(400) }
    #expect(beyond.count > 5)
    for var snapshot in beyond {
      let position = snapshot.frame.position.y
      let still = Pan(number: 9, origin: nil, location: nil, translation: .zero, fingers: 1)
      _ = snapshot.receive(.touchDown(at: nil))
      _ = snapshot.receive(.panBegan(still))
      #expect((snapshot.frame.position.y - position).magnitude < Points(1e-6))
      var inward = still
      inward.translation.y = Points(1)
      _ = snapshot.receive(.panChanged(inward, live: .none(.tooFew)))
      let step = snapshot.frame.position.y - position
      #expect(step > .zero && step <= Points(1 + 1e-9), "\(step)")
      guard style == "rubberBand" else { continue }
      // The slope of the band at the displayed position: c (1 − b / d)².
      let left = 1 - (422 - position.value) / 844
      #expect((step.value - 0.55 * left * left).magnitude < 0.002, "\(step)")
    }
  }

  /// Settings with which a touchpad gesture acts directly on the surface.
  static let withoutPosition: [String: [(key: String, value: String)]] = [
    "drawer": [("hitTest", "false")], "rotation": [("hold", "rail")],
  ]

  @Test("a pause before the lift removes the flick", arguments: Trial.names)
  func staleVelocity(name: String) throws {
    for seed in 0..<UInt64(Trial.sequences) {
      var random = SeededGenerator(seed: seed)
      var trial = Trial(
        scenario: try InteractionScenarios.scenario(named: name),
        settings: Self.withoutPosition[name] ?? [], events: [], seed: seed)
      var estimator = try Estimator.named(ReplayRequest.standardEstimator)
      var pan = Pan(number: 1, origin: nil, location: nil, translation: .zero, fingers: 1)
      trial.events = [TimedHandEvent(microseconds: 0, event: .touchDown(at: nil))]
      let speed = random.uniform(in: 200...4_000)
      var time: Int64 = 0
      for step in 0..<12 {
        time += 8_000
        pan.translation.y -= Points(speed * 0.008)
        estimator.receive(PanSample(microseconds: time, position: pan.translation))
        trial.events.append(
          TimedHandEvent(
            microseconds: time,
            event: step == 0 ? .panBegan(pan) : .panChanged(pan, live: estimator.live())))
      }
      time += Int64(random.uniform(in: 45_000...600_000))
      let estimate = estimator.released(atMicroseconds: time)
      trial.events.append(TimedHandEvent(microseconds: time, event: .panEnded(pan, estimate)))
      trial.events.append(TimedHandEvent(microseconds: time, event: .touchUp))
      let run = try trial.run()
      let decision = try #require(run.events.last { $0.kind == .decision })
      #expect(decision.number("velocityY") == 0, "\(trial)")
      #expect(decision.text("velocityReason") == "stopped", "\(trial)")
      let weighed = LogValue.fields(decision.payload)["candidates"]
      guard case .list(let candidates) = weighed else { continue }
      #expect(!candidates.isEmpty)
    }
  }
}
