public import Quantities

/// An event of a surface during a run.
public struct RunEvent: Hashable, Sendable {
  /// The kind of an event; a scenario can add further kinds.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The name in the log, which is the value of the field `event`.
    public var rawValue: String

    /// Creates a kind that only one scenario has.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A touch began, on the surface or beside it; see the field `hit` of the payload.
    public static let touchDown = Kind(rawValue: "touchDown")
    /// A touch ended without a pan; on a surface that cannot be dragged, such as a key, also after a pan.
    public static let touchUp = Kind(rawValue: "touchUp")
    /// A touch was cancelled before it became a pan.
    public static let touchCancelled = Kind(rawValue: "touchCancelled")
    /// A pan began.
    public static let panBegan = Kind(rawValue: "panBegan")
    /// A pan ended because the fingers lifted.
    public static let panEnded = Kind(rawValue: "panEnded")
    /// A pan was cancelled.
    public static let panCancelled = Kind(rawValue: "panCancelled")
    /// A touch caught the surface while it was moving.
    public static let caught = Kind(rawValue: "caught")
    /// The release rule picked a target.
    public static let decision = Kind(rawValue: "decision")
    /// The target changed without a decision, for example by a command or a change of the screen.
    public static let retargeted = Kind(rawValue: "retargeted")
    /// The surface came to rest.
    public static let settled = Kind(rawValue: "settled")
    /// The surface that was dismissed has reached the end of its motion.
    public static let dismissed = Kind(rawValue: "dismissed")
    /// The device dropped events; the payload has the number of events that restored the state.
    public static let gap = Kind(rawValue: "gap")
  }

  /// The time since the first event of the recording.
  public var time: Seconds
  /// The kind of the event.
  public var kind: Kind
  /// The fields of the event, in the order in which they are written.
  public var payload: [LogField]

  /// Creates an event.
  public init(time: Seconds, kind: Kind, payload: [LogField] = []) {
    self.time = time
    self.kind = kind
    self.payload = payload
  }

  /// Returns the event as fields; `frame` is the first frame that shows the effect of the event.
  public func logFields(at rate: FrameRate) -> [LogField] {
    [
      LogField("time", .number(time.value)),
      LogField("frame", .integer(rate.firstFrame(at: time))),
      LogField("event", .text(kind.rawValue)),
    ] + payload
  }
  /// Creates the event from its fields.
  ///
  /// - Throws: ``RowError`` for the first field that is missing or has the wrong type.
  package init(_ fields: [LogField]) throws(RowError) {
    let values = LogValue.fields(fields)
    guard let time = values["time"]?.asNumber else {
      throw RowError(key: "time", expected: "a number")
    }
    guard let kind = values["event"]?.asText else {
      throw RowError(key: "event", expected: "a text")
    }
    self.init(
      time: Seconds(time), kind: Kind(rawValue: kind),
      payload: fields.filter { !["time", "frame", "event"].contains($0.key) })
  }
}
