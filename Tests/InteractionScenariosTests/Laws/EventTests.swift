import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput
import SyntheticHands

/// Checks that the descriptions of events match the recorded events.
@Suite("Events")
struct EventTests {
  /// All events that a scenario records during gestures, random gestures and commands.
  static func events(of type: any Scenario.Type) throws -> [RunEvent] {
    var request = ReplayRequest(scenario: type.name)
    request.rate = FrameRate(framesPerSecond: 30)
    request.estimator = "android.lsq2"
    let dismissible = type.flags.filter { $0.key == "dismissible" }
    let variants = [[], dismissible + type.content, type.flags, type.refusal, type.magnet]
    request.assignments = variants[1].map { Assignment(key: $0.key, value: $0.value) }
    let unchanged = type.unchanged
    request.commands = [
      TimedCommand(at: Seconds(0.3), .resize(Planar(x: Points(400), y: Points(800)))),
      TimedCommand(at: Seconds(3), .change(try #require(unchanged))),
    ]
    var noted: [RunEvent] = []
    for gesture in allGestures { noted += try request.run(of: gesture.recording()).events }
    let positions = try type.destinations(on: request.screen)
    for seed in 0..<UInt64(20) {
      let trial = Trial(
        scenario: type, settings: variants[Int(seed % 5)],
        events: RandomHand(seed: seed, on: Screen().size).events,
        seed: seed)
      let commands = positions.enumerated().map { index, name in
        (microseconds: Int64(1_300_000 + index * 700_000), name: name)
      }
      noted += try trial.run(30, commands: commands).events
    }
    return noted
  }

  @Test("every event has the described payload, and every described event occurs")
  func described() throws {
    var left = Set(RunEvent.commonEvents.map(\.kind) + [TimedCommand.event.kind])
    for type in allScenarios {
      let described = Dictionary(
        uniqueKeysWithValues: type.events.map { ($0.kind, $0.payload.map(\.key)) })
      #expect(described.count == type.events.count)
      let events = try Self.events(of: type)
      for event in events where event.payload.map(\.key) != described[event.kind] {
        Issue.record("\(type.name): \(event.kind.rawValue) \(event.payload.map(\.key))")
      }
      left.subtract(events.map(\.kind))
      // Pauses are exempt, because a scenario records them only if it uses them.
      let own = Set(type.ownEvents.map(\.kind)).subtracting(events.map(\.kind))
        .subtracting([EventDescription.handPaused.kind])
      #expect(own.isEmpty, "\(type.name): \(own.map(\.rawValue)) never occurred")
    }
    #expect(left.isEmpty, "\(left.map(\.rawValue)) never occurred")
  }

  @Test("descriptions of events are sentences", arguments: allScenarios.map { $0.name })
  func sentences(name: String) throws {
    for event in try InteractionScenarios.scenario(named: name).events {
      #expect(event.meaning.hasSuffix("."), "\(event.kind.rawValue)")
      #expect(event.payload.allSatisfy { $0.meaning.hasSuffix(".") }, "\(event.kind.rawValue)")
    }
  }
}

extension Scenario {
  /// Every independent switch, set to the opposite of its default.
  fileprivate static var flags: [(key: String, value: String)] {
    settings.compactMap { setting in
      guard case .flag(let get, _) = setting.access, setting.applies(in: standardTuning)
      else { return nil }
      return (key: setting.key, value: get(standardTuning) ? "false" : "true")
    }
  }

  /// The setting that refuses a dismissal, if the scenario has one.
  fileprivate static var refusal: [(key: String, value: String)] {
    [(key: "dismissible", value: "true"), (key: "vetoesDismissal", value: "true")]
      .filter { wish in settings.contains { $0.key == wish.key } }
  }

  /// Settings of a magnet that holds a window at once and releases it, if the scenario has one.
  fileprivate static var magnet: [(key: String, value: String)] {
    [
      (key: "dismiss", value: "true"), (key: "dismiss.entersOnly", value: "false"),
      (key: "dismiss.leave", value: "1"), (key: "dismiss.stickSpeed", value: "100000"),
    ].filter { wish in settings.contains { $0.key == wish.key } }
  }

  /// Settings of scrolling content, if the scenario has it.
  fileprivate static var content: [(key: String, value: String)] {
    [(key: "content.height", value: "2000"), (key: "content.expandsFirst", value: "false")]
      .filter { wish in name == "sheet" && settings.contains { $0.key == wish.key } }
  }

  /// A setting with its default value.
  fileprivate static var unchanged: Assignment? {
    settings.first.map { Assignment(key: $0.key, value: $0.text(in: standardTuning)) }
  }

  fileprivate static func destinations(on screen: Screen) throws -> [String] {
    try Self(tuning: standardTuning, screen: screen).destinations
  }
}
