extension ContactReader {
  /// Creates a reader for the events of a recording that is known to its end.
  ///
  /// Where the recording neither keeps a slot's coordinate nor sends it with the first contact, the
  /// first value that comes later stands in for it, because the kernel sends a coordinate as soon
  /// as it changes. The contact is flagged until then all the same.
  ///
  /// - Parameters:
  ///   - recording: The recording whose events will come.
  ///   - cancelsPalms: Whether a contact that the device declares a palm is cancelled.
  public init(of recording: Recording, cancelsPalms: Bool = true) {
    self.init(
      device: recording.device, initial: recording.initial, cancelsPalms: cancelsPalms)
    guess(from: recording.events)
  }

  private mutating func guess(from events: [RawEvent]) {
    let limit = Int32(slotLimit)
    var slot = currentSlot
    for event in events where event.type == EventType.absolute {
      switch event.code {
      case AbsoluteAxis.slot: slot = event.value
      case AbsoluteAxis.positionX where layout == .slots && (0..<limit).contains(slot):
        withSlot(slot) { $0.guessedX = $0.guessedX ?? event.value }
      case AbsoluteAxis.positionY where layout == .slots && (0..<limit).contains(slot):
        withSlot(slot) { $0.guessedY = $0.guessedY ?? event.value }
      case AbsoluteAxis.x where layout == .single:
        withSlot(0) { $0.guessedX = $0.guessedX ?? event.value }
      case AbsoluteAxis.y where layout == .single:
        withSlot(0) { $0.guessedY = $0.guessedY ?? event.value }
      default: break
      }
    }
  }
}
