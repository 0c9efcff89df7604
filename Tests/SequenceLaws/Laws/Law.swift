import FrameLogs
import InteractionScenarios
public import Quantities

/// The names of the laws.
public enum LawName: String, Hashable, Sendable, CaseIterable {
  // What one look at the sequence tells.
  case finite, continuous, follows, noTeleport, undisturbed, handsOver, handsOverLagging, stale,
    phases, machine, oneDecision, oneEnd, dismissals
  case tapDoesNothing, ends, bounded, monotone
  // What a surface set aside tells.
  case caught, caughtByPan, letGo, cancelled, decidesInOrder, heedsNoNoise, heedsFlicks
  // What the sequence tells that is played again in another way.
  case rates, repeats, touchPoint, touchpad, timeOfDay, mirrored, scaled
  case badNumbers, badTimes, outOfOrder
  // What only some scenarios keep to.
  case contentAddsUp, contentPinned, contentFollows, contentContinuous, contentEnds, dims
  case thrownAlong, driven, tilts, stashes, slope, lightFades, scrim, reaches
}

/// Something that must hold for every sequence.
public struct Law: Sendable {
  /// The name.
  public var name: LawName
  /// The invariants of the contract that it stands for, such as `I3`; none where a scenario has it of
  /// its own.
  public var invariants: [String]
  /// What holds, in one sentence.
  public var meaning: String
  /// The names of the scenarios that keep to it; empty for all.
  public var scenarios: [String] = []
  /// Of how many seeds it looks at one, because it plays the sequence again.
  public var fraction: UInt64 = 1
  /// Looks whether it holds.
  let check: @Sendable (Evidence, inout Verdict) throws(SettingError) -> Void
}

/// What the laws look at: a sequence as it went, and the scenario that it is of.
public struct Evidence: Sendable {
  /// The scenario.
  public var scenario: LawfulScenario
  /// How the sequence went.
  public let performance: Performance
  /// What the scenario says of the settings and screens that the surface had, in their order.
  private let known: [Known]

  private struct Known {
    var limits: LawfulScenario.Limits?
    var ratio: Double
    var followsExactly: Bool
  }

  init(scenario: LawfulScenario, performance: Performance) {
    self.scenario = scenario
    self.performance = performance
    known = performance.conditions.map { conditions in
      Known(
        limits: scenario.limits(conditions), ratio: scenario.greatestRatio(conditions),
        followsExactly: scenario.followsExactly(conditions))
    }
  }

  /// Where the surface may be dragged under the conditions of an index; nil where nobody can say.
  func limits(_ index: Int) -> LawfulScenario.Limits? { known[index].limits }

  /// How far it goes at most for each point of the finger under the conditions of an index; unitless.
  func greatestRatio(_ index: Int) -> Double { known[index].ratio }

  /// Whether it goes as far as the finger under the conditions of an index.
  func followsExactly(_ index: Int) -> Bool { known[index].followsExactly }

  /// What was done.
  var trial: Trial { performance.trial }
  /// The settings and the screen that the sequence began with.
  var conditions: Conditions { performance.conditions[0] }

  /// What kind of thing the surface is doing in `phase`.
  func role(_ phase: Phase) -> Role { scenario.role(of: phase) }
}

/// A law that did not hold.
public struct Violation: Hashable, Sendable {
  /// The law.
  public var law: LawName
  /// The scenario.
  public var scenario: String
  /// The seed of the sequence.
  public var seed: UInt64
  /// When in the sequence; nil when that cannot be said.
  public var time: Seconds?
  /// What was found.
  public var found: String
  /// The settings that the sequence was played with.
  public var settings: String
}

extension Violation: CustomStringConvertible {
  /// Where, what, and how to see it again.
  public var description: String {
    let position = time.map { " at \($0.value) s" } ?? ""
    return """
      \(scenario), seed \(seed)\(position): \(law.rawValue): \(found)
        with \(settings)
        again: scripts/tests/soak --first \(seed) 1 \(scenario)
      """
  }
}

/// What a law says of a sequence.
public struct Verdict: Sendable {
  /// How many times the law was looked at.
  public private(set) var checks = 0
  /// The first time that it did not hold; nil when it held.
  public private(set) var first: (time: Seconds?, found: String)?

  /// Notes whether the law holds at `time`, and what was found where it does not.
  mutating func expect(
    _ holds: Bool, at time: Seconds? = nil, _ found: @autoclosure () -> String
  ) {
    checks += 1
    if !holds, first == nil { first = (time, found()) }
  }
}

/// How often each law was looked at over many sequences, and where it did not hold.
public struct LawReport: Sendable {
  /// The number of sequences.
  public private(set) var sequences = 0
  /// How often each law was looked at.
  public private(set) var checks: [LawName: Int] = [:]
  /// Where laws did not hold, by seed.
  public private(set) var violations: [Violation] = []

  /// Creates a report of nothing.
  public init() {}

  /// Adds the report of later seeds.
  public mutating func append(_ other: LawReport) {
    sequences += other.sequences
    checks.merge(other.checks, uniquingKeysWith: +)
    violations += other.violations
  }

  mutating func note(_ verdict: Verdict, of law: LawName, _ trial: Trial) {
    note(verdict, of: law, trial.scenario.name, trial.seed, trial.given)
  }

  mutating func note(
    _ verdict: Verdict, of law: LawName, _ scenario: String, _ seed: UInt64, _ settings: String
  ) {
    checks[law, default: 0] += verdict.checks
    guard let first = verdict.first else { return }
    violations.append(
      Violation(
        law: law, scenario: scenario, seed: seed, time: first.time, found: first.found,
        settings: settings))
  }

  mutating func noteSequence() { sequences += 1 }
}
