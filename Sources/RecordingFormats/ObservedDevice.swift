import TouchInput

extension Recording {
  /// Completes a description by what the events show, for formats that may lack one.
  ///
  /// Codes that occur are codes that the device sends, and it has at least the slots that occur.
  /// Ranges stay unknown. Without events nothing is added.
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
  /// What stands for an axis of which nothing is known but its code: five zeros.
  ///
  /// Those of the slot axis would mean a device with one slot; its maximum is -1 then.
  static func unknown(_ code: UInt16) -> DeviceDescription.Axis {
    DeviceDescription.Axis(code: code, minimum: 0, maximum: code == AbsoluteAxis.slot ? -1 : 0)
  }

  /// Whether nothing is known of the axis but its code.
  var isUnknown: Bool { self == .unknown(code) }
}

extension DeviceDescription {
  /// The codes with those of the axes among them, for formats that list an axis below its code.
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

  /// The axes to write: those that are known, and one that stands for it where only the code is,
  /// since readers look up every absolute code.
  var describedAxes: [Axis] {
    let listed = codes.first { $0.type == EventType.absolute }?.codes ?? []
    let known = Set(axes.map(\.code))
    let unknown = listed.filter { !known.contains($0) }.map { Axis.unknown($0) }
    return (axes + unknown).sorted { $0.code < $1.code }
  }
}
