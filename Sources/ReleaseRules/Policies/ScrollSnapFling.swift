import MotionPhysics
package import Quantities
import VelocityEstimation

/// The motion of pages after a release in Chromium with CSS scroll snap, frame by frame.
///
/// A throw scrolls on its own curve first. From its second step, Chromium estimates the end E of the throw from the
/// last two steps, `E = δ / (1 − min(δ / δ₋₁, 0.99))`, as if the steps were a geometric series. As soon as the steps
/// decay enough, Chromium picks a page by E, and moves to this page on a snap curve, whose steps shrink to 0.92 of
/// their length in each 16 ms. A release without a throw moves to the nearest page in 6 to 12 frames.
///
/// The first steps of a throw, and therefore the page and the motion, depend on the times of the ``DisplayFrames``. The
/// first step is in the first frame at or after the lift.
///
/// Positions are offsets in points along the pages: zero at the first page, growing towards the last.
///
/// Source: Chromium at 4b8e43f6, `snap_fling_controller.cc` and `snap_fling_curve.cc`, and at 307b3fbf,
/// `physics_based_fling_curve.cc` and `fling_controller.cc`; checked against Chromium 156.
package struct ScrollSnapFling: Hashable, Sendable {
  /// The frames after a release, and the page at which they end.
  package struct Landing: Hashable, Sendable {
    /// The index of the target page.
    package var page: Int
    /// The time of the first frame, at or after the release.
    package var first: Seconds
    /// The offsets at the frames; the last offset is the offset of the page.
    package var offsets: [Double] = []
  }

  private static let deceleration = 2.7559e-5 * 96 * 1e6
  private static let decay = 0.92
  private static let decayInterval = 0.016

  /// The offset at the release.
  var offset: Double
  /// The velocity at the release, in points per second; positive is towards the last page, and zero is no throw.
  var velocity: Double
  /// The offsets of the pages, ascending; at least one.
  var pages: [Double]
  /// Whether a throw turns at most one page, as with `scroll-snap-stop: always`.
  var stopsAlways: Bool
  /// The length of the view along the pages.
  var view: Double
  /// The time of the release.
  var time: Seconds
  /// The time from the last movement of the finger to the release.
  var stillness: Seconds

  /// Returns the frames after the release.
  package func outcome() -> Landing {
    let first = DisplayFrames.first(atOrAfter: time)
    var outcome = Landing(page: nearest(to: offset), first: first)
    guard velocity != 0 else {
      outcome.offsets = ending(from: offset, at: outcome.page)
      return outcome
    }
    var throwing = Throwing(velocity, view: view, offset: offset)
    var elapsed = (first - DisplayFrames.start(ofThrowAfter: time - stillness, lift: time)).value
    while elapsed < throwing.duration {
      let step = throwing.step(at: elapsed)
      elapsed += DisplayFrames.interval.value
      // Chromium leaves out steps of up to 0.1 pt.
      if step.magnitude > 0.1 {
        if let page = snap(&throwing, step) {
          outcome.page = page
          outcome.offsets += snapCurve(from: throwing.offset, to: pages[page])
          return outcome
        }
        throwing.offset = max(pages[0], min(throwing.offset + step, pages[pages.count - 1]))
        if let page = throwing.reached(pages, step) {
          outcome.page = page
          outcome.offsets.append(pages[page])
          return outcome
        }
      }
      outcome.offsets.append(throwing.offset)
    }
    outcome.page = nearest(to: throwing.offset)
    outcome.offsets += ending(from: throwing.offset, at: outcome.page)
    return outcome
  }

  /// Returns the page to which Chromium snaps instead of scrolling by `step`; nil if the throw continues.
  private func snap(_ throwing: inout Throwing, _ step: Double) -> Int? {
    guard let displacement = throwing.displacement(after: step) else { return nil }
    let page = target(from: throwing.offset, by: displacement)
    let isExtreme = page == (displacement > 0 ? pages.count - 1 : 0)
    if !stopsAlways, isExtreme,
      displacement.magnitude >= (pages[page] - throwing.offset).magnitude
    {
      // A throw beyond the first or last page continues until it reaches this page.
      throwing.aim = page
      return nil
    }
    return page
  }

  /// Returns the page nearest to `offset` plus `displacement`, among the pages in the direction of `displacement`.
  ///
  /// With ``stopsAlways``, returns the first page in this direction. If there is no page in this direction, returns the
  /// page nearest to `offset`.
  private func target(from offset: Double, by displacement: Double) -> Int {
    let ahead = pages.indices.filter { (pages[$0] - offset) * displacement > 0 }
    guard let first = displacement > 0 ? ahead.first : ahead.last else {
      return nearest(to: offset)
    }
    guard !stopsAlways else { return first }
    var best = first
    for page in ahead
    where (pages[page] - offset - displacement).magnitude
      < (pages[best] - offset - displacement).magnitude
    {
      best = page
    }
    return best
  }

  /// Returns the page nearest to `offset`; the earlier of two that are equally near.
  private func nearest(to offset: Double) -> Int {
    var best = 0
    for page in pages.indices
    where (pages[page] - offset).magnitude < (pages[best] - offset).magnitude { best = page }
    return best
  }

  /// Returns the frames of the animation that follows a scroll without a throw: 6 to 12 frames, depending on the
  /// distance.
  private func ending(from offset: Double, at page: Int) -> [Double] {
    let distance = pages[page] - offset
    guard distance != 0 else { return [offset] }
    let frames = Self.frames(over: distance)
    return (1...Int(frames.rounded(.up))).map { frame in
      offset + distance * CubicBezier.easeInOut.progress(at: Double(frame) / frames)
    }
  }

  /// Returns the duration in frames of a motion over `distance` points after a scroll without a throw.
  package static func frames(over distance: Double) -> Double {
    max(6, min(14 - distance.magnitude / 60, 12))
  }

  /// Returns the offsets in the frames of the snap curve; the first frame already includes the first step of the curve.
  ///
  /// In the frame after the first frame with less than 1 pt left, the curve is at its target.
  private func snapCurve(from offset: Double, to target: Double) -> [Double] {
    let distance = (target - offset).magnitude
    guard distance > 0 else { return [target] }
    let rate = naturalLogarithm(Self.decay)
    let steps = (-naturalLogarithm(1 + distance * (1 / Self.decay - 1)) / rate).rounded(.up)
    let first = distance * (1 - Self.decay) / (1 - exponential(rate * steps))
    func gone(_ steps: Double) -> Double {
      min(distance, first * (1 - exponential(rate * steps)) / (1 - Self.decay))
    }
    let duration = min(steps * Self.decayInterval, 5)
    var (offsets, last, elapsed) = ([Double](), 0.0, 0.0)
    while elapsed < duration, distance - last >= 1 {
      last = gone(elapsed / Self.decayInterval + 1)
      offsets.append(target > offset ? offset + last : offset - last)
      elapsed += DisplayFrames.interval.value
    }
    return offsets + [target]
  }

  /// The state of a throw between two steps.
  private struct Throwing {
    let duration: Double
    private let friction: Friction
    private let start: Decay.Motion
    var offset: Double
    /// The first or the last page if the throw would end beyond this page; otherwise nil.
    var aim: Int?
    private var gone = 0.0
    private var last: Double?
    private var decays = 0

    init(_ velocity: Double, view: Double, offset: Double) {
      friction = .chromium(deceleration: deceleration, longest: (3 * view).rounded(.down))
      start = Decay.Motion(position: .zero, velocity: PointsPerSecond(velocity))
      duration = friction.duration(start.velocity)?.value ?? 0
      self.offset = offset
    }

    mutating func step(at elapsed: Double) -> Double {
      let now = friction.motion(after: Seconds(elapsed), from: start).position.value
      defer { gone = now }
      return now - gone
    }

    /// Returns the estimated displacement up to the end of the throw, including `step`; nil if the steps do not decay
    /// enough.
    mutating func displacement(after step: Double) -> Double? {
      defer { last = step }
      guard let last else { return nil }
      let ratio = step.magnitude / last.magnitude
      decays = ratio < 1 ? decays + 1 : 0
      guard ratio < 0.96 || decays >= 3 && ratio < 1 else { return nil }
      return step / (1 - min(ratio, 0.99))
    }

    /// Returns ``aim`` if `step` has reached this page; otherwise nil.
    func reached(_ pages: [Double], _ step: Double) -> Int? {
      guard let aim else { return nil }
      return (pages[aim] - offset) * step <= 0 ? aim : nil
    }
  }
}

extension ReleasePolicy {
  /// Returns the time of the first frame after a release, and the positions at the frames, for ``ReleaseRule/CSSSnap``.
  ///
  /// Returns nil if the policy has a rule other than ``ReleaseRule/CSSSnap``.
  package func snapFrames(of context: ReleaseContext) -> (first: Seconds, positions: [Position])? {
    guard let rule = rule.numbers(of: ReleaseRule.CSSSnap.self) else { return nil }
    let isCancelled = context.estimate.reason == .cancelled
    let velocity = isCancelled ? .zero : velocity(of: context)
    let travel = Travel(context, velocity: velocity)
    let outcome = rule.scrollSnapFling(context, travel).outcome()
    let start = context.candidates[0].position
    let displacement = context.candidates[context.candidates.count - 1].position - start
    let length = travel.length
    var positions = outcome.offsets.map { offset in
      length > 0 ? start + displacement * (offset / length) : start
    }
    positions[positions.count - 1] = context.candidates[outcome.page].position
    return (outcome.first, positions)
  }
}
