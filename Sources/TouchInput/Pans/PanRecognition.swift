import Quantities

/// The recognition of one touch: whether it becomes a pan, and the point from which the translation of the pan counts.
///
/// ``PanRecognizer`` describes the rules. All positions are displacements of the touch since the touch-down.
struct PanRecognition: Sendable {
  /// The consequence of a report of the device for the touch.
  enum TouchVerdict {
    /// The touch is not a pan yet.
    case waiting
    /// The touch becomes a pan, whose translation counts from `start`.
    case begins(start: Planar<Points>)
    /// The touch can no longer become a pan, or is no longer one.
    case refused
  }

  private let options: PanOptions
  /// The time of the touch-down.
  let beganMicroseconds: Int64
  /// The time of the first touch-down of the recording.
  private let firstMicroseconds: Int64
  /// The displacement in the previous report; for a pan of Swiper or Qt, in the last report of its first frame.
  private var last = Planar<Points>.zero
  /// The number of reports so far.
  private var reports = 0
  /// Whether an earlier report was beyond the slop.
  private var wasBeyond = false
  /// Whether the touch moves along the axis of the surface, which GTK decides once.
  private var isAlong = false
  /// Whether the touch moved across the axis of the surface before it moved along it, which gala remembers.
  private var wasAcross = false
  /// The frame in which the touch was first beyond the slop, for Qt.
  private var armedFrame: Int64?
  /// The frame in which the pan began, for Swiper and Qt.
  private var firstFrame: Int64?
  /// The rails, which restrict the translation to one axis; nil for recognizers without rails.
  private(set) var rails: PanRails?

  /// Creates the recognition of a touch that began at `beganMicroseconds`, in a recording whose first touch began at
  /// `firstMicroseconds`.
  init(_ options: PanOptions, beganMicroseconds: Int64, firstMicroseconds: Int64) {
    self.options = options
    self.beganMicroseconds = beganMicroseconds
    self.firstMicroseconds = firstMicroseconds
    rails = options.recognizer == .chromium ? PanRails(slop: options.slop) : nil
  }

  /// Returns the consequence of the next report.
  ///
  /// - Parameters:
  ///   - moved: The displacement since the touch-down.
  ///   - arc: The distance by which two fingers have turned around each other.
  ///   - fingers: The number of fingers that are down.
  ///   - microseconds: The time of the report.
  /// - Returns: Whether the touch waits, begins a pan or is refused.
  mutating func verdict(
    moved: Planar<Points>, arc: Points, fingers: Int, atMicroseconds microseconds: Int64
  ) -> TouchVerdict {
    defer {
      last = moved
      reports += 1
    }
    rails?.choose(moved)
    let isBeyond = isBeyond(moved, arc)
    defer { wasBeyond = wasBeyond || isBeyond }
    switch options.recognizer {
    case .libinput, .immediate, .page: return isBeyond ? .begins(start: .zero) : .waiting
    case .embla:
      guard isBeyond else { return .waiting }
      // A movement that is equally long along both axes counts as across the pages.
      let tie = options.axis == .horizontal ? PanAxis.vertical : .horizontal
      return isOwn(moved, tie: tie) && fingers == 1 ? .begins(start: .zero) : .refused
    case .swiper:
      guard isBeyond else { return .waiting }
      firstFrame = frame(atMicroseconds: microseconds)
      return isOwn(moved, tie: options.axis ?? .horizontal) ? .begins(start: moved) : .refused
    case .slop, .flutter: return isBeyond ? .begins(start: moved) : .waiting
    case .chromium, .android: return isBeyond ? .begins(start: edge(of: moved)) : .waiting
    case .qt:
      // The first frame beyond the slop only arms the gesture, and only while one finger is down. The next frame begins
      // the pan, with a translation of zero.
      let frame = frame(atMicroseconds: microseconds)
      guard let armedFrame else {
        armedFrame = isBeyond && fingers == 1 ? frame : nil
        return .waiting
      }
      guard frame > armedFrame else { return .waiting }
      firstFrame = frame
      return .begins(start: moved)
    case .adw:
      // The carousel refuses a touch whose first movement is across the pages, however short this movement is.
      if reports == 0 || isBeyond, !isOwn(moved) { return .refused }
      return isBeyond && reports > 0 ? .begins(start: last) : .waiting
    case .gtk:
      let waited = microseconds - beganMicroseconds
      if !wasBeyond, waited >= Self.longPressMicroseconds { return .refused }
      guard goesOn(moved: moved, fingers: fingers) else { return .refused }
      return isBeyond ? .begins(start: .zero) : .waiting
    case .gnome, .hyprland, .kwin, .adwScroll, .gala:
      return gestureVerdict(moved: moved, isBeyond: isBeyond)
    }
  }

  /// Returns the number of the frame that shows a report at `microseconds`, at 60 Hz from the first touch-down.
  private func frame(atMicroseconds microseconds: Int64) -> Int64 {
    // As floating-point numbers, because a device can report any time.
    let elapsed = Double(microseconds) - Double(firstMicroseconds)
    return Int64((elapsed * 60 / 1_000_000).rounded(.up))
  }

  /// Returns the consequence of the next report, for recognizers whose gestures libinput finds on a touchpad.
  private mutating func gestureVerdict(moved: Planar<Points>, isBeyond: Bool) -> TouchVerdict {
    let (own, other) =
      options.axis.map {
        ((moved - last).along($0).magnitude, (moved - last).across($0).magnitude)
      } ?? (.zero, .zero)
    switch options.recognizer {
    case .adwScroll where options.axis != nil:
      guard own > .zero else { return .waiting }
      return own < other * 1.2 ? .refused : .begins(start: last)
    case .gala:
      guard let axis = options.axis, wasAcross else {
        wasAcross = options.axis.map { moved.across($0).magnitude >= options.slop } ?? false
        return isBeyond ? .begins(start: last) : .waiting
      }
      return moved.along(axis).magnitude >= options.slop * 4 ? .begins(start: last) : .waiting
    default:
      guard isBeyond else { return .waiting }
      let start = options.recognizer == .kwin ? .zero : last
      return isOwn(moved, tie: options.recognizer == .kwin ? .horizontal : .vertical)
        ? .begins(start: start) : .refused
    }
  }

  /// Whether a pan continues in the next report.
  ///
  /// GTK ends a pan that turns across the axis or gets a second finger; Embla ends a pan that gets a second finger.
  mutating func goesOn(moved: Planar<Points>, fingers: Int) -> Bool {
    if options.recognizer == .embla { return fingers == 1 }
    guard options.recognizer == .gtk else { return true }
    guard fingers == 1 else { return false }
    guard let axis = options.axis, !isAlong else { return true }
    let (own, other) = (moved.along(axis).magnitude, moved.across(axis).magnitude)
    isAlong = own > other * 2
    return other <= own * 2
  }

  /// The time after which a touch that has not moved beyond the slop is a long press.
  ///
  /// Source: GTK, `gtksettings.c`, `gtk-long-press-time`, 500 ms.
  private static let longPressMicroseconds: Int64 = 500_000

  /// Whether a touch that lifts at `moved`, before it became a pan, throws the content.
  ///
  /// Source: Qt, `qquickflickable.cpp`, `FlickThreshold`, 15.
  func throwsAtOnce(_ moved: Planar<Points>) -> Bool {
    (options.axis.map(moved.along)?.magnitude ?? max(moved.x.magnitude, moved.y.magnitude))
      > Points(15)
  }

  private func isBeyond(_ moved: Planar<Points>, _ arc: Points) -> Bool {
    let slop = options.slop
    if arc.magnitude > slop { return true }
    let (x, y) = (moved.x.magnitude, moved.y.magnitude)
    switch options.recognizer {
    case .libinput, .immediate: return moved != .zero || arc != .zero
    case .slop, .chromium, .page, .embla, .swiper: return moved.length > slop
    case .adw, .gnome: return moved.length >= slop
    case .gtk: return max(x, y) > slop
    case .kwin, .hyprland: return max(x, y) >= slop
    case .adwScroll: return moved != .zero
    case .gala: return (options.axis.map(moved.along)?.magnitude ?? max(x, y)) >= slop
    case .android, .flutter, .qt:
      guard let axis = options.axis else { return max(x, y) > slop }
      return moved.along(axis).magnitude > slop
    }
  }

  /// Returns the point at which a straight movement to `moved` leaves the slop.
  private func edge(of moved: Planar<Points>) -> Planar<Points> {
    guard options.recognizer == .android else {
      let length = moved.length
      return length > options.slop ? moved * (options.slop / length) : .zero
    }
    func edge(_ value: Points) -> Points {
      value.magnitude > options.slop ? value > .zero ? options.slop : -options.slop : .zero
    }
    return Planar(x: edge(moved.x), y: edge(moved.y))
  }

  /// Whether the movement is along the axis of the surface; if it is equally long along both axes, `tie` decides.
  private func isOwn(_ moved: Planar<Points>, tie: PanAxis = .horizontal) -> Bool {
    guard let axis = options.axis else { return true }
    let (x, y) = (moved.x.magnitude, moved.y.magnitude)
    return (x == y ? tie : x > y ? .horizontal : .vertical) == axis
  }

  /// Returns the translation of a pan that began at `start`, in the report at `microseconds`.
  mutating func translation(
    to moved: Planar<Points>, from start: Planar<Points>, atMicroseconds microseconds: Int64
  ) -> Planar<Points> {
    if let firstFrame {
      // A browser and Qt report a touch once per frame, so the last report of the first frame counts.
      if frame(atMicroseconds: microseconds) == firstFrame { last = moved }
      return moved - last
    }
    let translation = moved - start
    guard rails != nil else { return translation }
    rails?.choose(moved)
    return rails?.translation(to: translation) ?? translation
  }
}

extension Planar<Points> {
  fileprivate func along(_ axis: PanAxis) -> Points { axis == .horizontal ? x : y }
  fileprivate func across(_ axis: PanAxis) -> Points { axis == .horizontal ? y : x }
}

/// The rails of a pan in Chromium: a pan that begins along an axis moves only along this axis, until the finger strays
/// from the axis.
///
/// Source: Chromium, `ui/events/gesture_detection/snap_scroll_controller.cc`.
struct PanRails: Hashable, Sendable {
  private enum Rail { case undecided, horizontal, vertical, off }

  private let slop: Points
  private var rail = Rail.undecided
  private var shown = Planar<Points>.zero
  private var last = Planar<Points>.zero
  /// The distances moved along both axes; both start again at zero when the pan has moved by ``channel`` along its
  /// rail.
  private var strayed = Planar<Points>.zero

  init(slop: Points) { self.slop = slop }

  /// The ratio of the components above which a movement is along one axis.
  private static let ratio = 1.25
  /// The distance across the rail, which is the axis that the pan is locked to, at which a pan leaves the rail.
  ///
  /// Chromium uses 1.5 slops for each 480 px of the display's diagonal; 43.6 pt is the result for 390 × 844 pt.
  private static let channel = Points(43.6)

  /// Chooses the rail from the displacement since the touch-down.
  mutating func choose(_ moved: Planar<Points>) {
    guard rail == .undecided else { return }
    let (x, y) = (moved.x.magnitude, moved.y.magnitude)
    if moved.length > slop {
      if x > y * Self.ratio, y < slop * 2 {
        rail = .horizontal
      } else if y > x * Self.ratio, x < slop * 2 {
        rail = .vertical
      }
    }
    if rail == .undecided, x > slop * 2, y > slop * 2 { rail = .off }
  }

  /// Returns the part of the finger's `translation` that the rail lets through.
  mutating func translation(to translation: Planar<Points>) -> Planar<Points> {
    let step = translation - last
    last = translation
    stray(by: step)
    shown = Planar(
      x: shown.x + (rail == .vertical ? .zero : step.x),
      y: shown.y + (rail == .horizontal ? .zero : step.y))
    return shown
  }

  private mutating func stray(by step: Planar<Points>) {
    guard rail == .horizontal || rail == .vertical else { return }
    strayed = strayed + Planar(x: step.x.magnitude, y: step.y.magnitude)
    let isHorizontal = rail == .horizontal
    let (own, other) = isHorizontal ? (strayed.x, strayed.y) : (strayed.y, strayed.x)
    if other > Self.channel {
      rail = .off
    } else if own > Self.channel {
      strayed = .zero
    }
  }

  /// Returns the component of a velocity that the rail lets through.
  func velocity(_ velocity: Velocity) -> Velocity {
    Velocity(
      x: rail == .vertical ? .zero : velocity.x, y: rail == .horizontal ? .zero : velocity.y)
  }
}
