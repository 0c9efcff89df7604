import FrameLogs
public import Quantities
public import ReleaseRules
import Scenarios
import Surfaces

/// Where a surface is at first, and where its targets are.
public struct RestPositions: Hashable, Sendable {
  /// Where it is before anybody touches it.
  public var start: Position
  /// Where it is when it was sent to each place that a program may send it to, in their order.
  public var positions: [RestCandidate]
  /// Where a hand may bring it so that it is gone; empty where it cannot be dismissed, or has no such
  /// position.
  public var exits: [Position]
}

extension ReplayRequest {
  #if !$Embedded
    /// The names that a decision may have as its target, which are what a hand may mean; each once.
    ///
    /// - Throws: `SettingError` when the scenario, the preset or a setting is not there.
    public func targets() throws(SettingError) -> [String] {
      try targets(of: GestureReplay.scenario(named: scenario))
    }

    /// Where the surface is at first, and where a program may send it.
    ///
    /// - Throws: `SettingError` when the scenario, the preset or a setting is not there.
    public func restPositions() throws(SettingError) -> RestPositions {
      try restPositions(of: GestureReplay.scenario(named: scenario))
    }
  #endif

  private func targets<S: Scenario>(of type: S.Type) throws(SettingError) -> [String] {
    var names: [String] = []
    let surface = try S(tuning: S.resolved(self).tuning, stage: stage)
    for name in surface.targets where !names.contains(name) { names.append(name) }
    return names
  }

  private func restPositions<S: Scenario>(of type: S.Type) throws(SettingError) -> RestPositions {
    let surface = try S(tuning: S.resolved(self).tuning, stage: stage)
    var journal = Journal()
    let positions = surface.destinations.map { name in
      var sent = surface
      sent.receive(.settle(at: name), at: .zero, into: &journal)
      sent.advance(to: Self.longestSettling, isFrame: true, into: &journal)
      return RestCandidate(
        name: name, position: sent.frame(0, at: Self.longestSettling).position)
    }
    return RestPositions(
      start: surface.frame(0, at: .zero).position, positions: positions, exits: surface.exits)
  }

  /// By when a surface that was sent somewhere is taken to be there.
  ///
  /// Source: ours; as long as a replay waits for a surface to come to rest.
  private static let longestSettling = Seconds(10)
}
