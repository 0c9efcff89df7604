extension Recording {
  /// Returns the recording without its jumps, and the number of jumps that were removed.
  ///
  /// The removed jumps are those that ``RecordingInspection`` reports. As in libinput, a contact stays at its
  /// previous position in the frame of a jump, and all later positions of the contact are shifted back by the
  /// displacement of the jump. Shifted values may be outside the range of their axis.
  ///
  /// - Returns: The result; nil if the device lists its contacts without slots, or its axes are unknown.
  /// - Complexity: O(n) in the events.
  public func discardingJumps() -> (recording: Recording, count: Int)? {
    guard let surface = try? SurfaceMapping(device: device),
      !events.contains(where: { $0.isContactReport })
    else { return nil }
    var removal = JumpRemoval(from: self, Ruler(device, surface))
    var start = events.startIndex
    for index in events.indices where events[index].isReport || index == events.endIndex - 1 {
      removal.take(events: start..<index + 1)
      start = index + 1
    }
    var recording = self
    recording.events = removal.events
    return (recording, removal.count)
  }
}

extension RawEvent {
  fileprivate var isContactReport: Bool {
    type == EventType.synchronization && code == Synchronization.contactReport
  }
}

/// Shifts the contacts of a recording, frame by frame, so that they do not jump.
private struct JumpRemoval {
  /// The last position of a contact, as the device sent it.
  private struct Track {
    var detector: JumpDetector
    var x: Double
    var y: Double
    var microseconds: Int64
  }

  /// The last values that the device sent for a slot, and the shift that is added to its values.
  private struct Slot {
    var x: Int32?
    var y: Int32?
    var movedX = 0
    var movedY = 0

    var isMoved: Bool { movedX != 0 || movedY != 0 }
  }

  private(set) var events: [RawEvent] = []
  private(set) var count = 0
  private let original: [RawEvent]
  private let timed: Recording
  private let ruler: Ruler
  private let hasSlots: Bool
  private var reader: ContactReader
  private var tracks: [Int: Track] = [:]
  private var slots: [Int32: Slot] = [:]
  private var currentSlot: Int32
  private var pointerSlot: Int32 = 0

  init(from recording: Recording, _ ruler: Ruler) {
    original = recording.events
    timed = recording.clockCorrection.recording
    self.ruler = ruler
    hasSlots = recording.device.axis(AbsoluteAxis.positionX) != nil
    reader = ContactReader(of: recording)
    currentSlot = recording.initial?.currentSlot ?? 0
  }

  /// Receives the events of one frame.
  mutating func take(events range: Range<Int>) {
    var begun: Set<Int32> = []
    for index in range {
      guard let frame = reader.receive(timed.events[index]) else { continue }
      for contact in frame.contacts {
        take(contact, at: frame.microseconds)
        if contact.phase == .began { begun.insert(contact.slot) }
      }
      pointerSlot = frame.contacts.filter { $0.isDown }.min { $0.id < $1.id }?.slot ?? pointerSlot
    }
    // A new contact begins without a shift. If the previous contact in the same slot was shifted, the position is
    // written again without the shift, because the device does not send an unchanged position.
    let restated = begun.filter { slots[$0]?.isMoved ?? false }.sorted()
    for slot in restated {
      slots[slot]?.movedX = 0
      slots[slot]?.movedY = 0
    }
    for index in range {
      if original[index].isReport {
        restate(restated, atMicroseconds: original[index].microseconds)
      }
      events.append(moved(original[index]))
    }
  }

  private mutating func take(_ contact: Contact, at microseconds: Int64) {
    guard contact.isDown else {
      tracks[contact.id] = nil
      return
    }
    var track =
      tracks[contact.id]
      ?? Track(
        detector: JumpDetector(isTouchpad: timed.device.kind == .touchpad), x: contact.x,
        y: contact.y, microseconds: microseconds)
    let (stepX, stepY) = (contact.x - track.x, contact.y - track.y)
    let jump = track.detector.receive(
      millimeters: ruler.length(x: stepX, y: stepY),
      microseconds: microseconds - track.microseconds)
    if jump != nil {
      count += 1
      slots[contact.slot, default: Slot()].movedX -= Int(stepX.rounded())
      slots[contact.slot, default: Slot()].movedY -= Int(stepY.rounded())
    }
    (track.x, track.y, track.microseconds) = (contact.x, contact.y, microseconds)
    tracks[contact.id] = track
  }

  /// Returns the event with its coordinate shifted.
  private mutating func moved(_ event: RawEvent) -> RawEvent {
    guard event.type == EventType.absolute else { return event }
    var event = event
    let slot = hasSlots ? currentSlot : 0
    func add(_ distance: Int?) { event.value = Int32(clamping: Int(event.value) + (distance ?? 0)) }
    switch (event.code, hasSlots) {
    case (AbsoluteAxis.slot, _): currentSlot = event.value
    case (AbsoluteAxis.positionX, _), (AbsoluteAxis.x, false):
      slots[slot, default: Slot()].x = event.value
      add(slots[slot]?.movedX)
    case (AbsoluteAxis.positionY, _), (AbsoluteAxis.y, false):
      slots[slot, default: Slot()].y = event.value
      add(slots[slot]?.movedY)
    case (AbsoluteAxis.x, true): add(slots[pointerSlot]?.movedX)
    case (AbsoluteAxis.y, true): add(slots[pointerSlot]?.movedY)
    default: break  // Other axes are not positions.
    }
    return event
  }

  /// Appends the positions, without a shift, of the contacts that begin in slots with shifted values.
  private mutating func restate(_ restated: [Int32], atMicroseconds microseconds: Int64) {
    func say(_ code: UInt16, _ value: Int32?) {
      guard let value else { return }
      events.append(
        RawEvent(
          microseconds: microseconds, type: EventType.absolute, code: code, value: value))
    }
    for slot in restated {
      if hasSlots { say(AbsoluteAxis.slot, slot) }
      say(hasSlots ? AbsoluteAxis.positionX : AbsoluteAxis.x, slots[slot]?.x)
      say(hasSlots ? AbsoluteAxis.positionY : AbsoluteAxis.y, slots[slot]?.y)
    }
    if hasSlots, !restated.isEmpty { say(AbsoluteAxis.slot, currentSlot) }
  }
}

/// Detects steps of one contact that are longer than a finger can move between two frames.
///
/// Source: libinput, `tp_detect_jumps` in evdev-mt-touchpad.c, for all limits.
struct JumpDetector: Hashable, Sendable {
  /// The interval to which the lengths of steps are scaled, in microseconds.
  private static let interval = 12_000.0
  /// The longest interval in which a step may be a jump, in microseconds.
  private static let longestInterval: Int64 = 30_000
  /// The length above which a step is a jump, in millimetres per 12 ms.
  private static let longestStep = 20.0
  /// The amount by which a step on a touchpad must be longer than the previous step to be a jump, in millimetres per 12
  /// ms.
  private static let largestIncrease = 7.0

  private let isTouchpad: Bool
  private var lastMillimeters = 0.0

  /// Creates a detector for a new contact.
  init(isTouchpad: Bool) { self.isTouchpad = isTouchpad }

  /// Receives a step; if the step is a jump, returns its length scaled to 12 ms.
  ///
  /// - Parameters:
  ///   - millimeters: The length of the step. A step of 0 is ignored, because the device sent no new position.
  ///   - microseconds: The time since the previous frame.
  /// - Returns: The scaled length in millimetres; nil if the step is not a jump.
  mutating func receive(millimeters: Double, microseconds: Int64) -> Double? {
    guard microseconds > 0, microseconds <= Self.longestInterval, millimeters > 0 else {
      return nil
    }
    let scaled = millimeters * Self.interval / Double(microseconds)
    let increase = scaled - lastMillimeters
    lastMillimeters = scaled
    let isJump = scaled > Self.longestStep || isTouchpad && increase > Self.largestIncrease
    return isJump ? scaled : nil
  }
}
