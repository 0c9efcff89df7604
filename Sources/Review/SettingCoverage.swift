public import FrameLogs
public import InteractionScenarios
public import TouchInput

/// A gesture with what it is replayed through, whose run is looked at with other settings.
public struct CoveredGesture: Sendable {
  /// What it is called.
  public var name: String
  /// How it is replayed.
  public var request: ReplayRequest
  /// The recording.
  public var recording: Recording
  /// What comes of it.
  public var run: Run
  /// The settings that mean something in it.
  public let settings: [TunableSetting]
  /// What replays it.
  private let replay: Replay

  /// What replays a recording as a request says.
  package typealias Replay =
    @Sendable (ReplayRequest, Recording) throws(ReplayError) -> Run

  /// Replays a recording, to be looked at.
  ///
  /// - Throws: `ReplayError` when it cannot be replayed.
  public init(
    name: String, request: ReplayRequest, recording: Recording
  ) throws(ReplayError) {
    try self.init(
      name: name, request: request, recording: recording,
      replayedBy: { (request, recording) throws(ReplayError) in try request.run(of: recording) })
  }

  /// Replays a recording by `replay`, which need not heed every setting, to be looked at.
  ///
  /// - Throws: ``ReplayError`` when it cannot be replayed.
  package init(
    name: String, request: ReplayRequest, recording: Recording,
    replayedBy replay: @escaping Replay
  ) throws(ReplayError) {
    (self.name, self.request, self.recording, self.replay) = (name, request, recording, replay)
    run = try replay(request, recording)
    do { settings = try request.tunableSettings() } catch { throw .setting(error) }
  }
}

/// Whether gestures notice that a setting has changed.
public struct SettingCoverage: Hashable, Sendable {
  /// The name of the setting.
  public var key: String
  /// In how many gestures it means something.
  public var meaningful: Int
  /// The gestures that notice it, by their names; at most ``mostNamed`` are looked for.
  public var noticedBy: [String]
  /// The values that were tried in the first gesture in which it means something, as text.
  public var tried: [String]
  /// Whether it has no other value that could be tried: a text, or a word without another.
  public var isFixed: Bool

  /// How many gestures that notice a setting are looked for.
  public static let mostNamed = 3

  /// Whether it could change and no gesture would tell.
  public var isUnseen: Bool { meaningful > 0 && !isFixed && noticedBy.isEmpty }
}

extension SettingCoverage {
  /// The settings that mean something in any of `gestures`, in the order in which they come, each once.
  public static func keys(of gestures: [CoveredGesture]) -> [String] {
    var keys: [String] = []
    for setting in gestures.flatMap({ $0.settings }) where !keys.contains(setting.key) {
      keys.append(setting.key)
    }
    return keys
  }

  /// Looks whether `gestures` notice the setting `key`: a number that is 5 % or 20 % larger or smaller
  /// (of what is zero, the scenario's own value, or else 100 pt, 1000 pt/s, 0.1 s or 1), the next whole
  /// number, another word, a switch that is turned.
  ///
  /// A gesture notices it when any byte of its frames or events is another one.
  ///
  /// - Complexity: four replays for a number and each gesture in which it means something, until three
  ///   have noticed it.
  public init(of key: String, in gestures: [CoveredGesture]) {
    (self.key, meaningful, noticedBy, tried, isFixed) = (key, 0, [], [], true)
    for gesture in gestures {
      guard let setting = gesture.settings.first(where: { $0.key == key }) else { continue }
      meaningful += 1
      let values = Self.values(of: setting, in: gesture.request)
      if !values.isEmpty { isFixed = false }
      if tried.isEmpty { tried = values }
      guard noticedBy.count < Self.mostNamed else { continue }
      if values.contains(where: { gesture.notices(key, $0) }) { noticedBy.append(gesture.name) }
    }
  }

  /// Other values of a setting, 5 % and 20 % away, or the next of a whole number, or its other words.
  private static func values(of setting: TunableSetting, in request: ReplayRequest) -> [String] {
    switch setting.value {
    case .number(let number, let range):
      let scale = setting.scale(at: number)
      var steps = [0.2, -0.2, 0.05, -0.05].map { $0 * scale }
      if isWhole(setting, number, in: request) { steps = [1, -1] }
      var values: [String] = []
      for step in steps {
        let value = min(max(number + step, range.lowerBound), range.upperBound)
        if value != number { values.append("\(value)") }
      }
      return values
    case .word(let word, let choices): return choices.filter { $0 != word }
    case .text: return []
    }
  }

  /// Whether a setting is so small a whole number that 20 % more or less of it are rounded away.
  private static func isWhole(
    _ setting: TunableSetting, _ number: Double, in request: ReplayRequest
  ) -> Bool {
    guard setting.unit.isEmpty, number == number.rounded(), number.magnitude < 5 else {
      return false
    }
    var other = request
    other.assignments.append(Assignment(key: setting.key, value: "\(number + 0.25)"))
    let settings = try? other.tunableSettings()
    return settings?.first { $0.key == setting.key }?.value == setting.value
  }
}

extension CoveredGesture {
  /// Whether the run is another one with another value; a value that cannot be is not noticed.
  public func notices(_ key: String, _ value: String) -> Bool {
    var other = request
    other.assignments.removeAll { $0.key == key }
    var before = run
    // A word that decides which others there are takes those of the old one with it, and they are not
    // what is looked at.
    if let setting = settings.first(where: { $0.key == key }), setting.decides,
      case .word(let word, _) = setting.value
    {
      let count = other.assignments.count
      other.assignments.removeAll { $0.origin.isGiven }
      if other.assignments.count < count {
        guard let alone = try? replayed(other, key, word) else { return false }
        before = alone
      }
    }
    guard let changed = try? replayed(other, key, value) else { return false }
    return changed.frames != before.frames || changed.events != before.events
  }

  private func replayed(
    _ request: ReplayRequest, _ key: String, _ value: String
  ) throws(ReplayError) -> Run {
    var request = request
    request.assignments.append(Assignment(key: key, value: value))
    return try replay(request, recording)
  }
}

extension SettingOrigin {
  fileprivate var isGiven: Bool {
    switch self {
    case .file, .caller: true
    case .standard, .recording, .preset: false
    }
  }
}

/// What happens in the runs of gestures, of all that may.
public struct EventCoverage: Hashable, Sendable {
  /// The phases that no run has, of those that lead anywhere.
  public var unseenPhases: [String]
  /// The events that no run has.
  public var unseenEvents: [String]
  /// The transitions that no run makes: from and to a phase, and what may lead there.
  public var unseenTransitions: [String]
  /// How many phases, events and transitions there are.
  public var total: Int

  /// Looks what happens in `gestures`, all of which are of `scenario`.
  ///
  /// - Throws: `SettingError` when there is no such scenario.
  public init(
    of scenario: String, in gestures: [CoveredGesture]
  ) throws(SettingError) {
    let told = LogValue.fields(try ScenarioKind.named(scenario).descriptionFields(asked: nil))
    var steps: Set<[String]> = []
    var phases: Set<String> = []
    var kinds: Set<String> = []
    for gesture in gestures {
      for event in gesture.run.events { kinds.insert(event.kind.rawValue) }
      var last: String?
      for frame in gesture.run.frames {
        let phase = frame.phase.rawValue
        phases.insert(phase)
        if let last, last != phase { steps.insert([last, phase]) }
        last = phase
      }
    }
    (unseenPhases, unseenEvents, unseenTransitions, total) = ([], [], [], 0)
    var known: [String] = []
    var pairs: [[String]] = []
    if case .list(let transitions)? = told["transitions"] {
      for transition in transitions {
        guard let from = transition["from"]?.asText, let to = transition["to"]?.asText else {
          continue
        }
        for phase in [from, to] where !known.contains(phase) { known.append(phase) }
        if !pairs.contains([from, to]) { pairs.append([from, to]) }
      }
    }
    if case .list(let events)? = told["events"] {
      let names = events.compactMap { $0["event"]?.asText }
      total += names.count
      unseenEvents = names.filter { !kinds.contains($0) }
    }
    total += known.count + pairs.count
    unseenPhases = known.filter { !phases.contains($0) }
    unseenTransitions = pairs.filter { $0[0] != $0[1] && !steps.contains($0) }
      .map { "\($0[0]) → \($0[1])" }
  }
}
