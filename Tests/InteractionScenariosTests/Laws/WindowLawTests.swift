import FrameLogs
import InteractionScenarios
import Quantities
import Testing
import TouchInput

/// What holds for every window, wherever it may rest, with a stash and a magnet in reach of a random
/// hand.
@Suite("Window laws")
struct WindowLawTests {
  static let kinds: [(name: String, preset: [(String, String)])] = [
    ("edges", [("mode", "edges")]),
    ("free", [("mode", "free")]),
    ("corners with a stash", [("stash", "true")]),
    (
      "edges against friction",
      [
        ("mode", "edges"), ("friction", "true"), ("release.cap", "100000"),
        ("release.projection", "0.125"),
      ]
    ),
  ]

  /// A random hand on a window of a kind, that a throw stashes easily.
  static func trial(_ kind: Int, _ seed: UInt64) throws -> Trial {
    var trial = try Trial.random("pip", seed: seed)
    trial.settings += kinds[kind].preset.map { (key: $0.0, value: $0.1) }
    trial.settings += [
      (key: "stash", value: "true"), (key: "stash.speed", value: "1200"),
      (key: "dismiss", value: "true"), (key: "dismiss.throwSpeed", value: "1500"),
      (key: "inset.top", value: "40"), (key: "inset.bottom", value: "40"),
    ]
    return trial
  }

  @Test(
    "it moves as its state machine says, and only a moving hand makes it jump",
    arguments: kinds.indices)
  func machine(kind: Int) throws {
    var seen: Set<Phase> = []
    for seed in 0..<UInt64(Trial.sequences) {
      let trial = try Self.trial(kind, seed)
      let follows = trial.number("tracking.response") == 0
      var last: Phase?
      for moment in try trial.moments() {
        for phase in [moment.before.phase, moment.after.phase] {
          if let last {
            #expect(
              PictureInPictureScenario.machine.allows(last, to: phase), "\(trial) \(last) \(phase)")
          }
          last = phase
          seen.insert(phase)
        }
        let jump = (moment.after.position - moment.before.position).length
        switch moment.input {
        case .panBegan, .panChanged, .panEnded, .panCancelled: if follows { continue }
        default: break
        }
        #expect(jump < Points(1e-9), "\(trial) at \(moment.time.value) s")
      }
    }
    #expect(seen.contains(.stashed) && seen.contains(.gone))
  }

  @Test(
    "it ends at rest within its bounds, stashed with what is to be seen, or gone once",
    arguments: kinds.indices)
  func endings(kind: Int) throws {
    var endings: Set<Phase> = []
    for seed in 0..<UInt64(Trial.sequences) {
      let trial = try Self.trial(kind, seed)
      let run = try trial.run()
      #expect(run.ending != .timeLimit, "\(trial)")
      let last = try #require(run.frames.last)
      endings.insert(last.phase)
      #expect(last.position == last.target && last.velocity == .zero, "\(trial)")
      let (x, y) = (last.position.x.value, last.position.y.value)
      switch last.phase {
      case .gone: #expect(x == 195 && y == 844 - 40 - 50 - 48, "\(trial)")
      case .stashed: #expect((x == -28 || x == 418) && (105...739).contains(y), "\(trial)")
      default: #expect((85...305).contains(x) && (105...739).contains(y), "\(trial)")
      }
      #expect(run.events.count { $0.kind == .dismissed } == (last.phase == .gone ? 1 : 0))
      let stuck = run.events.count { $0.kind == .stuck }
      let unstuck = run.events.count { $0.kind == .unstuck }
      #expect(unstuck <= stuck, "\(trial)")
    }
    #expect(endings.count == 3)
  }

  @Test("frames of two rates that fall together are the same", arguments: kinds.indices)
  func rates(kind: Int) throws {
    for seed in 0..<UInt64(Trial.sequences / 2) {
      let trial = try Self.trial(kind, seed)
      let (slow, fast) = (try trial.run(60), try trial.run(240))
      for (frame, other) in zip(slow.frames, stride(from: 0, to: fast.frames.count, by: 4)) {
        var same = fast.frames[other]
        same.index = frame.index
        #expect(same == frame, "\(trial) at \(frame.time.value) s")
      }
      #expect(slow.events == fast.events, "\(trial)")
    }
  }

  @Test("mirrored from left to right, it does the same on the other side", arguments: kinds.indices)
  func mirrored(kind: Int) throws {
    let mirror = MirrorTests.leftRight
    for seed in 0..<UInt64(Trial.sequences) {
      let trial = try Self.trial(kind, seed)
      var image = trial
      image.events = trial.events.map { $0.mapped(place: mirror.place, way: mirror.way) }
      image.settings = trial.settings.map {
        (key: $0.key, value: $0.key == "start" ? mirror.name($0.value) : $0.value)
      }
      let (run, other) = (try trial.run(), try image.run())
      #expect(run.events.map(\.kind) == other.events.map(\.kind), "\(trial)")
      for (frame, mirrored) in zip(run.frames, other.frames) {
        #expect(frame.phase == mirrored.phase, "\(trial) at \(frame.time.value) s")
        let error = (mirror.place(frame.position) - mirrored.position).length
        #expect(error < Points(1e-6), "\(trial) at \(frame.time.value) s")
      }
    }
  }

  @Test(
    "caught at any frame it stays where it is, and let go it has no velocity",
    arguments: kinds.indices)
  func caught(kind: Int) throws {
    var catches = 0
    for seed in 0..<UInt64(Trial.sequences / 2) {
      for var snapshot in try Self.trial(kind, seed).settlingSnapshots() {
        let free = snapshot.frame
        guard snapshot.receive(.touchDown(at: nil)).contains(where: { $0.kind == .caught }) else {
          continue
        }
        catches += 1
        #expect((snapshot.frame.position - free.position).length < Points(1e-9))
        _ = snapshot.receive(.touchUp, after: 0.05)
        #expect((snapshot.frame.position - free.position).length < Points(1e-9))
        #expect(snapshot.frame.velocity == .zero || kind == 3)
      }
    }
    #expect(catches > Trial.sequences)
  }

  @Test("input that no hand makes ends in finite frames", arguments: kinds.indices)
  func hostile(kind: Int) throws {
    for seed in 0..<UInt64(Trial.sequences) {
      var random = SeededRandom(seed: seed)
      var trial = try Self.trial(kind, seed)
      if random.isTrue(0.3) { trial.settings.append((key: "release.choice", value: "flingLine")) }
      let bad = {
        Position(
          x: Points(random.one(of: HostileInputTests.numbers)),
          y: Points(random.one(of: HostileInputTests.numbers)))
      }
      trial.events = trial.events.map { event in
        event.mapped(
          place: { random.isTrue(0.3) ? bad() : $0 }, way: { random.isTrue(0.3) ? bad() : $0 })
      }
      let run = try trial.run()
      #expect(run.ending != .timeLimit, "\(trial)")
      for frame in run.frames {
        #expect(
          frame.position.isFinite && frame.velocity.isFinite && frame.target.isFinite,
          "\(trial) at \(frame.time.value) s")
      }
    }
  }
}
