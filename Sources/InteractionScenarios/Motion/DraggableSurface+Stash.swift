import FrameLogs
import MotionPhysics
import Quantities
import TouchInput

extension DraggableSurface {
  /// The side at which the surface waits, or was on its way to or from; nil when it is elsewhere.
  var stashedSide: Stash.Side? {
    geometry.surroundings.stash == nil ? nil : Stash.side(named: home.name)
  }

  /// What a release means for a surface that may be stashed: the sides as candidates, and only
  /// horizontal motion when it comes from elsewhere; nil when it is not to be stashed.
  ///
  /// With a rule that heeds a flick back, one away from the side at which it is dropped counts. A
  /// touch that was taken away leaves it stashed if it was, and stashes nothing.
  func stashContext(_ context: ReleaseContext) -> ReleaseContext? {
    guard let stash = geometry.surroundings.stash,
      context.estimate.reason != .cancelled || stashedSide != nil
    else { return nil }
    let (centre, velocity) = (context.position.x, context.estimate.velocity.x)
    guard stash.takes(centre: centre, velocity: velocity, from: stashedSide) else { return nil }
    let policy = behaviour.policy
    if let side = stash.isDropped(centre), policy.heedsFlickBack, policy.flick > .zero,
      (side == .left ? velocity : -velocity) >= policy.flick
    {
      return nil
    }
    var stashed = context
    stashed.candidates = stash.candidates(at: geometry.limits.held(context.position))
    stashed.area = RestArea(
      lowest: Position(x: stash.left, y: geometry.limits.lowest.y),
      highest: Position(x: stash.right, y: geometry.limits.highest.y), free: .vertical)
    if stashedSide == nil { stashed.estimate.velocity.y = .zero }
    return stashed
  }

  /// Brings a stashed surface back on the screen because it was tapped.
  mutating func unstash(into journal: inout Journal) {
    let here = drive.state(at: now)
    let old = heading
    let back = geometry.candidates.map {
      geometry.area?.rest(at: $0, near: here.position) ?? $0
    }
    let nearest = back.min {
      ($0.position - here.position).length < ($1.position - here.position).length
    }
    guard let nearest else { return }
    journal.noteRetarget(from: old, to: nearest.name, at: now)
    rest(at: nearest)
    guard behaviour.courses.unstashing > .zero else {
      return launch(here, to: nearest.position, isLeaving: false)
    }
    let way = TimedCourse(
      begin: now, duration: behaviour.courses.unstashing, curve: .bezier(.swiftOut),
      start: here.position,
      end: nearest.position)
    setOff(on: SpringDrive(way), isLeaving: false)
  }
}
