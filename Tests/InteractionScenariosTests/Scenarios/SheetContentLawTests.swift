import FrameLogs
import InteractionScenarios
import Quantities
import Testing
import TouchInput

/// What holds for every sheet with content that scrolls, whatever the hand does.
@Suite("Sheet content laws")
struct SheetContentLawTests {
  static let seeds = 0..<UInt64(Trial.sequences)

  @Test("the sheet's way and the content's are the finger's, no part lost or counted twice")
  func sumOfWays() throws {
    var handOvers = 0
    for seed in Self.seeds {
      let trial = try Trial.randomWithContent(seed: seed, isPlain: true)
      var start: (sheet: Double, offset: Double)?
      for moment in try trial.moments() {
        switch moment.input {
        case .panBegan(let pan), .panChanged(let pan, _):
          guard moment.after.phase == .dragging else { continue }
          let before = (moment.before.position.y.value, moment.before.contentOffset)
          let from = start ?? before
          start = from
          let sheetWay = moment.after.position.y.value - from.sheet
          let contentWay = from.offset - moment.after.contentOffset
          let error = sheetWay + contentWay - pan.translation.y.value
          #expect(error.magnitude < 1e-9, "\(trial) at \(moment.time.value) s")
          if sheetWay != 0, contentWay != 0 { handOvers += 1 }
        case .touchUp, .touchCancelled, .panEnded, .panCancelled: start = nil
        case .touchDown, .force, .gap, .none: break
        }
      }
    }
    #expect(handOvers > Trial.sequences)
  }

  @Test("the content is pinned while the sheet moves, and the sheet while the content does")
  func pinned() throws {
    var steps = (sheet: 0, content: 0, both: 0)
    for seed in Self.seeds {
      let trial = try Trial.randomWithContent(seed: seed, isPlain: true)
      for moment in try trial.moments() {
        guard case .panChanged = moment.input, moment.after.phase == .dragging else { continue }
        let (before, after) = (moment.before, moment.after)
        let isSheetMoved = (after.position.y - before.position.y).magnitude > Points(1e-9)
        let isContentMoved = (after.contentOffset - before.contentOffset).magnitude > 1e-9
        switch (isSheetMoved, isContentMoved) {
        case (true, false): steps.sheet += 1
        case (false, true): steps.content += 1
        case (true, true):
          // Only a step across the seam moves both, and it goes over from one to the other.
          #expect(before.isScrollLocked != after.isScrollLocked, "\(trial) \(moment.time.value)")
          steps.both += 1
        case (false, false): break
        }
      }
    }
    #expect(steps.both > 0 && steps.sheet > 20 * steps.both && steps.content > 20 * steps.both)
  }

  @Test("a finger that goes down moves nothing up, and one that goes up nothing down")
  func sameWay() throws {
    // FloatingPanel #307: the panel moved up while it was dragged down.
    for seed in Self.seeds {
      var trial = try Trial.randomWithContent(seed: seed)
      trial.settings.append((key: "tracking.response", value: "0"))
      var last = 0.0
      for moment in try trial.moments() {
        guard case .panChanged(let pan, _) = moment.input else {
          if case .panBegan(let pan) = moment.input { last = pan.translation.y.value }
          continue
        }
        let way = pan.translation.y.value - last
        last = pan.translation.y.value
        guard moment.after.phase == .dragging else { continue }
        let sheet = moment.after.position.y.value - moment.before.position.y.value
        let content = moment.before.contentOffset - moment.after.contentOffset
        #expect(sheet * way >= -1e-9 && content * way >= -1e-9, "\(trial) \(moment.time.value)")
        let error = (sheet + content).magnitude - way.magnitude
        #expect(error < 1e-9, "\(trial) \(moment.time.value)")
      }
    }
  }

  @Test("no input but the finger's own movement moves sheet or content, and time moves them little")
  func continuous() throws {
    for seed in Self.seeds {
      let trial = try Trial.randomWithContent(seed: seed)
      let followsFinger = trial.number("tracking.response") == 0
      var last: Moment?
      for moment in try trial.moments() {
        let content = (moment.after.contentOffset - moment.before.contentOffset).magnitude
        let sheet = (moment.after.position - moment.before.position).length
        switch moment.input {
        case .panBegan, .panChanged:
          if !followsFinger { #expect(sheet < Points(1e-9), "\(trial) \(moment.time.value)") }
        default:
          #expect(
            content < 1e-9 && sheet < Points(1e-9), "\(trial) at \(moment.time.value) s")
        }
        if let last {
          // No faster than the cap of a throw.
          let span = (moment.time - last.time).value
          let gone = (moment.before.contentOffset - last.after.contentOffset).magnitude
          #expect(gone <= 8_000 * span + 1e-6, "\(trial) at \(moment.time.value) s")
        }
        last = moment
      }
    }
  }

  @Test("phases follow each other as the machine says")
  func machine() throws {
    for seed in Self.seeds {
      let trial = try Trial.randomWithContent(seed: seed)
      var last = Phase.resting
      for moment in try trial.moments() {
        for frame in [moment.before, moment.after] {
          #expect(
            SheetScenario.machine.allows(last, to: frame.phase),
            "\(trial): \(last.rawValue) to \(frame.phase.rawValue) at \(moment.time.value) s")
          last = frame.phase
        }
      }
    }
  }

  @Test("each pan has one decision, each motion one end, and all ends at rest inside the edges")
  func onceEach() throws {
    for seed in Self.seeds {
      let trial = try Trial.randomWithContent(seed: seed)
      var random = SeededRandom(seed: seed)
      let first = trial.events[0].microseconds
      let commands = (0..<3).map { _ in
        (microseconds: first + Int64(random.number(0...3e6)), name: trial.text("start") ?? "")
      }.sorted { $0.microseconds < $1.microseconds }
      let run = try trial.run(120, commands: commands)
      var isMoving = false
      for event in run.events {
        switch event.kind {
        case .decision:
          #expect(!isMoving, "\(trial)")
          isMoving = true
        case .retargeted: isMoving = true
        case .caught, .settled, .dismissed:
          #expect(isMoving, "\(trial): \(event.kind.rawValue) at \(event.time.value) s")
          isMoving = false
        default: break
        }
      }
      #expect(!isMoving && run.ending != .timeLimit, "\(trial)")
      let last = try #require(run.frames.last)
      let highest = try #require(last.own["height"]?.asNumber)
      #expect(last.contentOffset >= 0 && highest >= 0, "\(trial)")
      #expect(run.frames.allSatisfy { $0.contentOffset.isFinite && $0.position.isFinite })
    }
  }

  @Test("frames do not matter")
  func frames() throws {
    for seed in Self.seeds {
      let trial = try Trial.randomWithContent(seed: seed)
      let (slow, fast) = (try trial.run(60), try trial.run(240))
      for frame in slow.frames where frame.index * 4 < fast.frames.count {
        let other = fast.frames[frame.index * 4]
        #expect((frame.contentOffset - other.contentOffset).magnitude < 1e-6, "\(trial)")
        #expect((frame.position - other.position).length < Points(1e-6), "\(trial)")
        #expect(frame.phase == other.phase, "\(trial) at \(frame.time.value) s")
      }
    }
  }
}
