import InteractionScenarios
public import Quantities
public import TouchInput

/// The default estimator of a replay.
private let standardEstimator =
  allEstimators.first { $0.name == ReplayRequest.standardEstimator } ?? allEstimators[0]

/// A random gesture of taps, drags, pauses, flicks, cancelled touches and catches.
///
/// Sometimes two fingers turn about each other. The velocities come from the estimator of a replay,
/// which receives the samples of each touch.
public struct RandomHand {
  /// The events of the gesture.
  public private(set) var events: [TimedHandEvent] = []

  private var random: SeededGenerator
  /// A separate generator for rotations, so that gestures without one do not depend on it.
  private var turns: SeededGenerator
  /// A separate generator for movements before a pan, for the same reason.
  private var early: SeededGenerator
  private var estimator: any VelocityEstimator
  private var microseconds: Int64 = 1_000_000
  private var pans = 0
  private let screen: Planar<Points>
  private let hasPosition: Bool

  /// Draws one to four touches on `screen`.
  ///
  /// - Parameters:
  ///   - seed: The same seed gives the same events.
  ///   - screen: The screen on which touches begin; one gesture in five has no position, as on a
  ///     touchpad.
  public init(seed: UInt64, on screen: Planar<Points>) {
    random = SeededGenerator(seed: seed)
    turns = SeededGenerator(seed: seed ^ 0x7415)
    early = SeededGenerator(seed: seed ^ 0x510b)
    self.screen = screen
    estimator = standardEstimator.estimator()
    hasPosition = random.happens(0.8)
    for _ in 0..<random.whole(in: 1...4) { touch() }
  }

  private mutating func touch() {
    let anywhere = Position(x: screen.x * random.uniform(), y: screen.y * random.uniform())
    let position = hasPosition ? anywhere : nil
    emit(.touchDown(at: position))
    estimator.reset()
    estimator.receive(PanSample(microseconds: microseconds, position: .zero))
    wait(random.uniform(in: 0.004...0.12))
    moveWithinSlop(from: position)
    let pan = random.happens(0.85) ? draw(from: position) : nil
    let isCancelled = random.happens(0.12)
    if let pan {
      let velocity = estimator.released(atMicroseconds: microseconds)
      emit(isCancelled ? .panCancelled(pan, velocity) : .panEnded(pan, velocity))
    }
    emit(isCancelled ? .touchCancelled : .touchUp)
    wait(random.uniform(in: random.happens(0.6) ? 0.004...0.4 : 0.4...1.5))
    if random.happens(0.03) { emit(.gap(resynchronizedEvents: 2)) }
  }

  /// Moves the finger a little before the touch becomes a pan, in half of the touches.
  private mutating func moveWithinSlop(from position: Position?) {
    guard let position, early.happens(0.5) else { return }
    let moved = Position(
      x: Points(early.uniform(in: -9...9)), y: Points(early.uniform(in: -9...9)))
    emit(
      .touchMoved(
        Pan(
          number: pans + 1, origin: position, location: position + moved, translation: .zero,
          fingers: 1)))
  }

  private mutating func draw(from position: Position?) -> Pan {
    pans += 1
    let isTwist = turns.happens(0.2)
    var pan = Pan(
      number: pans, origin: position, location: position, translation: .zero,
      fingers: isTwist ? 2 : 1)
    let interval = random.uniform(in: 0.006...0.0167)
    var isFirst = true
    for _ in 0..<random.whole(in: 1...3) {
      let duration = random.uniform(in: 0.02...0.35)
      let isPause = random.happens(0.25)
      let speed = isPause ? 0 : random.uniform(in: 20...3_000)
      let displacement = direction(
        random.one(of: [-1.6, -1.2, 0.3, 1.2, 1.6, 2.4, -2.4]) + random.uniform(in: -0.3...0.3))
      pan.twistRate = isTwist && !isPause ? turns.uniform(in: -8...8) : 0
      var elapsed = 0.0
      while elapsed < duration {
        let step = interval * random.uniform(in: 0.8...1.2)
        elapsed += step
        wait(step)
        guard !isPause else { continue }
        // The two displacements are rounded differently, so that no displacement is exactly
        // diagonal.
        pan.translation.x += Points((displacement.x * speed * step * 7).rounded() / 7)
        pan.translation.y += Points((displacement.y * speed * step * 8).rounded() / 8)
        pan.twist += pan.twistRate * step
        pan.location = position.map { $0 + pan.translation }
        estimator.receive(PanSample(microseconds: microseconds, position: pan.translation))
        emit(isFirst ? .panBegan(pan) : .panChanged(pan, live: estimator.live()))
        isFirst = false
      }
    }
    if isFirst { emit(.panBegan(pan)) }
    wait(random.uniform(in: 0.001...0.02))
    return pan
  }

  /// Returns a unit vector roughly along `angle`, by a rational formula.
  private func direction(_ angle: Double) -> (x: Double, y: Double) {
    let t = angle / 2
    return ((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t))
  }

  private mutating func wait(_ seconds: Double) { microseconds += Int64(seconds * 1_000_000) }

  private mutating func emit(_ event: TouchEvent) {
    events.append(TimedHandEvent(microseconds: microseconds, event: event))
  }
}
