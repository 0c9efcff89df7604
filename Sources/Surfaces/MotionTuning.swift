public import MotionPhysics
public import Quantities
public import ReleaseRules

/// The tuning of how a surface follows a finger and settles; every draggable scenario has one.
public struct MotionTuning: Hashable, Sendable {
  /// The spring between the finger and the surface; with a response of zero the surface follows directly.
  public var tracking = Spring(dampingRatio: 0.8, response: Seconds(0.2))

  /// The spring that takes the surface to its target after a release.
  public var settling = Spring(dampingRatio: 0.8, response: Seconds(0.4))

  /// The initial speed up to which a surface settles on a critical spring instead; 0 turns this off.
  public var calmSpeed = PointsPerSecond.zero

  /// The law by which the surface moves to its target after a release.
  public var law = SettlingLaw.spring

  /// The duration of a law other than the spring; zero for its standard duration.
  public var lawDuration = Seconds.zero

  /// The engine that computes the springs: the name of one of `allEngines`.
  public var engine = "exact"

  /// The distance from the target, and the speed, below which a surface counts as settled.
  public var tolerance = SettleTolerance.standard

  /// The behaviour beyond the limits.
  public var limits = LimitStyle.rubberBand

  /// The slope of the rubber band at the limit; unitless, above 0, at most 1.
  public var stiffness = 0.55

  /// Whether a touch must be on the surface to act on it.
  public var hitTest = false

  /// Whether a dismissal is refused, so that the surface comes back.
  public var vetoesDismissal = false

  /// The rule for when the finger that drags it counts as having paused.
  public var pause = PauseRule()

  /// The rule of the release.
  public var release = ReleasePolicy()

  /// Creates the standard tuning.
  public init() {}
}

extension MotionTuning {
  /// The settings of the motion and of the release.
  public static let settings = settings(canBeGone: true)

  /// The settings of the motion and of the release; if `canBeGone` is false, without those that only a
  /// surface that can be dismissed needs.
  public static func settings(canBeGone: Bool) -> [Setting<MotionTuning>] {
    springSettings.map { settlingKeys.contains($0.key) ? $0.counting(from: .settling) : $0 }
      + limitSettings + pauseSettings
      + ReleasePolicy.settings(canBeGone: canBeGone).map {
        $0.lifted(reading: { $0.release }, writing: { $0.release = $1 }).counting(from: .release)
      }
  }

  /// The keys that only matter once a surface has a target.
  private static let settlingKeys: Set = [
    "spring.dampingRatio", "spring.response", "spring.calmSpeed", "settle.law", "settle.duration",
    "settle.distance", "settle.speed",
  ]

  private static let springSettings: [Setting<MotionTuning>] =
    Setting.spring(
      "tracking", { $1(&$0.tracking) }, "between finger and surface", dampingRatios: 0...20,
      zero: "makes the surface follow the finger directly",
      sources: ("Wave, Spring.defaultInteractive, 0.8", "Wave, Spring.defaultInteractive, 0.20 s"))
    + Setting.spring(
      "spring", { $1(&$0.settling) }, "after the release", dampingRatios: 0...20,
      zero: "makes the surface jump to the target",
      sources: (
        "ours; the same as the spring under the finger",
        "ours; twice that of the spring under the finger, so that a throw looks thrown"
      ))
    + [
      Setting(
        "spring.calmSpeed", unit: "pt/s", .number(0...100_000) { $1(&$0.calmSpeed) },
        "At or below this initial speed the damping ratio is 1; 0 turns this off.",
        source: "ours; off, because one spring for all speeds has no sudden change in its feel"),
      Setting(
        "settle.law", .word { $1(&$0.law) },
        "The law by which the surface moves to its target: its spring, or a curve of another system.",
        source: "ours; a spring continues with the release velocity"),
      Setting(
        "settle.duration", unit: "s", .number(0...10) { $1(&$0.lawDuration) },
        "The duration of a law other than the spring; 0 is the standard duration of the law.",
        source: "ours; the duration of the system that has the curve"),
      Setting(
        "engine",
        .word(
          choices: allEngines.map { $0.name }, get: { $0.engine }, set: { $0.engine = $1 }),
        "The engine that computes the springs.",
        source: "ours; the closed form, which is the same at every frame rate"),
    ] + Setting.settling({ $1(&$0.tolerance) }, of: "A surface", near: "its target", as: "settled")

  private static let limitSettings: [Setting<MotionTuning>] = [
    Setting(
      "limits", .word { $1(&$0.limits) },
      "The behaviour beyond the limits: a rubber band, a stop, none, or the band of another system.",
      source: "Apple, UIScrollView.bounces, true"),
    Setting(
      "limits.stiffness", .number(0.001...1) { $1(&$0.stiffness) },
      "The slope of the rubber band at the limit; 1 follows the finger one to one.",
      source: "the curve of scroll views as reverse engineered by @chpwn (2012), 0.55"),
    Setting(
      "hitTest", .flag { $1(&$0.hitTest) }, "Whether a touch must be on the surface to act on it.",
      source: "ours; the touches of a recording may have been aimed at something else"),
    Setting(
      "vetoesDismissal", .flag { $1(&$0.vetoesDismissal) },
      "Whether dismissals are refused, so that the surface comes back.",
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
