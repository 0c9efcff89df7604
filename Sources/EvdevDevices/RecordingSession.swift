package import TouchInput

/// Records touch devices into files until a limit, the stop switch or a device ends the session.
package struct RecordingSession: Sendable {
  /// The result of a session.
  package struct Outcome: Hashable, Sendable {
    /// The paths of the complete files.
    package var paths: [String]
    /// Counts of the recorded frames, events and gestures.
    package var progress: CaptureProgress
    /// The reason why the session ended.
    package var end: End
    /// The devices that stopped being readable during the session; empty if the session recorded only one device.
    package var departures: [Departure] = []
  }

  /// One of several devices that can no longer be read.
  package struct Departure: Hashable, Sendable {
    package var path: String
    /// The reason why the device can no longer be read.
    package var end: DeviceEnd
  }

  /// The reason why a session ended.
  package enum End: Hashable, Sendable {
    /// The requested number of gestures has been made.
    case gestures
    /// The device is no longer read, for this reason. With several devices, this is the reason for the device that
    /// ended last.
    case device(DeviceEnd)
  }

  /// The place where the recordings are written.
  package var destination: RecordingDestination
  package var settings: Capture.Settings
  /// The limits after which reading ends.
  package var limits: ReadingLimits
  /// Whether other users of this machine may read the files, as far as the umask allows.
  package var isShared: Bool

  package init(
    destination: RecordingDestination, settings: Capture.Settings = Capture.Settings(),
    limits: ReadingLimits = ReadingLimits(), isShared: Bool = false
  ) {
    self.destination = destination
    self.settings = settings
    self.limits = limits
    self.isShared = isShared
  }

  /// Records devices of this machine, or the touchscreen of a phone.
  ///
  /// - Parameters:
  ///   - source: The devices; they are closed at the end.
  ///   - stop: Ends the session when it is pressed.
  ///   - report: Called after each signal of a device is recorded, with the index of the device and the
  ///     progress of all devices together. For a single device, also called without a signal when
  ///     recording begins.
  /// - Returns: The written files, the progress, and the reason for the end.
  /// - Throws: ``RecordingOutputError``; all frames that were recorded before the error are readable.
  package func record(
    _ source: RecordingSource, stop: StopSwitch,
    report: (Int, DeviceSignal?, CaptureProgress) -> Void
  ) throws(RecordingOutputError) -> Outcome {
    switch source {
    case .devices(let readers):
      guard let reader = readers.first, readers.count == 1 else {
        var work = try JointRecording(
          readers, self, path: destination.path(ofRecording: 1, isSplit: false))
        var poll = DevicePoll(readers, stop: stop, limits: limits)
        try poll.read { index, signal throws(RecordingOutputError) in
          let goesOn = try work.take(index, signal)
          report(index, signal, work.progress)
          return goesOn
        }
        return try work.finish()
      }
      let capture = Capture(
        device: reader.device.description, initial: reader.device.initial,
        clock: reader.device.clock, settings: settings)
      var work = try RecordingWork(self, capture) { report(0, $0, $1) }
      var poll = DevicePoll(readers, stop: stop, limits: limits)
      try poll.read { _, signal throws(RecordingOutputError) in
        try work.take(signal) { report(0, $0, $1) }
      }
      return try work.finish()
    case .phone(let phone):
      var reader = AndroidReader(phone, stop: stop, limits: limits)
      var settings = settings
      settings.source = settings.source ?? "adb: \(phone.description.name)"
      let capture = Capture(
        device: phone.description, initial: phone.initial, clock: phone.clock, settings: settings)
      var work = try RecordingWork(self, capture) { report(0, $0, $1) }
      try reader.read { signal throws(RecordingOutputError) in
        try work.take(signal) { report(0, $0, $1) }
      }
      return try work.finish()
    }
  }
}

/// The devices that a session records.
package enum RecordingSource {
  /// Devices of this machine, at least one.
  ///
  /// Several devices share a file and a clock. If one device goes away, the others are still recorded.
  case devices([DeviceReader])
  /// The touchscreen of a phone.
  case phone(AndroidDevice)

  /// The paths and descriptions of the devices.
  package var descriptions: [(path: String, device: DeviceDescription)] {
    switch self {
    case .devices(let readers): readers.map { ($0.path, $0.device.description) }
    case .phone(let phone): [(phone.path, phone.description)]
    }
  }
}

/// A session in progress: its capture and its files.
private struct RecordingWork: ~Copyable {
  private var files: RecordingFiles
  private var capture: Capture
  private var end = RecordingSession.End.device(.stopped)

  /// Begins the first file.
  init(
    _ session: RecordingSession, _ capture: Capture,
    _ report: (DeviceSignal?, CaptureProgress) -> Void
  ) throws(RecordingOutputError) {
    files = RecordingFiles(
      destination: session.destination, isSplit: session.settings.isSplit,
      isShared: session.isShared)
    self.capture = capture
    try files.prepare()
    try files.take(self.capture.begin())
    report(nil, capture.progress)
  }

  /// Waits until the files are on disk and returns the outcome.
  consuming func finish() throws(RecordingOutputError) -> RecordingSession.Outcome {
    try files.synchronize()
    return RecordingSession.Outcome(paths: files.finished, progress: capture.progress, end: end)
  }

  /// Records a signal; returns false if the requested number of gestures has been made.
  mutating func take(
    _ signal: DeviceSignal, _ report: (DeviceSignal?, CaptureProgress) -> Void
  ) throws(RecordingOutputError) -> Bool {
    if case .ended(let reason) = signal { end = .device(reason) }
    try files.take(capture.receive(signal))
    report(signal, capture.progress)
    guard capture.isComplete else { return true }
    try files.take(capture.finish())
    end = .gestures
    return false
  }
}

/// The files of one session, written one after the other.
private struct RecordingFiles: ~Copyable {
  private(set) var finished: [String] = []
  private let destination: RecordingDestination
  private let isSplit: Bool
  private let isShared: Bool
  private var open: RecordingOutput?

  init(destination: RecordingDestination, isSplit: Bool, isShared: Bool) {
    self.destination = destination
    self.isSplit = isSplit
    self.isShared = isShared
  }

  private var nextPath: String {
    destination.path(ofRecording: finished.count + 1, isSplit: isSplit)
  }

  /// Throws if the first file cannot be written, so that the user does not make a gesture in vain.
  func prepare() throws(RecordingOutputError) {
    if case .caseFolder = destination { try createFolders(folderPath(of: nextPath)) }
    guard isSplit, destination != .nowhere else { return }
    try RecordingOutput(creating: nextPath, isShared: isShared).discard()
  }

  /// Waits until the files that were finished without waiting for the disk are on disk.
  func synchronize() throws(RecordingOutputError) {
    guard isSplit else { return }
    for path in finished { try RecordingOutput.synchronize(path) }
  }

  /// Writes the pieces of a capture.
  mutating func take(_ pieces: [Capture.Piece]) throws(RecordingOutputError) {
    guard destination != .nowhere else { return }
    for piece in pieces {
      switch piece {
      case .begin(let text):
        if case .caseFolder = destination { try createFolders(folderPath(of: nextPath)) }
        open = try RecordingOutput(creating: nextPath, isShared: isShared)
        try open?.write(text)
      case .more(let text):
        try open?.write(text)
      case .end(let text):
        try open?.write(text)
        // Waiting for the disk between two gestures could make the kernel drop events.
        try open.take()?.finish(isSynchronized: !isSplit)
        finished.append(nextPath)
      }
    }
  }
}
