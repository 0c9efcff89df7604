public import Quantities

/// How evenly a device reports.
public struct ReportTiming: Hashable, Sendable {
  /// How many intervals between frames were counted; only those with a finger down on both sides.
  public var intervals: Int
  /// The median interval.
  public var median: Seconds
  /// The median of how far intervals are from the median interval.
  public var jitter: Seconds
  /// The longest interval; a finger that rests sends nothing.
  public var longest: Seconds

  /// Reports in a second, in hertz; 0 when there is no interval.
  public var rate: Double { median > .zero ? 1 / median.value : 0 }

  /// Measures the intervals between times that ascend, in microseconds.
  init(ofIntervals intervals: [Int64]) {
    let sorted = intervals.sorted()
    self.intervals = sorted.count
    let middle = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    median = .microseconds(middle)
    longest = .microseconds(sorted.last ?? 0)
    let deviations = sorted.map { abs($0 - middle) }.sorted()
    jitter = .microseconds(deviations.isEmpty ? 0 : deviations[deviations.count / 2])
  }
}

/// What one contact did.
public struct ContactSummary: Hashable, Sendable {
  /// The contact's number in the recording.
  public var id: Int
  /// Its slot.
  public var slot: Int32
  /// Its tracking id; nil when the device gives none.
  public var trackingID: Int32?
  /// When it began, in microseconds of the recording's clock.
  public var beganMicroseconds: Int64
  /// How long it was down.
  public var duration: Seconds
  /// Whether it was lifted, or cancelled.
  public var end: Contact.Phase
  /// How many frames show it.
  public var frames: Int
  /// How evenly they come.
  public var timing: ReportTiming
  /// The length of its way in millimetres, on an assumed size when the device says none; nil when the axes are missing.
  public var pathMillimeters: Double?
  /// How far its end is from its beginning, in millimetres; nil when the axes are missing.
  public var displacementMillimeters: Double?
}

/// What is in a recording, and what is wrong with it.
public struct RecordingInspection: Hashable, Sendable {
  /// What the device is.
  public var kind: DeviceKind
  /// Its width in millimetres; nil when it does not say.
  public var widthMillimeters: Double?
  /// Its height in millimetres; nil when it does not say.
  public var heightMillimeters: Double?
  /// How many events there are.
  public var events: Int
  /// How many complete frames there are.
  public var frames: Int
  /// The time from the first event to the last.
  public var duration: Seconds
  /// How evenly frames come while fingers are down.
  public var timing: ReportTiming
  /// The contacts, in the order of their beginning.
  public var contacts: [ContactSummary]
  /// How many touches there are with the fingers that pan on such a device.
  public var touches: Int
  /// How many of them are pans.
  public var pans: Int
  /// What a user should know, in the order of time; first what is about all of the recording.
  public var findings: [Finding]

  /// How much the worst finding matters; nil when there is none.
  public var severity: Finding.Severity? { findings.map { $0.severity }.max() }
}
