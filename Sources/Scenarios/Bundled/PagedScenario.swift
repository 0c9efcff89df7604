public import FrameLogs
import MotionPhysics
public import Quantities
public import ReleaseRules
public import Surfaces
public import TouchInput

/// A strip of pages that the finger drags and that settles on a page.
///
/// The position of the strip is zero on page 0, and negative on later pages. If later pages are to the left of earlier
/// pages or above them, the position is positive on later pages. If the first page follows the last, the position and
/// the field `pagePosition` continue beyond the last page.
public protocol PagedScenario: DraggableScenario where Tuning == PageTuning {
  /// The page from which a touch can turn at most ``PageTuning/reach`` pages.
  ///
  /// A fraction, such as 1.5, is a place between two pages.
  var counted: Double { get set }
}

extension PagedScenario {
  /// The positions of the pages.
  var strip: PageStrip { PageStrip(tuning, on: screen) }

  /// Returns the strip at rest on its start page.
  static func strip(
    _ tuning: Tuning, on screen: Screen
  ) throws(SettingError) -> DraggableSurface {
    DraggableSurface(
      try geometry(tuning, on: screen),
      dynamics(tuning, page: PageStrip(tuning, on: screen).pitch))
  }

  /// Returns the geometry for a touch that can turn at most `reach` pages from `page` in each direction.
  static func geometry(
    _ tuning: Tuning, on screen: Screen, from page: Double, reach: Int
  ) -> DraggableSurface.Geometry {
    let strip = PageStrip(tuning, on: screen)
    let reachable = strip.reachable(from: page, reach: reach)
    let candidates = reachable.map(strip.candidate)
    let ends = (
      strip.position(of: Double(reachable.lowerBound)),
      strip.position(of: Double(reachable.upperBound))
    )
    let start = Int(page.rounded())
    let band = max(Points(1e-6), tuning.bandReach.resolved(on: strip.pitch))
    return DraggableSurface.Geometry(
      candidates: candidates, start: strip.candidate(start),
      limits: DragLimits(
        lowest: Position(x: min(ends.0.x, ends.1.x), y: min(ends.0.y, ends.1.y)),
        highest: Position(x: max(ends.0.x, ends.1.x), y: max(ends.0.y, ends.1.y)),
        reach: Planar(x: band, y: band), stiffness: tuning.motion.stiffness,
        style: tuning.motion.limits),
      axes: tuning.axis == .horizontal ? .horizontal : .vertical, hidden: nil,
      screen: screen.size, gain: gain(tuning, pitch: strip.pitch))
  }

  /// Returns the dynamics of the strip.
  ///
  /// `page` is the length of a page, for release rules and easings that measure distances in pages.
  private static func dynamics(_ tuning: Tuning, page: Points) -> DraggableSurface.Dynamics {
    var dynamics = dynamics(tuning)
    if var swipe = dynamics.policy.rule.numbers(of: ReleaseRule.Swipe.self), swipe.page == .zero {
      swipe.page = page
      dynamics.policy.rule = ReleaseRule(swipe)
    }
    dynamics.easing = tuning.law == .easeOut ? PagedEasing(page: page) : nil
    dynamics.pagedMotion = tuning.law.motion(page: page)
    dynamics.catching = tuning.catching
    dynamics.catchesWithoutSlop = tuning.catchesWithoutSlop
    dynamics.prediction = tuning.prediction
    dynamics.forgetsExcess = tuning.forgetsExcess
    return dynamics
  }

  /// The frame fields that `paging` and `swipe` have in common.
  static var stripFields: FieldTable<Self> {
    FieldTable(ofSurface: [
      Field("page", "The page at rest or the target page, from 0; unchanged by a drag.") {
        let strip = $0.strip
        return strip.number(of: strip.index(of: $0.surface.rest))
      },
      Field("pagePosition", "The visible page, counted from 0, with a fraction between two pages.")
      {
        $0.pagePosition(at: $1.position)
      },
      Field(
        "overscroll", unit: "pt",
        "The distance beyond the first or last page; right or down is positive."
      ) {
        let strip = $0.strip
        let page = $0.pagePosition(at: $1.position)
        let inside = strip.held(page)
        return page == inside ? .zero : strip.along($1.position - strip.position(of: inside))
      },
    ])
  }

  private static func gain(_ tuning: Tuning, pitch: Points) -> DraggableSurface.Gain {
    func fraction(_ distance: Points, _ other: Double) -> Double {
      // The lower limit avoids a division by almost zero; no device reports movements smaller than 0.001 pt.
      distance > .zero ? pitch / max(distance, Points(1e-3)) : other
    }
    let onScreen = fraction(tuning.screenDistance, 1)
    return DraggableSurface.Gain(
      onScreen: onScreen, onTouchpad: fraction(tuning.touchpadDistance, onScreen),
      releaseVelocityGain: tuning.handOffDistanceOfPage > .zero
        ? fraction(tuning.handOffDistanceOfPage, 1) : nil)
  }

  /// The visible page; a fraction, such as 1.5, is a place between two pages.
  var pagePosition: Double { pagePosition(at: surface.motion.position) }

  /// Returns the page that a strip at `position` shows; a fraction, such as 1.5, is a place between two pages.
  private func pagePosition(at position: Position) -> Double {
    strip.page(at: position) ?? Double(strip.index(of: surface.rest))
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension PagedScenario {
  public static var settings: [Setting<Tuning>] { Tuning.settings }

  public static var machine: StateMachine { .draggable(canLeave: false) }

  public static func geometry(
    _ tuning: Tuning, on screen: Screen
  ) throws(SettingError) -> DraggableSurface.Geometry {
    guard tuning.start < tuning.pages else {
      throw .contradiction(
        scenario: Self.name,
        found: "there is no start page \(tuning.start) among \(tuning.pages) pages from 0",
        remedy: "make start smaller, or pages larger")
    }
    return geometry(tuning, on: screen, from: Double(tuning.start), reach: tuning.reach)
  }

  public static func dynamics(_ tuning: Tuning) -> DraggableSurface.Dynamics {
    tuning.motion.dynamics
  }

  public func isHit(_ position: Position) -> Bool { true }

  public var destinations: [String] { (0..<tuning.pages).map(String.init) }

  public func progress(at position: Position) -> Double {
    tuning.pages > 1 ? pagePosition(at: position) / Double(tuning.pages - 1) : 0
  }

  public mutating func receive(
    _ event: TouchEvent, at time: Seconds, into eventLog: inout EventLog
  ) {
    guard let step = surface.step(for: event, into: &eventLog, isHit: { _ in true }) else { return }
    switch step {
    // The finger then presses the strip but does not drag it, so the whole pan has no effect.
    case .grabbed(let pan) where isRefused(pan): break
    case .pressed where tuning.catching == .touch:
      begin(step, at: surface.motion.position, into: &eventLog)
    case .grabbed where tuning.catching != .touch:
      begin(step, at: surface.grabPosition, into: &eventLog)
    case .pressed, .grabbed, .dragged, .released, .sensed: surface.take(step, into: &eventLog)
    }
  }

  /// Applies `step`, with which a finger stops the strip at `position`.
  private mutating func begin(
    _ step: Hold<SurfaceDrag>.Meaning, at position: Position, into eventLog: inout EventLog
  ) {
    counted =
      switch tuning.counting {
      case .heading: Double(strip.index(of: surface.rest))
      case .shown: strip.held(pagePosition(at: position))
      }
    // The candidates of the release depend on `counted`, so they change when the touch begins.
    surface.geometry = geometry
    surface.take(step, into: &eventLog)
    surface.rest(at: strip.candidate(Int(counted.rounded())))
  }

  /// Whether the tuning refuses `pan`, because it begins at the first or last page and away from the other pages.
  private func isRefused(_ pan: Pan) -> Bool {
    guard tuning.refusesOutward, !strip.wraps else { return false }
    // A pan can begin with a translation of zero, so the direction follows from the movement of the finger since its
    // touch-down.
    let movement = pan.origin.flatMap { origin in pan.location.map { $0 - origin } }
    let moved = strip.page(at: movement ?? pan.translation) ?? 0
    let page = pagePosition(at: surface.grabPosition)
    return moved < 0 && page <= 0 || moved > 0 && page >= Double(strip.pages - 1)
  }

  public mutating func receive(
    _ command: SurfaceCommand, at time: Seconds, into eventLog: inout EventLog
  ) {
    switch command {
    case .settle(let name):
      let page = Double(strip.index(of: surface.rest))
      // A command may move to any page, but a touch only to the pages within `reach`.
      surface.geometry = Self.geometry(tuning, on: screen, from: page, reach: 0)
      surface.settle(at: name, into: &eventLog)
      surface.geometry = geometry
    }
  }

  public mutating func adapt(
    to tuning: Tuning, screen: Screen, at time: Seconds, into eventLog: inout EventLog
  ) throws(SettingError) {
    // Throws before anything has changed, if the settings contradict each other.
    _ = try Self.geometry(tuning, on: screen)
    let (old, new) = (strip, PageStrip(tuning, on: screen))
    let page = old.index(of: surface.rest)
    // If the number of pages or the wrapping changes, the strip returns to the first lap, because an index on another
    // lap would now belong to another page.
    let isSame = old.pages == new.pages && old.wraps == new.wraps
    let shift = isSame ? 0 : Double(old.number(of: page) - page)
    counted = new.held((surface.hold.isOn ? counted : Double(page)) + shift)
    self.tuning = tuning
    self.screen = screen
    if old != new {
      surface.carry(
        over: CoordinateConversion(
          position: { new.position(of: (old.page(at: $0) ?? Double(page)) + shift) },
          velocity: { new.velocity(ofPages: old.pages(at: $0)) }), to: geometry)
    }
    surface.adapt(to: geometry, Self.dynamics(tuning, page: new.pitch), into: &eventLog)
  }

  /// The geometry for the current or last touch.
  private var geometry: DraggableSurface.Geometry {
    Self.geometry(tuning, on: screen, from: counted, reach: tuning.reach)
  }
}

// Drawing.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension PagedScenario {
  public static func scenery(_ tuning: Tuning, on screen: Screen) -> Scenery {
    let strip = PageStrip(tuning, on: screen)
    let axis = tuning.axis == .horizontal ? SceneCurve.Axis.x : .y
    let curve =
      strip.pitch > .zero
      ? SceneCurve(
        "shown", unit: "pages", along: axis,
        measure: strip.isReversed ? strip.pitch : -strip.pitch, fingerZero: nil)
      : SceneCurve("strip", along: axis, fingerZero: nil)
    return Scenery(screen: screen.size, curves: [curve]) { frame in
      let isAcross = tuning.axis == .horizontal
      let screen = screen.size
      let length = tuning.page > .zero ? tuning.page : isAcross ? screen.x : screen.y
      let size = isAcross ? Planar(x: length, y: screen.y) : Planar(x: screen.x, y: length)
      let shown = strip.page(at: frame.position) ?? 0
      // A larger number could overflow the integer indices below.
      guard shown.magnitude < 1e9 else { return [] }
      // The number of pages in each direction that can be at least partly visible.
      let pitch = max(strip.pitch, Points(1))
      let reach = min(((isAcross ? screen.x : screen.y) / pitch).rounded(.up) + 1, 20)
      let inset = Planar(x: Points(8), y: Points(8))
      let indices = Int(shown.rounded()) - Int(reach)...Int(shown.rounded()) + Int(reach)
      let pages = indices.filter { strip.wraps || (0..<strip.pages).contains($0) }.map { index in
        SceneLayer(
          .page,
          SceneBox(
            centre: size / 2 + frame.position - strip.position(of: Double(index)),
            size: size - inset),
          cornerRadius: Points(18), label: strip.name(of: index))
      }
      return pages + dots(strip, at: shown, on: screen)
    }
  }

  /// Returns a dot for each page; the dot of the visible page is the brightest.
  ///
  /// Returns no dots for more than 12 pages.
  private static func dots(
    _ strip: PageStrip, at shown: Double, on screen: Planar<Points>
  ) -> [SceneLayer] {
    guard strip.pages <= 12 else { return [] }
    let isAcross = strip.axis == .horizontal
    return (0..<strip.pages).map { page in
      let off = Points(16) * (Double(page) - Double(strip.pages - 1) / 2)
      let distance = (strip.held(shown) - Double(page)).magnitude
      let centre =
        isAcross
        ? Position(x: screen.x / 2 + off, y: screen.y - Points(30))
        : Position(x: screen.x - Points(24), y: screen.y / 2 + off)
      return .circle(
        .handle, about: centre, diameter: Points(8), opacity: max(0.25, 1 - distance))
    }
  }
}
