import Quantities
import VelocityEstimation

/// The touches and pans of one device, made from positions along the path of the fingers.
///
/// The positions come from contacts, or from the movements that libinput reports for a touchpad.
struct TouchTracker: Sendable {
  /// The state of the fingers at one moment.
  struct Sample {
    /// The time, in microseconds of the recording's clock.
    var microseconds: Int64
    /// The displacement of the fingers since the touch-down.
    var moved: Planar<Points>
    /// The midpoint of the fingers; nil on a touchpad.
    var location: Position?
    /// The number of fingers that are down.
    var fingers: Int
    /// The angle by which two fingers have turned around each other since the touch-down, clockwise, in radians.
    var twist = 0.0
    /// The angular velocity of the twist, in radians per second.
    var twistRate = 0.0
    /// The distance by which two fingers have turned around each other.
    var arc = Points.zero
  }

  private enum State {
    case up
    /// A touch that is not a pan yet, and its last report if ``PanRecognizer/movesCaughtContent`` is true.
    case pressed(origin: Position?, last: Sample? = nil)
    /// A pan, the path at which it began, and the twist angle at which it began.
    case panning(Pan, start: Planar<Points>, twistAtStart: Double)
    /// The recognizer has refused the touch, which lasts until all fingers lift.
    case refused
  }

  private let options: PanOptions
  private let kind: DeviceKind
  /// The estimator of the pan's velocity, which is reset for every touch.
  private(set) var estimator: Estimator
  private var state = State.up
  private var recognition: PanRecognition
  private var panCount = 0
  /// The time of the first touch-down.
  private var firstMicroseconds: Int64?

  /// Creates a tracker of a device of `kind`.
  init(options: PanOptions, kind: DeviceKind, estimator: Estimator) {
    self.options = options
    self.kind = kind
    self.estimator = estimator
    recognition = PanRecognition(options, beganMicroseconds: 0, firstMicroseconds: 0)
  }

  /// Whether no touch is down.
  var isUp: Bool { if case .up = state { true } else { false } }

  /// Whether a touch was refused, and its fingers are still down.
  var isRefused: Bool { if case .refused = state { true } else { false } }

  /// Whether a touch is down that is not a pan yet.
  var isPressed: Bool { if case .pressed = state { true } else { false } }

  /// The number of fingers of the pan in the last report; nil if there is no pan.
  @inline(__always)
  var panningFingers: Int? {
    if case .panning(let pan, _, _) = state { pan.fingers } else { nil }
  }

  mutating func touchDown(_ sample: Sample, _ events: inout [TimedHandEvent]) {
    state = .pressed(origin: sample.location)
    restart(atMicroseconds: sample.microseconds)
    events.append(at: sample.microseconds, .touchDown(at: sample.location))
  }

  /// Starts the recognition and the velocity estimate of the touch again.
  mutating func restart(atMicroseconds microseconds: Int64) {
    let first = firstMicroseconds ?? microseconds
    firstMicroseconds = first
    recognition = PanRecognition(
      options, beganMicroseconds: microseconds, firstMicroseconds: first)
    estimator.reset()
  }

  /// Gives a position to the estimator.
  mutating func observe(_ sample: Sample) {
    estimator.receive(PanSample(microseconds: sample.microseconds, position: sample.moved))
  }

  /// Follows the fingers to the next report.
  mutating func follow(_ sample: Sample, _ events: inout [TimedHandEvent]) {
    observe(sample)
    // On a touchpad, all fingers together count as one finger, because they move one pointer.
    let fingers = kind == .touchscreen ? sample.fingers : 1
    switch state {
    case .up, .refused: break
    case .pressed:
      switch recognition.verdict(
        moved: sample.moved, arc: sample.arc, fingers: fingers, atMicroseconds: sample.microseconds)
      {
      case .waiting: wait(sample, &events)
      case .begins(let start): begin(sample, countingFrom: start, &events)
      case .refused:
        events.append(at: sample.microseconds, .touchCancelled)
        state = .refused
      }
    case .panning(var pan, let start, let twistAtStart):
      guard recognition.goesOn(moved: sample.moved, fingers: fingers) else {
        events.append(at: sample.microseconds, .panCancelled(pan))
        events.append(at: sample.microseconds, .touchCancelled)
        state = .refused
        return
      }
      pan.location = sample.location
      pan.translation = recognition.translation(
        to: sample.moved, from: start, atMicroseconds: sample.microseconds)
      pan.fingers = sample.fingers
      (pan.twist, pan.twistRate) = (sample.twist - twistAtStart, sample.twistRate)
      state = .panning(pan, start: start, twistAtStart: twistAtStart)
      events.append(at: sample.microseconds, .panChanged(pan, live: railed(estimator.live())))
    }
  }

  /// Reports the position of a touch that is not a pan yet, if the modelled program may already move its content.
  private mutating func wait(_ sample: Sample, _ events: inout [TimedHandEvent]) {
    guard options.recognizer.movesCaughtContent, case .pressed(let origin?, _) = state else {
      return
    }
    state = .pressed(origin: origin, last: sample)
    let pan = Pan(
      number: panCount + 1, origin: origin, location: sample.location, translation: .zero,
      fingers: sample.fingers)
    events.append(at: sample.microseconds, .touchMoved(pan))
  }

  /// Begins a pan whose translation counts from `start`, if the touch is not a pan yet.
  mutating func begin(
    _ sample: Sample, countingFrom start: Planar<Points>, _ events: inout [TimedHandEvent]
  ) {
    guard case .pressed(let origin, _) = state else { return }
    // With a slop, the twist counts from the beginning of the pan; otherwise from the touch-down.
    let twistAtStart = options.recognizer.usesSlop ? sample.twist : 0
    if options.recognizer.measuresFromPan {
      // The estimators of these programs use the first sample only as the origin, and ignore its time.
      estimator.reset()
      estimator.receive(PanSample(microseconds: sample.microseconds - 1, position: start))
      observe(sample)
    }
    if options.recognizer.withholdsReports {
      estimator.reset()
      estimator.receive(
        PanSample(microseconds: recognition.beganMicroseconds, position: .zero))
      observe(sample)
    }
    panCount += 1
    let pan = Pan(
      number: panCount, origin: origin, location: sample.location,
      translation: recognition.translation(
        to: sample.moved, from: start, atMicroseconds: sample.microseconds),
      fingers: sample.fingers, twist: sample.twist - twistAtStart, twistRate: sample.twistRate)
    state = .panning(pan, start: start, twistAtStart: twistAtStart)
    events.append(at: sample.microseconds, .panBegan(pan))
  }

  /// Ends or cancels the touch and its pan; `twistRate` is the angular velocity at the release.
  ///
  /// For a refused touch, no event is added, because it was already cancelled.
  mutating func close(
    atMicroseconds microseconds: Int64, isCancelled: Bool, twistRate: Double = 0,
    _ events: inout [TimedHandEvent]
  ) {
    if case .pressed(_, var last?) = state, !isCancelled, recognition.throwsAtOnce(last.moved) {
      last.microseconds = microseconds
      begin(last, countingFrom: last.moved, &events)
    }
    defer { state = .up }
    switch state {
    case .up, .refused: return
    case .pressed: break
    case .panning(var pan, _, _):
      pan.twistRate = isCancelled ? 0 : twistRate
      let velocity = railed(estimator.released(atMicroseconds: microseconds))
      events.append(
        at: microseconds, isCancelled ? .panCancelled(pan, velocity) : .panEnded(pan, velocity))
    }
    events.append(at: microseconds, isCancelled ? .touchCancelled : .touchUp)
  }

  /// Returns an estimate without implausible speeds, and without the velocity across a rail.
  private func railed(_ estimate: VelocityEstimate) -> VelocityEstimate {
    var estimate = estimate.discardingImplausibleSpeed
    if let rails = recognition.rails { estimate.velocity = rails.velocity(estimate.velocity) }
    return estimate
  }
}

extension [TimedHandEvent] {
  mutating func append(at microseconds: Int64, _ event: TouchEvent) {
    append(TimedHandEvent(microseconds: microseconds, event: event))
  }
}
