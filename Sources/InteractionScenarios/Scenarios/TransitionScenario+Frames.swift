public import FrameLogs
import MotionPhysics
public import Quantities
public import TouchInput

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension TransitionScenario: Scenario {
  public static let name = "transition"
  public static let meaning = "A tile that is scrubbed from place to place, sent on or back."
  public static var standardTuning: Tuning { Tuning() }

  public static let settings: [Setting<Tuning>] =
    runSettings + continuationSettings
    + Setting.spring(
      "spring", \.spring, "on which it goes on", dampingRatios: 0.01...20,
      sources: (
        "Wave's sheet sample, 0.8",
        "ours; twice as slow as Wave's spring under the finger, 0.2 s"
      ))
    + ruleSettings

  private static let runSettings: [Setting<Tuning>] = [
    Setting(
      "way.x", unit: "pt", .number(\.way.x.value, 0...100_000),
      "How far apart the places are horizontally; 0 for no way.",
      source: "ours; a tile of a game with two in the width of a phone"),
    Setting(
      "way.y", unit: "pt", .number(\.way.y.value, 0...100_000),
      "How far apart the places are vertically; 0 for no way.",
      source: "ours; a tile of a game with two in the width of a phone"),
    Setting(
      "duration", unit: "s", .number(\.duration.value, 0.001...100),
      "How long the tile takes from place to place.",
      source: "ours; long enough to catch the tile on its way"),
    Setting(
      "curve", .word(\.curve), "How it runs when nobody has touched it.",
      source: "Apple, UIView.AnimationCurve, whose default is easeInOut"),
    Setting(
      "durationFactor", .number(\.durationFactor, 0...100),
      "The time left after a release as a share of the duration; 0 keeps the pace.",
      source: "'Interactive animations with UIViewPropertyAnimator', 0"),
    Setting(
      "scrubsLinearly", .flag(\.scrubsLinearly),
      "Whether the tile follows the finger rather than the curve while it is scrubbed.",
      source: "Apple, UIViewPropertyAnimator.scrubsLinearly, true"),
    Setting(
      "pausesOnCompletion", .flag(\.pausesOnCompletion),
      "Whether the tile waits at its end, to be scrubbed again or finished.",
      source: "Apple, UIViewPropertyAnimator.pausesOnCompletion, false"),
    Setting(
      "interruptible", .flag(\.interruptible), "Whether a hand may catch it in flight.",
      source: "Apple, UIViewPropertyAnimator.isInterruptible, true"),
    Setting(
      "startsAway.x", .flag(\.startsAway.x), "Whether it is at the right place at first.",
      source: "ours; at its first place"),
    Setting(
      "startsAway.y", .flag(\.startsAway.y), "Whether it is at the lower place at first.",
      source: "ours; at its first place"),
  ]

  private static let continuationSettings: [Setting<Tuning>] = [
    Setting(
      "continuation", .word(\.continuation), "How it goes on after a release.",
      source: "'Interactive animations with UIViewPropertyAnimator', durationFactor: 0"),
    Setting(
      "continuation.curve", .word(\.continuationCurve), "The curve on which it goes on, if on one.",
      source: "ours; a hand has moved it already, so it does not set off again"),
  ]

  private static let ruleSettings: [Setting<Tuning>] = [
    Setting(
      "rule", .word(\.rule), "Which way it goes on after a release.",
      source: "ours; the block game's, but without a velocity it goes to the nearer place"),
    Setting(
      "release.deadBand", unit: "pt/s", .number(\.deadBand.value, 0...100_000),
      "The speed up to which a release counts as one without a velocity.",
      source: "ours; above the 20 pt/s at which a resting finger drifts as it lifts"),
    Setting(
      "release.projection", unit: "s", .number(\.projection.value, 0...100),
      "For how long the velocity is thought to go on.",
      source: "WWDC 2018, session 803: r / (1 − r) ms at the deceleration rate r = 0.998"),
  ]

  public static let machine = StateMachine([
    .init(.resting, "a touch", .pressed),
    .init(.resting, "started in a direction", .settling),
    .init(.pressed, "a pan begins", .dragging),
    .init(.pressed, "the hand leaves", .resting),
    .init(.pressed, "the hand leaves what it has caught", .settling),
    .init(.dragging, "release: decision, on or back", .settling),
    .init(.dragging, "release without a direction", .resting),
    .init(.settling, "a touch catches it", .pressed),
    .init(.settling, "at an end: the places are swapped, or it waits", .resting),
  ])

  public static let presets = [
    flickbookPreset,
    Preset(
      "blocks", "The block game of the article: without a velocity it goes on as before.",
      ["rule": "opposite", "release.deadBand": "0", "curve": "linear"]),
    Preset(
      "projecting", "Goes where the velocity would take it, on a spring that takes it over.",
      ["rule": "projected", "continuation": "spring"]),
  ]

  public static let fields = FieldTable<Self>(
    finger: { $0.hold.finger },
    [
      Field("fraction", "How far the animator is in its direction, 0 to 1.") {
        $0.animator?.fraction ?? 0
      },
      Field("reversed", "Whether the animator runs back.") { $0.animator?.isReversed ?? false },
      Field("direction", "The way that the first movement chose; null without one.") {
        $0.direction?.rawValue
      },
      Field("animator", "Its state: inactive, running, paused or stopped.") {
        ($0.animator?.state ?? .inactive).rawValue
      },
      Field(
        "durationLeft", unit: "s", "How long it runs on, or would if it went on as it began."
      ) { $0.durationLeft },
    ])

  public static let ownEvents = [
    EventDescription(
      .caught, "", [FieldDescription("fraction", "How far the animator was, 0 to 1.")]),
    EventDescription(
      .paused, "The transition came to its end and waits there.",
      [
        FieldDescription("target", "The end."),
        FieldDescription("x", unit: "pt", "Where the tile is, horizontally."),
        FieldDescription("y", unit: "pt", "Where the tile is, vertically."),
      ]),
  ]

  public var isAtRest: Bool { !hold.isOn && !isRunning }
  public var isGone: Bool { false }
  public var destinations: [String] {
    Direction.allCases.map(\.rawValue) + (tuning.pausesOnCompletion ? [Self.finishing] : [])
  }

  public mutating func adapt(
    to tuning: Tuning, stage: Stage, at time: Seconds, into journal: inout Journal
  ) {
    adapt(to: tuning)
  }

  public mutating func receive(
    _ event: HandEvent, at time: Seconds, into journal: inout Journal
  ) {
    take(event, into: &journal)
  }

  public mutating func receive(
    _ command: SurfaceCommand, at time: Seconds, into journal: inout Journal
  ) {
    switch command {
    case .settle(let name): begin(named: name, into: &journal)
    }
  }

  public mutating func advance(to time: Seconds, isFrame: Bool, into journal: inout Journal) {
    move(to: time, into: &journal)
  }

  public func frame(_ index: Int, at time: Seconds) -> Frame {
    let motion = motion
    let isBack = animator?.isReversed ?? false
    return Self.fields.filled(
      Frame(
        index: index, time: time, phase: phase, touching: hold.isTouched,
        position: motion.position, velocity: motion.velocity,
        target: isBack ? origin : origin + leg, progress: animator?.value ?? 0), from: self)
  }

  /// How long the animator runs on; one that does not run, as it began.
  private var durationLeft: Seconds {
    guard let animator, animator.state != .inactive else { return .zero }
    return animator.end.map { max(.zero, $0 - now) }
      ?? animator.duration * max(0, 1 - animator.fraction)
  }

  /// Where the tile is and how fast it goes.
  var motion: (position: Position, velocity: Velocity) {
    let speed = speed
    return (
      origin + leg * (animator?.value ?? 0),
      Velocity(x: PointsPerSecond(leg.x.value * speed), y: PointsPerSecond(leg.y.value * speed))
    )
  }

  /// How fast the tile goes, in whole ways per second.
  private var speed: Double {
    guard let scrub = hold.drag else { return animator?.speed ?? 0 }
    return direction == nil ? 0 : handed(scrub.velocity) / max(leg.length.value, 1e-9)
  }

  private var phase: Phase {
    switch hold.state {
    case .pressed: .pressed
    case .dragging: .dragging
    case .idle: isRunning ? .settling : .resting
    }
  }
}

// What it looks like.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension TransitionScenario {
  public static func curves(_ tuning: Tuning, on stage: Stage) -> [SceneCurve] {
    [
      SceneCurve(
        "progress of the way", isEdge: true, value: { $0.progress },
        rate: { frame in
          let isBack = [Direction.left, .up].contains {
            frame.own["direction"] == .text($0.rawValue)
          }
          // It goes along one axis, and a way of no length has no pace.
          let pace = [
            (frame.velocity.x, tuning.way.x), (frame.velocity.y, tuning.way.y),
          ].reduce(0.0) { $1.1 > .zero ? $0 + $1.0.value / $1.1.value : $0 }
          return isBack ? -pace : pace
        })
    ]
  }

  public static func layers(
    of frame: Frame, _ tuning: Tuning, on stage: Stage
  ) -> [SceneLayer] {
    let least = min(tuning.way.x, tuning.way.y)
    let side = max(Points(20), (least > .zero ? least : max(tuning.way.x, tuning.way.y)) * 0.85)
    let first = (stage.screen - tuning.way) / 2
    func tile(_ role: SceneLayer.Role, _ offset: Position) -> SceneLayer {
      SceneLayer(
        role, SceneBox(centre: first + offset, diameter: side), cornerRadius: Points(14))
    }
    let places = [
      Position.zero, Position(x: tuning.way.x, y: .zero), Position(x: .zero, y: tuning.way.y),
      tuning.way,
    ]
    return places.map { tile(.outline, $0) } + [tile(.surface, frame.position)]
  }
}
