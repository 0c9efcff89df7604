import TouchInput

extension RecordingFile {
  /// The file without details about its owner; the replays of this file and of the original have the same frames.
  ///
  /// The following details are removed: the names, numbers and locations of devices, information about the system, the
  /// person and the session, notes, comments, keys, and the time of day. Times start at zero, and tracking ids are
  /// renumbered. The intent and the gesture itself stay; the gesture may still identify the person.
  public var anonymized: RecordingFile {
    var file = self
    file.recordings = recordings.map(\.anonymized)
    file.preserved = Preserved()
    return file
  }
}

extension Recording {
  /// The recording without details about its owner; see ``RecordingFile/anonymized``.
  var anonymized: Recording {
    var recording = self
    recording.device = device.anonymized
    recording.initial = initial?.recorded
    recording.note = nil
    (recording.person, recording.session) = (nil, nil)
    recording.source = source.map { $0.isSyntheticSource || hasOnlyGestures ? $0 : "device" }
    // A SYN_REPORT stays even if all other events of its report are removed, because each report describes the state of
    // all contacts at its time.
    recording.events.removeAll { !RecordedCodes.contains(type: $0.type, code: $0.code) }
    let origin = firstMicroseconds ?? 0
    for index in recording.events.indices { recording.events[index].microseconds &-= origin }
    for index in recording.gestures.indices { recording.gestures[index].microseconds &-= origin }
    for index in recording.gaps.indices { recording.gaps[index].microseconds &-= origin }
    recording.renumberContacts()
    return recording
  }

  /// Renumbers tracking ids from 0, first in the order of the events and then in the order of the slots at the start.
  private mutating func renumberContacts() {
    var numbers: [Int32: Int32] = [:]
    func number(of id: Int32) -> Int32 {
      guard id >= 0 else { return id }
      if let known = numbers[id] { return known }
      numbers[id] = Int32(numbers.count)
      return Int32(numbers.count - 1)
    }
    for index in events.indices
    where events[index].type == EventType.absolute
      && events[index].code == AbsoluteAxis.trackingID
    {
      events[index].value = number(of: events[index].value)
    }
    for index in initial?.slots.indices ?? 0..<0 {
      if let id = initial?.slots[index].trackingID {
        initial?.slots[index].trackingID = number(of: id)
      }
    }
  }
}

extension DeviceDescription {
  /// The description without details that distinguish a model or a computer.
  fileprivate var anonymized: DeviceDescription {
    var device = recorded
    device.name =
      if properties.contains(DeviceProperty.direct) {
        "touchscreen"
      } else if properties.contains(DeviceProperty.pointer) {
        "touchpad"
      } else {
        "touch device"
      }
    device.node = "/dev/input/event0"
    device.identity = Identity(bus: identity.bus)
    return device
  }
}

extension String {
  /// Whether the whole text is a source that ``SyntheticGesture`` writes.
  fileprivate var isSyntheticSource: Bool {
    let parts = split(separator: ", seed ", omittingEmptySubsequences: false)
    guard hasPrefix("synthetic: "), parts.count == 2 else { return false }
    return parts[0].dropFirst("synthetic: ".count).allSatisfy { $0 == "-" || $0.isLetter }
      && UInt64(parts[1]) != nil
  }
}
