public import Quantities

/// Where one gesture is in a recording: from the first contact that comes down until none is left.
public struct GestureRange: Hashable, Sendable {
  /// Its events, whole frames, with what was quiet before and after.
  public var events: Range<Int>
  /// When its first frame with a contact was complete, in microseconds of the
  /// recording's corrected times; see ``Recording/clockCorrection``.
  public var firstMicroseconds: Int64
  /// When the frame in which the last contact left was complete, in microseconds of those times.
  public var lastMicroseconds: Int64
  /// The contacts, in the order of their beginning.
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
  /// The gestures of the recording, in their order; each contact is in exactly one.
  ///
  /// Gestures share no event. A frame without contacts belongs to the gesture that is nearer in time,
  /// unless that is farther than `quiet`. A frame that ends one gesture and begins the next keeps them
  /// together, and so do dropped events, after which nobody knows whether a finger had left. Contacts that
  /// the device declares palms are contacts, too.
  ///
  /// - Parameter quiet: How much of the time without contacts is kept before and after each; 0 or more,
  ///   and at most a year.
  /// - Returns: None when nothing touches.
  /// - Complexity: O(n) in the events.
  public func gestureRanges(quiet: Seconds = Seconds(0.1)) -> [GestureRange] {
    precondition((0...3.2e7).contains(quiet.value), "quiet of \(quiet.value) s is not in 0...3.2e7")
    let limit = Int64((quiet.value * 1e6).rounded())
    let frames = contactFrames()
    let touched = touchedRanges(of: frames)
    /// The frames without contacts before gesture `index`, or behind the last one.
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

  /// Which frames belong to each gesture: from the first with a contact to the one where none is left.
  private func touchedRanges(of frames: [FrameContacts]) -> [Range<Int>] {
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

  /// Where the frames between two gestures begin to be nearer to the later one.
  private func middle(of idle: Range<Int>, in frames: [FrameContacts]) -> Int {
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

  /// The contacts of some frames, in the order of their beginning, in which they are numbered.
  private func contacts(in frames: ArraySlice<FrameContacts>) -> [Int] {
    var contacts: [Int] = []
    for frame in frames {
      contacts += frame.contacts.filter { $0 > (contacts.last ?? 0) }.sorted()
    }
    return contacts
  }

  /// Every frame of the events, with the contacts that it shows.
  private func contactFrames() -> [FrameContacts] {
    let recording = clockCorrection.recording
    var reader = ContactReader(device: device, initial: initial, cancelsPalms: false)
    var frames: [FrameContacts] = []
    var open = FrameContacts()
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
      open = FrameContacts(events: index + 1..<index + 1, isTouched: open.isTouched)
    }
    return frames
  }
}

/// What one frame shows of contacts.
private struct FrameContacts {
  var events = 0..<0
  var microseconds: Int64 = 0
  var contacts: [Int] = []
  /// Whether one is down when it is complete.
  var isTouched = false

  /// Whether it is no farther than so many microseconds from `moment`.
  func isWithin(_ limit: Int64, of moment: Int64) -> Bool {
    let (distance, overflows) = microseconds.subtractingReportingOverflow(moment)
    return !overflows && distance.magnitude <= limit.magnitude
  }
}
