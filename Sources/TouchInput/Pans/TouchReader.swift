import Quantities
public import VelocityEstimation

/// Turns the events of one device into touches and pans.
///
/// A touch begins when enough fingers are down. On a touchscreen, one finger is enough. On a touchpad, the
/// number depends on ``PanOptions/touchpadFingers`` and ``PanOptions/fingerMatch``. A touch ends when too few
/// fingers are left, or when other fingers replace all its fingers within one frame. Depending on
/// ``PanOptions/fingerChange``, a pan on a touchpad may pause until it has its original number of fingers again.
///
/// The velocity estimator receives all positions since the touch-down, even if the pan begins later; with the recognizers
/// of shells, it receives those since the report before the pan began. At the lift, the estimator receives only a time, and
/// no further position.
///
/// A ``PanRecognizer`` may refuse a touch; it is then cancelled, and further movements are ignored until all fingers lift.
///
/// On a touchpad whose contacts are only the corners of a bounding box, the contacts are imprecise, so the pan
/// follows the device's own pointer instead. libinput also treats such touchpads as single-touch devices that
/// count fingers.
public struct TouchReader: Sendable {
  private enum State {
    case up
    case pressed(origin: Position?)
    /// A pan, the path at which it began, and the twist angle at which it began.
    case panning(Pan, start: Planar<Points>, twistAtStart: Double)
    /// The recognizer has refused the touch, which lasts until all fingers lift.
    case refused
  }

  private var contacts: ContactReader
  private let surface: SurfaceMapping
  private let options: PanOptions
  private let isSemiMultitouch: Bool
  /// The estimator of the pan's velocity, which is reset for every touch.
  public private(set) var estimator: Estimator
  private var state = State.up
  private var recognition: PanRecognition
  private var path = FingerPath()
  private var twist: TwistReader
  private var force: ForceReader
  private var fingerCount = 0
  private var panCount = 0
  /// The number of fingers while a pan is paused, and the time at which it last changed.
  ///
  /// The value is nil if no pan is paused.
  private var otherCount: (fingers: Int, since: Int64)?
  /// The longest time for which a paused pan waits for its original number of fingers.
  private static let longestPauseMicroseconds: Int64 = 100_000

  /// Creates a reader for the events of one device.
  ///
  /// - Parameters:
  ///   - device: The description of the device.
  ///   - initial: The state before the first event; nil if unknown.
  ///   - mapping: The mapping from device positions to screen positions.
  ///   - options: The conditions for touches and pans.
  ///   - estimator: The estimator of a pan's velocity, which is reset for every touch.
  public init(
    device: DeviceDescription, initial: Recording.InitialState?, mapping: SurfaceMapping,
    options: PanOptions = PanOptions(), estimator: some VelocityEstimator
  ) {
    self.init(
      contacts: ContactReader(
        device: device, initial: initial, cancelsPalms: options.cancelsPalms),
      mapping: mapping, options: options, estimator: Estimator(estimator))
  }

  /// Creates a reader for the events of a complete recording.
  ///
  /// If a coordinate is missing, this reader uses a better guess than a reader that is created from a device;
  /// see ``ContactReader/init(of:cancelsPalms:)``.
  ///
  /// - Parameters:
  ///   - recording: The recording whose events will be received.
  ///   - mapping: The mapping from device positions to screen positions.
  ///   - options: The conditions for touches and pans.
  ///   - estimator: The estimator of a pan's velocity, which is reset for every touch.
  public init(
    of recording: Recording, mapping: SurfaceMapping, options: PanOptions = PanOptions(),
    estimator: some VelocityEstimator
  ) {
    self.init(
      contacts: ContactReader(of: recording, cancelsPalms: options.cancelsPalms),
      mapping: mapping, options: options, estimator: Estimator(estimator))
  }

  private init(
    contacts: ContactReader, mapping: SurfaceMapping, options: PanOptions,
    estimator: Estimator
  ) {
    self.contacts = contacts
    surface = mapping
    self.options = options
    isSemiMultitouch = contacts.device.isSemiMultitouch
    recognition = PanRecognition(options, beganMicroseconds: 0)
    self.estimator = estimator
    twist = TwistReader(estimator: estimator)
    force = ForceReader(device: contacts.device)
  }

  /// Receives the next event.
  ///
  /// - Returns: The touches and pans of the frame that the event completes, in order; empty if the event
  ///   completes no frame.
  public mutating func receive(_ event: RawEvent) -> [TimedHandEvent] {
    guard let frame = contacts.receive(event) else { return [] }
    return handEvents(in: frame)
  }

  /// Cancels a touch that is still down, at the time of the last frame.
  public mutating func finish() -> [TimedHandEvent] {
    guard let frame = contacts.finish() else { return [] }
    return handEvents(in: frame)
  }

  private mutating func handEvents(in frame: ContactReport) -> [TimedHandEvent] {
    var events: [TimedHandEvent] = []
    if case .resynchronized(let count) = frame.gap {
      events.append(at: frame, .gap(resynchronizedEvents: count))
    }
    endWaiting(until: frame.microseconds, &events)
    let isEnough =
      options.pans(with: frame.fingerCount, on: surface.kind)
      && frame.contacts.contains { $0.isDown }
    switch state {
    case .up:
      if isEnough { touchDown(frame, &events) }
    case .refused:
      if !isEnough { state = .up }
    case .panning(let pan, _, _)
    where surface.kind == .touchpad && options.fingerChange != .ignore
      && frame.hasContactOfFrameBefore:
      wait(for: pan.fingers, in: frame)
      if otherCount == nil { follow(frame, &events) }
    case .pressed, .panning:
      if isEnough && frame.hasContactOfFrameBefore {
        follow(frame, &events)
      } else {
        close(frame, &events)
        if isEnough { touchDown(frame, &events) }
      }
    }
    fingerCount = frame.fingerCount
    return events
  }

  /// Pauses a pan while the number of fingers differs from `fingers`, the number with which the pan began.
  private mutating func wait(for fingers: Int, in frame: ContactReport) {
    guard frame.fingerCount != fingers else { return otherCount = nil }
    if otherCount?.fingers != frame.fingerCount {
      otherCount = (frame.fingerCount, frame.microseconds)
    }
    path.follow(followed(frame), on: surface, holds: true)
    twist.follow(frame, followed(frame), on: surface, holds: true)
  }

  /// Ends or cancels a pan that was paused for too long, with the time at which its longest pause ended.
  private mutating func endWaiting(until microseconds: Int64, _ events: inout [TimedHandEvent]) {
    guard let since = otherCount?.since else { return }
    let end = since + Self.longestPauseMicroseconds
    if microseconds >= end {
      close(atMicroseconds: end, isCancelled: options.fingerChange == .cancel, &events)
    }
  }

  private mutating func touchDown(_ frame: ContactReport, _ events: inout [TimedHandEvent]) {
    path.begin(with: followed(frame), on: surface)
    let origin = location
    state = .pressed(origin: origin)
    recognition = PanRecognition(options, beganMicroseconds: frame.microseconds)
    twist.begin()
    twist.follow(frame, followed(frame), on: surface, holds: true)
    estimator.reset()
    estimator.receive(PanSample(microseconds: frame.microseconds, position: path.moved))
    events.append(at: frame, .touchDown(at: origin))
    force.begin()
    appendForce(frame, &events)
  }

  private mutating func appendForce(_ frame: ContactReport, _ events: inout [TimedHandEvent]) {
    guard options.reportsForce, let change = force.change(in: frame.contacts) else { return }
    events.append(at: frame, .force(change))
  }

  private mutating func follow(_ frame: ContactReport, _ events: inout [TimedHandEvent]) {
    let holds = positionsJumpWithoutMovement(frame)
    path.follow(followed(frame), on: surface, holds: holds)
    twist.follow(frame, followed(frame), on: surface, holds: holds)
    estimator.receive(PanSample(microseconds: frame.microseconds, position: path.moved))
    appendForce(frame, &events)
    switch state {
    case .up, .refused: break
    case .pressed(let origin):
      switch recognition.verdict(
        moved: path.moved, arc: twist.arc, fingers: fingers(in: frame),
        atMicroseconds: frame.microseconds)
      {
      case .waiting: break
      case .begins(let start): begin(at: start, touchedAt: origin, frame, &events)
      case .refused:
        events.append(at: frame, .touchCancelled)
        state = .refused
      }
    case .panning(var pan, let start, let twistAtStart):
      guard recognition.goesOn(moved: path.moved, fingers: fingers(in: frame)) else {
        events.append(at: frame, .panCancelled(pan))
        events.append(at: frame, .touchCancelled)
        state = .refused
        return
      }
      pan.location = location
      pan.translation = recognition.translation(to: path.moved, from: start)
      pan.fingers = frame.fingerCount
      (pan.twist, pan.twistRate) = (twist.angle - twistAtStart, twist.rate())
      state = .panning(pan, start: start, twistAtStart: twistAtStart)
      events.append(at: frame, .panChanged(pan, live: railed(estimator.live())))
    }
  }

  /// Begins a pan whose translation counts from `start`.
  private mutating func begin(
    at start: Planar<Points>, touchedAt origin: Position?, _ frame: ContactReport,
    _ events: inout [TimedHandEvent]
  ) {
    // The angle of two fingers counts from the touch-down if the translation does.
    let twistAtStart = options.recognizer == .immediate ? 0 : twist.angle
    if options.recognizer.measuresFromPan {
      // The estimators of these systems take the first sample as the origin, and ignore its time.
      estimator.reset()
      estimator.receive(PanSample(microseconds: frame.microseconds - 1, position: start))
      estimator.receive(PanSample(microseconds: frame.microseconds, position: path.moved))
    }
    panCount += 1
    let pan = Pan(
      number: panCount, origin: origin, location: location,
      translation: recognition.translation(to: path.moved, from: start),
      fingers: frame.fingerCount, twist: twist.angle - twistAtStart, twistRate: twist.rate())
    state = .panning(pan, start: start, twistAtStart: twistAtStart)
    events.append(at: frame, .panBegan(pan))
  }

  /// Returns an estimate without implausible speeds, and without the velocity across a rail.
  private func railed(_ estimate: VelocityEstimate) -> VelocityEstimate {
    var estimate = estimate.discardingImplausibleSpeed
    if let rails = recognition.rails { estimate.velocity = rails.velocity(estimate.velocity) }
    return estimate
  }

  private mutating func close(_ frame: ContactReport, _ events: inout [TimedHandEvent]) {
    close(
      atMicroseconds: frame.microseconds,
      isCancelled: frame.contacts.contains { $0.phase == .cancelled }, &events)
  }

  private mutating func close(
    atMicroseconds microseconds: Int64, isCancelled: Bool, _ events: inout [TimedHandEvent]
  ) {
    func append(_ event: TouchEvent) {
      events.append(TimedHandEvent(microseconds: microseconds, event: event))
    }
    if case .panning(var pan, _, _) = state {
      pan.twistRate = isCancelled ? 0 : twist.rate(releasedAtMicroseconds: microseconds)
      let velocity = railed(estimator.released(atMicroseconds: microseconds))
      append(isCancelled ? .panCancelled(pan, velocity) : .panEnded(pan, velocity))
    }
    append(isCancelled ? .touchCancelled : .touchUp)
    state = .up
    otherCount = nil
  }

  /// Returns the positions that the path follows: the contacts, or the device's pointer if it is more precise.
  private func followed(_ frame: ContactReport) -> [Contact] {
    guard surface.kind == .touchpad, let pointer = frame.pointer else { return frame.contacts }
    // Contacts are numbered from 1, so no contact has the pointer's number 0.
    return [
      Contact(id: 0, slot: 0, trackingID: nil, x: pointer.x, y: pointer.y, phase: .stationary)
    ]
  }

  /// The number of fingers that touch the surface; on a touchpad, all fingers together are one pointer.
  private func fingers(in frame: ContactReport) -> Int {
    surface.kind == .touchscreen ? frame.fingerCount : 1
  }

  private var location: Position? { surface.kind == .touchscreen ? path.middle : nil }

  /// Whether positions change in this frame although no finger moves.
  ///
  /// Some devices count more fingers than they report positions. The positions then jump when a finger joins or
  /// leaves.
  private func positionsJumpWithoutMovement(_ frame: ContactReport) -> Bool {
    guard frame.fingerCount != fingerCount else { return false }
    var tracked = 0
    for contact in frame.contacts where contact.isDown { tracked += 1 }
    return isSemiMultitouch || frame.fingerCount > tracked || fingerCount > path.fingerCount
  }
}

extension ContactReport {
  /// Whether a finger of the previous frame is still down.
  fileprivate var hasContactOfFrameBefore: Bool {
    contacts.contains { contact in
      switch contact.phase {
      case .moved, .stationary: true
      case .began, .ended, .cancelled: false
      }
    }
  }
}

extension [TimedHandEvent] {
  fileprivate mutating func append(at frame: ContactReport, _ event: TouchEvent) {
    append(TimedHandEvent(microseconds: frame.microseconds, event: event))
  }
}
