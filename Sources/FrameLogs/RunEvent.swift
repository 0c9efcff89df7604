public import Quantities

/// Something that happened to a surface during a run.
public struct RunEvent: Hashable, Sendable {
  /// What kind of thing happened.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The word that stands in the log.
    public var rawValue: String

    /// Creates a kind of a scenario's own.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A hand went down.
    public static let touchDown = Kind(rawValue: "touchDown")
    /// A hand left without panning.
    public static let touchUp = Kind(rawValue: "touchUp")
    /// A touch was taken away from the surface before it panned.
    public static let touchCancelled = Kind(rawValue: "touchCancelled")
    /// A pan began.
    public static let panBegan = Kind(rawValue: "panBegan")
    /// A pan ended with the hand leaving.
    public static let panEnded = Kind(rawValue: "panEnded")
    /// A pan was taken away.
    public static let panCancelled = Kind(rawValue: "panCancelled")
    /// A hand took hold of a surface in motion.
    public static let caught = Kind(rawValue: "caught")
    /// The rule picked a target.
    public static let decision = Kind(rawValue: "decision")
    /// The target of a surface in motion changed.
    public static let retargeted = Kind(rawValue: "retargeted")
    /// The surface came to rest.
    public static let settled = Kind(rawValue: "settled")
    /// The surface left for good.
    public static let dismissed = Kind(rawValue: "dismissed")
    /// The device dropped events.
    public static let gap = Kind(rawValue: "gap")
  }

  /// When, counted from the first event of the recording.
  public var time: Seconds
  /// What happened.
  public var kind: Kind
  /// What there is to say about it, in the order in which it is written.
  public var payload: [LogField]

  /// Creates an event.
  public init(time: Seconds, kind: Kind, payload: [LogField] = []) {
    self.time = time
    self.kind = kind
    self.payload = payload
  }

  /// The event as named values; its frame is the first that shows its effect.
  public func logFields(at rate: FrameRate) -> [LogField] {
    [
      LogField("time", .number(time.value)),
      LogField("frame", .integer(rate.firstFrame(at: time))),
      LogField("event", .text(kind.rawValue)),
    ] + payload
  }
  /// The event whose named values are `fields`.
  ///
  /// - Throws: ``RowError`` at the first field that is missing or of another kind.
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
