import FrameLogs
public import Quantities
public import TouchInput

/// The state machine of a hand on a thing; whatever a hand can hold has one.
///
///     idle ──a touch on it──▶ pressed ──a pan──▶ dragging
///      ▲     (caught, if it moved)  │                │
///      └────────────────────────────┴──the hand leaves: released
///
/// It takes in gesture events, notes them in the journal, and says what each of them means for the
/// thing. What the thing does with that is its own affair; the hold knows nothing of it but what it
/// keeps of a pan, its `Drag`. That is `Never` for a thing that is pressed and not dragged.
public struct Hold<Drag: Sendable>: Sendable {
  /// What the hand does with the thing.
  public enum State: Sendable {
    /// Nothing: there is no hand, or none that is on the thing.
    case idle
    /// It is on the thing; `goesOn` when the thing has somewhere to go once the hand leaves.
    case pressed(goesOn: Bool)
    /// A pan moves the thing.
    case dragging(Drag)
  }

  /// How long a hand that has begun a pan stays on the thing.
  public enum Span: Hashable, Sendable {
    /// To the end of the pan, which drags it.
    case pan
    /// To the lift of the hand, whose pan only says where the finger is.
    case touch
  }

  /// What a gesture event means for the thing.
  public enum Meaning: Sendable {
    /// The hand has taken hold of it. What moved is caught, and stops.
    case pressed
    /// A pan takes it along from now on; the thing answers with its ``Hold/drag``.
    case grabbed(Pan)
    /// The pan is here now, and the hand moves with this velocity.
    case dragged(Pan, Velocity)
    /// The hand has let go.
    // Seldom and larger than all else, so it is kept elsewhere: a step is copied at every event.
    indirect case released(Release)
    /// The hand tells something that few things heed.
    case sensed(HandSense)
  }

  /// A hand that has let go of the thing.
  public struct Release: Sendable {
    /// What it did with the thing until then; never idle.
    public var from: State
    /// The pan as it was at last; nil without one.
    public var pan: Pan?
    /// Where the finger was on the screen; nil on a touchpad.
    public var finger: Position?
    /// How fast it let go.
    public var estimate: VelocityEstimate
    /// Whether the touch was taken away from it.
    public var isCancelled: Bool
  }

  /// What the hand does with the thing.
  public private(set) var state = State.idle
  /// The finger on the screen, whether on the thing or not; nil without one, or on a touchpad.
  public private(set) var finger: Position?
  /// Whether a hand is down, on the thing or not.
  public private(set) var isTouched = false
  /// When the last hand came down.
  public private(set) var touchedAt = Seconds.zero
  /// Whether the last hand took the thing out of its motion.
  public private(set) var wasCaught = false
  private let span: Span

  /// Creates a hold of nothing.
  public init(for span: Span = .pan) { self.span = span }

  /// Whether a hand is on the thing.
  @inlinable public var isOn: Bool {
    if case .idle = state { false } else { true }
  }

  /// Whether a pan moves the thing.
  @inlinable public var isDragging: Bool {
    if case .dragging = state { true } else { false }
  }

  /// What the thing keeps of the pan that moves it; nil without one.
  ///
  /// A thing that is pressed is dragged from when it is set.
  public var drag: Drag? {
    get { if case .dragging(let drag) = state { drag } else { nil } }
    set {
      guard isOn, let newValue else { return }
      state = .dragging(newValue)
    }
  }

  /// The thing has somewhere to go now once the hand that presses it leaves.
  public mutating func unsettle() {
    if case .pressed = state { state = .pressed(goesOn: true) }
  }

  /// The thing is taken from the hand, which stays down.
  public mutating func drop() { state = .idle }

  /// Takes in a gesture event and notes it.
  ///
  /// - Parameters:
  ///   - event: What the hand did.
  ///   - time: Now; never before that of the last call.
  ///   - isMoving: Whether the thing moves by itself, so that a hand catches it.
  ///   - isFree: Whether a hand can hold it at all.
  ///   - journal: What is noted of the hand goes there.
  ///   - isHit: Whether a touch at a position of the screen is on the thing; the position is nil on a touchpad.
  ///   - heard: What the velocity of a hand whose touch is taken away counts as.
  /// - Returns: What the event means for the thing; nil when it means nothing.
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
      guard isHit, isFree, !isOn else { return nil }  // One hand holds it at a time.
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
    // The end of a pan that drags has told already that the hand leaves.
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

/// What a hand tells besides where it is.
public enum HandSense: Hashable, Sendable {
  /// How hard it presses from now on, as a fraction of what the device can tell, 0 to 1; nil, once in a
  /// touch, from a device that does not tell it.
  case force(Double?)
}
