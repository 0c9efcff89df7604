import TouchInput
import YAMLNodes

/// The top-level key `flickbook:` of a native recording, with data for which libinput's format has no key.
///
///     flickbook:
///       schema: 1
///       intent: "half"          # the target that the user wanted to reach
///       person: "anna"          # the person who made the gesture
///       session: "2"            # the session in which this person made the gesture
///       start: "tip"            # the surface's position when the recording began
///       note: "second attempt"
///       source: "synthetic: seed 7"
///       clock: "monotonic"
///       streamed: true          # in a complete file, every event list ends in `- flickbook: {end: …}`
///       cut: true               # the end of the recording was lost before the file was rewritten
///       panels:                 # how panels are mounted, by device; see PanelOrientation
///       - {device: 0, rotate: 90, flip: x}
///       initial:                # the state before the first event, by device
///       - device: 0
///         slot: 1               # the slot that ABS_MT_SLOT selects
///         complete: false       # derived from a list in the file and from events; default: true
///         slots:                # [slot, tracking id, {axis: value}]
///         - [1, 42, {53: 410, 54: 377}]
///         values: {0: 410, 1: 377}
///         buttons: [330]
///       gaps:                   # dropped events, by device
///       - {device: 0, time: [2, 151234], resynchronized: 7}
///
/// Only `schema` is required. Times are `[seconds, microseconds]`, like the times of events.
struct FlickbookSection {
  /// The schema that this build reads and writes.
  static let schema = recordingSchema

  private let values: FlickbookValues
  private let entries: Node.Mapping

  init(_ text: YAMLSection) throws(RecordingError) {
    let values = FlickbookValues(text: text)
    guard let entries = text.root?.mapping else {
      throw text.malformed(at: text.firstLine, expected: "'flickbook:' with 'schema: 1' and so on")
    }
    guard let schema = entries["schema"] else {
      throw text.malformed(at: text.firstLine, expected: "'schema: 1' in 'flickbook:'")
    }
    let number: Int = try values.integer(schema, "a schema number")
    guard number == Self.schema else {
      throw .unsupportedVersion(
        file: text.file, line: values.line(of: schema), found: "\(number) of 'flickbook:'",
        expected: "schema \(Self.schema)")
    }
    self.values = values
    self.entries = entries
  }

  /// Whether the file was written while recording; such a file is complete only if it ends in an end mark.
  var isStreamed: Bool { entries["streamed"]?.scalar?.string == "true" }

  /// Copies the values of the section into the recordings of a file.
  func apply(to file: inout RecordingFile) throws(RecordingError) {
    for index in file.recordings.indices {
      file.recordings[index].intent = entries["intent"]?.scalar?.string
      file.recordings[index].person = entries["person"]?.scalar?.string
      file.recordings[index].session = entries["session"]?.scalar?.string
      file.recordings[index].start = entries["start"]?.scalar?.string
      file.recordings[index].note = entries["note"]?.scalar?.string
      file.recordings[index].source = entries["source"]?.scalar?.string
      file.recordings[index].clock = entries["clock"]?.scalar?.string
    }
    if entries["cut"]?.scalar?.string == "true" { file.isCut = true }
    for node in try values.sequence(entries["panels"], "a list of panels") {
      let device = try self.device(of: node, in: file)
      file.recordings[device].device.orientation = try orientation(node)
    }
    for node in try values.sequence(entries["initial"], "a list of initial states") {
      let device = try self.device(of: node, in: file)
      file.recordings[device].initial = try initialState(node)
    }
    for node in try values.sequence(entries["gaps"], "a list of gaps") {
      let device = try self.device(of: node, in: file)
      file.recordings[device].gaps.append(try values.gap(node, timeKey: "time"))
    }
    for index in file.recordings.indices {
      file.recordings[index].gaps.sort { $0.microseconds < $1.microseconds }
    }
    file.preserved.flickbook = try unknownEntries()
  }

  private func device(of node: Node, in file: RecordingFile) throws(RecordingError) -> Int {
    guard let number = node.mapping?["device"] else { return 0 }
    let device: Int = try values.integer(number, "a device, counted from 0")
    guard file.recordings.indices.contains(device) else {
      throw values.malformed(number, "a device below \(file.recordings.count)")
    }
    return device
  }

  private func orientation(_ node: Node) throws(RecordingError) -> PanelOrientation {
    let expected = "{device: 0, rotate: 0, 90, 180 or 270, flip: none, x or y}"
    guard let entry = node.mapping else { throw values.malformed(node, expected) }
    var orientation = PanelOrientation()
    if let node = entry["rotate"] {
      guard
        let rotation = PanelOrientation.Rotation(rawValue: try values.integer(node, expected))
      else { throw values.malformed(node, expected) }
      orientation.rotation = rotation
    }
    if let node = entry["flip"] {
      guard let flip = node.scalar.flatMap({ PanelOrientation.Flip(rawValue: $0.string) }) else {
        throw values.malformed(node, expected)
      }
      orientation.flip = flip
    }
    return orientation
  }

  private func initialState(_ node: Node) throws(RecordingError) -> Recording.InitialState {
    guard let entry = node.mapping else { throw values.malformed(node, "an initial state") }
    var state = Recording.InitialState()
    if let slot = entry["slot"] { state.currentSlot = try values.integer(slot, "a slot") }
    for node in try values.sequence(entry["slots"], "a list of slots") {
      state.slots.append(try slot(node))
    }
    state.slots.sort { $0.number < $1.number }
    if entry["complete"]?.scalar?.string == "false" { state.isComplete = false }
    state.values = try values.axisValues(entry["values"])
    for node in try values.sequence(entry["buttons"], "a list of buttons") {
      state.heldButtons.append(try values.integer(node, "a button code"))
    }
    state.heldButtons.sort()
    return state
  }

  private func slot(_ node: Node) throws(RecordingError) -> Recording.Slot {
    let expected = "[slot, tracking id, {axis: value}]"
    guard let parts = node.sequence, parts.count == 3 else {
      throw values.malformed(node, expected)
    }
    return Recording.Slot(
      number: try values.integer(parts[0], expected),
      trackingID: try values.integer(parts[1], expected),
      values: try values.axisValues(parts[2]))
  }

  /// The entries with keys that this version does not know, as text, so that they can be kept.
  private func unknownEntries() throws(RecordingError) -> [RecordingFile.Preserved.Section] {
    let known: Set = [
      "schema", "intent", "person", "session", "start", "note", "source", "clock", "streamed",
      "cut", "initial", "gaps", "panels",
    ]
    var result: [RecordingFile.Preserved.Section] = []
    for (key, value) in entries {
      guard let name = key.scalar?.string, !known.contains(name) else { continue }
      guard let text = serialize(.mapping(Node.Mapping([(key, value)]))) else {
        throw values.malformed(value, "an entry that can be written back")
      }
      result.append(.init(key: name, text: Array(text.utf8)))
    }
    return result
  }
}

/// The version of the schema of `flickbook:` in a recording.
package let recordingSchema = 1

extension [UInt8] {
  /// Appends the top-level key `flickbook:`; see ``FlickbookSection``.
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
    appendPanels(of: file)
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

  private mutating func appendPanels(of file: RecordingFile) {
    let described = file.recordings.indices.filter { index in
      // Without an entry, the calibration matrix in the properties of udev would be applied when the file is read.
      file.recordings[index].device.orientation != PanelOrientation()
        || file.preserved.devices.indices.contains(index)
          && calibrationMatrix(in: file.preserved.devices[index]) != nil
    }
    guard !described.isEmpty else { return }
    append("  panels:\n")
    for index in described {
      let orientation = file.recordings[index].device.orientation
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

/// A reader of the values in `flickbook:` entries, whose errors contain the line number.
struct FlickbookValues {
  let text: YAMLSection

  func line(of node: Node) -> Int {
    text.line(of: node)
  }

  func malformed(_ node: Node, _ expected: String) -> RecordingError {
    text.malformed(at: line(of: node), expected: expected)
  }

  func integer<Value: FixedWidthInteger>(
    _ node: Node, _ expected: String
  ) throws(RecordingError) -> Value {
    guard let text = node.scalar?.string,
      let value = RecordingFormats.integer(text, as: Value.self)
    else { throw malformed(node, expected) }
    return value
  }

  /// The elements of a list; empty if the list is missing or null.
  func sequence(_ node: Node?, _ expected: String) throws(RecordingError) -> [Node] {
    guard let node, node.scalar.map({ $0.string.isEmpty || $0.string == "null" }) != true else {
      return []
    }
    guard let sequence = node.sequence else { throw malformed(node, expected) }
    return Array(sequence)
  }

  /// The values of `{axis: value}`, sorted by axis.
  func axisValues(_ node: Node?) throws(RecordingError) -> [Recording.AxisValue] {
    guard let node else { return [] }
    guard let mapping = node.mapping else { throw malformed(node, "{axis: value}") }
    var result: [Recording.AxisValue] = []
    for (key, value) in mapping {
      result.append(
        Recording.AxisValue(
          code: try integer(key, "an axis code of 16 bits"),
          value: try integer(value, "a value of 32 bits")))
    }
    return result.sorted { $0.code < $1.code }
  }

  /// The gap in a mapping; the value of the key `timeKey` is the time of the gap.
  func gap(_ node: Node, timeKey: String) throws(RecordingError) -> Recording.Gap {
    guard let entry = node.mapping, let time = entry[timeKey] else {
      throw malformed(node, "a gap with '\(timeKey): [seconds, microseconds]'")
    }
    var count = 0
    if let node = entry["resynchronized"] { count = try integer(node, "a number of events") }
    guard count >= 0 else { throw malformed(node, "a number of events") }
    return Recording.Gap(microseconds: try microseconds(time), resynchronizedEvents: count)
  }

  private func microseconds(_ node: Node) throws(RecordingError) -> Int64 {
    let expected = "[seconds, microseconds]"
    guard let parts = node.sequence, parts.count == 2 else { throw malformed(node, expected) }
    let seconds: UInt64 = try integer(parts[0], expected)
    let fraction: UInt64 = try integer(parts[1], expected)
    guard fraction < 1_000_000,
      let time = RecordingFormats.microseconds(seconds: seconds, microseconds: fraction)
    else { throw malformed(node, expected) }
    return time
  }
}
