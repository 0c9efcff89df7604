import Quantities
import SequenceLaws
import TouchInput

/// A hand that draws at random: taps, drags, pauses, flicks, cancelled touches, catches.
///
/// Its velocities come from the default estimator, fed with the samples of each touch.
struct RandomHand {
  private var random: SeededRandom
  private var estimator: any VelocityEstimator
  private var microseconds: Int64 = 1_000_000
  private var pans = 0
  private(set) var events: [TimedHandEvent] = []
  private let hasPlace: Bool

  init(seed: UInt64, touches: Int? = nil) throws {
    random = SeededRandom(seed: seed)
    estimator = try TouchInput.estimator(named: "android.lsq2")
    hasPlace = random.isTrue(0.8)
    let count = touches ?? Int.random(in: 1...4, using: &random)
    for _ in 0..<count { touch() }
  }

  /// The time of the first event, from which runs count.
  var origin: Int64 { events[0].microseconds }

  private mutating func touch() {
    let places = Position(x: Points(random.number(0...390)), y: Points(random.number(0...844)))
    let place = hasPlace ? places : nil
    emit(.touchDown(at: place))
    estimator.reset()
    estimator.receive(PanSample(microseconds: microseconds, position: .zero))
    wait(random.number(0.004...0.12))
    let pan = random.isTrue(0.85) ? draw(from: place) : nil
    let isCancelled = random.isTrue(0.12)
    if let pan {
      emit(
        isCancelled
          ? .panCancelled(pan)
          : .panEnded(pan, estimator.released(atMicroseconds: microseconds)))
    }
    emit(isCancelled ? .touchCancelled : .touchUp)
    wait(random.isTrue(0.6) ? random.number(0.004...0.4) : random.number(0.5...2.5))
  }

  private mutating func draw(from place: Position?) -> Pan {
    pans += 1
    var pan = Pan(number: pans, origin: place, location: place, translation: .zero, fingers: 1)
    let interval = random.number(0.004...0.0167)
    var isFirst = true
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let duration = random.number(0.02...0.4)
      let isPause = random.isTrue(0.25)
      let speed = isPause ? 0 : random.number(20...3_000)
      let angle =
        random.one(of: [-1.6, -1.2, 0.3, 1.2, 1.6, 2.4, -2.4]) + random.number(-0.3...0.3)
      let (x, y) = direction(angle)
      var elapsed = 0.0
      while elapsed < duration {
        let step = interval * random.number(0.8...1.2)
        elapsed += step
        wait(step)
        guard !isPause else { continue }
        pan.translation.x += Points((x * speed * step * 8).rounded() / 8)
        pan.translation.y += Points((y * speed * step * 8).rounded() / 8)
        pan.location = place.map { $0 + pan.translation }
        estimator.receive(PanSample(microseconds: microseconds, position: pan.translation))
        emit(isFirst ? .panBegan(pan) : .panChanged(pan, live: estimator.live()))
        isFirst = false
      }
    }
    if isFirst { emit(.panBegan(pan)) }
    wait(random.number(0.001...0.02))
    return pan
  }

  /// A unit vector that points roughly along `angle`; by a rational formula, so that no library
  /// decides the test.
  private func direction(_ angle: Double) -> (x: Double, y: Double) {
    let t = angle / 2
    return ((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t))
  }

  private mutating func wait(_ seconds: Double) { microseconds += Int64(seconds * 1_000_000) }

  private mutating func emit(_ event: HandEvent) {
    events.append(TimedHandEvent(microseconds: microseconds, event: event))
  }
}

extension TimedHandEvent {
  /// The same event seen through a map of places, and one of ways and velocities.
  func mapped(place: (Position) -> Position, way: (Position) -> Position) -> TimedHandEvent {
    TimedHandEvent(microseconds: microseconds, event: event.mapped(place: place, way: way))
  }
}
