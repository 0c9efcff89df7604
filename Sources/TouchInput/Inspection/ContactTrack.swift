import Quantities

/// The positions of a contact from touch-down to lift, in millimetres.
struct ContactTrack: Sendable {
  /// The position of a contact in one frame.
  struct Sample: Sendable {
    var microseconds: Int64
    var x: Double
    var y: Double
  }

  /// The limits at which a movement becomes a finding.
  enum Limit {
    // A contact is reversed at its lift if two conditions hold. Between `beforeLiftMicroseconds` and `liftMicroseconds`
    // before its end, it moves by at least `beforeLiftMillimeters`. In its last `liftMicroseconds`, it moves by at
    // least `reversedMillimeters` in the opposite direction.
    //
    // The values are our choice. The distances are above the noise of a touchpad and below an intended movement.
    static let liftMicroseconds: Int64 = 20_000
    static let beforeLiftMicroseconds: Int64 = 80_000
    static let beforeLiftMillimeters = 2.0
    static let reversedMillimeters = 0.3
    // A new contact continues a contact that ended if the new contact begins within `splitMicroseconds` of the end,
    // and within `splitMillimeters` of the position that the ended contact would have reached. The ended contact
    // must have moved at `splitSpeed` or faster, in mm/s.
    //
    // The values are our choice. The time is three scans at 80 Hz; a finger that really lifts and comes down again
    // needs 50 ms. The distance is the width of a finger.
    static let splitMicroseconds: Int64 = 40_000
    static let splitMillimeters = 15.0
    static let splitSpeed = 100.0
    // Scans are missing in an interval if the interval is longer than `gapMicroseconds` and longer than
    // `gapMedians` times the median interval. The contact must also move by at least `gapMillimeters` in the
    // interval, and by at least `movingMillimeters` in the previous interval.
    //
    // `gapMedians` is also used by libinput's analysis; the other values are our choice.
    static let gapMedians = 2.5
    static let gapMicroseconds: Int64 = 30_000
    static let gapMillimeters = 1.0
    static let movingMillimeters = 0.3
    // The device has exchanged two contacts if their last steps become much shorter when the ends of the two steps are
    // exchanged: at most `exchangeRatio` times as long, and shorter by at least `exchangeMillimeters`. Intervals longer
    // than `exchangeMicroseconds` do not count, because the fingers themselves may change places in them.
    //
    // The values are our choice. If two fingers move together, an exchange never makes their steps shorter. Fingers do
    // not pass each other within three scans at 60 Hz.
    static let exchangeRatio = 0.5
    static let exchangeMillimeters = 5.0
    static let exchangeMicroseconds: Int64 = 50_000
    // A contact may be stuck if it rests for `stuckMicroseconds` while `stuckOthers` other contacts begin. Both
    // values are our choice.
    static let stuckMicroseconds: Int64 = 5_000_000
    static let stuckOthers = 2
    // Contacts that last one report are a finding if there are at least `oneReportContacts` of them, and they are the
    // majority. The number is our choice. A few such contacts prove nothing: on devices that report only changes, a tap
    // can last one report.
    static let oneReportContacts = 5
  }

  let first: Contact
  private(set) var samples: [Sample]
  private(set) var end = Contact.Phase.began
  private(set) var endMicroseconds: Int64
  private(set) var lastMovedMicroseconds: Int64

  init(_ contact: Contact, at sample: Sample) {
    first = contact
    samples = [sample]
    endMicroseconds = sample.microseconds
    lastMovedMicroseconds = sample.microseconds
  }

  mutating func append(_ contact: Contact, at sample: Sample) {
    endMicroseconds = sample.microseconds
    end = contact.phase
    guard contact.isDown else { return }
    if contact.phase == .moved { lastMovedMicroseconds = sample.microseconds }
    samples.append(sample)
  }

  func summary(hasLengths: Bool) -> ContactSummary {
    let path = zip(samples, samples.dropFirst()).reduce(0) { $0 + Self.distance($1.0, $1.1) }
    let intervals = zip(samples, samples.dropFirst()).map { $1.microseconds - $0.microseconds }
    return ContactSummary(
      id: first.id, slot: first.slot, trackingID: first.trackingID,
      beganMicroseconds: samples[0].microseconds,
      duration: .microseconds(endMicroseconds - samples[0].microseconds), end: end,
      frames: samples.count, timing: ReportTiming(ofIntervals: intervals),
      pathMillimeters: hasLengths ? path : nil,
      displacementMillimeters: hasLengths
        ? Self.distance(samples[0], samples[samples.count - 1]) : nil)
  }

  /// Returns the finding about the largest jump.
  ///
  /// - Parameters:
  ///   - isTouchpad: Whether the device is a touchpad.
  ///   - exchanges: The times at which this contact exchanged its position with another contact; a step
  ///     that ends at such a time is not a jump.
  /// - Returns: The finding; nil if the contact does not jump.
  func jump(isTouchpad: Bool, except exchanges: Set<Int64>) -> Finding? {
    var worst: (Finding, scaled: Double)?
    var detector = JumpDetector(isTouchpad: isTouchpad)
    for (from, to) in zip(samples, samples.dropFirst()) {
      let time = to.microseconds - from.microseconds
      let distance = Self.distance(from, to)
      guard let scaled = detector.receive(millimeters: distance, microseconds: time),
        scaled > (worst?.scaled ?? 0), !exchanges.contains(to.microseconds)
      else { continue }
      let kind = Finding.Kind.jump(millimeters: distance, in: .microseconds(time))
      worst = (Finding(kind, contact: first.id, microseconds: to.microseconds), scaled)
    }
    return worst?.0
  }

  /// Returns how much shorter the last steps of two contacts are in total if the ends of the steps are exchanged.
  ///
  /// - Parameter other: The other contact.
  /// - Returns: The difference in millimetres; nil if it is too small to suggest that the device exchanged the
  ///   contacts.
  func exchange(with other: ContactTrack) -> Double? {
    guard samples.count >= 2, other.samples.count >= 2 else { return nil }
    let (from, to) = (samples[samples.count - 2], samples[samples.count - 1])
    let (otherFrom, otherTo) = (
      other.samples[other.samples.count - 2], other.samples[other.samples.count - 1]
    )
    guard from.microseconds == otherFrom.microseconds,
      to.microseconds - from.microseconds <= Limit.exchangeMicroseconds
    else { return nil }
    let steps = Self.distance(from, to) + Self.distance(otherFrom, otherTo)
    let exchanged = Self.distance(from, otherTo) + Self.distance(otherFrom, to)
    guard exchanged <= steps * Limit.exchangeRatio,
      steps - exchanged >= Limit.exchangeMillimeters
    else { return nil }
    return steps - exchanged
  }

  /// The finding that the contact moves back at its lift; nil if it does not.
  var reversal: Finding? {
    guard end == .ended, let last = samples.last else { return nil }
    let turn = last.microseconds - Limit.liftMicroseconds
    let start = last.microseconds - Limit.beforeLiftMicroseconds
    guard let middle = samples.last(where: { $0.microseconds <= turn }),
      let early = samples.first(where: { $0.microseconds >= start }),
      early.microseconds < middle.microseconds
    else { return nil }
    let before = Self.distance(early, middle)
    guard before >= Limit.beforeLiftMillimeters else { return nil }
    let along =
      ((last.x - middle.x) * (middle.x - early.x) + (last.y - middle.y) * (middle.y - early.y))
      / before
    guard along <= -Limit.reversedMillimeters else { return nil }
    return Finding(
      .reversedAtLift(millimeters: -along), contact: first.id, microseconds: last.microseconds)
  }

  /// Returns the finding about the longest interval in which scans are missing; nil if none are missing.
  ///
  /// If the contact did not move before the interval, it may have rested during the interval, so no scans count
  /// as missing.
  func missingScans(medianMicroseconds: Double) -> Finding? {
    var longest: Finding?
    var most = Limit.gapMicroseconds
    for index in samples.indices.dropFirst(2) {
      let (from, to) = (samples[index - 1], samples[index])
      let time = to.microseconds - from.microseconds
      guard time > most, Double(time) > Limit.gapMedians * medianMicroseconds,
        Self.distance(samples[index - 2], from) >= Limit.movingMillimeters,
        Self.distance(from, to) >= Limit.gapMillimeters
      else { continue }
      most = time
      longest = Finding(
        .missingScans(.microseconds(time)), contact: first.id, microseconds: to.microseconds)
    }
    return longest
  }

  /// The distance from the expected position of this contact to the beginning of `next`, in millimetres.
  ///
  /// The distance is nil unless this contact is fast, and `next` begins soon enough and near enough to continue it.
  func distanceOfSplit(to next: ContactTrack) -> Double? {
    guard samples.count >= 2 else { return nil }
    let to = samples[samples.count - 1]
    // The velocity is the average over the last three intervals.
    let from = samples[max(0, samples.count - 4)]
    let pause = next.samples[0].microseconds - endMicroseconds
    let time = Double(to.microseconds - from.microseconds)
    guard pause >= 0, pause <= Limit.splitMicroseconds, time > 0,
      Self.distance(from, to) / time * 1_000_000 >= Limit.splitSpeed
    else { return nil }
    let ahead = Double(next.samples[0].microseconds - to.microseconds) / time
    let expected = Sample(
      microseconds: 0, x: to.x + (to.x - from.x) * ahead, y: to.y + (to.y - from.y) * ahead)
    let distance = Self.distance(expected, next.samples[0])
    return distance <= Limit.splitMillimeters ? distance : nil
  }

  private static func distance(_ from: Sample, _ to: Sample) -> Double {
    let (x, y) = (to.x - from.x, to.y - from.y)
    return (x * x + y * y).squareRoot()
  }
}
