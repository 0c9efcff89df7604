public import Quantities
public import TouchInput

extension Digitizer {
  /// The maximum duration of a gesture.
  ///
  /// We chose 60 s because no real gesture is longer, and a recording at the highest rate still fits in memory.
  public static let longestGesture = Seconds(60)

  /// Returns the recording that the device makes of a movement of a hand.
  ///
  /// The note of the recording has the intended release velocities; see `Recording.trueReleaseVelocities`.
  ///
  /// - Parameters:
  ///   - hand: The movement of the hand.
  ///   - gesture: The name of the gesture, which the recording stores as its source.
  ///   - intent: The target that the user intends; nil for none.
  /// - Returns: The recording; equal arguments give an identical recording.
  /// - Throws: ``SyntheticHandError`` if a number is outside its range, if the hand leaves the device, or if the
  ///   gesture takes longer than ``longestGesture``.
  public func recording(
    of hand: HandModel, gesture: String, intent: String? = nil
  ) throws(SyntheticHandError) -> Recording {
    try validated()
    let total = hand.touches.reduce(Seconds.zero) { $0 + $1.pause + $1.path.duration }
    guard total <= Self.longestGesture else { throw .tooLong(total, limit: Self.longestGesture) }
    var session = DigitizerSession(digitizer: self, gap: hand.gap)
    for touch in hand.touches { try session.watch(touch) }
    session.end()
    return Recording(
      device: device(reportsForce: hand.reportsForce),
      initial: EventWriter.untouched(reportsForce: hand.reportsForce),
      events: session.writer.events,
      gaps: session.writer.gaps, intent: intent,
      note: releaseVelocityNote(hand.touches.map { $0.meantVelocity }),
      source: "synthetic: \(gesture), seed \(seed)", clock: "virtual")
  }
}

/// A device that scans at a constant rate for the whole recording, whether or not a hand touches it.
private struct DigitizerSession {
  let digitizer: Digitizer
  var writer: EventWriter

  private let surface: Planar<Points>
  private let units: Planar<Points>
  private let phase: Double
  private let gap: ClosedRange<Seconds>?
  private var isGapOpen: Bool
  private var random: SeededGenerator
  private var fingers = [EventWriter.Finger?](repeating: nil, count: EventWriter.slotCount)
  private var nextTrackingID: Int32 = 1
  private static let greatestPressure = Double(Digitizer.greatestPressure)
  private var scan = 0
  private var clock = Seconds.zero
  private var lastMicroseconds: Int64 = -1

  init(digitizer: Digitizer, gap: ClosedRange<Seconds>?) {
    self.digitizer = digitizer
    writer = EventWriter(kind: digitizer.kind)
    random = SeededGenerator(seed: digitizer.seed)
    phase = random.uniform()
    self.gap = gap
    isGapOpen = gap != nil
    let width = Double(digitizer.device.axis(AbsoluteAxis.positionX)?.maximum ?? 1)
    let height = Double(digitizer.device.axis(AbsoluteAxis.positionY)?.maximum ?? 1)
    units = Planar(x: Points(width), y: Points(height))
    switch digitizer.kind {
    case .touchscreen:
      surface = SurfaceMapping.defaultScreen
    case .touchpad:
      // The touchpad has 12 units per millimetre. A movement of a millimetre is as long in points as in a scroll or
      // swipe of libinput.
      surface = units * (LibinputEvent.pointsPerMillimeter / 12)
    }
  }

  mutating func watch(_ touch: SyntheticTouch) throws(SyntheticHandError) {
    let begin = clock + touch.pause
    while time(of: scan) < begin { scan += 1 }
    let placed = placement(of: touch.path)
    var isFirst = true
    while isFirst || time(of: scan) <= begin + touch.path.duration {
      let since = time(of: scan) - begin
      let isDropped = random.uniform() < digitizer.droppedScans
      try see(touch, since: since, shiftedBy: placed)
      if isFirst || !isDropped { write() }
      isFirst = false
      scan += 1
    }
    clock = begin + touch.path.duration
    leave(touch.ending)
  }

  /// Writes the gap if the gesture ended during the gap, so that no later scan has written it.
  mutating func end() {
    if isGapOpen, let gap, clock >= gap.lowerBound { writeGap() }
  }

  private func time(of scan: Int) -> Seconds { Seconds((Double(scan) + phase) / digitizer.rate) }

  /// Returns the shift that moves a path to the middle of a touchpad; zero for a touchscreen.
  ///
  /// Positions of a path are positions on the screen. They may lie outside of a touchpad, which is smaller.
  private func placement(of path: HandPath) -> Position {
    guard digitizer.kind == .touchpad else { return .zero }
    var low = path.start
    var high = path.start
    for step in 0...64 {
      let position = path.position(at: path.duration * (Double(step) / 64))
      low = Position(x: min(low.x, position.x), y: min(low.y, position.y))
      high = Position(x: max(high.x, position.x), y: max(high.y, position.y))
    }
    return (surface - low - high) / 2
  }

  private mutating func see(
    _ touch: SyntheticTouch, since: Seconds, shiftedBy shift: Position
  ) throws(SyntheticHandError) {
    let position = touch.path.position(at: since) + shift
    guard position.x >= .zero, position.x <= surface.x, position.y >= .zero, position.y <= surface.y
    else {
      throw .leavesDevice(x: position.x, y: position.y, width: surface.x, height: surface.y)
    }
    for (slot, finger) in together(touch.fingers).prefix(fingers.count).enumerated() {
      let wavering = Position(
        x: digitizer.noise * random.normal(), y: digitizer.noise * random.normal())
      // If a finger is down for less than the time between two scans, report it once, so that no touch disappears.
      guard since >= finger.joins || (finger.joins == .zero && since < .zero),
        finger.leaves.map({ since < $0 }) ?? true
      else {
        fingers[slot] = nil
        continue
      }
      let seen = position + finger.offset(at: since) + wavering
      guard seen.isFinite else {
        throw .leavesDevice(x: seen.x, y: seen.y, width: surface.x, height: surface.y)
      }
      fingers[slot] = EventWriter.Finger(
        trackingID: fingers[slot]?.trackingID ?? newTrackingID(),
        x: unit(seen.x, surface.x, units.x), y: unit(seen.y, surface.y, units.y),
        pressure: touch.force.map {
          unit($0.position(at: max(since, .zero)).x, Points(1), Points(Self.greatestPressure))
        })
    }
  }

  /// Returns the fingers, with the first finger replaced by the fingers that move together on a touchpad.
  ///
  /// These fingers are 18 mm apart. We chose 18 mm because it is the width of a finger.
  private func together(_ fingers: [SyntheticFinger]) -> [SyntheticFinger] {
    guard digitizer.kind == .touchpad, let finger = fingers.first,
      fingers.count(where: { $0.joins == .zero }) == 1
    else { return fingers }
    let apart = Position(x: Points(9 * LibinputEvent.pointsPerMillimeter), y: .zero)
    let count = digitizer.touchpadFingers
    return (0..<count).map { index in
      var copy = finger
      copy.offset = finger.offset + apart * Double(2 * index - count + 1)
      return copy
    } + fingers.dropFirst()
  }

  private mutating func newTrackingID() -> Int32 {
    defer { nextTrackingID += 1 }
    return nextTrackingID
  }

  private func unit(_ position: Points, _ length: Points, _ units: Points) -> Int32 {
    let value = min(max(position / length * units.value, 0), units.value)
    return Int32(value + 0.5)
  }

  private mutating func leave(_ ending: SyntheticTouch.Ending) {
    switch ending {
    case .none: return
    case .palm:
      for slot in fingers.indices { fingers[slot]?.isPalm = true }
      write()
      scan += 1
    case .lift: break
    }
    for slot in fingers.indices { fingers[slot] = nil }
    write()
    scan += 1
  }

  private mutating func write() {
    let now = time(of: scan)
    let isLost = isGapOpen && gap.map { $0.lowerBound <= now } ?? false
    if isLost, let gap, now < gap.upperBound { return }
    if isLost { return writeGap() }
    writer.write(fingers, at: timestamp())
  }

  private mutating func writeGap() {
    isGapOpen = false
    writer.writeGap(fingers, at: timestamp())
  }

  private mutating func timestamp() -> Int64 {
    let exact = time(of: scan) + digitizer.timestampJitter * random.normal()
    let microseconds = Int64(max(exact.value * 1_000_000, 0) + 0.5)
    lastMicroseconds = max(microseconds, lastMicroseconds + 1)
    return lastMicroseconds
  }
}
