/// The state of all fingers after one frame of events.
public struct ContactFrame: Hashable, Sendable {
  /// A moment at which the kernel dropped events.
  public enum Gap: Hashable, Sendable {
    /// Events were lost here; every contact ends as cancelled.
    case dropped
    /// The state was read again from this many events; contacts that are down begin as new contacts.
    case resynchronized(events: Int)
  }

  /// An inconsistency in the events; reading continues.
  public enum Anomaly: Hashable, Sendable {
    /// An event selected a slot that the device does not have; the event was ignored.
    case slotOutOfRange(Int32)
    /// A slot changed from one tracking id to another without a lift in between.
    case trackingIDReplaced(slot: Int32, from: Int32, to: Int32)
    /// A contact began without a coordinate; a guess is used until the device sends it.
    case coordinateMissing(contact: Int)
    /// More fingers were reported than any device has; the rest were ignored.
    case tooManyContacts(limit: Int)
  }

  /// The position of the device's pointer, in device units; see ``ContactFrame/pointer``.
  public struct Pointer: Hashable, Sendable {
    /// `ABS_X`.
    public var x: Double
    /// `ABS_Y`.
    public var y: Double

    /// Creates a pointer position.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// The time at which the frame was complete, in microseconds of the recording's clock.
  ///
  /// Never less than in the previous frame, and within ±2⁶¹, so that differences cannot overflow.
  public var microseconds: Int64
  /// The contacts that left in this frame, then those that are down, by slot.
  public var contacts: [Contact]
  /// The number of fingers that are down: the contacts, or more if the device counts more than it tracks.
  public var fingerCount: Int
  /// The position of the device's own pointer; nil unless contacts are only corners of a bounding box.
  ///
  /// For such a device, the pointer is the more precise measure of a movement.
  public var pointer: Pointer?
  /// The gap that this frame reports; nil in a frame without one.
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
