import InteractionScenarios
public import Quantities
import TouchInput

/// A mirror of the screen, and what it does to settings, names and the place of a surface.
public struct Mirror: Sendable {
  /// What it exchanges.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Left and right.
    case leftRight
    /// Up and down.
    case upDown
    /// Across the diagonal from the upper left to the lower right.
    case diagonal
  }

  /// What it exchanges.
  public var kind: Kind
  /// Whether it still holds when the screen or the travel changes, while places keep counting from
  /// the upper left corner.
  public var holdsThroughChanges = true
  /// Under which conditions it holds.
  public var holds: @Sendable (Conditions) -> Bool = { _ in true }
  /// Whether what a program asks for can be asked for in the mirror too.
  public var mirrorsCommands = true
  /// Whether names of targets can be compared; not where they tell an edge from a place that is only
  /// rounding away from it.
  public var comparesNames = true
  /// The settings whose values it exchanges.
  public var swaps: [(String, String)] = []
  /// What else becomes of the settings.
  public var adjust: @Sendable (inout Conditions) -> Void = { _ in }
  /// What becomes of the name of a target, under the conditions of the original.
  public var word: @Sendable (String, Conditions) -> String = { name, _ in name }
  /// The place of the mirrored surface, whose original is under these conditions.
  public var position: @Sendable (Position, Conditions) -> Position

  /// Creates a mirror in which a surface is where its place on the screen is mirrored to.
  public init(_ kind: Kind) {
    self.kind = kind
    position = { kind.position($0, on: $1.stage.screen) }
  }

  /// Whether a trial can be seen in it.
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

  /// Whether a hand that was mirrored on one screen is so on another; not where it has to hit something.
  private func isSeen(_ conditions: Conditions, _ first: Conditions) -> Bool {
    conditions["hitTest"] != "true" || conditions.stage == first.stage
  }

  /// What it exchanges, for messages.
  var name: String { kind.rawValue }

  /// The mirrored way or velocity.
  func displacement<Component>(_ pair: Planar<Component>) -> Planar<Component> {
    kind.displacement(pair)
  }

  /// The mirrored trial.
  func image(of trial: Trial) -> Trial {
    let (kind, screen) = (kind, trial.conditions.stage.screen)
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

  /// The mirrored settings and screen.
  func image(of conditions: Conditions) -> Conditions {
    var image = conditions
    if kind == .diagonal {
      let screen = conditions.stage.screen
      image.stage = Stage(screen: Planar(x: screen.y, y: screen.x))
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
  /// What becomes of the words for directions and axes.
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
