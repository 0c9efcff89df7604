extension ContactReader {
  /// Creates a reader for the events of a complete recording.
  ///
  /// A coordinate of a slot may be missing both in the initial state and in the events of the slot's first
  /// contact. The reader then uses the first value that is sent later, because the kernel sends a coordinate
  /// as soon as it changes. Until that value is sent, the coordinate is marked as a guess.
  ///
  /// - Parameters:
  ///   - recording: The recording whose events will be received.
  ///   - cancelsPalms: Whether a contact that the device reports as a palm is cancelled.
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
