import TouchInput

/// The state of a device before the first event, as the beginning of a file lists it.
struct ListedState {
  /// The values of the axes; values of per-slot axes are ignored.
  var values: [UInt16: Int32]
  /// The keys that are listed as pressed.
  var held: Set<UInt16>
  /// The keys that are listed as not pressed.
  var released: Set<UInt16>
}

extension Recording {
  /// Sets the state at the start from the listed state and from the events.
  ///
  /// The kernel sends only changes, so the events also show a part of the state before them:
  ///
  /// - A key was pressed if its first event is a release.
  /// - `BTN_TOUCH` was pressed if it is not listed as released and never changes although fingers touch.
  /// - A slot had a finger in it if its first tracking id is -1, or if the slot moves but never gets a tracking id.
  ///
  /// If nothing is listed, the state at the start stays unknown.
  mutating func takeInitialState(_ listed: ListedState) {
    guard !listed.values.isEmpty || !listed.held.isEmpty || !listed.released.isEmpty else { return }
    var state = InitialState(isComplete: false)
    state.currentSlot = listed.values[AbsoluteAxis.slot] ?? 0
    state.values = listed.values
      .filter { $0.key != AbsoluteAxis.slot && !AbsoluteAxis.perSlot.contains($0.key) }
      .map { AxisValue(code: $0.key, value: $0.value) }.sorted { $0.code < $1.code }
    state.heldButtons = heldButtons(listed)
    state.slots = occupiedSlots(from: state)
    initial = state
  }

  private func heldButtons(_ listed: ListedState) -> [UInt16] {
    var held = listed.held
    var isSeen: Set<UInt16> = []
    var hasContacts = false
    for event in events {
      if event.isDropped { break }
      if event.type == EventType.absolute, AbsoluteAxis.perSlot.contains(event.code) {
        hasContacts = true
      }
      guard event.type == EventType.key, event.value == 0 || event.value == 1,
        isSeen.insert(event.code).inserted
      else { continue }
      if event.value == 0 { held.insert(event.code) } else { held.remove(event.code) }
    }
    let isTouchStateKnown =
      isSeen.contains(TouchButton.touch) || listed.released.contains(TouchButton.touch)
    if !isTouchStateKnown, hasContacts, device.sends(type: EventType.key, code: TouchButton.touch) {
      held.insert(TouchButton.touch)
    }
    return held.sorted()
  }

  /// The slots that had a finger in them before the first event, according to the events.
  ///
  /// The tracking ids of these slots are unknown. They are replaced by numbers below the first tracking id of the
  /// recording, because the kernel counts tracking ids upwards.
  private func occupiedSlots(from state: InitialState) -> [Slot] {
    guard device.axis(AbsoluteAxis.slot) != nil else { return [] }
    var current = state.currentSlot
    var firstIDs: [Int32: Int32] = [:]
    var moved: Set<Int32> = []
    var ids: Set<Int32> = []
    var firstID: Int32?
    for event in events where event.type == EventType.absolute || event.isDropped {
      if event.isDropped { break }
      if event.code == AbsoluteAxis.slot {
        current = event.value
      } else if event.code == AbsoluteAxis.trackingID {
        if firstIDs[current] == nil { firstIDs[current] = event.value }
        if event.value >= 0 {
          firstID = firstID ?? event.value
          ids.insert(event.value)
        }
      } else if AbsoluteAxis.perSlot.contains(event.code) {
        moved.insert(current)
      }
    }
    let numbers = Set(firstIDs.keys).union(moved).filter { (firstIDs[$0] ?? -1) < 0 }.sorted()
    var id = firstID ?? 0
    var slots: [Slot] = []
    for number in numbers where (0..<Self.mostSlots).contains(number) {
      // Tracking ids have 16 bits, so 65,535 precedes 0.
      repeat { id = id > 0 ? id - 1 : 65_535 } while ids.contains(id) && ids.count < 65_536
      slots.append(Slot(number: number, trackingID: id, values: []))
    }
    // `ABS_X` and `ABS_Y` follow one finger, so they give a position only if there is one finger.
    if slots.count == 1 { slots[0].values = emulatedPosition(in: state) }
    return slots
  }

  /// The position of the only finger, from `ABS_X` and `ABS_Y`; empty if these axes do not follow the finger.
  private func emulatedPosition(in state: InitialState) -> [AxisValue] {
    guard state.heldButtons.contains(TouchButton.touch) else { return [] }
    var values: [AxisValue] = []
    for (single, contact) in [
      (AbsoluteAxis.x, AbsoluteAxis.positionX), (AbsoluteAxis.y, AbsoluteAxis.positionY),
    ] {
      guard let axis = device.axis(single), let own = device.axis(contact),
        axis.minimum == own.minimum, axis.maximum == own.maximum,
        let value = state.values.first(where: { $0.code == single })?.value
      else { continue }
      values.append(AxisValue(code: contact, value: value))
    }
    return values
  }

  /// The largest number of slots that a device can have.
  ///
  /// The limit is our choice. The largest touch tables report 60 contacts.
  private static var mostSlots: Int32 { 64 }
}
