public import FrameLogs
import MotionPhysics
public import Quantities

/// A small window over the screen that rests in one of its four corners.
///
/// Its position is that of its centre.
public struct PictureInPictureScenario: Sendable {
  /// The distances that the window keeps from the edges of the screen.
  public struct Insets: Hashable, Sendable {
    /// From the upper edge.
    public var top: Points
    /// From the left edge.
    public var left: Points
    /// From the lower edge.
    public var bottom: Points
    /// From the right edge.
    public var right: Points
  }

  /// A corner of the screen.
  public enum Corner: String, Hashable, Sendable, CaseIterable {
    /// Upper left.
    case topLeft
    /// Upper right.
    case topRight
    /// Lower left.
    case bottomLeft
    /// Lower right.
    case bottomRight
  }

  /// The numbers that `flickbook tune` may change.
  public struct Tuning: Hashable, Sendable {
    /// The size of the window.
    ///
    /// Source: Wave's Picture-in-Picture sample, 120 × 80 pt.
    public var size = Planar(x: Points(120), y: Points(80))

    /// The distance from the safe area.
    ///
    /// Source: Wave's Picture-in-Picture sample, 25 pt.
    public var margin = Points(25)

    /// What the system keeps of the screen.
    ///
    /// Source: ours; the status bar and the home indicator of a phone with 844 pt, 47 and 34 pt.
    public var insets = Insets(top: Points(47), left: .zero, bottom: Points(34), right: .zero)

    /// The corner in which it rests at first.
    public var start = Corner.bottomRight

    /// How it follows, settles and decides.
    public var motion: MotionTuning

    /// Creates the standard tuning.
    public init() {
      motion = MotionTuning()
      // Source: "Designing Fluid Interfaces", WWDC 2018, session 803: a window that is thrown into
      // a corner does not swing past it.
      motion.settling = Spring(dampingRatio: 1, response: Seconds(0.4))
      motion.release.adjacentOnly = false
    }
  }

  /// The surface.
  public var surface: DraggableSurface
  /// Its numbers and words.
  public var tuning: Tuning
  /// Where it plays.
  public var stage: Stage

  /// Creates a window that rests in a corner.
  ///
  /// - Throws: ``SettingError/contradiction(scenario:found:remedy:)`` when the window and its
  ///   distances do not fit the screen.
  public init(tuning: Tuning, stage: Stage) throws(SettingError) {
    self.tuning = tuning
    self.stage = stage
    surface = DraggableSurface(try Self.geometry(tuning, on: stage), Self.behaviour(tuning))
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension PictureInPictureScenario: DraggableScenario {
  public static let name = "pip"
  public static let meaning = "A Picture-in-Picture window that rests in a corner."
  public static var standardTuning: Tuning { Tuning() }

  public static let settings: [Setting<Tuning>] =
    [
      length("width", \.size.x.value, 1, "The width of the window."),
      length("height", \.size.y.value, 1, "The height of the window."),
      length("margin", \.margin.value, 0, "The distance from the safe area."),
      length("inset.top", \.insets.top.value, 0, "What the system keeps at the upper edge."),
      length("inset.left", \.insets.left.value, 0, "What the system keeps at the left edge."),
      length("inset.bottom", \.insets.bottom.value, 0, "What the system keeps at the lower edge."),
      length("inset.right", \.insets.right.value, 0, "What the system keeps at the right edge."),
      Setting("start", .word(\.start), "The corner in which it rests at first."),
    ] + MotionTuning.settings.map { $0.lifted(into: \.motion) }

  private static func length(
    _ key: String, _ path: any WritableKeyPath<Tuning, Double> & Sendable, _ lowest: Double,
    _ meaning: String
  ) -> Setting<Tuning> {
    Setting(key, unit: "pt", .number(path, lowest...100_000), meaning)
  }

  public static let machine = StateMachine.draggable(canLeave: false)

  public static let presets = [
    flickbookPreset, wavePictureInPicturePreset, fluidInterfacesPictureInPicturePreset,
  ]

  public static let ownFields =
    fingerFields + [
      FieldDescription(
        "overscrollX", unit: "pt", "How far it is beyond its limits; right is positive."),
      FieldDescription(
        "overscrollY", unit: "pt", "How far it is beyond its limits; down is positive."),
      FieldDescription("corner", "The corner that it rests in, is heading for, or came from."),
      FieldDescription("width", unit: "pt", "The width of the window."),
      FieldDescription("height", unit: "pt", "The height of the window."),
    ]

  public static func geometry(
    _ tuning: Tuning, on stage: Stage
  ) throws(SettingError) -> DraggableSurface.Geometry {
    let lowest = Position(
      x: tuning.insets.left + tuning.margin + tuning.size.x / 2,
      y: tuning.insets.top + tuning.margin + tuning.size.y / 2)
    let highest = Position(
      x: stage.screen.x - tuning.insets.right - tuning.margin - tuning.size.x / 2,
      y: stage.screen.y - tuning.insets.bottom - tuning.margin - tuning.size.y / 2)
    guard lowest.x <= highest.x, lowest.y <= highest.y else {
      throw .contradiction(
        scenario: Self.name,
        found: """
          a window of \(tuning.size.x.value) × \(tuning.size.y.value) pt with its margins does not \
          fit a screen of \(stage.screen.x.value) × \(stage.screen.y.value) pt
          """,
        remedy: "make width, height, margin or insets smaller, or the screen larger")
    }
    let candidates = Corner.allCases.map { corner in
      let isLeft = corner == .topLeft || corner == .bottomLeft
      let isTop = corner == .topLeft || corner == .topRight
      return RestCandidate(
        name: corner.rawValue,
        position: Position(x: isLeft ? lowest.x : highest.x, y: isTop ? lowest.y : highest.y))
    }
    let home = candidates.first { $0.name == tuning.start.rawValue } ?? candidates[0]
    return DraggableSurface.Geometry(
      candidates: candidates, start: home,
      limits: DragLimits(
        lowest: lowest, highest: highest, reach: stage.screen,
        stiffness: tuning.motion.stiffness, style: tuning.motion.limits),
      axes: .both, hidden: nil, screen: stage.screen)
  }

  public static func behaviour(_ tuning: Tuning) -> DraggableSurface.Behaviour {
    tuning.motion.behaviour
  }

  public func isHit(_ place: Position) -> Bool {
    !tuning.motion.hitTest || place.isInside(tuning.size, about: surface.motion.position)
  }

  public var progress: Double {
    let limits = surface.geometry.limits
    let travel = (limits.highest.y - limits.lowest.y).value
    return travel > 0 ? (limits.highest.y - surface.motion.position.y).value / travel : 1
  }

  public var ownValues: [LogValue] {
    let overscroll = surface.geometry.limits.overscroll(surface.motion.position)
    return [
      .number(overscroll.x.value), .number(overscroll.y.value), .text(surface.home.name),
      .number(tuning.size.x.value), .number(tuning.size.y.value),
    ]
  }
}
