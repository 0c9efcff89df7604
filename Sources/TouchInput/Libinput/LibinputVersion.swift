/// A version of libinput whose treatment of touchpads is modelled.
public enum LibinputVersion: String, Hashable, Sendable, CaseIterable {
  /// 1.22.1, the version of Debian 12.
  case v1_22 = "1.22"
  /// 1.28.1, the version of Debian 13.
  ///
  /// The modelled rules are the same in all versions up to 1.31.3 (July 2026).
  case v1_28 = "1.28"

  /// The newest version that is modelled, which ``PanOptions`` use by default.
  public static let current = v1_28

  /// The rules in which the versions differ.
  var rules: LibinputRules {
    switch self {
    case .v1_22:
      LibinputRules(
        beginsWithMovement: true, ignoresPalmsInButtonAreas: true, ignoresPalmsOfApple: false,
        tracksFingersWithoutGestures: false, clickEndsPointerMotion: false,
        keepsUnbegunPinch: false,
        addsUnitToRange: false, speedFactor: 1.0008753254078329)
    case .v1_28:
      LibinputRules(
        beginsWithMovement: false, ignoresPalmsInButtonAreas: false, ignoresPalmsOfApple: true,
        tracksFingersWithoutGestures: true, clickEndsPointerMotion: true, keepsUnbegunPinch: true,
        addsUnitToRange: true, speedFactor: 1)
    }
  }
}

/// The rules in which versions of libinput differ.
///
/// Source: libinput at the tags 1.22.1 and 1.28.1, src/evdev-mt-touchpad-gestures.c, src/evdev-mt-touchpad.c,
/// src/evdev.c and src/filter-touchpad.c.
struct LibinputRules: Hashable, Sendable {
  /// Whether the report that begins a swipe, a pinch or a scroll also sends its movement.
  ///
  /// Otherwise the gesture begins with this report, and the movement of this report is lost.
  let beginsWithMovement: Bool
  /// Whether a finger that begins in an area for buttons is never a palm at the edge.
  let ignoresPalmsInButtonAreas: Bool
  /// Whether a finger on a touchpad of Apple is never a palm at the edge.
  let ignoresPalmsOfApple: Bool
  /// Whether three or more fingers are evaluated on a device that has no pinches and swipes.
  let tracksFingersWithoutGestures: Bool
  /// Whether a click of a clickpad ends the movement of the pointer, so that a new movement begins after it.
  let clickEndsPointerMotion: Bool
  /// Whether a pinch whose begin was never sent remains the current gesture after its fingers lift.
  let keepsUnbegunPinch: Bool
  /// Whether the range of an axis counts as maximum − minimum + 1 when a resolution is computed from an assumed size.
  let addsUnitToRange: Bool
  /// The factor of the acceleration at the speed setting 0, which is the default; unitless.
  ///
  /// libinput 1.22 computes the factor with a fitted curve: 435837.2 + (0.04762636 − 435837.2) / (1 + (1 /
  /// 240.4549)^2.377168).
  let speedFactor: Double
}
