public import Quantities

/// When a touch becomes a pan.
public enum PanRecognizer: String, Hashable, Sendable, CaseIterable {
  /// With the first movement, all of which counts.
  case immediate
  /// When the hand has moved further than the slop; the translation counts from there.
  case slop
}

/// Which numbers of fingers pan on a touchpad.
public enum FingerMatch: String, Hashable, Sendable, CaseIterable {
  /// ``PanOptions/touchpadFingers`` or more.
  case atLeast = "at-least"
  /// ``PanOptions/touchpadFingers`` and no other number.
  case exactly
}

/// What happens to a pan on a touchpad when a finger joins or leaves.
///
/// With ``end`` and ``cancel`` the pan stands still while the number of fingers differs from the one that it
/// began with. It goes on if the number comes back, ends as usual if all fingers leave, and otherwise is
/// over 100 ms after the last change.
///
/// Source: libinput, `evdev-mt-touchpad-gestures.c`, `DEFAULT_GESTURE_SWITCH_TIMEOUT` 100 ms.
public enum FingerChange: String, Hashable, Sendable, CaseIterable {
  /// The pan goes on while its number of fingers pans, and ends as soon as it does not.
  case ignore
  /// The pan ends after 100 ms.
  case end
  /// The pan is cancelled after 100 ms.
  case cancel
}

/// What makes a touch, and what makes a touch a pan.
public struct PanOptions: Hashable, Sendable {
  /// When a touch becomes a pan.
  public var recognizer: PanRecognizer
  /// How far the hand may move before ``PanRecognizer/slop`` takes the touch for a pan.
  public var slop: Points
  /// How many fingers pan on a touchpad, 1 or more; on a touchscreen one does.
  public var touchpadFingers: Int
  /// Whether more fingers than ``touchpadFingers`` pan, too.
  public var fingerMatch = FingerMatch.atLeast
  /// What happens to a pan on a touchpad when a finger joins or leaves.
  public var fingerChange = FingerChange.ignore
  /// Whether a contact that the device declares a palm is cancelled.
  public var cancelsPalms: Bool
  /// Whether it is told how hard the hand presses.
  public var tellsForce = false

  /// Creates options.
  public init(
    recognizer: PanRecognizer = .immediate, slop: Points = Points(10), touchpadFingers: Int = 2,
    cancelsPalms: Bool = true
  ) {
    self.recognizer = recognizer
    self.slop = slop
    self.touchpadFingers = touchpadFingers
    self.cancelsPalms = cancelsPalms
  }
}

extension PanOptions {
  /// Whether a device of `kind` pans with `count` fingers on it.
  func pans(with count: Int, on kind: DeviceKind) -> Bool {
    guard kind == .touchpad else { return count > 0 }
    switch fingerMatch {
    case .atLeast: return count >= max(touchpadFingers, 1)
    case .exactly: return count == max(touchpadFingers, 1)
    }
  }
}
