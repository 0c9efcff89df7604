import TouchInput

extension [UInt8] {
  /// Appends the top-level key `flickbook:`, as ``FlickbookSection`` documents it.
  mutating func appendFlickbook(of file: RecordingFile, isStreamed: Bool) {
    append("flickbook:\n  schema: \(FlickbookSection.schema)\n")
    appendEntry("intent", file.recordings.lazy.compactMap(\.intent).first)
    appendEntry("person", file.recordings.lazy.compactMap(\.person).first)
    appendEntry("session", file.recordings.lazy.compactMap(\.session).first)
    appendEntry("start", file.recordings.lazy.compactMap(\.start).first)
    appendEntry("note", file.recordings.lazy.compactMap(\.note).first)
    appendEntry("source", file.recordings.lazy.compactMap(\.source).first)
    appendEntry("clock", file.recordings.lazy.compactMap(\.clock).first)
    if isStreamed { append("  streamed: true\n") }
    if file.isCut { append("  cut: true\n") }
    appendPanels(of: file.recordings)
    appendInitialStates(of: file.recordings)
    appendGaps(of: file.recordings)
    for section in file.preserved.flickbook {
      for line in section.text.split(separator: ASCII.lineFeed) {
        append("  ")
        append(contentsOf: line)
        append(ASCII.lineFeed)
      }
    }
  }

  private mutating func appendEntry(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    append("  ")
    append(key)
    append(": ")
    append(quotedYAML: value)
    append(ASCII.lineFeed)
  }

  private mutating func appendPanels(of recordings: [Recording]) {
    guard recordings.contains(where: { $0.device.orientation != PanelOrientation() }) else {
      return
    }
    append("  panels:\n")
    for (index, recording) in recordings.enumerated() {
      let orientation = recording.device.orientation
      guard orientation != PanelOrientation() else { continue }
      append("  - {device: \(index), rotate: \(orientation.rotation.rawValue), flip: ")
      append("\(orientation.flip.rawValue)}\n")
    }
  }

  private mutating func appendInitialStates(of recordings: [Recording]) {
    guard recordings.contains(where: { $0.initial != nil }) else { return }
    append("  initial:\n")
    for (index, recording) in recordings.enumerated() {
      guard let initial = recording.initial else { continue }
      append("  - device: \(index)\n    slot: \(initial.currentSlot)\n")
      if !initial.isComplete { append("    complete: false\n") }
      if !initial.slots.isEmpty { append("    slots:\n") }
      for slot in initial.slots {
        append("    - [\(slot.number), \(slot.trackingID), ")
        appendAxisValues(slot.values)
        append("]\n")
      }
      append("    values: ")
      appendAxisValues(initial.values)
      append("\n    buttons: ")
      appendList(initial.heldButtons)
      append(ASCII.lineFeed)
    }
  }

  private mutating func appendAxisValues(_ values: [Recording.AxisValue]) {
    append(ASCII.openBrace)
    for (index, value) in values.enumerated() {
      if index > 0 { append(", ") }
      append("\(value.code): \(value.value)")
    }
    append(ASCII.closeBrace)
  }

  private mutating func appendGaps(of recordings: [Recording]) {
    guard recordings.contains(where: { !$0.gaps.isEmpty }) else { return }
    append("  gaps:\n")
    for (index, recording) in recordings.enumerated() {
      for gap in recording.gaps {
        append("  - {device: \(index), time: ")
        appendTime(gap.microseconds)
        append(", resynchronized: \(gap.resynchronizedEvents)}\n")
      }
    }
  }
}
