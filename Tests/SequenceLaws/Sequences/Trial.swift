public import FrameLogs
public import InteractionScenarios
import Quantities
public import TouchInput

/// What a surface is told before it is touched: its settings and its screen.
public struct Conditions: Sendable {
  /// The settings that differ from the scenario's own.
  public var settings: [Assignment] {
    didSet { tuning = nil }
  }
  /// What the settings come to for the scenario for which they were spelt out last; nil where they
  /// have changed since.
  private(set) var tuning: (any Sendable)?
  /// The screen.
  public var stage: Stage

  /// Creates conditions; those of the origin `.standard` are left out where they mean nothing.
  public init(
    _ settings: [(key: String, value: String)] = [], origin: SettingOrigin = .caller,
    stage: Stage = Stage()
  ) {
    self.settings = settings.map { Assignment(key: $0.key, value: $0.value, origin: origin) }
    self.stage = stage
  }

  /// The last value of a setting; nil where the scenario's own holds.
  public subscript(key: String) -> String? {
    get { settings.last { $0.key == key }?.value }
    set {
      settings.removeAll { $0.key == key }
      if let newValue { settings.append(Assignment(key: key, value: newValue)) }
    }
  }

  /// The value of a setting as a number; nil where the scenario's own holds or it is none.
  public func number(_ key: String) -> Double? { self[key].flatMap { Double($0) } }
}

/// Something that is done to a surface from outside.
public enum Input: Sendable {
  /// By the hand.
  case hand(HandEvent)
  /// By a program that asks for something.
  case command(SurfaceCommand)
  /// By a program that gives it other settings or another screen; all of them, as they are then.
  case change(Conditions)
}

/// Something that is done to a surface, and when.
public struct TimedInput: Sendable {
  /// When, in microseconds of the recording's clock.
  public var microseconds: Int64
  /// What.
  public var input: Input

  /// Creates an input at a time.
  public init(_ microseconds: Int64, _ input: Input) {
    self.microseconds = microseconds
    self.input = input
  }
}

extension Conditions {
  /// These conditions with every setting of a scenario spelt out, its own values too.
  ///
  /// - Throws: ``SettingError`` when the settings are none that the scenario can have.
  public func resolved<S: Scenario>(for type: S.Type) throws(SettingError) -> Conditions {
    let tuning = try S.resolved(preset: nil, applying: settings).tuning
    let meant = S.settings.filter { $0.applies(in: tuning) }
    var conditions = Conditions(meant.map { ($0.key, $0.text(in: tuning)) }, stage: stage)
    // What is spelt out is read again, once, so that it is what others read.
    try conditions.prepare(for: type)
    return conditions
  }

  /// Remembers what the settings come to for a scenario, so that they are read once.
  ///
  /// - Throws: ``SettingError`` when the settings are none that the scenario can have.
  mutating func prepare<S: Scenario>(for type: S.Type) throws(SettingError) {
    tuning = try S.resolved(preset: nil, applying: settings).tuning
  }

  /// These conditions, of a scenario, with every length and speed times `factor`: those of the
  /// screen, and of each setting by its unit.
  ///
  /// - Parameters:
  ///   - factor: Above zero.
  ///   - type: The scenario; its settings are all spelt out here.
  ///   - text: The new text of a setting that is no number; nil leaves it.
  /// - Returns: The scaled conditions.
  public func scaled<S: Scenario>(
    by factor: Double, for type: S.Type, text: (_ key: String, _ text: String) -> String?
  ) -> Conditions {
    var copy = self
    copy.stage = Stage(screen: stage.screen * factor)
    let known = S.settings
    var next = 0
    for index in settings.indices {
      let key = settings[index].key
      // Whoever spells out all settings does so in their order.
      let isNext = next < known.count && known[next].key == key
      guard let found = isNext ? next : known.firstIndex(where: { $0.key == key }) else { continue }
      let setting = known[found]
      next = found + 1
      if ["pt", "pt/s"].contains(setting.unit), let number = Double(settings[index].value) {
        copy.settings[index].value = "\(number * factor)"
      } else if let new = text(key, settings[index].value) {
        copy.settings[index].value = new
      }
    }
    return copy
  }
}

/// A surface under conditions, and a sequence of what is done to it.
public struct Trial: Sendable {
  /// The scenario.
  public var scenario: any Scenario.Type
  /// Its settings and screen.
  public var conditions: Conditions
  /// What is done, by time.
  public var inputs: [TimedInput]
  /// The seed from which the sequence came; for the messages.
  public var seed: UInt64
  /// The settings and the screen that somebody gave, without those spelt out; for the messages.
  public var given: String { told ?? Self.told(conditions) }
  /// Puts something else in the place of the surface, to see whether a law would notice.
  public var distortion: (@Sendable (any Scenario) -> any Scenario)?

  /// What of each frame is looked at.
  public var moved: @Sendable (Frame) -> Frame = { $0 }
  /// What is said to have been given, where more is spelt out.
  private var told: String?

  /// Creates a trial, with every setting spelt out.
  ///
  /// - Throws: ``SettingError`` when the settings are none that the scenario can have.
  public init(
    _ scenario: any Scenario.Type, _ conditions: Conditions = Conditions(),
    inputs: [TimedInput], seed: UInt64 = 0
  ) throws(SettingError) {
    self.scenario = scenario
    self.conditions = try conditions.resolved(for: scenario)
    self.inputs = inputs
    self.seed = seed
    told = Self.told(conditions)
  }

  /// Creates a trial of a hand, with only those settings spelt out that are given.
  public init(
    scenario: any Scenario.Type, settings: [(key: String, value: String)] = [],
    stage: Stage = Stage(), events: [TimedHandEvent], seed: UInt64 = 0
  ) {
    self.scenario = scenario
    conditions = Conditions(settings, stage: stage)
    inputs = events.map { TimedInput($0.microseconds, .hand($0.event)) }
    self.seed = seed
  }

  private static func told(_ conditions: Conditions) -> String {
    let screen = conditions.stage.screen
    return "screen=\(screen.x.value)x\(screen.y.value) "
      + conditions.settings.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
  }

  /// The time of the first input, from which the surface's time counts.
  public var originMicroseconds: Int64 { inputs.first?.microseconds ?? 0 }

  /// The surface before anything is done to it.
  ///
  /// - Throws: ``SettingError`` when the settings are none that the scenario can have.
  public func surface() throws(SettingError) -> any Scenario {
    let type = scenario
    let surface = try Self.surface(type, conditions)
    return distortion.map { $0(surface) } ?? surface
  }

  /// Gives a surface other settings and another screen; a surface that cannot have them stays as it is.
  ///
  /// - Returns: Whether it has them now.
  static func adapt(
    _ surface: inout any Scenario, to conditions: Conditions, at time: Seconds,
    into journal: inout Journal
  ) -> Bool {
    func adapt<S: Scenario>(_ surface: inout S) -> Bool {
      do throws(SettingError) {
        let tuning = try tuning(S.self, conditions)
        journal.note(.changed, at: time)
        try surface.adapt(to: tuning, stage: conditions.stage, at: time, into: &journal)
        return true
      } catch {
        return false
      }
    }
    return adapt(&surface)
  }

  /// The tuning of a scenario under conditions; a scenario that is only a stand-in takes these.
  static func tuning<S: Scenario>(
    _ type: S.Type, _ conditions: Conditions
  ) throws(SettingError) -> S.Tuning {
    if let conditions = conditions as? S.Tuning { return conditions }
    if let tuning = conditions.tuning as? S.Tuning { return tuning }
    return try S.resolved(preset: nil, applying: conditions.settings).tuning
  }

  private static func surface<S: Scenario>(
    _ type: S.Type, _ conditions: Conditions
  ) throws(SettingError) -> any Scenario {
    try S(tuning: tuning(type, conditions), stage: conditions.stage)
  }
}

extension Trial: CustomStringConvertible {
  /// The scenario, the seed, and what was given.
  public var description: String { "\(scenario.name) seed \(seed) \(given)" }

  /// The settings that were given, or all where all are spelt out; later ones go before earlier ones.
  public var settings: [(key: String, value: String)] {
    get { conditions.settings.map { (key: $0.key, value: $0.value) } }
    set {
      conditions.settings = newValue.map { Assignment(key: $0.key, value: $0.value) }
      told = nil
    }
  }

  /// The screen.
  public var stage: Stage {
    get { conditions.stage }
    set {
      conditions.stage = newValue
      told = nil
    }
  }

  /// What the hand does; setting it takes away what a program does.
  public var events: [TimedHandEvent] {
    get {
      inputs.compactMap { timed in
        guard case .hand(let event) = timed.input else { return nil }
        return TimedHandEvent(microseconds: timed.microseconds, event: event)
      }
    }
    set { inputs = newValue.map { TimedInput($0.microseconds, .hand($0.event)) } }
  }

  /// The value of a setting as a number; nil where it is not among ``settings`` or none.
  public func number(_ key: String) -> Double? { conditions.number(key) }

  /// The text of a setting; nil where it is not among ``settings``.
  public func text(_ key: String) -> String? { conditions[key] }
}
