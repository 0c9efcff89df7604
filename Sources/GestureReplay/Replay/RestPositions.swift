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
  public func targets() throws(SettingError) -> [String] { try kind().surface.targets(in: self) }

  /// Returns the start position of the surface and the positions of its destinations.
  ///
  /// - Throws: `SettingError` if the scenario, the preset or a setting is unknown.
  public func restPositions() throws(SettingError) -> RestPositions {
    try kind().surface.restPositions(in: self)
  }

  /// The time after which a surface counts as resting at its destination.
  ///
  /// We chose 10 s because a replay waits equally long for a surface to come to rest.
  package static let longestSettling = Seconds(10)
}
