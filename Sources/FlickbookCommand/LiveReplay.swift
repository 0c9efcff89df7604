import EvdevDevices
import Flickbook
import FramePictures
import Glibc

/// A scenario that follows a hand while it moves, and is shown as it goes.
///
/// What it shows is for the eye. The run that is kept is computed from what was recorded, like any
/// other; since a scenario's motion does not depend on when it is looked at, both decide alike.
struct LiveReplay<S: Scenario> {
  private let request: ReplayRequest
  private let scenario: S
  private let initial: Recording.InitialState
  private let device: DeviceDescription
  private var reader: HandReader
  private var replay: Replay<S>?
  private var screen: LiveScreen
  private let clock = ContinuousClock()
  /// When the first event came, and its time; between events, time goes on from there.
  private var start: (arrival: ContinuousClock.Instant, microseconds: Int64)?
  private var lastDrawing: ContinuousClock.Instant?
  private(set) var events: [RawEvent] = []

  init(
    _ type: S.Type, _ request: ReplayRequest, device: DeviceDescription,
    initial: Recording.InitialState
  ) throws(ReplayError) {
    let scenery: Scenery
    do throws(SettingError) {
      let resolved = try S.resolved(request)
      scenario = try S(tuning: resolved.tuning, stage: request.stage)
      scenery = S.scenery(resolved.tuning, on: request.stage)
    } catch { throw .setting(error) }
    self.request = request
    self.device = device
    self.initial = initial
    reader = try request.handReader(for: device, initial: initial)
    screen = LiveScreen(scenery: scenery)
  }

  /// What was recorded.
  var recording: Recording {
    Recording(device: device, initial: initial, events: events, clock: "monotonic")
  }

  /// The targets of the decisions that were shown.
  var targets: [String] { decidedTargets(replay?.events ?? []) }

  /// Takes in a signal of the device, and shows what comes of it.
  mutating func receive(_ signal: DeviceSignal) {
    switch signal {
    case .frame(let events): receive(events)
    case .gap(let dropped): receive(dropped.events)
    case .quiet: goOn()
    case .ended: screen.clear()
    }
    draw()
  }

  private mutating func receive(_ delivered: [RawEvent]) {
    guard let first = delivered.first else { return }
    if start == nil {
      start = (clock.now, first.microseconds)
      replay = Replay(scenario, rate: request.rate, originMicroseconds: first.microseconds)
    }
    events += delivered
    for event in delivered {
      for timed in reader.receive(event) { replay?.receive(timed) }
    }
  }

  /// Lets time go on although nothing happens, but not as far as events may be on their way.
  private mutating func goOn() {
    guard let start else { return }
    let elapsed = Int64((clock.now - start.arrival) / .microseconds(1))
    replay?.move(toMicroseconds: start.microseconds &+ elapsed - 30_000)
  }

  private mutating func draw() {
    guard screen.isShown, let frame = replay?.frames.last else { return }
    let now = clock.now
    // Source: ours; terminals show no more than 60 pictures a second.
    if let lastDrawing, now - lastDrawing < .milliseconds(16) { return }
    lastDrawing = now
    screen.draw(frame, target: targets.last)
  }
}

/// The targets of the decisions in a run, in order.
func decidedTargets(_ events: [RunEvent]) -> [String] {
  events.filter { $0.kind == .decision }.compactMap {
    LogValue.fields($0.payload)["target"]?.asText
  }
}

/// A screen of characters, drawn anew in the same place; on a terminal only.
struct LiveScreen {
  let isShown: Bool
  private let scenery: Scenery
  private let descriptor: Int32
  /// How many rows the last picture has.
  private var drawnRows = 0

  init(scenery: Scenery, descriptor: Int32 = STDERR_FILENO) {
    (self.scenery, self.descriptor) = (scenery, descriptor)
    isShown = isatty(descriptor) == 1
  }

  /// Draws what a frame looks like, the finger, what the surface does, and lines below it.
  mutating func draw(_ frame: Frame, target: String?, below: [String] = []) {
    // A row for what the surface does, and one in which the cursor stands.
    let height = min(24, Terminal.rows - 2 - below.count)
    let picture = terminalPicture(
      of: frame, scenery: scenery,
      style: TerminalStyle(
        width: min(max(Terminal.columns, 40), 100), height: height,
        usesUnicode: Terminal.hasUnicode, usesColor: Terminal.hasColor))
    let speed = decimals(frame.velocity.length.value, 0)
    let words = "\(frame.phase.rawValue), \(speed) pt/s\(target.map { ", to \($0)" } ?? "")"
    let rows = picture.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    // A line that went on in the next row would be drawn again and again.
    let told = ([words] + below).map { withoutControls($0).prefix(max(Terminal.columns - 1, 1)) }
    // Each row is emptied first, for a picture may be narrower than the one before it.
    let text = (rows + told).map { "\u{1b}[K\($0)\n" }.joined()
    put(back + text)
    drawnRows = rows.count + told.count
  }

  /// Removes the picture.
  mutating func clear() {
    guard drawnRows > 0 else { return }
    put("\(back)\u{1b}[J")
    drawnRows = 0
  }

  func hideCursor() { put("\u{1b}[?25l") }

  func showCursor() { put("\u{1b}[?25h") }

  /// Goes back to the first row of the last picture.
  private var back: String { drawnRows > 0 ? "\u{1b}[\(drawnRows)A" : "" }

  private func put(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(descriptor, bytes, bytes.count)
  }
}
