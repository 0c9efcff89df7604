import TouchInput

/// The current state of a touch device: the last value of every slot, axis and button.
///
/// The kernel sends only changes, so a recording that starts while the device is in use must store this state.
struct SurfaceState {
  /// The maximum number of slots that are tracked.
  ///
  /// A device can report any slot number, so the memory for slots must be limited. Kernel drivers use fewer than 64
  /// slots.
  private static let slotLimit: Int32 = 1024

  private var currentSlot: Int32
  private var slots: [Int32: Recording.Slot]
  private var values: [UInt16: Int32]
  private var held: Set<UInt16>
  private let isComplete: Bool
  private let touchButton: UInt16

  /// Creates the state that a device had when it was opened.
  init(_ initial: Recording.InitialState, of device: DeviceDescription) {
    touchButton = device.touchButton
    currentSlot = initial.currentSlot
    slots = Dictionary(initial.slots.map { ($0.number, $0) }) { _, last in last }
    values = Dictionary(initial.values.map { ($0.code, $0.value) }) { _, last in last }
    held = Set(initial.heldButtons)
    isComplete = initial.isComplete
  }

  /// Whether nothing touches the device or hovers over it.
  var isUntouched: Bool {
    !held.contains(touchButton) && slots.values.allSatisfy { $0.trackingID < 0 }
  }

  /// The state for the header of a recording that starts now.
  var snapshot: Recording.InitialState {
    Recording.InitialState(
      currentSlot: currentSlot,
      slots: slots.values.sorted { $0.number < $1.number },
      values: values.sorted { $0.key < $1.key }.map {
        Recording.AxisValue(code: $0.key, value: $0.value)
      },
      heldButtons: held.sorted(), isComplete: isComplete)
  }

  /// Applies one event.
  mutating func receive(_ event: RawEvent) {
    switch event.type {
    case EventType.absolute where event.code == AbsoluteAxis.slot: currentSlot = event.value
    case EventType.absolute where AbsoluteAxis.perSlot.contains(event.code):
      receiveContactAxis(event.code, event.value)
    case EventType.absolute: values[event.code] = event.value
    case EventType.key where event.value == 0: held.remove(event.code)
    case EventType.key: held.insert(event.code)
    default: break
    }
  }

  private mutating func receiveContactAxis(_ code: UInt16, _ value: Int32) {
    // A device without slots sends all of its contacts again in every report, so they need not be stored.
    guard !slots.isEmpty, (0..<Self.slotLimit).contains(currentSlot) else { return }
    let empty = Recording.Slot(number: currentSlot, trackingID: -1, values: [])
    slots[currentSlot, default: empty].take(code, value)
  }
}

extension Recording.Slot {
  /// Sets the value of one of the slot's axes.
  fileprivate mutating func take(_ code: UInt16, _ value: Int32) {
    if code == AbsoluteAxis.trackingID {
      trackingID = value
    } else if let index = values.firstIndex(where: { $0.code >= code }) {
      if values[index].code == code {
        values[index].value = value
      } else {
        values.insert(Recording.AxisValue(code: code, value: value), at: index)
      }
    } else {
      values.append(Recording.AxisValue(code: code, value: value))
    }
  }
}
