public import Quantities

/// A recording whose frames have the times at which the device measured them, and a summary of the
/// corrections.
///
/// A frame consists of the events up to a `SYN_REPORT`.
public struct ClockCorrection: Hashable, Sendable {
  /// The corrected recording; its events differ from the original events only in their times.
  public var recording: Recording
  /// The number of times that the clock was set during the recording.
  public var steps = 0
  /// The largest absolute change of the clock, forward or back.
  public var largestStep = Seconds.zero
  /// The time of the first step, in microseconds of the corrected times; nil if the clock was not set.
  public var firstStepMicroseconds: Int64?
  /// The mean absolute difference between consecutive intervals of the kernel's times.
  ///
  /// The value is nil unless times of the device's own clock replaced the kernel's times.
  public var kernelJitter: Seconds?
}

extension Recording {
  /// The recording with corrected times, and a summary of the corrections.
  ///
  /// The kernel's times are wrong in two situations: the clock is set while a finger is down, or frames reach
  /// the kernel together and get nearly the same time. This property makes three corrections:
  ///
  /// - If the clock is set back, the next frame follows at the median interval between frames.
  /// - If the clock is set forward while a finger is down, the next frame also follows at the median interval. An
  ///   interval counts as a step forward if it is longer than a minute, or if it is at least one second long and the
  ///   finger then continues in the same direction as before.
  /// - If the kernel's intervals are uneven while fingers are down, and the intervals of the device's own
  ///   clock (`MSC_TIMESTAMP`) are even, the device's intervals replace the kernel's. Each touch still
  ///   begins at the kernel's time.
  ///
  /// Correcting an already corrected recording changes nothing.
  ///
  /// - Complexity: O(n) in the events, and O(n log n) in the frames if a correction may be needed.
  public var clockCorrection: ClockCorrection {
    guard mayNeedCorrection else { return ClockCorrection(recording: self) }
    var timeline = ReportTimeline(of: self)
    timeline.removeClockSteps()
    timeline.useDeviceClock()
    var correction = timeline.correction
    var corrected: [Int64: Int64] = [:]
    for frame in timeline.frames where frame.time != frame.kernelTime {
      for index in frame.events {
        corrected[events[index].microseconds] = frame.time
        correction.recording.events[index].microseconds = frame.time
      }
    }
    for (index, gap) in gaps.enumerated() {
      correction.recording.gaps[index].microseconds =
        corrected[gap.microseconds] ?? gap.microseconds
    }
    return correction
  }

  /// Returns the recording with the times that the readers of touches and pans use.
  ///
  /// libinput receives the kernel's times. If pans are made from its gestures, the times are therefore corrected only
  /// if the clock was set.
  package func timed(for options: PanOptions, on kind: DeviceKind) -> Recording {
    let clock = clockCorrection
    return kind == .touchpad && options.recognizer.usesLibinput && clock.steps == 0
      ? self : clock.recording
  }

  /// Whether a quick check of the times finds anything that ``clockCorrection`` may correct.
  private var mayNeedCorrection: Bool {
    var last: Int64?
    for event in events {
      if event.isDeviceTime { return true }
      guard event.isReport else { continue }
      if let last {
        let (gap, overflows) = event.microseconds.subtractingReportingOverflow(last)
        guard !overflows, (0..<ReportTimeline.shortestStep).contains(gap) else { return true }
      }
      last = event.microseconds
    }
    return false
  }
}

extension RawEvent {
  /// Whether the event contains a time of the device's own clock.
  fileprivate var isDeviceTime: Bool {
    type == EventType.miscellaneous && code == RecordedCodes.deviceClock
  }
}

/// The frame times of a recording, during their correction.
private struct ReportTimeline {
  /// A frame of events.
  struct Frame {
    var events: Range<Int>
    /// The kernel's time in microseconds, limited so that differences cannot overflow.
    var kernelTime: Int64
    /// The corrected time, in microseconds.
    var time: Int64
    /// The last `MSC_TIMESTAMP` in the frame, in microseconds modulo 2³².
    var deviceTime: UInt32?
    /// Whether a finger was down at the end of the previous frame.
    var followsTouch = false
    /// Whether a finger continues in the direction in which it moved in the previous frame.
    var goesOn = false
  }

  /// A finger's last position and last movement, as fractions of the axes' ranges.
  private struct Finger {
    var x: Double
    var y: Double
    var movedX = 0.0
    var movedY = 0.0
  }

  /// The shortest step forward that is corrected, in microseconds.
  ///
  /// The value is our choice. Scans that the device or the kernel loses cause shorter pauses.
  static let shortestStep: Int64 = 1_000_000
  /// The length above which a step forward is corrected even if the finger rests, in microseconds.
  ///
  /// The value is our choice. Nobody holds a finger still for longer than a minute.
  private static let longestRest: Int64 = 60_000_000
  /// The shortest movement from one frame to the next with which a finger counts as moving, as a fraction of the axes'
  /// ranges.
  ///
  /// A moving finger continues its movement if it moves in the same direction in the next frame, and at least half as
  /// far.
  ///
  /// The value is our choice. It corresponds to about 0.5 mm on a touchpad.
  private static let movement = 0.005
  /// The interval that is assumed after a step if no other interval is known, in microseconds.
  ///
  /// The value is our choice. Typical touchscreens and touchpads report 60 to 130 times per second.
  private static let usualInterval: Int64 = 10_000
  /// The shortest interval between two frames that counts as a pause, in microseconds.
  ///
  /// The device's clock may stop during a pause, so longer intervals of this clock are not used. The value is our
  /// choice. The kernel driver hid-multitouch restarts the clock after a second without a report.
  private static let longestInterval: Int64 = 100_000
  /// The jitter of the kernel's times above which the device's clock may replace them, in microseconds.
  ///
  /// The value is our choice. Smaller jitter has no effect on velocities.
  private static let leastJitter = 1_000.0
  /// The greatest difference between the total times of the two clocks at which the device's clock is used.
  ///
  /// The difference is a fraction of the kernel's total time. The value is our choice.
  private static let largestDifference = 0.1
  /// The smallest number of pairs of consecutive intervals from which a jitter is computed; our choice.
  private static let fewestPairs = 4

  private(set) var frames: [Frame] = []
  private(set) var correction: ClockCorrection
  private var fingers: [Int: Finger] = [:]

  init(of recording: Recording) {
    correction = ClockCorrection(recording: recording)
    var reader = ContactReader(of: recording)
    var start = recording.events.startIndex
    var deviceTime: UInt32?
    var isTouched = false
    var followsTouch = false
    var goesOn = false
    for (index, event) in recording.events.enumerated() {
      if event.isDeviceTime { deviceTime = UInt32(bitPattern: event.value) }
      if let frame = reader.receive(event) {
        goesOn = move(frame.contacts, on: recording.device)
        isTouched = frame.contacts.contains { $0.isDown }
      }
      // Events after the last SYN_REPORT form a frame, too.
      guard event.isReport || index == recording.events.endIndex - 1 else { continue }
      let limit = ContactReader.furthestMicroseconds
      let time = min(max(event.microseconds, -limit), limit)
      frames.append(
        Frame(
          events: start..<index + 1, kernelTime: time, time: time, deviceTime: deviceTime,
          followsTouch: followsTouch, goesOn: goesOn))
      (start, deviceTime, followsTouch, goesOn) = (index + 1, nil, isTouched, false)
    }
  }

  /// Updates the fingers from the contacts of a frame, and returns whether a finger continues its movement.
  private mutating func move(_ contacts: [Contact], on device: DeviceDescription) -> Bool {
    guard let width = device.across?.span, let height = device.down?.span else { return false }
    var goesOn = false
    for contact in contacts {
      guard contact.isDown else {
        fingers[contact.id] = nil
        continue
      }
      var finger = Finger(x: contact.x / width, y: contact.y / height)
      if let last = fingers[contact.id] {
        (finger.movedX, finger.movedY) = (finger.x - last.x, finger.y - last.y)
        let before = last.movedX * last.movedX + last.movedY * last.movedY
        let along = last.movedX * finger.movedX + last.movedY * finger.movedY
        if before >= Self.movement * Self.movement, along >= before / 2 { goesOn = true }
      }
      fingers[contact.id] = finger
    }
    return goesOn
  }

  /// Removes the steps of the clock; after a step, the next frame follows at the median interval.
  mutating func removeClockSteps() {
    let interval = medianInterval
    var offset: Int64 = 0
    var offsetBeforeStepBack: Int64?
    for index in frames.indices.dropFirst() {
      let gap = frames[index].kernelTime - frames[index - 1].kernelTime
      let last = frames[index - 1].time
      if let earlier = offsetBeforeStepBack {
        // If the offset before the step back fits this frame better, the clock was not set: only the time of the
        // previous frame was too early.
        let resumed = frames[index].kernelTime + earlier - last
        if resumed > 0, abs(resumed - interval) < abs(gap - interval) { offset = earlier }
        offsetBeforeStepBack = nil
      }
      if isStep(gap, at: frames[index]) {
        if gap < 0 { offsetBeforeStepBack = offset }
        offset = last + interval - frames[index].kernelTime
        correction.steps += 1
        correction.largestStep = max(
          correction.largestStep, .microseconds(abs(gap - interval)))
        correction.firstStepMicroseconds =
          correction.firstStepMicroseconds ?? last + interval
      }
      let limit = ContactReader.furthestMicroseconds
      let time = min(max(frames[index].kernelTime + offset, -limit), limit)
      frames[index].time = max(time, last)
    }
  }

  private func isStep(_ gap: Int64, at frame: Frame) -> Bool {
    if gap < 0 { return true }
    // Without a finger on the device, a long gap is an ordinary pause between touches.
    guard frame.followsTouch else { return false }
    return gap > Self.longestRest || gap >= Self.shortestStep && frame.goesOn
  }

  private var medianInterval: Int64 {
    let intervals = frames.indices.dropFirst().compactMap { index -> Int64? in
      let gap = frames[index].kernelTime - frames[index - 1].kernelTime
      let isInterval = frames[index].followsTouch && (1..<Self.shortestStep).contains(gap)
      return isInterval ? gap : nil
    }.sorted()
    return intervals.isEmpty ? Self.usualInterval : intervals[intervals.count / 2]
  }

  /// The interval before a frame on the device's clock, in microseconds; nil if unknown.
  ///
  /// The interval is unknown if no finger was down, or if it is a pause, during which the clock may have stopped.
  private func deviceInterval(before index: Int) -> Int64? {
    guard frames[index].followsTouch, let from = frames[index - 1].deviceTime,
      let to = frames[index].deviceTime,
      frames[index].time - frames[index - 1].time < Self.longestInterval
    else { return nil }
    // Both the clock and this subtraction wrap around at 2³². If the clock restarted, the difference is much
    // longer than an interval.
    let interval = Int64(to &- from)
    return interval < Self.longestInterval ? interval : nil
  }

  /// Replaces the kernel's intervals while fingers are down, if the device's intervals are even and
  /// the kernel's are not.
  mutating func useDeviceClock() {
    let device = frames.indices.map { $0 > 0 ? deviceInterval(before: $0) : nil }
    let kernel = frames.indices.map { index in
      device[index] == nil ? nil : frames[index].time - frames[index - 1].time
    }
    guard let kernelJitter = jitter(of: kernel), let deviceJitter = jitter(of: device),
      kernelJitter > Self.leastJitter, kernelJitter >= 2 * deviceJitter
    else { return }
    let (kernelTotal, deviceTotal) = (
      kernel.reduce(0) { $0 + ($1 ?? 0) }, device.reduce(0) { $0 + ($1 ?? 0) }
    )
    guard
      Double(abs(kernelTotal - deviceTotal)) <= Self.largestDifference * Double(kernelTotal)
    else { return }
    correction.kernelJitter = .microseconds(Int64(kernelJitter))
    for index in frames.indices.dropFirst() {
      let last = frames[index - 1].time
      frames[index].time = device[index].map { last + $0 } ?? max(frames[index].time, last)
    }
  }

  /// The mean difference between consecutive intervals, in microseconds; nil if there are too few intervals.
  private func jitter(of intervals: [Int64?]) -> Double? {
    let differences = zip(intervals, intervals.dropFirst()).compactMap { first, second in
      first.flatMap { first in second.map { abs($0 - first) } }
    }
    guard differences.count >= Self.fewestPairs else { return nil }
    return Double(differences.reduce(0, +)) / Double(differences.count)
  }
}

extension DeviceDescription.Axis {
  /// The length of the axis in device units; nil if its range is unknown.
  fileprivate var span: Double? {
    maximum > minimum ? Double(maximum) - Double(minimum) : nil
  }
}
