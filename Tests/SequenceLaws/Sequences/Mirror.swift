import InteractionScenarios
public import Quantities
import TouchInput

/// A mirror image of the screen, with its effect on settings, names and positions.
///
/// A mirror holds if mirrored inputs give mirrored frames.
public struct Mirror: Sendable {
  /// The directions that the mirror exchanges.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Left and right.
    case leftRight
    /// Up and down.
    case upDown
    /// Across the diagonal from the upper left to the lower right.
    case diagonal
  }

  /// The directions that the mirror exchanges.
  public var kind: Kind
  /// Whether the mirror holds after a change of the screen or of the travel, although positions are
  /// measured from the upper left corner.
  public var holdsThroughChanges = true
  /// Returns whether the mirror holds under given conditions.
  public var holds: @Sendable (Conditions) -> Bool = { _ in true }
  /// Whether commands have a mirror image.
  public var mirrorsCommands = true
  /// Whether target names can be compared; false if rounding decides between an edge and a position
  /// at the edge.
  public var comparesNames = true
  /// The pairs of settings whose values are exchanged.
  public var swaps: [(String, String)] = []
  /// Applies the other changes of settings.
  public var adjust: @Sendable (inout Conditions) -> Void = { _ in }
  /// Returns the mirrored name of a target, given the conditions of the original.
  public var word: @Sendable (String, Conditions) -> String = { name, _ in name }
  /// Returns the mirrored position of a surface, given the conditions of the original.
  public var position: @Sendable (Position, Conditions) -> Position

  /// Creates a mirror that mirrors positions on the screen.
  public init(_ kind: Kind) {
    self.kind = kind
    position = { kind.position($0, on: $1.screen.size) }
  }

  /// Returns whether the mirror holds for a trial.
  func shows(_ trial: Trial) -> Bool {
    holds(trial.conditions)
      && trial.inputs.allSatisfy { timed in
        switch timed.input {
        case .hand: true
        case .command: mirrorsCommands
        case .change(let conditions):
          holdsThroughChanges && holds(conditions) && isSeen(conditions, trial.conditions)
        }
      }
  }

  /// Returns whether a gesture that is mirrored on the first screen is also mirrored on another
  /// screen; false with a hit test.
  private func isSeen(_ conditions: Conditions, _ first: Conditions) -> Bool {
    conditions["hitTest"] != "true" || conditions.screen == first.screen
  }

  /// The name of the mirror, for messages.
  var name: String { kind.rawValue }

  /// Returns the mirrored displacement or velocity.
  func displacement<Component>(_ pair: Planar<Component>) -> Planar<Component> {
    kind.displacement(pair)
  }

  /// Returns the mirrored trial.
  func image(of trial: Trial) -> Trial {
    let (kind, screen) = (kind, trial.conditions.screen.size)
    var image = trial.mapped(
      HandMap(
        position: { kind.position($0, on: screen) }, displacement: { kind.displacement($0) },
        isMirrored: true))
    image.conditions = self.image(of: trial.conditions)
    for index in image.inputs.indices {
      switch image.inputs[index].input {
      case .hand: continue
      case .command(.settle(let name)):
        image.inputs[index].input = .command(.settle(at: word(name, trial.conditions)))
      case .change(let conditions):
        image.inputs[index].input = .change(self.image(of: conditions))
      }
    }
    return image
  }

  /// Returns the mirrored settings and screen.
  func image(of conditions: Conditions) -> Conditions {
    var image = conditions
    if kind == .diagonal {
      let screen = conditions.screen.size
      image.screen = Screen(size: Planar(x: screen.y, y: screen.x))
    }
    for (one, other) in swaps {
      image[one] = conditions[other]
      image[other] = conditions[one]
    }
    adjust(&image)
    return image
  }
}

extension Mirror.Kind {
  func position(_ position: Position, on screen: Planar<Points>) -> Position {
    switch self {
    case .leftRight: Position(x: screen.x - position.x, y: position.y)
    case .upDown: Position(x: position.x, y: screen.y - position.y)
    case .diagonal: Position(x: position.y, y: position.x)
    }
  }

  func displacement<Component>(_ pair: Planar<Component>) -> Planar<Component> {
    switch self {
    case .leftRight: Planar(x: -pair.x, y: pair.y)
    case .upDown: Planar(x: pair.x, y: -pair.y)
    case .diagonal: Planar(x: pair.y, y: pair.x)
    }
  }
}

extension Mirror.Kind {
  /// The mirrored words for directions and axes.
  var words: [String: String] {
    switch self {
    case .leftRight: ["left": "right", "right": "left"]
    case .upDown: ["up": "down", "down": "up"]
    case .diagonal:
      [
        "left": "up", "up": "left", "right": "down", "down": "right",
        "horizontal": "vertical", "vertical": "horizontal",
      ]
    }
  }
}
