public import Flickbook

/// A wheel of rows to pick one from, such as the hours of an alarm.
///
/// The position of the wheel is the offset of its first row from the middle: 0 pt if the first row is
/// picked, and minus the height of a row, which is upwards, for each later row.
public struct WheelScenario: Sendable {
  /// The numbers that `wheelbook tune` may change.
  public struct Tuning: Hashable, Sendable {
    /// The number of rows.
    public var rows = 12.0

    /// The height of a row.
    public var rowHeight = Points(36)

    /// How the wheel follows the finger, settles, and decides where it rests.
    public var motion: MotionTuning

    /// Creates the standard tuning.
    public init() {
      motion = MotionTuning()
      var nearest = ReleaseRule.Nearest()
      nearest.adjacentOnly = false
      motion.release.rule = ReleaseRule(nearest)
      motion.release.projection.time = Seconds(0.16)
    }
  }

  /// The surface, which moves the rows.
  public var surface: DraggableSurface
  /// The settings of the wheel.
  public var tuning: Tuning
  /// The screen on which the wheel is displayed.
  public var screen: Screen

  /// Creates a wheel that rests at its first row.
  public init(tuning: Tuning, screen: Screen) {
    self.tuning = tuning
    self.screen = screen
    surface = DraggableSurface(Self.geometry(tuning, on: screen), Self.dynamics(tuning))
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension WheelScenario: DraggableScenario {
  public static let name = "wheel"
  public static let meaning = "A wheel of rows to pick one from."
  public static var standardTuning: Tuning { Tuning() }

  public static let settings: [Setting<Tuning>] =
    [
      Setting(
        "rows", .number(2...1_000) { $1(&$0.rows) }, "How many rows there are.",
        source: "our choice; a clock has 12 hours"),
      Setting(
        "rowHeight", unit: "pt", .number(1...1_000) { $1(&$0.rowHeight) },
        "How high a row is.", source: "our choice; a finger can hit a row of this height"),
    ]
    + MotionTuning.settings(canBeGone: false).sourced([
      "release.adjacentOnly": "our choice; a wheel can be thrown over many rows",
      "release.projection": "our choice; a third of the projection of pages; rows are small",
    ]).map { $0.lifted(into: { $1(&$0.motion) }) }

  public static let machine = StateMachine.draggable(canLeave: false)

  public static let fields = FieldTable<Self>(ofSurface: [
    Field("overscroll", unit: "pt", "How far the rows are beyond the first or the last.") {
      $0.surface.geometry.limits.overscroll($1.position).y
    },
    Field("row", "The row that it rests at, is heading for, or came from.") {
      $0.surface.rest.name
    },
  ])

  public static func geometry(_ tuning: Tuning, on screen: Screen) -> DraggableSurface.Geometry {
    let last = Int(tuning.rows) - 1
    let rows = (0...last).map { row in
      RestCandidate(
        name: String(row + 1), position: Position(x: .zero, y: tuning.rowHeight * -Double(row)))
    }
    return DraggableSurface.Geometry(
      candidates: rows, start: rows[0],
      limits: DragLimits(
        lowest: rows[last].position, highest: rows[0].position, reach: screen.size,
        stiffness: tuning.motion.stiffness, style: tuning.motion.limits),
      axes: .vertical, hidden: nil, screen: screen.size)
  }

  public static func dynamics(_ tuning: Tuning) -> DraggableSurface.Dynamics {
    tuning.motion.dynamics
  }

  public static func scenery(_ tuning: Tuning, on screen: Screen) -> Scenery {
    Scenery(screen: screen.size, curves: [SceneCurve("first row", along: .y)]) { frame in
      let middle = screen.size.y * 0.5
      let (left, width) = (screen.size.x * 0.25, screen.size.x * 0.5)
      let rows = SceneBox(
        x: left, y: middle + frame.position.y - tuning.rowHeight * 0.5, width: width,
        height: tuning.rowHeight * tuning.rows)
      let picked = SceneBox(
        x: left, y: middle - tuning.rowHeight * 0.5, width: width, height: tuning.rowHeight)
      return [
        SceneLayer(.content, rows, pitch: Planar(x: .zero, y: tuning.rowHeight)),
        SceneLayer(.outline, picked),
      ]
    }
  }

  /// Returns true, because a touch anywhere can turn the wheel.
  public func isHit(_ position: Position) -> Bool { true }

  public func progress(at position: Position) -> Double {
    position.y / (tuning.rowHeight * (1 - tuning.rows))
  }
}
