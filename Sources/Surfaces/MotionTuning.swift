public import MotionPhysics
public import Quantities
public import ReleaseRules

/// How a surface follows a hand and settles after it; what every draggable scenario has.
public struct MotionTuning: Hashable, Sendable {
  /// The spring between the finger and the surface; a response of zero follows the finger itself.
  public var tracking = Spring(dampingRatio: 0.8, response: Seconds(0.2))

  /// The spring that takes the surface to its target after a release.
  public var settling = Spring(dampingRatio: 0.8, response: Seconds(0.4))

  /// The speed up to which a surface that sets off settles on a critical spring instead; 0 for none.
  public var calmSpeed = PointsPerSecond.zero

  /// What takes the surface to its target after a release.
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
  /// The settings of the motion and of what happens at a release.
  public static let settings = settings(canBeGone: true)

  /// The settings of the motion and of what happens at a release; without what a surface that is never
  /// gone has no use for, when `canBeGone` is false.
  public static func settings(canBeGone: Bool) -> [Setting<MotionTuning>] {
    springSettings.map { settlingKeys.contains($0.key) ? $0.counting(from: .settling) : $0 }
      + limitSettings + pauseSettings
      + ReleasePolicy.settings(canBeGone: canBeGone).map {
        $0.lifted(reading: { $0.release }, writing: { $0.release = $1 }).counting(from: .release)
      }
  }

  /// What matters only once a surface has a target.
  private static let settlingKeys: Set = [
    "spring.dampingRatio", "spring.response", "spring.calmSpeed", "settle.law", "settle.duration",
    "settle.distance", "settle.speed",
  ]

  private static let springSettings: [Setting<MotionTuning>] =
    Setting.spring(
      "tracking", { $1(&$0.tracking) }, "between finger and surface", dampingRatios: 0...20,
      zero: "follows the finger itself",
      sources: ("Wave, Spring.defaultInteractive, 0.8", "Wave, Spring.defaultInteractive, 0.20 s"))
    + Setting.spring(
      "spring", { $1(&$0.settling) }, "after the release", dampingRatios: 0...20,
      zero: "jumps to the target",
      sources: (
        "ours; that of the spring under the finger",
        "ours; twice as slow as the finger's spring, so that a throw looks thrown"
      ))
    + [
      Setting(
        "spring.calmSpeed", unit: "pt/s", .number(0...100_000) { $1(&$0.calmSpeed) },
        "A surface that sets off no faster than this does not swing: damping ratio 1; 0 for none.",
        source: "ours; none, because one spring for all speeds has no step in its feel"),
      Setting(
        "settle.law", .word { $1(&$0.law) },
        "What takes the surface to its target: its spring, or a curve of another system.",
        source: "ours; a spring takes the velocity of the hand over"),
      Setting(
        "settle.duration", unit: "s", .number(0...10) { $1(&$0.lawDuration) },
        "How long a law that is no spring takes; 0 is its own time.",
        source: "ours; the time of the system whose curve it is"),
      Setting(
        "engine",
        .word(
          choices: allEngines.map { $0.name }, get: { $0.engine }, set: { $0.engine = $1 }),
        "What computes the springs.",
        source: "ours; the closed form, the same at every frame rate"),
    ] + Setting.settling({ $1(&$0.tolerance) }, of: "A surface", near: "its target", as: "settled")

  private static let limitSettings: [Setting<MotionTuning>] = [
    Setting(
      "limits", .word { $1(&$0.limits) },
      "What happens beyond the limits: a band, a stop, nothing, or the band of another system.",
      source: "Apple, UIScrollView.bounces, true"),
    Setting(
      "limits.stiffness", .number(0.001...1) { $1(&$0.stiffness) },
      "How readily the rubber band follows at first.",
      source: "the curve of scroll views as reverse engineered by @chpwn (2012), 0.55"),
    Setting(
      "hitTest", .flag { $1(&$0.hitTest) }, "Whether a touch must be on the surface to act on it.",
      source: "ours; a recorded hand need not have aimed at this surface"),
    Setting(
      "vetoesDismissal", .flag { $1(&$0.vetoesDismissal) },
      "Whether a dismissal is refused, so that the surface comes back.",
      source: "Apple, UIViewController.isModalInPresentation, false"),
  ]

  /// The tuning as the behaviour of a surface.
  public var behaviour: DraggableSurface.Behaviour {
    DraggableSurface.Behaviour(
      tracking: tracking, settling: settling, calmSpeed: calmSpeed,
      engine: engine == "exact" ? nil : SpringEngineKind.named(engine), policy: release,
      vetoesDismissal: vetoesDismissal, tolerance: tolerance, law: (law, lawDuration),
      pause: pause)
  }
}
