public import Quantities

/// The condition under which a touch becomes a pan.
public enum PanRecognizer: String, Hashable, Sendable, CaseIterable {
  /// The first movement begins the pan, and the translation includes this movement.
  case immediate
  /// A movement beyond the slop begins the pan, and the translation does not include the movement before.
  case slop
}

/// Which numbers of fingers make a pan on a touchpad.
public enum FingerMatch: String, Hashable, Sendable, CaseIterable {
  /// ``PanOptions/touchpadFingers`` or more fingers make a pan.
  case atLeast = "at-least"
  /// Exactly ``PanOptions/touchpadFingers`` fingers make a pan.
  case exactly
}

/// The effect on a pan on a touchpad when a finger joins or leaves.
///
/// With ``end`` and ``cancel``, the pan pauses while the number of fingers differs from the number with which the
/// pan began. The pan continues when it has the original number again, and ends as usual if all fingers lift. If
/// the number stays different for 100 ms after its last change, the pan ends or is cancelled.
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
  /// The number of fingers that make a pan on a touchpad, 1 or more; on a touchscreen, one finger is enough.
  public var touchpadFingers: Int
  /// Whether more fingers than ``touchpadFingers`` also make a pan.
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
  /// Whether `count` fingers make a pan on a device of `kind`.
  func pans(with count: Int, on kind: DeviceKind) -> Bool {
    guard kind == .touchpad else { return count > 0 }
    switch fingerMatch {
    case .atLeast: return count >= max(touchpadFingers, 1)
    case .exactly: return count == max(touchpadFingers, 1)
    }
  }
}
