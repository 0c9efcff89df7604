import Quantities

extension ReleasePolicy {
  /// The settings of the rule.
  public static let settings: [Setting<ReleasePolicy>] =
    velocitySettings + choiceSettings + dismissalSettings

  private static let speeds = 0.0...100_000
  private static let lengths = 0.0...100_000

  private static let velocitySettings: [Setting<ReleasePolicy>] = [
    Setting(
      "release.source", .word(\.source), "What the velocity of a release is."),
    Setting(
      "release.deadBand", unit: "pt/s", .number(\.deadBand.value, speeds),
      "A release slower than this has no velocity."),
    Setting(
      "release.cap", unit: "pt/s", .number(\.cap.value, speeds),
      "A faster release counts as this fast."),
    Setting(
      "release.opposed", unit: "pt", .number(\.opposed.value, lengths),
      "A velocity against a way of at least this length is none; 0 is off."),
    Setting(
      "release.dampening", unit: "pt", .number(\.dampening.value, lengths),
      "A downward velocity is damped this near to where the surface is gone; 0 is off."),
    Setting(
      "release.projection", unit: "s", .number(\.projection.value, 0...10),
      "How far ahead a velocity is projected."),
    Setting(
      "release.page", unit: "pt", .number(\.page.value, lengths),
      "What counts as a page where a rule projects in pages; 0 is the whole travel."),
    Setting("release.point", .word(\.point), "Which point is projected."),
  ]

  private static let choiceSettings: [Setting<ReleasePolicy>] = [
    Setting(
      "release.choice", .word(\.choice), "How the target follows from place and velocity."),
    Setting(
      "release.threshold", .number(\.threshold, 0...1),
      "The share of a way at which a rule with a positional threshold changes its mind."),
    Setting(
      "release.positional", unit: "pt", .number(\.positional.value, lengths),
      "The positional threshold as a distance; 0 takes release.threshold as a share of the way."),
    Setting(
      "release.neighbour", .word(\.neighbour),
      "What counts as the next candidate for the choice 'neighbour'."),
    Setting(
      "release.adjacentOnly", .flag(\.adjacentOnly),
      "Whether one release reaches at most the next candidate."),
    Setting(
      "release.skip", unit: "pt/s", .number(\.skip.value, speeds),
      "A release faster than this may pass candidates; 0 is never."),
    Setting(
      "release.flick", unit: "pt/s", .number(\.flick.value, speeds),
      "A release this fast is a flick, never answered against its direction; 0 is off."),
    Setting(
      "release.flickWay", unit: "pt", .number(\.flickWay.value, lengths),
      "A flick must have gone this far from the start."),
    Setting(
      "release.across", unit: "pt/s", .number(\.across.value, speeds),
      "How much faster along its way than across a flick must be, for 'pull' and 'toss'; 0 is off."),
    Setting(
      "release.heedsFlickBack", .flag(\.heedsFlickBack),
      "Whether a flick back keeps a surface, however far it was pulled, for 'pull' and 'toss'."),
    Setting(
      "release.hysteresis", unit: "pt", .number(\.hysteresis.value, 0...1_000),
      "How much nearer another candidate must be for the start to be left."),
    Setting(
      "release.tie", .word(\.tie), "Which of two candidates that are equally near is taken."),
    Setting(
      "release.handOffShare", .number(\.handOffShare, 0...10),
      "The share of the velocity that is handed over; 0 sets off from rest."),
    Setting(
      "release.handOffDistance", unit: "pt", .number(\.handOffDistance.value, lengths),
      "The way of a hand that counts as the whole travel when handed over; 0 is the true one."),
    Setting(
      "release.handOff", unit: "1/s", .number(\.handOff, 0...100_000),
      "At most this fraction of the remaining way in a second is handed over; 0 is no limit."),
    Setting(
      "release.fitsContents", .flag(\.fitsContents),
      "Whether the choice 'halfExpanded' knows no half expanded place."),
    Setting(
      "release.skipsCollapsed", .flag(\.skipsCollapsed),
      "Whether the choice 'halfExpanded' never goes back to the collapsed place."),
  ]

  private static let dismissalSettings: [Setting<ReleasePolicy>] = [
    Setting("release.dismissal", .word(\.dismissal), "When a surface is dismissed."),
    Setting(
      "release.dismissRate", unit: "1/s", .number(\.dismissRate, 0...1_000),
      "A throw dismisses above this fraction of the remaining way in a second."),
  ]
}
