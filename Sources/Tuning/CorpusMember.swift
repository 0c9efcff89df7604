import FrameLogs
public import TouchInput

/// The data about a recording that the checks of a corpus need: its labels and a digest of its gesture.
public struct CorpusMember: Hashable, Sendable {
  /// The name, for messages and tables.
  public var name: String
  /// The intended target, or several targets separated by `|`; nil if no intent is set.
  public var intent: String?
  /// The person who made the gesture; nil if no person is set.
  public var person: String?
  /// The session in which this person recorded the gesture; nil if no session is set.
  public var session: String?
  /// The position of the surface when the recording began, by name; nil if none is set.
  public var start: String?
  /// A description of how the settings contradict ``start``; nil if they do not, or if no scenario was given.
  public var startContradiction: String?
  /// The name that the device reports.
  public var device: String
  /// The digest that identifies the gesture; see `gestureDigest(of:)`.
  public var gesture: String
  /// The scenario of the replay; nil if none was given.
  public var scenario: String?
  /// The targets that an intent may name; nil if no scenario was given.
  public var targets: [String]?

  /// Creates a member from a recording; labels that are empty count as missing.
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

/// The axes of positions.
private let coordinates = [
  AbsoluteAxis.positionX, AbsoluteAxis.positionY, AbsoluteAxis.x, AbsoluteAxis.y,
]

/// Returns a digest of everything in a recording that a replay depends on.
///
/// Copies of a recording have the same digest even if their format, labels, start time or personal data differ. Two
/// recordings of different gestures have different digests, even if the gestures are similar.
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
  let origin = recording.firstMicroseconds ?? 0
  var contacts: [Int32: Int64] = [:]
  for event in recording.events
  where [EventType.synchronization, EventType.key, EventType.absolute].contains(event.type) {
    var value = Int64(event.value)
    let isContact =
      event.type == EventType.absolute && event.code == AbsoluteAxis.trackingID && value >= 0
    if isContact {
      // Number the contacts from 0, because tracking ids depend on how many contacts the device had before.
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
  if recording.hasOnlyGestures {
    for event in recording.gestures {
      bytes += event.kind.rawValue.utf8
      for number in numbers(of: event, since: origin) { append(number) }
    }
  }
  digest.receive(bytes)
  return digest.hexadecimal
}

/// Returns everything in an event of libinput except its kind, as numbers.
private func numbers(of event: LibinputEvent, since origin: Int64) -> [Int64] {
  let measures = [
    event.accelerated.x.value, event.accelerated.y.value, event.unaccelerated.x.value,
    event.unaccelerated.y.value, event.scale, event.degrees,
  ]
  return [
    event.microseconds &- origin, Int64(event.fingers), event.isCancelled ? 1 : 0,
  ] + measures.map { Int64(bitPattern: $0.bitPattern) }
}
