/// One finger, or one place for a finger that the device only counts.
struct LibinputTouch: Hashable, Sendable {
  /// The phases of a finger.
  enum Phase: Hashable, Sendable {
    /// No finger.
    case absent
    /// A finger that the device reports but that does not touch, or not with enough pressure.
    case hovering
    /// A finger that touches since this report.
    case began
    /// A finger that touches.
    case down
    /// A finger that ends with this report, unless the device is wrong.
    case ending
    /// A finger that ended with this report.
    case ended
  }

  /// A position at a time.
  struct Sample: Hashable, Sendable {
    var microseconds: Int64
    var point: LibinputPoint
  }

  /// Why a finger is ignored.
  enum Palm: Hashable, Sendable {
    case none
    case edge
    case tool
    case pressure
    case size
  }

  /// Which of the areas for buttons a finger occupies.
  enum ButtonArea: Hashable, Sendable {
    case none
    /// The finger is in no area for buttons, or came from such an area; it may move the pointer.
    case surface
    case bottom
    /// The finger began at the top less than 100 ms ago.
    case topNew
    /// The finger rested at the top. It never moves the pointer, also after it has left the top.
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

  /// The edges that scroll.
  struct Edges: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let right = Edges(rawValue: 1)
    static let bottom = Edges(rawValue: 2)
  }

  var phase = Phase.absent
  /// Whether the device ended the finger, so that it does not even hover.
  var hasLeft = true
  /// Whether this report has an event of the finger.
  var isChanged = false
  var point = LibinputPoint(x: 0, y: 0)
  var pressure = 0
  var major = 0
  var minor = 0
  var isReportedPalm = false
  var beganAt: Int64 = 0

  /// The latest positions, the newest last; at most ``longestHistory``.
  private(set) var history: [Sample] = []
  /// Whether the next report also forgets the positions before, because both it and this one may jump.
  var forgetsAgain = false
  /// The movement in the report before, in millimetres per 12 ms.
  var lastJump = 0.0
  /// The centre of the ellipse within which the finger rests.
  var restCenter = LibinputPoint(x: 0, y: 0)
  /// The directions of the last three horizontal movements, as bits; 1 is to the left.
  var wobble: UInt8 = 0
  /// Where a click of a clickpad pinned the finger; nil if it is free.
  var pin: LibinputPoint?

  var area = ButtonArea.none
  /// When the finger leaves ``ButtonArea/topNew``; nil for none.
  var areaTimer: Int64?
  /// Where the finger began.
  var origin = LibinputPoint(x: 0, y: 0)
  /// When the finger began to occupy an area.
  var originAt: Int64 = 0
  /// Whether a finger at the bottom moved so far that it is not for a button.
  var hasLeftButton = false

  var edgeScroll = EdgeScroll.none
  var edges: Edges = []
  /// The edge whose scroll has not been ended; nil for none.
  var sentEdge: Edges?
  var edgeTimer: Int64?
  var edgeOrigin = LibinputPoint(x: 0, y: 0)

  var palm = Palm.none
  var palmOrigin = LibinputPoint(x: 0, y: 0)
  /// When the finger began or became a palm; 0 if it ended.
  var palmAt: Int64 = 0

  /// Where the finger was when its gesture became possible.
  var gestureOrigin = LibinputPoint(x: 0, y: 0)
  /// The speed in the last report with a movement, in millimetres per second.
  var speed = 0.0
  /// The number of reports with a high speed, minus those with a low speed; 0 to 15.
  var fastReports = 0

  /// The number of positions that are kept.
  ///
  /// Source: libinput 1.22.1, src/evdev-mt-touchpad.h.
  static let longestHistory = 4

  /// Whether the finger touches.
  var isDown: Bool { phase == .began || phase == .down }

  /// The movement since the report before, in units; zero if the position then is unknown.
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
