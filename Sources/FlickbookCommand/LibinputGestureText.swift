import Flickbook

extension LibinputGesture {
  /// The gesture in words, such as `swipe by 3 fingers, 0.31 s, 297 units left, 0.70 of a GNOME workspace`.
  var text: String {
    var text = "\(kind.rawValue) by \(count(fingers, "finger")), \(decimals(duration.value, 2)) s"
    switch kind {
    case .motion, .scroll: text += ", \(distance)"
    case .swipe: text += ", \(distance), \(decimals(workspaces, 2)) of a GNOME workspace"
    case .pinch:
      text += ", to \(decimals(scale, 2)) times the distance, turned by \(decimals(degrees, 0))°"
    case .hold: break
    }
    return text + (isCancelled ? ", cancelled" : "")
  }

  /// The distance in libinput's units; for pointer motion, the accelerated distance, which programs use.
  private var distance: String {
    let moved = kind == .motion ? accelerated : unaccelerated
    let parts = [
      (moved.x.value, moved.x.value < 0 ? "left" : "right"),
      (moved.y.value, moved.y.value < 0 ? "up" : "down"),
    ].filter { $0.0.magnitude >= 0.5 }
      .map { "\(count(Int($0.0.magnitude.rounded()), "unit")) \($0.1)" }
    return parts.isEmpty ? "no distance" : parts.joined(separator: " and ")
  }

  /// The fraction of a workspace by which the swipe moves GNOME Shell.
  ///
  /// Source: gnome-shell, `swipeTracker.js`: a workspace is 400 units wide and 300 units high, and the first 16 units of
  /// a swipe do not count.
  private var workspaces: Double {
    let (x, y) = (unaccelerated.x.value.magnitude, unaccelerated.y.value.magnitude)
    return max(max(x, y) - 16, 0) / (x >= y ? 400 : 300)
  }
}

/// Describes the gestures that libinput recognizes on a touchpad, during the recording.
struct GestureListener {
  private var touchpad: LibinputTouchpad?
  private var gestures = LibinputGestures()

  /// Creates a listener; for a touchscreen, it returns no texts.
  init(_ device: DeviceDescription) {
    touchpad = device.kind == .touchpad ? LibinputTouchpad(device: device) : nil
  }

  /// Receives the events of a report, and returns the gestures in words if all fingers have lifted.
  mutating func receive(_ events: [RawEvent]) -> [String] {
    guard touchpad != nil else { return [] }
    for event in events {
      let sent = touchpad?.receive(event) ?? []
      gestures.take(sent, isTouched: touchpad?.isTouched ?? false)
    }
    guard touchpad?.isTouched == false else { return [] }
    defer { gestures = LibinputGestures() }
    return gestures.gestures.map(\.text)
  }
}
