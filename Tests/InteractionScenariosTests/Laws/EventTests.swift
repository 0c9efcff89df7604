import FrameLogs
import InteractionScenarios
import Quantities
import Testing
import TouchInput

/// What is said about events is what scenarios note.
@Suite("Events")
struct EventTests {
  /// Everything that a scenario notes of gestures, of random hands and of commands.
  static func events(of type: any Scenario.Type) throws -> [RunEvent] {
    var request = ReplayRequest(scenario: type.name)
    let keys = type.settingKeys
    if keys.contains("dismissible") {
      request.assignments = [Assignment(key: "dismissible", value: "true")]
    }
    let unchanged = type.unchanged(keys.first ?? "")
    request.commands = [
      TimedCommand(at: Seconds(0.3), .resize(Planar(x: Points(400), y: Points(800)))),
      TimedCommand(at: Seconds(6), .change(try #require(unchanged))),
    ]
    var noted: [RunEvent] = []
    for gesture in allGestures { noted += try request.run(of: gesture.recording()).events }
    for seed in 0..<UInt64(20) {
      let settings = request.assignments.map { (key: $0.key, value: $0.value) }
      let trial = Trial(
        scenario: type, settings: seed % 2 == 0 ? [] : settings,
        events: try RandomHand(seed: seed).events, seed: seed)
      let places = try type.destinations(request)
      let commands = places.enumerated().map { index, name in
        (microseconds: Int64(1_300_000 + index * 700_000), name: name)
      }
      noted += try trial.run(60, commands: commands).events
    }
    return noted
  }

  @Test(
    "every event has the payload that is described, and every event described comes about",
    arguments: allScenarios.map { $0.name })
  func described(name: String) throws {
    let type = try InteractionScenarios.scenario(named: name)
    let described = Dictionary(
      uniqueKeysWithValues: type.events.map { ($0.kind.rawValue, $0.payload.map(\.key)) })
    #expect(described.count == type.events.count)
    var seen: Set<String> = []
    for event in try Self.events(of: type) {
      seen.insert(event.kind.rawValue)
      #expect(
        event.payload.map(\.key) == described[event.kind.rawValue], "\(event.kind.rawValue)")
    }
    for own in type.ownEvents {
      #expect(seen.contains(own.kind.rawValue), "\(own.kind.rawValue) never came about")
    }
    for event in type.events {
      #expect(event.payload.allSatisfy { $0.meaning.hasSuffix(".") }, "\(event.kind.rawValue)")
      #expect(event.meaning.hasSuffix("."), "\(event.kind.rawValue)")
    }
  }

  @Test("every common event comes about in some scenario")
  func common() throws {
    var left = Set(RunEvent.commonEvents.map(\.kind) + [TimedCommand.event.kind])
    for type in allScenarios { left.subtract(try Self.events(of: type).map(\.kind)) }
    #expect(left.isEmpty, "\(left.map(\.rawValue))")
  }
}

extension Scenario {
  fileprivate static var settingKeys: [String] { settings.map(\.key) }

  /// A setting, set to what it is anyway.
  fileprivate static func unchanged(_ key: String) -> Assignment? {
    settings.first { $0.key == key }.map {
      Assignment(key: key, value: $0.text(in: standardTuning))
    }
  }

  fileprivate static func destinations(_ request: ReplayRequest) throws -> [String] {
    try Self(tuning: standardTuning, stage: request.stage).destinations
  }
}
