public import FrameLogs
import MotionPhysics
public import Quantities

/// A card that follows the hand over the screen and goes back to its place, with the hand's
/// velocity along both axes.
///
/// Its position is that of its centre, seen from the centre of the screen.
public struct CardScenario: Sendable {
  /// The numbers that `flickbook tune` may change.
  public struct Tuning: Hashable, Sendable {
    /// The size of the card.
    ///
    /// Source: ours; a card that fills most of the width of a phone.
    public var size = Planar(x: Points(300), y: Points(200))

    /// How it follows, settles and decides.
    public var motion: MotionTuning

    /// Creates the standard tuning.
    public init() {
      motion = MotionTuning()
      motion.limits = .free
    }
  }

  /// The surface.
  public var surface: DraggableSurface
  /// Its numbers and words.
  public var tuning: Tuning
  /// Where it plays.
  public var stage: Stage

  /// Creates a card at its place.
  public init(tuning: Tuning, stage: Stage) {
    self.tuning = tuning
    self.stage = stage
    surface = DraggableSurface(Self.geometry(tuning, on: stage), Self.behaviour(tuning))
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension CardScenario: DraggableScenario {
  public static let name = "card"
  public static let meaning = "A card that follows the hand and goes back to its place."
  public static var standardTuning: Tuning { Tuning() }

  public static let settings: [Setting<Tuning>] =
    [
      Setting("width", unit: "pt", .number(\.size.x.value, 1...100_000), "The width of the card."),
      Setting("height", unit: "pt", .number(\.size.y.value, 1...100_000), "Its height."),
    ] + MotionTuning.settings.map { $0.lifted(into: \.motion) }

  public static let machine = StateMachine.draggable(canLeave: false)

  public static let presets = [flickbookPreset, waveCardPreset]

  public static let ownFields =
    fingerFields + [
      FieldDescription("distance", unit: "pt", "How far the card is from its place.")
    ]

  public static func geometry(_ tuning: Tuning, on stage: Stage) -> DraggableSurface.Geometry {
    let home = RestCandidate(name: "home", position: .zero)
    return DraggableSurface.Geometry(
      candidates: [home], start: home,
      limits: DragLimits(
        lowest: .zero, highest: .zero, reach: stage.screen, stiffness: tuning.motion.stiffness,
        style: tuning.motion.limits),
      axes: .both, hidden: nil, screen: stage.screen)
  }

  public static func behaviour(_ tuning: Tuning) -> DraggableSurface.Behaviour {
    tuning.motion.behaviour
  }

  public func isHit(_ place: Position) -> Bool {
    !tuning.motion.hitTest
      || place.isInside(
        tuning.size, about: surface.motion.position + surface.geometry.screen / 2)
  }

  public var progress: Double { surface.motion.position.length / surface.geometry.screen.length }

  public var ownValues: [LogValue] { [.number(surface.motion.position.length.value)] }
}
