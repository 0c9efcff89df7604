/// The state of all fingers after one frame, the events up to a `SYN_REPORT`.
public struct ContactReport: Hashable, Sendable {
  /// The beginning or the end of a gap, in which the kernel dropped events.
  public enum Gap: Hashable, Sendable {
    /// The kernel dropped events in this frame; every contact ends as cancelled.
    case dropped
    /// The gap ended: this many synthesized events restored the state. Fingers that are down begin as new contacts.
    case resynchronized(events: Int)
  }

  /// An inconsistency in the events; reading continues.
  public enum Anomaly: Hashable, Sendable {
    /// An event selected a slot that the device does not have; the event was ignored.
    case slotOutOfRange(Int32)
    /// A slot changed from one tracking id to another without a lift in between.
    case trackingIDReplaced(slot: Int32, from: Int32, to: Int32)
    /// A contact began without a coordinate; a guess is used until the device sends the coordinate.
    case coordinateMissing(contact: Int)
    /// The device reported more than `limit` fingers, which is more than any device has; the rest were ignored.
    case tooManyContacts(limit: Int)
  }

  /// The position of the device's pointer, in device units; see ``ContactReport/pointer``.
  public struct Pointer: Hashable, Sendable {
    /// The value of `ABS_X`.
    public var x: Double
    /// The value of `ABS_Y`.
    public var y: Double

    /// Creates a pointer position.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// The time at which the frame was complete, in microseconds of the recording's clock.
  ///
  /// The time is never earlier than the time of the previous frame. It is within ±2⁶¹ µs, so that differences
  /// between times cannot overflow.
  public var microseconds: Int64
  /// The contacts that ended in this frame, and the contacts that are down.
  ///
  /// Contacts whose tracking id ended come first, in the order of the events. All others follow in the order
  /// of their slots.
  public var contacts: [Contact]
  /// The number of fingers that are down.
  ///
  /// The number is larger than the number of contacts if the device counts fingers without reporting their positions.
  public var fingerCount: Int
  /// The position of the device's own pointer; nil unless the contacts are only the corners of a box around the
  /// fingers.
  ///
  /// Such corners are imprecise, and the pointer follows a movement more precisely.
  public var pointer: Pointer?
  /// The beginning or the end of a gap, if it is in this frame; nil otherwise.
  public var gap: Gap?
  /// The anomalies, in the order of the events; at most 16.
  public var anomalies: [Anomaly]

  /// Creates a frame.
  public init(
    microseconds: Int64, contacts: [Contact], fingerCount: Int, pointer: Pointer? = nil,
    gap: Gap? = nil, anomalies: [Anomaly] = []
  ) {
    self.microseconds = microseconds
    self.contacts = contacts
    self.fingerCount = fingerCount
    self.pointer = pointer
    self.gap = gap
    self.anomalies = anomalies
  }
}
