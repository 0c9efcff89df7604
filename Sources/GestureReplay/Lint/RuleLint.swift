public import Quantities
public import ReleaseRules
public import VelocityEstimation

/// A linter for release rules.
///
/// The linter evaluates a rule for releases at every position of a sheet, with many velocities, after gestures that
/// start at each detent. It reports the releases with a defect. The default sheet has three detents.
public struct RuleLint: Sendable {
  /// A release, and the target that the rule picked.
  public struct Example: Hashable, Sendable {
    /// The name of the candidate at which the gesture started.
    public var start: String
    /// The vertical position of the release; positive is down.
    public var position: Points
    /// The velocity of the release; positive is down.
    public var velocity: PointsPerSecond
    /// The name of the target; `gone` if the surface is dismissed.
    public var target: String
  }

  /// A kind of defect.
  ///
  /// If a check compares several releases, they differ in one quantity only, such as the velocity.
  public enum Check: String, Hashable, Sendable, CaseIterable {
    /// The targets at −1, 0 and +1 pt/s differ.
    case zeroSingularity
    /// The targets at −20 and +20 pt/s differ; such speeds are the drift of a resting finger.
    case noiseFlips
    /// The target of a flick of 1000 pt/s or more lies in the direction opposite to the flick.
    ///
    /// Flicks from the highest position upwards and from the lowest position downwards do not count.
    case againstFlick
    /// The target lies in the direction opposite to the flick, as in `againstFlick`, and more than 100 pt away.
    case farAgainstFlick
    /// A flick of 1000 pt/s or more dismisses the sheet although it points away from the dismissal.
    case dismissedAgainstFlick
    /// The target depends on the candidate at which the gesture started.
    case startDependence
    /// A faster release downwards leads to a target that is higher on the screen.
    case nonMonotoneVelocity
    /// A release lower on the screen leads to a target that is higher on the screen.
    case nonMonotonePosition
    /// The finger flicks, holds still and lifts, and the target still depends on the flick.
    ///
    /// The rule receives the velocity that ``RuleLint/estimator`` computes from the samples.
    case heldFlick
    /// The gesture is that of `heldFlick`, but the rule receives a stale velocity: the finger's velocity before it
    /// stopped.
    case staleVelocity
    /// The same stroke on devices with 60 and 140 reports a second has different targets.
    ///
    /// The rule receives the velocity that ``RuleLint/ownEstimator`` computes from the samples.
    case reportRate
  }

  /// The result of a check: how many releases have the defect, with examples.
  public struct Finding: Hashable, Sendable {
    /// The kind of defect.
    public var check: Check
    /// The number of releases with the defect; a check that compares several releases counts them as one.
    public var count: Int
    /// The number of checked releases; a check that compares several releases counts them as one.
    public var total: Int
    /// The first releases with the defect, in the order of the search; releases that together show a
    /// defect are adjacent.
    public var examples: [Example]

    /// The fraction of the releases with the defect, 0 to 1; unitless.
    public var fraction: Double { total > 0 ? Double(count) / Double(total) : 0 }
  }

  /// The smallest gestures that move a sheet away from a candidate, in the direction of a neighbouring candidate.
  public struct Dismissal: Hashable, Sendable {
    /// The name of the candidate that is left.
    public var from: String
    /// The neighbouring candidate in the direction of the gesture, or the dismissal.
    public var towards: String
    /// The lowest speed at which a release 20 pt away from the candidate goes to another target.
    ///
    /// Speeds are tried in steps of 10 pt/s. Nil if the sheet returns to the candidate at all speeds up to 6000 pt/s.
    public var flick: PointsPerSecond?
    /// The smallest fraction of the distance to the neighbour at which a release without velocity goes to another
    /// target.
    ///
    /// Nil if the sheet returns to the candidate after every release without velocity.
    public var slowFraction: Double?
    /// The target of a flick of 3000 pt/s that is released 60 pt away from the candidate.
    public var hardFlick: String
  }

  /// All results of the linter for one rule.
  public struct Report: Hashable, Sendable {
    /// The results of all checks, in the order of ``Check``.
    public var findings: [Finding]
    /// The thresholds for leaving each candidate, from the highest candidate to the lowest.
    public var leaveThresholds: [Dismissal]

    /// The finding of `check`; nil if the report has no such finding.
    public subscript(check: Check) -> Finding? { findings.first { $0.check == check } }
  }

  /// The candidates of the sheet with their names, the highest first.
  public var positions: [(name: String, y: Points)] = [
    ("full", Points(20)), ("half", Points(417)), ("tip", Points(607)),
  ]
  /// The position at which the sheet is dismissed; nil if it cannot be dismissed.
  public var hidden: Points?
  /// The size of the screen.
  public var screen = Planar(x: Points(375), y: Points(667))
  /// The estimator of the release velocity for ``Check/heldFlick``.
  public var estimator = allEstimators[0].estimator()
  /// The estimator of the request that sets the rule; ``Check/reportRate`` uses it.
  public var ownEstimator = allEstimators[0].estimator()
  /// The number of examples from which on a finding gets no more; compared releases are added together.
  public var exampleLimit = 6

  static let speeds: [Double] = [1, 20, 50, 100, 200, 300, 500, 1_000, 3_000]
  static let velocities = speeds.reversed().map { -$0 } + [0] + speeds

  /// Creates a linter with the sheet on which release rules are compared.
  ///
  /// Source: FloatingPanel's tests, which use these three positions on a screen 667 pt high.
  public init() {}
}

extension RuleLint {
  /// Checks `policy` on every release.
  ///
  /// - Complexity: O(starts × positions × velocities); 3 × 588 × 19 decisions on the default sheet.
  public func report(on policy: ReleasePolicy) -> Report {
    var search = LintSearch(lint: self, policy: policy)
    search.run()
    return Report(findings: search.findings, leaveThresholds: leaveThresholds(policy))
  }

  /// A release context on the sheet, whose start, position and velocity are placeholders.
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

  /// Returns the decision of `policy` for one release, which is written into `context`.
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

  /// A release with its target, and the position of the target.
  struct Answer {
    var release: Example
    var y: Double
  }

  private func leaveThresholds(_ policy: ReleasePolicy) -> [Dismissal] {
    var leaveThresholds: [Dismissal] = []
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
      leaveThresholds.append(
        Dismissal(
          from: gap.from, towards: gap.towards, flick: flick.map { PointsPerSecond($0) },
          slowFraction: slow.map { Double($0) / 1_000 },
          hardFlick: target(
            gap.from, at: gap.origin.value + 60 * sign, velocity: 3_000 * sign)))
    }
    return leaveThresholds
  }

  /// The gap between a position and its neighbour, or the dismissal if the sheet has only one position.
  struct Gap {
    var from: String
    var towards: String
    var origin: Points
    /// The length; positive is down.
    var length: Points
  }

  /// The gaps in both directions from each position, the highest position first; gaps without length are omitted.
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

/// The greatest allowed fraction of releases with each defect.
public struct LintLimits: Sendable {
  /// The limit for each check, 0 to 1; checks without an entry have no limit.
  public var fractions: [RuleLint.Check: Double]

  /// Creates limits of 0 for every check except `startDependence`, `staleVelocity` and `reportRate`.
  ///
  /// These three checks have no limit. The targets of a rule with hysteresis depend on the start on purpose, a rule
  /// that uses the velocity cannot distinguish a stale velocity from a flick, and a device with fewer reports says less
  /// about a short stroke.
  public init() {
    fractions = [
      .zeroSingularity: 0, .noiseFlips: 0, .againstFlick: 0, .farAgainstFlick: 0,
      .dismissedAgainstFlick: 0, .nonMonotoneVelocity: 0, .nonMonotonePosition: 0, .heldFlick: 0,
    ]
  }

  /// Returns the findings of `report` that exceed their limit, in the order of the report.
  public func exceeded(by report: RuleLint.Report) -> [RuleLint.Finding] {
    report.findings.filter { finding in
      fractions[finding.check].map { finding.fraction > $0 } ?? false
    }
  }
}

extension RuleLint.Finding {
  /// The examples in groups; the releases of a group must be compared to see the defect.
  ///
  /// `starts` is the number of candidates at which a gesture may start.
  public func exampleGroups(starts: Int) -> [[RuleLint.Example]] {
    let size =
      switch check {
      case .zeroSingularity: 3
      case .noiseFlips, .nonMonotoneVelocity, .nonMonotonePosition, .heldFlick, .staleVelocity,
        .reportRate:
        2
      case .againstFlick, .farAgainstFlick, .dismissedAgainstFlick: 1
      case .startDependence: max(starts, 1)
      }
    return stride(from: 0, to: examples.count - examples.count % size, by: size).map {
      Array(examples[$0..<$0 + size])
    }
  }
}

/// The targets of a release rule on a grid of positions and velocities, for each start.
public struct RuleGrid: Hashable, Sendable {
  /// The positions, from the highest down.
  public var positions: [Points]
  /// The velocities, from the fastest upwards to the fastest downwards.
  public var velocities: [PointsPerSecond]
  /// The candidates at which gestures start, from the highest down.
  public var starts: [String]
  /// The possible targets: the positions from the highest down, followed by `gone` if the surface can be dismissed.
  public var names: [String]
  /// The targets as indices into ``names``: by start, then by position, then by velocity.
  public var targets: [[[Int]]]

  /// Computes the decisions of `policy` for every release of the grid.
  ///
  /// - Complexity: O(starts × positions × velocities).
  public init(
    of policy: ReleasePolicy, on lint: RuleLint, positions: [Points],
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
          let answer = RuleLint.ask(
            policy, &context, from: start, at: position.value, velocity: velocity.value)
          return indices[answer.release.target] ?? gone
        }
      }
    }
  }
}

extension RuleLint {
  /// Returns `count` evenly spaced positions from the highest detent to the lowest, or to the dismissal.
  ///
  /// Both ends are included.
  public func positions(_ count: Int) -> [Points] {
    precondition(count > 1, "\(count) positions; at least 2 are needed")
    guard let top = positions.first?.y, let last = positions.last?.y else { return [] }
    let bottom = max(last, hidden ?? last)
    let step = (bottom - top) / Double(count - 1)
    return (0..<count).map { top + step * Double($0) }
  }

  /// Returns velocities from `-fastest` to `fastest`, in `steps` even steps on each side of zero.
  public static func velocities(upTo fastest: PointsPerSecond, steps: Int) -> [PointsPerSecond] {
    precondition(steps > 0, "\(steps) steps; at least 1 is needed")
    return (-steps...steps).map { fastest * (Double($0) / Double(steps)) }
  }
}
