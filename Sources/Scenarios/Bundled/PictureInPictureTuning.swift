public import MotionPhysics
public import Quantities
public import ReleaseRules
public import Surfaces

extension PictureInPictureScenario {
  /// The positions at which the window may rest.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// The window rests in a corner.
    case corners
    /// The window rests at the left or the right side, at any height.
    case edges
    /// The window rests anywhere within its limits.
    case free
  }

  /// The stash: the rule that parks the window at a side, mostly off the screen.
  public struct Stashing: Hashable, Sendable {
    /// Whether the window can be stashed: the setting `stash`, off by default.
    public var isOn = false

    /// The horizontal speed above which a throw stashes the window at the side towards which it is thrown.
    public var speed = PointsPerSecond(6_857)

    /// The visible width of a stashed window: the setting `stash.visible`.
    public var visible = Points(32)

    /// The time in which a stashed window returns to the screen after a tap; if zero, the window returns on its spring.
    public var unstashing = Seconds.zero
  }

  /// The magnet that dismisses the window.
  public struct Dismissal: Hashable, Sendable {
    /// Whether there is a magnet: the setting `dismiss`; without a magnet, the window cannot be dismissed.
    public var isOn = false

    /// The diameter of the magnet's circle: the setting `dismiss.size`.
    public var size = Points(96)

    /// The distance of the circle from the lower edge of the safe area.
    public var margin = Points(50)

    /// The radius of the field in which the magnet catches the window, as a multiple of the diameter ``size``.
    public var field = 1.25

    /// The distance at which the magnet releases the window again, as a multiple of the radius of the field; at least
    /// 1.
    public var leave = 1.1

    /// The horizontal speed above which the magnet does not catch the window.
    public var stickSpeed = PointsPerSecond(2_000)

    /// The upward speed above which a release throws the window off the magnet.
    public var escapeSpeed = PointsPerSecond(4_000)

    /// The vertical speed above which a release can be a throw at the magnet.
    public var throwSpeed = PointsPerSecond(4_000)

    /// The width of the area at which a throw must be aimed, as a multiple of the diameter ``size``.
    public var throwWidth = 3.0

    /// The rule that decides which releases count as throws at the magnet.
    public var throwRule = Magnet.ThrowRule.towards

    /// The point that the magnet attracts, which must enter the field: a position of the window, or the position of the
    /// finger.
    public var point = ReleasePolicy.ProjectedPoint.unlimited

    /// Whether a window that rests in the field must leave the field before the magnet can catch it.
    public var entersOnly = true

    /// The spring that moves the window to the centre of the magnet.
    public var holding = Spring(dampingRatio: 1, response: Seconds(0.16223114703894448))

    /// The spring that moves the window back under the finger after the magnet has released the window.
    public var catchingUp = Spring(dampingRatio: 1, response: Seconds(0.08885765876316731))
  }
}

extension PictureInPictureScenario {
  /// The settings of the window, except the settings of its motion and release.
  static let ownSettings: [Setting<Tuning>] =
    [
      length(
        "width", { $1(&$0.size.x) }, 1, "The width of the window.",
        source: "Wave's Picture-in-Picture sample, 120 × 80 pt", describesSituation: true),
      length(
        "height", { $1(&$0.size.y) }, 1, "The height of the window.",
        source: "Wave's Picture-in-Picture sample, 120 × 80 pt", describesSituation: true),
      length(
        "margin", { $1(&$0.margin) }, 0,
        "The distance of the window from the edges of the safe area.",
        source: "Wave's Picture-in-Picture sample, 25 pt", describesSituation: true),
      length(
        "inset.top", { $1(&$0.insets.top) }, 0, "The inset of the safe area at the upper edge.",
        source: "our choice; the safe area of an upright phone of 390 × 844 pt",
        describesSituation: true),
      length(
        "inset.left", { $1(&$0.insets.left) }, 0, "The inset of the safe area at the left edge.",
        source: "our choice; the safe area of an upright phone of 390 × 844 pt",
        describesSituation: true),
      length(
        "inset.bottom", { $1(&$0.insets.bottom) }, 0,
        "The inset of the safe area at the lower edge.",
        source: "our choice; the safe area of an upright phone of 390 × 844 pt",
        describesSituation: true),
      length(
        "inset.right", { $1(&$0.insets.right) }, 0,
        "The inset of the safe area at the right edge.",
        source: "our choice; the safe area of an upright phone of 390 × 844 pt",
        describesSituation: true),
      Setting(
        "start", .word { $1(&$0.start) }, "The corner in which the window rests at the start.",
        source: "our choice; this corner is the farthest from where reading begins",
        describesSituation: true),
      Setting(
        "mode", .word { $1(&$0.mode) }, "The positions at which the window may rest.",
        source: "WWDC 2018, session 803: the window goes to a corner"),
      Setting(
        "friction", .flag { $1(&$0.hasFriction) },
        "Whether friction of 1 / release.projection per second slows a throw until the spring starts.",
        source: "our choice; off, because a spring keeps the velocity of the finger"),
    ] + stashSettings + dismissalSettings

  private static let stashSettings: [Setting<Tuning>] = [
    Setting(
      "stash", .flag { $1(&$0.stash.isOn) },
      "Whether the window can be stashed: left at a side, mostly off the screen.",
      source: "our choice; off, so that a window always stays visible"),
    Setting(
      "stash.speed", unit: "pt/s", .number(speeds) { $1(&$0.stash.speed) },
      "The horizontal speed above which a throw stashes the window.",
      source: "Android, PIP_STASH_MINIMUM_VELOCITY_THRESHOLD, 18000 px/s at 2.625 px/pt"),
    length(
      "stash.visible", { $1(&$0.stash.visible) }, 0, "The visible width of a stashed window.",
      source: "Android, pip_stash_offset, 32 dp"),
    Setting(
      "stash.unstash", unit: "s", .number(0...10) { $1(&$0.stash.unstashing) },
      "The time in which a stashed window moves back after a tap; 0 uses the spring instead.",
      source: "our choice; a spring keeps the velocity of the window. Android has 0.25 s"),
  ]

  private static let dismissalSettings: [Setting<Tuning>] = [
    Setting(
      "dismiss", .flag { $1(&$0.dismissal.isOn) },
      "Whether the window can be dismissed, by a magnet at the lower edge.",
      source: "our choice; off, because a dismissal cannot be undone"),
    length(
      "dismiss.size", { $1(&$0.dismissal.size) }, 1, "The diameter of the magnet.",
      source: "Android, dismiss_circle_size, 96 dp"),
    length(
      "dismiss.margin", { $1(&$0.dismissal.margin) }, 0,
      "The distance of the magnet from the lower edge of the safe area.",
      source: "Android, floating_dismiss_bottom_margin, 50 dp"),
    Setting(
      "dismiss.field", .number(0...100) { $1(&$0.dismissal.field) },
      "The radius of the magnetic field, in diameters of the magnet.",
      source: "Android, PipDismissTargetHandler, 1.25"),
    Setting(
      "dismiss.leave", .number(1...100) { $1(&$0.dismissal.leave) },
      "The distance at which the magnet releases the window, as a multiple of the field's radius.",
      source: "our choice; the 10 % margin tolerates a finger that trembles at the edge"),
    Setting(
      "dismiss.stickSpeed", unit: "pt/s", .number(speeds) { $1(&$0.dismissal.stickSpeed) },
      "The horizontal speed above which the magnet does not catch the window.",
      source: "Android, stickToTargetMaxXVelocity, 2000 px/s taken as points"),
    Setting(
      "dismiss.escapeSpeed", unit: "pt/s", .number(speeds) { $1(&$0.dismissal.escapeSpeed) },
      "The upward speed above which a release frees the window from the magnet.",
      source: "Android, flingUnstuckFromTargetMinVelocity, 4000 px/s taken as points"),
    Setting(
      "dismiss.throw", .word { $1(&$0.dismissal.throwRule) },
      "The releases that count as throws at the magnet.",
      source: "our choice; a throw must go towards the magnet. Android's window uses 'off'"),
    Setting(
      "dismiss.throwSpeed", unit: "pt/s", .number(speeds) { $1(&$0.dismissal.throwSpeed) },
      "The lowest vertical speed of a throw at the magnet.",
      source: "Android, flingToTargetMinVelocity, 4000 px/s taken as points"),
    Setting(
      "dismiss.throwWidth", .number(0...100) { $1(&$0.dismissal.throwWidth) },
      "The width of the area at which a throw must be aimed, in diameters of the magnet.",
      source: "Android, flingToTargetWidthPercent, 3"),
    Setting(
      "dismiss.point", .word { $1(&$0.dismissal.point) },
      "Whether the centre of the window or the finger must enter the magnetic field.",
      source: "our choice; the result must not depend on where the finger holds the window"),
    Setting(
      "dismiss.entersOnly", .flag { $1(&$0.dismissal.entersOnly) },
      "Whether a window that rests in the field must leave the field before it can be dismissed.",
      source: "our choice; a touch alone must not dismiss a window that rests in the field"),
    Setting(
      "dismiss.response", unit: "s", .number(0...20) { $1(&$0.dismissal.holding.response) },
      "The response of the spring that moves the window to the magnet.",
      source: "Android, mAnimateToDismissSpringConfig, stiffness 1500: 2π / √1500 s"),
    Setting(
      "dismiss.catchUp", unit: "s", .number(0...20) { $1(&$0.dismissal.catchingUp.response) },
      "The response of the spring that moves the window back under the finger.",
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
