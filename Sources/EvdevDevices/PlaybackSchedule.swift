package import TouchInput

/// The events of a recording that a virtual device plays, and the times at which it plays them.
///
/// Only events with ``RecordedCodes`` are played, so a recording from elsewhere cannot type on a keyboard.
package struct PlaybackSchedule: Hashable, Sendable {
  /// The events that are played at one time.
  package struct Frame: Hashable, Sendable {
    /// The time after the first frame, in microseconds; never less than the time of the previous frame.
    package var microseconds: Int64
    /// The events; the last one is a `SYN_REPORT`.
    package var events: [RawEvent]
  }

  /// The description of the virtual device.
  ///
  /// Its axes have no fuzz. The kernel filtered the noise out of the recorded values already, and would change them
  /// again.
  package let device: DeviceDescription
  /// The events that bring a new device into the state before the first frame; empty if this state is unknown.
  package let preparation: [RawEvent]
  /// The frames, in order of time; at least one.
  package let frames: [Frame]
  /// The number of gaps in which the kernel dropped events during the recording.
  package let gapCount: Int
  /// The number of events that cannot be played: keys, and events with a code that the device does not declare.
  package let omittedEventCount: Int

  private let initial: Recording.InitialState

  /// Creates the schedule of a recording.
  ///
  /// The times of the recording are used. They are corrected only if the clock was set during the recording.
  ///
  /// - Throws: ``PlaybackError`` if no device can play the recording.
  package init(_ recording: Recording) throws(PlaybackError) {
    guard !recording.hasOnlyGestures else { throw .onlyGestures }
    let device = try Self.playable(recording.device)
    let correction = recording.clockCorrection
    let events = correction.steps > 0 ? correction.recording.events : recording.events
    let kept = events.filter { $0.isPlayable(on: device) }
    gapCount = events.count { $0.isDropped }
    omittedEventCount = events.count - gapCount - kept.count
    self.device = device
    frames = try Self.frames(of: kept)
    let slots = device.axis(AbsoluteAxis.slot).map { 0...$0.maximum }
    for event in kept where event.type == EventType.absolute && event.code == AbsoluteAxis.slot {
      guard let slots, slots.contains(event.value) else {
        throw .missingSlot(event.value, count: device.slotCount)
      }
    }
    var initial = (recording.initial ?? Recording.InitialState()).recorded
    initial.slots.removeAll { slots?.contains($0.number) != true }
    preparation =
      recording.initial == nil
      ? [] : initial.changes.filter { $0.isPlayable(on: device) } + [.report]
    if slots != nil, initial.slots.isEmpty {
      initial.slots = [Recording.Slot(number: 0, trackingID: -1, values: [])]
    }
    self.initial = initial
  }

  /// The time from the first frame to the last, in microseconds.
  package var microseconds: Int64 { frames.last?.microseconds ?? 0 }

  /// Returns the events that lift all fingers and release all buttons after the first `count` frames.
  ///
  /// The result is empty if nothing touches the device then.
  package func lift(afterFrames count: Int) -> [RawEvent] {
    var state = SurfaceState(initial, of: device)
    for frame in frames.prefix(count) {
      for event in frame.events { state.receive(event) }
    }
    let last = state.snapshot
    var events: [RawEvent] = []
    for slot in last.slots where slot.trackingID >= 0 {
      events.append(.absolute(AbsoluteAxis.slot, slot.number))
      events.append(.absolute(AbsoluteAxis.trackingID, -1))
    }
    // A device without slots sends all contacts in every frame, and lifts the last one by a frame without contacts.
    if device.axis(AbsoluteAxis.slot) == nil,
      frames.prefix(count).last?.events.contains(where: \.isOfContact) == true
    {
      events.append(.synchronization(Synchronization.contactReport))
    }
    events += last.heldButtons.map { .key($0, 0) }
    return events.isEmpty ? [] : events + [.report]
  }

  /// Divides events into frames; events after the last `SYN_REPORT` are left out.
  private static func frames(of events: [RawEvent]) throws(PlaybackError) -> [Frame] {
    var frames: [Frame] = []
    var open: [RawEvent] = []
    var first: Int64?
    for event in events {
      open.append(event)
      guard event.isReport else { continue }
      let start = first ?? event.microseconds
      first = start
      let (time, overflows) = event.microseconds.subtractingReportingOverflow(start)
      guard !overflows, time <= longestMicroseconds else { throw .tooLong }
      frames.append(Frame(microseconds: max(time, frames.last?.microseconds ?? 0), events: open))
      open.removeAll(keepingCapacity: true)
    }
    guard frames.contains(where: { $0.events.count > 1 }) else { throw .noEvents }
    return frames
  }

  /// The maximum length of a recording that is played, in microseconds: a day.
  ///
  /// The limit is our choice. A longer recording has wrong times.
  private static let longestMicroseconds: Int64 = 86_400_000_000

  /// The maximum number of slots.
  ///
  /// Source: libevdev, libevdev-int.h, `MAX_SLOTS`, so that all programs with libevdev can read the device.
  private static let slotLimit: Int32 = 256

  /// Returns the description of a virtual device for the recordings of `device`.
  private static func playable(
    _ device: DeviceDescription
  ) throws(PlaybackError) -> DeviceDescription {
    var device = device.recorded
    guard device.across != nil, device.down != nil else { throw .noAxes }
    for index in device.axes.indices {
      let axis = device.axes[index]
      let (range, overflows) = axis.maximum.subtractingReportingOverflow(axis.minimum)
      let isPosition = axis == device.across || axis == device.down
      // The kernel refuses a negative range and a larger flat, and programs refuse positions without a range.
      guard !overflows, range >= (isPosition ? 1 : 0), (0...max(0, range)).contains(axis.flat)
      else { throw .impossibleAxis(axis) }
      device.axes[index].fuzz = 0
    }
    if let slots = device.axis(AbsoluteAxis.slot) {
      guard (0..<slotLimit).contains(slots.maximum) else {
        throw .impossibleSlots(maximum: slots.maximum, limit: slotLimit)
      }
    }
    if device.name.isEmpty { device.name = "Flickbook" }
    return device
  }
}

extension Recording.InitialState {
  /// The events that bring a new device into this state.
  fileprivate var changes: [RawEvent] {
    var events: [RawEvent] = []
    // The selected slot comes last, so that it stays selected.
    let selected = slots.filter { $0.number == currentSlot }
    for slot in slots.filter({ $0.number != currentSlot }) + selected {
      events.append(.absolute(AbsoluteAxis.slot, slot.number))
      // The kernel reports a selected slot only with a value that changes in it, so this first changes one value.
      if slot.number == currentSlot, let first = slot.values.first {
        events.append(.absolute(first.code, first.value ^ 1))
      }
      events.append(.absolute(AbsoluteAxis.trackingID, max(-1, slot.trackingID)))
      events += slot.values.map { .absolute($0.code, $0.value) }
    }
    events += values.map { .absolute($0.code, $0.value) }
    return events + heldButtons.map { .key($0, 1) }
  }
}

extension RawEvent {
  fileprivate static let report = synchronization(Synchronization.report)

  fileprivate static func synchronization(_ code: UInt16) -> RawEvent {
    RawEvent(microseconds: 0, type: EventType.synchronization, code: code, value: 0)
  }

  fileprivate static func absolute(_ code: UInt16, _ value: Int32) -> RawEvent {
    RawEvent(microseconds: 0, type: EventType.absolute, code: code, value: value)
  }

  fileprivate static func key(_ code: UInt16, _ value: Int32) -> RawEvent {
    RawEvent(microseconds: 0, type: EventType.key, code: code, value: value)
  }

  /// Whether the event sets a value of a contact.
  fileprivate var isOfContact: Bool {
    type == EventType.absolute && AbsoluteAxis.perSlot.contains(code)
  }

  /// Whether a virtual device with the description `device` sends this event.
  fileprivate func isPlayable(on device: DeviceDescription) -> Bool {
    switch type {
    case EventType.synchronization:
      code == Synchronization.report || code == Synchronization.contactReport
    case EventType.absolute: device.axis(code) != nil
    default: device.sends(type: type, code: code)
    }
  }
}

/// The reason why no virtual device can play a recording.
package enum PlaybackError: Error, Hashable, Sendable {
  /// The recording does not describe the axes of its device.
  case noAxes
  /// No device can have an axis with this range.
  case impossibleAxis(DeviceDescription.Axis)
  /// No device can have this number of slots.
  case impossibleSlots(maximum: Int32, limit: Int32)
  /// An event selects a slot that the device does not have.
  case missingSlot(Int32, count: Int)
  /// The recording has no complete frame with events that its device can send.
  case noEvents
  /// The recording has the gestures of libinput and no events of the device.
  case onlyGestures
  /// The recording is longer than a day.
  case tooLong
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension PlaybackError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noAxes:
      """
      the recording does not describe the axes of its device; give the ranges with --axis x=0:1079 \
      --axis y=0:2339, or the description with --desc.
      """
    case .impossibleAxis(let axis):
      """
      axis \(axis.code) has the range \(axis.minimum) to \(axis.maximum) and the flat \(axis.flat), and no device \
      can have such an axis; correct the description of the device.
      """
    case .impossibleSlots(let maximum, let limit):
      """
      the slots of the device end at \(maximum), and a virtual device has slots from 0 to at most \(limit - 1); \
      correct the description of the device.
      """
    case .missingSlot(let slot, let count):
      """
      an event selects slot \(slot), but the device has \(count == 1 ? "1 slot" : "\(count) slots"); correct the \
      description of the device.
      """
    case .noEvents:
      """
      the recording has no complete report with events that its device can send; 'flickbook inspect' shows its \
      contents.
      """
    case .onlyGestures:
      """
      the recording has the gestures that libinput recognized and no contacts, which no device can play; 'flickbook \
      replay' replays the gestures.
      """
    case .tooLong:
      """
      the recording is longer than a day; extract the part to play: flickbook trim FILE PART.yml --from SECONDS \
      --to SECONDS
      """
    }
  }
}
