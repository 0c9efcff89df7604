import FrameLogs
public import Quantities
public import ReleaseRules
import Scenarios
import Surfaces

/// The start position of a surface and the positions of its targets.
public struct RestPositions: Hashable, Sendable {
  /// The position before the first touch.
  public var start: Position
  /// The destinations of the surface, in order, each with the position at which the surface then rests.
  public var positions: [RestCandidate]
  /// The positions to which a user can move the surface to dismiss it.
  ///
  /// Empty if the surface cannot be dismissed, or if no position dismisses it.
  public var exits: [Position]

  /// Creates the positions of a surface.
  package init(start: Position, positions: [RestCandidate], exits: [Position]) {
    (self.start, self.positions, self.exits) = (start, positions, exits)
  }
}

extension ReplayRequest {
  /// Returns the possible targets of decisions without duplicates; these are also the possible intents.
  ///
  /// - Throws: `SettingError` if the scenario, the preset or a setting is unknown.
  public func targets() throws(SettingError) -> [String] { try kind().targets(self) }

  /// Returns the start position of the surface and the positions of its destinations.
  ///
  /// - Throws: `SettingError` if the scenario, the preset or a setting is unknown.
  public func restPositions() throws(SettingError) -> RestPositions {
    try kind().restPositions(self)
  }

  func targets<S: Scenario>(of type: S.Type) throws(SettingError) -> [String] {
    var names: [String] = []
    let surface = try S(tuning: S.resolved(self).tuning, stage: stage)
    for name in surface.targets where !names.contains(name) { names.append(name) }
    return names
  }

  func restPositions<S: Scenario>(of type: S.Type) throws(SettingError) -> RestPositions {
    let surface = try S(tuning: S.resolved(self).tuning, stage: stage)
    var eventLog = EventLog()
    let positions = surface.destinations.map { name in
      var sent = surface
      sent.receive(.settle(at: name), at: .zero, into: &eventLog)
      sent.advance(to: Self.longestSettling, isFrame: true, into: &eventLog)
      return RestCandidate(
        name: name, position: sent.frame(0, at: Self.longestSettling).position)
    }
    return RestPositions(
      start: surface.frame(0, at: .zero).position, positions: positions, exits: surface.exits)
  }

  /// The time after which a surface counts as resting at its destination.
  ///
  /// We chose 10 s because a replay waits equally long for a surface to come to rest.
  package static let longestSettling = Seconds(10)
}
