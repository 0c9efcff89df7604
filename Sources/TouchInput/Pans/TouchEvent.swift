public import Quantities
public import VelocityEstimation

/// An event of a touch or a pan, or a gap in the recording.
///
/// The order of events follows this grammar:
///
///     hand     = { touch | gap }
///     touch    = touchDown { force | touchMoved } ( lift | cancel | pan )
///     pan      = panBegan { panChanged | force } ( panEnded lift | panCancelled cancel )
///     lift     = touchUp
///     cancel   = touchCancelled
///
/// Every `touchDown` is followed by exactly one `touchUp` or `touchCancelled`. Every `panBegan` is followed
/// by exactly one `panEnded` or `panCancelled`, at the same time as the end of its touch. A touch has at
/// most one pan. A gap occurs only between touches. `force` occurs only if ``PanOptions/reportsForce`` is true, and
/// `touchMoved` only on a touchscreen with ``PanRecognizer/qt``.
public enum TouchEvent: Hashable, Sendable {
  /// Enough fingers are down for a touch; the position is nil on a touchpad.
  case touchDown(at: Position?)
  /// The new force, as a fraction of the device's pressure range, 0 to 1.
  ///
  /// The value is nil if the device does not report force; this event then occurs once per touch.
  case force(Double?)
  /// The state of the fingers before the touch becomes a pan, as a pan without a translation.
  ///
  /// Moving content that the touch has caught can already follow the fingers.
  case touchMoved(Pan)
  /// The touch becomes a pan.
  case panBegan(Pan)
  /// The pan after a frame, with the current velocity; the event occurs even if no finger moved.
  case panChanged(Pan, live: VelocityEstimate)
  /// The user released the pan with this velocity; the pan's position is from the last frame before the release.
  case panEnded(Pan, VelocityEstimate)
  /// The pan was cancelled while the fingers had this velocity; the default is no velocity.
  case panCancelled(Pan, VelocityEstimate = .none(.cancelled))
  /// Too few fingers are left for a touch.
  case touchUp
  /// The touch was cancelled, because of a palm, a gap or the end of the recording.
  case touchCancelled
  /// Events were lost, and this many synthesized events restored the state.
  case gap(resynchronizedEvents: Int)
}

extension TouchEvent {
  /// Whether the event ends a touch: a lift or a cancelled touch, but not the end of a pan.
  public var isLift: Bool { self == .touchUp || self == .touchCancelled }

  /// Whether the event ends a pan or a touch, so that a surface may be released.
  public var letsGo: Bool {
    switch self {
    case .panEnded, .panCancelled, .touchUp, .touchCancelled: true
    case .touchDown, .force, .touchMoved, .panBegan, .panChanged, .gap: false
    }
  }

  /// Returns the event with `estimate` as its velocity; nil if the event does not end a pan.
  public func ended(with estimate: VelocityEstimate) -> TouchEvent? {
    switch self {
    case .panEnded(let pan, _): .panEnded(pan, estimate)
    case .panCancelled(let pan, _): .panCancelled(pan, estimate)
    case .touchDown, .force, .touchMoved, .panBegan, .panChanged, .touchUp, .touchCancelled, .gap:
      nil
    }
  }

  /// Returns the same event with its pan and its velocity mapped by `view`.
  ///
  /// For `touchMoved` and `panBegan`, which have no velocity, the estimate that `view` returns is ignored.
  public func mappingPan(
    _ view: (Pan, VelocityEstimate) -> (pan: Pan, estimate: VelocityEstimate)
  ) -> TouchEvent {
    switch self {
    case .touchMoved(let pan): return .touchMoved(view(pan, .none(.tooFew)).pan)
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

/// A ``TouchEvent`` (a touch, a pan or a gap) with its time.
public struct TimedHandEvent: Hashable, Sendable {
  /// The time, in microseconds of the recording's clock; never before an earlier event.
  public var microseconds: Int64
  /// The event.
  public var event: TouchEvent

  /// Creates an event at a time.
  public init(microseconds: Int64, event: TouchEvent) {
    self.microseconds = microseconds
    self.event = event
  }
}
