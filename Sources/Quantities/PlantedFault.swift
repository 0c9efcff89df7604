#if FLICKBOOK_FAULTS
  /// A fault that can be planted to see whether the bundled cases notice it.
  ///
  /// It is compiled only into debug builds for which FLICKBOOK_FAULTS is set, as `scripts/test-faults` does,
  /// which plants one after the other and expects at least one case to change. What settings can break is no part of this;
  /// a test replays the cases with every release setting changed.
  public enum PlantedFault: String, CaseIterable, Sendable {
    /// A tracking id of −1 does not free its slot.
    case liftIgnored = "lift-ignored"
    /// Another tracking id in a slot that is in use goes on as the contact before it.
    case replacedContactGoesOn = "replaced-contact-goes-on"
    /// A slot that is freed forgets its coordinates, which the device does not send again.
    case slotForgets = "slot-forgets"
    /// `ABS_MT_SLOT` selects nothing; everything is said of the first slot.
    case slotNumberIgnored = "slot-number-ignored"
    /// A device without slots is touched without `BTN_TOUCH`.
    case singleTouchWithoutButton = "single-touch-without-button"
    /// A finger that is tracked goes on touching after `BTN_TOUCH` says that nothing does.
    case buttonLiftIgnored = "button-lift-ignored"
    /// A finger above the surface counts as touching it.
    case hoverTouches = "hover-touches"
    /// `BTN_TOOL_*` do not say how many fingers there are.
    case fingerButtonsIgnored = "finger-buttons-ignored"
    /// The kernel's key repeats count as changes of a button.
    case keyRepeatsHeard = "key-repeats-heard"
    /// A palm goes on as a finger.
    case palmKept = "palm-kept"
    /// `SYN_DROPPED` is passed over.
    case dropIgnored = "drop-ignored"
    /// A contact that a device of type A no longer lists stays down.
    case unlistedStaysDown = "unlisted-stays-down"
    /// Fingers that were down when the recording began are not known.
    case startIgnored = "start-ignored"
    /// `ABS_X` and `ABS_Y` do not make up for what a slot lacks.
    case pointerIgnored = "pointer-ignored"
    /// A coordinate that comes later does not stand in for one that is missing.
    case laterCoordinateIgnored = "later-coordinate-ignored"
    /// Frames go back in time when the clock does.
    case clockGoesBack = "clock-goes-back"
    /// A spring under a finger that moves on sets off from rest.
    case retargetDropsVelocity = "retarget-drops-velocity"
    /// A surface that a program sends elsewhere in flight sets off from rest.
    case commandDropsVelocity = "command-drops-velocity"
    /// A slow pull dismisses only past three quarters of the way out, instead of half.
    case dismissalPastThreeQuarters = "dismissal-past-three-quarters"
    /// A slow pull dismisses past a third of the way out, instead of half.
    case dismissalPastOneThird = "dismissal-past-one-third"
    /// Wave's engine ends a critically damped spring without the quarter that it adds from there on.
    case waveCriticalEndsEarly = "wave-critical-ends-early"
    /// Compose's engine ends at twice its threshold.
    case composeThresholdDoubled = "compose-threshold-doubled"
    /// FloatingPanel's engine ends as soon as the value is within a pixel, however fast it moves.
    case floatingPanelEndsInMotion = "floatingpanel-ends-in-motion"
    /// Android's impulse takes the work of the first step whole.
    case impulseFirstStepWhole = "impulse-first-step-whole"
    /// The ChromeOS fling takes in the steps before a turn.
    case chromeOSMixesDirections = "chromeos-mixes-directions"
    /// Flutter's estimator keeps its velocity through a silence before the release.
    case flutterSilenceIgnored = "flutter-silence-ignored"
    /// The logarithmic band gives an eighth of its slope.
    case logarithmSlopeUnscaled = "logarithm-slope-unscaled"
    /// A flick from beyond the ends goes on from the nearest candidate instead of to it.
    case neighbourStepsFromBeyondEnds = "neighbour-steps-from-beyond-ends"
    /// A press that the device takes back switches the flashlight.
    case cancelledPressSwitches = "cancelled-press-switches"
    /// A hand that is exactly at the seam never moves the content.
    case seamBelongsToSurface = "seam-belongs-to-surface"

    /// The one that is planted in this process; nil for none.
    ///
    /// Set once, before anything is read.
    public nonisolated(unsafe) static var planted: PlantedFault?
  }
#endif
