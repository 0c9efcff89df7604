/// The events of one device from the start of a recording to its end, with the device's description
/// and the labels.
public struct Recording: Hashable, Sendable {
  /// The state of a slot when the recording began.
  ///
  /// The kernel sends a value only when it changes, so without this state a coordinate of a contact may be
  /// unknown.
  public struct Slot: Hashable, Sendable {
    /// The slot's number: the value of `ABS_MT_SLOT` that selects the slot.
    public var number: Int32
    /// The tracking id of the contact in the slot; below zero if the slot is free.
    public var trackingID: Int32
    /// The values of the slot's axes except the tracking id, in ascending order of their codes.
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
    /// The code of the axis, such as ``AbsoluteAxis/positionX``.
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
    /// The slot that the last `ABS_MT_SLOT` selected, to which events belong until the next `ABS_MT_SLOT`.
    public var currentSlot: Int32
    /// The state of the slots, in ascending order of their numbers.
    public var slots: [Slot]
    /// The values of the axes that do not belong to a slot, in ascending order of their codes.
    public var values: [AxisValue]
    /// The codes of the buttons that were held, in ascending order.
    public var heldButtons: [UInt16]
    /// Whether the complete state was read from the device.
    ///
    /// The value is false if the state was derived from the header and the events of a file, because resting fingers
    /// may be missing in it.
    public var isComplete: Bool

    /// Creates a state; without arguments, the state of a device that is not touched.
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
    /// The number of events that were synthesized to restore the state after the drop.
    public var resynchronizedEvents: Int

    /// Creates a gap.
    public init(microseconds: Int64, resynchronizedEvents: Int) {
      self.microseconds = microseconds
      self.resynchronizedEvents = resynchronizedEvents
    }
  }

  /// The description of the device that sent the events.
  public var device: DeviceDescription
  /// The state before the first event; nil if the format does not contain it.
  public var initial: InitialState?
  /// The events, in the order of delivery.
  public var events: [RawEvent]
  /// The events that libinput sent for a touchpad, in the order of delivery; empty if the format does not contain them.
  ///
  /// A replay uses the events of the device if the recording has any. Otherwise (see ``hasOnlyGestures``) it uses the
  /// events of libinput, and the contacts are unknown.
  public var gestures: [LibinputEvent] = []
  /// The times at which events were dropped and the state was read again, in order.
  public var gaps: [Gap]
  /// The target that the user intended, such as `half`; nil if not labelled.
  public var intent: String?
  /// The person who made the gesture; nil if not labelled.
  public var person: String?
  /// The session in which the person made the gesture; nil if not labelled.
  public var session: String?
  /// The target at which the surface rested when the recording began, such as `half`; nil if not labelled.
  public var start: String?
  /// A free-form note about the recording; nil if there is no note.
  public var note: String?
  /// The origin of the events, such as `synthetic: seed 7`; nil if unknown.
  public var source: String?
  /// The clock of the timestamps, such as `monotonic`; nil if unknown.
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

extension Recording {
  /// Whether the recording has events of libinput and none of the device, so that its contacts are unknown.
  public var hasOnlyGestures: Bool { events.isEmpty && !gestures.isEmpty }

  /// The time of the first event, in microseconds of the recording's clock; nil if the recording has no events.
  public var firstMicroseconds: Int64? {
    events.first?.microseconds ?? gestures.first?.microseconds
  }

  /// The device whose axes a ``SurfaceMapping`` uses.
  ///
  /// If the recording has only gestures, no position is known, so the device is a touchpad of the assumed size.
  public var mappedDevice: DeviceDescription {
    guard hasOnlyGestures else { return device }
    var device = device
    let (width, height) = SurfaceMapping.assumedMillimeters
    device.axes = [
      DeviceDescription.Axis(code: AbsoluteAxis.x, minimum: 0, maximum: Int32(width)),
      DeviceDescription.Axis(code: AbsoluteAxis.y, minimum: 0, maximum: Int32(height)),
    ]
    return device
  }
}
