import TouchInput

extension Recording {
  /// Completes a missing device description from the events.
  ///
  /// The codes in the events become the codes of the device. The highest slot in the events determines the number of
  /// slots. The ranges of the other axes stay unknown. Nothing changes if the device already has codes, or if there are
  /// no events.
  mutating func describeByEvents() {
    guard device.codes.isEmpty else { return }
    var seen: [UInt16: Set<UInt16>] = [:]
    var highestSlot: Int32?
    for event in events {
      seen[event.type, default: []].insert(event.code)
      if event.type == EventType.absolute, event.code == AbsoluteAxis.slot {
        highestSlot = max(highestSlot ?? 0, event.value)
      }
    }
    if !seen.isEmpty { seen[EventType.synchronization] = Set(Synchronization.all) }
    device.codes = seen.keys.sorted().map { type in
      DeviceDescription.Codes(type: type, codes: (seen[type] ?? []).sorted())
    }
    if let highestSlot, device.axis(AbsoluteAxis.slot) == nil {
      device.axes.append(
        DeviceDescription.Axis(code: AbsoluteAxis.slot, minimum: 0, maximum: highestSlot))
      device.axes.sort { $0.code < $1.code }
    }
  }
}

extension DeviceDescription.Axis {
  /// The placeholder for an axis of which only the code is known, with zeros as all five values.
  ///
  /// The placeholder for the slot axis has the maximum -1 instead, because a maximum of 0 would mean one slot.
  static func unknown(_ code: UInt16) -> DeviceDescription.Axis {
    DeviceDescription.Axis(code: code, minimum: 0, maximum: code == AbsoluteAxis.slot ? -1 : 0)
  }

  /// Whether only the code of the axis is known.
  var isUnknown: Bool { self == .unknown(code) }
}

extension DeviceDescription {
  /// The axes to write: the known axes, and a placeholder for every other absolute code.
  ///
  /// Other programs look up the axis of every absolute code, so every code needs an axis.
  var describedAxes: [Axis] {
    let listed = codes.first { $0.type == EventType.absolute }?.codes ?? []
    let known = Set(axes.map(\.code))
    let unknown = listed.filter { !known.contains($0) }.map { Axis.unknown($0) }
    return (axes + unknown).sorted { $0.code < $1.code }
  }
}
