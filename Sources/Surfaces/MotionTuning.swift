public import MotionPhysics
public import Quantities
public import ReleaseRules

/// The settings for how a surface follows the finger, decides at a release, and settles.
///
/// Every scenario with a draggable surface has these settings.
public struct MotionTuning: Hashable, Sendable {
  /// The spring between the finger and the surface; if its response is zero, the surface follows directly.
  public var tracking = Spring(dampingRatio: 0.8, response: .zero)

  /// The spring that takes the surface to its target after a release.
  public var settling = Spring(dampingRatio: 0.8, response: Seconds(0.4))

  /// The initial speed at or below which a surface settles on a critically damped spring; 0 turns this off.
  public var calmSpeed = PointsPerSecond.zero

  /// The law by which the surface moves to its target after a release.
  public var law = SettlingLaw.spring

  /// The duration of a law other than the spring; zero for its standard duration.
  public var lawDuration = Seconds.zero

  /// The engine that computes the springs: the name of one of `allEngines`.
  public var engine = "exact"

  /// The distance to the target and the speed below which a surface counts as settled.
  public var tolerance = SettleTolerance.standard

  /// How the surface follows the finger beyond its limits.
  public var limits = LimitStyle.rubberBand

  /// The slope of the rubber band at the limit: the movement of the surface divided by the movement of the finger,
  /// above 0, at most 1.
  public var stiffness = 0.55

  /// Whether a touch must be on the surface to act on it.
  public var hitTest = false

  /// Whether a dismissal is refused, so that the surface comes back.
  public var vetoesDismissal = false

  /// The rule that detects whether the finger that drags the surface has paused.
  public var pause = PauseRule()

  /// The release rule, with its velocity filter, projection, dismissal and hand-off.
  public var release = ReleasePolicy()

  /// Creates the standard tuning.
  public init() {}
}

extension MotionTuning {
  /// The settings of the motion and of the release.
  public static let settings = settings(canBeGone: true)

  /// Returns the settings of the motion and of the release.
  ///
  /// If `canBeGone` is false, the settings that only a dismissible surface needs are left out.
  public static func settings(canBeGone: Bool) -> [Setting<MotionTuning>] {
    springSettings.map { settlingKeys.contains($0.key) ? $0.counting(from: .settling) : $0 }
      + limitSettings + pauseSettings
      + ReleasePolicy.settings(canBeGone: canBeGone).map {
        $0.lifted(reading: { $0.release }, writing: { $0.release = $1 }).counting(from: .release)
      }
  }

  /// The keys of settings that have no effect before the surface moves to a target.
  private static let settlingKeys: Set = [
    "spring.dampingRatio", "spring.response", "spring.calmSpeed", "settle.law", "settle.duration",
    "settle.distance", "settle.speed",
  ]

  private static let springSettings: [Setting<MotionTuning>] =
    Setting.spring(
      "tracking", { $1(&$0.tracking) }, "between the finger and the surface", dampingRatios: 0...20,
      zero: "makes the surface follow the finger directly",
      sources: (
        "Wave, Spring.defaultInteractive, 0.8",
        "our choice; the surface stays under the finger, as in almost every system"
      ))
    + Setting.spring(
      "spring", { $1(&$0.settling) }, "after the release", dampingRatios: 0...20,
      zero: "makes the surface jump to the target",
      sources: (
        "our choice; Wave's Spring.defaultInteractive has the same ratio",
        "our choice; slow enough that a throw is visible"
      ))
    + [
      Setting(
        "spring.calmSpeed", unit: "pt/s", .number(0...100_000) { $1(&$0.calmSpeed) },
        "The initial speed up to which the damping ratio is 1; 0 turns this off.",
        source: "our choice; off, because with one spring for all speeds nothing changes suddenly"),
      Setting(
        "settle.law", .word { $1(&$0.law) },
        "The motion of the surface to its target: its spring, or the curve of another system.",
        source: "our choice; a spring continues with the velocity of the release"),
      Setting(
        "settle.duration", unit: "s", .number(0...10) { $1(&$0.lawDuration) },
        "The duration of a motion other than the spring; 0 is its standard duration.",
        source: "our choice; each curve has the duration of the system that it comes from"),
      Setting(
        "engine",
        .word(
          choices: allEngines.map { $0.name }, get: { $0.engine }, set: { $0.engine = $1 }),
        "The engine that computes the springs.",
        source: "our choice; the closed form gives the same motion at every frame rate"),
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
      source: "our choice; the user who made the recording may have aimed at something else"),
    Setting(
      "vetoesDismissal", .flag { $1(&$0.vetoesDismissal) },
      "Whether dismissals are refused, so that the surface comes back.",
      source: "Apple, UIViewController.isModalInPresentation, false"),
  ]

  /// The dynamics of a surface with these settings.
  public var dynamics: DraggableSurface.Dynamics {
    DraggableSurface.Dynamics(
      tracking: tracking, settling: settling, calmSpeed: calmSpeed,
      engine: engine == "exact" ? nil : SpringEngineKind.named(engine), policy: release,
      vetoesDismissal: vetoesDismissal, tolerance: tolerance, law: (law, lawDuration),
      pause: pause)
  }
}
