import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// Shows that each law can fail: a surface with a matching fault violates the law.
@Suite("Failures of laws")
struct LawFailureTests {
  static let faults: [(law: LawName, fault: Distorted.Fault)] = [
    (.finite, .shown { frame, _ in if frame.touching { frame.position.x = Points(.nan) } }),
    (
      .continuous,
      .shown { frame, _ in if frame.phase == .settling { frame.position.x += Points(1) } }
    ),
    (.follows, .shown { frame, _ in frame.position = frame.position * 1.5 }),
    (.noTeleport, .shown { frame, _ in frame.velocity = .zero }),
    (.undisturbed, .shown { $0.position.x += Points(Double($1.requests)) }),
    (.keepsReleaseVelocity, .shown { frame, _ in frame.velocity = frame.velocity * 0.99 }),
    (.keepsReleaseVelocityLagging, .shown { frame, _ in frame.velocity = frame.velocity * 0.99 }),
    (.stale, .noted { [$0.with("velocityX", 500)] }),
    (.phases, .shown { frame, _ in if frame.phase == .settling { frame.phase = .pressed } }),
    (.machine, .shown { frame, _ in if frame.phase == .pressed { frame.phase = .settling } }),
    (.oneDecision, .noted { $0.kind == .decision ? [$0, $0] : [$0] }),
    (.oneEnd, .noted { $0.kind == .settled ? [] : [$0] }),
    (.dismissals, .noted { $0.kind == .dismissed ? [$0, $0] : [$0] }),
    (.tapDoesNothing, .noted { $0.kind == .touchUp ? [$0, $0] : [$0] }),
    (.ends, Distorted.Fault(isRestless: true)),
    (.bounded, .shown { frame, _ in frame.wobble(by: 2_000) }),
    (.monotone, .shown { frame, _ in frame.wobble(by: 10) }),
    (.caught, .shown { frame, _ in if frame.phase == .pressed { frame.position.y += Points(1) } }),
    (
      .caughtByPan,
      .shown { frame, _ in if frame.phase == .dragging { frame.position.y += Points(3) } }
    ),
    (.letGo, .shown { frame, _ in frame.velocity.y += PointsPerSecond(1) }),
    (.cancelled, .noted { $0.kind == .decision ? [$0, $0] : [$0] }),
    (.decidesInOrder, .heard { $0.thrown(times: -1) }),
    (.ignoresNoise, .heard { $0.thrown(times: 100) }),
    (.respectsFlicks, .heard { $0.thrown(times: -1) }),
    (.rates, .shown { $0.position.x += Points(Double($1.advances) * 1e-9) }),
    (.repeats, .shown { frame, _ in frame.position.x += Points(.random(in: 0...1)) }),
    (.touchPoint, .heard { $0.movedByPosition }),
    (.touchpad, .heard { if let pan = $0.pan, pan.location == nil { nil } else { $0 } }),
    (.timeOfDay, .shown { frame, _ in frame.position.x += Points(.random(in: 0...1)) }),
    (.mirrored, .heard { $0.leftOnly }),
    (.scaled, .shown { frame, _ in frame.position.y += Points(1) }),
    (
      .badNumbers,
      .shown { frame, _ in
        if let x = frame.own["fingerX"]?.asNumber { frame.position.x = Points(x) }
      }
    ),
    (.badTimes, Distorted.Fault(isRestless: true)),
    (.outOfOrder, .noted { $0.kind == .decision ? [$0, $0] : [$0] }),
    (.contentAddsUp, .field("contentOffset") { $0 * 1.001 }),
    (
      .contentPinned,
      .shown { frame, _ in
        if frame.contentOffset > 0 { frame.position.y -= Points(frame.contentOffset) }
      }
    ),
    (.contentFollows, .field("contentOffset") { -$0 }),
    (
      .contentContinuous,
      .shown { frame, _ in if frame.touching { frame.scale("contentOffset") { $0 + 1 } } }
    ),
    (.contentEnds, .field("contentOffset") { -1 - $0 }),
    (.dims, .field("backdrop") { -$0 }),
    (
      .thrownAlong,
      .shown { frame, _ in
        if frame.phase == .settling { frame.position.x += Points(frame.time.value) }
      }
    ),
    (.driven, .shown { frame, _ in if frame.touching { frame.scale("scale") { $0 * 1.1 } } }),
    (.tilts, .field("angle") { -$0 }),
    (
      .stashes,
      .shown { frame, _ in if frame.phase == .stashed { frame.position.x = frame.position.x * 0.9 }
      }
    ),
    (.slope, .shown { frame, _ in frame.velocity = frame.velocity * 1.5 }),
    (.lightFades, .shown { frame, _ in frame.progress *= frame.touching ? 0.9 : 1 }),
    (.scrim, .field("scrim") { $0 * 0.99 }),
    (.reaches, .noted { [$0.kind == .decision ? $0.with("target", "9") : $0] }),
  ]

  @Test("every law has a fault that violates it")
  func complete() {
    #expect(Self.faults.map(\.law) == LawName.allCases)
  }

  @Test(
    "a surface with a fault violates the law for which the fault was made",
    arguments: LawName.allCases)
  func noticed(law: LawName) throws {
    let fault = try #require(Self.faults.first { $0.law == law }?.fault)
    let own = allLaws.first { $0.name == law }?.scenarios.first
    let scenario = try LawTests.scenario(own ?? "pip")
    let isNoticed = (0..<200).contains { seed in
      scenario.report(seed: seed * 240, only: law) { Distorted($0, fault) }.violations
        .contains { $0.law == law }
    }
    #expect(isNoticed)
  }

  @Test("the same surface without a fault satisfies every law", arguments: 0..<3)
  func sound(seed: Int) throws {
    let window = try LawTests.scenario("pip")
    let report = window.report(seed: UInt64(seed)) { Distorted($0, Distorted.Fault()) }
    #expect(report.violations.isEmpty, "\(report.violations)")
  }

  @Test("a violation reports its seed and a command that reproduces it")
  func message() throws {
    let window = try LawTests.scenario("pip")
    let report = window.report(seed: 17, only: .ends) {
      Distorted($0, Distorted.Fault(isRestless: true))
    }
    let violation = try #require(report.violations.first)
    #expect(violation.description.contains("pip, seed 17"))
    #expect(violation.description.contains("scripts/tests/soak --first 17 1 pip"))
    #expect(violation.description.contains("limits="))
  }
}

extension Distorted.Fault {
  static func shown(_ change: @escaping @Sendable (inout Frame, Distorted) -> Void) -> Self {
    Self(shows: { frame, surface in
      var frame = frame
      change(&frame, surface)
      return frame
    })
  }

  /// Changes a number in the payload of an event.
  static func field(_ key: String, _ change: @escaping @Sendable (Double) -> Double) -> Self {
    .shown { frame, _ in frame.scale(key, change) }
  }

  static func heard(_ change: @escaping @Sendable (TouchEvent) -> TouchEvent?) -> Self {
    Self(hears: change)
  }

  static func noted(_ change: @escaping @Sendable (RunEvent) -> [RunEvent]) -> Self {
    Self(notes: change)
  }
}

extension Frame {
  /// Changes a number of the scenario's own fields.
  fileprivate mutating func scale(_ key: String, _ change: (Double) -> Double) {
    if let number = own[key]?.asNumber { own[key] = .number(change(number)) }
  }

  /// Displaces the surface by `distance` during every other twentieth of a second.
  fileprivate mutating func wobble(by distance: Double) {
    guard phase == .settling, Int(time.value * 20) % 2 == 1 else { return }
    position.y += Points((position.y < target.y ? -1 : 1) * distance)
  }
}

extension RunEvent {
  fileprivate func with(_ key: String, _ number: Double) -> RunEvent {
    with(key, .number(number))
  }

  fileprivate func with(_ key: String, _ text: String) -> RunEvent { with(key, .text(text)) }

  private func with(_ key: String, _ value: LogValue) -> RunEvent {
    var copy = self
    for index in payload.indices where payload[index].key == key {
      copy.payload[index].value = value
    }
    return copy
  }
}

extension TouchEvent {
  fileprivate func thrown(times factor: Double) -> TouchEvent {
    guard case .panEnded(let pan, var estimate) = self else { return self }
    estimate.velocity = estimate.velocity * factor
    return .panEnded(pan, estimate)
  }

  /// Maps a gesture so that its displacement depends on its position.
  fileprivate var movedByPosition: TouchEvent {
    guard let position = pan?.location else { return self }
    return mapped(HandMap(displacement: { $0 + position * 0.1 }))
  }

  /// Maps a gesture so that it moves only to the left.
  fileprivate var leftOnly: TouchEvent {
    mapped(HandMap(displacement: { Position(x: min($0.x, .zero), y: $0.y) }))
  }
}
