public import Quantities

/// The condition under which a touch becomes a pan, and the point from which the translation of the pan counts.
///
/// On a touchpad, ``immediate`` uses the contacts, and the other recognizers use the scrolls and swipes of libinput, as
/// the programs of a Linux desktop do; see ``LibinputTouchpad``. Their slop is then added to the movement that libinput
/// itself needs to recognize a gesture.
///
/// The recognizers that are named after a platform or a program were compared with its motion under recorded gestures.
public enum PanRecognizer: String, Hashable, Sendable, CaseIterable {
  /// The beginning of a scroll or swipe of libinput begins the pan; on a touchscreen, the first movement.
  case libinput
  /// The first movement begins the pan, and the translation counts from the touch-down.
  ///
  /// On a touchpad, the pan is the movement of the contacts, in millimetres times the points per millimetre.
  case immediate
  /// A movement beyond the slop begins the pan, and the translation counts from the position at this time.
  case slop
  /// A movement beyond the slop begins the pan, and the translation counts from the point at which the movement left
  /// the slop.
  ///
  /// A pan that begins along one axis moves only along this axis, until the finger strays from the axis.
  ///
  /// Source: Chromium, `gesture_detector.cc`, `gesture_provider.cc` and `snap_scroll_controller.cc`; its slop is 15 px.
  case chromium
  /// A movement beyond the slop along the axis of the surface begins the pan, and the translation is shorter by the
  /// slop.
  ///
  /// Source: Android, `RecyclerView.java` and `ScrollView.java`; the slop of `ViewConfiguration` is 8 dp, and the slop
  /// of pagers is 16 dp.
  case android
  /// A movement beyond the slop along the axis of the surface begins the pan, and the translation counts from the
  /// position at this time.
  ///
  /// Source: Flutter, `monodrag.dart` with `DragStartBehavior.start`; the slop is 18 logical pixels.
  case flutter
  /// A movement beyond the slop along x or y begins the pan, and the translation counts from the touch-down.
  ///
  /// The touch is refused if it moves more than twice as far across the axis of the surface as along it, even within
  /// the slop. It is also refused if it stays within the slop for 500 ms.
  ///
  /// Source: GTK 4.8, `gtkscrolledwindow.c`, `gtkgesturepan.c` and `gtkgesturelongpress.c`; the slop is 8 px.
  case gtk
  /// A movement of at least the slop begins the pan, and the translation counts from the position in the previous
  /// report.
  ///
  /// The touch is refused if it is across the axis of the surface in its first report, or when it leaves the slop.
  ///
  /// Source: libadwaita 1.2, `adw-swipe-tracker.c`, `DRAG_THRESHOLD_DISTANCE`, 16 px.
  case adw
  /// The pan begins one frame of 1/60 s after the first frame beyond the slop along the axis of the surface.
  ///
  /// The translation counts from the last report of the frame in which the pan begins, because Qt Quick delivers a touch
  /// only once per frame. Content that the touch caught at more than 100 pt/s follows the finger at once. A touch that
  /// lifts more than 15 pt from the touch-down, before it became a pan, is a pan without a translation. Of several
  /// fingers, only the first one counts, and the others only keep a pan from beginning.
  ///
  /// Source: Qt 6, `qquickflickable.cpp`; the slop is `QStyleHints::startDragDistance`, 10 px.
  case qt
  /// A movement of at least the slop begins the pan, and the translation counts from the position in the previous
  /// report.
  ///
  /// The touch is refused if this movement is across the axis of the surface. The velocity is measured from this report
  /// on.
  ///
  /// Source: gnome-shell at 8f78208, `swipeTracker.js`, `DRAG_THRESHOLD_DISTANCE`, 16; niri at f30db16, `input/mod.rs`,
  /// 16.
  case gnome
  /// The first scroll event begins the pan, and the translation includes its movement.
  ///
  /// The touch is refused if this movement along the axis of the surface is less than 1.2 times the movement across it.
  /// The slop is not used.
  ///
  /// Source: libadwaita at c68992b, `adw-swipe-tracker.c`, `handle_scroll_event` and `SCROLL_ORIENTATION_FACTOR`, 1.2.
  case adwScroll
  /// A movement of at least the slop along x or y begins the pan, and the translation counts from the touch-down.
  ///
  /// The touch is refused if this movement is across the axis of the surface. Source: KWin at 0605908, `gestures.cpp`,
  /// `updateSwipeGesture`; the slop is 5.
  case kwin
  /// A movement of at least the slop along x or y begins the pan, and the translation counts from the position in the
  /// previous report.
  ///
  /// The touch is refused if this movement is across the axis of the surface. The velocity is measured from this report
  /// on.
  ///
  /// Source: Hyprland at 6ffae9c, `TrackpadGestures.cpp`, `gestureUpdate`; the slop is 5.
  case hyprland
  /// A movement of at least the slop along the axis of the surface begins the pan, and the translation counts from the
  /// position in the previous report.
  ///
  /// After a movement of at least the slop across the axis, a pan needs a movement of at least four times the slop
  /// along it.
  ///
  /// Source: gala at 8a3997a, `TouchpadSwipeBackend.vala`, `DRAG_THRESHOLD_DISTANCE`, 16.
  case gala
  /// A movement beyond the slop begins the pan, and the translation counts from the touch-down.
  ///
  /// Source: pages that listen to touch moves and have no slop of their own, such as the pages of Zag at 24a5ba00.
  /// Chromium withholds the movements within its slop, 15 px on Linux, and then reports the current position.
  case page
  /// The same as ``page``, but the touch is refused if it has moved at least as far across the axis of the surface as
  /// along it.
  ///
  /// A second finger ends the pan. Source: Embla 9.0.0-rc02 at 25eff504, `DragHandler.ts`, `move`.
  case embla
  /// A movement beyond the slop begins the pan. The translation counts from the last report in the same frame of the
  /// browser, because a browser reports a touch only once per frame, 60 times a second.
  ///
  /// The touch is refused if it has moved farther across the axis of the surface than along it at this time.
  ///
  /// Source: Swiper 14.0.6 at 865dba47, `onTouchMove.ts`, `touchAngle`, 45, and `threshold`, 5, which is within the slop of
  /// browsers.
  case swiper
}

extension PanRecognizer {
  /// Whether the recognizer refuses or ignores movements across the axis of the surface.
  package var usesAxis: Bool {
    switch self {
    case .libinput, .immediate, .slop, .chromium, .page: false
    case .android, .flutter, .gtk, .adw, .qt, .gnome, .adwScroll, .kwin, .hyprland, .gala, .embla,
      .swiper:
      true
    }
  }

  /// Whether a pan begins only when the touch has moved farther than the slop.
  package var usesSlop: Bool { ![.libinput, .immediate, .adwScroll].contains(self) }

  /// Whether the pans on a touchpad are the scrolls and swipes of libinput.
  package var usesLibinput: Bool { self != .immediate }

  /// Whether the modelled program moves its surface with the accelerated movements of a touchpad.
  ///
  /// Source: KWin at 066ac32, `libinput/events.cpp`, and Hyprland's aquamarine at 7ce889c, `Session.cpp`, which call
  /// `libinput_event_gesture_get_dx`. GNOME Shell, niri and gala use the unaccelerated movements.
  package var usesAcceleration: Bool { self == .kwin || self == .hyprland }

  /// Whether the modelled program measures the velocity from the report that begins the pan.
  var measuresFromPan: Bool { [.gnome, .hyprland, .gala].contains(self) }

  /// Whether the modelled program moves content that the touch has caught before the touch becomes a pan.
  var movesCaughtContent: Bool { self == .qt }

  /// Whether the modelled program ignores all fingers but the first one.
  var usesFirstFinger: Bool { self == .qt }

  /// Whether the modelled program gets no report between the touch-down and the beginning of the pan.
  var withholdsReports: Bool { [.page, .embla, .swiper].contains(self) }
}

/// The axis along which a surface moves.
public enum PanAxis: Hashable, Sendable {
  /// From left to right.
  case horizontal
  /// From top to bottom.
  case vertical
}

/// The rule for the number of fingers that make a pan on a touchpad.
public enum FingerMatch: String, Hashable, Sendable, CaseIterable {
  /// ``PanOptions/touchpadFingers`` or more fingers make a pan.
  case atLeast = "at-least"
  /// Exactly ``PanOptions/touchpadFingers`` fingers make a pan.
  case exactly
}

/// The effect on a pan on a touchpad when a finger joins or leaves.
///
/// When the number of fingers changes, libinput itself ends or cancels its gesture. With ``end``, a pan ends as usual
/// even if libinput cancels the gesture.
///
/// For ``PanRecognizer/immediate``, which uses the contacts, the rule is: with ``end`` and ``cancel``, the pan pauses
/// while the number of fingers differs from the number with which the pan began. The pan continues when it has the
/// original number again, and ends as usual if all fingers lift. If the number stays different for 100 ms after its
/// last change, the pan ends or is cancelled.
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
  /// The movement beyond which a pan begins; ``PanRecognizer/libinput`` and ``PanRecognizer/immediate`` do not use it.
  public var slop: Points
  /// The axis of the surface, for recognizers that refuse movements across it; nil for a surface that moves freely.
  public var axis: PanAxis?
  /// The number of fingers that make a pan on a touchpad, 1 or more; on a touchscreen, one finger is enough.
  public var touchpadFingers: Int
  /// Whether more fingers than ``touchpadFingers`` also make a pan.
  public var fingerMatch = FingerMatch.atLeast
  /// The effect on a pan on a touchpad when a finger joins or leaves.
  public var fingerChange = FingerChange.ignore
  /// The version of libinput whose gestures are used on a touchpad.
  public var libinputVersion = LibinputVersion.current
  /// Whether a contact that the device reports as a palm is cancelled.
  public var cancelsPalms: Bool
  /// Whether the reader reports the force of touches.
  public var reportsForce = false

  /// Creates options.
  public init(
    recognizer: PanRecognizer = .libinput, slop: Points = Points(10), touchpadFingers: Int = 2,
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
  package func pans(with count: Int, on kind: DeviceKind) -> Bool {
    guard kind == .touchpad else { return count > 0 }
    switch fingerMatch {
    case .atLeast: return count >= max(touchpadFingers, 1)
    case .exactly: return count == max(touchpadFingers, 1)
    }
  }
}
