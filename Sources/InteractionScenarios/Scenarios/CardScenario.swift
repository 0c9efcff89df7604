public import FrameLogs
import MotionPhysics
public import Quantities
public import TouchInput

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

  private var surface: DraggableSurface
  private let tuning: Tuning

  /// Creates a card at its place.
  ///
  /// - Throws: Nothing yet; any card has a place on any screen.
  public init(tuning: Tuning, stage: Stage) throws(SettingError) {
    let home = RestCandidate(name: "home", position: .zero)
    self.tuning = tuning
    surface = DraggableSurface(
      DraggableSurface.Geometry(
        candidates: [home],
        limits: DragLimits(
          lowest: .zero, highest: .zero, reach: stage.screen, stiffness: tuning.motion.stiffness,
          style: tuning.motion.limits),
        movesHorizontally: true, hidden: nil, screen: stage.screen),
      tuning.motion.behaviour, at: home)
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension CardScenario: Scenario {
  public static let name = "card"
  public static let meaning = "A card that follows the hand and goes back to its place."
  public static var standardTuning: Tuning { Tuning() }

  public static let settings: [Setting<Tuning>] =
    [
      Setting("width", unit: "pt", .number(\.size.x.value, 1...100_000), "The width of the card."),
      Setting("height", unit: "pt", .number(\.size.y.value, 1...100_000), "Its height."),
    ] + MotionTuning.settings.map { $0.lifted(into: \.motion) }

  public static let presets = [flickbookPreset, waveCardPreset]

  public static let ownFields = [
    FieldDescription("fingerX", unit: "pt", "The finger on the screen; null without one."),
    FieldDescription("fingerY", unit: "pt", "The finger on the screen; null without one."),
    FieldDescription("distance", unit: "pt", "How far the card is from its place."),
  ]

  public var isAtRest: Bool { surface.state == .resting }
  public var isGone: Bool { surface.state == .gone }

  public mutating func receive(
    _ event: HandEvent, at time: Seconds, into journal: inout Journal
  ) {
    let centre = surface.motion.position + surface.geometry.screen / 2
    let half = tuning.size / 2
    let tests = tuning.motion.hitTest
    surface.receive(event, into: &journal) { touch in
      let off = touch - centre
      return !tests || off.x.magnitude <= half.x && off.y.magnitude <= half.y
    }
  }

  public mutating func receive(
    _ command: SurfaceCommand, at time: Seconds, into journal: inout Journal
  ) {
    switch command {
    case .settle(let name): surface.settle(at: name, into: &journal)
    }
  }

  public mutating func advance(to time: Seconds, isFrame: Bool, into journal: inout Journal) {
    surface.advance(to: time, isFrame: isFrame, into: &journal)
  }

  public func frame(_ index: Int, at time: Seconds) -> Frame {
    let motion = surface.motion
    let distance = motion.position.length
    return Frame(
      index: index, time: time, phase: surface.phase, touching: surface.isTouched,
      position: motion.position, velocity: motion.velocity, target: surface.target,
      progress: distance / surface.geometry.screen.length,
      own: [
        surface.finger.map { .number($0.x.value) } ?? .none,
        surface.finger.map { .number($0.y.value) } ?? .none,
        .number(distance.value),
      ])
  }
}
