import TouchInput

/// The events of a recording in the order in which a script sends them, for programs that play raw events.
struct EventScript {
  /// The events up to a `SYN_REPORT`.
  struct Report {
    /// The time after the first event of the recording; never less than the time of the previous report.
    var microseconds: Int64
    /// The events; not empty.
    var events: [RawEvent]
  }

  let device: DeviceDescription
  private(set) var reports: [Report] = []

  /// Reads the events of a recording.
  ///
  /// The kernel sends a value only if it changes, so the state before the first event is sent first. `SYN_DROPPED` is
  /// left out: it is a notice of the kernel, which no device sends.
  init(of recording: Recording) {
    let device = recording.device
    self.device = device
    let events = recording.clockCorrection.recording.events
    let first = events.first?.boundedMicroseconds ?? 0
    // A state has slots even if the device has none.
    let initial = (recording.initial?.events ?? []).filter {
      $0.type != EventType.absolute || device.axes.isEmpty || device.axis($0.code) != nil
    }
    if !initial.isEmpty, !events.isEmpty {
      reports.append(Report(microseconds: 0, events: initial))
    }
    var open: [RawEvent] = []
    for event in events where !event.isDropped {
      open.append(event)
      guard event.isReport else { continue }
      let last = reports.last?.microseconds ?? 0
      reports.append(
        Report(microseconds: max(event.boundedMicroseconds - first, last), events: open))
      open = []
    }
  }

  /// A shell script that calls Android's `sendevent` for each event.
  var sendeventScript: String {
    var text = """
      #!/system/bin/sh
      # Events that were recorded on \(device.harmlessName). Kept: the events, so fingers, subpixels and pressure.
      # Each sendevent starts a process, so the script is slower than the recording; uinput keeps the times.
      # The values are those of the recorded device; play them on a device with the same ranges.
      # Usage: sh SCRIPT /dev/input/eventN
      device=${1:?name the device, such as /dev/input/event2}
      e() { sendevent "$device" "$1" "$2" "$3"; }

      """
    var waited: Int64 = 0
    for report in reports {
      if report.microseconds > waited {
        let wait = (report.microseconds - waited).quotientAndRemainder(dividingBy: 1_000_000)
        text += "sleep \(wait.quotient).\(String(1_000_000 + wait.remainder).dropFirst())\n"
        waited = report.microseconds
      }
      for event in report.events {
        // sendevent reads a leading minus sign as an option, so write the 32 bits of the value as an unsigned number.
        text += "e \(event.type) \(event.code) \(UInt32(bitPattern: event.value))\n"
      }
    }
    return text
  }

  /// Commands for Android's `uinput`: the device, and its events with waits in milliseconds.
  ///
  /// Source: README of cmds/uinput in the Android Open Source Project. Numbers are used instead of names, which older
  /// versions do not know.
  var uinputCommands: String {
    let identity = device.identity
    let axes = device.axes.map { axis in
      #"{"code":\#(axis.code),"info":{"value":0,"minimum":\#(axis.minimum),"maximum":\#(axis.maximum),"#
        + #""fuzz":\#(axis.fuzz),"flat":\#(axis.flat),"resolution":\#(axis.resolution)}}"#
    }
    // Use only the buses that every version of the command knows.
    let bus = identity.bus == 0x05 ? "bluetooth" : "usb"
    var text = """
      {"id":1,"command":"register","name":"\(device.harmlessName)","vid":\(identity.vendor),"pid":\(identity.product),\
      "bus":"\(bus)","configuration":[\(configuration.joined(separator: ","))],\
      "abs_info":[\(axes.joined(separator: ","))]}
      {"id":1,"command":"delay","duration":\(Self.registration)}

      """
    var waited: Int64 = 0
    for report in reports {
      let milliseconds = roundedMilliseconds(report.microseconds)
      if milliseconds > waited {
        text += #"{"id":1,"command":"delay","duration":\#(milliseconds - waited)}"# + "\n"
        waited = milliseconds
      }
      let events = report.events.map { "\($0.type),\($0.code),\($0.value)" }
      text += #"{"id":1,"command":"inject","events":[\#(events.joined(separator: ","))]}"# + "\n"
    }
    return text
  }

  /// The time in milliseconds in which Android sets up a new device; events that are sent earlier are ignored.
  ///
  /// The time is our choice, because the README asks for a delay without naming one.
  private static let registration = 1000

  /// The codes that the device may send, as control codes of uinput: the types, keys, axes and properties.
  private var configuration: [String] {
    func codes(_ type: UInt16) -> [UInt16] {
      let sent = reports.flatMap(\.events).filter { $0.type == type }.map(\.code)
      return Set(sent + (device.codes.first { $0.type == type }?.codes ?? [])).sorted()
    }
    // Source: Linux UAPI, uinput.h: UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_RELBIT, UI_SET_ABSBIT, UI_SET_MSCBIT and
    // UI_SET_PROPBIT.
    let lists: [(control: Int, codes: [UInt16])] = [
      (101, codes(EventType.key)), (102, codes(EventType.relative)),
      (103, device.axes.map(\.code)), (104, codes(EventType.miscellaneous)),
    ].filter { !$0.codes.isEmpty }
    let types = lists.map { UInt16($0.control - 100) }
    let all = [(100, types)] + lists + (device.properties.isEmpty ? [] : [(110, device.properties)])
    return all.map { control, codes in
      #"{"type":\#(control),"data":[\#(codes.map(String.init).joined(separator: ","))]}"#
    }
  }
}

extension Recording.InitialState {
  /// The events that bring an untouched device into this state; empty if this state has no touches.
  fileprivate var events: [RawEvent] {
    var events: [RawEvent] = []
    func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      events.append(RawEvent(microseconds: 0, type: type, code: code, value: value))
    }
    for slot in slots {
      append(EventType.absolute, AbsoluteAxis.slot, slot.number)
      if slot.trackingID >= 0 {
        append(EventType.absolute, AbsoluteAxis.trackingID, slot.trackingID)
      }
      for axis in slot.values { append(EventType.absolute, axis.code, axis.value) }
    }
    if !slots.isEmpty { append(EventType.absolute, AbsoluteAxis.slot, currentSlot) }
    for axis in values where axis.code < AbsoluteAxis.slot {
      append(EventType.absolute, axis.code, axis.value)
    }
    for button in heldButtons { append(EventType.key, button, 1) }
    if !events.isEmpty { append(EventType.synchronization, Synchronization.report, 0) }
    return events
  }
}
