public import FrameLogs
public import InteractionScenarios
public import MotionPhysics
public import Quantities
public import TouchInput

/// The activity of a surface, independent of the names of its scenario's phases.
public enum Role: String, Hashable, Sendable {
  /// The surface is still, and no finger touches it.
  case resting
  /// A finger touches the surface and has not begun a pan.
  case pressed
  /// A pan moves the surface.
  case dragging
  /// The surface moves, or waits, without a finger.
  case moving
  /// The surface has left for good.
  case gone
}

/// A scenario, random settings for its test sequences, and the facts about it that the laws need.
public struct LawfulScenario: Sendable {
  /// The scenario.
  public var scenario: any Scenario.Type
  /// Random settings.
  public var settings: @Sendable (inout SeededGenerator) -> [(key: String, value: String)]
  /// The targets that a `settle` command may name.
  public var commands: [String] = []
  /// Changes a setting, or the screen, as a program may do while the surface is in use.
  public var change: @Sendable (inout Conditions, inout SeededGenerator) -> Void = { _, _ in }
  /// The roles of phases that only this scenario has, or that have another meaning here.
  public var roles: [Phase: Role] = [:]
  /// The changes of role that only this scenario allows while a finger moves.
  public var ownSteps: [(from: Role, to: Role)] = []
  /// The range in which the surface may be dragged; nil if it is unknown.
  public var limits: @Sendable (Conditions) -> Limits? = { _ in nil }
  /// The range in which the surface may rest, if it exceeds the range of dragging.
  public var rests: @Sendable (Conditions) -> Limits? = { _ in nil }
  /// The spring on which the surface settles; nil if it settles without one.
  public var spring: @Sendable (Departure) -> Spring? = { _ in nil }
  /// Whether the surface follows the finger immediately, without a tracking spring.
  public var followsFinger: @Sendable (Conditions) -> Bool = {
    $0.number("tracking.response") ?? 0 == 0
  }
  /// The part of a frame that the finger moves, without values derived from it.
  public var moved: @Sendable (Frame) -> Frame = { $0 }
  /// The position that a drag has given the surface; nil if something else has set the position.
  public var draggedPosition: @Sendable (Frame, Conditions) -> Position? = { frame, _ in
    frame.position
  }
  /// The displacement of the finger that the scenario uses.
  public var displacement: @Sendable (Pan, Conditions) -> Position = { pan, _ in pan.translation }
  /// Whether the surface moves exactly as far as the finger when no limit intervenes.
  public var followsExactly: @Sendable (Conditions) -> Bool = { _ in false }
  /// The greatest movement of the surface per point of finger movement; unitless.
  public var greatestRatio: @Sendable (Conditions) -> Double = { _ in 1 }
  /// The speed below which a release has no velocity, in points per second.
  public var deadBand: @Sendable (Conditions) -> Double = { $0.number("release.deadBand") ?? 0 }
  /// The expected velocity of the surface after a release; nil if it is unknown.
  public var handedVelocity: @Sendable (Release) -> Velocity? = { _ in nil }
  /// The initial velocity after a release without a throw; zero unless friction moves the surface.
  public var restVelocity: @Sendable (Departure) -> Velocity = { _ in .zero }
  /// Whether a retargeted surface keeps its velocity; false if a curve defines the velocity.
  public var keepsVelocity: @Sendable (Conditions) -> Bool = { _ in true }
  /// Whether the surface later leaves its target by itself.
  public var leavesByItself = false
  /// The phases in which the surface rests and waits for a tap.
  public var waiting: Set<Phase> = []
  /// Whether the dismissed position lies between or beside the resting positions.
  public var isDismissedAside = false
  /// The axes along which the release rule chooses.
  public var axes: [Axis] = [.y]
  /// The speed of a flick, in points per second; nil if it is unknown.
  public var flick: @Sendable (Conditions) -> Double? = { conditions in
    conditions.number("release.flick").flatMap { $0 > 0 ? $0 : nil }
  }
  /// Returns the text of a setting with all lengths multiplied by a factor, if the text is not a
  /// number.
  public var scaledText: @Sendable (_ key: String, _ text: String, _ factor: Double) -> String? =
    { _, _, _ in nil }
  /// The mirror images under which the scenario must behave in the same way.
  public var mirrors: [Mirror] = []
  /// The laws that do not apply, with reasons.
  public var exceptions: [Exception] = []

  /// Creates a description with default facts and the given random settings.
  public init(
    _ scenario: any Scenario.Type,
    settings: @escaping @Sendable (inout SeededGenerator) -> [(key: String, value: String)]
  ) {
    self.scenario = scenario
    self.settings = settings
  }

  /// Returns the role of a phase.
  public func role(of phase: Phase) -> Role {
    roles[phase] ?? Role(rawValue: phase == .settling ? "moving" : phase.rawValue) ?? .moving
  }
}

/// One of the two axes of the screen.
public enum Axis: String, Hashable, Sendable, CaseIterable {
  case x, y

  /// The component of `pair` along this axis.
  func of<Component>(_ pair: Planar<Component>) -> Double {
    self == .x ? pair.x.value : pair.y.value
  }

  /// The pair that is `value` along this axis and zero along the other.
  func pair<Component>(_ value: Double) -> Planar<Component> {
    self == .x
      ? Planar(x: Component(value), y: .zero) : Planar(x: .zero, y: Component(value))
  }
}

extension LawfulScenario {
  /// Returns the random sequence of a seed.
  ///
  /// - Throws: ``SettingError`` if the random settings are invalid for the scenario.
  public func trial(seed: UInt64) throws(SettingError) -> Trial {
    var random = SeededGenerator(seed: seed ^ 0x5eed)
    // Settings with origin `.standard` are ignored by rules that do not use them.
    let conditions = Conditions(settings(&random), origin: .standard)
    let hand = RandomHand(seed: seed, on: conditions.screen.size)
    let events = scenario.usesForce ? hand.events.pressing(&random) : hand.events
    let inputs = events.map { TimedInput($0.microseconds, .hand($0.event)) }
    var trial = try Trial(scenario, conditions, inputs: inputs, seed: seed)
    interfere(&trial, &random)
    trial.moved = moved
    return trial
  }

  /// Inserts one to three commands or changes of settings, in half of the sequences.
  private func interfere(_ trial: inout Trial, _ random: inout SeededGenerator) {
    guard let first = trial.inputs.first, let last = trial.inputs.last, random.happens(0.5) else {
      return
    }
    let span = Double(last.microseconds - first.microseconds) + 400_000
    let times = (0..<random.whole(in: 1...3)).map { _ in
      first.microseconds + Int64(span * random.uniform())
    }
    var conditions = trial.conditions
    for time in times.sorted() {
      let input: Input
      if random.happens(0.5), !commands.isEmpty {
        input = .command(.settle(at: random.one(of: commands)))
      } else {
        change(&conditions, &random)
        prepare(&conditions)
        input = .change(conditions)
      }
      let index = trial.inputs.firstIndex { $0.microseconds > time } ?? trial.inputs.count
      trial.inputs.insert(TimedInput(time, input), at: index)
    }
  }

  /// Parses settings in advance; invalid settings stay unparsed and are refused when they are
  /// applied.
  private func prepare(_ conditions: inout Conditions) {
    let type = scenario
    do throws(SettingError) { try conditions.prepare(for: type) } catch { return }
  }

  /// Returns the trial with every length and speed multiplied by `factor`.
  func scaled(_ trial: Trial, by factor: Double) -> Trial {
    var copy = trial.mapped(HandMap(position: { $0 * factor }, displacement: { $0 * factor }))
    copy.conditions = scaled(trial.conditions, by: factor)
    for index in copy.inputs.indices {
      guard case .change(let conditions) = copy.inputs[index].input else { continue }
      copy.inputs[index].input = .change(scaled(conditions, by: factor))
    }
    return copy
  }

  private func scaled(_ conditions: Conditions, by factor: Double) -> Conditions {
    let type = scenario
    return conditions.scaled(by: factor, for: type) { key, text in scaledText(key, text, factor) }
  }

  /// Returns the laws that apply under `conditions`.
  public func laws(under conditions: Conditions) -> [Law] {
    laws.filter { !isExempt(from: $0.name, under: conditions) }
  }

  /// The laws of the scenario.
  public var laws: [Law] {
    allLaws.filter { $0.scenarios.isEmpty || $0.scenarios.contains(scenario.name) }
  }

  /// Returns whether a law does not apply under `conditions`.
  func isExempt(from law: LawName, under conditions: Conditions) -> Bool {
    (exceptions + bandExceptions).contains { $0.law == law && $0.conditions(conditions) }
  }

  /// Plays the sequence of a seed and checks all laws that apply.
  ///
  /// - Parameters:
  ///   - seed: The seed.
  ///   - sampling: How often a copy of the surface is kept, to be caught, cancelled and released.
  ///   - name: The only law to check; nil for all.
  ///   - distortion: Replaces the surface with a distorted one.
  /// - Returns: The number of checks of each law, and the violations.
  public func report(
    seed: UInt64, _ sampling: Sampling = .sparse, only name: LawName? = nil,
    distortion: (@Sendable (any Scenario) -> any Scenario)? = nil
  ) -> LawReport {
    var report = LawReport()
    report.noteSequence()
    var drawn: Trial?
    do {
      var trial = try trial(seed: seed)
      trial.distortion = distortion
      drawn = trial
      let evidence = try evidence(of: trial, sampling)
      for law in laws(under: trial.conditions)
      where (name ?? law.name) == law.name && (seed % law.fraction == 0 || sampling == .always) {
        try report.look(at: evidence, law)
      }
    } catch {
      report.noteFailure(error, of: drawn, seed: seed, self)
    }
    return report
  }

  /// Plays a trial and returns the evidence that the laws check.
  ///
  /// - Throws: ``SettingError`` if the settings are invalid for the scenario.
  public func evidence(of trial: Trial, _ sampling: Sampling) throws(SettingError) -> Evidence {
    Evidence(
      scenario: self,
      performance: try trial.performed(sampling) { role(of: $0) == .moving })
  }
}

extension LawfulScenario {
  /// Plays a trial of this scenario and checks the named laws, if they apply.
  ///
  /// - Throws: ``SettingError`` if the settings are invalid for the scenario.
  public func report(of trial: Trial, only names: Set<LawName>) throws(SettingError) -> LawReport {
    var report = LawReport()
    report.noteSequence()
    let evidence = try evidence(of: trial, .never)
    for law in laws(under: evidence.conditions) where names.contains(law.name) {
      try report.look(at: evidence, law)
    }
    return report
  }
}

extension Trial {
  /// Returns a random gesture, without commands, on the named scenario with random settings.
  ///
  /// - Throws: ``SettingError`` when there is no such scenario.
  public static func random(_ name: String, seed: UInt64) throws(SettingError) -> Trial {
    let type = try InteractionScenarios.scenario(named: name)
    guard let lawful = lawfulScenarios.first(where: { $0.scenario.name == name }) else {
      let hand = RandomHand(seed: seed, on: Screen().size)
      return Trial(scenario: type, events: hand.events, seed: seed)
    }
    var trial = try lawful.trial(seed: seed)
    trial.events = trial.events
    return trial
  }
}

extension LawReport {
  mutating func look(at evidence: Evidence, _ law: Law) throws(SettingError) {
    var verdict = Verdict()
    try law.check(evidence, &verdict)
    note(verdict, of: law.name, evidence.trial)
  }

  mutating func noteFailure(
    _ error: SettingError, of trial: Trial?, seed: UInt64, _ scenario: LawfulScenario
  ) {
    var verdict = Verdict()
    verdict.expect(false, "the sequence cannot be played: \(error)")
    note(verdict, of: .ends, scenario.scenario.name, seed, trial?.given ?? "")
  }
}
