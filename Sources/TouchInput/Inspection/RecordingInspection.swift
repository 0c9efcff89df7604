public import Quantities

/// The report rate of a device, and how regular the reports are.
public struct ReportTiming: Hashable, Sendable {
  /// The number of intervals between frames; only intervals with a finger down at both ends count.
  public var intervals: Int
  /// The median interval; the later of the two middle intervals if their number is even, and zero if there is none.
  public var median: Seconds
  /// The median of the absolute differences between the intervals and the median interval.
  public var jitter: Seconds
  /// The longest interval, which may be a rest: a device sends nothing while a finger rests.
  public var longest: Seconds

  /// Reports per second, in hertz; 0 if there is no interval.
  public var rate: Double { median > .zero ? 1 / median.value : 0 }

  /// Computes the timing from intervals in microseconds.
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

/// A summary of one contact.
public struct ContactSummary: Hashable, Sendable {
  /// The number of the contact in the recording, counted from 1.
  public var id: Int
  /// The contact's slot; for devices without slots, the index in the reader's own table.
  public var slot: Int32
  /// The contact's tracking id; nil if the device sends none.
  public var trackingID: Int32?
  /// The time of the touch-down, in microseconds of the recording's clock.
  public var beganMicroseconds: Int64
  /// The time from the touch-down to the frame in which the contact ends.
  public var duration: Seconds
  /// Whether the contact ended with a lift or was cancelled.
  public var end: Contact.Phase
  /// The number of frames in which the contact is down.
  public var frames: Int
  /// The timing of the frames in which the contact is down.
  public var timing: ReportTiming
  /// The length of the path in millimetres; nil if the device has no usable position axes.
  ///
  /// If the device does not report its size, an assumed size is used.
  public var pathMillimeters: Double?
  /// The distance from the first to the last position in millimetres; nil if ``pathMillimeters`` is nil.
  public var displacementMillimeters: Double?
}

/// A summary of a recording, and the findings about it.
public struct RecordingInspection: Hashable, Sendable {
  /// The kind of the device; always a touchpad for a recording that has only events of libinput.
  public var kind: DeviceKind
  /// The width of the device in millimetres; nil if the device does not report it.
  public var widthMillimeters: Double?
  /// The height of the device in millimetres; nil if the device does not report it.
  public var heightMillimeters: Double?
  /// The number of events of the device, or of libinput if the recording has only these.
  public var events: Int
  /// The number of complete frames; 0 for a recording that has only events of libinput.
  public var frames: Int
  /// The time from the first event to the last.
  public var duration: Seconds
  /// The timing of frames while fingers are down.
  public var timing: ReportTiming
  /// The contacts, in the order in which they begin.
  public var contacts: [ContactSummary]
  /// The number of touches; on a touchpad, a touch requires as many fingers as a pan.
  public var touches: Int
  /// The number of touches that become pans, with the recognizer and the slop of the default ``PanOptions``.
  public var pans: Int
  /// The findings, in order of time; findings about the whole recording come first.
  public var findings: [Finding]

  /// The severity of the worst finding; nil if there are no findings.
  public var severity: Finding.Severity? { findings.map { $0.severity }.max() }
}
