import RecordingFormats
package import TouchInput

/// A recording in progress: converts the signals of a device to text for files.
///
/// A capture reads no clock and writes no files. It returns pieces of text, and each piece ends at the end of a frame.
/// A file with only the first pieces is therefore a readable recording. If the last piece is missing, commands report
/// that the recording is cut.
package struct Capture: Sendable {
  package struct Settings: Hashable, Sendable {
    /// The target that the user intends to reach; nil if it is unknown.
    package var intent: String?
    package var note: String?
    /// The source of the events; nil means the name of the device.
    package var source: String?
    /// The number of gestures after which recording ends; nil means no limit.
    ///
    /// A gesture begins when a finger touches the device, and ends when the last finger is lifted.
    package var gestureLimit: Int?
    /// Whether each gesture is written to a separate file, from its first frame to its last.
    package var isSplit: Bool
    /// The position of the surface at the start of the recording.
    ///
    /// If each gesture has a separate file, only the file of the first gesture contains this position.
    package var start: String?
    /// The orientation in which the panel of the device is mounted.
    package var orientation: PanelOrientation

    /// Creates settings; by default, everything is written to one file.
    package init(
      intent: String? = nil, note: String? = nil, source: String? = nil, gestureLimit: Int? = nil,
      isSplit: Bool = false, start: String? = nil,
      orientation: PanelOrientation = PanelOrientation()
    ) {
      self.intent = intent
      self.note = note
      self.source = source
      self.gestureLimit = gestureLimit
      self.isSplit = isSplit
      self.start = start
      self.orientation = orientation
    }
  }

  /// A piece of a file to be written.
  package enum Piece: Hashable, Sendable {
    /// The text that begins a file.
    case begin([UInt8])
    /// Text that is appended to the file.
    case more([UInt8])
    /// The text that ends the file.
    case end([UInt8])
  }

  /// A file that has begun but not ended.
  private struct OpenFile {
    var writer = LibinputWriter()
    /// The event time that becomes zero in the file; nil before the first event.
    var origin: Int64?
  }

  /// Counts of what has been recorded so far.
  package private(set) var progress = CaptureProgress()

  private let device: DeviceDescription
  private let clock: String
  private let settings: Settings
  private var contacts: ContactReader
  private var state: SurfaceState
  private var file: OpenFile?
  /// Whether the device has been free of fingers at least once.
  ///
  /// Gestures are counted only from then on, because a gesture that began before the recording is incomplete.
  private var hasBeenUntouched: Bool

  /// Creates a capture that starts in the state `initial`.
  ///
  /// Only the ``RecordedCodes`` of the device and the state are written to files.
  package init(
    device: DeviceDescription, initial: Recording.InitialState, clock: String, settings: Settings
  ) {
    var device = device.recorded
    device.orientation = settings.orientation
    let initial = initial.recorded
    self.device = device
    self.clock = clock
    self.settings = settings
    contacts = ContactReader(device: device, initial: initial, cancelsPalms: false)
    state = SurfaceState(initial, of: device)
    hasBeenUntouched = state.isUntouched
  }

  /// Whether the requested number of gestures has been made.
  package var isComplete: Bool { settings.gestureLimit.map { progress.gestures >= $0 } ?? false }

  /// Makes `microseconds` the time zero of the file, so that the files of several devices have the same time zero.
  ///
  /// Call this before the first event.
  mutating func countTime(from microseconds: Int64) {
    if file?.origin == nil { file?.origin = microseconds }
  }

  /// Begins the recording and returns the first piece; empty if each gesture has a separate file.
  package mutating func begin() -> [Piece] { settings.isSplit ? [] : [beginFile()] }

  /// Receives the next signal and returns the pieces to be written.
  package mutating func receive(_ signal: DeviceSignal) -> [Piece] {
    switch signal {
    case .frame(let events): frame(events, gap: nil)
    case .gap(let dropped): frame(dropped.events, gap: dropped)
    case .quiet: []
    case .ended: finish()
    }
  }

  /// Ends the recording and returns the last piece; empty if no file is open.
  package mutating func finish() -> [Piece] {
    guard file != nil else { return [] }
    if hasBeenUntouched, progress.fingerCount > 0 { progress.unfinishedGestures = 1 }
    return [endFile()]
  }

  private mutating func frame(_ events: [RawEvent], gap: DroppedEvents?) -> [Piece] {
    let fingersBefore = progress.fingerCount
    for event in events {
      guard let frame = contacts.receive(event) else { continue }
      progress.fingerCount = frame.fingerCount
      progress.lastContacts = frame
    }
    progress.count(events, gap: gap)
    let fingers = progress.fingerCount
    var pieces: [Piece] = []
    if settings.isSplit, file == nil, fingers > 0, hasBeenUntouched { pieces.append(beginFile()) }
    for event in events { state.receive(event) }
    if let text = text(of: events, gap: gap) { pieces.append(.more(text)) }
    guard fingers == 0 else { return pieces }
    if fingersBefore > 0, hasBeenUntouched {
      progress.gestures += 1
      if settings.isSplit, file != nil { pieces.append(endFile()) }
    }
    hasBeenUntouched = hasBeenUntouched || state.isUntouched
    return pieces
  }

  private mutating func text(of events: [RawEvent], gap: DroppedEvents?) -> [UInt8]? {
    guard let origin = file?.origin ?? events.first?.microseconds, file != nil else { return nil }
    file?.origin = origin
    let shifted = events.map { event in
      RawEvent(
        microseconds: event.microseconds &- origin, type: event.type, code: event.code,
        value: event.value)
    }
    return file?.writer.frame(
      shifted,
      gap: gap.map {
        Recording.Gap(
          microseconds: $0.notice.microseconds &- origin,
          resynchronizedEvents: $0.resynchronizedCount)
      })
  }

  private mutating func beginFile() -> Piece {
    let opened = OpenFile()
    file = opened
    return .begin(
      opened.writer.header(
        of: Recording(
          device: device, initial: state.snapshot, intent: settings.intent, note: settings.note,
          source: settings.source ?? "evdev: \(device.name)", clock: clock,
          start: progress.gestures == 0 ? settings.start : nil), isStreamed: true))
  }

  private mutating func endFile() -> Piece {
    defer { file = nil }
    return .end(file?.writer.end() ?? [])
  }
}

/// Counts of what a capture has recorded so far.
package struct CaptureProgress: Hashable, Sendable {
  package internal(set) var frames = 0
  /// The number of events, including reports.
  package internal(set) var events = 0
  /// The number of times that the kernel dropped events.
  package internal(set) var drops = 0
  /// The number of values that were restored after drops.
  package internal(set) var resynchronizedEvents = 0
  /// The number of finished gestures; a gesture ends when the last finger is lifted.
  package internal(set) var gestures = 0
  /// The number of gestures that were not finished at the end: 0 or 1.
  package internal(set) var unfinishedGestures = 0
  /// The number of fingers that are down.
  package internal(set) var fingerCount = 0
  /// The last frame with touch information; nil before the first such frame.
  package internal(set) var lastContacts: ContactReport?
  /// The time of the first event on the device's clock, in microseconds.
  package internal(set) var firstMicroseconds: Int64?
  /// The time of the latest event on the device's clock, in microseconds.
  package internal(set) var lastMicroseconds: Int64?

  init() {}

  /// The time from the first event to the latest, in microseconds.
  package var spanMicroseconds: Int64 {
    guard let first = firstMicroseconds, let last = lastMicroseconds else { return 0 }
    return max(0, last &- first)
  }

  /// Adds up the progress of several devices; the last contacts come from the device at index `latest`.
  init(_ all: [CaptureProgress], latest: Int) {
    for one in all {
      frames += one.frames
      events += one.events
      drops += one.drops
      resynchronizedEvents += one.resynchronizedEvents
      gestures += one.gestures
      unfinishedGestures += one.unfinishedGestures
      fingerCount += one.fingerCount
    }
    lastContacts = all[latest].lastContacts
    firstMicroseconds = all.compactMap(\.firstMicroseconds).min()
    lastMicroseconds = all.compactMap(\.lastMicroseconds).max()
  }

  mutating func count(_ delivered: [RawEvent], gap: DroppedEvents?) {
    events += delivered.count
    frames += delivered.reduce(0) { $0 + ($1.isReport ? 1 : 0) }
    if let gap {
      drops += 1
      resynchronizedEvents += gap.resynchronizedCount
    } else {
      drops += delivered.reduce(0) { $0 + ($1.isDropped ? 1 : 0) }
    }
    firstMicroseconds = firstMicroseconds ?? delivered.first?.microseconds
    lastMicroseconds = delivered.last?.microseconds ?? lastMicroseconds
  }
}
