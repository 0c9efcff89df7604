/// All that one frame of events says of the fingers.
public struct ContactFrame: Hashable, Sendable {
  /// A moment at which the kernel dropped events.
  public enum Gap: Hashable, Sendable {
    /// Events were lost here; every contact ends as cancelled.
    case dropped
    /// The state was taken over anew from this many events; contacts that are down begin anew.
    case resynchronized(events: Int)
  }

  /// Something about the events that is not as it should be; reading goes on.
  public enum Anomaly: Hashable, Sendable {
    /// An event named a slot that the device does not have; it was left out.
    case slotOutOfRange(Int32)
    /// A slot went from one tracking id to another without a lift in between.
    case trackingIDReplaced(slot: Int32, from: Int32, to: Int32)
    /// A contact began without a coordinate; a guess stands in until the device says it.
    case coordinateMissing(contact: Int)
    /// More fingers were reported than any device has; the rest were left out.
    case tooManyContacts(limit: Int)
  }

  /// Where the device's pointer is, in device units; see ``ContactFrame/pointer``.
  public struct Pointer: Hashable, Sendable {
    /// `ABS_X`.
    public var x: Double
    /// `ABS_Y`.
    public var y: Double

    /// Creates a moment.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// When the frame was complete, in microseconds of the recording's clock.
  ///
  /// Never smaller than in the frame before, and within ±2⁶¹, so that differences cannot overflow.
  public var microseconds: Int64
  /// The contacts that left in this frame, then those that are down, by slot.
  public var contacts: [Contact]
  /// How many fingers are down: the contacts, or more when the device counts more than it tracks.
  public var fingerCount: Int
  /// Where the device itself says that its pointer is; nil unless the contacts are only the corners
  /// of a box about the fingers, which makes the pointer the better witness of a movement.
  public var pointer: Pointer?
  /// What the frame says of a gap; nil in a frame without one.
  public var gap: Gap?
  /// What is not as it should be, in the order of the events; at most 16.
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
