import FrameLogs
public import Quantities
public import TouchInput

/// The state machine of a finger on a thing that it can press or drag, such as a surface or a button.
///
///     idle ──a touch on it──▶ pressed ──a pan──▶ dragging
///      ▲     (caught, if it moved)  │                │
///      └────────────────────────────┴──the finger lifts: released
///
/// A hold receives gesture events, writes them to the event log, and returns the meaning of each event for the thing,
/// for example that the finger has pressed it. The owner of the hold decides how the thing responds. During a drag, the
/// hold also stores a value of type `Drag` for its owner. This type is `Never` for a thing that cannot be dragged.
public struct Hold<Drag: Sendable>: Sendable {
  /// The relation of the finger to the thing.
  public enum State: Sendable {
    /// No finger is on the thing.
    case idle
    /// A finger is on the thing, without a pan; `goesOn` is whether the thing will move after the finger lifts.
    case pressed(goesOn: Bool)
    /// The finger moves the thing, mostly by a pan.
    // Most frames and events ask only which state it is, so the drag is boxed, and copying a hold stays cheap.
    indirect case dragging(Drag)
  }

  /// The time until which a finger that has pressed the thing counts as being on it.
  public enum Span: Hashable, Sendable {
    /// Until the pan of the finger ends. The pan drags the thing.
    case pan
    /// Until the finger lifts. A pan does not drag the thing, but only reports where the finger is.
    case touch
  }

  /// The meaning of a gesture event for the thing.
  public enum Meaning: Sendable {
    /// A finger has pressed the thing. If the thing was moving, it is caught and stops.
    case pressed
    /// A pan, or a finger that the thing follows at once, starts to drag the thing, which must respond by setting
    /// ``Hold/drag``.
    case grabbed(Pan)
    /// The finger has moved; the values are the new state of the pan and the velocity of the finger.
    case dragged(Pan, Velocity)
    /// The finger has released the thing.
    // Each event copies a meaning. A release is rare and larger than the other cases, so it is boxed.
    indirect case released(TouchEnd)
    /// The device has measured something about the finger other than its position, such as its force.
    case sensed(FingerReading)
  }

  /// The end of a touch of the thing: a release, or a cancelled touch.
  public struct TouchEnd: Sendable {
    /// The state before the release; never idle.
    public var from: State
    /// The last state of the pan; nil if there was no pan.
    public var pan: Pan?
    /// The last position of the finger on the screen; nil on a touchpad.
    public var finger: Position?
    /// The estimated velocity at the release; zero if there was no pan.
    public var estimate: VelocityEstimate
    /// Whether the touch was cancelled.
    public var isCancelled: Bool
  }

  /// The relation of the finger to the thing.
  public private(set) var state = State.idle
  /// The position of the finger on the screen, even if the finger is not on the thing.
  ///
  /// Nil if no finger is down, or if the finger is on a touchpad.
  public private(set) var finger: Position?
  /// Whether a finger is down, even if it is not on the thing.
  public private(set) var isTouched = false
  /// The time of the last touch-down, even if it missed the thing; zero before the first.
  public private(set) var touchedAt = Seconds.zero
  /// Whether the last press caught the thing while it moved.
  public private(set) var wasCaught = false
  /// Whether the thing follows the finger before the touch becomes a pan.
  package private(set) var followsAtOnce = false
  private let span: Span

  /// Creates an idle hold.
  public init(for span: Span = .pan) { self.span = span }

  /// Whether a finger is on the thing, either pressing or dragging it.
  @inlinable public var isOn: Bool {
    if case .idle = state { false } else { true }
  }

  /// Whether a pan moves the thing.
  @inlinable public var isDragging: Bool {
    if case .dragging = state { true } else { false }
  }

  /// The state of the current drag, which the owner of the hold sets; nil while no pan drags the thing.
  ///
  /// Setting this property starts the drag of a pressed thing. Setting the property to nil, or while the hold is idle,
  /// has no effect.
  public var drag: Drag? {
    get { if case .dragging(let drag) = state { drag } else { nil } }
    set {
      guard isOn, let newValue else { return }
      state = .dragging(newValue)
    }
  }

  /// Records that a pressed thing will move after the finger lifts.
  public mutating func markMoving() {
    if case .pressed = state { state = .pressed(goesOn: true) }
  }

  /// Makes the pressed thing follow the finger at once if it had a high velocity when the finger caught it.
  ///
  /// Source: Qt, `qquickflickable.cpp`, `RetainGrabVelocity`, 100.
  package mutating func followAtOnce(caughtWith velocity: Velocity) {
    followsAtOnce = velocity.length > PointsPerSecond(100)
  }

  /// Makes the hold idle, although the finger is still down.
  public mutating func drop() { state = .idle }

  /// Handles a gesture event and writes it to the event log.
  ///
  /// - Parameters:
  ///   - event: The gesture event.
  ///   - time: The current time; never before the time of the last call.
  ///   - isMoving: Whether the thing moves by itself, so that a touch catches it.
  ///   - isFree: Whether a finger can press the thing now.
  ///   - eventLog: The event log.
  ///   - isHit: Returns whether a touch at a position of the screen is on the thing; the position is nil on a touchpad.
  ///   - heard: Returns the estimate to use for a cancelled touch, given the estimate of the velocity estimator.
  /// - Returns: The meaning of the event for the thing; nil if the event has no effect on the thing.
  public mutating func receive(
    _ event: TouchEvent, at time: Seconds, isMoving: Bool, isFree: Bool = true,
    into eventLog: inout EventLog, isHit: (Position?) -> Bool = { _ in true },
    heard: (VelocityEstimate) -> VelocityEstimate = { _ in .none(.cancelled) }
  ) -> Meaning? {
    switch event {
    case .touchDown(let position):
      let isHit = isHit(position)
      (isTouched, finger, touchedAt) = (true, position, time)
      eventLog.noteTouchDown(at: position, isHit: isHit, at: time)
      guard isHit, isFree, !isOn else { return nil }  // Only one finger can hold the thing.
      (state, wasCaught, followsAtOnce) = (.pressed(goesOn: isMoving), isMoving, false)
      return .pressed
    case .force(let fraction):
      return isOn ? .sensed(.force(fraction)) : nil
    case .touchMoved(let pan):
      if isTouched { finger = pan.location }
      // A report without a movement does not take hold of the thing.
      guard followsAtOnce, isDragging || pan.leftOut != .zero else { return nil }
      return moved(pan, .zero, begins: true)
    case .panBegan(let pan):
      eventLog.noteBegin(of: pan, at: time)
      return moved(pan, .zero, begins: true)
    case .panChanged(let pan, let live):
      return moved(pan, live.velocity)
    case .panEnded(let pan, let estimate):
      return ended(pan, estimate, as: .panEnded, at: time, into: &eventLog)
    case .panCancelled(let pan, let estimate):
      return ended(pan, heard(estimate), as: .panCancelled, at: time, into: &eventLog)
    case .touchUp:
      return lifted(.none(.tooFew), as: .touchUp, at: time, into: &eventLog)
    case .touchCancelled:
      return lifted(heard(.none(.tooFew)), as: .touchCancelled, at: time, into: &eventLog)
    case .gap(let count):
      eventLog.noteGap(resynchronizedEvents: count, at: time)
      return nil
    }
  }

  private mutating func moved(_ pan: Pan, _ velocity: Velocity, begins: Bool = false) -> Meaning? {
    if isTouched { finger = pan.location }
    switch state {
    case .idle: return nil
    case .pressed where span == .touch: return .dragged(pan, velocity)
    case .pressed: return begins ? .grabbed(pan) : nil
    case .dragging: return .dragged(pan, velocity)
    }
  }

  private mutating func ended(
    _ pan: Pan, _ estimate: VelocityEstimate, as kind: RunEvent.Kind, at time: Seconds,
    into eventLog: inout EventLog
  ) -> Meaning? {
    eventLog.noteEnd(of: pan, as: kind, estimate, at: time)
    guard span == .pan else { return moved(pan, estimate.velocity) }
    return release(estimate, pan, from: pan.location, isCancelled: kind == .panCancelled)
  }

  private mutating func lifted(
    _ estimate: VelocityEstimate, as kind: RunEvent.Kind, at time: Seconds,
    into eventLog: inout EventLog
  ) -> Meaning? {
    // With the span `pan`, a drag ends with its pan. The end of the pan is already in the log, so the lift is left out.
    if span == .touch ? isTouched : isOn { eventLog.noteLift(as: kind, from: finger, at: time) }
    return release(estimate, nil, from: finger, isCancelled: kind == .touchCancelled)
  }

  private mutating func release(
    _ estimate: VelocityEstimate, _ pan: Pan?, from finger: Position?, isCancelled: Bool
  ) -> Meaning? {
    defer { (state, self.finger, isTouched) = (.idle, nil, false) }
    guard isOn else { return nil }
    return .released(
      TouchEnd(
        from: state, pan: pan, finger: finger, estimate: estimate, isCancelled: isCancelled))
  }
}

/// A reading of a finger other than its position.
public enum FingerReading: Hashable, Sendable {
  /// The force from now on, as a fraction of the device's maximum, 0 to 1.
  ///
  /// If the device does not report force, each touch sends one reading of nil.
  case force(Double?)
}
