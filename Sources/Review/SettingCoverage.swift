public import FrameLogs
public import InteractionScenarios
public import TouchInput

/// A gesture and its run, which can be replayed with other settings.
public struct CoveredGesture: Sendable {
  /// The name of the gesture.
  public var name: String
  /// The request with which ``recording`` is replayed.
  public var request: ReplayRequest
  /// The recording of the gesture.
  public var recording: Recording
  /// The run of the recording with the request.
  public var run: Run
  /// The settings that the scenario of the request has.
  public let settings: [TunableSetting]
  /// The function that replays the recording.
  private let replay: Replayer

  /// A function that replays a recording with a request, and which may ignore some settings.
  public typealias Replayer =
    @Sendable (ReplayRequest, Recording) throws(ReplayError) -> Run

  /// Replays a recording with its request.
  ///
  /// - Throws: `ReplayError` if the recording cannot be replayed.
  public init(
    name: String, request: ReplayRequest, recording: Recording,
    replayedBy replay: @escaping Replayer = { (request, recording) throws(ReplayError) in
      try request.run(of: recording)
    }
  ) throws(ReplayError) {
    (self.name, self.recording, self.replay) = (name, recording, replay)
    run = try replay(request, recording)
    do {
      // A request with the parameters of another system for a spring would not list the settings of the spring.
      self.request = try request.withPlainValues()
      settings = try request.tunableSettings()
    } catch { throw .setting(error) }
  }
}

/// The result of checking whether the run of any gesture depends on a setting.
public struct SettingCoverage: Hashable, Sendable {
  /// The name of the setting.
  public var key: String
  /// The number of gestures whose scenario has the setting.
  public var meaningful: Int
  /// The names of the first gestures whose run changes with the setting; at most ``mostNamed``.
  public var noticedBy: [String]
  /// The values that were tried with the first gesture that has this setting, as text.
  public var tried: [String]
  /// Whether there is no other value to try, because the setting is a text or a word without alternatives.
  public var isFixed: Bool

  /// The check stops as soon as the runs of this number of gestures have changed.
  public static let mostNamed = 3

  /// Whether no gesture would show a change of the setting: other values were tried, and no run changed.
  public var isUnseen: Bool { meaningful > 0 && !isFixed && noticedBy.isEmpty }
}

extension SettingCoverage {
  /// Returns the names of the settings of all `gestures`, each once, in the order of appearance.
  public static func keys(of gestures: [CoveredGesture]) -> [String] {
    var keys: [String] = []
    for setting in gestures.flatMap({ $0.settings }) where !keys.contains(setting.key) {
      keys.append(setting.key)
    }
    return keys
  }

  /// Checks whether the runs of `gestures` change with the setting `key`.
  ///
  /// A number is changed by ±5 % and ±20 %, a small whole number by ±1, and a word to each other word. If the number is
  /// zero, the percentages refer to the scenario's default; if the default is zero too, they refer to 100 pt,
  /// 1000 pt/s, 0.1 s or 1, depending on the unit. A run has changed if any byte of its frames or events differs.
  ///
  /// - Complexity: For a number, up to four replays of each gesture, until three gestures have changed.
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

  /// Returns the other values of a setting that the check tries.
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

  /// Whether the setting is a whole number so small that a change of 20 % is rounded away.
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
  /// Whether the run changes if the setting `key` has the given value; false if the value is not allowed.
  public func notices(_ key: String, _ value: String) -> Bool {
    var other = request
    other.assignments.removeAll { $0.key == key }
    var before = run
    // If the setting selects a rule, another word makes the explicit settings of the old rule invalid. Those settings
    // are removed, so compare with a run that lacks them too.
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

/// The phases, events and transitions of a scenario that occur in no run of a set of gestures.
public struct EventCoverage: Hashable, Sendable {
  /// The phases that occur in no run, among those that have transitions.
  public var unseenPhases: [String]
  /// The events that occur in no run.
  public var unseenEvents: [String]
  /// The transitions that occur in no run, such as `dragging → settling`.
  public var unseenTransitions: [String]
  /// The total number of phases, events and transitions.
  public var total: Int

  /// Compares the description of `scenario` with the runs of `gestures`, which must all use that scenario.
  ///
  /// - Throws: `SettingError` if no scenario has this name.
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

extension [CoveredGesture] {
  /// The release rules that no gesture uses, as values of the setting `release.choice`.
  ///
  /// Empty if the scenario does not have this setting.
  package var unseenRules: [String] {
    var words: [String] = []
    var used: Set<String> = []
    for gesture in self {
      let choice = gesture.settings.first { $0.key == "release.choice" }
      guard case .word(let word, let choices)? = choice?.value else { continue }
      words = choices
      used.insert(word)
    }
    return words.filter { !used.contains($0) }
  }
}
