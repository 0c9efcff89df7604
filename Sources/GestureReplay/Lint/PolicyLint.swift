public import Quantities
public import ReleaseRules
public import VelocityEstimation

/// What is wrong with a release rule, found by asking it about every position, many velocities and
/// every start on a sheet of three detents.
public struct PolicyLint: Sendable {
  /// A release that a rule was asked about, and what it said.
  public struct Example: Hashable, Sendable {
    /// The candidate that the surface came from.
    public var start: String
    /// Where the hand let go.
    public var position: Points
    /// How fast; positive is down.
    public var velocity: PointsPerSecond
    /// The target.
    public var target: String
  }

  /// What a check looks for.
  public enum Check: String, Hashable, Sendable, CaseIterable {
    /// The answers at −1, 0 and +1 pt/s are not all the same.
    case zeroSingularity
    /// The answers at −20 and +20 pt/s, which is the drift of a resting finger, differ.
    case noiseFlips
    /// The detent that a flick of 1000 pt/s or more goes to lies behind it; outward from an end does
    /// not count.
    case againstFlick
    /// The same by more than 100 pt.
    case farAgainstFlick
    /// A flick of 1000 pt/s or more that goes away from where the sheet is gone dismisses it.
    case dismissedAgainstFlick
    /// The answer depends on where the surface came from.
    case startDependence
    /// More downward speed gives a higher target.
    case nonMonotoneVelocity
    /// A lower position gives a higher target.
    case nonMonotonePosition
    /// A hand that flicked, held still and let go is answered as if it had not held still, with what
    /// ``PolicyLint/estimator`` makes of its samples.
    case heldFlick
    /// The same when the velocity from before the hold is handed to the rule: what a stale estimate
    /// does to it.
    case staleVelocity
  }

  /// How often a check found something.
  public struct Finding: Hashable, Sendable {
    /// What was looked for.
    public var check: Check
    /// How many releases showed it.
    public var count: Int
    /// How many were looked at.
    public var total: Int
    /// The first releases that show it, in the order of the search; the two or more that differ
    /// follow each other.
    public var examples: [Example]

    /// The fraction of the releases that showed it, 0 to 1; unitless.
    public var fraction: Double { total > 0 ? Double(count) / Double(total) : 0 }
  }

  /// What it takes to leave a candidate towards its neighbour.
  public struct Dismissal: Hashable, Sendable {
    /// The candidate that is left.
    public var from: String
    /// The neighbour, in whose direction the hand goes.
    public var towards: String
    /// The slowest flick, in steps of 10 pt/s, that leaves it 20 pt away from it; nil when none up
    /// to 6000 pt/s does.
    public var flick: PointsPerSecond?
    /// The smallest fraction of the gap from which a release without a velocity leaves it; nil when
    /// none does.
    public var slowFraction: Double?
    /// The target of a flick of 3000 pt/s 60 pt away from it.
    public var hardFlick: String
  }

  /// All that the linter has to say about a rule.
  public struct Report: Hashable, Sendable {
    /// The checks, in the order of ``Check``.
    public var findings: [Finding]
    /// What it takes to leave each candidate, from the highest down.
    public var leavings: [Dismissal]

    /// The finding of `check`.
    public subscript(check: Check) -> Finding? { findings.first { $0.check == check } }
  }

  /// The sheet's candidates by name, from the highest down.
  public var positions: [(name: String, y: Points)] = [
    ("full", Points(20)), ("half", Points(417)), ("tip", Points(607)),
  ]
  /// Where the sheet is gone; nil when it cannot be dismissed.
  public var hidden: Points?
  /// The size of the screen.
  public var screen = Planar(x: Points(375), y: Points(667))
  /// What makes a velocity of the samples of a hand that holds still.
  public var estimator = allEstimators[0].estimator()
  /// How many examples a finding keeps at most.
  public var exampleLimit = 6

  static let speeds: [Double] = [1, 20, 50, 100, 200, 300, 500, 1_000, 3_000]
  static let velocities = speeds.reversed().map { -$0 } + [0] + speeds

  /// Creates a linter of the sheet on which the field's rules are compared.
  ///
  /// Source of the positions: FloatingPanel's tests, three positions on a screen of 667 pt.
  public init() {}
}

extension PolicyLint {
  /// What `policy` does with every release.
  ///
  /// - Complexity: 3 starts × 588 positions × 19 velocities on the standard sheet.
  public func report(on policy: ReleasePolicy) -> Report {
    var search = LintSearch(lint: self, policy: policy)
    search.run()
    return Report(findings: search.findings, leavings: leavings(policy))
  }

  /// A release on the sheet, to be filled in.
  var context: ReleaseContext {
    func position(_ y: Points) -> Position { Position(x: .zero, y: y) }
    return ReleaseContext(
      candidates: positions.reversed().map {
        RestCandidate(name: $0.name, position: position($0.y))
      },
      position: .zero, unlimited: .zero, start: "",
      estimate: VelocityEstimate(velocity: .zero, reason: .ok), touch: .zero, screen: screen,
      hidden: hidden.map(position))
  }

  /// Asks `policy` about one release.
  static func ask(
    _ policy: ReleasePolicy, _ context: inout ReleaseContext, from start: String, at y: Double,
    velocity: Double
  ) -> Answer {
    context.start = start
    context.position.y = Points(y)
    context.unlimited = context.position
    context.touch = context.position
    context.estimate.velocity.y = PointsPerSecond(velocity)
    let decision = policy.decide(context)
    return Answer(
      release: Example(
        start: start, position: Points(y), velocity: PointsPerSecond(velocity),
        target: decision.target),
      y: decision.targetPosition.y.value)
  }

  /// An answer, and where its target is.
  struct Answer {
    var release: Example
    var y: Double
  }

  private func leavings(_ policy: ReleasePolicy) -> [Dismissal] {
    var leavings: [Dismissal] = []
    var context = context
    func target(_ name: String, at y: Double, velocity: Double) -> String {
      Self.ask(policy, &context, from: name, at: y, velocity: velocity).release.target
    }
    for gap in gaps {
      let sign = gap.length < .zero ? -1.0 : 1
      let away = gap.origin.value + 20 * sign
      let flick = stride(from: 10.0, through: 6_000, by: 10).first { speed in
        target(gap.from, at: away, velocity: speed * sign) != gap.from
      }
      let slow = (0...1_000).first { step in
        let away = gap.origin + gap.length * (Double(step) / 1_000)
        return target(gap.from, at: away.value, velocity: 0) != gap.from
      }
      leavings.append(
        Dismissal(
          from: gap.from, towards: gap.towards, flick: flick.map { PointsPerSecond($0) },
          slowFraction: slow.map { Double($0) / 1_000 },
          hardFlick: target(
            gap.from, at: gap.origin.value + 60 * sign, velocity: 3_000 * sign)))
    }
    return leavings
  }

  /// A way from a position to its neighbour, or out of the lowest position of a sheet that has only one.
  struct Gap {
    var from: String
    var towards: String
    var origin: Points
    /// Its length; positive is down.
    var length: Points
  }

  /// The ways that have a length, from the highest position down.
  var gaps: [Gap] {
    var stops = positions.map { (name: $0.name, y: $0.y) }
    if stops.count == 1, let hidden { stops.append((Decision.gone, hidden)) }
    return positions.indices.flatMap { index in
      [index + 1, index - 1].filter(stops.indices.contains).map { neighbour in
        Gap(
          from: stops[index].name, towards: stops[neighbour].name, origin: stops[index].y,
          length: stops[neighbour].y - stops[index].y)
      }
    }.filter { $0.length != .zero }
  }
}

/// How much of each defect a release rule may have.
public struct LintLimits: Sendable {
  /// The greatest share by check, 0 to 1; a check that is not here has no limit.
  public var fractions: [PolicyLint.Check: Double]

  /// No defect at all; an answer may depend on the start, which a hysteresis wants, and no rule that
  /// heeds a flick can tell a stale velocity from one.
  public init() {
    fractions = [
      .zeroSingularity: 0, .noiseFlips: 0, .againstFlick: 0, .farAgainstFlick: 0,
      .dismissedAgainstFlick: 0, .nonMonotoneVelocity: 0, .nonMonotonePosition: 0, .heldFlick: 0,
    ]
  }

  /// The findings of `report` that are over their limit, in the order of the report.
  public func exceeded(by report: PolicyLint.Report) -> [PolicyLint.Finding] {
    report.findings.filter { finding in
      fractions[finding.check].map { finding.fraction > $0 } ?? false
    }
  }
}

extension PolicyLint.Finding {
  /// The examples, each the releases that together show the finding.
  ///
  /// `starts` is the number of positions that the sheet may have come from.
  public func exampleGroups(starts: Int) -> [[PolicyLint.Example]] {
    let size =
      switch check {
      case .zeroSingularity: 3
      case .noiseFlips, .nonMonotoneVelocity, .nonMonotonePosition, .heldFlick, .staleVelocity: 2
      case .againstFlick, .farAgainstFlick, .dismissedAgainstFlick: 1
      case .startDependence: max(starts, 1)
      }
    return stride(from: 0, to: examples.count - examples.count % size, by: size).map {
      Array(examples[$0..<$0 + size])
    }
  }
}

/// What a release rule answers on a grid of positions and velocities, for each start.
public struct PolicyGrid: Hashable, Sendable {
  /// The positions, from the highest down.
  public var positions: [Points]
  /// The velocities, from the fastest upwards to the fastest downwards.
  public var velocities: [PointsPerSecond]
  /// The starts, from the highest down.
  public var starts: [String]
  /// The targets that there may be: the positions from the highest down, and then `gone` where the
  /// surface can be dismissed.
  public var names: [String]
  /// The answers as indices into ``names``: by start, then by position, then by velocity.
  public var targets: [[[Int]]]

  /// Asks `policy` about every release of the grid.
  ///
  /// - Complexity: starts × positions × velocities.
  public init(
    of policy: ReleasePolicy, on lint: PolicyLint, positions: [Points],
    velocities: [PointsPerSecond]
  ) {
    self.positions = positions
    self.velocities = velocities
    starts = lint.positions.map { $0.name }
    names = starts + (lint.hidden == nil ? [] : [Decision.gone])
    let gone = names.count - 1
    var indices: [String: Int] = [:]
    for (index, name) in names.enumerated() { indices[name] = index }
    var context = lint.context
    targets = starts.map { start in
      positions.map { position in
        velocities.map { velocity in
          let answer = PolicyLint.ask(
            policy, &context, from: start, at: position.value, velocity: velocity.value)
          return indices[answer.release.target] ?? gone
        }
      }
    }
  }
}

extension PolicyLint {
  /// The positions between the highest and the lowest detent, or down to where the sheet is gone, in
  /// `count` even steps; the ends are among them.
  public func positions(_ count: Int) -> [Points] {
    precondition(count > 1, "\(count) positions have no two ends")
    guard let top = positions.first?.y, let last = positions.last?.y else { return [] }
    let bottom = max(last, hidden ?? last)
    let step = (bottom - top) / Double(count - 1)
    return (0..<count).map { top + step * Double($0) }
  }

  /// Velocities from `-fastest` to `fastest` in `steps` even steps each way, zero among them.
  public static func velocities(upTo fastest: PointsPerSecond, steps: Int) -> [PointsPerSecond] {
    precondition(steps > 0, "\(steps) steps lead nowhere")
    return (-steps...steps).map { fastest * (Double($0) / Double(steps)) }
  }
}
