public import FrameLogs
import MotionPhysics
public import Quantities
import ReleaseRules
import Scenarios
import Surfaces

/// What one gesture came to with one set of settings: the summary of its replay, as far as it is asked
/// for.
public struct Outcome: Hashable, Sendable {
  /// What an outcome is asked for besides targets and times; more costs more.
  public struct Wishes: Hashable, Sendable {
    /// Whether the overshoot and the reversal are wanted.
    public var overshoot: Bool
    /// Whether the jerk is wanted, for which every frame must be made.
    public var jerk: Bool
    /// The margin of which it is wanted how much is lacking, up to 1,000 pt, for which a
    /// hundred releases and more must be decided; nil for none.
    public var margin: Points?

    /// Creates wishes.
    public init(overshoot: Bool = true, jerk: Bool = false, margin: Points? = nil) {
      self.overshoot = overshoot
      self.jerk = jerk
      self.margin = margin
    }
  }

  /// The target of the last decision; nil when nothing was decided.
  public var decidedTarget: String?
  /// The same, or where the surface was sent after it.
  public var finalTarget: String?
  /// From the last decision to the end of the motion that it began; nil when there was none, or when it
  /// was caught, sent elsewhere, or did not end.
  public var settleTime: Seconds?
  /// How far the surface went past its target, 0 or more; 0 where it is not wanted.
  public var overshoot = Points.zero
  /// How fast the velocity of the last decision went away from its target, 0 or more; 0 where the
  /// overshoot is not wanted.
  public var reversal = PointsPerSecond.zero
  /// The greatest change of acceleration of the settling surface, in pt/s³; 0 where it is not wanted.
  public var peakJerk = 0.0
  /// How much the last release lacks to the margin that is wanted, 0 or more; 0 where none is.
  ///
  /// One that is answered rightly lacks what it is nearer than that to one that is not; one that is not lacks
  /// all of it, and as much as it is far from one that is, up to 1,000 pt. A point is as much as 10 pt/s.
  public var shortfall = Points.zero

  /// What a last decision for `target` comes to.
  init(target: String, settleTime: Seconds?) {
    decidedTarget = target
    finalTarget = target
    self.settleTime = settleTime
  }

  /// What `tally` says.
  init(_ tally: RunTally) {
    decidedTarget = tally.decision?.target
    finalTarget = tally.finalTarget
    settleTime = tally.settleTime
  }

  /// What `summary` says of what is wanted.
  public init(_ summary: Summary, wanting wishes: Wishes) {
    decidedTarget = summary.decidedTarget
    finalTarget = summary.finalTarget
    settleTime = summary.settleTime
    if wishes.overshoot {
      overshoot = summary.overshoot
      reversal = summary.reversal
    }
    if wishes.jerk { peakJerk = summary.peakJerk }
  }

  /// Whether the target decided on, or the one reached in the end, is among `intents`.
  ///
  /// A list that has loaded goes back by itself, and a tap may send a surface elsewhere: what was
  /// meant is decided at the release, or reached.
  public func meets(_ intents: [String]) -> Bool {
    intents.contains(decidedTarget ?? "") || intents.contains(finalTarget ?? "")
  }
}

/// All that becomes of a gesture with one release depends on: how it was let go, what was decided, and
/// then on what counts while it settles.
struct LaunchKey: Hashable {
  var launch: Glide.Launch
  var decision: RunTally.Decision
  var finalTarget: String?
}

/// An outcome, and what it depends on but what settles; nil where that is not known.
struct FoundOutcome {
  var outcome: Outcome
  var key: LaunchKey?
}

extension Replay {
  /// What a replay for its tally came to, once all input has been taken in; nil where only its frames
  /// can tell.
  ///
  /// It is the summary of the run with frames, without most of these: on a spring, the greatest
  /// overshoot is in a frame next to the peak of the closed form.
  mutating func outcome(wanting wishes: Outcome.Wishes, steps: Bool) -> FoundOutcome? {
    guard !wishes.jerk else { return nil }
    let decision = journal.tally.decision
    // Frames before the last input are gone.
    if let decision, wishes.overshoot, decision.time != lastInput { return nil }
    if !steps, let glide = scenario.glide { return glided(glide, decision, wishes) }
    if let decision, wishes.overshoot { return walked(decision) }
    if steps { _ = finish() } else { skipToEnd() }
    return FoundOutcome(outcome: Outcome(journal.tally))
  }

  /// The outcome of a surface that is on its way and stays so.
  private mutating func glided(
    _ glide: Glide, _ decision: RunTally.Decision?, _ wishes: Outcome.Wishes
  ) -> FoundOutcome {
    let finalTarget = journal.tally.finalTarget
    skipToEnd()
    var found = FoundOutcome(outcome: Outcome(journal.tally))
    guard let decision, decision.time == lastInput else { return found }
    found.key = glide.launch.map {
      LaunchKey(launch: $0, decision: decision, finalTarget: finalTarget)
    }
    guard wishes.overshoot else { return found }
    let meter = glide.overshootMeter(
      decidedAt: decision.time, rate, until: lastInput + Self.longestSettling)
    found.outcome.overshoot = meter.overshoot
    found.outcome.reversal = meter.reversal(of: decision.velocity)
    return found
  }

  /// The outcome by the frames after the last decision, which was the last input.
  @inline(never)
  private mutating func walked(_ decision: RunTally.Decision) -> FoundOutcome {
    var motion: [Frame] = []
    _ = finish { frame in
      if let first = motion.first, first.target != frame.target { return }
      // A target that comes back is another motion.
      if motion.isEmpty || motion[motion.count - 1].index == frame.index - 1 {
        motion.append(frame)
      }
    }
    var found = FoundOutcome(outcome: Outcome(journal.tally))
    guard let first = motion.first else { return found }
    var meter = OvershootMeter(first: first, decidedAt: decision.time)
    for frame in motion.dropFirst() { meter.measure(frame.position) }
    found.outcome.overshoot = meter.overshoot
    found.outcome.reversal = meter.reversal(of: decision.velocity)
    return found
  }
}

extension SurfaceRelease {
  /// The last frame that there may be after it, and the last time.
  func lastFrame(at rate: FrameRate) -> (frame: Seconds, time: Seconds) {
    (rate.lastFrame(afterInputAt: time), time + .longestSettling)
  }

  /// What is remembered of `answer`, where a spring takes the surface on.
  func key(of answer: Answer) -> LaunchKey? {
    guard let start = answer.departure.trajectory.springStart else { return nil }
    return LaunchKey(
      launch: Glide.Launch(
        origin: start.origin, x: start.x, y: start.y,
        target: answer.departure.trajectory.target, isLeaving: answer.departure.isLeaving),
      decision: RunTally.Decision(
        time: time, target: answer.decision.target, velocity: answer.decision.velocity),
      finalTarget: answer.decision.target)
  }

  /// What `answer` of `behaviour` comes to in frames at `rate` up to `last`, the end of the replay; nil
  /// where only receiving the release can tell.
  func outcome(
    of answer: Answer, by behaviour: DraggableSurface.Behaviour, at rate: FrameRate,
    until last: (frame: Seconds, time: Seconds), wanting wishes: Outcome.Wishes
  ) -> Outcome? {
    guard !wishes.jerk, let glide = glide(after: answer, by: behaviour) else { return nil }
    var outcome = Outcome(
      target: answer.decision.target, settleTime: glide.end <= last.frame ? glide.end - time : nil)
    guard wishes.overshoot else { return outcome }
    let meter = glide.overshootMeter(decidedAt: time, rate, until: last.time)
    outcome.overshoot = meter.overshoot
    outcome.reversal = meter.reversal(of: answer.decision.velocity)
    return outcome
  }
}

extension Glide {
  /// The overshoot after a decision at `time`, from which the glide began, as frames at `rate` up to
  /// `last` show it.
  fileprivate func overshootMeter(
    decidedAt time: Seconds, _ rate: FrameRate, until last: Seconds
  ) -> OvershootMeter {
    let first = rate.firstFrame(at: time)
    let begin = rate.time(ofFrame: first)
    let start = state(at: begin)
    var meter = OvershootMeter(
      position: start.position, velocity: start.velocity, target: target, elapsed: begin - time)
    if let peak = peakFrames(along: meter.displacement, after: first, rate, until: min(end, last)) {
      var sampled = meter
      for index in peak.frames { sampled.measure(state(at: rate.time(ofFrame: index)).position) }
      if sampled.overshoot > peak.next { return sampled }
    }
    var index = first + 1
    while case let time = rate.time(ofFrame: index), time < end, time <= last {
      meter.measure(state(at: time).position)
      index += 1
    }
    return meter
  }

  /// The frames next to the first peak beyond the target along `way`, and what the peaks after it do
  /// not exceed; nil where that is no way to find the greatest.
  ///
  /// A spring along both axes is a spring along the way. Between its zeros it has one peak, and each
  /// peak on the same side is e^(-2πζ/√(1-ζ²)) of the one before.
  private func peakFrames(
    along displacement: Planar<Points>, after first: Int, _ rate: FrameRate, until last: Seconds
  ) -> (frames: Range<Int>, next: Points)? {
    let distance = displacement.length.value
    guard distance > 0, let (spring, origin, x, y) = trajectory.springStart,
      spring.response > .zero
    else { return nil }
    // pt and pt/s along the way.
    let heading = displacement.heading / distance
    let offset = Position(x: x.offset, y: y.offset).dot(heading)
    let velocity = Velocity(x: x.velocity, y: y.velocity).dot(heading)
    let isAlongAxis = x == .resting || y == .resting
    guard offset < 0 else { return nil }
    let start = Spring.Motion(offset: Points(offset), velocity: PointsPerSecond(velocity))
    let peak = spring.peakOvershoot(from: start)
    guard let peak, origin + peak.time < last else {
      let neverPasses = peak == nil && spring.dampingRatio >= 1
      // Along two axes, rounding may show a little where there is nothing; not where it is so far before
      // the target at both ends, between which there is at most a turn away from it.
      let isFar = { (time: Seconds) in
        spring.motion(after: time - origin, from: start).offset < Points(-1e-6)
      }
      guard isAlongAxis && neverPasses || isFar(rate.time(ofFrame: first)) && isFar(last) else {
        return nil
      }
      return (first..<first, Points(-1))
    }
    guard peak.offset > (isAlongAxis ? .zero : Points(1e-6)) else { return nil }
    let before = (origin + peak.time).value * rate.framesPerSecond
    guard before < Double(Int32.max) else { return nil }
    let middle = Int(before)
    let upper = max(first, middle + 2)
    guard rate.time(ofFrame: upper) < last else { return nil }
    let ratio = spring.dampingRatio
    // With less damping than this, the next peak on this side is nearly as high.
    let fall = ratio < 1 ? -2 * Double.pi * ratio / (1 - ratio * ratio).squareRoot() : -40
    let next = peak.offset * (fall < -40 ? 0 : exponential(fall) * (1 + 1e-9))
    // Away from its peak the motion falls by more than rounding from one frame to the next, unless the
    // peak is low or the spring slow; so one of the two frames about it shows most, whose numbers a
    // peak that is on a frame leaves in doubt.
    let turn = spring.angularFrequency / rate.framesPerSecond
    let size = max(1, target.length.value, distance)
    let part = before - Double(middle)
    guard middle > first, peak.offset.value * turn * turn > 1e-6 * size, ratio < 1,
      (0.001...0.999).contains(part), turn < 0.3
    else { return (max(first, middle - 1)..<upper + 1, next) }
    return (middle..<middle + 2, next)
  }
}
