public import FrameLogs
import MotionPhysics
public import Quantities

/// A sheet that is pulled up from the lower edge of the screen and rests at one of its detents.
///
/// Its position is the y of its top edge.
public struct SheetScenario: Sendable {
  /// The numbers that `flickbook tune` may change.
  public struct Tuning: Sendable {
    /// The heights at which the sheet may rest.
    ///
    /// Source: ours; a tip that a thumb can grab, half the screen, and the screen less a margin.
    public var detents = [
      Detent(name: "tip", height: .points(Points(96))),
      Detent(name: "half", height: .fraction(0.5)),
      Detent(name: "full", height: .fraction(0.92)),
    ]

    /// The detent at which it rests at first; empty for the lowest.
    public var start = ""

    /// Whether it can be thrown out of the screen.
    public var dismissible = false

    /// What it leaves free of the width of the screen, both sides together, at the lowest and at
    /// the highest detent; in proportion between and beyond.
    public var margins = (lowest: Points.zero, highest: Points.zero)

    /// How it follows, settles and decides.
    public var motion = MotionTuning()

    /// Creates the standard tuning.
    public init() {}
  }

  /// The surface.
  public var surface: DraggableSurface
  /// Its numbers and words.
  public var tuning: Tuning
  /// Where it plays.
  public var stage: Stage

  /// Creates a sheet that rests at its first detent.
  ///
  /// - Throws: ``SettingError/contradiction(scenario:found:remedy:)`` when the detent to start at is
  ///   none of its detents.
  public init(tuning: Tuning, stage: Stage) throws(SettingError) {
    self.tuning = tuning
    self.stage = stage
    surface = DraggableSurface(try Self.geometry(tuning, on: stage), Self.behaviour(tuning))
  }

  private static func candidates(_ detents: [Detent], on stage: Stage) -> [RestCandidate] {
    detents
      .map { detent in
        let top = stage.screen.y - detent.height.resolved(on: stage.screen.y)
        return RestCandidate(name: detent.name, position: Position(x: .zero, y: top))
      }
      .enumerated()
      .sorted { ($0.element.position.y, -$0.offset) > ($1.element.position.y, -$1.offset) }
      .map(\.element)
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SheetScenario: DraggableScenario {
  public static let name = "sheet"
  public static let meaning = "A sheet that rests at one of its detents."
  public static var standardTuning: Tuning { Tuning() }

  public static let settings: [Setting<Tuning>] =
    [
      Setting(
        "detents",
        .text(
          form: Detent.form, get: { Detent.text(of: $0.detents) },
          set: { tuning, text in
            guard let detents = Detent.list(from: text) else { return false }
            tuning.detents = detents
            return true
          }), "The heights at which the sheet may rest: points, or percent of the screen."),
      Setting(
        "start",
        .text(
          form: "the name of a detent", get: { $0.start },
          set: { tuning, text in
            tuning.start = text
            return true
          }), "The detent at which it rests at first; empty for the lowest."),
      Setting("dismissible", .flag(\.dismissible), "Whether it can be thrown out of the screen."),
      Setting(
        "margin.lowest", unit: "pt", .number(\.margins.lowest.value, 0...100_000),
        "What it leaves free of the width of the screen at the lowest detent."),
      Setting(
        "margin.highest", unit: "pt", .number(\.margins.highest.value, 0...100_000),
        "What it leaves free of the width of the screen at the highest detent."),
    ] + MotionTuning.settings.map { $0.lifted(into: \.motion) }

  public static let machine = StateMachine.draggable(canLeave: true)

  public static let presets = sheetPresets

  public static let ownFields =
    fingerFields + [
      FieldDescription(
        "overscroll", unit: "pt",
        "How far the sheet is beyond its limits; negative above the highest detent."),
      FieldDescription("detent", "The detent that it rests at, is heading for, or came from."),
      FieldDescription("width", unit: "pt", "The width of the sheet."),
      FieldDescription("height", unit: "pt", "How much of the sheet is on the screen."),
    ]

  public static func geometry(
    _ tuning: Tuning, on stage: Stage
  ) throws(SettingError) -> DraggableSurface.Geometry {
    let candidates = candidates(tuning.detents, on: stage)
    let start = candidates.first { $0.name == tuning.start }
    guard let home = tuning.start.isEmpty ? candidates.first : start else {
      throw .contradiction(
        scenario: Self.name, found: "it cannot start at '\(tuning.start)'",
        remedy: "set start to one of \(candidates.map(\.name).joined(separator: ", "))")
    }
    let hidden = Position(x: .zero, y: stage.screen.y)
    let tops = candidates.map(\.position.y)
    let lowest = tops.min() ?? .zero
    let isFree = tuning.dismissible && !tuning.motion.vetoesDismissal
    let highest = isFree ? max(hidden.y, lowest) : tops.max() ?? .zero
    return DraggableSurface.Geometry(
      candidates: candidates, start: home,
      limits: DragLimits(
        lowest: Position(x: .zero, y: lowest), highest: Position(x: .zero, y: highest),
        reach: stage.screen, stiffness: tuning.motion.stiffness, style: tuning.motion.limits),
      axes: .vertical, hidden: tuning.dismissible ? hidden : nil, screen: stage.screen)
  }

  public static func behaviour(_ tuning: Tuning) -> DraggableSurface.Behaviour {
    tuning.motion.behaviour
  }

  public func isHit(_ place: Position) -> Bool {
    !tuning.motion.hitTest || place.y >= surface.motion.position.y
  }

  public var progress: Double {
    let tops = surface.geometry.candidates.map(\.position.y.value)
    let low = tops.first ?? 0
    let travel = low - (tops.last ?? 0)
    return travel > 0 ? (low - surface.motion.position.y.value) / travel : 1
  }

  public var ownValues: [LogValue] {
    let position = surface.motion.position
    let margins = tuning.margins
    let margin = margins.lowest + (margins.highest - margins.lowest) * progress
    return [
      .number(surface.geometry.limits.overscroll(position).y.value),
      .text(surface.home.name),
      .number(max(0, (stage.screen.x - margin).value)),
      .number(max(0, stage.screen.y.value - position.y.value)),
    ]
  }
}
