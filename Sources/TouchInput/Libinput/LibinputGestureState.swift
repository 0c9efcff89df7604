/// The gesture that libinput recognizes at present.
struct LibinputGestureState: Hashable, Sendable {
  enum State: Hashable, Sendable {
    /// No finger is down, or the fingers are not evaluated yet.
    case none
    /// Fingers are down, but their gesture is not decided yet.
    case unknown
    case hold
    /// One finger moves by less than 0.5 mm: the pointer moves, and the hold continues.
    case holdWithMotion
    case pointerMotion
    case scroll
    case pinch
    case swipe
  }

  var state = State.none
  /// Whether the event that begins the gesture was sent; always false for pointer motion, which has no such event.
  var hasBegun = false
  /// The number of fingers of the gesture.
  var fingers = 0
  /// The number of fingers that the gesture will have when ``switchTimer`` elapses; nil if the number does not change.
  var pendingFingers: Int?
  /// The indices of the two fingers whose movements decide the gesture: the highest and the lowest of all fingers.
  var first: Int?
  var second: Int?
  /// The time from which the movements of several fingers are evaluated.
  var beganAt = Int64.min / 2
  var holdTimer: Int64?
  var switchTimer: Int64?

  /// The distance between the fingers of a pinch when it was recognized, in 1/1000 inch.
  var pinchDistance = 0.0
  var pinchScale = 0.0
  /// The last angle of the fingers, in degrees.
  var pinchAngle = 0.0
  /// The last midpoint of the fingers, in device units.
  var pinchCenter = LibinputVector.zero

  var scrollAxes = LibinputScrollAxes()
  /// Whether a scroll was sent, and its end was not.
  var hasScrolled = false
}

/// The axes along which a scroll moves: one axis, until the fingers move diagonally for a while.
///
/// Source: libinput 1.22.1, src/evdev-mt-touchpad-gestures.c.
struct LibinputScrollAxes: Hashable, Sendable {
  /// The pause after which earlier movements are forgotten, and the time along an axis after which the scroll follows
  /// this axis, in microseconds.
  private static let longest: Int64 = 100_000
  /// The time along the other axis below which the scroll no longer follows that axis, in microseconds.
  private static let shortest: Int64 = 50_000

  private var isHorizontal = false
  private var isVertical = false
  /// A sum of the movements in which older movements count less, in millimetres.
  private var recent = LibinputVector.zero
  private var lastTime: Int64?
  /// The time of movements along each axis, in microseconds; at most ``longest``.
  private var horizontal: Int64 = 0
  private var vertical: Int64 = 0

  /// Returns a movement without the components along the axes that are not followed.
  ///
  /// - Parameters:
  ///   - movement: The movement in any unit.
  ///   - millimeters: The same movement in millimetres.
  ///   - microseconds: The time of the movement.
  /// - Returns: The movement in the unit of `movement`.
  mutating func constrained(
    _ movement: LibinputVector, millimeters: LibinputVector, at microseconds: Int64
  ) -> LibinputVector {
    guard !(isHorizontal && isVertical) else { return movement }
    var passed = microseconds - (lastTime ?? microseconds)
    if passed > Self.longest { passed = 0 }
    lastTime = microseconds
    let kept = Self.fading(after: passed)
    recent.x = recent.x * kept + millimeters.x
    recent.y = recent.y * kept + millimeters.y
    // Slopes: 3.73 is 75°, 1.73 is 60°, .57 is 30°, .27 is 15°.
    let slope = recent.x != 0 ? (recent.y / recent.x).magnitude : .infinity
    let length = recent.length
    if length > 0.15 { count(passed, slope) }
    follow()
    if length > 5 && slope < 1.73 && slope >= 0.57 { (isHorizontal, isVertical) = (true, true) }

    var movement = movement
    if isHorizontal != isVertical {
      if isHorizontal { movement.y = 0 } else { movement.x = 0 }
    } else if !isHorizontal {
      if slope >= 1.73 { movement.x = 0 }
      if slope < 0.57 { movement.y = 0 }
    }
    return movement
  }

  /// Adds the duration of a movement to the time of each axis along which it goes, and subtracts the duration from the
  /// time of an axis that the movement crosses.
  private mutating func count(_ passed: Int64, _ slope: Double) {
    if slope >= 0.57 {
      vertical = min(vertical + passed, Self.longest)
      if slope >= 3.73 { horizontal = max(horizontal - passed, 0) }
    }
    if slope < 1.73 {
      horizontal = min(horizontal + passed, Self.longest)
      if slope < 0.27 { vertical = max(vertical - passed, 0) }
    }
  }

  private mutating func follow() {
    if horizontal == Self.longest {
      isHorizontal = true
      if vertical < Self.shortest { isVertical = false }
    }
    if vertical == Self.longest {
      isVertical = true
      if horizontal < Self.shortest { isHorizontal = false }
    }
  }

  /// The factor of the earlier movements after a time: two straight lines that approximate 0.97 per millisecond.
  private static func fading(after passed: Int64) -> Double {
    guard passed > 0 else { return 0 }
    let (time, longest) = (Double(passed), Double(Self.longest))
    return time <= 0.33 * longest
      ? (longest / 2 - time) / (longest / 2) : (longest - time) / (longest * 2)
  }
}
