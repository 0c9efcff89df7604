public import FrameLogs
import MotionPhysics
public import Quantities
public import ReleaseRules
public import Surfaces
public import TouchInput

extension RunEvent.Kind {
  /// The finger released the content of a sheet; the payload has its scroll offset now and at rest.
  public static let scrolled = RunEvent.Kind(rawValue: "scrolled")
}

extension SheetScenario {
  /// The transitions of a sheet whose content scrolls, in addition to the transitions of any sheet.
  static let contentTransitions: [StateMachine.Transition] = [
    .init(.resting, "the content is beyond an edge", .bouncing),
    .init(.pressed, "the finger lifts after catching the content", .scrolling),
    .init(.pressed, "the finger lifts with content beyond an edge", .bouncing),
    .init(.dragging, "the pan of the content ends: decision", .scrolling),
    .init(.dragging, "the pan ends with content beyond an edge: decision", .bouncing),
    .init(.settling, "the sheet is at its target, and the content coasts", .scrolling),
    .init(.settling, "the sheet is at its target, and the content bounces", .bouncing),
    .init(.scrolling, "a touch catches the content", .pressed),
    .init(.scrolling, "the content reaches an edge", .bouncing),
    .init(.scrolling, "a program sets another target", .settling),
    .init(.scrolling, "the content has slowed down to rest", .resting),
    .init(.bouncing, "a touch catches the content", .pressed),
    .init(.bouncing, "the content is thrown back inside its edges", .scrolling),
    .init(.bouncing, "a program sets another target", .settling),
    .init(.bouncing, "the content is at its edge", .resting),
  ]

  /// Returns the limits and motion of the content of a sheet with `tuning`.
  static func contentLayout(
    _ tuning: Tuning, _ geometry: DraggableSurface.Geometry
  ) -> ScrolledContent.Layout {
    let view =
      geometry.screen.y - tuning.bottomInset - geometry.limits.lowest.y - tuning.content.header
    let hidden = tuning.content.height - max(.zero, view)
    let standard = ScrollScenario.Tuning()
    var bounce = standard.bounce
    if tuning.motion.limits == .stop { bounce.response = .zero }
    return ScrolledContent.Layout(
      limits: DragLimits(
        lowest: Position(x: .zero, y: min(.zero, -hidden)), highest: .zero,
        reach: geometry.screen, stiffness: tuning.motion.stiffness, style: tuning.motion.limits),
      decay: Decay(rate: tuning.content.decelerationRate), bounce: bounce,
      // With the style `stop`, a finger cannot move content beyond an edge, but a change of settings can leave it
      // there. A spring then still returns the content to the edge.
      comeBack: standard.comeBack,
      tolerance: tuning.motion.tolerance)
  }

  /// Whether an upward drag that begins now would move the sheet instead of its content.
  ///
  /// During a drag, the value is whether this drag currently moves the sheet.
  var isScrollLocked: Bool {
    if let hold = content.hold { return hold.displacement - hold.begun > hold.seam }
    return seam(alone: false) < .zero
  }

  /// Returns the seam of a drag that begins now: the displacement at which the drag changes between moving the content
  /// and moving the sheet.
  ///
  /// Down is positive. At displacements below the seam, the drag moves the content; above the seam, it moves the sheet.
  /// If `alone` is true, the drag moves only the sheet.
  ///
  /// If the sheet is at a detent, a downward drag scrolls the content to its top before it moves the sheet. With
  /// `expandsFirst`, an upward drag moves the sheet to its highest detent before it scrolls the content. If the sheet
  /// is between detents, the drag always moves the sheet first.
  private func seam(alone: Bool) -> Points {
    guard content.scrolls, !alone else { return ContentDrag.surfaceOnlySeam }
    let (limits, here) = (surface.geometry.limits, surface.heldPosition)
    let isBetween = !surface.geometry.candidates.contains {
      ($0.position - here).length < screen.size.y * 1e-9
    }
    if content.unlimitedPosition < .zero, !isBetween { return -content.unlimitedPosition }
    guard isBetween || tuning.content.expandsFirst else { return .zero }
    return min(.zero, limits.lowest.y - limits.unlimitedPosition(here).y)
  }

  /// Moves the content with `pan`, and returns the part of the pan that moves the sheet.
  ///
  /// `velocity` is the velocity of the finger. If the drag is exactly at the seam, the direction of the velocity
  /// determines whether the content or the sheet moves next.
  private mutating func fraction(_ pan: Pan, _ velocity: Velocity) -> DraggableSurface.Part? {
    content.follow(surface.onAxes(pan.translation).y)
    return content.hold.map { hold in
      DraggableSurface.Part(
        translation: Position(x: .zero, y: hold.surfaceDisplacement),
        movesOnlyContent: hold.isContentMoved(velocity.y))
    }
  }

  /// Releases the content, and records where it will come to rest.
  ///
  /// `isMoved` is whether the finger was moving the content. The content then coasts with the velocity of the finger.
  /// `origin` is the detent at which the sheet rested before the gesture.
  private mutating func releaseContent(
    _ estimate: VelocityEstimate, isMoved: Bool, from origin: String, into eventLog: inout EventLog
  ) {
    guard content.hold != nil || content.isCaught else { return }
    let policy = tuning.motion.release
    let velocity = policy.capped(surface.onAxes(estimate.velocity))
    let thrown = velocity.length < policy.filter.deadBand ? .zero : velocity
    let isDecided = isMoved || (content.isCaught && surface.isAtRest)
    content.release(isMoved ? thrown.y : .zero)
    guard isDecided else { return }
    let decision = Decision(
      target: surface.rest.name, targetPosition: surface.rest.position,
      projected: surface.rest.position, velocity: Velocity(x: .zero, y: thrown.y),
      estimate: estimate, from: origin,
      reason: estimate.reason == .cancelled ? .cancelled : .scrolled,
      rests: surface.geometry.candidates)
    eventLog.note(decision, at: surface.now)
    eventLog.note(
      .scrolled, at: surface.now,
      [
        LogField("contentOffset", .number((.zero - content.motion.position).value)),
        LogField("contentRest", .number((.zero - content.destination).value)),
      ])
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SheetScenario {
  public var isAtRest: Bool { surface.isAtRest && !content.isCoasting }

  public mutating func receive(
    _ event: TouchEvent, at time: Seconds, into eventLog: inout EventLog
  ) {
    let isHit = isHit(event)
    let step = surface.step(for: event, into: &eventLog) { _ in isHit }
    guard let step else { return }
    switch step {
    case .pressed:
      surface.take(step, into: &eventLog)
      guard content.isCoasting else { return }
      if !surface.hold.wasCaught {
        eventLog.noteCatch(of: surface.motion, headingFor: surface.heading, at: time)
      }
      content.stop()
    case .grabbed(let pan):
      let edge = surface.motion.position.y + tuning.content.header
      let isOnHeader = tuning.content.header > .zero && pan.origin.map { $0.y < edge } ?? false
      content.grab(seam: seam(alone: isOnHeader), displacement: .zero, surface: .zero)
      surface.take(step, part: fraction(pan, .zero), into: &eventLog)
    case .dragged(let pan, let velocity):
      surface.take(step, part: fraction(pan, velocity), into: &eventLog)
    case .released(let release):
      let origin = surface.rest.name
      let part = release.pan.flatMap { fraction($0, release.estimate.velocity) }
      surface.take(step, part: part, into: &eventLog)
      releaseContent(
        release.estimate, isMoved: part?.movesOnlyContent ?? false, from: origin, into: &eventLog)
    case .sensed: break
    }
  }

  public mutating func adapt(
    to tuning: Tuning, screen: Screen, at time: Seconds, into eventLog: inout EventLog
  ) throws(SettingError) {
    let geometry = try Self.geometry(tuning, on: screen)
    let wasAtRest = isAtRest
    self.tuning = tuning
    self.screen = screen
    surface.adapt(to: geometry, Self.dynamics(tuning), into: &eventLog)
    content.adapt(to: Self.contentLayout(tuning, geometry))
    if let held = content.hold {
      let isAlone = held.seam == ContentDrag.surfaceOnlySeam
      content.grab(
        seam: seam(alone: isAlone), displacement: held.displacement,
        surface: held.surfaceDisplacement)
    } else if surface.hold.isOn, content.isCoasting {
      content.stop()
    } else if wasAtRest, surface.isAtRest, content.isCoasting {
      eventLog.noteRetarget(from: surface.heading, to: surface.heading, at: time)
    }
  }

  public mutating func advance(to time: Seconds, isFrame: Bool, into eventLog: inout EventLog) {
    guard content.isCoasting else {
      surface.advance(to: time, isFrame: isFrame, into: &eventLog)
      content.stay(to: time)
      return
    }
    let wasSettling = !surface.isAtRest
    // The sheet and its content count as one surface, so only the later of their two arrivals is recorded.
    var own = EventLog()
    surface.advance(to: time, isFrame: isFrame, into: &own)
    let contentEnd = content.advance(to: time)
    let surfaceEnd = own.events.last { $0.kind == .settled }?.time
    for event in own.events {
      let isLast = !content.isCoasting && event.time >= contentEnd ?? event.time
      if event.kind != .settled || isLast {
        eventLog.note(event.kind, at: event.time, event.payload)
      }
    }
    guard let contentEnd, surface.isAtRest,
      !wasSettling || surfaceEnd.map({ $0 < contentEnd }) ?? false
    else { return }
    eventLog.noteArrival(
      as: .settled, at: surface.rest.name, surface.rest.position, at: contentEnd)
  }
}
