import TouchInput
import YAMLNodes

/// The top-level key `flickbook:` of a native recording: what libinput's format has no place for.
///
///     flickbook:
///       schema: 1
///       intent: "half"          # the target that the hand meant
///       person: "anna"          # whose hand it was
///       session: "2"            # in which sitting of hers
///       start: "tip"            # where the surface stood when the recording began
///       note: "second attempt"
///       source: "synthetic: seed 7"
///       clock: "monotonic"
///       streamed: true          # every event list of a whole file ends in `- flickbook: {end: …}`
///       cut: true               # the end of this recording was lost before it was rewritten
///       panels:                 # how panels are mounted, by device; see PanelOrientation
///       - {device: 0, rotate: 90, flip: x}
///       initial:                # the state before the first event, by device
///       - device: 0
///         slot: 1               # what ABS_MT_SLOT selects
///         complete: false       # it was gathered from a file's head and events; else true
///         slots:                # [slot, tracking id, {axis: value}]
///         - [1, 42, {53: 410, 54: 377}]
///         values: {0: 410, 1: 377}
///         buttons: [330]
///       gaps:                   # dropped events, by device
///       - {device: 0, time: [2, 151234], resynchronized: 7}
///
/// Only `schema` is required. Times are `[seconds, microseconds]`, as those of events are.
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

  /// Whether the file was written while it was recorded, and ends in an end mark when it is whole.
  var isStreamed: Bool { entries["streamed"]?.scalar?.string == "true" }

  /// Gives the recordings of a file what the section says of them.
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

  /// The entries of later versions, as text to write back.
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

/// The schema of what a recording says in its key `flickbook`.
package let recordingSchema = 1
