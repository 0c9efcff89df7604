public import Quantities

/// The rule that picks a target when the hand lets go, as data.
///
/// The rule of a shipping system is a set of these numbers and words, so presets, the linter and
/// the tuner all use the one function ``decide(_:)``.
public struct ReleasePolicy: Hashable, Sendable {
  /// Which point is projected.
  public enum ProjectedPoint: String, Hashable, Sendable, CaseIterable {
    /// The surface, where the hand has put it within its limits.
    case surface
    /// The surface, where the hand would have put it without limits.
    case unlimited
    /// The finger, held within the screen.
    case touch
  }

  /// How the target follows from the projected point.
  public enum Choice: String, Hashable, Sendable, CaseIterable {
    /// The candidate nearest to it.
    case nearest
    /// The candidate in the same quarter of the screen.
    case quadrant
    /// The last candidate when its progress from the first is above the threshold, else the first.
    case progress
  }

  /// A release slower than this has no velocity.
  ///
  /// Source: ours; a resting finger drifts at up to 20 pt/s when it lifts.
  public var deadBand = PointsPerSecond(30)

  /// A faster release counts as this fast.
  ///
  /// Source: Flutter, `kMaxFlingVelocity`, 8000 logical pixels per second.
  public var cap = PointsPerSecond(8_000)

  /// How far ahead a velocity is projected: its distance is this time × the velocity.
  ///
  /// Source: "Designing Fluid Interfaces", WWDC 2018, session 803: r / (1 − r) ms at r = 0.998.
  public var projection = Seconds(0.499)

  /// Which point is projected.
  public var point = ProjectedPoint.surface

  /// How the target follows from the projected point.
  public var choice = Choice.nearest

  /// The projected progress above which ``Choice/progress`` picks the last candidate; unitless.
  ///
  /// Source: Wave's sheet sample, 0.5.
  public var threshold = 0.5

  /// Whether one release reaches at most the next candidate.
  ///
  /// Source: ours, as FloatingPanel, Flutter and Compose do.
  public var adjacentOnly = true

  /// A release faster than this may pass candidates although ``adjacentOnly`` is set.
  ///
  /// Source: ours; above 4000 pt/s a hand throws rather than moves. 0 switches it off.
  public var skip = PointsPerSecond(0)

  /// A release this fast is never answered against its direction; 0 switches it off.
  ///
  /// Source: ours; FloatingPanel calls 300 pt/s a flick.
  public var flick = PointsPerSecond(300)

  /// How much nearer another candidate must be for the start to be left.
  ///
  /// Source: ours; 8 pt is the tremor of a hand that means to put a surface back.
  public var hysteresis = Points(8)

  /// A throw out of the last candidate dismisses above this speed, as a fraction of the remaining
  /// way in a second; unitless / s.
  ///
  /// Source: FloatingPanel, `removalInteractionVelocityThreshold`, 5.5.
  public var dismissRate = 5.5

  /// Creates the standard rule.
  public init() {}
}

extension ReleasePolicy {
  /// The settings of the rule.
  public static let settings: [Setting<ReleasePolicy>] = {
    let speeds = 0.0...100_000
    return [
      Setting(
        "release.deadBand", unit: "pt/s", .number(\.deadBand.value, speeds),
        "A release slower than this has no velocity."),
      Setting(
        "release.cap", unit: "pt/s", .number(\.cap.value, speeds),
        "A faster release counts as this fast."),
      Setting(
        "release.projection", unit: "s", .number(\.projection.value, 0...10),
        "How far ahead a velocity is projected."),
      Setting("release.point", .word(\.point), "Which point is projected."),
      Setting(
        "release.choice", .word(\.choice),
        "How the target follows from the projected point."),
      Setting(
        "release.threshold", .number(\.threshold, 0...1),
        "The projected progress above which the choice 'progress' takes the last candidate."),
      Setting(
        "release.adjacentOnly", .flag(\.adjacentOnly),
        "Whether one release reaches at most the next candidate."),
      Setting(
        "release.skip", unit: "pt/s", .number(\.skip.value, speeds),
        "A release faster than this may pass candidates; 0 is never."),
      Setting(
        "release.flick", unit: "pt/s", .number(\.flick.value, speeds),
        "A release this fast is never answered against its direction; 0 is off."),
      Setting(
        "release.hysteresis", unit: "pt",
        .number(\.hysteresis.value, 0...1_000),
        "How much nearer another candidate must be for the start to be left."),
      Setting(
        "release.dismissRate", unit: "1/s", .number(\.dismissRate, 0...1_000),
        "A throw dismisses above this fraction of the remaining way in a second."),
    ]
  }()
}
