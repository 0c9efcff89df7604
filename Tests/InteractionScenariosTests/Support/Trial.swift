import FrameLogs
import InteractionScenarios
import Quantities
import TouchInput

/// A scenario with settings, and what a hand does to it.
struct Trial: CustomStringConvertible {
  var scenario: any Scenario.Type
  var settings: [(key: String, value: String)] = []
  var stage = Stage()
  var events: [TimedHandEvent]
  var seed: UInt64 = 0

  var description: String {
    "\(scenario.name) seed \(seed) "
      + settings.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
  }

  /// The scenarios that the laws are tried on.
  static let names = ["sheet", "pip", "modal", "card", "paging", "swipe", "drawer", "rotation"]

  /// Those that are followed and settled by springs, and those that are not.
  static let allNames = names + ["transition", "scroll", "button", "refresh"]

  /// How many random sequences each law is tried on; the environment may ask for more.
  static let sequences = sequenceCount(standard: 100)

  /// A random hand on the scenario called `name`, with random settings.
  static func random(_ name: String, seed: UInt64) throws -> Trial {
    var random = SeededRandom(seed: seed ^ 0x5eed)
    var settings = [
      ("tracking.response", random.one(of: ["0", "0.2", "0.26"])),
      ("spring.dampingRatio", random.one(of: ["0.6", "0.8", "1", "1.3"])),
      ("spring.response", random.one(of: ["0.2", "0.4", "0.8"])),
      ("limits", random.one(of: ["rubberBand", "rubberBand", "stop", "free"])),
    ]
    if name == "sheet" {
      settings.append(
        ("detents", random.one(of: ["tip:96,half:50%,full:92%", "a:300", "b:200,c:90%"])))
      settings.append(("dismissible", random.one(of: ["true", "false", "false"])))
    } else if name == "modal" {
      settings.append(("dismissible", random.one(of: ["true", "false"])))
      settings.append(("vetoesDismissal", random.one(of: ["true", "false"])))
    } else if name == "pip" {
      settings.append(("start", random.one(of: ["topLeft", "bottomRight"])))
    } else if name == "drawer" {
      // Where it is touched makes a difference with hitTest, which has tests of its own.
      settings.append(("hitTest", "false"))
      settings.append(("side", random.one(of: ["left", "right"])))
      settings.append(("start", random.one(of: ["closed", "open"])))
    } else if name == "rotation" {
      // So it does to a finger that goes about the centre.
      settings.append(("hold", "rail"))
      settings.append(("wraps", random.one(of: ["true", "true", "false"])))
      settings.append(("step", random.one(of: ["90", "45", "120"])))
    }
    settings += pageSettings(of: name, &random)
    let hand = try RandomHand(seed: seed)
    if let own = Self.ownSettings(of: name, &random) { settings = own }
    return Trial(
      scenario: try InteractionScenarios.scenario(named: name),
      settings: settings.map { (key: $0.0, value: $0.1) }, events: hand.events, seed: seed)
  }

  /// Random settings of a scenario that is not followed and settled by springs; nil for others.
  private static func ownSettings(
    of name: String, _ random: inout SeededRandom
  ) -> [(String, String)]? {
    switch name {
    case "transition":
      [
        ("curve", random.one(of: ["linear", "easeIn", "easeOut", "easeInOut"])),
        ("durationFactor", random.one(of: ["0", "0.5"])),
        ("rule", random.one(of: ["opposite", "oppositeOrNearest", "projected"])),
        ("continuation", random.one(of: ["pace", "spring"])),
        ("scrubsLinearly", random.one(of: ["true", "true", "false"])),
        ("startsAway.x", random.one(of: ["true", "false"])),
        ("startsAway.y", random.one(of: ["true", "false"])),
      ]
    case "scroll":
      [
        ("content.width", random.one(of: ["390", "390", "900"])),
        ("content.height", random.one(of: ["400", "1000", "3000"])),
        ("start.y", random.one(of: ["0", "100", "600"])),
        ("decelerationRate", random.one(of: ["0.998", "0.99"])),
        ("limits", random.one(of: ["rubberBand", "rubberBand", "stop", "free"])),
        ("bounce.dampingRatio", random.one(of: ["0.7", "1", "1", "1.3"])),
        ("return.dampingRatio", random.one(of: ["0.7", "1", "1", "1.3"])),
        ("alwaysBounces.x", random.one(of: ["true", "false"])),
        ("alwaysBounces.y", random.one(of: ["true", "false"])),
      ]
    case "button":
      [
        ("fade", random.one(of: ["0.5", "0.2"])),
        ("curve", random.one(of: ["easeOut", "linear"])),
        ("slack", random.one(of: ["0", "70"])),
      ]
    case "refresh":
      [
        ("start", random.one(of: ["0", "0", "150"])),
        ("duration", random.one(of: ["0", "0.2", "1"])),
        ("pull.beyond", random.one(of: ["rubberBand", "quadratic", "stop"])),
        ("pull.resistance", random.one(of: ["0.5", "0.9"])),
        ("pull.share", random.one(of: ["0", "0.2"])),
        ("pull.limit", random.one(of: ["1", "1.5", "2"])),
        ("pull.hysteresis", random.one(of: ["0", "8", "1000"])),
        ("pull.startsAtTop", random.one(of: ["true", "false"])),
        ("scaleOut", random.one(of: ["0", "0.2"])),
        ("snap.dampingRatio", random.one(of: ["0.7", "1"])),
        ("return.dampingRatio", random.one(of: ["0.7", "1", "1.3"])),
      ]
    default: nil
    }
  }

  /// The value of a setting of this trial, as a number.
  func number(_ key: String) -> Double? {
    settings.last { $0.key == key }.flatMap { Double($0.value) }
  }

  /// The run at a frame rate.
  func run(
    _ framesPerSecond: Double = 120, commands: [(microseconds: Int64, name: String)] = []
  ) throws -> Run {
    let type = scenario
    return try run(type, framesPerSecond, commands)
  }

  private func run<S: Scenario>(
    _ type: S.Type, _ framesPerSecond: Double, _ commands: [(microseconds: Int64, name: String)]
  ) throws -> Run {
    let rate = FrameRate(framesPerSecond: framesPerSecond)
    let origin = events.first?.microseconds ?? 0
    var replay = Replay(try made(type), rate: rate, originMicroseconds: origin)
    var commands = commands[...]
    for event in events {
      while let command = commands.first, command.microseconds <= event.microseconds {
        replay.receive(.settle(at: command.name), atMicroseconds: command.microseconds)
        commands.removeFirst()
      }
      replay.receive(event)
    }
    for command in commands {
      replay.receive(.settle(at: command.name), atMicroseconds: command.microseconds)
    }
    let ending = replay.finish()
    return Run(
      header: [], rate: rate, ownFields: S.ownFields, frames: replay.frames,
      events: replay.events, ending: ending)
  }

  private func made<S: Scenario>(_ type: S.Type) throws -> S {
    let resolved = try S.resolved(
      preset: nil, applying: settings.map { Assignment(key: $0.key, value: $0.value) })
    return try S(tuning: resolved.tuning, stage: stage)
  }
}

/// A surface as it is at an instant, to go on with in another way.
struct Snapshot {
  var time: Seconds
  var surface: any Scenario

  /// Lets the hand do something at the instant, and returns what that brings about.
  mutating func receive(_ event: HandEvent, after seconds: Double = 0) -> [RunEvent] {
    var journal = Journal()
    time += Seconds(seconds)
    surface.advance(to: time, isFrame: false, into: &journal)
    surface.receive(event, at: time, into: &journal)
    return journal.events
  }

  /// Lets time pass.
  mutating func wait(_ seconds: Double) {
    var journal = Journal()
    time += Seconds(seconds)
    surface.advance(to: time, isFrame: false, into: &journal)
  }

  /// What it shows.
  var frame: Frame { surface.frame(0, at: time) }
}

/// What a surface shows just before and just after an instant; between inputs both are the same.
struct Moment {
  var time: Seconds
  var input: HandEvent?
  var before: Frame
  var after: Frame
  /// What happened between the last moment and the input.
  var eventsBefore: [RunEvent]
  /// What the input brought about.
  var eventsAfter: [RunEvent]
}

extension Trial {
  /// The surface at every input, and between inputs 240 times a second, until it rests.
  func moments() throws -> [Moment] {
    let type = scenario
    return try moments(type)
  }

  /// The surface after each movement of the hand, with the pan that holds it.
  func heldSnapshots() throws -> [(snapshot: Snapshot, pan: Pan)] {
    let type = scenario
    return try heldSnapshots(type)
  }

  private func heldSnapshots<S: Scenario>(_ type: S.Type) throws -> [(snapshot: Snapshot, pan: Pan)]
  {
    var surface = try made(type)
    var journal = Journal()
    var held: [(snapshot: Snapshot, pan: Pan)] = []
    let origin = events.first?.microseconds ?? 0
    for event in events {
      let time = Seconds.microseconds(event.microseconds - origin)
      surface.advance(to: time, isFrame: false, into: &journal)
      surface.receive(event.event, at: time, into: &journal)
      guard case .panChanged(let pan, _) = event.event else { continue }
      held.append((Snapshot(time: time, surface: surface), pan))
    }
    return held
  }

  /// The surface after the last input, 60 times a second until it rests.
  func settlingSnapshots() throws -> [Snapshot] {
    let type = scenario
    return try settlingSnapshots(type)
  }

  private func settlingSnapshots<S: Scenario>(_ type: S.Type) throws -> [Snapshot] {
    var surface = try made(type)
    var journal = Journal()
    var snapshots: [Snapshot] = []
    let origin = events.first?.microseconds ?? 0
    var time = Seconds.zero
    for event in events {
      time = Seconds.microseconds(event.microseconds - origin)
      surface.advance(to: time, isFrame: false, into: &journal)
      surface.receive(event.event, at: time, into: &journal)
    }
    while !(surface.isAtRest || surface.isGone), snapshots.count < 600 {
      snapshots.append(Snapshot(time: time, surface: surface))
      time += Seconds(1.0 / 60)
      surface.advance(to: time, isFrame: false, into: &journal)
    }
    return snapshots
  }

  private func moments<S: Scenario>(_ type: S.Type) throws -> [Moment] {
    var surface = try made(type)
    var journal = Journal()
    var noted = 0
    var moments: [Moment] = []
    var step = 0
    let origin = events.first?.microseconds ?? 0

    func look(at time: Seconds, _ input: HandEvent?) {
      surface.advance(to: time, isFrame: false, into: &journal)
      let before = surface.frame(0, at: time)
      let middle = journal.events.count
      if let input { surface.receive(input, at: time, into: &journal) }
      moments.append(
        Moment(
          time: time, input: input, before: before, after: surface.frame(0, at: time),
          eventsBefore: Array(journal.events[noted..<middle]),
          eventsAfter: Array(journal.events[middle...])))
      noted = journal.events.count
    }

    for event in events {
      let time = Seconds.microseconds(event.microseconds - origin)
      while Double(step) / 240 < time.value {
        look(at: Seconds(Double(step) / 240), nil)
        step += 1
      }
      look(at: time, event.event)
    }
    let end = step + 240 * 10
    while step < end, !(surface.isAtRest || surface.isGone) {
      look(at: Seconds(Double(step) / 240), nil)
      step += 1
    }
    return moments
  }
}

extension RunEvent {
  /// A number of the payload.
  func number(_ key: String) -> Double? { LogValue.fields(payload)[key]?.asNumber }

  /// A text of the payload.
  func text(_ key: String) -> String? { LogValue.fields(payload)[key]?.asText }
}
