import TouchInput

extension Recording {
  /// Completes the device description from the events, for formats that may lack a description.
  ///
  /// Codes that occur in events become codes of the device, and the slots that occur set the least number
  /// of slots. Axis ranges stay unknown. Without events, or if the device has codes, nothing changes.
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
  /// The placeholder for an axis of which only the code is known: five zeros.
  ///
  /// On the slot axis zeros would mean a device with one slot, so its maximum is -1.
  static func unknown(_ code: UInt16) -> DeviceDescription.Axis {
    DeviceDescription.Axis(code: code, minimum: 0, maximum: code == AbsoluteAxis.slot ? -1 : 0)
  }

  /// Whether only the code of the axis is known.
  var isUnknown: Bool { self == .unknown(code) }
}

extension DeviceDescription {
  /// The device's codes plus the codes of its axes, for formats that list an axis below its code.
  var codesWithAxes: [Codes] {
    var result = codes
    let index = result.firstIndex { $0.type == EventType.absolute }
    let listed = Set(index.map { result[$0].codes } ?? [])
    let all = listed.union(axes.map(\.code)).sorted()
    guard all.count > listed.count else { return codes }
    let absolute = Codes(type: EventType.absolute, codes: all)
    if let index { result[index] = absolute } else { result.append(absolute) }
    return result.sorted { $0.type < $1.type }
  }

  /// The axes to write: the known axes, and a placeholder for every other absolute code.
  ///
  /// Readers look up every absolute code, so each needs an axis.
  var describedAxes: [Axis] {
    let listed = codes.first { $0.type == EventType.absolute }?.codes ?? []
    let known = Set(axes.map(\.code))
    let unknown = listed.filter { !known.contains($0) }.map { Axis.unknown($0) }
    return (axes + unknown).sorted { $0.code < $1.code }
  }
}
