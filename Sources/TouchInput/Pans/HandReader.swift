import Quantities
public import VelocityEstimation

/// Turns the events of one device into what the hand does.
///
/// A touch begins when enough fingers are down: one on a touchscreen, on a touchpad as many as
/// ``PanOptions/touchpadFingers`` and ``PanOptions/fingerMatch`` say. It ends when too few are left, or when
/// all its fingers left and others came within one frame; ``PanOptions/fingerChange`` may give a pan on a
/// touchpad some time to get its fingers back. The velocity estimator sees the path from the touch-down on,
/// also when the pan begins later; the lift is a time and not a sample.
///
/// On a touchpad whose contacts are only the corners of a box, or a coarse guess at them, the pan
/// follows the device's own pointer instead.
///
/// Source: libinput, which takes such touchpads for single-touch ones that count fingers.
public struct HandReader: Sendable {
  private enum State {
    case up
    case pressed(origin: Position?)
    case panning(Pan, start: Planar<Points>, untwisted: Double)
  }

  private var contacts: ContactReader
  private let surface: SurfaceMapping
  private let options: PanOptions
  private let isSemiMultitouch: Bool
  /// What tells the velocity of the touch; it is reset for every touch.
  public private(set) var estimator: Estimator
  private var state = State.up
  private var path = FingerPath()
  private var twist: TwistReader
  private var force: ForceReader
  private var fingerCount = 0
  private var panCount = 0
  /// The number of fingers that a pan has instead of its own, and since when.
  private var otherCount: (fingers: Int, since: Int64)?
  /// How long a pan waits for its number of fingers.
  private static let patienceMicroseconds: Int64 = 100_000

  /// Creates a reader for the events of one device.
  ///
  /// - Parameters:
  ///   - device: What the device says of itself.
  ///   - initial: The state before the first event; nil when it is not known.
  ///   - mapping: Where positions on the device are on the screen.
  ///   - options: What makes a touch, and what makes a touch a pan.
  ///   - estimator: What tells the velocity of a pan; it is reset for every touch.
  public init(
    device: DeviceDescription, initial: Recording.InitialState?, mapping: SurfaceMapping,
    options: PanOptions = PanOptions(), estimator: some VelocityEstimator
  ) {
    self.init(
      contacts: ContactReader(
        device: device, initial: initial, cancelsPalms: options.cancelsPalms),
      mapping: mapping, options: options, estimator: Estimator(estimator))
  }

  /// Creates a reader for the events of a recording that is known to its end.
  ///
  /// It differs only where a coordinate is missing; see ``ContactReader/init(of:cancelsPalms:)``.
  ///
  /// - Parameters:
  ///   - recording: The recording whose events will come.
  ///   - mapping: Where positions on the device are on the screen.
  ///   - options: What makes a touch, and what makes a touch a pan.
  ///   - estimator: What tells the velocity of a pan; it is reset for every touch.
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
    self.estimator = estimator
    twist = TwistReader(estimator: estimator)
    force = ForceReader(device: contacts.device)
  }

  /// Takes in the next event.
  ///
  /// - Returns: What the hand did with the frame that the event completes, in order; mostly
  ///   nothing.
  public mutating func receive(_ event: RawEvent) -> [TimedHandEvent] {
    guard let frame = contacts.receive(event) else { return [] }
    return handEvents(in: frame)
  }

  /// Cancels a touch that is still down, at the time of the last frame.
  public mutating func finish() -> [TimedHandEvent] {
    guard let frame = contacts.finish() else { return [] }
    return handEvents(in: frame)
  }

  private mutating func handEvents(in frame: ContactFrame) -> [TimedHandEvent] {
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

  /// Has a pan stand still while it has another number of fingers than `fingers`, with which it began.
  private mutating func wait(for fingers: Int, in frame: ContactFrame) {
    guard frame.fingerCount != fingers else { return otherCount = nil }
    if otherCount?.fingers != frame.fingerCount {
      otherCount = (frame.fingerCount, frame.microseconds)
    }
    path.follow(followed(frame), on: surface, holds: true)
    twist.follow(frame, followed(frame), on: surface, holds: true)
  }

  /// Takes leave of a pan that has waited too long for its number of fingers, as of when it had.
  private mutating func endWaiting(until microseconds: Int64, _ events: inout [TimedHandEvent]) {
    guard let since = otherCount?.since else { return }
    let end = since + Self.patienceMicroseconds
    if microseconds >= end {
      close(atMicroseconds: end, isCancelled: options.fingerChange == .cancel, &events)
    }
  }

  private mutating func touchDown(_ frame: ContactFrame, _ events: inout [TimedHandEvent]) {
    path.begin(with: followed(frame), on: surface)
    let origin = location
    state = .pressed(origin: origin)
    twist.begin()
    twist.follow(frame, followed(frame), on: surface, holds: true)
    estimator.reset()
    estimator.receive(PanSample(microseconds: frame.microseconds, position: path.moved))
    events.append(at: frame, .touchDown(at: origin))
    force.begin()
    tellForce(frame, &events)
  }

  private mutating func tellForce(_ frame: ContactFrame, _ events: inout [TimedHandEvent]) {
    guard options.tellsForce, let change = force.change(in: frame.contacts) else { return }
    events.append(at: frame, .force(change))
  }

  private mutating func follow(_ frame: ContactFrame, _ events: inout [TimedHandEvent]) {
    let holds = movesWithoutMovement(frame)
    path.follow(followed(frame), on: surface, holds: holds)
    twist.follow(frame, followed(frame), on: surface, holds: holds)
    estimator.receive(PanSample(microseconds: frame.microseconds, position: path.moved))
    tellForce(frame, &events)
    switch state {
    case .up: break
    case .pressed(let origin):
      guard isPan else { return }
      let start: Planar<Points> = options.recognizer == .slop ? path.moved : .zero
      let untwisted = options.recognizer == .slop ? twist.angle : 0
      panCount += 1
      let pan = Pan(
        number: panCount, origin: origin, location: location, translation: path.moved - start,
        fingers: frame.fingerCount, twist: twist.angle - untwisted, twistRate: twist.rate())
      state = .panning(pan, start: start, untwisted: untwisted)
      events.append(at: frame, .panBegan(pan))
    case .panning(var pan, let start, let untwisted):
      pan.location = location
      pan.translation = path.moved - start
      pan.fingers = frame.fingerCount
      (pan.twist, pan.twistRate) = (twist.angle - untwisted, twist.rate())
      state = .panning(pan, start: start, untwisted: untwisted)
      events.append(at: frame, .panChanged(pan, live: estimator.live().ofHand))
    }
  }

  private mutating func close(_ frame: ContactFrame, _ events: inout [TimedHandEvent]) {
    close(
      atMicroseconds: frame.microseconds,
      isCancelled: frame.contacts.contains { $0.phase == .cancelled }, &events)
  }

  private mutating func close(
    atMicroseconds microseconds: Int64, isCancelled: Bool, _ events: inout [TimedHandEvent]
  ) {
    func append(_ event: HandEvent) {
      events.append(TimedHandEvent(microseconds: microseconds, event: event))
    }
    if case .panning(var pan, _, _) = state {
      pan.twistRate = isCancelled ? 0 : twist.rate(releasedAtMicroseconds: microseconds)
      let velocity = estimator.released(atMicroseconds: microseconds).ofHand
      append(isCancelled ? .panCancelled(pan, velocity) : .panEnded(pan, velocity))
    }
    append(isCancelled ? .touchCancelled : .touchUp)
    state = .up
    otherCount = nil
  }

  /// The positions that make the path: the contacts, or the device's pointer where that knows better.
  private func followed(_ frame: ContactFrame) -> [Contact] {
    guard surface.kind == .touchpad, let pointer = frame.pointer else { return frame.contacts }
    // No contact has the number 0.
    return [
      Contact(id: 0, slot: 0, trackingID: nil, x: pointer.x, y: pointer.y, phase: .stationary)
    ]
  }

  private var isPan: Bool {
    switch options.recognizer {
    case .immediate: path.moved != .zero || twist.arc != .zero
    case .slop: path.moved.length > options.slop || twist.arc.magnitude > options.slop
    }
  }

  private var location: Position? { surface.kind == .touchscreen ? path.middle : nil }

  /// Whether contacts change their positions without a finger that moves: where the device tracks
  /// fewer positions than it counts fingers, one more or less makes them jump.
  private func movesWithoutMovement(_ frame: ContactFrame) -> Bool {
    guard frame.fingerCount != fingerCount else { return false }
    var tracked = 0
    for contact in frame.contacts where contact.isDown { tracked += 1 }
    return isSemiMultitouch || frame.fingerCount > tracked || fingerCount > path.fingerCount
  }
}

extension ContactFrame {
  /// Whether a finger of the frame before is still down.
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
  fileprivate mutating func append(at frame: ContactFrame, _ event: HandEvent) {
    append(TimedHandEvent(microseconds: frame.microseconds, event: event))
  }
}
