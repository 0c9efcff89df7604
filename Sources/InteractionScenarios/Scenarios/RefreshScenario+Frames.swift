public import FrameLogs
import MotionPhysics
public import Quantities
public import TouchInput

extension Phase {
  /// A hand has pulled it far enough.
  public static let armed = Phase(rawValue: "armed")
  /// It is loaded, and held where that shows.
  public static let refreshing = Phase(rawValue: "refreshing")
  /// It is loaded now, and its indicator goes away.
  public static let done = Phase(rawValue: "done")
}

extension RunEvent.Kind {
  /// A pull went far enough.
  public static let armed = RunEvent.Kind(rawValue: "armed")
  /// A pull that was far enough went back.
  public static let disarmed = RunEvent.Kind(rawValue: "disarmed")
  /// Loading began.
  public static let refreshBegan = RunEvent.Kind(rawValue: "refreshBegan")
  /// Loading is over.
  public static let refreshed = RunEvent.Kind(rawValue: "refreshed")
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension RefreshScenario: Scenario {
  public static let name = "refresh"
  public static let meaning = "A list that is pulled down at its top to load it anew."
  public static var standardTuning: Tuning { Tuning() }

  public static let settings: [Setting<Tuning>] =
    pullSettings
    + Setting.spring(
      "snap", \.snap, "to where it is held", dampingRatios: 0.05...20, responses: 0.01...20,
      sources: (
        "ours; it stops where it is held and does not swing",
        "ours; as Flutter's 150 ms, in which it comes within 1.4 % of its way"
      ))
    + Setting.spring(
      "return", \.comeBack, "back to the top", dampingRatios: 0.05...20, responses: 0.01...20,
      sources: (
        "ours; it comes back and does not swing",
        "ours; as 'scroll' comes back from beyond its edges"
      ))
    + [
      Setting(
        "duration", unit: "s", .number(\.duration.value, 0...3_600),
        "How long it takes to load the list.",
        source: "ours; as long as a hand will wait"),
      Setting(
        "scaleOut", unit: "s", .number(\.scaleOut.value, 0...10),
        "How long its indicator takes to shrink away afterwards.",
        source: "Flutter, refresh_indicator.dart, 200 ms"),
      Setting(
        "content.height", unit: "pt", .number(\.content.value, 0...1_000_000),
        "How long the list is; what fits the screen does not scroll.",
        source: "ours; a list of some fifty rows on a phone"),
      Setting(
        "start", unit: "pt", .number(\.start.value, 0...1_000_000),
        "How far it is scrolled on at first.",
        source: "ours; at its top, where it is pulled"),
      Setting(
        "decelerationRate", .number(\.decelerationRate, 0.5...0.9999),
        "The share of the velocity that is left after a millisecond.",
        source: "Apple, UIScrollView.DecelerationRate.normal, 0.998"),
    ] + Setting.throwing(deadBand: \.deadBand.value, cap: \.cap.value)
    + Setting.settling(\.tolerance, of: "A list")

  private static let pullSettings: [Setting<Tuning>] = [
    Setting(
      "height", unit: "pt", .number(\.height.value, 1...100_000),
      "How far below the top it is held while it is loaded, and must be shown to arm.",
      source: "Compose Material, PullRefreshDefaults.RefreshThreshold, 80 dp"),
    Setting(
      "pull.resistance", .number(\.resistance, 0.01...1), "How readily it follows a pull.",
      source: "Compose Material, PullRefreshState, 0.5"),
    Setting(
      "pull.share", .number(\.share, 0...1),
      "The way of a finger that arms as a share of the screen; 0 takes pull.resistance.",
      source: "ours; off, because a hand has the same size before any screen"),
    Setting(
      "pull.limit", .number(\.limit, 1...100),
      "How far a pull can go as a multiple of the height.",
      source: "Compose Material, PullRefreshState, twice the threshold"),
    Setting(
      "pull.beyond", .word(\.beyond), "What happens to a pull beyond the height.",
      source: "ours; the rubber band of every other edge. Compose has 'quadratic'"),
    Setting(
      "pull.hysteresis", unit: "pt", .number(\.hysteresis.value, 0...100_000),
      "How far an armed pull must go back to be disarmed; never above the top.",
      source: "ours; the tremor of a hand that rests at the threshold"),
    Setting(
      "pull.startsAtTop", .flag(\.startsAtTop),
      "Whether only a pan that begins at the top may arm.",
      source: "Compose Material, PullRefreshState, which takes what the list leaves"),
  ]

  public static let machine = StateMachine([
    .init(.resting, "a touch", .pressed),
    .init(.resting, "sent to refreshing, or its length changes", .settling),
    .init(.pressed, "a pan begins", .dragging),
    .init(.pressed, "a pan begins beyond the height", .armed),
    .init(.pressed, "the hand leaves", .resting),
    .init(.pressed, "the hand leaves what it has caught", .settling),
    .init(.pressed, "the hand leaves what is loaded", .refreshing),
    .init(.pressed, "the hand leaves what was loaded", .done),
    .init(.dragging, "pulled to the height", .armed),
    .init(.dragging, "release: decision", .settling),
    .init(.dragging, "release after loading: decision", .done),
    .init(.armed, "pushed back", .dragging),
    .init(.armed, "release: loading begins", .settling),
    .init(.armed, "taken away after loading", .done),
    .init(.settling, "a touch catches it", .pressed),
    .init(.settling, "at the height", .refreshing),
    .init(.settling, "loaded before it is there", .done),
    .init(.settling, "at its place", .resting),
    .init(.refreshing, "loaded, or sent to idle", .done),
    .init(.refreshing, "loaded, without an indicator", .settling),
    .init(.refreshing, "loaded, without an indicator, scrolled on", .resting),
    .init(.refreshing, "a touch", .pressed),
    .init(.done, "a touch", .pressed),
    .init(.done, "sent to refreshing", .settling),
    .init(.done, "its indicator is gone", .settling),
    .init(.done, "at its place, its indicator gone", .resting),
  ])

  public static let presets = [flickbookPreset, flutterRefreshPreset, composeRefreshPreset]

  public static let fields = FieldTable<Self>(
    finger: { $0.hold.finger },
    [
      Field("pull", unit: "pt", "How far below its top the list is shown.") {
        max(.zero, $1.position.y)
      },
      Field("armed", "Whether it is loaded when the hand lets go.") { $0.isArmed },
      Field("refreshing", "Whether it is loaded.") { $0.isRefreshing },
      Field("scale", "How large its indicator is, 0 to 1.") { $0.scale },
    ])

  public static let ownEvents: [EventDescription] = {
    let place = [FieldDescription("y", unit: "pt", "How far the list is pulled.")]
    let cause = [FieldDescription("by", "What brought it about.")]
    return [
      EventDescription(.armed, "A pull went far enough.", place),
      EventDescription(.disarmed, "A pull that was far enough went back.", place),
      EventDescription(.refreshBegan, "Loading began.", cause),
      EventDescription(.refreshed, "Loading is over.", cause),
    ]
  }()

  public var isAtRest: Bool { coasting == nil && !hold.isOn && !isRefreshing && scale == 0 }
  public var isGone: Bool { false }
  public var destinations: [String] { ["idle", "refreshing"] }

  public mutating func adapt(
    to tuning: Tuning, stage: Stage, at time: Seconds, into journal: inout Journal
  ) {
    take(on: tuning, stage, into: &journal)
  }

  public mutating func receive(
    _ event: HandEvent, at time: Seconds, into journal: inout Journal
  ) {
    take(event, into: &journal)
  }

  /// Loading is begun or ended by a program; a list that a hand holds is not taken from it.
  public mutating func receive(
    _ command: SurfaceCommand, at time: Seconds, into journal: inout Journal
  ) {
    switch command {
    case .settle("idle") where isRefreshing: finish(by: "program", into: &journal)
    case .settle("refreshing") where !isRefreshing && !hold.isTouched:
      let here = motion
      let old = name(of: destination)
      begin(by: "program", into: &journal)
      coast(from: here, isShown: true)
      journal.noteRetarget(from: old, to: "refreshing", at: now)
    case .settle: break
    }
  }

  public mutating func advance(to time: Seconds, isFrame: Bool, into journal: inout Journal) {
    move(to: time, into: &journal)
  }

  public func frame(_ index: Int, at time: Seconds) -> Frame {
    let here = motion
    return Self.fields.filled(
      Frame(
        index: index, time: time, phase: phase, touching: hold.isTouched,
        position: Position(x: .zero, y: here.position),
        velocity: Velocity(x: .zero, y: here.velocity),
        target: Position(x: .zero, y: destination), progress: here.position / tuning.height),
      from: self)
  }

  /// Whether it is loaded when the hand lets go now.
  private var isArmed: Bool {
    hold.drag?.isArmed ?? false
  }

  private var phase: Phase {
    switch hold.state {
    case .pressed: .pressed
    case .dragging(let drag): drag.isArmed ? .armed : .dragging
    case .idle where coasting != nil: !isRefreshing && scale > 0 ? .done : .settling
    case .idle where isRefreshing: .refreshing
    case .idle: scale > 0 ? .done : .resting
    }
  }
}

// What it looks like.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension RefreshScenario {
  public static func curves(_ tuning: Tuning, on stage: Stage) -> [SceneCurve] {
    [
      SceneCurve(
        "top of the list", along: .y, fingerZero: nil, growsDown: true, isEdge: true)
    ]
  }

  public static func layers(
    of frame: Frame, _ tuning: Tuning, on stage: Stage
  ) -> [SceneLayer] {
    let top = frame.position.y
    let width = stage.screen.x - Points(32)
    let rows = SceneLayer.rows(
      SceneBox(x: Points(16), y: top + Points(8), width: width, height: tuning.content))
    let armed = SceneLayer(
      .outline, SceneBox(x: .zero, y: tuning.height, width: stage.screen.x, height: Points(1)),
      label: "")
    let isLoading = frame.own["refreshing"] == .flag(true)
    let isArmed = frame.own["armed"] == .flag(true)
    let pulled = max(0, min(frame.progress, 1))
    let size = max(pulled * (frame.touching || isLoading ? 1 : 0), frame.number("scale"))
    guard size > 0 else { return [rows, armed] }
    let centre = Position(x: stage.screen.x / 2, y: max(top, tuning.height * pulled) / 2)
    let across = Points(40) * size
    // A turn a second while it is loaded, and as far as the pull goes before.
    let angle = isLoading ? 360 * frame.time.value : 300 * pulled
    return [
      rows, armed, .circle(.ground, about: centre, diameter: across),
      .circle(
        .light, about: centre, diameter: across, opacity: isLoading ? 1 : isArmed ? 0.7 : 0),
      SceneLayer(
        .handle, SceneBox(centre: centre, size: Planar(x: Points(5), y: across * 0.7)),
        cornerRadius: Points(2), angle: angle),
    ]
  }
}
