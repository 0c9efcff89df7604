public import FrameLogs
public import InteractionScenarios
public import MotionPhysics
public import Quantities
public import TouchInput

/// What kind of thing a surface is doing, whatever its scenario calls it.
public enum Role: String, Hashable, Sendable {
  /// Nothing moves and nothing touches it.
  case resting
  /// A hand holds it and has not begun to pan.
  case pressed
  /// A pan moves it.
  case dragging
  /// It moves, or waits, by itself.
  case moving
  /// It is gone for good.
  case gone
}

/// A scenario, the settings that its sequences are played with, and what the laws must know of it.
public struct LawfulScenario: Sendable {
  /// The scenario.
  public var scenario: any Scenario.Type
  /// Random settings.
  public var settings: @Sendable (inout SeededGenerator) -> [(key: String, value: String)]
  /// The names that a program may send it to.
  public var commands: [String] = []
  /// Changes a setting, or the screen, as a program may while the surface is in use.
  public var change: @Sendable (inout Conditions, inout SeededGenerator) -> Void = { _, _ in }
  /// The phases of its own, and those that mean something else than elsewhere.
  public var roles: [Phase: Role] = [:]
  /// The changes of its own from one to another under a hand that moves.
  public var ownSteps: [(from: Role, to: Role)] = []
  /// Where it may be dragged, and what lies beyond; nil where that cannot be said.
  public var limits: @Sendable (Conditions) -> Limits? = { _ in nil }
  /// Where it may come to rest, where that is farther than it may be dragged.
  public var rests: @Sendable (Conditions) -> Limits? = { _ in nil }
  /// The spring on which it settles; nil where it settles otherwise.
  public var spring: @Sendable (Departure) -> Spring? = { _ in nil }
  /// Whether it is where the finger puts it, rather than lagging behind.
  public var followsFinger: @Sendable (Conditions) -> Bool = {
    $0.number("tracking.response") ?? 0 == 0
  }
  /// What of a frame the hand moves, without what only follows from that.
  public var moved: @Sendable (Frame) -> Frame = { $0 }
  /// Where a hand that drags it has put it; nil where something else has.
  public var draggedPosition: @Sendable (Frame, Conditions) -> Position? = { frame, _ in
    frame.position
  }
  /// The way of the hand that counts.
  public var displacement: @Sendable (Pan, Conditions) -> Position = { pan, _ in pan.translation }
  /// Whether it goes as far as the finger wherever no limit is in the way.
  public var followsExactly: @Sendable (Conditions) -> Bool = { _ in false }
  /// How far it goes at most for each point that the finger goes; unitless.
  public var greatestRatio: @Sendable (Conditions) -> Double = { _ in 1 }
  /// The speed below which a release has no velocity, in points per second.
  public var deadBand: @Sendable (Conditions) -> Double = { $0.number("release.deadBand") ?? 0 }
  /// How fast it must set off when the hand lets go; nil where that cannot be said.
  public var handedVelocity: @Sendable (Release) -> Velocity? = { _ in nil }
  /// How fast it sets off when it is let go without a throw; zero but on friction.
  public var restVelocity: @Sendable (Departure) -> Velocity = { _ in .zero }
  /// Whether one that is sent elsewhere goes on as fast; not where a curve has its own velocity.
  public var keepsVelocity: @Sendable (Conditions) -> Bool = { _ in true }
  /// Whether it goes on by itself from where it was sent.
  public var leavesByItself = false
  /// The phases in which it is at rest and waits to be tapped.
  public var waiting: Set<Phase> = []
  /// Whether it is dismissed to a place that is between those where it rests, or beside them.
  public var isDismissedAside = false
  /// The axes along which it decides.
  public var axes: [Axis] = [.y]
  /// The speed of a flick, in points per second; nil where none is known.
  public var flick: @Sendable (Conditions) -> Double? = { conditions in
    conditions.number("release.flick").flatMap { $0 > 0 ? $0 : nil }
  }
  /// The new text of a setting that has lengths in it and is no number, times a factor.
  public var scaledText: @Sendable (_ key: String, _ text: String, _ factor: Double) -> String? =
    { _, _, _ in nil }
  /// Its mirrors.
  public var mirrors: [Mirror] = []
  /// The laws that do not apply, and why.
  public var exceptions: [Exception] = []

  /// Creates a description that knows only the settings.
  public init(
    _ scenario: any Scenario.Type,
    settings: @escaping @Sendable (inout SeededGenerator) -> [(key: String, value: String)]
  ) {
    self.scenario = scenario
    self.settings = settings
  }

  /// What kind of thing the surface is doing in `phase`.
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
  /// A random sequence.
  ///
  /// - Throws: ``SettingError`` when the random settings are none that the scenario can have.
  public func trial(seed: UInt64) throws(SettingError) -> Trial {
    var random = SeededGenerator(seed: seed ^ 0x5eed)
    // What is drawn for all rules is left to those for which it means something.
    let conditions = Conditions(settings(&random), origin: .standard)
    let hand = RandomHand(seed: seed, on: conditions.stage.screen)
    let events = scenario.heedsForce ? hand.events.pressing(&random) : hand.events
    let inputs = events.map { TimedInput($0.microseconds, .hand($0.event)) }
    var trial = try Trial(scenario, conditions, inputs: inputs, seed: seed)
    interfere(&trial, &random)
    trial.moved = moved
    return trial
  }

  /// A program may ask for something too, or change something.
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

  /// Reads settings once; those that the scenario cannot have are refused when they are to be taken on.
  private func prepare(_ conditions: inout Conditions) {
    let type = scenario
    do throws(SettingError) { try conditions.prepare(for: type) } catch { return }
  }

  /// The same trial with every length and speed times `factor`.
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

  /// The laws that apply under `conditions`.
  public func laws(under conditions: Conditions) -> [Law] {
    laws.filter { !isExempt(from: $0.name, under: conditions) }
  }

  /// The laws of the scenario.
  public var laws: [Law] {
    allLaws.filter { $0.scenarios.isEmpty || $0.scenarios.contains(scenario.name) }
  }

  /// Whether a law does not apply under `conditions`.
  func isExempt(from law: LawName, under conditions: Conditions) -> Bool {
    (exceptions + bandExceptions).contains { $0.law == law && $0.conditions(conditions) }
  }

  /// Plays the sequence of a seed and looks at all laws that apply.
  ///
  /// - Parameters:
  ///   - seed: The seed.
  ///   - sampling: How often the surface is set aside to be caught, cancelled and released.
  ///   - name: The only law to look at; nil for all.
  ///   - distortion: Puts something else in the place of the surface.
  /// - Returns: How often each law was looked at, and which did not hold.
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

  /// The sequence as it goes.
  ///
  /// - Throws: ``SettingError`` when the settings are none that the scenario can have.
  public func evidence(of trial: Trial, _ sampling: Sampling) throws(SettingError) -> Evidence {
    Evidence(
      scenario: self,
      performance: try trial.performed(sampling) { role(of: $0) == .moving })
  }
}

extension LawfulScenario {
  /// Plays a trial of this scenario and looks at some laws, as far as they apply.
  ///
  /// - Throws: ``SettingError`` when the settings are none that the scenario can have.
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
  /// A random hand, and no program, on the scenario called `name` with random settings of its laws.
  ///
  /// - Throws: ``SettingError`` when there is no such scenario.
  public static func random(_ name: String, seed: UInt64) throws(SettingError) -> Trial {
    let type = try InteractionScenarios.scenario(named: name)
    guard let lawful = lawfulScenarios.first(where: { $0.scenario.name == name }) else {
      let hand = RandomHand(seed: seed, on: Stage().screen)
      return Trial(scenario: type, events: hand.events, seed: seed)
    }
    var trial = try lawful.trial(seed: seed)
    trial.events = trial.events
    return trial
  }
}

extension LawReport {
  fileprivate mutating func look(at evidence: Evidence, _ law: Law) throws(SettingError) {
    var verdict = Verdict()
    try law.check(evidence, &verdict)
    note(verdict, of: law.name, evidence.trial)
  }

  mutating func noteFailure(
    _ error: SettingError, of trial: Trial?, seed: UInt64, _ scenario: LawfulScenario
  ) {
    var verdict = Verdict()
    verdict.expect(false, "it cannot be played: \(error)")
    note(verdict, of: .ends, scenario.scenario.name, seed, trial?.given ?? "")
  }
}
