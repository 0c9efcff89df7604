import FrameLogs
public import Quantities
public import TouchInput

/// The state machine of a finger that holds a thing, such as a surface or a button.
///
///     idle ──a touch on it──▶ pressed ──a pan──▶ dragging
///      ▲     (caught, if it moved)  │                │
///      └────────────────────────────┴──the finger lifts: released
///
/// A hold receives gesture events, writes them to the journal, and returns the meaning of each event for the thing.
/// The thing decides how to respond. The hold stores only one value for the thing, the `Drag` of a pan,
/// which is `Never` for a thing that can be pressed but not dragged.
public struct Hold<Drag: Sendable>: Sendable {
  /// The relation of the finger to the thing.
  public enum State: Sendable {
    /// No finger is on the thing.
    case idle
    /// A finger is on the thing; `goesOn` if the thing will move after the finger lifts.
    case pressed(goesOn: Bool)
    /// A pan moves the thing.
    case dragging(Drag)
  }

  /// How long a finger that has begun a pan stays on the thing.
  public enum Span: Hashable, Sendable {
    /// To the end of the pan, which drags the thing.
    case pan
    /// To the lift of the finger; the pan only reports the position of the finger.
    case touch
  }

  /// The meaning of a gesture event for the thing.
  public enum Meaning: Sendable {
    /// A finger has pressed the thing. If the thing was moving, it is caught and stops.
    case pressed
    /// A pan drags the thing from now on; the thing responds by setting ``Hold/drag``.
    case grabbed(Pan)
    /// The pan has moved to this state, with this velocity of the finger.
    case dragged(Pan, Velocity)
    /// The finger has released the thing.
    // Rare and larger than the other cases; a step is copied at every event, so the payload is boxed.
    indirect case released(Release)
    /// A reading of the finger other than its position, which few things use.
    case sensed(HandSense)
  }

  /// The release of the thing by a finger.
  public struct Release: Sendable {
    /// The state before the release; never idle.
    public var from: State
    /// The last state of the pan; nil if there was no pan.
    public var pan: Pan?
    /// The last position of the finger on the screen; nil on a touchpad.
    public var finger: Position?
    /// The estimated velocity at the release.
    public var estimate: VelocityEstimate
    /// Whether the touch was cancelled.
    public var isCancelled: Bool
  }

  /// The relation of the finger to the thing.
  public private(set) var state = State.idle
  /// The finger on the screen, whether on the thing or not; nil if there is none, or on a touchpad.
  public private(set) var finger: Position?
  /// Whether a finger is down, on the thing or not.
  public private(set) var isTouched = false
  /// The time of the last touch-down.
  public private(set) var touchedAt = Seconds.zero
  /// Whether the last press caught the thing while it moved.
  public private(set) var wasCaught = false
  private let span: Span

  /// Creates an idle hold.
  public init(for span: Span = .pan) { self.span = span }

  /// Whether a finger is on the thing.
  @inlinable public var isOn: Bool {
    if case .idle = state { false } else { true }
  }

  /// Whether a pan moves the thing.
  @inlinable public var isDragging: Bool {
    if case .dragging = state { true } else { false }
  }

  /// The value that the thing stores for the pan that drags it; nil if no pan does.
  ///
  /// Setting it on a pressed thing starts the drag; setting it on an idle hold, or to nil, has no effect.
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

  /// Ends the hold while the finger stays down.
  public mutating func drop() { state = .idle }

  /// Receives a gesture event and notes it.
  ///
  /// - Parameters:
  ///   - event: The gesture event.
  ///   - time: The current time; never before that of the last call.
  ///   - isMoving: Whether the thing moves by itself, so that a touch catches it.
  ///   - isFree: Whether the thing can be held at all.
  ///   - journal: The journal that receives the notes.
  ///   - isHit: Whether a touch at a position of the screen is on the thing; the position is nil on a touchpad.
  ///   - heard: The velocity to use when a touch is cancelled, from the estimate.
  /// - Returns: The meaning of the event for the thing; nil if it has none.
  public mutating func receive(
    _ event: HandEvent, at time: Seconds, isMoving: Bool, isFree: Bool = true,
    into journal: inout Journal, isHit: (Position?) -> Bool = { _ in true },
    heard: (VelocityEstimate) -> VelocityEstimate = { _ in .none(.cancelled) }
  ) -> Meaning? {
    switch event {
    case .touchDown(let position):
      let isHit = isHit(position)
      (isTouched, finger, touchedAt) = (true, position, time)
      journal.noteTouchDown(at: position, isHit: isHit, at: time)
      guard isHit, isFree, !isOn else { return nil }  // Only one finger holds it at a time.
      (state, wasCaught) = (.pressed(goesOn: isMoving), isMoving)
      return .pressed
    case .force(let fraction):
      return isOn ? .sensed(.force(fraction)) : nil
    case .panBegan(let pan):
      journal.noteBegin(of: pan, at: time)
      return moved(pan, .zero, begins: true)
    case .panChanged(let pan, let live):
      return moved(pan, live.velocity)
    case .panEnded(let pan, let estimate):
      return ended(pan, estimate, as: .panEnded, at: time, into: &journal)
    case .panCancelled(let pan, let estimate):
      return ended(pan, heard(estimate), as: .panCancelled, at: time, into: &journal)
    case .touchUp:
      return lifted(.none(.tooFew), as: .touchUp, at: time, into: &journal)
    case .touchCancelled:
      return lifted(heard(.none(.tooFew)), as: .touchCancelled, at: time, into: &journal)
    case .gap(let count):
      journal.noteGap(resynchronizedEvents: count, at: time)
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
    into journal: inout Journal
  ) -> Meaning? {
    journal.noteEnd(of: pan, as: kind, estimate, at: time)
    guard span == .pan else { return moved(pan, estimate.velocity) }
    return release(estimate, pan, from: pan.location, isCancelled: kind == .panCancelled)
  }

  private mutating func lifted(
    _ estimate: VelocityEstimate, as kind: RunEvent.Kind, at time: Seconds,
    into journal: inout Journal
  ) -> Meaning? {
    // The end of a pan that drags has already noted the lift.
    if span == .touch ? isTouched : isOn { journal.noteLift(as: kind, from: finger, at: time) }
    return release(estimate, nil, from: finger, isCancelled: kind == .touchCancelled)
  }

  private mutating func release(
    _ estimate: VelocityEstimate, _ pan: Pan?, from finger: Position?, isCancelled: Bool
  ) -> Meaning? {
    defer { (state, self.finger, isTouched) = (.idle, nil, false) }
    guard isOn else { return nil }
    return .released(
      Release(
        from: state, pan: pan, finger: finger, estimate: estimate, isCancelled: isCancelled))
  }
}

/// A reading of a finger other than its position.
public enum HandSense: Hashable, Sendable {
  /// The force from now on, as a fraction of the device's maximum, 0 to 1; nil, once in a touch, if the
  /// device does not report force.
  case force(Double?)
}
