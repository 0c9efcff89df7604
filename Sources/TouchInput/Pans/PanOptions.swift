public import Quantities

/// The condition under which a touch becomes a pan.
public enum PanRecognizer: String, Hashable, Sendable, CaseIterable {
  /// The first movement begins the pan, and the translation includes it.
  case immediate
  /// A movement beyond the slop begins the pan, and the translation counts from there.
  case slop
}

/// The numbers of fingers that pan on a touchpad.
public enum FingerMatch: String, Hashable, Sendable, CaseIterable {
  /// ``PanOptions/touchpadFingers`` or more fingers pan.
  case atLeast = "at-least"
  /// Exactly ``PanOptions/touchpadFingers`` fingers pan.
  case exactly
}

/// The effect on a pan on a touchpad when a finger joins or leaves.
///
/// With ``end`` and ``cancel``, the pan pauses while the number of fingers differs from the number when the pan
/// began. The pan continues if it has that number again, and ends as usual if all fingers lift. If neither
/// happens within 100 ms after the last change, the pan ends or is cancelled.
///
/// Source: libinput, `evdev-mt-touchpad-gestures.c`, `DEFAULT_GESTURE_SWITCH_TIMEOUT` 100 ms.
public enum FingerChange: String, Hashable, Sendable, CaseIterable {
  /// The pan continues while the number of fingers matches ``PanOptions/fingerMatch``, and ends otherwise.
  case ignore
  /// The pan ends after a pause of 100 ms.
  case end
  /// The pan is cancelled after a pause of 100 ms.
  case cancel
}

/// The conditions for touches and pans.
public struct PanOptions: Hashable, Sendable {
  /// The condition under which a touch becomes a pan.
  public var recognizer: PanRecognizer
  /// The movement beyond which ``PanRecognizer/slop`` begins a pan.
  public var slop: Points
  /// The number of fingers that pan on a touchpad, 1 or more; on a touchscreen one finger pans.
  public var touchpadFingers: Int
  /// Whether more fingers than ``touchpadFingers`` also pan.
  public var fingerMatch = FingerMatch.atLeast
  /// The effect on a pan on a touchpad when a finger joins or leaves.
  public var fingerChange = FingerChange.ignore
  /// Whether a contact that the device reports as a palm is cancelled.
  public var cancelsPalms: Bool
  /// Whether the reader reports the force of touches.
  public var reportsForce = false

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
  /// Whether `count` fingers on a device of `kind` pan.
  func pans(with count: Int, on kind: DeviceKind) -> Bool {
    guard kind == .touchpad else { return count > 0 }
    switch fingerMatch {
    case .atLeast: return count >= max(touchpadFingers, 1)
    case .exactly: return count == max(touchpadFingers, 1)
    }
  }
}
