public import Quantities
public import VelocityEstimation

/// What the hand does.
///
/// Events come in this order and no other:
///
///     hand     = { touch | gap }
///     touch    = touchDown { force } ( lift | cancel | pan )
///     pan      = panBegan { panChanged | force } ( panEnded lift | panCancelled cancel )
///     lift     = touchUp
///     cancel   = touchCancelled
///
/// So every `touchDown` is closed by exactly one `touchUp` or `touchCancelled`, every `panBegan` by
/// exactly one `panEnded` or `panCancelled` at the same time as the touch it belongs to, a touch
/// has at most one pan, and a gap comes only while nothing touches. Forces come only where
/// ``PanOptions/tellsForce`` asks for them.
public enum HandEvent: Hashable, Sendable {
  /// Enough fingers are down, where there were not before; nil as position on a touchpad.
  case touchDown(at: Position?)
  /// How hard the hand presses from now on, as a fraction of what the device can tell, 0 to 1; nil, once
  /// in a touch, from a device that does not tell it.
  case force(Double?)
  /// The touch is a pan from now on.
  case panBegan(Pan)
  /// A new frame of the pan, moved or not, with the velocity so far.
  case panChanged(Pan, live: VelocityEstimate)
  /// The hand let go, with this velocity; the pan is as the last frame before showed it.
  case panEnded(Pan, VelocityEstimate)
  /// The pan was taken away from the hand, which moved with this velocity; to most that is none.
  case panCancelled(Pan, VelocityEstimate = .none(.cancelled))
  /// Too few fingers are left for a touch.
  case touchUp
  /// The touch was taken away: by a palm, by a gap, or because the recording ends.
  case touchCancelled
  /// Events were lost, and the state taken over anew from this many events.
  case gap(resynchronizedEvents: Int)
}

extension HandEvent {
  /// Whether the touch is over with it.
  public var isLift: Bool { self == .touchUp || self == .touchCancelled }

  /// Whether a pan or a touch ends with it, so that something may be let go of.
  public var letsGo: Bool {
    switch self {
    case .panEnded, .panCancelled, .touchUp, .touchCancelled: true
    case .touchDown, .force, .panBegan, .panChanged, .gap: false
    }
  }

  /// The same end of a pan with another velocity of the hand; nil for what ends none.
  public func ended(with estimate: VelocityEstimate) -> HandEvent? {
    switch self {
    case .panEnded(let pan, _): .panEnded(pan, estimate)
    case .panCancelled(let pan, _): .panCancelled(pan, estimate)
    case .touchDown, .force, .panBegan, .panChanged, .touchUp, .touchCancelled, .gap: nil
    }
  }

  /// The same event with its pan, and the velocity that it tells, as `view` sees them; a pan that
  /// begins has none.
  public func mappingPan(
    _ view: (Pan, VelocityEstimate) -> (pan: Pan, estimate: VelocityEstimate)
  ) -> HandEvent {
    switch self {
    case .panBegan(let pan): return .panBegan(view(pan, .none(.tooFew)).pan)
    case .panChanged(let pan, let live):
      let seen = view(pan, live)
      return .panChanged(seen.pan, live: seen.estimate)
    case .panEnded(let pan, let estimate):
      let seen = view(pan, estimate)
      return .panEnded(seen.pan, seen.estimate)
    case .panCancelled(let pan, let estimate):
      let seen = view(pan, estimate)
      return .panCancelled(seen.pan, seen.estimate)
    case .touchDown, .force, .touchUp, .touchCancelled, .gap: return self
    }
  }
}

/// What the hand does, and when.
public struct TimedHandEvent: Hashable, Sendable {
  /// When, in microseconds of the recording's clock; never before an earlier event.
  public var microseconds: Int64
  /// What.
  public var event: HandEvent

  /// Creates an event at a time.
  public init(microseconds: Int64, event: HandEvent) {
    self.microseconds = microseconds
    self.event = event
  }
}
