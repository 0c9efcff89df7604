import MotionPhysics
package import Quantities
import ReleaseRules

/// The motion of a strip of pages to its target page, for software that does not move pages on springs.
///
/// With the distance d to the target in points, and the length P of a page, the motions are:
///
/// | system | after a flick | after another release |
/// |---|---|---|
/// | `qtSwipeView` | constant deceleration from 4 P per second | accelerated and decelerated over 0.2 s |
/// | `viewPager2` | constant deceleration over min(100, 0.625 d) / 0.3356 ms | `1 − (1 − p)⁵` over (d / P + 1) · 300 ms |
/// | `swiper` | the CSS curve `ease` over 0.3 s, from the next 1/60 s | the same |
/// | `hyprland` | the curve (0, 0.75, 0.15, 1) over 0.8 s | the same |
/// | `cssSnap` | see `ScrollSnapFling` | the CSS curve `ease-in-out` over 6 to 12 frames of 1/60 s |
/// | `embla` | see `EmblaMotion` | the same |
package struct PagedMotion: Hashable, Sendable {
  /// The software whose motion is reproduced.
  package enum Law: Hashable, Sendable {
    /// Source: Chromium at 4b8e43f6, `snap_fling_curve.cc` and `scroll_offset_animation_curve.cc`.
    case cssSnap
    /// Source: qtdeclarative at c4d3c0cc, `QQuickListViewPrivate::flick` and `fixup`, in whole milliseconds.
    case qtSwipeView
    /// Source: androidx at 2737fa85, `PagerSnapHelper.java`, and `LinearSmoothScroller` and `RecyclerView` there.
    case viewPager2
    /// Source: Swiper 14.0.6, `swiper.css` and `defaults.ts`, `speed`.
    case swiper
    /// Source: Hyprland at 6ffae9c, `AnimationTree.cpp`, speed 8 in tenths of a second, and hyprutils at 83da5ee,
    /// `DEFAULTBEZIERPOINTS`.
    case hyprland
    /// Steps of 1/60 s, which also move the pages under a finger; see ``EmblaMotion``.
    case embla
  }

  /// The software whose motion is reproduced.
  package var law: Law
  /// The length of a page.
  package var page: Points

  package init(_ law: Law, page: Points) {
    self.law = law
    self.page = page
  }

  /// Returns the motion from `start` to `target` that begins at `time`.
  ///
  /// `isFlick` is true if the velocity of a release decided the target. `frames` is the result of a throw with scroll
  /// snap; nil if no release starts the motion. `thrown` is the velocity of the finger at the release. `embla` is the
  /// motion of Embla's pages before the release; nil if no release starts the motion.
  func trajectory(
    from start: SurfaceMotion, to target: Position, at time: Seconds, isFlick: Bool,
    thrown: Velocity = .zero, embla: EmblaMotion? = nil,
    frames: (first: Seconds, positions: [Position])?
  ) -> Trajectory {
    let displacement = target - start.position
    let distance = displacement.length.value
    guard distance > 0 || law == .embla || frames != nil else {
      return Trajectory(resting: target)
    }
    switch law {
    case .cssSnap:
      if let frames {
        return Trajectory(
          SampledTrajectory(
            begin: time, start: start.position, first: max(time, frames.first),
            interval: DisplayFrames.interval, positions: frames.positions))
      }
      return timed(
        .bezier(.easeInOut), DisplayFrames.interval * ScrollSnapFling.frames(over: distance),
        start.position,
        target, time)
    case .qtSwipeView:
      let milliseconds = (1_000 * distance / (2 * max(page, Points(1)).value)).rounded(.down)
      // Qt's animations are at the time of the last frame.
      let begin = DisplayFrames.last(before: time)
      return isFlick
        ? timed(.quadraticOut, Seconds(milliseconds / 1_000), start.position, target, begin)
        : timed(.quadraticInOut, Seconds(0.2), start.position, target, begin)
    case .viewPager2:
      let flick = (min(100, (0.625 * distance).rounded(.up)) / 0.3356).rounded(.up)
      let scroll = min(2_000, ((distance / max(page, Points(1)).value + 1) * 300).rounded(.down))
      return timed(
        isFlick ? .quadraticOut : .quinticOut, Seconds((isFlick ? flick : scroll) / 1_000),
        start.position, target, time)
    case .swiper:
      // A browser starts a transition with its next frame.
      let begin = DisplayFrames.interval * (time / DisplayFrames.interval).rounded(.up)
      return timed(.bezier(.ease), Seconds(0.3), start.position, target, begin)
    case .hyprland: return timed(.bezier(.hyprland), Seconds(0.8), start.position, target, time)
    case .embla:
      return steps(
        of: embla, from: start, to: target, at: time, isFlick: isFlick, thrown: thrown)
    }
  }

  /// Returns the motion in Embla's steps; `embla` is the motion before a release, or nil without a release.
  private func steps(
    of embla: EmblaMotion?, from start: SurfaceMotion, to target: Position, at time: Seconds,
    isFlick: Bool, thrown: Velocity
  ) -> Trajectory {
    // Without a release, the first step is in the next frame.
    let frame = DisplayFrames.interval
    let next = frame * ((time / frame).rounded(.down) + 1)
    let own =
      embla
      ?? EmblaMotion(
        start, at: next, isFirst: start.velocity == .zero, lowest: target, highest: target,
        view: page)
    // The force counts for 0.4 s.
    let force = Planar(x: thrown.x * Seconds(0.4), y: thrown.y * Seconds(0.4))
    return Trajectory(
      own.released(from: start.position, to: target, force: force, isFlick: isFlick, at: time))
  }

  private func timed(
    _ curve: TimedCurve, _ duration: Seconds, _ start: Position, _ end: Position, _ begin: Seconds
  ) -> Trajectory {
    Trajectory(
      TimedTrajectory(begin: begin, duration: duration, curve: curve, start: start, end: end))
  }
}
