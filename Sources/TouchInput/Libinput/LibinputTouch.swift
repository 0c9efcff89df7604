/// The state of one finger, in a slot of the device or in a place for fingers that the device only counts.
struct LibinputTouch: Hashable, Sendable {
  enum Phase: Hashable, Sendable {
    /// No finger.
    case absent
    /// A finger that the device reports but that does not touch, or not with enough pressure.
    case hovering
    /// A finger that touches for the first time in this report.
    case began
    /// A finger that touches.
    case down
    /// A finger that lifts in this report, unless the device is known to report this by mistake.
    case ending
    /// A finger that lifted in this report.
    case ended
  }

  struct Sample: Hashable, Sendable {
    var microseconds: Int64
    var point: LibinputPoint
  }

  /// The reason why a finger is ignored as a palm.
  enum Palm: Hashable, Sendable {
    case none
    case edge
    case tool
    case pressure
    case size
  }

  /// The area for buttons that a finger occupies.
  enum ButtonArea: Hashable, Sendable {
    case none
    /// The finger is outside the areas for buttons, or has left such an area; it may move the pointer.
    case surface
    case bottom
    /// The finger began at the top less than 100 ms ago.
    case topNew
    /// The finger rested at the top. It does not move the pointer, even after it has left the top.
    case top
  }

  /// The state of a finger on a device that scrolls at its edges.
  enum EdgeScroll: Hashable, Sendable {
    case none
    /// The finger began at an edge and may begin to scroll.
    case new
    case scrolling
    /// The finger moves the pointer.
    case surface
  }

  struct Edges: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let right = Edges(rawValue: 1)
    static let bottom = Edges(rawValue: 2)
  }

  var phase = Phase.absent
  /// Whether the device ended the contact, so that the finger does not hover, either.
  var hasLeft = true
  /// Whether this report has an event about the finger.
  var isChanged = false
  var point = LibinputPoint(x: 0, y: 0)
  var pressure = 0
  var major = 0
  var minor = 0
  var isReportedPalm = false
  var beganAt: Int64 = 0

  /// The latest positions, the newest last; at most ``longestHistory``.
  private(set) var history: [Sample] = []
  /// Whether the history is also cleared in the next report, because positions may jump in both reports.
  var forgetsAgain = false
  /// The length of the previous movement, in millimetres per 12 ms.
  var lastJump = 0.0
  /// The centre of the ellipse within which the finger rests.
  var restCenter = LibinputPoint(x: 0, y: 0)
  /// The directions of the last three horizontal movements, as bits; 1 means to the left.
  var wobble: UInt8 = 0
  /// The position at which the finger was when a clickpad was pressed; nil once the finger has moved away from it.
  var pin: LibinputPoint?

  var area = ButtonArea.none
  /// The time at which ``ButtonArea/topNew`` becomes ``ButtonArea/top``; nil if the finger is elsewhere.
  var areaTimer: Int64?
  /// The position of the touch-down.
  var origin = LibinputPoint(x: 0, y: 0)
  /// The time of the touch-down.
  var originAt: Int64 = 0
  /// Whether a finger in the area for buttons at the bottom has moved so far that it no longer presses a button.
  var hasLeftButton = false

  var edgeScroll = EdgeScroll.none
  var edges: Edges = []
  /// The edge of a scroll whose end was not sent yet; nil if there is no such scroll.
  var sentEdge: Edges?
  var edgeTimer: Int64?
  var edgeOrigin = LibinputPoint(x: 0, y: 0)

  var palm = Palm.none
  var palmOrigin = LibinputPoint(x: 0, y: 0)
  /// The time of the touch-down, or the time at which the finger became a palm; 0 after the lift.
  var palmAt: Int64 = 0

  /// The position from which the finger's movement is measured to decide the gesture.
  var gestureOrigin = LibinputPoint(x: 0, y: 0)
  /// The speed in the last report with a movement, in millimetres per second.
  var speed = 0.0
  /// A counter from 0 to 15: a report in which the finger is fast adds one, any other report subtracts one.
  var fastReports = 0

  /// The number of positions that are kept.
  ///
  /// Source: libinput 1.22.1, src/evdev-mt-touchpad.h.
  static let longestHistory = 4

  /// Whether the finger touches.
  var isDown: Bool { phase == .began || phase == .down }

  /// The movement since the previous report, in device units; zero if the previous position is unknown.
  var movement: LibinputPoint {
    guard history.count > 1 else { return LibinputPoint(x: 0, y: 0) }
    return history[history.count - 1].point - history[history.count - 2].point
  }

  mutating func forget() { history.removeAll(keepingCapacity: true) }

  mutating func remember(at microseconds: Int64) {
    if history.count == Self.longestHistory { history.removeFirst() }
    history.append(Sample(microseconds: microseconds, point: point))
  }
}
