/// What one device sent from the start of a recording to its end, with all that is needed to
/// understand it later.
public struct Recording: Hashable, Sendable {
  /// A slot that was already in use when the recording began.
  ///
  /// The kernel does not resend values that have not changed, so without these a contact may lack
  /// a coordinate.
  public struct Slot: Hashable, Sendable {
    /// The slot's number.
    public var number: Int32
    /// The tracking id of the contact in it; below zero when the slot is free.
    public var trackingID: Int32
    /// The values of the slot's axes, by ascending code, without the tracking id.
    public var values: [AxisValue]

    /// Creates the state of one slot.
    public init(number: Int32, trackingID: Int32, values: [AxisValue]) {
      self.number = number
      self.trackingID = trackingID
      self.values = values
    }
  }

  /// The value of one absolute axis.
  public struct AxisValue: Hashable, Sendable {
    /// The axis code.
    public var code: UInt16
    /// The value, in device units.
    public var value: Int32

    /// Creates the value of one axis.
    public init(code: UInt16, value: Int32) {
      self.code = code
      self.value = value
    }
  }

  /// The device's state when the recording began.
  public struct InitialState: Hashable, Sendable {
    /// The slot that `ABS_MT_SLOT` selected.
    public var currentSlot: Int32
    /// The state of the slots, by ascending number.
    public var slots: [Slot]
    /// The values of the axes outside slots, by ascending code.
    public var values: [AxisValue]
    /// The buttons that were held, ascending.
    public var heldButtons: [UInt16]
    /// Whether the device itself was asked for all of it; false when it was gathered from the head
    /// of a file and the events, which may leave out fingers that rest.
    public var isComplete: Bool

    /// Creates a state; without arguments that of a device nobody touches.
    public init(
      currentSlot: Int32 = 0, slots: [Slot] = [], values: [AxisValue] = [],
      heldButtons: [UInt16] = [], isComplete: Bool = true
    ) {
      self.currentSlot = currentSlot
      self.slots = slots
      self.values = values
      self.heldButtons = heldButtons
      self.isComplete = isComplete
    }
  }

  /// A moment at which the kernel dropped events.
  public struct Gap: Hashable, Sendable {
    /// When the drop was reported, in microseconds of the recording's clock.
    public var microseconds: Int64
    /// How many events were made up to bring the state up to date again.
    public var resynchronizedEvents: Int

    /// Creates a gap.
    public init(microseconds: Int64, resynchronizedEvents: Int) {
      self.microseconds = microseconds
      self.resynchronizedEvents = resynchronizedEvents
    }
  }

  /// The device.
  public var device: DeviceDescription
  /// Its state before the first event; nil when the format does not say.
  public var initial: InitialState?
  /// Its events, in the order of delivery.
  public var events: [RawEvent]
  /// The moments at which events were dropped and the state taken over anew, by time.
  public var gaps: [Gap]
  /// The target that the hand meant, such as `half`; nil when nobody said.
  public var intent: String?
  /// Whose hand it was; nil when nobody said.
  public var person: String?
  /// In which sitting of this person it was recorded; nil when nobody said.
  public var session: String?
  /// Where the surface stood when the recording began, such as `half`; nil when nobody said.
  public var start: String?
  /// Anything worth saying about the recording; nil when nobody did.
  public var note: String?
  /// Where the events come from, such as `synthetic: seed 7`; nil when unknown.
  public var source: String?
  /// The clock of the timestamps, such as `monotonic`; nil when unknown.
  public var clock: String?

  /// Creates a recording.
  public init(
    device: DeviceDescription, initial: InitialState? = nil, events: [RawEvent] = [],
    gaps: [Gap] = [], intent: String? = nil, note: String? = nil, source: String? = nil,
    clock: String? = nil, person: String? = nil, session: String? = nil, start: String? = nil
  ) {
    self.device = device
    self.initial = initial
    self.events = events
    self.gaps = gaps
    self.intent = intent
    self.note = note
    self.source = source
    self.clock = clock
    self.person = person
    self.session = session
    self.start = start
  }
}
