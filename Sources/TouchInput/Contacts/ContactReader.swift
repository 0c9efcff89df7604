/// Assembles raw events into frames of contacts.
///
/// A frame consists of the events up to a `SYN_REPORT`. The reader supports multitouch devices with slots
/// (type B), devices that list all contacts in every frame (type A), and single-touch devices. A slot keeps
/// its values from contact to contact, so a device need not send unchanged coordinates when a contact begins.
/// After `SYN_DROPPED`, all contacts end as cancelled, and events up to the next `SYN_REPORT` are discarded.
/// Reading continues with the frame after that `SYN_REPORT`.
///
/// The reader accepts any sequence of events, and its memory use is bounded.
public struct ContactReader: Sendable {
  /// How the device identifies its contacts.
  enum Layout: Hashable, Sendable {
    /// `ABS_MT_SLOT` selects a contact: type B.
    case slots
    /// `SYN_MT_REPORT` ends each contact: type A.
    case reports
    /// The device has one contact, which `BTN_TOUCH` or `BTN_LEFT` begins and ends.
    case single
  }

  /// The state of recovery after dropped events.
  enum Gap: Hashable, Sendable {
    /// No events are missing.
    case closed
    /// Events were dropped; the events up to the next `SYN_REPORT` are unreliable.
    case discarding
    /// The events that restore the state are being received; `events` is their number so far.
    case resynchronizing(events: Int)
  }

  /// The content of the frame that is being assembled.
  struct OpenReport: Hashable, Sendable {
    /// Whether the frame has any event except key repeats.
    var hasEvents = false
    /// Whether the kernel repeated a key.
    var isRepeat = false
    /// Whether the frame has an event about fingers.
    var isTouch = false
    /// Whether the frame has any touch event except lifts.
    var hasMoreThanLifts = false
    /// `ABS_X` of this frame.
    var x: Int32?
    /// `ABS_Y` of this frame.
    var y: Int32?
    /// The contacts whose tracking ids have ended.
    var left: [Contact] = []
    /// The anomalies in the frame.
    var anomalies: [ContactReport.Anomaly] = []
  }

  /// The maximum number of fingers on one device; more fingers are ignored.
  ///
  /// The value is our choice. The largest touch tables report 60 contacts.
  static let largestSlotCount = 64

  /// The maximum number of anomalies that are kept for one frame.
  ///
  /// The value is our choice. 16 anomalies are enough to diagnose a problem.
  static let mostAnomalies = 16

  let device: DeviceDescription
  let hasSlotAxis: Bool
  let slotLimit: Int
  let cancelsPalms: Bool
  let isStateKnown: Bool
  let reportsPointer: Bool
  /// The button that begins and ends a contact on a device without multitouch.
  let touchButton: UInt16

  var layout: Layout
  var slots: [ContactSlot] = []
  var currentSlot: Int32 = 0
  /// The state of `touchButton`; nil until the device sends it.
  var isTouched: Bool?
  var pointerX: Int32?
  var pointerY: Int32?
  var fingerButtons: UInt8 = 0
  var frame = OpenReport()
  var gap = Gap.closed
  var lastMicroseconds: Int64?
  var lastFingerCount = 0
  var lastContactID = 0
  /// The values of the contact that a device of type A is listing.
  var report = ContactSlot()
  var hasReportValues = false
  /// The contacts that a device of type A has listed in this frame.
  var reports: [ContactSlot] = []

  /// Creates a reader for the events of one device.
  ///
  /// - Parameters:
  ///   - device: The description of the device; if it is empty, the reader infers the layout from the
  ///     events.
  ///   - initial: The state before the first event; nil if unknown. The contacts of fingers that are
  ///     already down begin in the first frame.
  ///   - cancelsPalms: Whether a contact that the device reports as a palm is cancelled.
  public init(
    device: DeviceDescription, initial: Recording.InitialState?, cancelsPalms: Bool = true
  ) {
    self.device = device
    self.cancelsPalms = cancelsPalms
    let slotAxis = device.axis(AbsoluteAxis.slot)
    hasSlotAxis = slotAxis != nil
    let highest = Int(slotAxis?.maximum ?? Int32(Self.largestSlotCount - 1))
    slotLimit = min(max(highest + 1, 1), Self.largestSlotCount)
    let isMultitouch = hasSlotAxis || device.axis(AbsoluteAxis.positionX) != nil
    layout = isMultitouch ? .slots : .single
    touchButton = device.touchButton
    isStateKnown = initial?.isComplete ?? false
    reportsPointer = device.isSemiMultitouch && device.pointerHasContactAxes
    if let initial { take(initial) }
  }

  /// Receives the next event.
  ///
  /// - Returns: The frame that the event completes; nil while the frame is incomplete, and for a
  ///   frame without touch information.
  public mutating func receive(_ event: RawEvent) -> ContactReport? {
    switch gap {
    case .closed: break
    case .discarding:
      if event.isReport { gap = .resynchronizing(events: 0) }
      return nil
    case .resynchronizing(let events):
      if !event.isReport && !event.isDropped { gap = .resynchronizing(events: events + 1) }
    }
    switch event.type {
    case EventType.absolute:
      frame.hasEvents = true
      frame.isTouch = true
      takeAxis(event.code, event.value)
    case EventType.key:
      takeButton(event.code, event.value)
    case EventType.synchronization:
      return takeSynchronization(event)
    default:
      frame.hasEvents = true
    }
    return nil
  }

  /// Cancels the contacts that are still down, because their lifts are unknown.
  ///
  /// - Returns: The frame in which they end; nil if no contact was down.
  public mutating func finish() -> ContactReport? {
    // The last frame is incomplete, so other events for its contacts may be missing. Therefore the contacts that
    // lifted in this frame are cancelled, too.
    var contacts = frame.left
    for index in contacts.indices { contacts[index].phase = .cancelled }
    frame = OpenReport()
    contacts += slots.indices.compactMap { closeContact(in: $0, as: .cancelled) }
    guard !contacts.isEmpty else { return nil }
    lastFingerCount = 0
    return ContactReport(
      microseconds: lastMicroseconds ?? 0, contacts: contacts, fingerCount: 0)
  }

  private mutating func takeSynchronization(_ event: RawEvent) -> ContactReport? {
    switch event.code {
    case Synchronization.report:
      return completedFrame(atMicroseconds: event.microseconds)
    case Synchronization.dropped:
      return droppedFrame(atMicroseconds: event.microseconds)
    case Synchronization.contactReport:
      frame.hasEvents = true
      frame.isTouch = true
      frame.hasMoreThanLifts = true
      takeContactReport()
      return nil
    default:
      return nil
    }
  }

  private mutating func takeAxis(_ code: UInt16, _ value: Int32) {
    switch code {
    case AbsoluteAxis.x: takeSingle(AbsoluteAxis.positionX, value)
    case AbsoluteAxis.y: takeSingle(AbsoluteAxis.positionY, value)
    case AbsoluteAxis.pressure: takeSingle(AbsoluteAxis.contactPressure, value)
    case AbsoluteAxis.slot:
      currentSlot = value
    case AbsoluteAxis.perSlot: takeSlotAxis(code, value)
    default: break
    }
  }

  private mutating func takeSingle(_ code: UInt16, _ value: Int32) {
    switch code {
    case AbsoluteAxis.positionX:
      frame.x = value
      pointerX = value
    case AbsoluteAxis.positionY:
      frame.y = value
      pointerY = value
    default: break
    }
    frame.hasMoreThanLifts = true
    if layout == .single { withSlot(0) { $0.take(code, value) } }
  }

  private mutating func takeSlotAxis(_ code: UInt16, _ value: Int32) {
    if layout == .single {
      // The description has no multitouch axes, but the device sends them.
      takeTrackingID(-1, slot: 0)
      layout = .slots
    }
    switch (layout, code) {
    case (.reports, AbsoluteAxis.trackingID):
      report.trackingID = max(value, -1)
      hasReportValues = true
    case (.reports, _):
      report.take(code, value)
      hasReportValues = true
    case (.slots, AbsoluteAxis.trackingID):
      takeTrackingID(value, slot: currentSlot)
      if value >= 0 { frame.hasMoreThanLifts = true }
    case (.slots, _), (.single, _):
      withSlot(currentSlot) {
        $0.needsEvent = false
        $0.take(code, value)
      }
      frame.hasMoreThanLifts = true
    }
  }

  private mutating func takeButton(_ code: UInt16, _ value: Int32) {
    // The value 2 is the kernel's key repeat, not an event of the device.
    guard value == 0 || value == 1 else {
      frame.isRepeat = true
      return
    }
    frame.hasEvents = true
    if code == touchButton {
      frame.isTouch = true
      isTouched = value == 1
      if value == 1 { frame.hasMoreThanLifts = true }
      // The tracking id 0 begins the only contact, and -1 ends it.
      if layout == .single { takeTrackingID(value - 1, slot: 0) }
    } else if let bit = Self.fingerButton(code) {
      frame.isTouch = true
      fingerButtons = value == 1 ? fingerButtons | bit : fingerButtons & ~bit
    }
  }

  private mutating func take(_ initial: Recording.InitialState) {
    for slot in initial.slots {
      withSlot(slot.number) { state in
        state.trackingID = max(slot.trackingID, -1)
        for axis in slot.values { state.take(axis.code, axis.value) }
      }
    }
    currentSlot = initial.currentSlot
    for axis in initial.values {
      switch axis.code {
      case AbsoluteAxis.x: pointerX = axis.value
      case AbsoluteAxis.y: pointerY = axis.value
      default: break
      }
      if layout == .single { takeAxis(axis.code, axis.value) }
    }
    if device.sends(type: EventType.key, code: touchButton) {
      takeButton(touchButton, initial.heldButtons.contains(touchButton) ? 1 : 0)
    }
    for button in initial.heldButtons where button != touchButton { takeButton(button, 1) }
    // The initial state was applied like events, but must not count as events of the first frame.
    frame = OpenReport()
  }
}
