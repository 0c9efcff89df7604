public import Quantities

/// One gesture in a recording, from the first contact until no contact is left.
public struct GestureRange: Hashable, Sendable {
  /// The indices of the gesture's events, in whole frames; including the frames that are kept before and after the
  /// gesture.
  public var events: Range<Int>
  /// The time of the first frame with a contact, in microseconds of the corrected times.
  ///
  /// See ``Recording/clockCorrection``.
  public var firstMicroseconds: Int64
  /// The time of the frame in which the last contact left, in microseconds of the corrected times.
  public var lastMicroseconds: Int64
  /// The numbers of the contacts, in the order in which the contacts begin.
  public var contacts: [Int]
  /// Whether a contact was still down when the recording ended.
  public var isUnfinished: Bool

  /// Creates a range from its parts.
  public init(
    events: Range<Int>, firstMicroseconds: Int64, lastMicroseconds: Int64, contacts: [Int],
    isUnfinished: Bool
  ) {
    self.events = events
    self.firstMicroseconds = firstMicroseconds
    self.lastMicroseconds = lastMicroseconds
    self.contacts = contacts
    self.isUnfinished = isUnfinished
  }
}

extension Recording {
  /// Returns the gestures of the recording, in order; each contact belongs to exactly one gesture.
  ///
  /// No event belongs to two gestures. A frame without contacts belongs to the gesture that is nearer in time,
  /// if the frame and the gesture are at most `quiet` apart. If the last contact of a gesture ends in the frame
  /// in which a new contact begins, the gesture continues. Dropped events do not end a gesture either, because a
  /// finger may have stayed down. Contacts that the device reports as palms also count as contacts.
  ///
  /// - Parameter quiet: The time without contacts to keep before and after each gesture; 0 or more,
  ///   and at most a year.
  /// - Returns: The gestures; empty if the recording has no contacts.
  /// - Complexity: O(n) in the events.
  public func gestureRanges(quiet: Seconds = Seconds(0.1)) -> [GestureRange] {
    precondition((0...3.2e7).contains(quiet.value), "quiet of \(quiet.value) s is not in 0...3.2e7")
    let limit = Int64((quiet.value * 1e6).rounded())
    let frames = contactFrames()
    let touched = touchedRanges(of: frames)
    /// The frames without contacts before gesture `index`, or after the last gesture.
    func idle(before index: Int) -> Range<Int> {
      let start = index > 0 ? touched[index - 1].upperBound : 0
      return start..<(index < touched.count ? touched[index].lowerBound : frames.count)
    }
    return touched.indices.map { index in
      let inner = touched[index]
      let (before, after) = (idle(before: index), idle(before: index + 1))
      let earliest = index > 0 ? middle(of: before, in: frames) : before.lowerBound
      let latest = index + 1 < touched.count ? middle(of: after, in: frames) : after.upperBound
      let (begin, end) = (
        frames[inner.lowerBound].microseconds, frames[inner.upperBound - 1].microseconds
      )
      var first = inner.lowerBound
      while first > earliest, frames[first - 1].isWithin(limit, of: begin) { first -= 1 }
      var last = inner.upperBound
      while last < latest, frames[last].isWithin(limit, of: end) { last += 1 }
      return GestureRange(
        events: frames[first].events.lowerBound..<frames[last - 1].events.upperBound,
        firstMicroseconds: begin, lastMicroseconds: end,
        contacts: contacts(in: frames[inner]), isUnfinished: frames[inner.upperBound - 1].isTouched)
    }
  }

  /// The frames of each gesture, from the first frame with a contact to the frame in which the last contact leaves.
  private func touchedRanges(of frames: [ReportContacts]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start: Int?
    for index in frames.indices {
      if start == nil, !frames[index].contacts.isEmpty { start = index }
      guard let first = start, !frames[index].isTouched else { continue }
      ranges.append(first..<index + 1)
      start = nil
    }
    if let start { ranges.append(start..<frames.count) }
    return ranges
  }

  /// The first frame between two gestures that is nearer to the later gesture.
  private func middle(of idle: Range<Int>, in frames: [ReportContacts]) -> Int {
    let begin = frames[idle.lowerBound - 1].microseconds
    let end = frames[idle.upperBound].microseconds
    var index = idle.lowerBound
    while index < idle.upperBound,
      frames[index].microseconds &- begin <= end &- frames[index].microseconds
    {
      index += 1
    }
    return index
  }

  /// The numbers of the contacts in some frames, in ascending order, which is the order in which they begin.
  private func contacts(in frames: ArraySlice<ReportContacts>) -> [Int] {
    var contacts: [Int] = []
    for frame in frames {
      contacts += frame.contacts.filter { $0 > (contacts.last ?? 0) }.sorted()
    }
    return contacts
  }

  /// All frames of the recording with their contacts.
  private func contactFrames() -> [ReportContacts] {
    let recording = clockCorrection.recording
    var reader = ContactReader(device: device, initial: initial, cancelsPalms: false)
    var frames: [ReportContacts] = []
    var open = ReportContacts()
    for (index, event) in recording.events.enumerated() {
      if let frame = reader.receive(event) {
        for contact in frame.contacts where !open.contacts.contains(contact.id) {
          open.contacts.append(contact.id)
        }
        if frame.gap != .dropped { open.isTouched = frame.contacts.contains { $0.isDown } }
      }
      guard event.isReport || index == events.endIndex - 1 else { continue }
      open.events = open.events.lowerBound..<index + 1
      open.microseconds = event.microseconds
      frames.append(open)
      open = ReportContacts(events: index + 1..<index + 1, isTouched: open.isTouched)
    }
    return frames
  }
}

/// The contacts in one frame.
private struct ReportContacts {
  var events = 0..<0
  var microseconds: Int64 = 0
  var contacts: [Int] = []
  /// Whether a contact is down at the end of the frame.
  var isTouched = false

  /// Whether the frame is within `limit` microseconds of `moment`.
  func isWithin(_ limit: Int64, of moment: Int64) -> Bool {
    let (distance, overflows) = microseconds.subtractingReportingOverflow(moment)
    return !overflows && distance.magnitude <= limit.magnitude
  }
}
