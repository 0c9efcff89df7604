import FrameLogs
import InteractionScenarios
public import Quantities

/// The names of the laws.
public enum LawName: String, Hashable, Sendable, CaseIterable {
  // Checked on the moments of one sequence.
  case finite, continuous, follows, noTeleport, undisturbed, keepsReleaseVelocity,
    keepsReleaseVelocityLagging, stale,
    phases, machine, oneDecision, oneEnd, dismissals
  case tapDoesNothing, ends, bounded, monotone
  // Checked on copies of the surface that are continued with another input.
  case caught, caughtByPan, letGo, cancelled, decidesInOrder, ignoresNoise, respectsFlicks
  // Checked by playing a changed sequence.
  case rates, repeats, touchPoint, touchpad, timeOfDay, mirrored, scaled
  case badNumbers, badTimes, outOfOrder
  // Apply to some scenarios only.
  case contentAddsUp, contentPinned, contentFollows, contentContinuous, contentEnds, dims
  case thrownAlong, driven, tilts, stashes, slope, lightFades, scrim, reaches
}

/// A property that must hold for every sequence, with its check.
public struct Law: Sendable {
  /// The name.
  public var name: LawName
  /// The invariants that the law checks, such as `I3`, from the contract of all scenarios; empty if
  /// the law belongs to individual scenarios.
  public var invariants: [String]
  /// The property that must hold, in one sentence.
  public var meaning: String
  /// The names of the scenarios to which the law applies; empty for all.
  public var scenarios: [String] = []
  /// One in this many seeds checks the law, because the check replays the sequence.
  public var fraction: UInt64 = 1
  /// Checks the law and records the result in the verdict.
  let check: @Sendable (Evidence, inout Verdict) throws(SettingError) -> Void
}

/// The input of the laws: a played sequence and its scenario.
public struct Evidence: Sendable {
  /// The scenario.
  public var scenario: LawfulScenario
  /// The moments and events of the sequence.
  public let performance: Performance
  /// Limits and ratios for each of the sequence's conditions, in their order.
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

  /// Returns the limits of dragging under the conditions with an index; nil if they are unknown.
  func limits(_ index: Int) -> LawfulScenario.Limits? { known[index].limits }

  /// Returns the greatest movement per point of finger movement, under the conditions with an
  /// index; unitless.
  func greatestRatio(_ index: Int) -> Double { known[index].ratio }

  /// Returns whether the surface moves exactly as far as the finger under the conditions with an
  /// index.
  func followsExactly(_ index: Int) -> Bool { known[index].followsExactly }

  /// The trial that was played.
  var trial: Trial { performance.trial }
  /// The settings and the screen at the start of the sequence.
  var conditions: Conditions { performance.conditions[0] }

  /// Returns the role of a phase.
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
  /// The time of the violation in the sequence; nil if it is unknown.
  public var time: Seconds?
  /// The observed behaviour.
  public var found: String
  /// The settings of the sequence.
  public var settings: String
}

extension Violation: CustomStringConvertible {
  /// The scenario, seed and time, the observed behaviour, and a command that reproduces the
  /// violation.
  public var description: String {
    let position = time.map { " at \($0.value) s" } ?? ""
    return """
      \(scenario), seed \(seed)\(position): \(law.rawValue): \(found)
        with \(settings)
        reproduce: scripts/tests/soak --first \(seed) 1 \(scenario)
      """
  }
}

/// The result of a law for one sequence.
public struct Verdict: Sendable {
  /// The number of checks.
  public private(set) var checks = 0
  /// The first violation; nil if the law held.
  public private(set) var first: (time: Seconds?, found: String)?

  /// Counts a check and records `found` if it is the first violation.
  mutating func expect(
    _ holds: Bool, at time: Seconds? = nil, _ found: @autoclosure () -> String
  ) {
    checks += 1
    if !holds, first == nil { first = (time, found()) }
  }

  /// Counts a check that the times of the events never decrease.
  mutating func expectOrder(of events: [RunEvent]) {
    let times = events.map(\.time)
    expect(
      zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "events are recorded out of order")
  }
}

/// The number of checks of each law over many sequences, and the violations.
public struct LawReport: Sendable {
  /// The number of sequences.
  public private(set) var sequences = 0
  /// The number of checks of each law.
  public private(set) var checks: [LawName: Int] = [:]
  /// The violations, ordered by seed.
  public private(set) var violations: [Violation] = []

  /// Creates an empty report.
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
