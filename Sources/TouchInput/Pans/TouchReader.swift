import Quantities
public import VelocityEstimation

/// Turns the events of one device into touches and pans.
///
/// A touch begins when enough fingers are down. On a touchscreen, one finger is enough. On a touchpad, the
/// number depends on ``PanOptions/touchpadFingers`` and ``PanOptions/fingerMatch``. A touch ends when too few
/// fingers are left, or when other fingers replace all its fingers within one frame. Depending on
/// ``PanOptions/fingerChange``, a pan on a touchpad may pause until it has its original number of fingers again.
///
/// The velocity estimator receives all positions since the touch-down, even if the pan begins later; with the
/// recognizers of desktop shells, it receives only the positions from the report before the pan on. At the lift, the
/// estimator receives only a time, and no further position.
///
/// A ``PanRecognizer`` may refuse a touch. The touch is then cancelled, and movements are ignored until all fingers
/// lift.
///
/// On a touchpad whose contacts are only the corners of a bounding box, the contacts are imprecise, so the pan
/// follows the device's own pointer instead. libinput also treats such touchpads as single-touch devices that
/// count fingers.
public struct TouchReader: Sendable {
  private var contacts: ContactReader
  // Functions that only read the reader are inlined, because a call in a mutating function copies the whole reader.
  private let surface: SurfaceMapping
  private let options: PanOptions
  private let isSemiMultitouch: Bool
  private var tracker: TouchTracker
  /// The gestures of libinput, if pans are made from them.
  private var gestures: LibinputTouches?
  private var path = FingerPath()
  private var twist: TwistReader
  private var force: ForceReader
  private var fingerCount = 0
  /// The number of the contact that was down first, until all fingers have lifted or were replaced.
  private var firstFinger: Int?
  /// The number of fingers that are down, but ignored.
  private var otherFingers = 0
  /// The number of fingers while a pan is paused, and the time at which it last changed.
  ///
  /// The value is nil if no pan is paused.
  private var otherCount: (fingers: Int, since: Int64)?
  /// The maximum time for which a paused pan waits for its original number of fingers.
  private static let longestPauseMicroseconds: Int64 = 100_000

  /// The estimator of the pan's velocity, which is reset for every touch.
  public var estimator: Estimator { tracker.estimator }

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
      initial: initial, mapping: mapping, options: options, estimator: Estimator(estimator))
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
      initial: recording.initial, mapping: mapping, options: options,
      estimator: Estimator(estimator))
  }

  private init(
    contacts: ContactReader, initial: Recording.InitialState?, mapping: SurfaceMapping,
    options: PanOptions, estimator: Estimator
  ) {
    self.contacts = contacts
    surface = mapping
    self.options = options
    isSemiMultitouch = contacts.device.isSemiMultitouch
    tracker = TouchTracker(options: options, kind: mapping.kind, estimator: estimator)
    if mapping.kind == .touchpad, options.recognizer.usesLibinput {
      gestures = LibinputTouches(device: contacts.device, initial: initial, options: options)
    }
    twist = TwistReader(estimator: estimator)
    force = ForceReader(device: contacts.device)
  }

  /// Receives the next event.
  ///
  /// - Returns: The touches and pans of the frame that the event completes, in order; empty if the event
  ///   completes no frame.
  public mutating func receive(_ event: RawEvent) -> [TimedHandEvent] {
    var events: [TimedHandEvent] = []
    receive(event, &events)
    return events
  }

  /// Receives the next event, and appends the touches and pans of the frame that it completes.
  mutating func receive(_ event: RawEvent, _ events: inout [TimedHandEvent]) {
    let frame = contacts.receive(event)
    if gestures == nil {
      if let frame { receive(frame, &events) }
    } else {
      // libinput continues its gesture after a gap, so that a program does not notice the gap.
      if let frame, tracker.isUp { appendGap(frame, &events) }
      gestures?.receive(event, &tracker, &events)
    }
  }

  /// Receives the next event of libinput, for a recording without contacts.
  ///
  /// - Returns: The touches and pans, in order; empty if the device or the recognizer does not use libinput.
  public mutating func receive(_ event: LibinputEvent) -> [TimedHandEvent] {
    var events: [TimedHandEvent] = []
    gestures?.receive(event, &tracker, &events)
    return events
  }

  /// Cancels a touch that is still down, at the time of the last frame.
  public mutating func finish() -> [TimedHandEvent] {
    let frame = contacts.finish()
    var events: [TimedHandEvent] = []
    if gestures == nil {
      if let frame { receive(frame, &events) }
    } else if let frame {
      tracker.close(atMicroseconds: time(of: frame), isCancelled: true, &events)
    } else {
      gestures?.finish(&tracker, &events)
    }
    return events
  }

  /// The time of a frame; never before an event that libinput has already received.
  private func time(of frame: ContactReport) -> Int64 {
    max(frame.microseconds, gestures?.time ?? frame.microseconds)
  }

  /// Appends the end of a gap in the events, if it is in `frame`.
  @inline(__always)
  private func appendGap(_ frame: ContactReport, _ events: inout [TimedHandEvent]) {
    guard case .resynchronized(let count) = frame.gap else { return }
    events.append(at: time(of: frame), .gap(resynchronizedEvents: count))
  }

  /// Removes all contacts but that of the finger that was down first.
  private mutating func keepFirstFinger(of frame: inout ContactReport) {
    let last = firstFinger
    if last == nil || !frame.hasContactOfFrameBefore {
      firstFinger = frame.contacts.first { $0.isDown }?.id
    }
    frame.contacts.removeAll { $0.id != last && $0.id != firstFinger }
    let count = frame.contacts.count { $0.isDown }
    otherFingers = frame.fingerCount - count
    frame.fingerCount = count
  }

  private mutating func receive(_ report: ContactReport, _ events: inout [TimedHandEvent]) {
    var frame = report
    if options.recognizer.usesFirstFinger, surface.kind == .touchscreen {
      keepFirstFinger(of: &frame)
    }
    appendGap(frame, &events)
    endWaiting(until: frame.microseconds, &events)
    let isEnough =
      options.pans(with: frame.fingerCount, on: surface.kind)
      && frame.contacts.contains { $0.isDown }
    if tracker.isUp {
      if isEnough { touchDown(frame, &events) }
    } else if tracker.isRefused {
      if !isEnough { close(frame, &events) }
    } else if let fingers = tracker.panningFingers, surface.kind == .touchpad,
      options.fingerChange != .ignore, frame.hasContactOfFrameBefore
    {
      wait(for: fingers, in: frame)
      if otherCount == nil { follow(frame, &events) }
    } else if isEnough && frame.hasContactOfFrameBefore {
      follow(frame, &events)
    } else {
      close(frame, &events)
      if isEnough { touchDown(frame, &events) }
    }
    fingerCount = frame.fingerCount
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

  /// Ends or cancels a pan that was paused for too long, at the time at which the longest allowed pause ended.
  private mutating func endWaiting(until microseconds: Int64, _ events: inout [TimedHandEvent]) {
    guard let since = otherCount?.since else { return }
    let end = since + Self.longestPauseMicroseconds
    if microseconds >= end {
      close(atMicroseconds: end, isCancelled: options.fingerChange == .cancel, &events)
    }
  }

  private mutating func touchDown(_ frame: ContactReport, _ events: inout [TimedHandEvent]) {
    path.begin(with: followed(frame), on: surface)
    twist.begin()
    twist.follow(frame, followed(frame), on: surface, holds: true)
    let sample = sample(frame)
    tracker.touchDown(sample, &events)
    tracker.observe(sample)
    force.begin()
    appendForce(frame, &events)
  }

  private mutating func appendForce(_ frame: ContactReport, _ events: inout [TimedHandEvent]) {
    guard options.reportsForce, let change = force.change(in: frame.contacts) else { return }
    events.append(at: frame.microseconds, .force(change))
  }

  private mutating func follow(_ frame: ContactReport, _ events: inout [TimedHandEvent]) {
    let holds = positionsJumpWithoutMovement(frame)
    path.follow(followed(frame), on: surface, holds: holds)
    twist.follow(frame, followed(frame), on: surface, holds: holds)
    appendForce(frame, &events)
    tracker.follow(sample(frame), &events)
  }

  /// Returns the state of the fingers after `frame`.
  @inline(__always)
  private func sample(_ frame: ContactReport) -> TouchTracker.Sample {
    TouchTracker.Sample(
      microseconds: frame.microseconds, moved: path.moved,
      location: surface.kind == .touchscreen ? path.middle : nil,
      fingers: frame.fingerCount + otherFingers,
      twist: twist.angle, twistRate: twist.rate(), arc: twist.arc)
  }

  private mutating func close(_ frame: ContactReport, _ events: inout [TimedHandEvent]) {
    close(
      atMicroseconds: frame.microseconds,
      isCancelled: frame.contacts.contains { $0.phase == .cancelled }, &events)
  }

  private mutating func close(
    atMicroseconds microseconds: Int64, isCancelled: Bool, _ events: inout [TimedHandEvent]
  ) {
    tracker.close(
      atMicroseconds: microseconds, isCancelled: isCancelled,
      twistRate: twist.rate(releasedAtMicroseconds: microseconds), &events)
    otherCount = nil
  }

  /// Returns the positions that the path follows: the contacts, or the device's pointer if it is more precise.
  @inline(__always)
  private func followed(_ frame: ContactReport) -> [Contact] {
    guard surface.kind == .touchpad, let pointer = frame.pointer else { return frame.contacts }
    // Contacts are numbered from 1, so no contact has the pointer's number 0.
    return [
      Contact(id: 0, slot: 0, trackingID: nil, x: pointer.x, y: pointer.y, phase: .stationary)
    ]
  }

  /// Whether positions change in this frame although no finger moves.
  ///
  /// Some devices count more fingers than they report positions. The positions then jump when a finger joins or
  /// leaves.
  @inline(__always)
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
