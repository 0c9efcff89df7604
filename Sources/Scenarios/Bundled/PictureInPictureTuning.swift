public import MotionPhysics
public import Quantities
public import ReleaseRules
public import Surfaces

extension PictureInPictureScenario {
  /// Where the window may rest.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// In one of the corners.
    case corners
    /// At the left or the right side, at any height.
    case edges
    /// Anywhere within its bounds.
    case free
  }

  /// What sends the window halfway off the screen, and back.
  public struct Stashing: Hashable, Sendable {
    /// Whether there is such a thing.
    public var isOn = false

    /// A throw faster than this, along the horizontal, goes to the side at which it is aimed.
    public var speed = PointsPerSecond(6_857)

    /// How much of the window stays to be seen.
    public var visible = Points(32)

    /// How long it takes to come back when it is tapped; zero leaves it to the spring.
    public var unstashing = Seconds.zero
  }

  /// The position at which the window is dismissed.
  public struct Dismissal: Hashable, Sendable {
    /// Whether there is one.
    public var isOn = false

    /// The diameter of its circle.
    public var size = Points(96)

    /// How far the circle is above what the system keeps of the lower edge.
    public var margin = Points(50)

    /// How far its field reaches, in diameters of the circle; unitless.
    public var field = 1.25

    /// How much farther than into the field the window must be pulled to come off; unitless, at
    /// least 1.
    public var leave = 1.1

    /// A window that is faster than this along the horizontal is not held.
    public var stickSpeed = PointsPerSecond(2_000)

    /// A release faster than this upwards takes the window off.
    public var escapeSpeed = PointsPerSecond(4_000)

    /// How fast a throw at it must be.
    public var throwSpeed = PointsPerSecond(4_000)

    /// How wide the area is that a throw must be aimed at, in diameters of the circle; unitless.
    public var throwWidth = 3.0

    /// What counts as a throw at it.
    public var throwRule = Magnet.ThrowRule.towards

    /// The point that must come into the field.
    public var point = ReleasePolicy.ProjectedPoint.unlimited

    /// Whether a window that rests in the field must be pulled out of it before it can be dismissed.
    public var entersOnly = true

    /// The spring that takes the window to the circle.
    public var holding = Spring(dampingRatio: 1, response: Seconds(0.16223114703894448))

    /// The spring that takes it back under the finger.
    public var catchingUp = Spring(dampingRatio: 1, response: Seconds(0.08885765876316731))
  }
}

extension PictureInPictureScenario {
  /// What may be set besides how it follows, settles and decides.
  static let ownSettings: [Setting<Tuning>] =
    [
      length(
        "width", { $1(&$0.size.x) }, 1, "The width of the window.",
        source: "Wave's Picture-in-Picture sample, 120 × 80 pt", describesSituation: true),
      length(
        "height", { $1(&$0.size.y) }, 1, "The height of the window.",
        source: "Wave's Picture-in-Picture sample, 120 × 80 pt", describesSituation: true),
      length(
        "margin", { $1(&$0.margin) }, 0, "The distance from the safe area.",
        source: "Wave's Picture-in-Picture sample, 25 pt", describesSituation: true),
      length(
        "inset.top", { $1(&$0.insets.top) }, 0, "What the system keeps at the upper edge.",
        source: "ours; the safe area of an upright phone of 390 × 844 pt",
        describesSituation: true),
      length(
        "inset.left", { $1(&$0.insets.left) }, 0, "What the system keeps at the left edge.",
        source: "ours; the safe area of an upright phone of 390 × 844 pt",
        describesSituation: true),
      length(
        "inset.bottom", { $1(&$0.insets.bottom) }, 0,
        "What the system keeps at the lower edge.",
        source: "ours; the safe area of an upright phone of 390 × 844 pt",
        describesSituation: true),
      length(
        "inset.right", { $1(&$0.insets.right) }, 0,
        "What the system keeps at the right edge.",
        source: "ours; the safe area of an upright phone of 390 × 844 pt",
        describesSituation: true),
      Setting(
        "start", .word { $1(&$0.start) }, "The corner in which it rests at first.",
        source: "ours; farthest from where reading begins", describesSituation: true),
      Setting(
        "mode", .word { $1(&$0.mode) }, "Where it may rest.",
        source: "WWDC 2018, session 803: the window goes to a corner"),
      Setting(
        "friction", .flag { $1(&$0.hasFriction) },
        "Whether a throw meets friction first, 1 / release.projection a second, and a spring then.",
        source: "ours; a spring keeps the velocity of the hand, whatever it is"),
    ] + stashSettings + dismissalSettings

  private static let stashSettings: [Setting<Tuning>] = [
    Setting(
      "stash", .flag { $1(&$0.stash.isOn) },
      "Whether it can wait at a side with most of it off the screen.",
      source: "ours; a window stays in sight unless a user asks for it"),
    Setting(
      "stash.speed", unit: "pt/s", .number(speeds) { $1(&$0.stash.speed) },
      "A throw faster than this, along the horizontal, stashes it.",
      source: "Android, PIP_STASH_MINIMUM_VELOCITY_THRESHOLD, 18000 px/s at 2.625 px/pt"),
    length(
      "stash.visible", { $1(&$0.stash.visible) }, 0, "How much of a stashed window is seen.",
      source: "Android, pip_stash_offset, 32 dp"),
    Setting(
      "stash.unstash", unit: "s", .number(0...10) { $1(&$0.stash.unstashing) },
      "How long it takes to come back when it is tapped; 0 leaves it to the spring.",
      source: "ours; one that a hand catches on its way goes on as fast. Android has 0.25 s"),
  ]

  private static let dismissalSettings: [Setting<Tuning>] = [
    Setting(
      "dismiss", .flag { $1(&$0.dismissal.isOn) }, "Whether there is a position to dismiss it at.",
      source: "ours; what is gone does not come back, so a user asks for it"),
    length(
      "dismiss.size", { $1(&$0.dismissal.size) }, 1, "The diameter of that position.",
      source: "Android, dismiss_circle_size, 96 dp"),
    length(
      "dismiss.margin", { $1(&$0.dismissal.margin) }, 0,
      "How far that position is above the lower inset.",
      source: "Android, floating_dismiss_bottom_margin, 50 dp"),
    Setting(
      "dismiss.field", .number(0...100) { $1(&$0.dismissal.field) },
      "How far the field of that position reaches, in diameters.",
      source: "Android, PipDismissTargetHandler, 1.25"),
    Setting(
      "dismiss.leave", .number(1...100) { $1(&$0.dismissal.leave) },
      "How much farther than into the field it must be pulled to come off.",
      source: "ours; a finger that trembles by a tenth at the edge holds its window"),
    Setting(
      "dismiss.stickSpeed", unit: "pt/s", .number(speeds) { $1(&$0.dismissal.stickSpeed) },
      "A window that is faster along the horizontal is not held.",
      source: "Android, stickToTargetMaxXVelocity, 2000 px/s taken as points"),
    Setting(
      "dismiss.escapeSpeed", unit: "pt/s", .number(speeds) { $1(&$0.dismissal.escapeSpeed) },
      "A release faster than this upwards takes it off.",
      source: "Android, flingUnstuckFromTargetMinVelocity, 4000 px/s taken as points"),
    Setting(
      "dismiss.throw", .word { $1(&$0.dismissal.throwRule) },
      "What counts as a throw at that position.",
      source: "ours; a throw at it goes towards it. Android's own window has none"),
    Setting(
      "dismiss.throwSpeed", unit: "pt/s", .number(speeds) { $1(&$0.dismissal.throwSpeed) },
      "How fast a throw at it must be, along the vertical.",
      source: "Android, flingToTargetMinVelocity, 4000 px/s taken as points"),
    Setting(
      "dismiss.throwWidth", .number(0...100) { $1(&$0.dismissal.throwWidth) },
      "How wide the area is that a throw must be aimed at, in diameters.",
      source: "Android, flingToTargetWidthPercent, 3"),
    Setting(
      "dismiss.point", .word { $1(&$0.dismissal.point) },
      "The point that must come into the field.",
      source: "ours; where the hand takes hold of the window makes no difference"),
    Setting(
      "dismiss.entersOnly", .flag { $1(&$0.dismissal.entersOnly) },
      "Whether a window that rests in the field must be pulled out of it before it can be dismissed.",
      source: "ours; a window that was put there is not dismissed by a touch"),
    Setting(
      "dismiss.response", unit: "s", .number(0...20) { $1(&$0.dismissal.holding.response) },
      "The response of the spring that takes it to that position.",
      source: "Android, mAnimateToDismissSpringConfig, stiffness 1500: 2π / √1500 s"),
    Setting(
      "dismiss.catchUp", unit: "s", .number(0...20) { $1(&$0.dismissal.catchingUp.response) },
      "The response of the spring that takes it back under the finger.",
      source: "Android, mCatchUpSpringConfig, stiffness 5000: 2π / √5000 s"),
  ]

  private static let speeds = 0.0...100_000

  private static func length(
    _ key: String, _ part: @escaping Accessor<Tuning, Points>, _ lowest: Double,
    _ meaning: String, source: String, describesSituation: Bool = false
  ) -> Setting<Tuning> {
    Setting(
      key, unit: "pt", .number(lowest...100_000, part), meaning, source: source,
      describesSituation: describesSituation)
  }
}
