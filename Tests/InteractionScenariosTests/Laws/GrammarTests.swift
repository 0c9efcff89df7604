import FrameLogs
import InteractionScenarios
import Quantities
import Testing
import TouchInput

/// What may follow what in a run.
@Suite("Grammar")
struct GrammarTests {
  /// The phases that may come after each.
  static let successors: [String: Set<String>] = [
    // A frame sees only where a surface is at its instant, so a short phase may be skipped; what
    // is never skipped is the hand: nothing settles out of rest without one.
    "resting": ["resting", "pressed", "dragging", "settling", "gone"],
    "pressed": ["resting", "pressed", "dragging", "settling"],
    "dragging": ["dragging", "settling", "pressed", "resting", "gone"],
    "settling": ["settling", "resting", "pressed", "dragging", "gone"],
    "gone": ["gone"],
  ]

  @Test("phases follow each other as the state machine allows", arguments: Trial.names)
  func phases(name: String) throws {
    for seed in 0..<UInt64(Trial.sequences) {
      let trial = try Trial.random(name, seed: seed)
      var last: Phase?
      for moment in try trial.moments() {
        for (frame, input) in [(moment.before, nil), (moment.after, moment.input)] {
          if let last {
            #expect(Self.allows(last, frame.phase, input), "\(trial) \(frame.time.value)")
          }
          last = frame.phase
        }
      }
    }
  }

  /// Without input a surface only comes to rest; with it, exactly these changes are possible.
  static func allows(_ from: Phase, _ to: Phase, _ input: HandEvent?) -> Bool {
    if from == to { return true }
    switch input {
    case .none: return from == .settling && (to == .resting || to == .gone)
    case .touchDown: return to == .pressed && (from == .resting || from == .settling)
    case .panBegan: return to == .dragging && from == .pressed
    case .panEnded, .panCancelled: return to == .settling && from == .dragging
    case .touchUp, .touchCancelled:
      return from == .pressed && (to == .resting || to == .settling)
    case .force, .panChanged, .gap: return false
    }
  }

  @Test("each pan has one decision, and each motion one end", arguments: Trial.names)
  func onceEach(name: String) throws {
    for seed in 0..<UInt64(Trial.sequences) {
      let trial = try Trial.random(name, seed: seed)
      let run = try trial.run()
      var isMoving = false
      var isTouched = false
      var decisionsInTouch = 0
      var isGone = false
      var lastTime = Seconds.zero
      for event in run.events {
        #expect(event.time >= lastTime, "\(trial)")
        lastTime = event.time
        switch event.kind {
        case .touchDown:
          isTouched = true
          decisionsInTouch = 0
        case .panEnded, .panCancelled, .touchUp, .touchCancelled:
          #expect(isTouched, "\(trial)")
          isTouched = false
        case .caught:
          #expect(isMoving, "\(trial)")
          isMoving = false
        case .decision:
          #expect(!isMoving && !isGone, "\(trial)")
          isMoving = true
          decisionsInTouch += 1
          #expect(decisionsInTouch == 1, "\(trial)")
        case .settled, .dismissed:
          #expect(isMoving, "\(trial)")
          isMoving = false
          isGone = event.kind == .dismissed
        default: break
        }
      }
      #expect(!isMoving, "\(trial)")
      if name == "pip" {
        let pans = run.events.count { $0.kind == .panEnded || $0.kind == .panCancelled }
        #expect(run.events.count { $0.kind == .decision } >= pans, "\(trial)")
      }
    }
  }

  @Test("a tap on a surface at rest does nothing", arguments: Trial.names)
  func tap(name: String) throws {
    for seed in 0..<UInt64(Trial.sequences) {
      var random = SeededRandom(seed: seed)
      var trial = try Trial.random(name, seed: seed)
      let place = Position(x: Points(random.number(0...390)), y: Points(random.number(0...844)))
      trial.events = [
        TimedHandEvent(microseconds: 5, event: .touchDown(at: place)),
        TimedHandEvent(
          microseconds: 5 + Int64(random.number(0...1e6)),
          event: random.isTrue(0.5) ? .touchUp : .touchCancelled),
      ]
      let run = try trial.run()
      let first = try #require(run.frames.first)
      #expect(run.frames.allSatisfy { $0.position == first.position && $0.velocity == .zero })
      #expect(run.events.count == 2 && run.ending == .rested, "\(trial)")
    }
  }

  @Test("events out of order change nothing and break nothing", arguments: Trial.names)
  func outOfOrder(name: String) throws {
    for seed in 0..<UInt64(Trial.sequences) {
      var random = SeededRandom(seed: seed)
      var trial = try Trial.random(name, seed: seed)
      let shuffled = trial.events.map(\.event).shuffled(using: &random)
      trial.events = zip(trial.events, shuffled).map {
        TimedHandEvent(microseconds: $0.microseconds, event: $1)
      }
      // A hand that never leaves keeps the surface; so let it go at the end.
      let end = trial.events[trial.events.count - 1].microseconds
      trial.events.append(TimedHandEvent(microseconds: end + 10, event: .touchUp))
      trial.events.append(TimedHandEvent(microseconds: end + 10, event: .touchUp))
      let run = try trial.run()
      #expect(run.ending != .timeLimit, "\(trial)")
      #expect(run.frames.allSatisfy { $0.position.isFinite && $0.velocity.isFinite }, "\(trial)")
      let decisions = run.events.filter { $0.kind == .decision }
      #expect(decisions.count <= run.events.count { $0.kind == .touchDown }, "\(trial)")
    }
  }
}
