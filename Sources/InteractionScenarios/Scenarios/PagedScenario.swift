public import FrameLogs
import MotionPhysics
public import Quantities
public import TouchInput

/// A strip of pages that a hand moves along, one to one or by a share, and that settles on a page.
///
/// The position is that of the strip: zero on page 0, and negative on later ones unless they are to
/// the left or above. Where the first page comes after the last, the strip goes on and on, and so do
/// its position and `pagePosition`.
public protocol PagedScenario: DraggableScenario where Tuning == PageTuning {
  /// The page from which the touch counts those that it may reach; unitless.
  var counted: Double { get set }
}

extension PagedScenario {
  /// Where the pages are.
  var strip: PageStrip { PageStrip(tuning, on: stage) }

  /// The strip at its first page.
  static func strip(
    _ tuning: Tuning, on stage: Stage
  ) throws(SettingError) -> DraggableSurface {
    DraggableSurface(
      try geometry(tuning, on: stage),
      behaviour(tuning, page: PageStrip(tuning, on: stage).pitch))
  }

  /// The geometry of a touch that counts from `page` and may reach `reach` pages either way.
  static func geometry(
    _ tuning: Tuning, on stage: Stage, from page: Double, reach: Int
  ) -> DraggableSurface.Geometry {
    let strip = PageStrip(tuning, on: stage)
    let reachable = strip.reachable(from: page, reach: reach)
    let candidates = reachable.map(strip.candidate)
    let ends = (
      strip.place(of: Double(reachable.lowerBound)), strip.place(of: Double(reachable.upperBound))
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
      screen: stage.screen, gain: gain(tuning, pitch: strip.pitch))
  }

  /// The behaviour on pages of `page`: what counts in pages counts in these.
  private static func behaviour(_ tuning: Tuning, page: Points) -> DraggableSurface.Behaviour {
    var behaviour = behaviour(tuning)
    if tuning.motion.release.page == .zero { behaviour.policy.page = page }
    behaviour.easing = tuning.law == .easeOut ? PagedEasing(page: page) : nil
    return behaviour
  }

  private static func gain(_ tuning: Tuning, pitch: Points) -> DraggableSurface.Gain {
    func share(_ distance: Points, _ other: Double) -> Double {
      // A hand moves in thousandths of a point at the least.
      distance > .zero ? pitch / max(distance, Points(1e-3)) : other
    }
    let onScreen = share(tuning.screenDistance, 1)
    return DraggableSurface.Gain(
      onScreen: onScreen, onTouchpad: share(tuning.touchpadDistance, onScreen),
      handedOn: tuning.handedDistance > .zero ? share(tuning.handedDistance, 1) : nil)
  }

  /// The page that the strip shows, whole or in part; unitless.
  var pagePosition: Double {
    strip.page(at: surface.motion.position) ?? Double(strip.index(of: surface.home))
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension PagedScenario {
  public static var settings: [Setting<Tuning>] { Tuning.settings }

  public static var machine: StateMachine { .draggable(canLeave: false) }

  public static var ownFields: [FieldDescription] {
    fingerFields + [
      FieldDescription(
        "page", "The page that it rests at, is heading for, or came from; from 0."),
      FieldDescription(
        "pagePosition", "The page that it shows, in part where it is between two; from 0."),
      FieldDescription(
        "overscroll", unit: "pt",
        "How far it is beyond its first or last page; right or down is positive."),
    ]
  }

  public static func geometry(
    _ tuning: Tuning, on stage: Stage
  ) throws(SettingError) -> DraggableSurface.Geometry {
    guard tuning.start < tuning.pages else {
      throw .contradiction(
        scenario: Self.name,
        found: "it cannot start at page \(tuning.start) of \(tuning.pages), which count from 0",
        remedy: "make start smaller, or pages larger")
    }
    return geometry(tuning, on: stage, from: Double(tuning.start), reach: tuning.reach)
  }

  public static func behaviour(_ tuning: Tuning) -> DraggableSurface.Behaviour {
    tuning.motion.behaviour
  }

  public func isHit(_ place: Position) -> Bool { true }

  public var destinations: [String] { (0..<tuning.pages).map(String.init) }

  public var progress: Double {
    tuning.pages > 1 ? pagePosition / Double(tuning.pages - 1) : 0
  }

  public var ownValues: [LogValue] {
    let strip = strip
    let page = pagePosition
    let inside = strip.held(page)
    let overscroll =
      page == inside
      ? 0 : strip.along(surface.motion.position - strip.place(of: inside)).value
    return [
      .integer(strip.number(of: strip.index(of: surface.home))), .number(page),
      .number(overscroll),
    ]
  }

  public mutating func receive(
    _ event: HandEvent, at time: Seconds, into journal: inout Journal
  ) {
    let isTaken: Bool
    if case .touchDown = event { isTaken = isFree } else { isTaken = false }
    if isTaken {
      counted =
        switch tuning.counting {
        case .heading: Double(strip.index(of: surface.home))
        case .shown: strip.held(pagePosition)
        }
      surface.geometry = geometry
    }
    surface.receive(event, into: &journal) { _ in true }
    if isTaken { surface.rest(at: strip.candidate(Int(counted.rounded()))) }
  }

  public mutating func receive(
    _ command: SurfaceCommand, at time: Seconds, into journal: inout Journal
  ) {
    switch command {
    case .settle(let name):
      let page = Double(strip.index(of: surface.home))
      surface.geometry = Self.geometry(tuning, on: stage, from: page, reach: 0)
      surface.settle(at: name, into: &journal)
      surface.geometry = geometry
    }
  }

  public mutating func adapt(
    to tuning: Tuning, stage: Stage, at time: Seconds, into journal: inout Journal
  ) throws(SettingError) {
    _ = try Self.geometry(tuning, on: stage)
    let (old, new) = (strip, PageStrip(tuning, on: stage))
    let home = old.index(of: surface.home)
    // Laps are forgotten where the pages are others than before.
    let isSame = old.pages == new.pages && old.wraps == new.wraps
    let shift = isSame ? 0 : Double(old.number(of: home) - home)
    counted = new.held((isFree ? Double(home) : counted) + shift)
    self.tuning = tuning
    self.stage = stage
    if old != new {
      surface.carry(
        over: Relayout(
          place: { new.place(of: (old.page(at: $0) ?? Double(home)) + shift) },
          velocity: { new.velocity(ofPages: old.pages(at: $0)) }), to: geometry)
    }
    surface.adapt(to: geometry, Self.behaviour(tuning, page: new.pitch), into: &journal)
  }

  /// Whether a touch would take hold of the strip.
  private var isFree: Bool {
    switch surface.state {
    case .resting, .settling: true
    case .pressed, .dragging, .gone: false
    }
  }

  /// What the touch that is on, or was last, may reach.
  private var geometry: DraggableSurface.Geometry {
    Self.geometry(tuning, on: stage, from: counted, reach: tuning.reach)
  }
}
