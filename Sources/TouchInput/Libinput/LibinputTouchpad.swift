/// A model of libinput's recognizer for gestures on a touchpad, with default settings.
///
/// Compositors, shells and toolkits on Linux receive libinput's events, and not the contacts of the device. The model
/// has no clock of its own, only the times of the events: a timer that is due at or before the time of an event fires
/// before the event.
///
/// Not modelled: taps and clicks as events, and taps on the few touchpads without `BTN_LEFT`, on which libinput
/// recognizes taps by default; other devices that disable a touchpad (keyboards, pens, trackpoints, lids); entries of
/// libinput's tables for single models of computers.
///
/// The model accepts any sequence of events, and its memory use is bounded.
///
/// Source of all rules and numbers, unless stated otherwise: libinput at the tags 1.22.1 and 1.28.1,
/// src/evdev-mt-touchpad.c and src/evdev-mt-touchpad-*.c.
public struct LibinputTouchpad: Sendable {
  /// The state of the touchpad's buttons; in a set of buttons, the left button is 1, the right 2 and the middle 4.
  struct Buttons: Hashable, Sendable {
    var held: UInt8 = 0
    var heldBefore: UInt8 = 0
    /// Whether a click waits for a finger.
    var isWaiting = false
    /// Whether a press was sent, and its release was not.
    var isSent = false
  }

  /// A summary of the events since the last report.
  struct Changes: Hashable, Sendable {
    var hasMovement = false
    var isPress = false
  }

  /// The number of fingers that the device counts, and whether they touch.
  struct Count: Hashable, Sendable {
    var isTouched = false
    /// Whether there are more than four fingers.
    var isMany = false
    /// The held `BTN_TOOL_*` buttons, as bits; bit n stands for n + 1 fingers.
    var tools: UInt8 = 0

    /// The number of fingers; nil if there are more than four.
    var fingers: Int? { isMany ? nil : tools == 0 ? 0 : tools.trailingZeroBitCount + 1 }
  }

  /// Whether libinput refuses the device, because only one of a pair of axes has a resolution.
  ///
  /// A refused touchpad sends no events.
  public let isRefused: Bool
  /// The modelled version of libinput.
  public let version: LibinputVersion
  let rules: LibinputRules
  let surface: LibinputSurface
  let palmEdges: (left: Int, right: Int, top: Int)?
  let thumbLines: (upper: Int, lower: Int)?
  /// The number of slots; it is reduced if the device turns out to have fewer than it reports.
  var slotCount: Int
  var touches: [LibinputTouch]
  /// The tracking ids in the slots; below zero for none.
  private var trackingIDs: [Int32]
  private var currentSlot = 0
  var activeSlots = 0
  var count = Count()
  /// Whether fingers are counted by their contacts, because the device does not report `BTN_TOOL_FINGER`.
  ///
  /// libinput itself refuses such a device, but tables of touches and hand-written recordings describe such devices.
  private var countsContacts: Bool
  /// The number of fingers that touch, at present and at the end of the previous report.
  var fingers = 0
  var fingersBefore = 0
  var changes = Changes()
  var buttons = Buttons()
  var thumb = LibinputThumb()
  var gesture = LibinputGestureState()
  var acceleration: LibinputAcceleration
  /// Whether small movements are suppressed.
  var suppressesJitter: Bool
  var lastMovementAt: Int64 = 0
  /// The time of the last event, which never decreases; nil before the first event.
  private(set) var lastMicroseconds: Int64?
  private var isDiscarding = false
  /// The events that were not returned to the caller yet.
  var events: [LibinputEvent] = []

  /// Creates a recognizer for one device.
  ///
  /// - Parameters:
  ///   - device: The description of the device. libinput uses only touchpads that send `ABS_X`, `ABS_Y`, `BTN_TOUCH`
  ///     and `BTN_TOOL_FINGER`; a code that is missing in the description is added when an event with this code
  ///     arrives.
  ///   - initial: The state before the first event; nil if unknown. libinput ignores fingers that are already down
  ///     until they lift.
  ///   - version: The version of libinput.
  public init(
    device: DeviceDescription, initial: Recording.InitialState? = nil,
    version: LibinputVersion = .current
  ) {
    self.version = version
    isRefused = device.hasHalfResolution
    rules = version.rules
    surface = LibinputSurface(device, rules)
    palmEdges = surface.palmEdges(rules)
    thumbLines = surface.thumbLines
    slotCount = surface.slotCount
    touches = Array(repeating: LibinputTouch(), count: surface.fingerCount)
    trackingIDs = Array(repeating: -1, count: surface.slotCount)
    countsContacts = !device.sends(type: EventType.key, code: TouchButton.toolFinger)
    acceleration = LibinputAcceleration(surface, rules)
    suppressesJitter = surface.horizontal.fuzz > 0 || surface.vertical.fuzz > 0
    if thumbLines == nil {
      // On a device without thumbs, libinput's thumb state is all zeros until all fingers lift or the first finger
      // moves. This means that no finger may pinch alone, and that the first finger counts as the thumb.
      thumb.allowsPinch = false
      thumb.touch = 0
    }
    if let initial { take(initial) }
  }

  /// Whether a finger touches, including fingers that libinput ignores.
  public var isTouched: Bool { fingers > 0 }

  /// Receives the next event.
  ///
  /// - Returns: The events of timers that were due, and, if the event completes a report, the events of the report.
  ///   The events are in order of time.
  public mutating func receive(_ event: RawEvent) -> [LibinputEvent] {
    guard !isRefused else { return [] }
    let time = self.time(event.microseconds)
    fireTimers(until: time)
    if event.isDropped {
      // libevdev completes the report, and then reads the state of the device again.
      process(at: time)
      isDiscarding = true
    } else if isDiscarding {
      isDiscarding = !event.isReport
    } else {
      take(event, at: time)
    }
    return takenEvents()
  }

  /// Fires the timers that are still running, as if no event ever followed.
  ///
  /// - Returns: The events of the timers. A gesture of fingers that are still down does not end.
  public mutating func finish() -> [LibinputEvent] {
    fireTimers(until: .max)
    return takenEvents()
  }

  private mutating func takenEvents() -> [LibinputEvent] {
    guard !events.isEmpty else { return [] }
    let taken = events
    events = []
    return taken
  }

  /// Returns the time of an event, clamped so that times never decrease and sums of times never overflow (±2⁶¹ µs).
  private mutating func time(_ microseconds: Int64) -> Int64 {
    let limit: Int64 = 1 << 61
    let time = max(min(max(microseconds, -limit), limit), lastMicroseconds ?? -limit)
    lastMicroseconds = time
    return time
  }

  private mutating func take(_ event: RawEvent, at time: Int64) {
    switch event.type {
    case EventType.absolute:
      if surface.hasSlots {
        takeSlotAxis(event.code, event.value)
      } else {
        takeSingleAxis(event.code, event.value)
      }
    case EventType.key: takeButton(event.code, event.value)
    case EventType.synchronization:
      if countsContacts { countContacts() }
      process(at: time)
    default: break
    }
  }

  private mutating func countContacts() {
    let contacts = surface.hasSlots ? activeSlots : count.isTouched ? 1 : 0
    count.isTouched = contacts > 0
    count.isMany = contacts > 4
    count.tools = (1...4).contains(contacts) ? 1 << UInt8(contacts - 1) : 0
  }

  private mutating func takeSlotAxis(_ code: UInt16, _ value: Int32) {
    switch code {
    case AbsoluteAxis.slot:
      // libevdev replaces a slot that does not exist with the last slot.
      let last = trackingIDs.count - 1
      currentSlot = (0...last).contains(Int(value)) ? Int(value) : last
    case AbsoluteAxis.trackingID: takeTrackingID(value)
    case AbsoluteAxis.positionX: move { $0.point.x = Int(value) }
    case AbsoluteAxis.positionY: move { $0.point.y = Int(value) }
    case AbsoluteAxis.contactPressure: change { $0.pressure = Int(value) }
    case AbsoluteAxis.touchMajor: change { $0.major = Int(value) }
    case AbsoluteAxis.touchMinor: change { $0.minor = Int(value) }
    case AbsoluteAxis.toolType: change { $0.isReportedPalm = value == ContactSlot.palm }
    default: break
    }
  }

  private mutating func takeSingleAxis(_ code: UInt16, _ value: Int32) {
    switch code {
    case AbsoluteAxis.x: move { $0.point.x = Int(value) }
    case AbsoluteAxis.y: move { $0.point.y = Int(value) }
    case AbsoluteAxis.pressure: change { $0.pressure = Int(value) }
    default: break
    }
  }

  private mutating func move(_ change: (inout LibinputTouch) -> Void) {
    self.change(change)
    changes.hasMovement = true
  }

  private mutating func change(_ change: (inout LibinputTouch) -> Void) {
    change(&touches[currentSlot])
    touches[currentSlot].isChanged = true
  }

  private mutating func takeTrackingID(_ value: Int32) {
    // libevdev drops an id that neither begins nor ends a contact.
    guard (value < 0) != (trackingIDs[currentSlot] < 0) else { return }
    trackingIDs[currentSlot] = value
    if value >= 0 {
      activeSlots += 1
      beginHovering(currentSlot)
    } else {
      activeSlots -= 1
      leave(currentSlot)
    }
  }

  private mutating func takeButton(_ code: UInt16, _ value: Int32) {
    // The value 2 is the kernel's key repeat.
    guard value == 0 || value == 1 else { return }
    let isHeld = value == 1
    switch code {
    case TouchButton.left...TouchButton.middle:
      guard code == TouchButton.left || !surface.isClickpad else { return }
      let bit: UInt8 = 1 << UInt8(code - TouchButton.left)
      buttons.held = isHeld ? buttons.held | bit : buttons.held & ~bit
      if isHeld { changes.isPress = true }
    case TouchButton.touch:
      count.isMany = false
      count.isTouched = isHeld
    case TouchButton.toolQuintupleTap:
      // A release changes nothing here: with six fingers, there are still more than four. With fewer than five, another
      // button is pressed.
      if isHeld { count.isMany = true }
    case TouchButton.toolFinger, TouchButton.toolDoubleTap...TouchButton.toolQuadrupleTap:
      countsContacts = false
      let index = code == TouchButton.toolFinger ? 0 : UInt8(code - TouchButton.toolDoubleTap) + 1
      if isHeld { count.isMany = false }
      count.tools = isHeld ? count.tools | 1 << index : count.tools & ~(1 << index)
    default: break
    }
  }

  private mutating func take(_ initial: Recording.InitialState) {
    for axis in initial.values {
      let value = Int(axis.value)
      switch axis.code {
      case AbsoluteAxis.x: touches[0].point.x = value
      case AbsoluteAxis.y: touches[0].point.y = value
      case AbsoluteAxis.pressure: touches[0].pressure = value
      default: break
      }
    }
    for slot in initial.slots where surface.hasSlots && touches.indices.contains(Int(slot.number)) {
      currentSlot = min(Int(slot.number), trackingIDs.count - 1)
      for axis in slot.values { takeSlotAxis(axis.code, axis.value) }
      touches[currentSlot].isChanged = false
      trackingIDs[currentSlot] = slot.trackingID
      if slot.trackingID >= 0 { activeSlots += 1 }
    }
    currentSlot = min(max(Int(initial.currentSlot), 0), trackingIDs.count - 1)
    if initial.heldButtons.contains(TouchButton.toolFinger) { count.tools = 1 }
    changes = Changes()
  }
}

// Timers. Several can be due before an event; they fire in the order of their times.
extension LibinputTouchpad {
  private mutating func fireTimers(until time: Int64) {
    while let due = earliestTimer, due <= time { fireTimers(dueAt: due) }
  }

  private var earliestTimer: Int64? {
    var earliest = gesture.holdTimer
    func take(_ timer: Int64?) {
      guard let timer else { return }
      earliest = min(earliest ?? timer, timer)
    }
    take(gesture.switchTimer)
    for touch in touches {
      take(touch.areaTimer)
      take(touch.edgeTimer)
    }
    return earliest
  }

  private mutating func fireTimers(dueAt time: Int64) {
    if gesture.holdTimer == time {
      gesture.holdTimer = nil
      holdTimeElapsed(at: time)
    }
    if gesture.switchTimer == time {
      gesture.switchTimer = nil
      switchTimeElapsed(at: time)
    }
    for index in touches.indices {
      if touches[index].areaTimer == time {
        touches[index].areaTimer = nil
        areaTimeElapsed(index)
      }
      if touches[index].edgeTimer == time {
        touches[index].edgeTimer = nil
        edgeTimeElapsed(index, at: time)
      }
    }
  }
}

extension DeviceDescription {
  /// Whether only one of the two axes of a position has a resolution.
  fileprivate var hasHalfResolution: Bool {
    func isHalf(_ x: UInt16, _ y: UInt16) -> Bool {
      guard let x = axis(x), let y = axis(y) else { return false }
      return (x.resolution == 0) != (y.resolution == 0)
    }
    return isHalf(AbsoluteAxis.x, AbsoluteAxis.y)
      || isHalf(AbsoluteAxis.positionX, AbsoluteAxis.positionY)
  }
}
