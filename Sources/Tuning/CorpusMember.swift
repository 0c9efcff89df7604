import FrameLogs
public import TouchInput

/// A recording of a corpus, as far as its label and its gesture go.
public struct CorpusMember: Hashable, Sendable {
  /// What it is called, for messages and tables.
  public var name: String
  /// The target that the hand meant, or several with `|` between; nil when nobody said.
  public var intent: String?
  /// Whose hand it was; nil when nobody said.
  public var person: String?
  /// In which sitting of this person it was recorded; nil when nobody said.
  public var session: String?
  /// Where the surface stood when the recording began; nil when nobody said.
  public var start: String?
  /// How the settings contradict that; nil when they do not, or no scenario was named.
  public var startContradiction: String?
  /// What the device calls itself.
  public var device: String
  /// What tells the gesture from every other; see `gestureDigest(of:)`.
  public var gesture: String
  /// The scenario that it is replayed through; nil when none was named.
  public var scenario: String?
  /// The targets that the hand may mean there; nil when no scenario was named.
  public var targets: [String]?

  /// Takes what a corpus is made of out of a recording.
  public init(
    name: String, recording: Recording, scenario: String? = nil, targets: [String]? = nil
  ) {
    self.name = name
    intent = recording.intent.flatMap { $0.isEmpty ? nil : $0 }
    person = recording.person.flatMap { $0.isEmpty ? nil : $0 }
    session = recording.session.flatMap { $0.isEmpty ? nil : $0 }
    start = recording.start.flatMap { $0.isEmpty ? nil : $0 }
    device = recording.device.name
    gesture = gestureDigest(of: recording)
    self.scenario = scenario
    self.targets = targets
  }
}

/// What tells one gesture from every other: a digest of all that a replay depends on.
///
/// Copies in other formats, with other labels, begun at another time, or without what tells about
/// their owner have the same; a hand that does the same twice does not.
///
/// - Returns: 64 hexadecimal digits.
/// - Complexity: O(events).
package func gestureDigest(of recording: Recording) -> String {
  var digest = SHA256()
  var bytes: [UInt8] = []
  func append(_ number: Int64) {
    for shift in stride(from: Int64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
  let coordinates = [
    AbsoluteAxis.positionX, AbsoluteAxis.positionY, AbsoluteAxis.x, AbsoluteAxis.y,
  ]
  for axis in recording.device.axes where coordinates.contains(axis.code) {
    for number in [Int32(axis.code), axis.minimum, axis.maximum, axis.resolution] {
      append(Int64(number))
    }
  }
  append(recording.device.properties.contains(DeviceProperty.direct) ? 1 : 0)
  let orientation = recording.device.orientation
  if orientation != PanelOrientation() {
    append(Int64(orientation.rotation.rawValue))
    append(orientation.flip == .none ? 0 : orientation.flip == .x ? 1 : 2)
  }
  let origin = recording.events.first?.microseconds ?? 0
  var contacts: [Int32: Int64] = [:]
  for event in recording.events
  where [EventType.synchronization, EventType.key, EventType.absolute].contains(event.type) {
    var value = Int64(event.value)
    let isContact =
      event.type == EventType.absolute && event.code == AbsoluteAxis.trackingID && value >= 0
    if isContact {
      let number = contacts[event.value] ?? Int64(contacts.count)
      contacts[event.value] = number
      value = number
    }
    append(event.microseconds &- origin)
    append(Int64(event.type) << 16 | Int64(event.code))
    append(value)
    if bytes.count > 1 << 16 {
      digest.receive(bytes)
      bytes = []
    }
  }
  digest.receive(bytes)
  return digest.hexadecimal
}
