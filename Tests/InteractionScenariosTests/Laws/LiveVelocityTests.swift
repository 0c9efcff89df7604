import FrameLogs
import InteractionScenarios
import MotionPhysics
import Quantities
import SyntheticHands
import Testing
import TouchInput
import VelocityEstimation

@Suite("The velocity of a hand that holds on")
struct LiveVelocityTests {
  /// What a scenario makes of a gesture, with the velocity so far told or not.
  private func replayed<S: Scenario>(
    _ gesture: SyntheticGesture, through type: S.Type, _ tuning: S.Tuning, tells: Bool
  ) throws -> (frames: [Frame], events: [RunEvent]) {
    var request = ReplayRequest(scenario: S.name)
    request.pans.tellsLiveVelocity = tells
    let hand = try request.handEvents(in: gesture.recording())
    var replay = Replay(
      try S(tuning: tuning, stage: request.stage), rate: request.rate,
      originMicroseconds: hand.originMicroseconds)
    for event in hand.events { replay.receive(event) }
    _ = replay.finish()
    return (replay.frames, replay.events)
  }

  private func check<S: Scenario>(_ type: S.Type) throws {
    // Each preset with other gestures, so that all gestures come and no preset is left out.
    for (index, preset) in ([nil] + S.presets.map { $0.name }).enumerated() {
      let tuning = try S.resolved(preset: preset, applying: []).tuning
      guard !S.heedsLiveVelocity(tuning) else { continue }
      let step = preset == nil ? 3 : 9
      for number in stride(from: index % step, to: allGestures.count, by: step) {
        let gesture = allGestures[number]
        let told = try replayed(gesture, through: type, tuning, tells: true)
        let untold = try replayed(gesture, through: type, tuning, tells: false)
        #expect(told == untold, "\(S.name) as \(preset ?? "it is"), \(gesture.name)")
      }
    }
  }

  @Test(
    "no frame and no event depends on it where a scenario says so",
    arguments: allScenarios.map { $0.name })
  func unheeded(name: String) throws { try check(scenario(named: name)) }

  @Test("it is seen where a surface follows the hand")
  func seen() throws {
    let gesture = try #require(SyntheticGesture.named("flick"))
    let tuning = PagingScenario.standardTuning
    let told = try replayed(gesture, through: PagingScenario.self, tuning, tells: true)
    let untold = try replayed(gesture, through: PagingScenario.self, tuning, tells: false)
    #expect(told.frames != untold.frames)
  }

  @Test("a surface on a spring does not ask for it; one that follows the hand does, and content")
  func heeded() {
    var tuning = SheetScenario.standardTuning
    #expect(!SheetScenario.heedsLiveVelocity(tuning))
    tuning.content.height = Points(2_000)
    #expect(SheetScenario.heedsLiveVelocity(tuning))
    tuning = SheetScenario.standardTuning
    tuning.motion.tracking.response = .zero
    #expect(SheetScenario.heedsLiveVelocity(tuning))
    tuning = SheetScenario.standardTuning
    tuning.motion.pause.window = Seconds(0.1)
    #expect(SheetScenario.heedsLiveVelocity(tuning))
    #expect(PagingScenario.heedsLiveVelocity(PagingScenario.standardTuning))
    #expect(ScrollScenario.heedsLiveVelocity(ScrollScenario.standardTuning))
  }

  @Test("the velocity of a release is told also where that of the way is not")
  func release() throws {
    let gesture = try #require(SyntheticGesture.named("flick"))
    var request = ReplayRequest(scenario: "sheet")
    let told = try request.handEvents(in: gesture.recording()).events
    request.pans.tellsLiveVelocity = false
    let untold = try request.handEvents(in: gesture.recording()).events
    #expect(told.count == untold.count)
    for (told, untold) in zip(told, untold) {
      guard case .panChanged(let pan, _) = told.event else {
        #expect(told == untold)
        continue
      }
      #expect(untold.event == .panChanged(pan, live: .none(.tooFew)))
    }
  }
}
