public import FrameLogs
import MotionPhysics
public import Quantities
public import ReleaseRules
public import Surfaces
public import TouchInput

extension RunEvent.Kind {
  /// The content of a sheet was released.
  public static let scrolled = RunEvent.Kind(rawValue: "scrolled")
}

extension SheetScenario {
  /// The transitions that a sheet has because its content scrolls.
  static let contentTransitions: [StateMachine.Transition] = [
    .init(.resting, "its content is beyond its edges", .bouncing),
    .init(.pressed, "the finger lifts after catching the content", .scrolling),
    .init(.pressed, "the finger lifts with content beyond an edge", .bouncing),
    .init(.dragging, "release of the content: decision", .scrolling),
    .init(.dragging, "release of content beyond an edge: decision", .bouncing),
    .init(.settling, "at its target, and its content coasts", .scrolling),
    .init(.settling, "at its target, and its content bounces", .bouncing),
    .init(.scrolling, "a touch catches it", .pressed),
    .init(.scrolling, "at an edge", .bouncing),
    .init(.scrolling, "sent elsewhere", .settling),
    .init(.scrolling, "slowed to rest", .resting),
    .init(.bouncing, "a touch catches it", .pressed),
    .init(.bouncing, "thrown back inside its edges", .scrolling),
    .init(.bouncing, "sent elsewhere", .settling),
    .init(.bouncing, "at its edge", .resting),
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
      // With `stop`, a finger cannot move content beyond an edge, but a change of settings can.
      comeBack: standard.comeBack,
      tolerance: tuning.motion.tolerance)
  }

  /// Whether an upward drag from here moves the sheet instead of its content.
  var isScrollLocked: Bool {
    if let hold = content.hold { return hold.displacement - hold.begun > hold.seam }
    return seam(alone: false) < .zero
  }

  /// Returns the displacement, down from here, at which a drag changes between content and sheet.
  ///
  /// A drag further down than that moves the sheet; a drag further up moves the content. `alone`
  /// means that the drag moves only the sheet. Content that is scrolled down first scrolls back to
  /// its top. With `expandsFirst`, an upward drag moves the sheet to its highest detent before the
  /// content scrolls. Between detents the sheet always moves first, and the content stays in place.
  private func seam(alone: Bool) -> Points {
    guard content.scrolls, !alone else { return ContentDrag.neverScrolls }
    let (limits, here) = (surface.geometry.limits, surface.heldPosition)
    let isBetween = !surface.geometry.candidates.contains {
      ($0.position - here).length < stage.screen.y * 1e-9
    }
    if content.unlimitedPosition < .zero, !isBetween { return -content.unlimitedPosition }
    guard isBetween || tuning.content.expandsFirst else { return .zero }
    return min(.zero, limits.lowest.y - limits.unlimitedPosition(here).y)
  }

  /// Moves the content with `pan`, and returns the part of the translation that moves the sheet.
  ///
  /// `velocity` is the velocity of the pan; it determines whether the content moves.
  private mutating func fraction(_ pan: Pan, _ velocity: Velocity) -> DraggableSurface.Part? {
    content.follow(surface.onAxes(pan.translation).y)
    return content.hold.map { hold in
      DraggableSurface.Part(
        translation: Position(x: .zero, y: hold.surfaceDisplacement),
        isElsewhere: hold.isContentMoved(velocity.y))
    }
  }

  /// Releases the content, and records where it will come to rest.
  ///
  /// The content gets the velocity of the finger if the finger moved it (`isMoved`). `origin` is the
  /// detent at which the sheet was before.
  private mutating func releaseContent(
    _ estimate: VelocityEstimate, isMoved: Bool, from origin: String, into journal: inout Journal
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
    journal.note(decision, at: surface.now)
    journal.note(
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
    _ event: HandEvent, at time: Seconds, into journal: inout Journal
  ) {
    let isHit = isHit(event)
    let (wasResting, origin) = (surface.isAtRest, surface.rest.name)
    let step = surface.step(for: event, into: &journal) { _ in isHit }
    guard let step else { return }
    switch step {
    case .pressed:
      surface.take(step, into: &journal)
      guard content.isCoasting else { return }
      if wasResting {
        journal.noteCatch(of: surface.motion, headingFor: surface.heading, at: time)
      }
      content.stop()
    case .grabbed(let pan):
      let edge = surface.motion.position.y + tuning.content.header
      let isOnHeader = tuning.content.header > .zero && pan.origin.map { $0.y < edge } ?? false
      content.grab(seam: seam(alone: isOnHeader), displacement: .zero, surface: .zero)
      surface.take(step, part: fraction(pan, .zero), into: &journal)
    case .dragged(let pan, let velocity):
      surface.take(step, part: fraction(pan, velocity), into: &journal)
    case .released(let release):
      let part = release.pan.flatMap { fraction($0, release.estimate.velocity) }
      surface.take(step, part: part, into: &journal)
      releaseContent(
        release.estimate, isMoved: part?.isElsewhere ?? false, from: origin, into: &journal)
    case .sensed: break
    }
  }

  public mutating func adapt(
    to tuning: Tuning, stage: Stage, at time: Seconds, into journal: inout Journal
  ) throws(SettingError) {
    let geometry = try Self.geometry(tuning, on: stage)
    let wasAtRest = isAtRest
    self.tuning = tuning
    self.stage = stage
    surface.adapt(to: geometry, Self.behaviour(tuning), into: &journal)
    content.adapt(to: Self.contentLayout(tuning, geometry))
    if let held = content.hold {
      let isAlone = held.seam == ContentDrag.neverScrolls
      content.grab(
        seam: seam(alone: isAlone), displacement: held.displacement,
        surface: held.surfaceDisplacement)
    } else if surface.hold.isOn, content.isCoasting {
      content.stop()
    } else if wasAtRest, surface.isAtRest, content.isCoasting {
      journal.noteRetarget(from: surface.heading, to: surface.heading, at: time)
    }
  }

  public mutating func advance(to time: Seconds, isFrame: Bool, into journal: inout Journal) {
    guard content.isCoasting else {
      surface.advance(to: time, isFrame: isFrame, into: &journal)
      content.stay(to: time)
      return
    }
    let wasSettling = !surface.isAtRest
    var own = Journal()
    surface.advance(to: time, isFrame: isFrame, into: &own)
    let contentEnd = content.advance(to: time)
    let surfaceEnd = own.events.last { $0.kind == .settled }?.time
    for event in own.events {
      let isLast = !content.isCoasting && event.time >= contentEnd ?? event.time
      if event.kind != .settled || isLast {
        journal.note(event.kind, at: event.time, event.payload)
      }
    }
    guard let contentEnd, surface.isAtRest,
      !wasSettling || surfaceEnd.map({ $0 < contentEnd }) ?? false
    else { return }
    journal.noteArrival(
      as: .settled, at: surface.rest.name, surface.rest.position, at: contentEnd)
  }
}
