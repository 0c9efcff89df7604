import Quantities
import ReleaseRules

/// The motion of Embla's pages, in steps of 1/60 s.
///
/// A step moves the position x towards a target at the distance Δ. The displacement w of the previous step counts, too, and
/// the duration is a number of steps:
///
///     w = (w + Δ / duration) · friction
///     x = x + w
///
/// Under a finger, the target moves with the finger, the duration is 0.75, and the friction is 0.3. After the release, the
/// target is a page. The force of a release is 0.4 s times the velocity of the finger. If the force is larger than the
/// distance from the target of the drag to the page, its excess φ = 1 − distance / force makes the motion faster:
/// duration = 25 − 10 φ and friction = 0.68 + φ / 50. Otherwise, φ is 0.
///
/// In this model, each frame of 1/60 s makes one step and shows the position before the step. The first frame of a motion
/// from rest makes two steps. Between two frames, the position is interpolated linearly, as in Embla on screens with more
/// frames.
///
/// If the target and the shown pages are both beyond an end, each step first moves the target towards the shown pages by a
/// fraction of their distance: the pages' distance past the end divided by half the view, limited to 0.1…0.99. If no
/// finger is down and the distance is less than a tenth of the view, the target becomes the end, with the duration 25 and
/// the friction 0.68.
///
/// Source: Embla 9.0.0-rc02 at 25eff504, `Animations.ts`, `ScrollAnimator.ts`, `ScrollBody.ts`, `ScrollBounds.ts` and
/// `DragHandler.ts`. There, rounding decides which frame makes a step if the frames are 1/60 s apart; this model does not
/// reproduce that.
struct EmblaMotion: Hashable, Sendable {
  private let lowest: Position
  private let highest: Position
  /// The length of the view.
  private let view: Points
  private var target: Position
  private var location: Position
  /// The position in the last frame.
  private var shown: Position
  /// The last step, w.
  private var step: Planar<Points>
  private var duration = 0.75
  private var friction = 0.3
  private var isHeld = true
  /// Whether the next frame is the first of a motion from rest.
  private var isFirst: Bool
  /// The number of the next frame.
  private var next: Double

  /// Creates the motion of pages under a finger, or of pages that a release moves.
  ///
  /// - Parameters:
  ///   - start: The position of the pages, and the velocity of their last step.
  ///   - time: The time of the start.
  ///   - isFirst: Whether the pages were at rest.
  ///   - lowest: The position of the last page.
  ///   - highest: The position of the first page.
  ///   - view: The length of the view.
  init(
    _ start: SurfaceMotion, at time: Seconds, isFirst: Bool, lowest: Position, highest: Position,
    view: Points
  ) {
    (self.lowest, self.highest, self.view) = (lowest, highest, view)
    (target, location, shown) = (start.position, start.position, start.position)
    step = Planar(
      x: start.velocity.x * DisplayFrames.interval, y: start.velocity.y * DisplayFrames.interval)
    self.isFirst = isFirst
    next = Self.number(ofFrameAtOrAfter: time)
  }

  /// The position and velocity at `time`.
  func state(at time: Seconds) -> SurfaceMotion {
    var motion = self
    let frames = time / DisplayFrames.interval
    motion.makeFrames(through: (frames + 1e-6).rounded(.down))
    let displacement = motion.location - motion.shown
    let fraction = max(0, min(frames - (motion.next - 1), 1))
    let interval = DisplayFrames.interval
    return (
      motion.shown + displacement * fraction,
      Velocity(x: displacement.x / interval, y: displacement.y / interval)
    )
  }

  /// Moves the target with a finger that has moved by `shift` at `time`.
  mutating func drag(by shift: Planar<Points>, at time: Seconds) {
    makeFrames(through: Self.number(ofFrameAtOrAfter: time) - 1)
    target = target + shift
  }

  /// Returns the target at `time`, after any pull from the ends.
  func target(at time: Seconds) -> Position {
    var motion = self
    motion.makeFrames(through: Self.number(ofFrameAtOrAfter: time) - 1)
    return motion.target
  }

  /// Returns the motion after a release.
  ///
  /// - Parameters:
  ///   - start: The position at the release.
  ///   - page: The target page.
  ///   - force: The force of the release. If it is not a flick, and carries the target past the end that is `page`, the
  ///     motion first aims at that point.
  ///   - isFlick: Whether the release is a flick.
  ///   - time: The time of the release.
  /// - Returns: The positions in each frame until the pages are still and within 0.001 pt of `page`, at most 600.
  func released(
    from start: Position, to page: Position, force: Planar<Points>, isFlick: Bool,
    at time: Seconds
  ) -> SampledTrajectory {
    var motion = self
    motion.makeFrames(through: Self.number(ofFrameAtOrAfter: time) - 1)
    motion.isHeld = false
    let (distance, size) = ((page - motion.target).length.value, force.length.value)
    let excess = distance > 0 && size > distance ? (size - distance) / size : 0
    (motion.duration, motion.friction) = (25 - 10 * excess, 0.68 + excess / 50)
    let thrown = motion.target + force
    motion.target = page
    if !isFlick, motion.held(thrown) != thrown, motion.held(thrown) == page {
      (motion.target, motion.duration, motion.friction) = (thrown, 25, 0.68)
    }
    let first = motion.next
    var positions: [Position] = []
    // Each step is at least a tenth smaller than the previous step, so the loop ends long before 600 steps. The limit
    // is only for NaN.
    while positions.count < 600, (page - motion.shown).length.value >= 0.001 || !motion.isStill {
      motion.makeFrames(through: motion.next)
      positions.append(motion.shown)
    }
    return SampledTrajectory(
      begin: time, start: start, first: Seconds(first / 60), interval: DisplayFrames.interval,
      positions: positions + [page])
  }

  private static func number(ofFrameAtOrAfter time: Seconds) -> Double {
    (DisplayFrames.first(atOrAfter: time) / DisplayFrames.interval).rounded()
  }

  /// Whether no further step would move the pages by more than 0.001 pt.
  private var isStill: Bool {
    step.length.value < 0.001 && (target - location).length.value < 0.001
  }

  /// Makes the frames up to the one with the number `last`.
  private mutating func makeFrames(through last: Double) {
    while next <= last {
      // A finger that rests for long needs no further steps.
      if isHeld, !isFirst, (target - location).length.value < 1e-9, step.length.value < 1e-9 {
        (shown, step, next) = (location, .zero, last + 1)
        return
      }
      if isFirst { makeStep() }
      let before = location
      isFirst = false
      makeStep()
      shown = before
      next += 1
    }
  }

  private mutating func makeStep() {
    let x = pulledBack(target.x, towards: shown.x, inside: lowest.x...highest.x)
    let y = pulledBack(target.y, towards: shown.y, inside: lowest.y...highest.y)
    target = Position(x: x.target, y: y.target)
    if x.isAtEnd || y.isAtEnd { (duration, friction) = (25, 0.68) }
    step = (step + (target - location) / duration) * friction
    location = location + step
  }

  /// Returns the target after the pull of an end, and whether the end is now the target.
  private func pulledBack(
    _ target: Points, towards shown: Points, inside ends: ClosedRange<Points>
  ) -> (target: Points, isAtEnd: Bool) {
    let past = (shown - shown.clamped(to: ends)).magnitude
    guard past > .zero, target != target.clamped(to: ends) else { return (target, false) }
    let distance = target - shown
    let pulled = target - distance * max(0.1, min(past / (view / 2), 0.99))
    guard !isHeld, distance.magnitude < view / 10 else { return (pulled, false) }
    return (pulled.clamped(to: ends), true)
  }

  private func held(_ position: Position) -> Position {
    Position(
      x: position.x.clamped(to: lowest.x...highest.x),
      y: position.y.clamped(to: lowest.y...highest.y))
  }
}
