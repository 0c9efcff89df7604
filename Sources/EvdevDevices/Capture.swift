import RecordingFormats
public import TouchInput

/// A recording in the making: signals of a device come in, pieces of files go out.
///
/// It neither reads a clock nor writes a file. Every piece ends where a frame ends, so that what
/// was written is a readable recording at any time; one that lacks its end says that it is cut.
public struct Capture: Sendable {
  /// What to record.
  public struct Settings: Hashable, Sendable {
    /// The target that the hand means.
    public var intent: String?
    /// Anything worth saying about the recording.
    public var note: String?
    /// What the events come from; nil names the device.
    public var source: String?
    /// After how many gestures to end; nil means never.
    ///
    /// A gesture ends when the last finger leaves.
    public var gestureLimit: Int?
    /// Whether every gesture gets a file of its own, from its first frame to its last.
    public var isSplit: Bool
    /// Where the surface stands at the start; the first gesture of a split recording keeps it.
    public var start: String?
    /// How the panel of the device is mounted.
    public var orientation: PanelOrientation

    /// Creates settings; without arguments, everything goes into one file.
    public init(
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

  /// What is to be done with a file.
  public enum Piece: Hashable, Sendable {
    /// A file begins, with this text.
    case begin([UInt8])
    /// The file goes on with this text.
    case more([UInt8])
    /// The file ends with this text.
    case end([UInt8])
  }

  /// A file that has begun and not ended.
  private struct OpenFile {
    var writer = LibinputWriter()
    /// The time that counts as zero; nil before the first event.
    var origin: Int64?
  }

  /// What has been recorded so far.
  public private(set) var progress = CaptureProgress()

  private let device: DeviceDescription
  private let clock: String
  private let settings: Settings
  private var contacts: ContactReader
  private var state: SurfaceState
  private var file: OpenFile?
  /// Whether no finger was down since the start; a gesture that began earlier is not counted.
  private var hasBeenNeutral: Bool

  /// Creates a capture that starts in the state `initial`.
  ///
  /// Of the device and the state, only what is among the ``RecordedCodes`` gets into a file.
  public init(
    device: DeviceDescription, initial: Recording.InitialState, clock: String, settings: Settings
  ) {
    var device = device.recorded
    device.orientation = settings.orientation
    let initial = initial.recorded
    self.device = device
    self.clock = clock
    self.settings = settings
    contacts = ContactReader(device: device, initial: initial, cancelsPalms: false)
    state = SurfaceState(initial)
    hasBeenNeutral = state.isNeutral
  }

  /// Whether as many gestures as were asked for have been made.
  public var isComplete: Bool { settings.gestureLimit.map { progress.gestures >= $0 } ?? false }

  /// Takes `microseconds` for time zero of the file, so that the files of several devices agree.
  ///
  /// It has to be said before the first event.
  mutating func countTime(from microseconds: Int64) {
    if file?.origin == nil { file?.origin = microseconds }
  }

  /// The first piece; nothing when files begin with gestures.
  public mutating func begin() -> [Piece] { settings.isSplit ? [] : [beginFile()] }

  /// Takes in the next signal and returns what is to be written.
  public mutating func receive(_ signal: DeviceSignal) -> [Piece] {
    switch signal {
    case .frame(let events): frame(events, gap: nil)
    case .gap(let dropped): frame(dropped.events, gap: dropped)
    case .quiet: []
    case .ended: finish()
    }
  }

  /// The last piece; nothing when no file is open.
  public mutating func finish() -> [Piece] {
    guard file != nil else { return [] }
    if hasBeenNeutral, progress.fingerCount > 0 { progress.unfinishedGestures = 1 }
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
    if settings.isSplit, file == nil, fingers > 0, hasBeenNeutral { pieces.append(beginFile()) }
    for event in events { state.receive(event) }
    if let text = text(of: events, gap: gap) { pieces.append(.more(text)) }
    guard fingers == 0 else { return pieces }
    if fingersBefore > 0, hasBeenNeutral {
      progress.gestures += 1
      if settings.isSplit, file != nil { pieces.append(endFile()) }
    }
    hasBeenNeutral = hasBeenNeutral || state.isNeutral
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

/// What a capture has seen so far.
public struct CaptureProgress: Hashable, Sendable {
  /// How many frames there were.
  public internal(set) var frames = 0
  /// How many events, reports included.
  public internal(set) var events = 0
  /// How often the kernel dropped events.
  public internal(set) var drops = 0
  /// How many values were taken over anew after drops.
  public internal(set) var resynchronizedEvents = 0
  /// How many gestures are over: times that the last finger left.
  public internal(set) var gestures = 0
  /// How many gestures were not over at the end: 0 or 1.
  public internal(set) var unfinishedGestures = 0
  /// How many fingers are down.
  public internal(set) var fingerCount = 0
  /// What the last frame with contacts said of them; nil before the first.
  public internal(set) var lastContacts: ContactFrame?
  /// The time of the first event, on the device's clock.
  public internal(set) var firstMicroseconds: Int64?
  /// The time of the latest event, on the device's clock.
  public internal(set) var lastMicroseconds: Int64?

  init() {}

  /// The time from the first event to the latest, in microseconds.
  public var spanMicroseconds: Int64 {
    guard let first = firstMicroseconds, let last = lastMicroseconds else { return 0 }
    return max(0, last &- first)
  }

  /// What several devices have seen together; the contacts are those of the device at `latest`.
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
