internal import Quantities

/// The samples of a pan that came in bursts: several at once, and then nothing for as many scans.
///
/// Such a sample was late, not wrong: the device scans evenly and its reports wait for each other. The
/// time from the sample before a burst to its last one is shared evenly by all of the burst.
///
/// That holds only where the places say so. A place that is reported twice, one that is taken just
/// before the next, or axes that come in reports of their own leave a place in the middle of a burst as
/// far from the middle of its neighbours as these are themselves. Which of both a device does is told
/// by all bursts of the pan together.
///
/// Source: ours; ChromeOS takes even times for Bluetooth touchpads, and libinput a fixed interval for those
/// that are too short.
struct Bursts: Sendable {
  /// The most samples of a burst that are moved, so that a sample costs the same.
  ///
  /// Source: ours; Bluetooth sends every 11.25 or 15 ms, which are four scans at 240 Hz at most.
  private static let most = 4

  /// The most that the places of bursts are from where even scans put them, as a square over that of how
  /// far they are from the last of their burst then; and the least part of all samples that are early.
  ///
  /// Source: ours; the one is a third of the way, the other lets one burst in three begin with a lost
  /// sample. A device whose timestamps are off has a burst now and then.
  private static let farthest = 1.0 / 9
  private static let leastEarly = 1.0 / 3

  /// What the places of bursts tell, as sums of squares in pt².
  private struct Evidence: Sendable {
    /// How far they are from where even scans put them.
    var off = 0.0
    /// How far these are from the last of their burst.
    var apart = 0.0
  }

  private var settled = Evidence()
  private var newest = Evidence()
  /// How many samples of the burst that goes on came before the newest sample.
  private var length = 0
  /// How many of these were moved.
  private(set) var moved = 0
  /// Whether a silence came before it, about which nothing is known.
  private var isAfterSilence = false
  /// How many samples came after another, and how many of them before the next of their burst.
  private var samples = 0.0
  private var early = 0.0

  /// Whether the device scans evenly and reports in bursts, as far as its places tell.
  private var isEven: Bool {
    early >= Self.leastEarly * samples
      && settled.off + newest.off < Self.farthest * (settled.apart + newest.apart)
  }

  /// How many scans come with one report; at least one, and one where that is not known.
  var scansPerReport: Double { isEven ? samples / (samples - early) : 1 }

  /// Takes in that the newest sample came at its own time.
  mutating func end() {
    samples += 1
    settled.off += newest.off
    settled.apart += newest.apart
    newest = Evidence()
    length = 0
    moved = 0
  }

  /// Takes in that the newest sample of `history` came at once after another, before which a pause may
  /// have been, and moves the others of its burst to where even scans put them.
  ///
  /// - Returns: The time between scans, in seconds; nil where the burst tells none.
  mutating func goOn(
    in history: inout SampleHistory, isAfterPause: Bool, _ tuning: AdaptiveTuning
  ) -> Double? {
    if length == 0 { isAfterSilence = isAfterPause }
    length += 1
    samples += 1
    let before = length + 1
    guard !isAfterSilence, length <= Self.most, before < history.count else { return nil }
    let (time, part) = (history.age(before), 1 / Double(before))
    // What takes as long as a scan is none of a burst, though lost samples make it look short.
    guard time <= tuning.longestPause, history.interval(before: 0) < tuning.burst * part * time
    else { return nil }
    early += 1
    let whole = history.offset(before)
    newest = Evidence()
    for index in 1...length {
      let place = whole * (Double(index) * part)
      let off = history.offset(index) - place
      newest.off += off.dot(off)
      newest.apart += place.dot(place)
    }
    guard isEven else { return nil }
    moved = length
    for index in 1...length {
      history.retime(index, asPart: Double(index) * part, ofTimeSince: before)
    }
    return time * part
  }
}
