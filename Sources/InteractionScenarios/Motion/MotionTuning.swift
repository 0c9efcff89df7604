public import MotionPhysics
public import Quantities

/// How a surface follows a hand and settles after it; what every draggable scenario has.
public struct MotionTuning: Hashable, Sendable {
  /// The spring between the finger and the surface; a response of zero follows the finger itself.
  ///
  /// Source: Wave, `Spring.defaultInteractive`, damping ratio 0.8, response 0.20 s.
  public var tracking = Spring(dampingRatio: 0.8, response: Seconds(0.2))

  /// The spring that takes the surface to its target after a release.
  ///
  /// Source: ours; twice as slow as the finger's spring, so that a throw looks thrown.
  public var settling = Spring(dampingRatio: 0.8, response: Seconds(0.4))

  /// The speed up to which a surface that sets off settles on a critical spring instead; 0 for none.
  ///
  /// Source: ours; none, because one spring for all speeds has no step in its feel.
  public var calmSpeed = PointsPerSecond.zero

  /// What takes the surface to its target after a release.
  ///
  /// Source of the default: ours; only a spring goes on as fast as the hand.
  public var law = SettlingLaw.spring

  /// How long a law that is no spring takes; zero for its own time.
  public var lawDuration = Seconds.zero

  /// What computes the springs: the name of one of `allEngines`.
  public var engine = "exact"

  /// How near the target, and how slow, a surface counts as settled.
  public var tolerance = SettleTolerance.standard

  /// What happens beyond the limits.
  public var limits = LimitStyle.rubberBand

  /// How readily the rubber band follows at first; unitless, above 0, at most 1.
  ///
  /// Source: the scroll view curve as reverse engineered by @chpwn (2012), 0.55.
  public var stiffness = 0.55

  /// Whether a touch must be on the surface to act on it.
  public var hitTest = false

  /// Whether a dismissal is refused, so that the surface comes back.
  public var vetoesDismissal = false

  /// When the hand that moves it counts as having come to a pause.
  public var pause = PauseRule()

  /// The rule of the release.
  public var release = ReleasePolicy()

  /// Creates the standard tuning.
  public init() {}
}

extension MotionTuning {
  /// The settings of the motion and of the rule of the release.
  public static let settings: [Setting<MotionTuning>] =
    [
      Setting(
        "tracking.dampingRatio", .number(\.tracking.dampingRatio, 0...20),
        "The damping ratio of the spring between finger and surface."),
      Setting(
        "tracking.response", unit: "s",
        .number(\.tracking.response.value, 0...20),
        "The response of the spring between finger and surface; 0 follows the finger itself."),
      Setting(
        "spring.dampingRatio", .number(\.settling.dampingRatio, 0...20),
        "The damping ratio of the spring after the release."),
      Setting(
        "spring.response", unit: "s",
        .number(\.settling.response.value, 0...20),
        "The response of the spring after the release; 0 jumps to the target."),
      Setting(
        "spring.calmSpeed", unit: "pt/s", .number(\.calmSpeed.value, 0...100_000),
        "A surface that sets off no faster than this does not swing: damping ratio 1; 0 for none."),
      Setting(
        "settle.law", .word(\.law),
        "What takes the surface to its target: its spring, or a curve of another system."),
      Setting(
        "settle.duration", unit: "s", .number(\.lawDuration.value, 0...10),
        "How long a law that is no spring takes; 0 is its own time."),
      Setting(
        "engine",
        .word(
          choices: allEngines.map(\.name), get: { $0.engine }, set: { $0.engine = $1 }),
        "What computes the springs."),
      Setting(
        "settle.distance", unit: "pt",
        .number(\.tolerance.distance.value, 1e-6...100),
        "A surface this near its target may count as settled."),
      Setting(
        "settle.speed", unit: "pt/s",
        .number(\.tolerance.speed.value, 1e-6...10_000),
        "A surface this slow may count as settled."),
      Setting(
        "limits", .word(\.limits),
        "What happens beyond the limits: a band, a stop, nothing, or the band of another system."),
      Setting(
        "limits.stiffness", .number(\.stiffness, 0.001...1),
        "How readily the rubber band follows at first."),
      Setting(
        "hitTest", .flag(\.hitTest),
        "Whether a touch must be on the surface to act on it."),
      Setting(
        "vetoesDismissal", .flag(\.vetoesDismissal),
        "Whether a dismissal is refused, so that the surface comes back."),
    ] + pauseSettings + ReleasePolicy.settings.map { $0.lifted(into: \.release) }

  /// The tuning as the behaviour of a surface.
  public var behaviour: DraggableSurface.Behaviour {
    DraggableSurface.Behaviour(
      tracking: tracking, settling: settling, calmSpeed: calmSpeed,
      engine: engine == "exact" ? nil : springEngine(named: engine), policy: release,
      vetoesDismissal: vetoesDismissal, tolerance: tolerance, law: (law, lawDuration), pause: pause)
  }
}
