import Quantities

extension ReleasePolicy {
  /// The settings of the rule.
  public static let settings: [Setting<ReleasePolicy>] =
    velocitySettings + choiceSettings + dismissalSettings

  private static let speeds = 0.0...100_000
  private static let lengths = 0.0...100_000

  private static let velocitySettings: [Setting<ReleasePolicy>] = [
    Setting(
      "release.source", .word(\.source), "What the velocity of a release is.",
      source: "ours; the speed at the end, which a mean over the whole touch hides"),
    Setting(
      "release.cancelled", .word(\.cancelled),
      "What a touch that is taken away means: no velocity, or the same as a lift.",
      source: "ours; a palm does not throw. Wave's samples take both ends alike"),
    Setting(
      "release.deadBand", unit: "pt/s", .number(\.deadBand.value, speeds),
      "A release slower than this has no velocity.",
      source: "ours; above the 20 pt/s at which a resting finger drifts as it lifts"),
    Setting(
      "release.cap", unit: "pt/s", .number(\.cap.value, speeds),
      "A faster release counts as this fast.",
      source: "Flutter, kMaxFlingVelocity, 8000 logical pixels a second"),
    Setting(
      "release.opposed", unit: "pt", .number(\.opposed.value, lengths),
      "A velocity against a way of at least this length is none; 0 is off.",
      source: "ours; off, because a flick back is meant. Zag has 24"),
    Setting(
      "release.dampening", unit: "pt", .number(\.dampening.value, lengths),
      "A downward velocity is damped this near to where the surface is gone; 0 is off.",
      source: "ours; off, a hand is believed wherever it is. Compose Material 3 has 125"),
    Setting(
      "release.projection", unit: "s", .number(\.projection.value, 0...10),
      "How far ahead a velocity is projected.",
      source: "WWDC 2018, session 803: r / (1 − r) ms at the deceleration rate r = 0.998"),
    Setting(
      "release.page", unit: "pt", .number(\.page.value, lengths),
      "What counts as a page where a rule projects in pages; 0 is the whole travel.",
      source: "ours; a surface without pages has its whole travel"),
    Setting(
      "release.point", .word(\.point), "Which point is projected.",
      source: "WWDC 2018, session 803: the window is projected, not the finger on it"),
  ]

  private static let choiceSettings: [Setting<ReleasePolicy>] = [
    Setting(
      "release.choice", .word(\.choice), "How the target follows from place and velocity.",
      source: "WWDC 2018, session 803: the place nearest to the projection"),
    Setting(
      "release.threshold", .number(\.threshold, 0...1),
      "The share of a way at which a rule with a positional threshold changes its mind.",
      source: "Wave's sheet sample, half of the way"),
    Setting(
      "release.positional", unit: "pt", .number(\.positional.value, lengths),
      "The positional threshold as a distance; 0 takes release.threshold as a share of the way.",
      source: "ours; a share holds on every screen. Compose Material 3 has 56"),
    Setting(
      "release.neighbour", .word(\.neighbour),
      "What counts as the next candidate for the choice 'neighbour'.",
      source: "Compose, AnchoredDraggable"),
    Setting(
      "release.adjacentOnly", .flag(\.adjacentOnly),
      "Whether one release reaches at most the next candidate.",
      source: "ours; one place at a time, as in FloatingPanel, Flutter and Compose"),
    Setting(
      "release.skip", unit: "pt/s", .number(\.skip.value, speeds),
      "A release faster than this may pass candidates; 0 is never.",
      source: "ours; never, because a hard flick is not a wish for more"),
    Setting(
      "release.flick", unit: "pt/s", .number(\.flick.value, speeds),
      "A release this fast is a flick, never answered against its direction; 0 is off.",
      source: "ours; the 300 pt/s above which FloatingPanel's spring swings"),
    Setting(
      "release.flickWay", unit: "pt", .number(\.flickWay.value, lengths),
      "A flick must have gone this far from the start.",
      source: "ours; none, so that the shortest flick counts. astryx has 48"),
    Setting(
      "release.across", unit: "pt/s", .number(\.across.value, speeds),
      "How much faster along its way than across a flick must be, for 'pull' and 'toss'; 0 is off.",
      source: "ours; off, so that a slanting flick counts. Flutter's Dismissible has 400"),
    Setting(
      "release.heedsFlickBack", .flag(\.heedsFlickBack),
      "Whether a flick back keeps a surface, however far it was pulled, for 'pull' and 'toss'.",
      source: "ours; the flick came last, so it is what is meant"),
    Setting(
      "release.hysteresis", unit: "pt", .number(\.hysteresis.value, 0...1_000),
      "How much nearer another candidate must be for the start to be left.",
      source: "ours; the tremor of a hand that means to put a surface back"),
    Setting(
      "release.tie", .word(\.tie), "Which of two candidates that are equally near is taken.",
      source: "ours; from the very middle it goes on, or back to where it came from"),
    Setting(
      "release.handOffShare", .number(\.handOffShare, 0...10),
      "The share of the velocity that is handed over; 0 sets off from rest.",
      source: "ours; a surface goes on as fast as the hand did. gorhom/bottom-sheet has 0.5"),
    Setting(
      "release.handOffDistance", unit: "pt", .number(\.handOffDistance.value, lengths),
      "The way of a hand that counts as the whole travel when handed over; 0 is the true one.",
      source: "ours; a surface goes on as fast as the hand moved it. libadwaita has 1000"),
    Setting(
      "release.handOff", unit: "1/s", .number(\.handOff, 0...100_000),
      "At most this fraction of the remaining way in a second is handed over; 0 is no limit.",
      source: "ours; no limit, so that no velocity is lost. fluid-interfaces has 30"),
    Setting(
      "release.fitsContents", .flag(\.fitsContents),
      "Whether the choice 'halfExpanded' knows no half expanded place.",
      source: "ours; a place that there is counts. Material's fitToContents is true"),
    Setting(
      "release.skipsCollapsed", .flag(\.skipsCollapsed),
      "Whether the choice 'halfExpanded' never goes back to the collapsed place.",
      source: "Material, BottomSheetBehavior, skipCollapsed, false"),
  ]

  private static let dismissalSettings: [Setting<ReleasePolicy>] = [
    Setting(
      "release.dismissal", .word(\.dismissal), "When a surface is dismissed.",
      source: "ours; thrown as in FloatingPanel, and pulled slowly as well"),
    Setting(
      "release.dismissRate", unit: "1/s", .number(\.dismissRate, 0...1_000),
      "A throw dismisses above this fraction of the remaining way in a second.",
      source: "FloatingPanel, removalInteractionVelocityThreshold, 5.5"),
  ]
}
