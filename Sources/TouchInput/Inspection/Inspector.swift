import Quantities
import VelocityEstimation

extension RecordingInspection {
  /// Inspects a recording.
  ///
  /// - Parameter recording: The recording; any content is accepted.
  /// - Complexity: O(n) in the events, and O(n log n) in the contacts.
  public init(of recording: Recording) {
    guard !recording.hasOnlyGestures else {
      self = GestureInspector(recording).inspection
      return
    }
    var inspector = Inspector(recording)
    inspector.read()
    self = inspector.inspection()
  }
}

/// Reads a recording once and collects the data for its inspection.
private struct Inspector {
  private let original: Recording
  private let clock: ClockCorrection
  private let ruler: Ruler?
  private let surface: SurfaceMapping?
  private let surfaceError: SurfaceError?
  private var tracks: [ContactTrack] = []
  private var seen: [Finding] = []
  private var dropped: [Finding] = []
  private var frameCount = 0
  private var intervals: [Int64] = []
  private var lastFrame: (microseconds: Int64, isDown: Bool)?
  private var exchanges: [Finding] = []
  private var exchangedPairs: Set<[Int]> = []
  private var exchangeTimes: [Int: Set<Int64>] = [:]
  private var standstills = 0
  private var badSlots = 0
  private var unfinished = 0
  private var mostFingers = 0

  init(_ recording: Recording) {
    original = recording
    clock = recording.clockCorrection
    do {
      let surface = try SurfaceMapping(device: recording.device)
      ruler = Ruler(recording.device, surface)
      self.surface = surface
      surfaceError = nil
    } catch {
      ruler = nil
      surface = nil
      surfaceError = error
    }
  }

  private var recording: Recording { clock.recording }

  mutating func read() {
    var reader = ContactReader(of: recording)
    for event in recording.events {
      unfinished = event.isReport ? 0 : unfinished + 1
      if event.isReport { frameCount += 1 }
      if let frame = reader.receive(event) { take(frame) }
    }
    if let frame = reader.finish() { take(frame, isEnd: true) }
    if recording.initial == nil, let time = firstUntrackedMicroseconds {
      seen.append(Finding(.startedMidTouch, microseconds: time))
    }
  }

  func inspection() -> RecordingInspection {
    let times = recording.events.map { $0.microseconds }
    let (span, overflows) = (times.max() ?? 0).subtractingReportingOverflow(times.min() ?? 0)
    let timing = ReportTiming(ofIntervals: intervals)
    let hand = HandCounts(of: original, surface, mostFingers: mostFingers)
    return RecordingInspection(
      kind: recording.device.kind, widthMillimeters: ruler?.width,
      heightMillimeters: ruler?.height, events: recording.events.count, frames: frameCount,
      duration: .microseconds(overflows ? .max : span), timing: timing,
      contacts: tracks.map { $0.summary(hasLengths: ruler != nil) }, touches: hand.touches,
      pans: hand.pans, findings: across(hand) + findings(timing))
  }

  private mutating func take(_ frame: ContactReport, isEnd: Bool = false) {
    mostFingers = max(mostFingers, frame.fingerCount)
    for anomaly in frame.anomalies { take(anomaly, at: frame.microseconds) }
    switch frame.gap {
    case .dropped:
      dropped.append(Finding(.dropped(resynchronizedEvents: 0), microseconds: frame.microseconds))
    case .resynchronized(let events):
      if !dropped.isEmpty {
        dropped[dropped.count - 1].kind = .dropped(resynchronizedEvents: events)
      }
    case nil: break
    }
    for contact in frame.contacts { take(contact, in: frame, isEnd: isEnd) }
    if !recording.device.isSemiMultitouch { findExchanges(in: frame) }
    if let last = lastFrame, !isEnd {
      if frame.microseconds == last.microseconds, frame.gap == nil { standstills += 1 }
      if last.isDown { intervals.append(frame.microseconds - last.microseconds) }
    }
    lastFrame = (frame.microseconds, frame.contacts.contains { $0.isDown })
  }

  private mutating func take(_ contact: Contact, in frame: ContactReport, isEnd: Bool) {
    let sample = ContactTrack.Sample(
      microseconds: frame.microseconds, x: contact.x * (ruler?.x ?? 0),
      y: contact.y * (ruler?.y ?? 0))
    guard contact.id <= tracks.count else {
      tracks.append(ContactTrack(contact, at: sample))
      if lastFrame == nil, isDownAtStart(contact) {
        note(.startedMidTouch, contact, frame)
      }
      return
    }
    tracks[contact.id - 1].append(contact, at: sample)
    guard contact.phase == .cancelled, frame.gap == nil else { return }
    note(isEnd ? .unterminated : .palm, contact, frame)
  }

  /// Finds pairs of contacts that swapped positions from one frame to the next, and reports each pair once.
  private mutating func findExchanges(in frame: ContactReport) {
    let moved = frame.contacts.filter { $0.phase == .moved }.map { $0.id }.sorted()
    for (index, first) in moved.enumerated() {
      for second in moved[(index + 1)...] {
        guard let distance = tracks[first - 1].exchange(with: tracks[second - 1]) else { continue }
        exchangeTimes[first, default: []].insert(frame.microseconds)
        exchangeTimes[second, default: []].insert(frame.microseconds)
        guard exchangedPairs.insert([first, second]).inserted else { continue }
        exchanges.append(
          Finding(
            .exchanged(with: second, millimeters: distance), contact: first,
            microseconds: frame.microseconds))
      }
    }
  }

  private mutating func note(_ kind: Finding.Kind, _ contact: Contact, _ frame: ContactReport) {
    seen.append(Finding(kind, contact: contact.id, microseconds: frame.microseconds))
  }

  private mutating func take(_ anomaly: ContactReport.Anomaly, at microseconds: Int64) {
    switch anomaly {
    case .slotOutOfRange: badSlots += 1
    case .coordinateMissing(let contact):
      seen.append(Finding(.coordinateMissing, contact: contact, microseconds: microseconds))
    case .tooManyContacts:
      if !seen.contains(where: { $0.kind == .tooManyContacts }) {
        seen.append(Finding(.tooManyContacts, microseconds: microseconds))
      }
    case .trackingIDReplaced(let slot, _, _):
      seen.append(Finding(.trackingIDReplaced(slot: slot), microseconds: microseconds))
    }
  }

  /// The time of the first position in a slot without a tracking id; nil if there is no such position.
  ///
  /// The finger in a slot without a tracking id was already down when the recording began.
  private var firstUntrackedMicroseconds: Int64? {
    guard recording.device.axis(AbsoluteAxis.slot) != nil else { return nil }
    var slot: Int32 = 0
    var announced: Set<Int32> = []
    for event in recording.events where event.type == EventType.absolute {
      switch event.code {
      case AbsoluteAxis.slot: slot = event.value
      case AbsoluteAxis.trackingID: announced.insert(slot)
      case AbsoluteAxis.positionX, AbsoluteAxis.positionY:
        if !announced.contains(slot) { return event.microseconds }
      default: break
      }
    }
    return nil
  }

  private func isDownAtStart(_ contact: Contact) -> Bool {
    guard let initial = recording.initial else { return false }
    guard let trackingID = contact.trackingID else {
      return initial.heldButtons.contains(recording.device.touchButton)
    }
    return initial.slots.contains {
      $0.number == contact.slot && $0.trackingID >= 0 && $0.trackingID == trackingID
    }
  }
}

extension Inspector {
  private func findings(_ timing: ReportTiming) -> [Finding] {
    let isTouchpad = recording.device.kind == .touchpad
    let moving =
      tracks.compactMap {
        $0.jump(isTouchpad: isTouchpad, except: exchangeTimes[$0.first.id] ?? [])
      }
      + tracks.compactMap { $0.reversal }
      + tracks.compactMap {
        $0.missingScans(medianMicroseconds: timing.median.value * 1_000_000)
      } + splits + stuck + exchanges
    // libinput received the times without correction.
    let differences = [original.libinputDifference].compactMap { $0 }
    let timed = (seen + dropped + moving + differences).enumerated().sorted {
      ($0.element.microseconds ?? .min, $0.offset) < ($1.element.microseconds ?? .min, $1.offset)
    }
    return general + timed.map { $0.element }
  }

  /// The findings about the whole recording.
  private var general: [Finding] {
    var result: [Finding] = []
    if let surfaceError { result.append(Finding(.unusableSurface(surfaceError))) }
    // A device that is not a touch device gets its own finding, because a new recording would have no touches, either.
    let isTouchDevice = !recording.device.reportsOnlyHats && !recording.device.isMouse
    if tracks.isEmpty, isTouchDevice { result.append(Finding(.noTouches)) }
    let single = tracks.count { $0.samples.count == 1 }
    if single >= ContactTrack.Limit.oneReportContacts, single * 2 > tracks.count {
      result.append(Finding(.oneReportContacts(count: single, total: tracks.count)))
    }
    if let ruler, ruler.isAssumed {
      let kind = recording.device.impossibleMillimeters.map {
        Finding.Kind.sizeImpossible(widthMillimeters: $0.width, heightMillimeters: $0.height)
      }
      result.append(Finding(kind ?? .sizeUnknown))
    }
    if let surface, surface.kind == .touchscreen { result += shapes(of: surface) }
    if recording.device.isKindAssumed {
      result.append(Finding(.kindAssumed(recording.device.assumedKindText)))
    }
    if recording.device.isSemiMultitouch { result.append(Finding(.boundingBoxOnly)) }
    if clock.steps > 0 {
      let kind = Finding.Kind.clockStepped(count: clock.steps, furthest: clock.largestStep)
      result.append(Finding(kind, microseconds: clock.firstStepMicroseconds))
    }
    if let jitter = clock.kernelJitter { result.append(Finding(.deviceClock(jitter: jitter))) }
    if standstills > 0 { result.append(Finding(.timeStoodStill(count: standstills))) }
    result += outsideAxes
    if badSlots > 0 { result.append(Finding(.slotOutOfRange(count: badSlots))) }
    if unfinished > 0 { result.append(Finding(.unfinishedFrame(events: unfinished))) }
    return result
  }

  /// The finding that all pans are horizontal, which suggests that the panel is mounted rotated.
  ///
  /// Synthetic gestures are excluded, because the user chose their direction.
  private func across(_ hand: HandCounts) -> [Finding] {
    guard surface?.kind == .touchscreen, recording.device.orientation == PanelOrientation(),
      recording.source?.hasPrefix("synthetic: ") != true, let rotation = hand.rotationUp
    else { return [] }
    return [Finding(.liesAcross(rotation))]
  }

  /// The findings about a touchscreen whose shape differs from the shape of the screen.
  private func shapes(of surface: SurfaceMapping) -> [Finding] {
    if surface.isMeasured { return [Finding(.otherShape(surface.size))] }
    let unit = surface.unit
    guard ruler?.isAssumed == true, !surface.hasEqualRanges,
      !SurfaceMapping.isAlike(unit.x.value, unit.y.value)
    else { return [] }
    return [Finding(.unequalScales(unit))]
  }

  /// The findings about axes whose values are outside the range in the device's description.
  private var outsideAxes: [Finding] {
    let isMultitouch = recording.device.axis(AbsoluteAxis.positionX) != nil
    let codes: [UInt16] =
      isMultitouch
      ? [AbsoluteAxis.positionX, AbsoluteAxis.positionY] : [AbsoluteAxis.x, AbsoluteAxis.y]
    return codes.compactMap { code in
      guard let axis = recording.device.axis(code) else { return nil }
      var count = 0
      var furthest = axis.minimum
      for event in recording.events where event.type == EventType.absolute && event.code == code {
        guard axis.overhang(of: event.value) > 0 else { continue }
        count += 1
        if axis.overhang(of: event.value) > axis.overhang(of: furthest) { furthest = event.value }
      }
      guard count > 0 else { return nil }
      return Finding(.outsideAxis(axis, count: count, furthest: furthest))
    }
  }

  private var splits: [Finding] {
    // `tracks` is in the order in which contacts begin, and `next` is the first contact that begins at or after the
    // end of `track`. Therefore the contacts that may continue `track` are `next` and its direct successors.
    let ended = tracks.sorted {
      ($0.endMicroseconds, $0.first.id) < ($1.endMicroseconds, $1.first.id)
    }
    var result: [Finding] = []
    var next = 0
    for track in ended where track.end == .ended {
      while next < tracks.count, tracks[next].samples[0].microseconds < track.endMicroseconds {
        next += 1
      }
      var index = next
      while index < min(tracks.count, next + ContactReader.largestSlotCount),
        tracks[index].samples[0].microseconds - track.endMicroseconds
          <= ContactTrack.Limit.splitMicroseconds
      {
        if track.distanceOfSplit(to: tracks[index]) != nil {
          let kind = Finding.Kind.trackingIDSplit(continuesAs: tracks[index].first.id)
          result.append(
            Finding(kind, contact: track.first.id, microseconds: track.endMicroseconds))
          break
        }
        index += 1
      }
    }
    return result
  }

  private var stuck: [Finding] {
    tracks.compactMap { track in
      let rest = track.endMicroseconds - track.lastMovedMicroseconds
      guard rest >= ContactTrack.Limit.stuckMicroseconds else { return nil }
      var others = 0
      for other in tracks[track.first.id...] {
        if other.samples[0].microseconds >= track.endMicroseconds { break }
        if other.samples[0].microseconds > track.lastMovedMicroseconds { others += 1 }
        if others == ContactTrack.Limit.stuckOthers { break }
      }
      guard others == ContactTrack.Limit.stuckOthers else { return nil }
      return Finding(
        .stuck(.microseconds(rest)), contact: track.first.id,
        microseconds: track.lastMovedMicroseconds)
    }
  }
}

/// The numbers of touches and pans, and the direction of the pans.
struct HandCounts {
  private(set) var touches = 0
  private(set) var pans = 0
  /// The sums of the absolute horizontal and vertical displacements of the ended pans.
  private var distance = Position.zero
  /// The horizontal displacement of the first ended pan.
  private var first: Points?

  /// Counts the touches and pans of a recording in which at most `mostFingers` fingers are down at once; counts none
  /// without a mapping.
  init(of recording: Recording, _ surface: SurfaceMapping?, mostFingers: Int) {
    guard let surface else { return }
    // As in a replay, the number of fingers required for a pan is at most the largest number in the recording.
    var options = PanOptions()
    options.touchpadFingers = min(options.touchpadFingers, max(mostFingers, 1))
    var hand = TouchReader(
      of: recording, mapping: surface, options: options, estimator: Estimator.none)
    for event in hand.receive(allOf: recording.timed(for: options, on: surface.kind)) {
      switch event.event {
      case .touchDown: touches += 1
      case .panBegan: pans += 1
      case .panEnded(let pan, _):
        distance.x += pan.translation.x.magnitude
        distance.y += pan.translation.y.magnitude
        first = first ?? pan.translation.x
      default: break  // Other events change no counts.
      }
    }
  }

  /// The rotation with which the first pan goes up; nil unless the pans are horizontal.
  ///
  /// The pans are horizontal if they move more than three times as far horizontally as vertically. The ratio is our
  /// choice: a movement along an axis seldom deviates from it by more than 18° (1 in 3).
  var rotationUp: PanelOrientation.Rotation? {
    guard let first, distance.x > distance.y * 3 else { return nil }
    return first < .zero ? .quarter : .threeQuarters
  }
}
