import TouchInput

/// The state of a touch device as its events change it: what every slot, axis and button was last
/// said to be.
///
/// The kernel only sends what changes, so that a recording which starts now has to say all of this.
struct SurfaceState {
  /// How the device tells its contacts apart.
  private enum Contacts {
    case slots
    case reports(inFrame: Int, hasPosition: Bool, complete: Int)
    case single(button: UInt16)
  }

  /// A device may have slots without end; the kernel's drivers stay below 64.
  private static let slotLimit: Int32 = 1024

  private var contacts: Contacts
  private var currentSlot: Int32
  private var slots: [Int32: Recording.Slot]
  private var values: [UInt16: Int32]
  private var held: Set<UInt16>
  private var isFrameEmpty = true

  /// Creates the state of a device when it was opened.
  init(_ device: DeviceDescription, _ initial: Recording.InitialState) {
    if device.sends(type: EventType.absolute, code: AbsoluteAxis.slot) {
      contacts = .slots
    } else if device.sends(type: EventType.absolute, code: AbsoluteAxis.positionX) {
      contacts = .reports(inFrame: 0, hasPosition: false, complete: 0)
    } else if device.sends(type: EventType.key, code: TouchButton.touch) {
      contacts = .single(button: TouchButton.touch)
    } else {
      contacts = .single(button: TouchButton.toolFinger)
    }
    currentSlot = initial.currentSlot
    slots = Dictionary(initial.slots.map { ($0.number, $0) }) { _, last in last }
    values = Dictionary(initial.values.map { ($0.code, $0.value) }) { _, last in last }
    held = Set(initial.heldButtons)
  }

  /// How many contacts were down at the end of the last frame.
  var contactCount: Int {
    switch contacts {
    case .slots: slots.values.reduce(0) { $0 + ($1.trackingID >= 0 ? 1 : 0) }
    case .reports(_, _, let complete): complete
    case .single(let button): held.contains(button) ? 1 : 0
    }
  }

  /// The state as a recording that starts now has to say it.
  var snapshot: Recording.InitialState {
    Recording.InitialState(
      currentSlot: currentSlot,
      slots: slots.values.sorted { $0.number < $1.number },
      values: values.sorted { $0.key < $1.key }.map {
        Recording.AxisValue(code: $0.key, value: $0.value)
      },
      heldButtons: held.sorted())
  }

  /// Where the first contact is, in device units; nil when there is none or it never said.
  var firstPosition: (x: Int32, y: Int32)? {
    let down = slots.values.filter { $0.trackingID >= 0 }.min { $0.number < $1.number }
    func value(_ code: UInt16, _ single: UInt16) -> Int32? {
      down?.values.first { $0.code == code }?.value ?? values[single]
    }
    guard contactCount > 0, let x = value(AbsoluteAxis.positionX, AbsoluteAxis.x),
      let y = value(AbsoluteAxis.positionY, AbsoluteAxis.y)
    else { return nil }
    return (x, y)
  }

  /// Takes over one event.
  mutating func receive(_ event: RawEvent) {
    switch event.type {
    case EventType.absolute: receiveAxis(event.code, event.value)
    case EventType.key:
      if event.value == 0 { held.remove(event.code) } else { held.insert(event.code) }
      isFrameEmpty = false
    case EventType.synchronization: receiveSynchronization(event.code)
    default: break
    }
  }

  private mutating func receiveAxis(_ code: UInt16, _ value: Int32) {
    isFrameEmpty = false
    if code == AbsoluteAxis.slot {
      currentSlot = value
    } else if AbsoluteAxis.perSlot.contains(code) {
      receiveContactAxis(code, value)
    } else {
      values[code] = value
    }
  }

  private mutating func receiveContactAxis(_ code: UInt16, _ value: Int32) {
    switch contacts {
    case .slots:
      guard (0..<Self.slotLimit).contains(currentSlot) else { return }
      var slot =
        slots[currentSlot] ?? Recording.Slot(number: currentSlot, trackingID: -1, values: [])
      if code == AbsoluteAxis.trackingID {
        slot.trackingID = value
      } else if let index = slot.values.firstIndex(where: { $0.code >= code }) {
        if slot.values[index].code == code {
          slot.values[index].value = value
        } else {
          slot.values.insert(Recording.AxisValue(code: code, value: value), at: index)
        }
      } else {
        slot.values.append(Recording.AxisValue(code: code, value: value))
      }
      slots[currentSlot] = slot
    case .reports(let inFrame, _, let complete):
      contacts = .reports(inFrame: inFrame, hasPosition: true, complete: complete)
    case .single: break
    }
  }

  private mutating func receiveSynchronization(_ code: UInt16) {
    guard case .reports(let inFrame, let hasPosition, let complete) = contacts else { return }
    if code == Synchronization.contactReport {
      contacts = .reports(
        inFrame: inFrame + (hasPosition ? 1 : 0), hasPosition: false, complete: complete)
      isFrameEmpty = isFrameEmpty && !hasPosition
    } else if code == Synchronization.report {
      let isLifted = isFrameEmpty || !held.contains(TouchButton.touch)
      let now = inFrame > 0 || isLifted ? inFrame : complete
      contacts = .reports(inFrame: 0, hasPosition: false, complete: now)
      isFrameEmpty = true
    }
  }
}
