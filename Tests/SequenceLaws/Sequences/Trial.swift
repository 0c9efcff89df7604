public import FrameLogs
public import InteractionScenarios
import Quantities
public import TouchInput

/// The settings and the screen of a surface.
public struct Conditions: Sendable {
  /// The settings that differ from the scenario's own.
  public var settings: [Assignment] {
    didSet { tuning = nil }
  }
  /// The parsed settings, for the scenario for which they were last resolved; nil if the settings
  /// have changed since.
  private(set) var tuning: (any Sendable)?
  /// The screen.
  public var screen: Screen

  /// Creates conditions; settings with origin `.standard` are ignored if the scenario does not use
  /// them.
  public init(
    _ settings: [(key: String, value: String)] = [], origin: SettingOrigin = .caller,
    screen: Screen = Screen()
  ) {
    self.settings = settings.map { Assignment(key: $0.key, value: $0.value, origin: origin) }
    self.screen = screen
  }

  /// The last value of a setting; nil if the scenario's default applies.
  public subscript(key: String) -> String? {
    get { settings.last { $0.key == key }?.value }
    set {
      settings.removeAll { $0.key == key }
      if let newValue { settings.append(Assignment(key: key, value: newValue)) }
    }
  }

  /// Returns a setting as a number; nil if the default applies or the value is not a number.
  public func number(_ key: String) -> Double? { self[key].flatMap { Double($0) } }
}

/// An input of a surface.
public enum Input: Sendable {
  /// A gesture event.
  case hand(TouchEvent)
  /// A command of a program.
  case command(SurfaceCommand)
  /// New settings or a new screen from a program; contains all settings, not only the changed ones.
  case change(Conditions)
}

/// An input with its time.
public struct TimedInput: Sendable {
  /// The time, in microseconds of the recording's clock.
  public var microseconds: Int64
  /// The input.
  public var input: Input

  /// Creates an input at a time.
  public init(_ microseconds: Int64, _ input: Input) {
    self.microseconds = microseconds
    self.input = input
  }
}

extension Conditions {
  /// Returns these conditions with every setting of a scenario, including defaults.
  ///
  /// - Throws: ``SettingError`` if the settings are invalid for the scenario.
  public func resolved<S: Scenario>(for type: S.Type) throws(SettingError) -> Conditions {
    let tuning = try S.resolved(preset: nil, applying: settings).tuning
    let meant = S.settings.filter { $0.applies(in: tuning) }
    var conditions = Conditions(meant.map { ($0.key, $0.text(in: tuning)) }, screen: screen)
    // The complete settings are parsed once here, instead of at each use.
    try conditions.prepare(for: type)
    return conditions
  }

  /// Parses the settings for a scenario and keeps the result, so that they are parsed once.
  ///
  /// - Throws: ``SettingError`` if the settings are invalid for the scenario.
  mutating func prepare<S: Scenario>(for type: S.Type) throws(SettingError) {
    tuning = try S.resolved(preset: nil, applying: settings).tuning
  }

  /// Returns these conditions with every length and speed multiplied by `factor`: those of the
  /// screen, and of each setting by its unit.
  ///
  /// - Parameters:
  ///   - factor: Above zero.
  ///   - type: The scenario; the conditions must contain all its settings.
  ///   - text: Returns the new text of a setting that is not a number; nil keeps the text.
  /// - Returns: The scaled conditions.
  public func scaled<S: Scenario>(
    by factor: Double, for type: S.Type, text: (_ key: String, _ text: String) -> String?
  ) -> Conditions {
    var copy = self
    copy.screen = Screen(size: screen.size * factor)
    let known = S.settings
    var next = 0
    for index in settings.indices {
      let key = settings[index].key
      // Complete settings are usually in the scenario's order, which avoids the search.
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

/// A scenario, its conditions, and the inputs to play.
public struct Trial: Sendable {
  /// The scenario.
  public var scenario: any Scenario.Type
  /// The settings and the screen at the start.
  public var conditions: Conditions
  /// The inputs, ordered by time.
  public var inputs: [TimedInput]
  /// The seed of the sequence, for messages.
  public var seed: UInt64
  /// The given settings and the screen, without added defaults, for messages.
  public var given: String { told ?? Self.told(conditions) }
  /// Replaces the surface with a distorted one, to check that a law can fail.
  public var distortion: (@Sendable (any Scenario) -> any Scenario)?

  /// The part of each frame that the laws check.
  public var moved: @Sendable (Frame) -> Frame = { $0 }
  /// The text of the given settings, if defaults were added.
  private var told: String?

  /// Creates a trial that includes the defaults of all settings.
  ///
  /// - Throws: ``SettingError`` if the settings are invalid for the scenario.
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

  /// Creates a trial of gesture events, with only the given settings.
  public init(
    scenario: any Scenario.Type, settings: [(key: String, value: String)] = [],
    screen: Screen = Screen(), events: [TimedHandEvent], seed: UInt64 = 0
  ) {
    self.scenario = scenario
    conditions = Conditions(settings, screen: screen)
    inputs = events.map { TimedInput($0.microseconds, .hand($0.event)) }
    self.seed = seed
  }

  private static func told(_ conditions: Conditions) -> String {
    let screen = conditions.screen.size
    return "screen=\(screen.x.value)x\(screen.y.value) "
      + conditions.settings.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
  }

  /// The time of the first input, from which the surface's time counts.
  public var originMicroseconds: Int64 { inputs.first?.microseconds ?? 0 }

  /// Returns the surface before the first input.
  ///
  /// - Throws: ``SettingError`` if the settings are invalid for the scenario.
  public func surface() throws(SettingError) -> any Scenario {
    let type = scenario
    let surface = try Self.surface(type, conditions)
    return distortion.map { $0(surface) } ?? surface
  }

  /// Changes the settings and the screen of a surface; keeps the old ones if the new ones are
  /// invalid.
  ///
  /// - Returns: Whether the surface accepted them.
  static func adapt(
    _ surface: inout any Scenario, to conditions: Conditions, at time: Seconds,
    into eventLog: inout EventLog
  ) -> Bool {
    func adapt<S: Scenario>(_ surface: inout S) -> Bool {
      do throws(SettingError) {
        let tuning = try tuning(S.self, conditions)
        eventLog.note(.changed, at: time)
        try surface.adapt(to: tuning, screen: conditions.screen, at: time, into: &eventLog)
        return true
      } catch {
        return false
      }
    }
    return adapt(&surface)
  }

  /// Returns the tuning of a scenario; a stand-in scenario takes the conditions themselves.
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
    try S(tuning: tuning(type, conditions), screen: conditions.screen)
  }
}

extension Trial: CustomStringConvertible {
  /// The scenario, the seed, and the given settings.
  public var description: String { "\(scenario.name) seed \(seed) \(given)" }

  /// The given settings, or all if defaults were added; later ones override earlier ones.
  public var settings: [(key: String, value: String)] {
    get { conditions.settings.map { (key: $0.key, value: $0.value) } }
    set {
      conditions.settings = newValue.map { Assignment(key: $0.key, value: $0.value) }
      told = nil
    }
  }

  /// The screen.
  public var screen: Screen {
    get { conditions.screen }
    set {
      conditions.screen = newValue
      told = nil
    }
  }

  /// The gesture events; setting them removes the commands and changes.
  public var events: [TimedHandEvent] {
    get {
      inputs.compactMap { timed in
        guard case .hand(let event) = timed.input else { return nil }
        return TimedHandEvent(microseconds: timed.microseconds, event: event)
      }
    }
    set { inputs = newValue.map { TimedInput($0.microseconds, .hand($0.event)) } }
  }

  /// Returns a setting as a number; nil if it is missing from ``settings`` or not a number.
  public func number(_ key: String) -> Double? { conditions.number(key) }

  /// Returns the text of a setting; nil if it is missing from ``settings``.
  public func text(_ key: String) -> String? { conditions[key] }
}
